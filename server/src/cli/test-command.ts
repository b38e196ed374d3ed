import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { redactor } from "../relay/secrets/redaction.ts";
import { sendTest } from "../relay/send-test.ts";
import type { ApiTest } from "../workspace/api-tests/api-test.ts";
import { planTests } from "../workspace/api-tests/plan-tests.ts";
import { nameOfRequest, type RecordedAnswer, type Recording, recordingText } from "../workspace/api-tests/recording.ts";
import { runTests, type TestMeans } from "../workspace/api-tests/run-tests.ts";
import { AnswerChecker } from "../workspace/playground/response-validator.ts";
import { SpecReader } from "../workspace/specs/spec-service.ts";
import { type Progress, progressOn } from "./progress.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { readTestOptions, type TestOptions } from "./test-options.ts";
import { placedResults } from "./test-places.ts";
import { TestRelays } from "./test-relays.ts";
import { countTests, type ReportedTest, type TestReport } from "./test-report.ts";
import { type LoadedForTests, loadForTests } from "./test-sites.ts";
import { readWanted, type Wanted } from "./test-wanted.ts";
import { visibleText } from "./visible-text.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/** `docwright test`: 0 all that was sent has passed, 1 something failed, 2 could not run or nothing was sent. */
export async function runTestCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readTestOptions(args);
  if (!parsed.ok) return refuse(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { testHelp } = await import("./help.ts");
    host.stdout.write(testHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const noFolder = whyNoFolder(folder, options.folder);
  if (noFolder !== undefined) return refuse(noFolder, host);
  const wanted = readWanted(options, host);
  if (typeof wanted === "string") return refuse(wanted, host);
  const specs = new SpecReader();
  const progress = progressOn(host.stderr, () => performance.now());
  try {
    const tell = (text: string) => progress.show(text);
    const loaded = await loadForTests(folder, { specs, profile: options.profile, tell });
    if (loaded.length === 0)
      return refuse(`there is no docs.json in ${visibleText(options.folder)} or below.`, host);
    return await testSites(loaded, { options, wanted, specs, progress, host });
  } finally {
    progress.clear();
    await specs.end();
  }
}

interface Testing {
  readonly options: TestOptions;
  readonly wanted: Wanted;
  readonly specs: SpecReader;
  readonly progress: Progress;
  readonly host: CommandHost;
}

async function testSites(loaded: readonly LoadedForTests[], testing: Testing): Promise<ExitCode> {
  const { options, wanted, progress, host } = testing;
  if (wanted.target.servers.length === 0) {
    const { serverLines } = await import("./server-lines.ts");
    for (const line of serverLines(loaded)) host.stderr.write(`${line}\n`);
    return 2;
  }
  const isOnlySpec = loaded.reduce((sum, { models }) => sum + models.size, 0) === 1;
  const plans = loaded.map((site) => ({
    site,
    tests: planTests({ ...site, isOnlySpec }, wanted.target).filter((test) => isWanted(test, options)),
  }));
  if (plans.every(({ tests }) => tests.length === 0)) return refuse(whyNothing(options), host);
  const begin = performance.now();
  const checker = new AnswerChecker(testing.specs);
  const relays = new TestRelays({ servers: wanted.target.servers, secrets: wanted.secrets });
  const answers = new Map<string, RecordedAnswer>();
  const results: ReportedTest[] = [];
  const redact = redactor(wanted.secrets);
  try {
    for (const { site, tests } of plans) {
      const means: TestMeans = {
        redact,
        send: sender(site, { relays, answers, wanted, timeout: options.timeout }),
        check: async (test, answer) => {
          const spec = site.site.specs.get(test.spec);
          return spec
            ? checker.check(site.from, spec, test.operation, answer)
            : { verdict: "unknown", reason: "The specification is not there any more.", mismatches: [] };
        },
      };
      const tell = (done: number, of: number) =>
        progress.show(`${site.prefix}docs.json: ${done} of ${of} requests`);
      const found = await runTests(tests, { ...means, concurrency: options.concurrency, tell });
      results.push(...placedResults(site, found));
    }
  } finally {
    await Promise.all([relays.end(), checker.end()]);
  }
  progress.clear();
  const report: TestReport = {
    servers: wanted.target.servers,
    isReplay: wanted.replay !== undefined,
    tests: results,
    milliseconds: performance.now() - begin,
  };
  if (
    options.record !== undefined &&
    !write(options.record, { target: wanted.target, answers }, redact, host)
  )
    return refuse(`the recording ${visibleText(options.record)} cannot be written.`, host);
  await print(report, options, host);
  const { passed, failed } = countTests(report);
  if (failed > 0) return 1;
  return passed > 0 ? 0 : refuse("nothing was sent, so nothing was tested.", host);
}

interface Sending {
  readonly relays: TestRelays;
  readonly answers: Map<string, RecordedAnswer>;
  readonly wanted: Wanted;
  readonly timeout: number;
}

/** Sends through the relay and notes the answer, or finds it in the recording. */
function sender(
  { prefix }: LoadedForTests,
  { relays, answers, wanted, timeout }: Sending,
): TestMeans["send"] {
  return async ({ id }, request) => {
    const name = nameOfRequest(request);
    const key = prefix + id;
    if (wanted.replay) {
      const known = wanted.replay.answers.get(key);
      return known?.request === name ? known.came : undefined;
    }
    const came = await sendTest(relays.for(request.url), request, timeout);
    answers.set(key, { request: name, came });
    return came;
  };
}

function isWanted({ operation }: ApiTest, { operations }: TestOptions): boolean {
  if (operations.length === 0) return true;
  const { method, path } = operation;
  return operations.some((name) => {
    const [verb = "", address] = name.split(" ");
    return address === path && verb.toUpperCase() === method.toUpperCase();
  });
}

function whyNothing({ operations, folder }: TestOptions): string {
  return operations.length > 0
    ? `no specification that the site uses has the operation ${operations.map(visibleText).join(" or ")}.`
    : `the site in ${visibleText(folder)} uses no specification with operations, so there is nothing to test.`;
}

function write(
  file: string,
  recording: Recording,
  redact: (text: string) => string,
  host: CommandHost,
): boolean {
  try {
    writeFileSync(resolve(host.cwd, file), recordingText(recording, redact));
  } catch {
    return false;
  }
  const count = recording.answers.size;
  host.stderr.write(`Recorded ${count} ${count === 1 ? "answer" : "answers"} in ${visibleText(file)}\n`);
  return true;
}

async function print(report: TestReport, { format }: TestOptions, host: CommandHost): Promise<void> {
  switch (format) {
    case "json":
      host.stdout.write(`${(await import("./report-tests-json.ts")).reportTestsJson(report)}\n`, "json");
      return;
    case "junit":
      host.stdout.write(`${(await import("./report-tests-junit.ts")).reportTestsJunit(report)}\n`, "xml");
      return;
    case "pretty": {
      const { reportTests } = await import("./report-tests.ts");
      const { choosePalette } = await import("./palette.ts");
      const { columnsFor } = await import("./columns-for.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      for (const line of reportTests(report, { palette, columns: columnsFor(host) }))
        host.stdout.write(`${line}\n`);
    }
  }
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}
