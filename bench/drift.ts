import { readArguments } from "../tools/read-arguments.ts";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { writePage } from "./drift/endpoint-page.ts";
import type { Injection } from "./drift/injection.ts";
import { injections } from "./drift/injections.ts";
import { makeCleanPage, type CleanPage } from "./drift/make-page.ts";
import { readApis, type Api } from "./drift/read-api.ts";
import { createRandom } from "./recall/random.ts";
import { readSite } from "./recall/site-copy.ts";

const goal = 0.95;

const { values, positionals } = readArguments({
  help: `Usage: npm run bench:drift -- DIR [--seed N] [--drifts 200] [--pages 300] [--cli FILE] [--keep FOLDER]

Measures how many drifts the built engine finds. Writes pages about operations of real specifications that match the specification, adds one drift to each copy, and checks whether it's reported on its line. Then checks the sites as they are. DIR is a site, or contains sites. Uses no product code except the built command line.`,
  options: {
    seed: { type: "string", default: "1" },
    drifts: { type: "string", default: "200" },
    pages: { type: "string", default: "300" },
    cli: { type: "string", default: join(import.meta.dirname, "../dist/cli.js") },
    keep: { type: "string" },
  },
  count: { min: 1 },
});

interface Problem {
  readonly file: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly code: string;
  readonly message: string;
}

interface Drawn {
  readonly kind: string;
  readonly file: string;
  readonly clean: CleanPage;
  readonly injection: Injection;
}

main();

function main(): void {
  const [corpus] = positionals;
  if (corpus === undefined) throw new Error("Specify a folder that contains sites.");
  const sites = listSites(corpus);
  const apis = sites.flatMap((site) => readApis(basename(site), readSite(site, basename(site)).texts));
  const pages = drawPages(apis);
  const drawn = selectDrifts(pages);
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), "docwright-drift-"));
  writeSite(folder, apis, pages, drawn);
  const problems = check(folder);
  const falseAlarms = problems.filter(({ file }) => file.startsWith("clean/"));
  const found = drawn.filter((one) => isFound(one, problems));
  report(apis, pages, drawn, found);
  for (const { file, range, code, message } of falseAlarms)
    console.log(`FALSE ${file}:${range.start.line + 1} ${code} ${message}`);
  for (const one of drawn.filter((each) => !found.includes(each))) reportMiss(one, problems);
  const unchangedPages = sites.flatMap((site) =>
    check(site).map((problem) => ({ ...problem, file: `${basename(site)}/${problem.file}` })),
  );
  console.log(`\nOn the ${sites.length} sites as they are: ${unchangedPages.length} drifts`);
  for (const { file, range, code, message } of unchangedPages)
    console.log(`  ${file}:${range.start.line + 1} ${code} ${message}`);
  if (values.keep === undefined) rmSync(folder, { recursive: true });
  process.exitCode = falseAlarms.length === 0 && found.length / drawn.length >= goal ? 0 : 1;
}

/** Picks one operation in each specification in turn, so a large specification doesn't dominate the sample. */
function drawPages(apis: readonly Api[]): readonly CleanPage[] {
  const queues = apis.map((api, i) =>
    createRandom(`${values.seed}/pages/${api.name}`)
      .shuffle(api.operations)
      .map((operation) =>
        makeCleanPage(
          api,
          operation,
          getFile(i, api),
          createRandom(`${values.seed}/${api.name}/${operation.method} ${operation.path}`),
        ),
      )
      .filter((page) => page !== undefined),
  );
  const pages: CleanPage[] = [];
  for (let round = 0; pages.length < Number(values.pages) && queues.some((queue) => round < queue.length); round++)
    for (const queue of queues) {
      const page = queue[round];
      if (page && pages.length < Number(values.pages)) pages.push(page);
    }
  return pages;
}

/** Picks the same number of drifts of each kind. Omits a kind if no page supports it. */
function selectDrifts(pages: readonly CleanPage[]): readonly Drawn[] {
  const driftCount = Number(values.drifts);
  const queues = [...injections].map(([kind, inject]) => {
    const random = createRandom(`${values.seed}/${kind}`);
    return { kind, inject, random, pages: random.shuffle(pages)[Symbol.iterator]() };
  });
  const drawn: Drawn[] = [];
  for (let isAlive = true; isAlive && drawn.length < driftCount;) {
    isAlive = false;
    for (const { kind, inject, random, pages: pagesLeft } of queues) {
      if (drawn.length >= driftCount) break;
      for (let next = pagesLeft.next(); !next.done; next = pagesLeft.next()) {
        const injection = inject(next.value, random);
        if (!injection) continue;
        drawn.push({ kind, file: `drift/${drawn.length}.mdx`, clean: next.value, injection });
        isAlive = true;
        break;
      }
    }
  }
  return drawn;
}

function getFile(index: number, { json }: Api): string {
  return `specs/${index}.${json ? "json" : "yaml"}`;
}

function writeSite(
  folder: string,
  apis: readonly Api[],
  cleanPages: readonly CleanPage[],
  drawn: readonly Drawn[],
): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [i, api] of apis.entries()) put(getFile(i, api), api.text);
  for (const [i, { page }] of cleanPages.entries()) put(`clean/${i}.mdx`, writePage(page).text);
  for (const { file, injection } of drawn) put(file, writePage(injection.page).text);
  const pages = [...cleanPages.map((_, i) => `clean/${i}`), ...drawn.map(({ file }) => file.replace(/\.mdx$/, ""))];
  put("docs.json", JSON.stringify({ $schema: "https://mintlify.com/docs.json", navigation: { pages } }));
}

function check(folder: string): readonly Problem[] {
  const args = [values.cli, "check", folder, "--format", "json", "--min-severity", "hint", "--no-mdx-syntax"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (stdout === "") throw new Error(stderr);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Problem[] };
  return problems.filter(({ code }) => code.startsWith("drift/"));
}

function isFound({ file, injection }: Drawn, problems: readonly Problem[]): boolean {
  const { lines } = writePage(injection.page);
  const lineNumbers = new Set(injection.at.map((key) => lines.get(key)));
  return problems.some(
    (problem) =>
      problem.file === file && injection.codes.includes(problem.code) && lineNumbers.has(problem.range.start.line),
  );
}

function report(
  apis: readonly Api[],
  pages: readonly CleanPage[],
  drawn: readonly Drawn[],
  found: readonly Drawn[],
): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  console.log(
    `${apis.length} specifications, ${pages.length} pages, ${drawn.length} drifts; seed ${values.seed}; engine ${commit.trim()}; Node ${process.version}; ${cpus()[0]?.model ?? ""} × ${cpus().length}\n`,
  );
  console.log("| Drift | Injected | Found on its line |\n|---|---|---|");
  for (const kind of injections.keys()) {
    const own = drawn.filter((one) => one.kind === kind);
    console.log(`| ${kind} | ${own.length} | ${own.filter((one) => found.includes(one)).length} |`);
  }
  const share = ((100 * found.length) / drawn.length).toFixed(1);
  console.log(`| all | ${drawn.length} | ${found.length} (${share} %) |\n`);
}

function reportMiss({ kind, file, clean, injection }: Drawn, problems: readonly Problem[]): void {
  const { lines } = writePage(injection.page);
  const lineTexts = injection.at.map((key) => (lines.get(key) ?? -1) + 1).join(" ");
  const messages = problems.filter((problem) => problem.file === file);
  const { method, path } = clean.operation;
  console.log(`MISSED ${kind}: ${injection.what}, ${file}:${lineTexts} (${clean.api.name} ${method} ${path})`);
  for (const { range, code, message } of messages)
    console.log(`       said instead ${range.start.line + 1} ${code} ${message}`);
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}
