import { relative, sep } from "node:path";
import { changedFiles } from "../workspace/git/revisions.ts";
import { commitOf, type GitAnswer } from "../workspace/git/git.ts";

/** Where a default branch is looked for; what others have published comes first. */
const usualBases = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/**
 * The files below the roots of sites that differ from where this branch began, committed or not, as paths from DIR.
 * `base` is what the branch goes back to; `true` is the default branch.
 */
export async function filesOfBranch(
  folder: string,
  roots: readonly string[],
  base: string | true,
): Promise<GitAnswer<ReadonlySet<string>>> {
  const found = new Set<string>();
  for (const root of roots) {
    const revision = base === true ? await defaultBranch(root) : ({ ok: true, value: base } as const);
    if (!revision.ok) return revision;
    const changed = await changedFiles(root, revision.value);
    if (!changed.ok) return changed;
    const prefix = relative(folder, root).split(sep).join("/");
    for (const file of changed.value) found.add(prefix === "" ? file : `${prefix}/${file}`);
  }
  return { ok: true, value: found };
}

async function defaultBranch(root: string): Promise<GitAnswer<string>> {
  let reason = "";
  for (const base of usualBases) {
    const commit = await commitOf(root, base);
    if (commit.ok) return { ok: true, value: base };
    reason = commit.reason;
  }
  const isUnknown = reason.startsWith("git knows no revision");
  return {
    ok: false,
    reason: isUnknown
      ? "git knows no default branch here. Name what the branch began at, as in --branch=develop."
      : reason,
  };
}
