import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { importedFile, getPageSlug } from "../../core/site/pages/pages.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { isPageFile, type SiteSkeleton } from "../files/site-files.ts";
import {
  resolveCommit,
  listFilesAt,
  listCurrentFiles,
  type GitResult,
  type GitLimits,
  type CommittedFile,
  readLinesAt,
} from "./git.ts";

/** Pages by their path that were published before; undefined when that cannot be told. */
export type PreviousPagesReader = (
  frame: SiteSkeleton,
  signal: AbortSignal | undefined,
) => Promise<ReadonlySet<string> | undefined>;

const maxMilliseconds = 5000;

/** What was published at a revision of the repository that the site lies in. `onFailed` hears why that is not known. */
export function readPreviousPagesAt(
  root: string,
  revision: string,
  onFailed: (reason: string) => void = () => undefined,
): PreviousPagesReader {
  return async (frame, signal) => {
    const pages = await readPagesAt(root, revision, frame, { milliseconds: maxMilliseconds, signal });
    if (pages.ok) return pages.value;
    onFailed(pages.reason);
    return undefined;
  };
}

async function readPagesAt(
  root: string,
  revision: string,
  frame: SiteSkeleton,
  limits: GitLimits,
): Promise<GitResult<ReadonlySet<string>>> {
  const commit = await resolveCommit(root, revision, limits);
  if (!commit.ok) return commit;
  const files = await listFilesAt(root, commit.value, limits);
  if (!files.ok) return files;
  const paths = files.value.map(({ path }) => path);
  const pages = paths.filter((path) => isPageFile(path, frame) && getPageSlug(path) !== undefined);
  const isAllThere = pages.every((path) => frame.files.has(path));
  const parts = isAllThere ? noneImported : await importedAt(root, commit.value, limits);
  if (!parts.ok) return parts;
  const slugs = pages.filter((path) => !parts.value.has(path)).flatMap((path) => getPageSlug(path) ?? []);
  return { ok: true, value: new Set(slugs) };
}

const noneImported = { ok: true, value: new Set<SitePath>() } as const;

/** What other pages imported then was a part of them and no page. */
async function importedAt(
  root: string,
  commit: string,
  limits: GitLimits,
): Promise<GitResult<ReadonlySet<SitePath>>> {
  const lines = await readLinesAt(root, commit, "^(import|export) .*\\.mdx?[\"']", limits);
  if (!lines.ok) return lines;
  const imported = lines.value.flatMap(({ path, line }) => {
    const source = /["']([^"'\n]*\.mdx?)["']/.exec(line)?.[1];
    return source === undefined ? [] : (importedFile(source, path) ?? []);
  });
  return { ok: true, value: new Set(imported) };
}

/** Larger files are no text that rules look at, and count as the same. */
const maxComparedSize = 10_000_000;
const atOnce = 32;

/**
 * The files below `root` that differ from a revision (`resolveCommit`): changed, new, gone, not yet added. They are compared
 * here and not by git, which would run the filters of the repository for it. A line end of two characters counts as one.
 */
export async function changedFiles(
  root: string,
  revision: string,
  limits: GitLimits = {},
): Promise<GitResult<ReadonlySet<SitePath>>> {
  const commit = await resolveCommit(root, revision, limits);
  if (!commit.ok) return commit;
  const [retained, now] = await Promise.all([
    listFilesAt(root, commit.value, limits),
    listCurrentFiles(root, limits),
  ]);
  if (!retained.ok) return retained;
  if (!now.ok) return now;
  const before = new Map(retained.value.map((file) => [file.path, file]));
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

async function isChanged(place: string, before: CommittedFile | undefined): Promise<boolean> {
  const size = await sizeOf(place);
  if (!before || size === undefined) return (before === undefined) !== (size === undefined);
  if (size > maxComparedSize) return false;
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
