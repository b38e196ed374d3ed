import { createUnknownCheck } from "../../core/request/response/response-check.ts";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import {
  createMessageFormatter,
  createPageTextFinder,
  formatMessageInEnglish,
} from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import { getPageLanguage, type TranslatedLanguage } from "../../core/text/page-language.ts";
import { createRedactor } from "../../relay/secrets/redaction.ts";
import { sendTestRequest } from "../../relay/send-test.ts";
import type { ApiTest, TestTarget } from "../../workspace/api-tests/api-test.ts";
import { planTests } from "../../workspace/api-tests/plan-tests.ts";
import {
  maxRecordingSize,
  getRequestHash,
  parseRecording,
  type RecordedResponse,
  type Recording,
  formatRecording,
} from "../../workspace/api-tests/recording.ts";
import { runTests, type TestDependencies } from "../../workspace/api-tests/run-tests.ts";
import { ResponseValidator } from "../../workspace/playground/response-validator.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import {
  createChoiceOption,
  CommandError,
  type CommandHost,
  defineCommand,
  type ExitCode,
  createFlagOption,
  createLanguageOption,
  createNoSiteError,
  profileOption,
  getFolderArgument,
  createRepeatableOption,
  resolveFolder,
  createValueOption,
  createNumberOption,
} from "../command.ts";
import { type Progress, createProgress } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";
import { isServerUrl, parseTestEnvironment } from "./environment.ts";
import { countTests, type FormatMessage, locateResults, type ReportedTest, type TestReport } from "./report.ts";
import { listDeclaredServers, type LoadedTestSite, loadTestSites, TestRelays } from "./test-site.ts";

const formats = ["pretty", "json", "junit"] as const;

/** The options for `docwright test`. */
export interface TestOptions {
  readonly folder: string;
  /** The base URLs of the APIs to test. */
  readonly servers: readonly string[];
  /** A file with base URLs, variables, and secrets, relative to the working directory. */
  readonly environment: string | undefined;
  /** The operations to test, such as `GET /users`. If there are none, all operations are tested. */
  readonly operations: readonly string[];
  /** Whether to include requests that may change data. */
  readonly allMethods: boolean;
  readonly record: string | undefined;
  readonly replay: string | undefined;
  readonly format: (typeof formats)[number];
  /** The timeout for each request in milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly profile: ProfileName | undefined;
  /** The language for the results. If undefined, they're in English. */
  readonly lang: TranslatedLanguage | "en" | undefined;
}

/**
 * The test command. The exit code is 0 if all sent tests passed, 1 if any of them failed, and 2 if no requests were
 * sent.
 */
export const testCommand = defineCommand({
  name: "test",
  usage: ["[DIR] --server URL [options]", "[DIR] --environment FILE [options]", "[DIR] --replay FILE [options]"],
  description: [
    "Sends the requests documented in the sites in DIR (default: current directory) to your API: each operation's examples, and the requests in code blocks. Each response must be successful and match the specification. Requests go only to the servers that you specify.",
  ],
  options: {
    server: createRepeatableOption(
      "URL",
      "base URL of the API, for example, http://localhost:4010/v2; a URL without a path replaces the host of every server declared by the site",
      (url) => (isServerUrl(url) ? undefined : "a URL such as http://localhost:4010/v2"),
    ),
    environment: createValueOption(
      "FILE",
      'JSON file that describes the environment: {"baseUrl": …, "variables": {…}, "secrets": {"token": {"env": "API_KEY"}}, "credentials": {…}}',
    ),
    operation: createRepeatableOption("NAME", 'test only these operations, for example, "GET /users"', (name) =>
      /^[A-Za-z][\w-]* \/\S*$/.test(name) ? undefined : 'a method and a path such as "GET /users/{id}"',
    ),
    only: createChoiceOption("METHODS", ["safe"], undefined, "send only GET and HEAD requests (default)"),
    "all-methods": createFlagOption(
      "also send requests that can change data: POST, PUT, PATCH, then DELETE, one at a time",
    ),
    record: createValueOption("FILE", "save the responses to FILE, with secret values redacted"),
    replay: createValueOption("FILE", "validate the responses in FILE instead of sending requests"),
    timeout: createNumberOption(
      "N",
      { min: 1, max: 600, fallback: 30 },
      "timeout for each request, in seconds (default: 30)",
    ),
    concurrency: createNumberOption("N", { min: 1, max: 32, fallback: 4 }, "requests sent in parallel (default: 4)"),
    format: createChoiceOption("FORMAT", formats, "pretty", "output format"),
    lang: createLanguageOption("language for the results", "en"),
    profile: profileOption,
  },
  exitCodes: "0 all requests passed, 1 some failed, 2 the command failed",
  conflicts: [
    ["only", "all-methods"],
    ["replay", "server"],
    ["replay", "environment"],
    ["replay", "record"],
  ],
  parse: ({ server: servers, operation: operations, timeout, ...values }, positionals): TestOptions => ({
    ...values,
    folder: getFolderArgument(positionals),
    servers,
    operations,
    timeout: timeout * 1000,
  }),
  run: async (options, host) => {
    const folder = resolveFolder(options.folder, host);
    const testSetup = readTestSetup(options, host);
    const specService = new SpecService();
    const progress = createProgress(host.stderr, () => performance.now());
    const format = await loadMessageFormatter(options.lang);
    try {
      const report = (message: LocalizedMessage) => progress.show(format(message));
      const loadedSites = await loadTestSites(folder, { specService, profile: options.profile, showProgress: report });
      if (loadedSites.length === 0) throw createNoSiteError(options.folder, folder);
      return await testSites(loadedSites, { options, testSetup, specService, progress, host, formatMessage: format });
    } finally {
      progress.clear();
      await specService.end();
    }
  },
});

/**
 * Returns a function that formats messages in the language of the results. The translations are the ones for webviews,
 * which also show the messages about requests and responses.
 */
async function loadMessageFormatter(lang: TestOptions["lang"]): Promise<FormatMessage> {
  if (lang === undefined || lang === "en") return formatMessageInEnglish;
  const { readDocumentLanguage } = await import("../../workspace/files/bundled-assets.ts");
  const { language, texts } = readDocumentLanguage(join(__dirname, "webview"), getPageLanguage(lang));
  return createMessageFormatter(language.tag, createPageTextFinder(texts)).formatMessage;
}

/** The destination and secrets for the tests, or a recording that replaces both, as specified on the command line. */
export interface TestSetup {
  readonly target: TestTarget;
  readonly secrets: ReadonlyMap<string, string>;
  readonly replay: Recording | undefined;
}

/**
 * Returns the destination and secrets, or the recording, as specified on the command line. Throws a `CommandError` if
 * one of the files can't be used.
 */
export function readTestSetup(options: TestOptions, host: CommandHost): TestSetup {
  const { servers, environment: file, replay, record, allMethods } = options;
  if (replay !== undefined) {
    const text = readText(resolve(host.cwd, replay));
    const recording = text === undefined ? undefined : parseRecording(text);
    if (!recording) throw new CommandError(`${replay} isn't a recording; create one with --record`);
    return { target: recording.target, secrets: new Map(), replay: recording };
  }
  const existingText = record === undefined ? undefined : readText(resolve(host.cwd, record));
  if (existingText !== undefined && !parseRecording(existingText))
    throw new CommandError(`${record} already exists and isn't a recording, so it wasn't overwritten`);
  const baseTarget = { servers, variables: {}, credentials: {}, allMethods };
  if (file === undefined) return { target: baseTarget, secrets: new Map(), replay: undefined };
  const text = readText(resolve(host.cwd, file));
  if (text === undefined) throw new CommandError(`can't read the environment ${file}`);
  const environmentResult = parseTestEnvironment(text, host.environment);
  if (!environmentResult.ok) throw new CommandError(`the environment ${file} ${environmentResult.reason}`);
  const { secrets, credentials, variables } = environmentResult.environment;
  const [onlySecret, secondSecret] = secrets.keys();
  return {
    target: {
      servers: servers.length > 0 ? servers : environmentResult.environment.servers,
      variables,
      credentials,
      ...(onlySecret !== undefined && secondSecret === undefined && { onlySecret }),
      allMethods,
    },
    secrets,
    replay: undefined,
  };
}

function readText(path: string): string | undefined {
  try {
    return statSync(path).size <= maxRecordingSize ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

interface TestContext {
  readonly options: TestOptions;
  readonly testSetup: TestSetup;
  readonly specService: SpecService;
  readonly progress: Progress;
  readonly host: CommandHost;
  readonly formatMessage: FormatMessage;
}

async function testSites(loadedSites: readonly LoadedTestSite[], context: TestContext): Promise<ExitCode> {
  const { options, testSetup: requestedTests, progress, host, formatMessage } = context;
  if (requestedTests.target.servers.length === 0) {
    for (const line of formatServers(loadedSites)) host.stderr.write(`${line}\n`);
    return 2;
  }
  const isOnlySpec = loadedSites.reduce((sum, { modelsByPath }) => sum + modelsByPath.size, 0) === 1;
  const plans = loadedSites.map((site) => ({
    site,
    tests: planTests({ ...site, hasSingleSpec: isOnlySpec }, requestedTests.target).filter((test) =>
      isRequestedTest(test, options),
    ),
  }));
  if (plans.every(({ tests }) => tests.length === 0)) throw new CommandError(createMissingTestsMessage(options));
  const startedAt = performance.now();
  const validator = new ResponseValidator(context.specService);
  const relays = new TestRelays({ servers: requestedTests.target.servers, secrets: requestedTests.secrets });
  const responsesByKey = new Map<string, RecordedResponse>();
  const results: ReportedTest[] = [];
  const redact = createRedactor(requestedTests.secrets);
  try {
    for (const { site, tests } of plans) {
      const dependencies: TestDependencies = {
        redact,
        send: createSender(site, { relays, responsesByKey, testSetup: requestedTests, timeout: options.timeout }),
        check: async (test, response) => {
          const spec = site.site.specs.get(test.spec);
          return spec
            ? validator.check(site.siteFiles, spec, test.operation, response)
            : createUnknownCheck(createMessage("The specification no longer exists."));
        },
      };
      const showProgress = (doneCount: number, total: number) =>
        progress.show(
          formatMessage(createMessage("{0}: {1} of {2} requests", `${site.prefix}docs.json`, doneCount, total)),
        );
      const testResults = await runTests(tests, {
        ...dependencies,
        concurrency: options.concurrency,
        onProgress: showProgress,
      });
      results.push(...locateResults(site, testResults, formatMessage));
    }
  } finally {
    await Promise.all([relays.end(), validator.end()]);
  }
  progress.clear();
  const report: TestReport = {
    servers: requestedTests.target.servers,
    isReplay: requestedTests.replay !== undefined,
    tests: results,
    milliseconds: performance.now() - startedAt,
  };
  if (
    options.record !== undefined &&
    !writeRecording(
      options.record,
      { target: requestedTests.target, responsesByTestId: responsesByKey },
      redact,
      context,
    )
  )
    throw new CommandError(`can't write the recording ${options.record}`);
  await printReport(report, context);
  const { passed, failed } = countTests(report);
  if (failed > 0) return 1;
  if (passed === 0) throw new CommandError("no requests were sent, so nothing was tested");
  return 0;
}

interface SendContext {
  readonly relays: TestRelays;
  readonly responsesByKey: Map<string, RecordedResponse>;
  readonly testSetup: TestSetup;
  readonly timeout: number;
}

/**
 * Returns a function that sends a request through the relay and records the response, or gets the response from the
 * recording.
 */
function createSender(
  { prefix }: LoadedTestSite,
  { relays, responsesByKey, testSetup: requestedTests, timeout }: SendContext,
): TestDependencies["send"] {
  return async ({ id }, request) => {
    const requestName = getRequestHash(request);
    const key = prefix + id;
    if (requestedTests.replay) {
      const recordedResponse = requestedTests.replay.responsesByTestId.get(key);
      return recordedResponse?.requestHash === requestName ? recordedResponse.response : undefined;
    }
    const response = await sendTestRequest(relays.getRelay(request.url), request, timeout);
    responsesByKey.set(key, { requestHash: requestName, response });
    return response;
  };
}

function isRequestedTest({ operation }: ApiTest, { operations }: TestOptions): boolean {
  if (operations.length === 0) return true;
  const { method, path } = operation;
  return operations.some((name) => {
    const [requestMethod = "", requestPath] = name.split(" ");
    return requestPath === path && requestMethod.toUpperCase() === method.toUpperCase();
  });
}

function createMissingTestsMessage({ operations, folder }: TestOptions): string {
  return operations.length > 0
    ? `none of the site's specifications contains ${operations.join(" or ")}`
    : `the site in ${folder} has no specification with operations, so there's nothing to test`;
}

function writeRecording(
  file: string,
  recording: Recording,
  redact: (text: string) => string,
  { host, formatMessage }: TestContext,
): boolean {
  try {
    writeFileSync(resolve(host.cwd, file), formatRecording(recording, redact));
  } catch {
    return false;
  }
  const count = recording.responsesByTestId.size;
  const message = createMessage(
    { one: "Recorded {0} response in {1}", other: "Recorded {0} responses in {1}" },
    count,
    toVisibleText(file),
  );
  host.stderr.write(`${formatMessage(message)}\n`);
  return true;
}

async function printReport(report: TestReport, { options, host, formatMessage }: TestContext): Promise<void> {
  switch (options.format) {
    case "json":
      host.stdout.write(`${(await import("./report.ts")).formatTestsJson(report)}\n`, "json");
      return;
    case "junit":
      host.stdout.write(`${(await import("./report.ts")).formatTestsJunit(report)}\n`, "xml");
      return;
    case "pretty": {
      const { formatTests: reportTests } = await import("./report.ts");
      const { choosePalette } = await import("../terminal/output.ts");
      const { getTerminalWidth } = await import("../terminal/text.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      for (const line of reportTests(report, { palette, columns: getTerminalWidth(host), formatMessage }))
        host.stdout.write(`${line}\n`);
    }
  }
}

/**
 * Returns the lines to show if no server is specified: instructions, followed by the servers that the sites declare.
 */
export function formatServers(loadedSites: readonly LoadedTestSite[]): readonly string[] {
  const servers = listDeclaredServers(loadedSites);
  const example = servers.find(({ url }) => /^https?:\/\/[^{}]+$/.test(url))?.url ?? "http://localhost:4010";
  const instruction = `docwright: specify the server, for example, "docwright test --server ${toVisibleText(example)}"`;
  if (servers.length === 0) return [instruction];
  const width = Math.min(48, Math.max(...servers.map(({ url }) => url.length)));
  return [
    instruction,
    "Servers declared by the site:",
    ...servers.slice(0, 20).map(({ url, file, description }) => {
      const details = [file, description].filter((each) => each !== "").join(" · ");
      return `  ${toVisibleText(url).padEnd(width)}  ${toVisibleText(details)}`;
    }),
  ];
}
