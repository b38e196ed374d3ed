import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { foldersImportingEachOther, modulesInCycles, runTimeImports } from "../test/harness/import-cycles.ts";
import { importsOf, project, sourceFiles, type SourceFile } from "../test/harness/source-files.ts";
import { readArguments } from "./read-arguments.ts";

readArguments({
  help: `Usage: npm run structure

Prints metrics of the code structure, each with its goal. The bundles are those
of npm run build.

Options:
  --help  show this help

Exit codes: 0 every goal is met, 1 a goal isn't met`,
  options: {},
  count: { min: 0, max: 0 },
});

interface Row {
  readonly what: string;
  readonly value: number | undefined;
  readonly goal: number;
  /** Whether the goal is a minimum. If it isn't, the goal is a maximum. */
  readonly isLeast?: boolean;
}

const modules = sourceFiles().filter(
  ({ path: file }) => /^(client|server|webview)\/src\//.test(file) && !/\.test\.tsx?$/.test(file),
);
const imports = modules.flatMap(importsOf);
const loadedImports = runTimeImports(imports);
const code = modules.map(({ text }) => text).join("\n");

/** Matches folders of rules and data, in which the number of files isn't limited. */
const lists = /^server\/src\/core\/(rules\/[^/]+|config\/settings|page\/components)$/;

function main(): void {
  const rows: readonly Row[] = [
    { what: "modules of the product", value: modules.length, goal: 900 },
    { what: "median lines of a module", value: getMedianLines(), goal: 120, isLeast: true },
    { what: "most files side by side", value: getMaxFiles(), goal: 25 },
    { what: "modules of 40 lines with one importer", value: listTinyModules().length, goal: 30 },
    { what: "modules in cycles at run time", value: modulesInCycles(loadedImports).length, goal: 0 },
    {
      what: "folders that import each other",
      value: foldersImportingEachOther(loadedImports).length,
      goal: 0,
    },
    { what: "asserted results of messages", value: count(assertedResult), goal: 0 },
    { what: "hand-written readers of messages", value: count(messageReader), goal: 0 },
    { what: "hosts of workers", value: listModulesWith(/\bnew Worker\(/).length, goal: 1 },
    {
      what: "builders of workspace edits",
      value: listModulesWith(/\bdocumentChanges: (?!documentChanges\b)/).length,
      goal: 1,
    },
    { what: "evictions from maps by hand", value: count(eviction), goal: 0 },
    { what: "names that several modules export", value: listRepeatedNames().length, goal: 40 },
    { what: "lines without comments and blanks", value: countCodeLines(), goal: 112_000 },
    ...Object.entries({ "server.js": 1741, "client.js": 535, "spec-worker.js": 244 }).map(([file, goal]): Row => ({
      what: `${file}, kB`,
      value: getKilobytes(file),
      goal,
    })),
  ];
  for (const { what, value, goal, isLeast } of rows) {
    const text = value === undefined ? "not built" : value.toLocaleString("en");
    const bound = `${isLeast ? "≥" : "≤"} ${goal.toLocaleString("en")}`;
    console.log(`${what.padEnd(40)}${text.padStart(10)}${bound.padStart(12)}`);
  }
  const isMet = ({ value, goal, isLeast }: Row) => value !== undefined && (isLeast ? value >= goal : value <= goal);
  if (!rows.every(isMet)) process.exitCode = 1;
}

/**
 * Matches `sendRequest<T>("method")` and similar calls, which don't connect the method's name with the type. Calls that
 * use the messages in server/src/protocol don't match, because these messages connect the name with the type.
 */
const assertedResult =
  /(?<!^export const \w+ = )\b(?:sendRequest|onRequest|sendNotification|onNotification|request|ask)<[^()]*>\(\s*["'`]/gm;

/** Matches code that checks a map's size and removes an entry on the same line or one of the next two lines. */
const eviction = /\.size >=? [a-z]\w*\b(?:[^\n]*\n){0,2}?[^\n]*\.(?:delete|clear)\(/g;

/** Matches a function that parses a message manually. */
const messageReader = /export function (?:read|parse)\w*\(\s*(?:value|message|data): unknown\b/g;

function getMedianLines(): number {
  const sizes = modules.map(({ text }) => countLines(text)).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

function getMaxFiles(): number {
  const sizes = new Map<string, number>();
  for (const { path: file } of modules) {
    const folder = path.posix.dirname(file);
    if (!lists.test(folder)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return Math.max(...sizes.values());
}

function listTinyModules(): readonly SourceFile[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return modules.filter(
    ({ path: file, text }) =>
      countLines(text) <= 40 && importers.get(file)?.size === 1 && !lists.test(path.posix.dirname(file)),
  );
}

function listRepeatedNames(): readonly string[] {
  const counts = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(/^export (?:async )?function\*? (\w+)/gm))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, times]) => times > 1).map(([name]) => name);
}

function countCodeLines(): number {
  const bare = code.replaceAll(/^\s*\/\*[^]*?\*\/\s*$/gm, "");
  return bare.split("\n").filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
}

function listModulesWith(pattern: RegExp): readonly SourceFile[] {
  return modules.filter(({ text }) => pattern.test(text));
}

function count(pattern: RegExp): number {
  return [...code.matchAll(pattern)].length;
}

/** Bundles that contain only the start of a program, and load the rest with a dynamic import right away. */
const startBundles: ReadonlySet<string> = new Set(["server.js"]);

/** Returns the size of a bundle in kilobytes, including the shared code that it loads at startup. */
function getKilobytes(bundle: string): number | undefined {
  const entry = path.join(project, "dist", bundle);
  if (!existsSync(entry)) return undefined;
  const files = new Set([entry]);
  let bytes = 0;
  for (const file of files) {
    const code = readFileSync(file, "utf8");
    bytes += Buffer.byteLength(code);
    const isStart = file === entry && startBundles.has(bundle);
    for (const [, before, shared = ""] of code.matchAll(/(\(?)\brequire\("(\.[^"]+)"\)/g))
      // Code that is loaded on demand is passed to a function.
      if (before === "" || isStart) files.add(path.resolve(path.dirname(file), shared));
  }
  return Math.round(bytes / 1024);
}

function countLines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

main();
