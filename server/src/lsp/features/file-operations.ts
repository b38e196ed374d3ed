import { statSync } from "node:fs";
import { join } from "node:path";
import type { DeleteFilesParams, RenameFilesParams, WorkspaceEdit } from "vscode-languageserver/node";
import type { FileMove } from "../../core/features/move/moved-links.ts";
import { planRedirects } from "../../core/config/redirect-edits.ts";
import { findMissingRedirects } from "../../core/features/move/moved-redirects.ts";
import {
  type DeletePlan,
  findUnusedFiles,
  findNewlyUnusedFiles,
  planDelete,
} from "../../core/features/move/plan-delete.ts";
import { findCounterpartMoves, type MovePlan, splitPlan } from "../../core/features/move/plan-move.ts";
import { createMoveRecord } from "../../core/features/move/undo-move.ts";
import { isPublishedSite } from "../../core/features/published-url.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type {
  AddRedirectsParams,
  DeleteSiteFilesParams,
  MovedFilesEdit,
  MoveFilesParams,
  PlannedEdit,
  PlannedRedirects,
  RedirectChoice,
  UnusedFiles,
} from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { planCombinedMove } from "../../workspace/refactoring/move-site.ts";
import {
  counterpartMoveAnnotation,
  relatedDeletionAnnotation,
  createReadOnlyMessage,
  navigationRemovalAnnotation,
  createRedirectAnnotation,
  deletionRedirectAnnotation,
} from "../convert/change-annotations.ts";
import { toPath, toUri } from "../convert/convert.ts";
import { type EditBasis, createMissingEditMessage, findMissingEditCause, makeEdit } from "../convert/edit-basis.ts";
import {
  type EditOrRefusal,
  fileNotInSiteReason,
  folderNotSiteReason,
  formatFirstItems,
  localize,
  locateRemainingLinks,
  type PartialMove,
  showWarning,
  warnOfManualRedirects,
  warnOfManualUpdates,
} from "../convert/client-messages.ts";
import { buildGroupedEdit, type EditGroup, toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { Cancellable } from "../handlers.ts";
import { type RequestFile, type RequestSite, waitForCurrentSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { offerRepair } from "./repair-moves.ts";
import { identifySite } from "./site/site-status.ts";

/**
 * Returns the groups of edits that can be confirmed separately: the requested move, the counterparts in other languages
 * and versions, and the redirects.
 */
export function createMoveGroups(
  plan: MovePlan,
  requestedPlan: MovePlan,
  isFileMove: boolean,
  redirectChoice: RedirectChoice,
): EditGroup[] {
  const [requestedEdits, counterpartEdits] = splitPlan(plan, requestedPlan);
  const requestedFiles = new Set(requestedPlan.moves.map(({ from }) => from));
  const counterpartFileMoves = plan.moves.filter(({ from }) => !requestedFiles.has(from));
  const groups: EditGroup[] = [
    { edits: requestedEdits, moves: isFileMove ? requestedPlan.moves : [] },
    { edits: counterpartEdits, moves: counterpartFileMoves, annotation: counterpartMoveAnnotation },
    {
      edits: redirectChoice === "omit" ? [] : plan.redirects,
      annotation: createRedirectAnnotation(redirectChoice === "add"),
    },
  ];
  return groups.filter(({ edits, moves = [] }) => edits.length > 0 || moves.length > 0);
}

export type MoveEdit = ({ readonly ok: true; readonly edit: WorkspaceEdit } & PartialMove) | Refusal;

export interface MoveEditOptions {
  /** Whether the client moves the files itself after it has applied the edit. */
  readonly movesFiles?: boolean;
  /** Whether counterparts in other languages and versions are also moved. */
  readonly movesCounterparts: boolean;
  /** How redirects are handled. By default, they're selected if the site is published. */
  readonly redirectChoice?: RedirectChoice;
}

/**
 * Returns all edits that are required to move files, as one workspace edit. Redirects and counterparts in other
 * languages and versions need confirmation.
 */
export async function createMoveEdit(
  moves: readonly FileMove[],
  options: MoveEditOptions,
  basis: EditBasis,
): Promise<MoveEdit> {
  const { siteState, site, session } = basis;
  const counterpartFileMoves = options.movesCounterparts ? findCounterpartMoves(site, moves) : [];
  const earlierMoves = session.editHistory.moves.list(siteState);
  const result = await planCombinedMove(
    site,
    moves,
    counterpartFileMoves,
    siteState.files,
    session.specs,
    earlierMoves,
  );
  if (!result.ok) return result;
  const { plan, requestedPlan: ownPlan } = result;
  const changedFiles = [...plan.edits, ...plan.redirects].map(({ file }) => file);
  const movedPaths = plan.moves.flatMap(({ from, to }) => [from, to]);
  const readOnlyFile = findReadOnlyFile(siteState.root, changedFiles, movedPaths);
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const redirectChoice = options.redirectChoice ?? (isPublishedSite(site) ? "add" : "confirm");
  const groups = createMoveGroups(plan, ownPlan, options.movesFiles !== true, redirectChoice);
  const edit = buildGroupedEdit(groups, basis);
  if (!edit) return refuse(createMessage("This editor can't move files. Use docwright move on the command line."));
  const appliedEdits = redirectChoice === "add" ? [...plan.edits, ...plan.redirects] : plan.edits;
  session.editHistory.moves.add(siteState, createMoveRecord(site, plan, basis.readText));
  session.editHistory.recordEdit(edit, groups, basis);
  return {
    ok: true,
    edit,
    plan,
    remainingLocations: locateRemainingLinks(plan.remainingLinks, appliedEdits, plan.moves, basis),
  };
}

/**
 * Handles `workspace/willRenameFiles`. Returns the edits that are required when files and folders are renamed or moved
 * in the editor. Shows a warning if a file leaves its site or can't have its new path. The editor moves the file in any
 * case.
 */
export async function willRenameFiles(
  { files }: RenameFilesParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const movesBySite = new Map<SiteState, FileMove[]>();
  for (const file of files) {
    const { oldUri, newUri } = file;
    const [oldPath, newPath] = [toPath(oldUri), toPath(newUri)];
    if (oldPath !== undefined) await waitForCurrentSite(oldUri, token, session);
    const fileLocation = oldPath === undefined ? undefined : session.sites.findSite(oldPath);
    const targetLocation = newPath === undefined ? undefined : session.sites.findSite(newPath);
    if (!fileLocation || !targetLocation || fileLocation.site !== targetLocation.site || fileLocation.path === "")
      continue;
    if (session.editHistory.takeRecordedChange(fileLocation.site, file)) continue;
    movesBySite.set(fileLocation.site, [
      ...(movesBySite.get(fileLocation.site) ?? []),
      { from: fileLocation.path, to: targetLocation.path },
    ]);
  }
  // An edit can apply to only one site. Users have to move the files of each site separately.
  const [firstEntry] = movesBySite;
  if (!firstEntry || token.isCancellationRequested) return null;
  const [siteState, siteMoves] = firstEntry;
  const options = { movesFiles: true, movesCounterparts: true };
  const edit = await makeEdit(siteState, session, "site", (basis) => createMoveEdit(siteMoves, options, basis));
  if (edit?.ok) {
    warnOfManualUpdates(edit, session);
    return edit.edit;
  }
  if (!edit) offerRepair(siteState, siteMoves, session);
  else showWarning(edit.reason, session);
  return null;
}

/**
 * Returns the target path of a file. `target` is the path that the user has entered, relative to the root. A page
 * keeps its extension unless the path contains a different one.
 */
export function getTargetPath(oldPath: SitePath, target: string): SitePath {
  const path = target.trim().replace(/^\.?\/+/, "");
  const extension = /\.mdx?$/.exec(oldPath)?.[0] ?? "";
  return extension === "" || /\.mdx?$/.test(path) ? path : path + extension;
}

/** Handles `docwright/moveFiles`. Returns the edit that moves a file or folder and updates references to it. */
export async function planFileMove(
  { to, movesCounterparts, redirects: choice }: MoveFilesParams,
  session: Session,
  { location }: RequestFile,
): Promise<MovedFilesEdit> {
  if (!location || location.path === "") return localize(refuse(fileNotInSiteReason), session);
  const move = { from: location.path, to: getTargetPath(location.path, to) };
  const options = { movesCounterparts, ...(choice && { redirectChoice: choice }) };
  const moveEdit = await makeEdit(location.site, session, "site", async (basis) => ({
    ...(await createMoveEdit([move], options, basis)),
    published: isPublishedSite(basis.site),
  }));
  if (!moveEdit?.ok) return localize(moveEdit ?? refuse(createMissingEditMessage(location.site, session)), session);
  const { edit, remainingLocations, published: isPublished } = moveEdit;
  const { redirectList: addedRedirects, manualRedirects, remainingLinks: manualLinks } = moveEdit.plan;
  return {
    ok: true,
    edit,
    redirects: addedRedirects,
    manualRedirects,
    remainingLocations,
    remainingCount: manualLinks.length,
    isPublished,
  };
}

/** Handles `docwright/addRedirects`. Returns the edit that adds the redirects that are missing after a move. */
export async function planAddedRedirects(
  { redirects: requestedRedirects }: AddRedirectsParams,
  session: Session,
  { siteState }: RequestSite,
): Promise<PlannedRedirects> {
  if (!siteState) return localize(refuse(folderNotSiteReason), session);
  const result = await makeEdit(siteState, session, "site", (basis): AddedRedirects => {
    const redirects = findMissingRedirects(basis.site, requestedRedirects);
    if (redirects.length === 0) return { ok: true, redirects };
    const { redirectEdits, manualRedirects } = planRedirects(basis.site.config, redirects);
    if (manualRedirects.length > 0) return refuse(redirectsNotAddedReason);
    const readOnlyFile = findReadOnlyFile(
      siteState.root,
      redirectEdits.map(({ file }) => file),
    );
    if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
    const edit = toWorkspaceEdit(redirectEdits, basis);
    return { ok: true, redirects, ...(edit && { edit }) };
  });
  return result?.ok ? result : localize(result ?? refuse(createMissingEditMessage(siteState, session)), session);
}

type AddedRedirects = Extract<PlannedRedirects, { readonly ok: true }> | Refusal;

const redirectsNotAddedReason = createMessage("Couldn't add redirects because docs.json has errors.");

/**
 * Handles `workspace/willDeleteFiles`. Removes deleted files from the navigation, offers redirects, and reports any
 * remaining references.
 */
export async function willDeleteFiles(
  { files }: DeleteFilesParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const deletedFilesBySite = new Map<SiteState, SitePath[]>();
  for (const file of files) {
    const { uri } = file;
    const path = toPath(uri);
    const location = path === undefined ? undefined : await waitForCurrentSite(uri, token, session);
    if (!location || location.path === "" || location.path === "docs.json") continue;
    if (session.editHistory.takeRecordedChange(location.site, file)) continue;
    deletedFilesBySite.set(location.site, [...(deletedFilesBySite.get(location.site) ?? []), location.path]);
  }
  const [firstEntry] = deletedFilesBySite;
  if (!firstEntry || token.isCancellationRequested) return null;
  const [siteState, paths] = firstEntry;
  const result = await makeEdit(siteState, session, "site", (basis) => {
    const plan = planDelete(basis.site, paths);
    const groups = [
      { edits: plan.edits, annotation: navigationRemovalAnnotation },
      { edits: plan.redirectEdits, annotation: deletionRedirectAnnotation },
    ];
    const changedGroups = groups.filter(({ edits }) => edits.length > 0);
    const { manualRedirects } = plan;
    return { edit: buildGroupedEdit(changedGroups, basis), message: createReferencesWarning(plan), manualRedirects };
  });
  const message = result ? result.message : removalFailureMessages[findMissingEditCause(siteState, session)];
  if (message) showWarning(message, session);
  if (result) warnOfManualRedirects(result.manualRedirects, session);
  return result?.edit ?? null;
}

const removalFailureMessages = {
  unloaded: createMessage(
    "References to the deleted files weren't removed because the site isn't loaded. The Problems view lists these references.",
  ),
  unsettled: createMessage(
    "References to the deleted files weren't removed because the site's files keep changing on disk. The Problems view lists these references.",
  ),
};

/** Returns a warning about files that still refer to the deleted files. */
function createReferencesWarning({ files, remainingReferences }: DeletePlan): LocalizedMessage | undefined {
  const referencingFiles = [...new Set(remainingReferences.map(({ location }) => location.file))];
  const [onlyFile] = files;
  if (referencingFiles.length === 0 || onlyFile === undefined) return undefined;
  return files.length === 1
    ? createMessage(
        "{0} is still used in {1}. Readers will see broken references there. The Problems view lists them.",
        onlyFile,
        formatFirstItems(referencingFiles, (file) => file),
      )
    : createMessage(
        "The {0} files being deleted are still used in {1}. Readers will see broken references there. The Problems view lists them.",
        files.length,
        formatFirstItems(referencingFiles, (file) => file),
      );
}

/**
 * Plans the deletion of files and their navigation entries. Two additional changes need confirmation: deleting files
 * that are used only by the deleted files, and adding redirects to nearby pages.
 */
export function createDeleteEdit(files: readonly SitePath[], basis: EditBasis): EditOrRefusal {
  const { siteState, site, session } = basis;
  const missingFile = files.find(
    (file) => !site.files.has(file) || site.config.files.some(({ path }) => path === file),
  );
  if (missingFile !== undefined)
    return refuse(createMessage("{0} has just changed. Check it again before you delete it.", missingFile));
  const plan = planDelete(site, files);
  const unusedFiles = findNewlyUnusedFiles(site, new Set(plan.files));
  const changedFiles = [...plan.edits, ...plan.redirectEdits].map(({ file }) => file);
  const readOnlyFile = findReadOnlyFile(siteState.root, changedFiles, [...plan.files, ...unusedFiles]);
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const groups = [
    { edits: plan.edits, annotation: navigationRemovalAnnotation },
    { edits: [], deletions: plan.files },
    { edits: [], deletions: unusedFiles, annotation: relatedDeletionAnnotation },
    { edits: plan.redirectEdits, annotation: deletionRedirectAnnotation },
  ].filter(({ edits, deletions = [] }) => edits.length > 0 || deletions.length > 0);
  const edit = buildGroupedEdit(groups, basis);
  if (!edit) return refuse(createMessage("This editor can't delete files."));
  session.editHistory.recordEdit(edit, groups, basis);
  return { ok: true, edit, manualRedirects: plan.manualRedirects };
}

/**
 * Handles `docwright/unusedFiles`. Returns the unused files in every site once all edits have been processed.
 */
export function listUnusedFiles(session: Session): UnusedFiles[] {
  return session.sites.sites.flatMap((siteState) => {
    const site = siteState.current?.site;
    if (!site) return [];
    const { root, name } = identifySite(siteState);
    const files = findUnusedFiles(site).map(({ file, kind, isReferenced }) => {
      const bytes = statSync(join(siteState.root, file), { throwIfNoEntry: false })?.size ?? 0;
      return { path: file, uri: toUri({ site: siteState, path: file }, session), kind, isReferenced, bytes };
    });
    return [{ root, name, files }];
  });
}

/**
 * Handles `docwright/deleteFiles`. Returns the edit that deletes files and removes references to them from the
 * navigation.
 */
export async function planDeletion(
  { files }: DeleteSiteFilesParams,
  session: Session,
  { siteState }: RequestSite,
): Promise<PlannedEdit> {
  if (!siteState) return localize(refuse(folderNotSiteReason), session);
  const plannedEdit = await makeEdit(siteState, session, "site", (basis) => createDeleteEdit(files, basis));
  return localize(plannedEdit ?? refuse(createMissingEditMessage(siteState, session)), session);
}
