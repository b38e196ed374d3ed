import { existsSync, statSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import type { RedirectSetting } from "../../core/config/redirect-edits.ts";
import type { FileMove, RemainingLink } from "../../core/features/move/moved-links.ts";
import { findCounterpartMoves } from "../../core/features/move/plan-move.ts";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import { getFileName, getFolderPath } from "../../core/text/site-path.ts";
import type { FileEdit } from "../../core/text/text-edit.ts";
import { analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { toSitePath } from "../../workspace/files/disk.ts";
import { findSites, findFileSite } from "../../workspace/files/find-sites.ts";
import { type FileChange, readFullText } from "../../workspace/files/write-files.ts";
import { readChangedTexts } from "../../workspace/refactoring/migrate-site.ts";
import {
  changingFilesReason,
  moveFiles,
  type MoveFailure,
  planOnDisk,
  planSiteMove,
} from "../../workspace/refactoring/move-site.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import { CommandError, createNoSiteError } from "../command.ts";
import { getFolderSite } from "../folder-site.ts";
import { formatUnifiedDiff } from "../terminal/diff.ts";
import type { MoveOptions } from "./move-command.ts";

/** The source and destination of a move, and the site that contains both. */
export interface MoveLocation {
  readonly root: string;
  readonly move: FileMove;
}

export type MoveLocationResult =
  | { readonly ok: true; readonly location: MoveLocation }
  | { readonly ok: false; readonly reason: string };

const extensions = ["", ".mdx", ".md"];

/**
 * Finds the file or folder that FROM refers to. FROM is a file, a folder, or the path of a page, relative to the
 * working directory, DIR, or a site in DIR. TO is relative to the same folder. If TO is an existing folder or ends with
 * a slash, the file or folder keeps its name. An ambiguous FROM, for example, one that matches both a page and a folder
 * or that matches a page in several sites, is an error.
 */
export function findMoveLocation(
  oldPath: string,
  newPath: string,
  folders: { readonly cwd: string; readonly folder: string; readonly roots: readonly string[] },
): MoveLocationResult {
  const { cwd, folder, roots } = folders;
  const bases = [...new Set([cwd, folder, ...roots])];
  for (const base of bases) {
    const matches = findMatches(base, oldPath, roots);
    if (matches.length > 0 && base !== cwd && base !== folder) {
      const matchingRoots = roots.filter((root) => findMatches(root, oldPath, roots).length > 0);
      if (matchingRoots.length > 1)
        return { ok: false, reason: describeSeveralSites(oldPath, newPath, folder, matchingRoots) };
    }
    const [firstMatch, ...otherMatches] = matches;
    if (!firstMatch) continue;
    if (otherMatches.length > 0) {
      const namesText = matches.map(({ argument }) => argument).join(" and ");
      return { ok: false, reason: `${oldPath} matches both ${namesText}; specify one of them` };
    }
    const target = resolveTargetPath(firstMatch.root, base, newPath, firstMatch.source);
    if (target === undefined) return { ok: false, reason: `${newPath} is outside the site` };
    return { ok: true, location: { root: firstMatch.root, move: { from: firstMatch.source, to: target } } };
  }
  return { ok: false, reason: `no file, folder, or page ${oldPath} found in these sites` };
}

const maxNamedSites = 5;

function describeSeveralSites(oldPath: string, newPath: string, folder: string, roots: readonly string[]): string {
  const sitePaths = roots.map((root) => relative(folder, root).split(sep).join("/"));
  const [firstSitePath = ""] = sitePaths;
  const moreNote = sitePaths.length > maxNamedSites ? `, and ${sitePaths.length - maxNamedSites} more` : "";
  const example = `"${posix.join(firstSitePath, oldPath)}" "${posix.join(firstSitePath, newPath)}"`;
  return `${oldPath} exists in several sites: ${sitePaths.slice(0, maxNamedSites).join(", ")}${moreNote}; include the site in FROM and TO, for example, ${example}`;
}

interface SourceMatch {
  readonly root: string;
  readonly source: string;
  /** An argument that unambiguously refers to this file or folder. */
  readonly argument: string;
}

/** Returns the files and folders that FROM can refer to. If FROM ends with a slash, folders take precedence. */
function findMatches(base: string, oldPath: string, roots: readonly string[]): readonly SourceMatch[] {
  const trimmedPath = oldPath.replace(/\/+$/, "");
  const matches = extensions.flatMap((extension): SourceMatch[] => {
    const fullPath = resolve(base, ...toRelativePathArguments(trimmedPath + extension));
    const siteFile = findFileSite(roots, (each) => each, fullPath);
    if (!siteFile || siteFile.path === "" || !existsSync(fullPath)) return [];
    const isFolder = statSync(fullPath).isDirectory();
    return [
      { root: siteFile.site, source: siteFile.path, argument: `${trimmedPath}${extension}${isFolder ? "/" : ""}` },
    ];
  });
  const folderMatch = oldPath.endsWith("/") ? matches.find(({ argument }) => argument.endsWith("/")) : undefined;
  return folderMatch ? [folderMatch] : matches;
}

function toRelativePathArguments(path: string): string[] {
  return [path.startsWith("/") ? `.${path}` : path];
}

function resolveTargetPath(root: string, base: string, newPath: string, source: string): string | undefined {
  const fullPath = resolve(base, ...toRelativePathArguments(newPath));
  const targetPath = toSitePath(root, fullPath);
  if (targetPath === undefined) return undefined;
  const isFolder = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  if (newPath.endsWith("/") || (targetPath !== source && isFolder(targetPath)))
    return targetPath === "" ? getFileName(source) : `${targetPath}/${getFileName(source)}`;
  const extension = /\.mdx?$/.exec(source)?.[0] ?? "";
  const hasExtension = /\.mdx?$/.test(targetPath) || extension === "" || isFolder(source);
  const folder = getFolderPath(targetPath);
  const name = getFileName(targetPath) + (hasExtension ? "" : extension);
  return folder === "" ? name : `${folder}/${name}`;
}

const refusalReasonTexts: Readonly<Record<MoveFailure["reason"], string>> = {
  "changed-meanwhile": "changed while the command was running; run it again",
  "outside-site": "is outside the site",
  "is-link": "has a symbolic link in its path, which Docwright doesn't follow",
  "not-writable": "isn't writable",
  "is-there": "already exists",
  absent: "no longer exists",
};

/**
 * Plans a move in one of the sites in the folder, and performs the move unless `--dry-run` is specified. Throws a
 * `CommandError` if the move isn't possible.
 */
export async function moveInFolder(folder: string, cwd: string, options: MoveOptions): Promise<MoveOutcome> {
  const roots = await findSites(folder);
  if (roots.length === 0) throw createNoSiteError(options.folder, folder);
  const moveLocationResult = findMoveLocation(options.oldPath, options.newPath, { cwd, folder, roots });
  if (!moveLocationResult.ok) throw new CommandError(moveLocationResult.reason);
  const { root, move } = moveLocationResult.location;
  if (move.from === move.to) return emptyOutcome;
  const specService = new SpecService();
  try {
    const { siteFiles } = getFolderSite(folder, root, options.profile);
    const plannedMove = await planOnDisk(siteFiles, async (recordingFiles) => {
      const site = await analyzeSite(recordingFiles, { specReader: specService });
      const counterparts: readonly FileMove[] = options.movesCounterparts
        ? findCounterpartMoves(site.site, [move])
        : [];
      const result = await planSiteMove(site.site, [move, ...counterparts], recordingFiles, specService);
      if (!result.ok) return { loadedSite: site, result, texts: [] };
      const edits = [...result.plan.edits, ...(options.addsRedirects ? result.plan.redirects : [])];
      return { loadedSite: site, result, texts: readChangedTexts(recordingFiles, mergeEdits(edits)) ?? [] };
    });
    if (!plannedMove) throw createMoveError(changingFilesReason);
    const { result: moveResult } = plannedMove;
    if (!moveResult.ok) throw createMoveError(formatMessageInEnglish(moveResult.reason));
    const { plan } = moveResult;
    const changes = createFileChanges(root, plannedMove.texts);
    const refusal = options.isDryRun ? undefined : moveFiles(root, changes, plan.moves);
    if (refusal) throw createMoveError(`${refusal.path} ${refusalReasonTexts[refusal.reason]}`);
    return {
      written: !options.isDryRun,
      moves: plan.moves,
      changes,
      redirects: options.addsRedirects ? plan.redirectList : [],
      manualRedirects: options.addsRedirects ? plan.manualRedirects : [],
      left: plan.remainingLinks.map(({ file, url, why }) => ({ file, url, why })),
    };
  } finally {
    await specService.end();
  }
}

function createMoveError(reason: string): CommandError {
  return new CommandError(`nothing was moved: ${reason}`, 1);
}

/** Merges the edits so that there's one change for each file. */
function mergeEdits(edits: readonly FileEdit[]): FileEdit[] {
  const editsByFile = new Map<string, Extract<FileEdit, { kind: "edit" }>>();
  for (const edit of edits) {
    if (edit.kind !== "edit") continue;
    const fileEdits = editsByFile.get(edit.file);
    editsByFile.set(edit.file, fileEdits ? { ...fileEdits, edits: [...fileEdits.edits, ...edit.edits] } : edit);
  }
  return [...editsByFile.values()];
}

/** Returns the changes with the complete text of each file, including its byte order mark. */
function createFileChanges(
  root: string,
  texts: readonly { path: string; oldText: string | undefined; newText: string | undefined }[],
): FileChange[] {
  return texts.map(({ path, oldText, newText }) => {
    const byteOrderMark = readFullText(root, path)?.startsWith("\ufeff") ? "\ufeff" : "";
    const addByteOrderMark = (text: string | undefined) => (text === undefined ? undefined : byteOrderMark + text);
    return { path, oldText: addByteOrderMark(oldText), newText: addByteOrderMark(newText) };
  });
}

/** The result of a move that was performed or only planned. */
export interface MoveOutcome {
  readonly written: boolean;
  readonly moves: readonly FileMove[];
  readonly changes: readonly FileChange[];
  readonly redirects: readonly RedirectSetting[];
  /** Redirects that must be added manually. */
  readonly manualRedirects: readonly RedirectSetting[];
  /** Links that must be changed manually. */
  readonly left: readonly Omit<RemainingLink, "range">[];
}

const emptyOutcome: MoveOutcome = {
  written: false,
  moves: [],
  changes: [],
  redirects: [],
  manualRedirects: [],
  left: [],
};

const remainingLinkReasons: Readonly<Record<RemainingLink["why"], string>> = {
  "not-plain": "links to {url}, which can't be replaced safely",
  "differs-by-page": "links to {url}, and no single URL works on every page that includes this file",
  "has-space": "refers to {url}, whose new path can't be used in a reference because it contains a space",
};

/**
 * Yields the lines of the human-readable output: the moved files, a diff of the edits if no files are written, and a
 * summary.
 */
export function* formatMove(
  { moves, changes, redirects, manualRedirects, left, written }: MoveOutcome,
  isDryRun: boolean,
): Generator<string> {
  if (moves.length === 0) {
    yield "Nothing to move, because FROM and TO are the same path.";
    return;
  }
  for (const { from, to } of moves) yield `${from} → ${to}`;
  if (isDryRun)
    for (const { path, oldText = "", newText = "" } of changes)
      yield formatUnifiedDiff(path, oldText, newText).trimEnd();
  for (const { source, destination } of redirects) yield `redirect ${source} → ${destination}`;
  for (const { source, destination } of manualRedirects)
    yield `add manually: redirect ${source} → ${destination}, because docs.json can't be edited until its errors are fixed`;
  for (const { file, url, why } of left)
    yield `update manually: ${file} ${remainingLinkReasons[why].replace("{url}", () => url)}`;
  yield "";
  const filesText = `${moves.length} ${moves.length === 1 ? "file" : "files"}`;
  const editedFilesText = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  yield written
    ? `Moved ${filesText} and updated ${editedFilesText}.`
    : `No files changed. ${filesText} would move, and ${editedFilesText} would be updated.`;
}
