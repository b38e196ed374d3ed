import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileMove } from "../../core/features/move/moved-links.ts";
import type { PreviousFiles } from "../../core/site/files/previous-files.ts";
import { findImportedFile, getPageSlug } from "../../core/site/pages/pages.ts";
import type { PreviousPages } from "../../core/site/site.ts";
import type { LocalizedMessage } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { isPageFile, type SiteSkeleton } from "../files/site-files.ts";
import { findMovesOutsideEditor } from "./detect-moves.ts";
import {
  resolveCommit,
  listFilesAt,
  listCurrentFiles,
  type GitResult,
  type GitLimits,
  type CommittedFile,
  findLinesAt,
} from "./git.ts";
import { PreviousFilesReader } from "./renames.ts";

/**
 * Finds previously published pages and their current locations. Returns undefined if the pages can't be determined.
 */
export type PreviousPagesReader = (
  skeleton: SiteSkeleton,
  getText: (page: SitePath) => string | undefined,
  signal: AbortSignal | undefined,
) => Promise<PreviousPages | undefined>;

const maxMilliseconds = 5000;
/** The time limit for reading renames. If the history is long, older renames are ignored. */
const maxRenameMilliseconds = 3000;

/**
 * Returns the pages published at a revision of the site's repository. If the pages can't be determined, calls
 * `onFailed` with the reason.
 */
export function createPreviousPagesReader(
  root: string,
  revision: string,
  onFailed: (reason: LocalizedMessage) => void = () => undefined,
): PreviousPagesReader {
  const history = new PreviousFilesReader(root, { maxMilliseconds: maxRenameMilliseconds });
  return async (skeleton, getText, signal) => {
    const limits = { maxMilliseconds, signal };
    const pagesResult = await readPageSlugsAt(root, revision, skeleton, limits);
    if (!pagesResult.ok) {
      onFailed(pagesResult.reason);
      return undefined;
    }
    const { currentPaths: pathsByPreviousPath } = await history.read();
    const result = await findMovesOutsideEditor(root, { ...skeleton, getText }, limits);
    return {
      slugs: pagesResult.value,
      currentPaths: combineRenames(pathsByPreviousPath, result.ok ? result.value : [], skeleton.files),
    };
  };
}

/** Combines committed renames with uncommitted ones. */
function combineRenames(
  committedPaths: PreviousFiles["currentPaths"],
  uncommittedMoves: readonly FileMove[],
  files: ReadonlySet<SitePath>,
): ReadonlyMap<string, string> {
  const newPathByOldPath = new Map(uncommittedMoves.map(({ from, to }) => [from, to]));
  const slugsByPreviousSlug = new Map<string, string>();
  for (const [oldPath, newPath] of [...committedPaths, ...newPathByOldPath]) {
    const currentPath = newPath === undefined ? undefined : (newPathByOldPath.get(newPath) ?? newPath);
    const [previousSlug, slug] = [
      getPageSlug(oldPath),
      currentPath === undefined ? undefined : getPageSlug(currentPath),
    ];
    if (currentPath !== undefined && files.has(currentPath) && previousSlug !== undefined && slug !== undefined)
      slugsByPreviousSlug.set(previousSlug, slug);
  }
  return slugsByPreviousSlug;
}

async function readPageSlugsAt(
  root: string,
  revision: string,
  skeleton: SiteSkeleton,
  limits: GitLimits,
): Promise<GitResult<ReadonlySet<string>>> {
  const commit = await resolveCommit(root, revision, limits);
  if (!commit.ok) return commit;
  const files = await listFilesAt(root, commit.value, limits);
  if (!files.ok) return files;
  const paths = files.value.map(({ path }) => path);
  const pages = paths.filter((path) => isPageFile(path, skeleton) && getPageSlug(path) !== undefined);
  const hasAllPages = pages.every((path) => skeleton.files.has(path));
  const importsResult = hasAllPages ? noImports : await readImportedFiles(root, commit.value, limits);
  if (!importsResult.ok) return importsResult;
  const slugs = pages.filter((path) => !importsResult.value.has(path)).flatMap((path) => getPageSlug(path) ?? []);
  return { ok: true, value: new Set(slugs) };
}

const noImports = { ok: true, value: new Set<SitePath>() } as const;

/** Returns the files that other pages imported at that commit. These files were snippets, not pages. */
async function readImportedFiles(
  root: string,
  commit: string,
  limits: GitLimits,
): Promise<GitResult<ReadonlySet<SitePath>>> {
  const lines = await findLinesAt(root, commit, "^(import|export) .*\\.mdx?[\"']", limits);
  if (!lines.ok) return lines;
  const importedFiles = lines.value.flatMap(({ path, line }) => {
    const source = /["']([^"'\n]*\.mdx?)["']/.exec(line)?.[1];
    return source === undefined ? [] : (findImportedFile(source, path) ?? []);
  });
  return { ok: true, value: new Set(importedFiles) };
}

/** The maximum size in bytes. Larger files aren't checked by rules, so they're treated as unchanged. */
const maxComparedSize = 10_000_000;
const maxConcurrent = 32;

/**
 * Returns the files below `root` that differ from a revision (see `resolveCommit`): changed, created, deleted, and
 * untracked files. The files are compared without Git, because Git would run the repository's filters. CRLF and LF are
 * treated as equal.
 */
export async function listChangedFiles(
  root: string,
  revision: string,
  limits: GitLimits = {},
): Promise<GitResult<ReadonlySet<SitePath>>> {
  const commit = await resolveCommit(root, revision, limits);
  if (!commit.ok) return commit;
  const [result, currentPaths] = await Promise.all([
    listFilesAt(root, commit.value, limits),
    listCurrentFiles(root, limits),
  ]);
  if (!result.ok) return result;
  if (!currentPaths.ok) return currentPaths;
  const committedFilesByPath = new Map(result.value.map((file) => [file.path, file]));
  const paths = [...new Set([...committedFilesByPath.keys(), ...currentPaths.value])].sort();
  const changedPaths = new Set<SitePath>();
  for (let start = 0; start < paths.length; start += maxConcurrent)
    await Promise.all(
      paths.slice(start, start + maxConcurrent).map(async (path) => {
        if (await isChanged(join(root, path), committedFilesByPath.get(path))) changedPaths.add(path);
      }),
    );
  return { ok: true, value: new Set([...changedPaths].sort()) };
}

async function isChanged(fullPath: string, committedFile: CommittedFile | undefined): Promise<boolean> {
  const size = await getSize(fullPath);
  if (!committedFile || size === undefined) return (committedFile === undefined) !== (size === undefined);
  if (size > maxComparedSize) return false;
  const bytes = await readFile(fullPath).catch(() => undefined);
  if (!bytes) return true;
  if (hashBlob(bytes, committedFile.hash.length) === committedFile.hash) return false;
  const normalizedBytes = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return (
    normalizedBytes.length === bytes.length ||
    hashBlob(normalizedBytes, committedFile.hash.length) !== committedFile.hash
  );
}

/** Returns a file's size in bytes, or undefined if the path isn't a regular file. */
async function getSize(fullPath: string): Promise<number | undefined> {
  const stat = await lstat(fullPath).catch(() => undefined);
  return stat?.isFile() ? stat.size : undefined;
}

function hashBlob(bytes: Buffer, hashLength: number): string {
  const hash = createHash(hashLength === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
