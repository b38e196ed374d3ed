import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGit } from "../../test/harness/git-repository.ts";
import type { Random } from "../recall/random.ts";
import { listPages } from "./pages-of.ts";

/** A URL path that a file used to have, and the file's final location. */
export interface PreviousUrl {
  readonly path: string;
  readonly file: string;
}

/**
 * Copies a site to a new repository in `folder` and renames pages in several commits. Returns the final location of the
 * file for each path that a page no longer has. Removes redirects, because they would take precedence.
 */
export function renamePages(site: string, folder: string, commits: number, random: Random): readonly PreviousUrl[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "docs"), { recursive: true });
  const root = join(folder, "docs");
  cpSync(site, root, { recursive: true, filter: (path) => !path.includes("/.git/") });
  execFileSync("chmod", ["-R", "u+w", folder]);
  const config = JSON.parse(readFileSync(join(root, "docs.json"), "utf8")) as Record<string, unknown>;
  writeFileSync(join(root, "docs.json"), JSON.stringify({ ...config, redirects: [] }, undefined, 2));
  const runGitIn = (...args: readonly string[]) => runGit(root, args);
  runGitIn("init", "-q", "-b", "main", folder);
  runGitIn("add", "-A", "-f", ".");
  runGitIn("commit", "-q", "-m", "x");
  // Files that pages import aren't renamed, because renaming them would break the imports.
  const imported = new Set(
    listPages(root).flatMap((page) =>
      [...readFileSync(join(root, page), "utf8").matchAll(/["']([^"'\n]*\/)?([^"'/\n]+\.mdx?)["']/g)].map(
        ([, , name]) => name,
      ),
    ),
  );
  const pages = listPages(root).filter(
    (page) =>
      readFileSync(join(root, page)).length > 40 &&
      !imported.has(page.split("/").at(-1)) &&
      !/(^|\/)(index|README|[A-Z]+)\.mdx?$/.test(page),
  );
  /** Maps each path to the index of the last file that had the path. */
  const lastAt = new Map<string, number>();
  const now = [...pages];
  const remainingPages: string[] = [];
  for (let commit = 0; commit < commits; commit++) {
    // A path that a page received and lost within one commit was never published.
    const moved = new Set<number>();
    for (let move = 0; move <= random.nextBelow(4); move++) {
      const pageIndex = random.nextBelow(now.length);
      if (moved.has(pageIndex)) continue;
      const from = now[pageIndex] ?? "";
      const to = chooseTarget(from, now, remainingPages, random);
      if (to === undefined) continue;
      mkdirSync(dirname(join(root, to)), { recursive: true });
      runGitIn("mv", from, to);
      if (random.nextChance(0.3)) appendFileSync(join(root, to), `\nAnd ${random.nextWord(6)}.\n`);
      moved.add(pageIndex);
      lastAt.set(from, pageIndex);
      remainingPages.push(from);
      now[pageIndex] = to;
    }
    runGitIn("add", "-A", "-f", ".");
    runGitIn("commit", "-q", "--allow-empty", "-m", "x");
  }
  const takenPaths = new Set(now.map(toUrlPath));
  return [...lastAt].flatMap(([path, pageIndex]) => {
    const file = now[pageIndex];
    return file === undefined || takenPaths.has(toUrlPath(path)) ? [] : [{ path: toUrlPath(path), file }];
  });
}

const toUrlPath = (file: string) => file.replace(/\.mdx?$/, "");

/**
 * Returns a path with another name, in another folder, or both, or a path that another page had before it was moved.
 */
function chooseTarget(
  from: string,
  now: readonly string[],
  remainingPages: readonly string[],
  random: Random,
): string | undefined {
  const [folder, name] = [dirname(from), from.split("/").at(-1) ?? ""];
  const end = /\.mdx?$/.exec(name)?.[0] ?? ".mdx";
  const elsewhere = random.nextChance(0.3)
    ? `${random.nextWord(5)}/${random.nextWord(4)}`
    : dirname(random.pick(now) ?? "a/b.mdx");
  const candidates = [
    `${folder}/${random.nextWord(6)}-${name}`,
    `${elsewhere}/${name}`,
    `${elsewhere}/${random.nextWord(7)}${end}`,
    random.pick(remainingPages.filter((path) => path.endsWith(end))),
  ];
  const to = random.pick(candidates)?.replace(/^\.\//, "");
  const isFree = to !== undefined && !now.some((other) => toUrlPath(other) === toUrlPath(to));
  return isFree ? to : undefined;
}
