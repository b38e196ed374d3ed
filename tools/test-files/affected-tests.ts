import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { importsOf, type SourceFile } from "../../test/harness/source-files.ts";

/** The tests that a change may affect. */
export interface AffectedTests {
  /** The test files, as paths relative to the project. */
  readonly files: readonly string[];
  /** The names of the other layers that run. */
  readonly layers: ReadonlySet<string>;
}

/** A program that tests start rather than import. */
interface Program {
  /** Matches the entry modules of the program. */
  readonly entry: RegExp;
  /** The modules that start the program, or folders that contain tests for it. */
  readonly users: readonly string[];
  readonly layers: readonly string[];
}

const programs: readonly Program[] = [
  {
    entry: /^server\/src\/main\.ts$/,
    users: ["test/harness/lsp-client.ts"],
    layers: ["clients", "editor"],
  },
  {
    entry: /^server\/src\/cli\.ts$/,
    users: ["test/cli/spawn-cli.ts", "test/webview/host-text.ts"],
    layers: [],
  },
  { entry: /-worker\.ts$/, users: ["server/src/workspace/worker/worker-host.ts"], layers: [] },
  { entry: /^client\/src\/extension\.ts$/, users: [], layers: ["editor"] },
  { entry: /^webview\/src\//, users: ["test/webview/"], layers: ["editor"] },
  { entry: /^test\/editor\//, users: [], layers: ["editor"] },
  { entry: /^test\/clients\//, users: [], layers: ["clients"] },
];

/**
 * Maps files that aren't modules to the folders of the tests that read them. If any other file that isn't a module
 * changes, all tests run.
 */
const readByTests: readonly { readonly files: RegExp; readonly tests: readonly string[] }[] = [
  { files: /\.mdx?$|^docs\//, tests: ["test/unit/"] },
  {
    files: /^(l10n|server\/translations|webview\/translations)\/|^package\.nls/,
    tests: ["test/unit/", "test/cli/"],
  },
  { files: /^webview\/.*\.css$/, tests: ["test/unit/", "test/webview/"] },
  { files: /^test\/cli\//, tests: ["test/cli/"] },
  { files: /^bench\/|^\.oxlintrc\.json$|^\.oxfmtrc|^cspell\.json$|^knip\.json$|^\.git/, tests: [] },
];

const sourceReader = "test/harness/source-files.ts";

/**
 * Returns the tests that import a changed module directly or indirectly, the tests of programs that contain a changed
 * module, and the tests that read the sources. Type-only imports aren't followed, because the compiler checks types.
 */
export function findAffectedTests(changed: readonly string[], sources: readonly SourceFile[]): AffectedTests {
  const importers = new Map<string, string[]>();
  for (const { from, to, isType, isPackage } of sources.flatMap(importsOf)) {
    if (isType || isPackage) continue;
    importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const isModule = (file: string) => /\.tsx?$/.test(file);
  const isTest = (file: string) => file.endsWith(".test.ts");
  const folders: string[] = [];
  const affected = new Set(changed.some(isModule) ? [...changed, sourceReader] : changed);
  const started = new Set<Program>();
  // The iteration includes values that are added to the set while it runs.
  for (const file of affected) {
    for (const importer of importers.get(file) ?? []) affected.add(importer);
    for (const program of programs) {
      if (started.has(program) || isTest(file) || !program.entry.test(file)) continue;
      started.add(program);
      for (const user of program.users)
        if (user.endsWith("/")) folders.push(user);
        else affected.add(user);
    }
  }
  const tests = sources.map(({ path }) => path).filter(isTest);
  for (const file of changed) {
    if (isModule(file) || importers.has(file)) continue;
    const readers = readByTests.find(({ files }) => files.test(file));
    if (!readers) return { files: tests, layers: new Set(programs.flatMap(({ layers }) => layers)) };
    folders.push(...readers.tests);
  }
  return {
    files: tests.filter((file) => affected.has(file) || folders.some((folder) => file.startsWith(folder))),
    layers: new Set([...started].flatMap(({ layers }) => layers)),
  };
}

/**
 * Returns the files that differ from the commit at which the current branch left `main`, including uncommitted changes.
 */
export async function listChangedFiles(project: string): Promise<readonly string[]> {
  const runGit = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: project, maxBuffer: 2 ** 26 });
    return stdout;
  };
  const base = await runGit("merge-base", "HEAD", "main").catch(() => "HEAD");
  const lists = await Promise.all([
    runGit("diff", "--name-only", "--no-renames", "-z", base.trim()),
    runGit("ls-files", "--others", "--exclude-standard", "-z"),
  ]);
  return [...new Set(lists.flatMap((list) => list.split("\0").filter(Boolean)))].sort();
}
