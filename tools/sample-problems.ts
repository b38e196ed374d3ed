import { readArguments } from "./read-arguments.ts";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { createRandom } from "../bench/recall/random.ts";

interface Problem {
  readonly file: string;
  readonly range: { readonly start: ProblemLocation; readonly end: ProblemLocation };
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

interface ProblemLocation {
  readonly line: number;
  readonly character: number;
}

interface Found extends Problem {
  readonly site: string;
  readonly folder: string;
}

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/sample-problems.ts DIR --out FOLDER [--seed N] [--per-rule 30] [--rule CODE] [--cli FILE]

Draws a sample of the problems that the built engine reports in real sites, for manual review: a Markdown file for each rule, with the location, message, and source of each problem, and a column for the assessment. The same seed and problems produce the same sample. Problems that can't be assessed from a copy of a site are marked.`,
  options: {
    seed: { type: "string", default: "1" },
    "per-rule": { type: "string", default: "30" },
    rule: { type: "string", default: "" },
    out: { type: "string" },
    cli: { type: "string", default: join(import.meta.dirname, "../dist/cli.js") },
  },
  count: { min: 1 },
});

/** The maximum number of characters shown per line. */
const limit = 240;

main();

function main(): void {
  const [corpus = ""] = positionals;
  if (values.out === undefined) throw new Error("Specify a folder for the samples with --out.");
  const problems = listSites(corpus)
    .flatMap(findProblems)
    .filter(({ code }) => code.startsWith(values.rule));
  const byRule = groupList(problems, ({ code }) => code);
  mkdirSync(values.out, { recursive: true });
  for (const [code, found] of [...byRule].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const picked = pickRandom(found, code);
    writeFileSync(join(values.out, `${code.replace("/", "-")}.md`), formatPage(code, found, picked));
    console.log(`${code}: ${picked.length} of ${found.length}`);
  }
}

function findProblems(folder: string): readonly Found[] {
  const args = [values.cli, "check", folder, "--format", "json", "--min-severity", "hint", "--profile", "mintlify"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status === 2) throw new Error(stderr);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Problem[] };
  return problems.map((problem) => ({ ...problem, site: basename(folder), folder }));
}

/**
 * Takes one problem from each site in turn so that a large site doesn't dominate the sample. Then restores the order of
 * sites and locations. Each problem's position in its site's sequence depends only on its own location, so the position
 * doesn't change when other problems appear or disappear.
 */
function pickRandom(found: readonly Found[], code: string): readonly Found[] {
  const getRandomOrder = (name: string) => createRandom(`${values.seed}/${code}/${name}`).nextBelow(2 ** 31);
  const queues = [...groupList(found, ({ site }) => site)]
    .map(([site, list]) => ({ turn: getRandomOrder(site), list }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ list }) =>
      list.map((one) => ({ one, turn: getRandomOrder(getLocationKey(one)) })).sort((a, b) => a.turn - b.turn),
    );
  const count = Math.min(Number(values["per-rule"]), found.length);
  const picked = new Set<Found>();
  for (let round = 0; picked.size < count; round++)
    for (const queue of queues) {
      const next = queue[round];
      if (next && picked.size < count) picked.add(next.one);
    }
  return found.filter((one) => picked.has(one));
}

function groupList<T>(list: readonly T[], getKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(getKey(one), [...(groups.get(getKey(one)) ?? []), one]);
  return groups;
}

function formatPage(code: string, found: readonly Found[], picked: readonly Found[]): string {
  const sites = new Set(found.map(({ site }) => site)).size;
  const severities = [...new Set(found.map(({ severity }) => severity))].join(", ");
  const rows = picked.map((one, i) => `| ${i + 1} | ${getLocationKey(one)} |  |  |`);
  return [
    `# ${code}`,
    "",
    `${picked.length} of ${found.length} problems (${severities}) in ${sites} sites; seed ${values.seed}; engine ${getCommit()}.`,
    "",
    "| | Location | Result | Reason |",
    "|---|---|---|---|",
    ...rows,
    ...picked.flatMap((one, i) => [
      "",
      `## ${i + 1}. ${getLocationKey(one)}`,
      "",
      `${one.severity}: ${one.message}`,
      "",
      ...getExcerpt(one),
      ...listFacts(one),
    ]),
    "",
  ].join("\n");
}

function getLocationKey({ site, file, range: { start } }: Found): string {
  return `${site}:${file}:${start.line + 1}:${start.character + 1}`;
}

/**
 * Returns the lines of the range with three lines before and after them. Each line of the range is followed by a line
 * of carets below its characters.
 */
function getExcerpt({ folder, file, range: { start, end } }: Found): readonly string[] {
  const path = join(folder, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (text === "") return ["(file is empty in this copy)"];
  const lines = text.split(/\r?\n/);
  const shownLines = lines.slice(Math.max(0, start.line - 3), Math.min(end.line, start.line + 8) + 4);
  const first = Math.max(0, start.line - 3);
  const body = shownLines.flatMap((line, i) => {
    const number = first + i;
    const numbered = `${String(number + 1).padStart(5)} ${shorten(line)}`;
    if (number < start.line || number > end.line) return [numbered];
    const from = number === start.line ? start.character : 0;
    const to = number === end.line ? end.character : line.length;
    return [numbered, `${" ".repeat(6 + Math.min(from, limit))}${"^".repeat(Math.max(1, Math.min(to, limit) - from))}`];
  });
  return ["~~~~~", ...body, "~~~~~"];
}

function shorten(line: string): string {
  return line.length > limit ? `${line.slice(0, limit)} …` : line;
}

/** Returns a line for each path in the message or the range that states whether it's a file in the site. */
function listFacts({ folder, file, message, range: { start, end } }: Found): readonly string[] {
  const path = join(folder, file);
  const line = existsSync(path) ? (readFileSync(path, "utf8").split(/\r?\n/)[start.line] ?? "") : "";
  const span = start.line === end.line ? line.slice(start.character, end.character) : "";
  const namedFiles = [...message.matchAll(/`([^`\s]{2,200})`/g)].map(([, name = ""]) => name);
  const candidates = [...new Set([...namedFiles, span.replace(/^["'(]+|["')]+$/g, "")])].filter(
    (name) => /^[\w./#?@%-]+$/.test(name) && /[/.]/.test(name),
  );
  return candidates.flatMap((name) => {
    const [bare = ""] = name.split(/[#?]/);
    if (bare === "") return [];
    const targets = [bare.replace(/^\//, ""), posix.join(dirname(file), bare)].flatMap((target) =>
      ["", ".mdx", ".md", "/index.mdx", ".json", ".yaml"].map((end_) => `${target}${end_}`),
    );
    const existingTargets = targets.filter((target) => !target.startsWith("..") && existsSync(join(folder, target)));
    return [
      "",
      `- \`${name}\`: ${existingTargets.length > 0 ? existingTargets.map((target) => describeFile(folder, target)).join(", ") : "no such file here"}`,
    ];
  });
}

function describeFile(folder: string, target: string): string {
  const stats = statSync(join(folder, target));
  if (stats.isDirectory()) return `${target} is a folder`;
  if (stats.size === 0) return `${target} is an empty placeholder, so its content can't be reviewed`;
  return /\.[jt]sx?$/.test(target) ? `${target} is a stub with export names only` : `${target} is there`;
}

function getCommit(): string {
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  }).trim();
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}
