import { readArguments } from "./read-arguments.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  isFenceProblem,
  isPublishedWithProblem,
  type SyntaxProblemKind,
  type SyntaxProblem,
} from "../server/src/core/page/syntax-problem.ts";
import { checkSyntax } from "../server/src/core/page/syntax/check-syntax.ts";
import { isMdx } from "../server/src/core/page/syntax/mdx-parser.ts";
import { isTriviallyValid, maskNonMdxSyntax } from "../server/src/core/page/syntax/trivially-valid.ts";
import { applyEdits, createLineMap, getPosition } from "../server/src/core/text/text-edit.ts";

/** The text that a mutation inserts. */
const inserted = [
  "<",
  "{",
  "}",
  ">",
  "`",
  '"',
  "<br>",
  "</div>",
  "<Card>",
  "<token>",
  "<!-- x -->",
  '{ "a": 1 }',
  "<https://x.example>",
  "$",
  "\\",
  "<5",
  "```\n",
  "\n\n",
  "    ",
  "import x ",
  "\n- ",
  "\n> ",
  "|",
];

const { values, positionals: folders } = readArguments({
  help: `Usage: node --import tsx tools/syntax-proof.ts FOLDER… [--mutations N] [--every N] [--list]

Compares the syntax check with the parser on real pages, unchanged and with one random change each: \`isTriviallyValid\` must never return true if the parser fails, \`checkSyntax\` must find a problem exactly where the parser fails, and every fix must remove a problem. Prints the differences and how many pages don't need the parser.`,
  options: {
    mutations: { type: "string", default: "1" },
    every: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
  },
  count: { min: 1 },
});
const mutationsPerPage = Number(values.mutations);
const every = Number(values.every);

/** Faults in text that the parser accepts but interprets differently from what the author intended. */
const isReadable = (fault: SyntaxProblemKind): boolean => isFenceProblem(fault) && isPublishedWithProblem(fault);

const tally = {
  pages: 0,
  spared: 0,
  faulty: 0,
  mutants: 0,
  broken: 0,
  sparedMutants: 0,
  several: 0,
  elsewhere: 0,
  withoutRepair: 0,
};
let wrong = 0;

if (folders.length === 0) throw new Error("Specify a folder that contains sites.");
for (const folder of folders) {
  const pages = [...listPagesBelow(folder)].sort().filter((_, i) => i % every === 0);
  for (const [i, path] of pages.entries()) {
    const text = readFileSync(path, "utf8");
    const name = relative(folder, path);
    tally.pages++;
    const { isSound, problems } = validate(name, text);
    if (isSound) tally.spared++;
    if (problems.length > 0) tally.faulty++;
    if (problems.length > 0 || values.list) list(name, text, problems);
    const random = createRandom(i + 1);
    for (let k = 0; k < mutationsPerPage && problems.length === 0; k++) checkMutant(name, text, random);
  }
}
console.log(tally, wrong === 0 ? "no difference" : `${wrong} DIFFERENCES`);
process.exitCode = wrong > 0 ? 1 : 0;

function validate(
  name: string,
  text: string,
): { isSound: boolean; isRead: boolean; problems: readonly SyntaxProblem[] } {
  const isRead = isMdx(maskNonMdxSyntax(text));
  const problems = checkSyntax(text);
  const isSound = isTriviallyValid(text);
  if (isRead !== problems.every(({ kind }) => isReadable(kind)))
    report(`${name}: the parser ${isRead ? "reads" : "refuses"} it`, text, problems);
  if (isSound && !isRead) report(`${name}: looks sound and is not`, text, problems);
  return { isSound, isRead, problems };
}

function checkMutant(name: string, text: string, random: () => number): void {
  const mutant = mutate(text, random);
  if (!mutant) return;
  const { isSound, isRead, problems } = validate(`${name} with ${mutant.what}`, mutant.text);
  tally.mutants++;
  if (isSound) tally.sparedMutants++;
  if (isRead) return;
  tally.broken++;
  if (problems.length > 1) tally.several++;
  const map = createLineMap(mutant.text);
  const line = getPosition(map, mutant.at).line;
  if (!problems.some(({ range }) => Math.abs(getPosition(map, range.start).line - line) <= 1)) tally.elsewhere++;
  if (problems.some(({ fixes }) => fixes.length === 0)) tally.withoutRepair++;
  for (const problem of problems.slice(0, 2))
    for (const { kind, edits } of problem.fixes.slice(0, 1)) {
      const repaired = checkSyntax(applyEdits(mutant.text, edits)).length;
      if (repaired >= problems.length)
        report(`${name} with ${mutant.what}: ${kind} leaves ${repaired}`, mutant.text, problems);
    }
  if (values.list && (problems.length > 1 || problems.some(({ fixes }) => fixes.length === 0)))
    list(`${name} with ${mutant.what} in line ${line + 1}`, mutant.text, problems);
}

function report(what: string, text: string, problems: readonly SyntaxProblem[]): void {
  wrong++;
  list(`DIFFERENCE ${what}`, text, problems);
}

function list(what: string, text: string, problems: readonly SyntaxProblem[]): void {
  console.log(what);
  const map = createLineMap(text);
  for (const { kind, range, fixes } of problems) {
    const excerpt = JSON.stringify(text.slice(range.start, range.end).slice(0, 60));
    console.log(
      `    ${getPosition(map, range.start).line + 1} ${kind} ${excerpt} ${fixes.map(({ kind }) => kind).join(" ")}`,
    );
  }
}

interface Mutant {
  readonly what: string;
  readonly text: string;
  readonly at: number;
}

/** Makes one change at a random position after the frontmatter. */
function mutate(text: string, random: () => number): Mutant | undefined {
  const start = text.startsWith("---") ? text.indexOf("\n---", 3) + 5 : 0;
  if (start >= text.length || start < 5) return undefined;
  const pickOffset = () => start + Math.floor(random() * (text.length - start));
  const delimiters = [...text.matchAll(/<\/[\w.]+>|<[A-Za-z][\w.]*|[<>{}"`]|\/>|\n\n| {2,}/g)].filter(
    ({ index }) => index >= start,
  );
  const kind = random();
  if (kind < 0.5 && delimiters.length > 0) {
    const delimiter = delimiters[Math.floor(random() * delimiters.length)];
    if (!delimiter) return undefined;
    return {
      what: `${JSON.stringify(delimiter[0])} taken out`,
      text: text.slice(0, delimiter.index) + text.slice(delimiter.index + delimiter[0].length),
      at: delimiter.index,
    };
  }
  const at = pickOffset();
  const added = inserted[Math.floor(random() * inserted.length)] ?? "<";
  return { what: `${JSON.stringify(added)} put in`, text: text.slice(0, at) + added + text.slice(at), at };
}

function* listPagesBelow(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listPagesBelow(path);
    else if (/\.mdx?$/.test(entry.name)) yield path;
  }
}

/**
 * Returns a pseudorandom number generator. It returns numbers from 0 to 1, always in the same order for the same seed.
 */
function createRandom(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}
