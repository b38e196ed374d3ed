import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import type { FileMove } from "../../core/features/move/moved-links.ts";
import type { Site } from "../../core/site/site.ts";
import { getFileName } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { toAbsolutePath } from "../files/disk.ts";
import { resolveCommit, listFilesAt, type GitResult, type GitLimits, type CommittedFile, readTextAt } from "./git.ts";

/** The minimum length of a line that is compared. Shorter lines aren't distinctive. */
const minLineLength = 3;

/**
 * Returns the similarity of two texts, from 0 to 1. The similarity depends on the lines that both texts contain,
 * regardless of their order.
 */
export function computeTextSimilarity(a: string, b: string): number {
  const [leftCounts, rightCounts] = [countLines(a), countLines(b)];
  const [size, otherSize] = [sumLines(leftCounts), sumLines(rightCounts)];
  if (size === 0 || otherSize === 0) return 0;
  let sharedLength = 0;
  for (const [line, count] of leftCounts) sharedLength += Math.min(count, rightCounts.get(line) ?? 0) * line.length;
  return sharedLength / Math.max(size, otherSize);
}

function countLines(text: string): Map<string, number> {
  const countsByLine = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    const trimmedLine = line.trim();
    if (trimmedLine.length >= minLineLength) countsByLine.set(trimmedLine, (countsByLine.get(trimmedLine) ?? 0) + 1);
  }
  return countsByLine;
}

function sumLines(countsByLine: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const [line, count] of countsByLine) length += count * line.length;
  return length;
}

/** The maximum size in bytes. Larger files aren't compared. */
const maxSize = 20_000_000;
/** The maximum number of changed files whose content is compared. */
const maxComparisons = 300;
const minSimilarity = 0.5;

/** The files in a site and the text of each page. */
export interface CurrentFiles extends Pick<Site, "files" | "isIgnored"> {
  readonly getText: (page: SitePath) => string | undefined;
}

/**
 * Returns files that were moved since the last commit. A file was moved if its content is now at another path, or if a
 * page at another path has mostly the same text. The comparison uses only Git data and content, so moves are detected
 * regardless of which program made them. Ambiguous cases are omitted.
 */
export async function findMovesOutsideEditor(
  root: string,
  { files, isIgnored, getText }: CurrentFiles,
  limits: GitLimits = {},
): Promise<GitResult<readonly FileMove[]>> {
  const commit = await resolveCommit(root, "HEAD", limits);
  if (!commit.ok) return commit;
  const result = await listFilesAt(root, commit.value, limits);
  if (!result.ok) return result;
  const committedFilesByPath = new Map(result.value.map((file) => [file.path, file]));
  const missingFiles = result.value.filter(({ path }) => !files.has(path) && !isIgnored(path));
  const addedFiles = [...files].filter((path) => !committedFilesByPath.has(path));
  if (missingFiles.length === 0 || addedFiles.length === 0) return { ok: true, value: [] };
  const sameContentMoves = pairSameContent(root, missingFiles, addedFiles);
  const targets = new Set(sameContentMoves.map(({ to }) => to));
  const sources = new Set(sameContentMoves.map(({ from }) => from));
  const pages = addedFiles.filter((path) => !targets.has(path) && /\.mdx?$/i.test(path));
  const remainingFiles = missingFiles
    .filter(({ path }) => !sources.has(path) && /\.mdx?$/i.test(path))
    .slice(0, maxComparisons);
  const similarPairs: MoveCandidate[] = [];
  for (const { path } of pages.length === 0 ? [] : remainingFiles) {
    const oldTextResult = await readTextAt(root, commit.value, path, limits);
    if (!oldTextResult.ok) return oldTextResult;
    for (const targetPage of pages) {
      const similarity = computeTextSimilarity(oldTextResult.value ?? "", getText(targetPage) ?? "");
      const nameBonus = getFileName(targetPage) === getFileName(path) ? 0.1 : 0;
      if (similarity >= minSimilarity)
        similarPairs.push({ move: { from: path, to: targetPage }, similarity: similarity + nameBonus });
    }
  }
  return { ok: true, value: [...sameContentMoves, ...findBestPairs(similarPairs)] };
}

/** Pairs files that have the same content, one to one. Pairs of files with the same name take precedence. */
function pairSameContent(
  root: string,
  missingFiles: readonly CommittedFile[],
  addedFiles: readonly SitePath[],
): FileMove[] {
  const pathsByHash = new Map<string, SitePath[]>();
  const hashLength = missingFiles[0]?.hash.length ?? 40;
  for (const path of addedFiles) {
    const hash = hashFile(root, path, hashLength === 64 ? "sha256" : "sha1");
    if (hash !== undefined) pathsByHash.set(hash, [...(pathsByHash.get(hash) ?? []), path]);
  }
  const moves: FileMove[] = [];
  const pendingPathsByHash = new Map<string, SitePath[]>();
  for (const { path, hash } of missingFiles)
    if (pathsByHash.has(hash)) pendingPathsByHash.set(hash, [...(pendingPathsByHash.get(hash) ?? []), path]);
  for (const [hash, sources] of pendingPathsByHash) {
    const targets = [...(pathsByHash.get(hash) ?? [])];
    const addMove = (oldPath: SitePath, index: number) => {
      const [targetPath] = targets.splice(index, 1);
      if (targetPath !== undefined) moves.push({ from: oldPath, to: targetPath });
    };
    const unmatchedSources = sources.filter((oldPath) => {
      const index = targets.findIndex((targetPath) => getFileName(targetPath) === getFileName(oldPath));
      if (index >= 0) addMove(oldPath, index);
      return index < 0;
    });
    const [onlyPath] = unmatchedSources;
    if (onlyPath !== undefined && unmatchedSources.length === 1 && targets.length === 1) addMove(onlyPath, 0);
  }
  return moves;
}

/** Returns the hash that Git computes for a file's content if no filters apply. */
function hashFile(root: string, path: SitePath, algorithm: "sha1" | "sha256"): string | undefined {
  const fullPath = toAbsolutePath(root, path);
  try {
    const stats = fullPath === undefined ? undefined : lstatSync(fullPath);
    if (fullPath === undefined || !stats?.isFile() || stats.size > maxSize) return undefined;
    const bytes = readFileSync(fullPath);
    return createHash(algorithm)
      .update(`blob ${String(bytes.length)}\0`)
      .update(bytes)
      .digest("hex");
  } catch {
    return undefined;
  }
}

interface MoveCandidate {
  readonly move: FileMove;
  readonly similarity: number;
}

/**
 * Pairs files one to one, starting with the most similar files. If another file is almost as similar, the match is
 * ambiguous and is omitted.
 */
function findBestPairs(pairs: readonly MoveCandidate[]): FileMove[] {
  const isAmbiguous = (a: MoveCandidate, b: MoveCandidate) =>
    a !== b && (a.move.from === b.move.from || a.move.to === b.move.to) && b.similarity > a.similarity - minMargin;
  const unambiguousPairs = pairs.filter((pair) => !pairs.some((other) => isAmbiguous(pair, other)));
  return unambiguousPairs.sort((a, b) => b.similarity - a.similarity).map(({ move }) => move);
}

const minMargin = 0.02;
