import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FaultKind } from "./fault-kind.ts";
import type { Changes } from "./mutate.ts";
import type { SiteCopy } from "./site-copy.ts";

/** A problem as printed by `check --format json`. */
export interface Problem {
  readonly file: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

interface ReportedProblem extends Problem {
  readonly related: readonly Pick<Problem, "file" | "range" | "message">[];
}

/**
 * Returns the locations of a problem. A problem can represent other problems with the same cause. Their locations are
 * its related locations.
 */
function listPlaces(problem: ReportedProblem): readonly Problem[] {
  const { severity, code } = problem;
  return [problem, ...problem.related.map((place) => ({ ...place, severity, code }))];
}

/** A copy of a site on which the built engine can run, with and without changes. */
export interface Bench {
  /**
   * Returns the problems that are in the changed site but not in the original site. Both sites are checked in the same
   * way.
   */
  readonly findNewProblems: (changes: Changes, way: RunOptions) => Promise<readonly Problem[]>;
}

/** How the site must be checked for a kind of problem. */
type RunOptions = Pick<FaultKind, "options" | "committed">;

export function openBench(site: SiteCopy, folder: string, cli: string, options: readonly string[]): Bench {
  for (const path of site.files) put(folder, path, site.texts.get(path) ?? "");
  // A separate cache folder for the runs, so that the user's data is neither read nor written.
  const environment = { ...process.env, XDG_CACHE_HOME: `${folder}.cache` };
  const run = (more: readonly string[]) => check(folder, cli, [...options, ...more], environment);
  const cache = new Map<string, readonly Problem[]>();
  return {
    findNewProblems: async (changes, { options: ownOptions = [], committed }) => {
      if (committed) commit(folder);
      const before = cache.get(ownOptions.join(" ")) ?? (await run(ownOptions));
      cache.set(ownOptions.join(" "), before);
      for (const [path, text] of changes)
        if (text === undefined) rmSync(join(folder, path));
        else put(folder, path, text);
      try {
        return subtract(await run(ownOptions), before, site, changes);
      } finally {
        for (const path of changes.keys())
          if (site.files.has(path)) put(folder, path, site.texts.get(path) ?? "");
          else rmSync(join(folder, path));
      }
    },
  };
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Ignores the user's and the system's Git configuration. */
const bareGit = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

function commit(folder: string): void {
  if (existsSync(join(folder, ".git"))) return;
  const runGit = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: folder, env: { ...process.env, ...bareGit }, stdio: "ignore" });
  runGit("init", "--quiet");
  runGit("add", "--all", "--force");
  runGit("-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "--quiet", "--message=before");
}

function check(
  folder: string,
  cli: string,
  options: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly Problem[]> {
  const args = [
    cli,
    "check",
    folder,
    "--format",
    "json",
    "--min-severity",
    "hint",
    "--profile",
    "mintlify",
    ...options,
  ];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { encoding: "utf8", maxBuffer: 2 ** 30, timeout: 300_000, env: environment },
      (_, stdout, stderr) => {
        try {
          const { problems } = JSON.parse(stdout) as { readonly problems: readonly ReportedProblem[] };
          resolve(problems.flatMap(listPlaces));
        } catch {
          reject(new Error(`the engine returned no result: ${stderr.slice(0, 2000)}`));
        }
      },
    );
  });
}

/**
 * Returns the problems that aren't in another list. A problem is identified by its file, code, message, and the text of
 * its line, so problems on moved lines are recognized.
 */
function subtract(
  now: readonly Problem[],
  before: readonly Problem[],
  site: SiteCopy,
  changes: Changes,
): readonly Problem[] {
  const counts = new Map<string, number>();
  const getKey = (problem: Problem, getText: (path: string) => string | undefined) =>
    [
      problem.file,
      problem.code,
      // The message of a combined problem contains the number of locations.
      problem.message.replace(/\d+/g, ""),
      getText(problem.file)?.split("\n")[problem.range.start.line]?.trim(),
    ].join("\0");
  for (const problem of before) {
    const key = getKey(problem, (path) => site.texts.get(path));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return now.filter((problem) => {
    const key = getKey(problem, (path) => changes.get(path) ?? site.texts.get(path));
    const countLeft = counts.get(key) ?? 0;
    if (countLeft > 0) counts.set(key, countLeft - 1);
    return countLeft === 0;
  });
}
