import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type FileMove, findMovedFiles } from "../../core/features/move/moved-links.ts";
import { type MovePlan, type MovePlanResult, planMove } from "../../core/features/move/plan-move.ts";
import { type MoveRecord, restoreSite } from "../../core/features/move/undo-move.ts";
import type { Site } from "../../core/site/site.ts";
import { canBeSpec, isRemoteSpec } from "../../core/spec/detect-spec.ts";
import type { SpecReference } from "../../core/spec/spec-tree.ts";
import type { Refusal } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { LoadedSite } from "../analysis/load-site.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { toAbsolutePath } from "../files/disk.ts";
import { maxEmptyTime, ReadStamps } from "../files/file-stamps.ts";
import { getRealPath } from "../files/node-disk.ts";
import { readFile, getFileText, type SiteFiles } from "../files/site-files.ts";
import { type FileChange, type WriteFailure, writeFiles } from "../files/write-files.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { maxSpecReadSize } from "../specs/spec-worker-host.ts";

/**
 * Plans a move of files in a site (see `planMove`), and reads the files that the plan needs. Doesn't write any files.
 */
export async function planSiteMove(
  site: Site,
  moves: readonly FileMove[],
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "readReferences">,
  earlierMoves: readonly MoveRecord[] = [],
): Promise<MovePlanResult> {
  const affectsSpecs = [...findMovedFiles(site.files, moves).keys()].some((file) => canBeSpec(file));
  const references = affectsSpecs ? await findReferences(site, siteFiles, specService) : [];
  return planMove(site, moves, {
    readText: createTextReader(siteFiles),
    specReferences: references,
    earlierMoves,
  });
}

/** Returns a function that returns the text of any file that moves may edit, including specifications. */
export function createTextReader(siteFiles: SiteFiles): (file: SitePath) => string | undefined {
  return (file) => getFileText(readFile(siteFiles, file, maxSpecReadSize));
}

/**
 * Removes duplicate references. Duplicates occur because every specification that includes a file reports that file's
 * references.
 */
function removeDuplicates(references: readonly SpecReference[]): readonly SpecReference[] {
  const referencesByLocation = new Map(
    references.map((reference) => [`${String(reference.range.start)} ${reference.file}`, reference]),
  );
  return [...referencesByLocation.values()];
}

export type CombinedPlan = { readonly ok: true; readonly plan: MovePlan; readonly requestedPlan: MovePlan } | Refusal;

/**
 * Returns the plan for a move combined with additional moves, and the plan for the move alone. If the additional moves
 * aren't possible, both plans contain only the move itself.
 */
export async function planCombinedMove(
  site: Site,
  moves: readonly FileMove[],
  otherMoves: readonly FileMove[],
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "readReferences">,
  earlierMoves: readonly MoveRecord[],
): Promise<CombinedPlan> {
  const requestedResult = await planSiteMove(site, moves, siteFiles, specService, earlierMoves);
  if (!requestedResult.ok) return requestedResult;
  const combinedResult =
    otherMoves.length > 0
      ? await planSiteMove(site, [...moves, ...otherMoves], siteFiles, specService, earlierMoves)
      : requestedResult;
  return {
    ok: true,
    plan: combinedResult.ok ? combinedResult.plan : requestedResult.plan,
    requestedPlan: requestedResult.plan,
  };
}

/**
 * Plans the updates that are needed because files have already been moved (see `findMovesOutsideEditor`). The edits
 * apply to the files at their current locations.
 */
export async function planRepair(
  site: Site,
  moves: readonly FileMove[],
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "readReferences">,
): Promise<MovePlanResult> {
  const newPathByOldPath = new Map(moves.map((move) => [move.from, move.to]));
  const oldPathByNewPath = new Map(moves.map((move) => [move.to, move.from]));
  const readText = (file: SitePath) =>
    getFileText(readFile(siteFiles, newPathByOldPath.get(file) ?? file, maxSpecReadSize));
  const affectsSpecs = moves.some(({ from: file }) => canBeSpec(file));
  const references = affectsSpecs ? await findReferences(site, siteFiles, specService) : [];
  const result = planMove(restoreSite(site, moves, readText), moves, {
    readText,
    specReferences: references.map((reference) => ({
      ...reference,
      file: oldPathByNewPath.get(reference.file) ?? reference.file,
    })),
  });
  if (!result.ok) return result;
  const restorePaths = <Part extends { readonly file: SitePath }>(parts: readonly Part[]) =>
    parts.map((part) => ({ ...part, file: newPathByOldPath.get(part.file) ?? part.file }));
  const { plan } = result;
  const { edits, redirects, remainingLinks } = plan;
  return {
    ok: true,
    plan: {
      ...plan,
      edits: restorePaths(edits),
      redirects: restorePaths(redirects),
      remainingLinks: restorePaths(remainingLinks),
    },
  };
}

async function findReferences(
  site: Site,
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "readReferences">,
): Promise<readonly SpecReference[]> {
  const references: SpecReference[] = [];
  for (const spec of site.specs.values())
    if (!isRemoteSpec(spec.path)) references.push(...(await specService.readReferences(siteFiles, spec)));
  return removeDuplicates(references);
}

export interface MoveFailure {
  readonly path: string;
  readonly reason: WriteFailure["reason"] | "is-there" | "absent";
}

/**
 * Writes the edited files and then moves files. If anything fails, all changes are undone. Folders that become empty
 * are deleted. Links aren't followed, and existing files aren't overwritten.
 */
export function moveFiles(
  folder: string,
  changes: readonly FileChange[],
  moves: readonly FileMove[],
): MoveFailure | undefined {
  for (const move of moves) {
    const failure = findMoveFailure(folder, move, moves);
    if (failure) return failure;
  }
  const failure = writeFiles(folder, changes);
  if (failure) return failure;
  const completedMoves: FileMove[] = [];
  for (const move of sortMoves(moves)) {
    const failure = findMoveFailure(folder, move, moves);
    try {
      if (failure) throw new Error(failure.reason);
      applyMove(folder, move);
      completedMoves.push(move);
    } catch {
      for (const { from, to } of completedMoves.reverse()) applyMove(folder, { from: to, to: from });
      writeFiles(
        folder,
        changes.map(({ path, oldText, newText }) => ({ path, oldText: newText, newText: oldText })),
      );
      return failure ?? { path: move.to, reason: "not-writable" };
    }
  }
  for (const { from } of moves) removeEmptyFolders(folder, dirname(from));
  return undefined;
}

function findMoveFailure(folder: string, { from, to }: FileMove, moves: readonly FileMove[]): MoveFailure | undefined {
  const [source, target] = [toAbsolutePath(folder, from), toAbsolutePath(folder, to)];
  if (source === undefined) return { path: from, reason: "outside-site" };
  if (target === undefined) return { path: to, reason: "outside-site" };
  if (!existsSync(source)) return { path: from, reason: "absent" };
  if (hasLink(folder, isLinkOutside(folder, from) ? dirname(from) : from)) return { path: from, reason: "is-link" };
  if (hasLink(folder, dirname(to))) return { path: dirname(to), reason: "is-link" };
  const isReplaceable = from.toLowerCase() === to.toLowerCase() || moves.some((move) => move.from === to);
  return existsSync(target) && !isReplaceable ? { path: to, reason: "is-there" } : undefined;
}

/** Whether the path, which exists, leads to a file outside the folder. Such a link is moved like a file. */
function isLinkOutside(folder: string, path: SitePath): boolean {
  return getRealPath(folder, path) === undefined;
}

function hasLink(folder: string, path: string): boolean {
  let ancestor = folder;
  for (const segment of path === "." ? [] : path.split("/")) {
    ancestor = join(ancestor, segment);
    try {
      if (lstatSync(ancestor).isSymbolicLink()) return true;
    } catch {
      return false;
    }
  }
  return false;
}

/** Sorts moves so that a file is moved to an occupied path only after the other file has been moved away. */
function sortMoves(moves: readonly FileMove[]): readonly FileMove[] {
  const sources = new Set(moves.map(({ from }) => from));
  return [...moves].sort((a, b) => Number(sources.has(a.to)) - Number(sources.has(b.to)));
}

function applyMove(folder: string, { from, to }: FileMove): void {
  const source = join(folder, ...from.split("/"));
  const target = join(folder, ...to.split("/"));
  mkdirSync(dirname(target), { recursive: true });
  const link = lstatSync(source).isSymbolicLink() ? readlinkSync(source) : undefined;
  const [oldFolder, newFolder] = [dirname(source), dirname(target)].map((path) => realpathSync.native(path));
  if (
    link === undefined ||
    isAbsolute(link) ||
    oldFolder === undefined ||
    newFolder === undefined ||
    oldFolder === newFolder
  ) {
    renameSync(source, target);
    return;
  }
  // A relative link depends on its folder.
  symlinkSync(relative(newFolder, resolve(oldFolder, link)), target);
  unlinkSync(source);
}

function removeEmptyFolders(folder: string, path: string): void {
  for (
    let currentFolder = path;
    currentFolder !== "." && currentFolder !== "";
    currentFolder = dirname(currentFolder)
  ) {
    const fullPath = join(folder, ...currentFolder.split("/"));
    try {
      if (readdirSync(fullPath).length > 0) return;
      rmdirSync(fullPath);
    } catch {
      return;
    }
  }
}

/** The maximum number of attempts. If all of them fail, the site's files are considered to be changing constantly. */
const maxRounds = 5;

export const changingFilesReason = "the site's files keep changing; run the command again when they stop";

interface PlanResult {
  readonly loadedSite: LoadedSite;
}

/**
 * Creates a plan for writing files in a site, based on the files on disk. If a file has changed since it was read, the
 * plan is created again. `plan` must read the site and the text of all files through the `SiteFiles` that it receives.
 * Returns undefined if the files keep changing.
 */
export async function planOnDisk<Plan extends PlanResult>(
  siteFiles: SiteFiles,
  plan: (from: SiteFiles) => Promise<Plan>,
): Promise<Plan | undefined> {
  for (let round = 0; round < maxRounds; round++) {
    const stamps = new ReadStamps();
    const sitePlan = await plan({ ...siteFiles, disk: stamps.wrapDisk(siteFiles.disk) });
    const { files, isIgnored } = sitePlan.loadedSite.skeleton;
    const changedPaths = await runTimeSliced(stamps.listChangedFiles(siteFiles.disk, files, isIgnored));
    if (changedPaths.length === 0) return sitePlan;
    if (changedPaths.some((path) => stamps.mayBeUnfinished(path))) await pause(maxEmptyTime / 2);
  }
  return undefined;
}
