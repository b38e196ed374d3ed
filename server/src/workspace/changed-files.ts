import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SitePath } from "../core/text/text-edit.ts";
import { commitOf, filesAt, filesNow, type GitAnswer, type GitLimits, type KeptFile } from "./git.ts";

/** Larger files are no text that rules look at, and count as the same. */
const largestCompared = 10_000_000;
const atOnce = 32;

/**
 * The files below `root` that differ from a revision (`commitOf`): changed, new, gone, not yet added. They are compared
 * here and not by git, which would run the filters of the repository for it. A line end of two characters counts as one.
 */
export async function changedFiles(
  root: string,
  revision: string,
  limits: GitLimits = {},
): Promise<GitAnswer<ReadonlySet<SitePath>>> {
  const commit = await commitOf(root, revision, limits);
  if (!commit.ok) return commit;
  const [kept, now] = await Promise.all([filesAt(root, commit.value, limits), filesNow(root, limits)]);
  if (!kept.ok) return kept;
  if (!now.ok) return now;
  const before = new Map(kept.value.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...now.value])].sort();
  const changed = new Set<SitePath>();
  for (let from = 0; from < paths.length; from += atOnce)
    await Promise.all(
      paths.slice(from, from + atOnce).map(async (path) => {
        if (await isChanged(join(root, path), before.get(path))) changed.add(path);
      }),
    );
  return { ok: true, value: new Set([...changed].sort()) };
}

async function isChanged(place: string, before: KeptFile | undefined): Promise<boolean> {
  const size = await sizeOf(place);
  if (!before || size === undefined) return (before === undefined) !== (size === undefined);
  if (size > largestCompared) return false;
  const bytes = await readFile(place).catch(() => undefined);
  if (!bytes) return true;
  if (hashOf(bytes, before.hash.length) === before.hash) return false;
  const plain = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return plain.length === bytes.length || hashOf(plain, before.hash.length) !== before.hash;
}

/** Undefined when there is no regular file. */
async function sizeOf(place: string): Promise<number | undefined> {
  const stat = await lstat(place).catch(() => undefined);
  return stat?.isFile() ? stat.size : undefined;
}

function hashOf(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
