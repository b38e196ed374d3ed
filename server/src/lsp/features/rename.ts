import type {
  CancellationToken,
  PrepareRenameParams,
  Range,
  RenameParams,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import type { RedirectSetting } from "../../core/config/redirect-edits.ts";
import { changeRowTitle, type RowTitleChange } from "../../core/features/navigation/edit-navigation.ts";
import { isPublishedSite } from "../../core/features/published-url.ts";
import {
  findHeadingIndex,
  headingNotFoundMessage,
  renameKeepingAnchors,
} from "../../core/features/references/keep-anchors.ts";
import {
  createRenamePlan,
  prepareSiteRename,
  undoRename,
  type SiteRenameStart,
} from "../../core/features/references/rename-targets.ts";
import { renameSymbol } from "../../core/features/references/rename.ts";
import { mergeEdits, prepareReferenceRename, renameInSite } from "../../core/features/spec/rename.ts";
import { findSiteReferenceAt } from "../../core/features/spec/symbols-and-references.ts";
import { findFileSpec } from "../../core/site/specs/specs.ts";
import { createMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { type FileEdit, getOffset, type SitePath } from "../../core/text/text-edit.ts";
import type { PlannedEdit, RenameHeadingParams, RenameRowParams } from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { createReadOnlyMessage, createRedirectAnnotation } from "../convert/change-annotations.ts";
import { toRange } from "../convert/convert.ts";
import { type EditBasis, createVersionCheck, createMissingEditMessage, makeEdit } from "../convert/edit-basis.ts";
import {
  editNotSupportedReason,
  type EditOrRefusal,
  fileChangedReason,
  folderNotSiteReason,
  localize,
  type PartialMove,
  specificationNotReadReason,
  warnOfManualRedirects,
  warnOfManualUpdates,
} from "../convert/client-messages.ts";
import { addAnnotatedEdit, buildGroupedEdit, toWorkspaceEdit } from "../convert/workspace-edit.ts";
import type { Cancellable } from "../handlers.ts";
import { type RequestSite, createRefusal, waitForCurrentSite } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { getTargetPath, createMoveEdit } from "./file-operations.ts";
import { createCodeReader, findSpecSymbol, type FoundSpecSymbol, findSpecsWithSymbol } from "./references.ts";

/**
 * Returns the symbol that can be renamed at the position. Returns undefined if nothing can be renamed at the position,
 * or if the symbol belongs to a specification.
 */
export async function findSiteRename(
  { textDocument, position }: PrepareRenameParams,
  token: CancellationToken,
  session: Session,
): Promise<{ location: FileLocation; renameStart: SiteRenameStart } | undefined> {
  const location = await waitForCurrentSite(textDocument.uri, token, session);
  const site = location?.site.current?.site;
  if (!location || !site || findFileSpec(site, location.path)) return undefined;
  const offset = getOffset(session.lineMaps.get(location), position);
  const reference = findSiteReferenceAt(site, location.path, offset);
  const renameStart = reference?.resolvedTarget
    ? undefined
    : prepareSiteRename(site, location.path, offset, createCodeReader(location.site));
  return renameStart && { location, renameStart };
}

export const nothingToRenameReason = createMessage(
  "There's nothing to rename here. You can rename headings, components, variables, titles, symbols in specifications, and pages and files where they're referenced.",
);

/**
 * Handles `textDocument/prepareRename`. Returns the range of the name, or an error that contains the reason if the
 * symbol can't be renamed.
 */
export async function prepareRename(
  params: PrepareRenameParams,
  session: Session,
  { token }: Cancellable,
): Promise<{ range: Range; placeholder: string }> {
  const siteRename = await findSiteRename(params, token, session);
  if (siteRename) {
    const { location, renameStart: start } = siteRename;
    return { range: toRange(session.lineMaps.get(location), start.range), placeholder: start.name };
  }
  const { location, foundSymbol } = await findSymbolToRename(params, token, session);
  const { site: siteState, path } = location;
  const reference = siteState.current && findSiteReferenceAt(siteState.current.site, path, foundSymbol.offset);
  const specRenameStart =
    (reference && prepareReferenceRename(reference, foundSymbol.offset)) ??
    (await session.specs.requestEditorData(siteState.files, foundSymbol.spec, {
      about: "rename-start",
      file: path,
      offset: foundSymbol.offset,
    }));
  if (!specRenameStart?.ok) throw createRefusal(specRenameStart?.reason ?? nothingToRenameReason, session);
  return {
    range: toRange(session.lineMaps.get(location), specRenameStart.range),
    placeholder: specRenameStart.name,
  };
}

/** Returns the symbol to rename. Throws an error if the position isn't on a symbol. */
export async function findSymbolToRename(
  { textDocument, position }: PrepareRenameParams,
  token: CancellationToken,
  session: Session,
): Promise<{ location: FileLocation; foundSymbol: FoundSpecSymbol & { offset: number } }> {
  const location = await waitForCurrentSite(textDocument.uri, token, session);
  const offset = location ? getOffset(session.lineMaps.get(location), position) : 0;
  const symbol = location && (await findSpecSymbol(location, offset, session, "path"));
  if (!location || !symbol) throw createRefusal(nothingToRenameReason, session);
  return { location, foundSymbol: { ...symbol, offset } };
}

export interface SpecSymbolRenameEdit {
  readonly ok: true;
  readonly edit: WorkspaceEdit | null;
  /** Redirects that the edit can't add because docs.json has errors. */
  readonly manualRedirects: readonly RedirectSetting[];
}

/**
 * Returns the edits in all files, including redirects that users can exclude, or the reason why the rename isn't
 * possible.
 */
export async function createSpecRenameEdit(
  { symbol, definitions, spec }: FoundSpecSymbol,
  newName: string,
  basis: EditBasis,
): Promise<SpecSymbolRenameEdit | Refusal> {
  const { siteState, site, session } = basis;
  const specEdits: FileEdit[] = [];
  for (const includingSpec of findSpecsWithSymbol(site, symbol, spec)) {
    const specSymbolRename = await session.specs.requestEditorData(siteState.files, includingSpec, {
      about: "rename",
      symbol,
      newName,
    });
    if (!specSymbolRename) return refuse(specificationNotReadReason);
    if (!specSymbolRename.ok) return specSymbolRename;
    specEdits.push(...specSymbolRename.edits);
  }
  const { edits, redirectEdits, manualRedirects } = renameInSite(site, { symbol, definitions, spec }, newName);
  const edit = toWorkspaceEdit(mergeEdits([...specEdits, ...edits]), basis);
  if (!edit || redirectEdits.length === 0) return { ok: true, edit: edit ?? null, manualRedirects };
  const annotation = createRedirectAnnotation(isPublishedSite(site));
  return { ok: true, edit: addAnnotatedEdit(edit, redirectEdits, annotation, basis), manualRedirects };
}

export interface SiteRenameResult {
  readonly edit: WorkspaceEdit | null;
  /** The move. Set if renaming the symbol moves a page or file. */
  readonly move?: PartialMove;
  /** Redirects that can't be added. Set if the paths of generated pages change. */
  readonly manualRedirects?: readonly RedirectSetting[];
}

/**
 * Plans renaming a symbol in a site. If the symbol is a page or file, it's moved to a different path. If something
 * prevents this, returns an error that contains the reason.
 */
export async function planRenameInSite(
  path: SitePath,
  renameStart: SiteRenameStart,
  newName: string,
  basis: EditBasis,
): Promise<SiteRenameResult> {
  const { siteState, site, session } = basis;
  const { symbol } = renameStart.occurrence;
  const readCode = createCodeReader(siteState);
  const outcome = renameSymbol(site, path, renameStart, newName, readCode);
  if (outcome && !outcome.ok) throw createRefusal(outcome.reason, session);
  if (outcome) {
    const readOnlyFile = findReadOnlyFile(siteState.root, outcome.edits.keys());
    if (readOnlyFile !== undefined) throw createRefusal(createReadOnlyMessage(readOnlyFile), session);
    const names = { oldName: renameStart.name, newName };
    const editsByFile = undoRename(names, outcome.edits, session.editHistory.renames.list(siteState), readCode);
    session.editHistory.renames.add(siteState, createRenamePlan(names, editsByFile, readCode));
    const edits = [...editsByFile].map(([file, fileEdits]): FileEdit => ({ kind: "edit", file, edits: fileEdits }));
    return { edit: buildGroupedEdit([{ edits }], basis) ?? null };
  }
  if (symbol.kind !== "page" && symbol.kind !== "file") return { edit: null };
  const targetPath = getTargetPath(symbol.file, newName);
  const edit = await createMoveEdit([{ from: symbol.file, to: targetPath }], { movesCounterparts: true }, basis);
  if (!edit.ok) throw createRefusal(edit.reason, session);
  return { edit: edit.edit, move: edit };
}

/** Handles `textDocument/rename`. Returns one edit for all files that contain references, including closed files. */
export async function rename(
  params: RenameParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const { uri } = params.textDocument;
  const isCurrentVersion = createVersionCheck(uri, session);
  const location = await waitForCurrentSite(uri, token, session);
  if (!location) throw createRefusal(nothingToRenameReason, session);
  // This is checked first so that the entire site isn't compared with the disk if the symbol can't be renamed.
  if (!(await findSiteRename(params, token, session))) await findSymbolToRename(params, token, session);
  const renameResult = await makeEdit(location.site, session, "site", (basis) => {
    if (!isCurrentVersion()) throw createRefusal(fileChangedReason, session);
    return createRenameEdit(params, token, basis);
  });
  if (!renameResult) throw createRefusal(createMissingEditMessage(location.site, session), session);
  if (renameResult.move) warnOfManualUpdates(renameResult.move, session);
  warnOfManualRedirects(renameResult.manualRedirects ?? [], session);
  return renameResult.edit;
}

async function createRenameEdit(
  params: RenameParams,
  token: CancellationToken,
  basis: EditBasis,
): Promise<SiteRenameResult> {
  const siteRename = await findSiteRename(params, token, basis.session);
  if (siteRename) return planRenameInSite(siteRename.location.path, siteRename.renameStart, params.newName, basis);
  const { foundSymbol } = await findSymbolToRename(params, token, basis.session);
  const specRename = await createSpecRenameEdit(foundSymbol, params.newName, basis);
  if (!specRename.ok) throw createRefusal(specRename.reason, basis.session);
  return specRename;
}

const noPageReason = createMessage("This file isn't a page on a site.");

/** Handles `docwright/renameHeading`. Returns the edit that changes a heading and preserves its anchor. */
export async function createHeadingRenameEdit(
  { uri, position, newName }: RenameHeadingParams,
  session: Session,
  { token }: Cancellable,
): Promise<PlannedEdit> {
  session.documents.flush();
  const isCurrentVersion = createVersionCheck(uri, session);
  const location = await waitForCurrentSite(uri, token, session);
  const page = location?.site.current?.site.references.get(location.path);
  if (!location || !page) return localize(refuse(noPageReason), session);
  // This is checked first so that the entire site isn't compared with the disk if the position isn't on a heading.
  const isHeading = findHeadingIndex(page, getOffset(session.lineMaps.get(location), position)) >= 0;
  if (!isHeading) return localize(refuse(headingNotFoundMessage), session);
  const edit = await makeEdit<EditOrRefusal>(location.site, session, "site", (basis) =>
    isCurrentVersion() ? planHeadingRename(basis, location, position, newName) : refuse(fileChangedReason),
  );
  return localize(edit ?? refuse(createMissingEditMessage(location.site, session)), session);
}

function planHeadingRename(
  basis: EditBasis,
  location: FileLocation,
  position: RenameHeadingParams["position"],
  newName: string,
): EditOrRefusal {
  const { site, session } = basis;
  const page = site.references.get(location.path);
  if (!page) return refuse(noPageReason);
  const offset = getOffset(session.lineMaps.get(location), position);
  const outcome = renameKeepingAnchors(site, page, offset, newName);
  if (!outcome.ok) return outcome;
  const readOnlyFile = findReadOnlyFile(location.site.root, outcome.edits.keys());
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const edits = [...outcome.edits].map(([file, fileEdits]): FileEdit => ({
    kind: "edit",
    file,
    edits: fileEdits,
  }));
  const edit = buildGroupedEdit([{ edits }], basis);
  return edit ? { ok: true, edit } : refuse(editNotSupportedReason);
}

/** Handles `docwright/renameRow`. Returns the edit that changes the title of a page in the navigation. */
export async function createRowRenameEdit(
  { slug, title }: RenameRowParams,
  session: Session,
  { siteState }: RequestSite,
): Promise<PlannedEdit> {
  if (!siteState?.current) return localize(refuse(folderNotSiteReason), session);
  const edit = await makeEdit(siteState, session, "site", (basis) => planRowRename(basis, { slug, title }));
  return localize(edit ?? refuse(createMissingEditMessage(siteState, session)), session);
}

async function planRowRename(
  basis: EditBasis,
  { slug, title }: Pick<RenameRowParams, "slug" | "title">,
): Promise<EditOrRefusal> {
  const { siteState, site, session } = basis;
  const titleChange = changeRowTitle(site, slug, title);
  if (!titleChange.ok) return titleChange;
  const plannedRename = titleChange.kind === "page" ? titleChange : await renameInSpec(titleChange, siteState, session);
  if (!plannedRename.ok) return plannedRename;
  const { edits } = plannedRename;
  const { redirectEdits, manualRedirects } =
    titleChange.kind === "page" ? { redirectEdits: [], manualRedirects: [] } : titleChange.siteRename;
  const changedFiles = [...edits, ...redirectEdits].map(({ file }) => file);
  const readOnlyFile = findReadOnlyFile(siteState.root, changedFiles);
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const groups = [{ edits }, { edits: redirectEdits, annotation: createRedirectAnnotation(isPublishedSite(site)) }];
  const edit = buildGroupedEdit(
    groups.filter((group) => group.edits.length > 0),
    basis,
  );
  return edit ? { ok: true, edit, manualRedirects } : refuse(editNotSupportedReason);
}

async function renameInSpec(
  { spec, title, siteRename }: Extract<RowTitleChange, { kind: "operation" }>,
  siteState: SiteState,
  { specs }: Session,
): Promise<{ readonly ok: true; readonly edits: readonly FileEdit[] } | Refusal> {
  const titleEdit = await specs.requestEditorData(siteState.files, spec, { about: "title", title });
  if (!titleEdit) return refuse(specificationNotReadReason);
  if (!titleEdit.ok) return titleEdit;
  const { file, edits } = titleEdit;
  return { ok: true, edits: mergeEdits([{ kind: "edit", file, edits }, ...siteRename.edits]) };
}
