import { statSync } from "node:fs";
import { join } from "node:path";
import type { DeleteFilesParams, WorkspaceEdit } from "vscode-languageserver/node";
import { type DeletePlan, findUnused, leftUnused, planDelete } from "../../core/features/move/plan-delete.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { DeleteFiles, PlannedEdit, UnusedFiles } from "../../protocol/refactoring.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { findReadOnlyFile } from "../../workspace/files/write-files.ts";
import { deletedToo, listingRemoved, formatLocked, redirectsLeft } from "../convert/change-annotations.ts";
import { pathOfUri, uriOf } from "../convert/convert.ts";
import { type EditBasis, makeEdit, unsettledReason } from "../convert/edit-basis.ts";
import { buildGroupedEdit } from "../convert/workspace-edit.ts";
import type { Cancellable } from "../handlers.ts";
import { type InSite, siteOnceRead } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";
import { identifySite } from "./site/site-status.ts";

/**
 * Handles `workspace/willDeleteFiles`: removes deleted files from the navigation, offers redirects, and reports
 * remaining references.
 */
export async function willDeleteFiles(
  { files }: DeleteFilesParams,
  session: Session,
  { token }: Cancellable,
): Promise<WorkspaceEdit | null> {
  session.documents.flush();
  const gone = new Map<SiteState, SitePath[]>();
  for (const file of files) {
    const { uri } = file;
    const path = pathOfUri(uri);
    const place = path === undefined ? undefined : await siteOnceRead(uri, token, session);
    if (!place || place.path === "" || place.path === "docs.json") continue;
    if (session.ownMoves.takeRecorded(place.site, file)) continue;
    gone.set(place.site, [...(gone.get(place.site) ?? []), place.path]);
  }
  const [first] = gone;
  if (!first || token.isCancellationRequested) return null;
  const [live, paths] = first;
  const made = await makeEdit(live, session, "site", (basis) => {
    const plan = planDelete(basis.site, paths);
    const groups = [
      { edits: plan.edits, annotation: listingRemoved },
      { edits: plan.redirects, annotation: redirectsLeft },
    ];
    const requested = groups.filter(({ edits }) => edits.length > 0);
    return { edit: buildGroupedEdit(requested, basis), words: usesInWords(plan) };
  });
  const words = made ? made.words : unsettledReason;
  if (words !== undefined) session.connection.window.showWarningMessage(`Docwright: ${words}`);
  return made?.edit ?? null;
}

const maxNamed = 3;

function usesInWords({ files, uses }: DeletePlan): string | undefined {
  const places = [...new Set(uses.map(({ at }) => at.file))];
  const [only] = files;
  if (places.length === 0 || only === undefined) return undefined;
  const what = files.length === 1 ? `${only} is` : `The ${String(files.length)} files being deleted are`;
  const more = places.length > maxNamed ? `, and ${String(places.length - maxNamed)} more` : "";
  const named = places.slice(0, maxNamed).join(", ") + more;
  return `${what} still used in ${named}. Readers will see broken references there. The Problems view lists them.`;
}

/**
 * Plans the deletion of files and their navigation entries. Files that only they use, and redirects to nearby pages,
 * need confirmation.
 */
export function deleteEdit(files: readonly SitePath[], basis: EditBasis): PlannedEdit {
  const { live, site, session } = basis;
  const gone = files.find(
    (file) => !site.files.has(file) || site.config.files.some(({ path }) => path === file),
  );
  if (gone !== undefined)
    return { ok: false, reason: `${gone} has just changed. Check it again before you delete it.` };
  const plan = planDelete(site, files);
  const also = leftUnused(site, new Set(plan.files));
  const touched = [...plan.edits, ...plan.redirects].map(({ file }) => file);
  const locked = findReadOnlyFile(live.root, [...touched, ...plan.files, ...also]);
  if (locked !== undefined) return { ok: false, reason: formatLocked(locked) };
  const groups = [
    { edits: plan.edits, annotation: listingRemoved },
    { edits: [], deletes: plan.files },
    { edits: [], deletes: also, annotation: deletedToo },
    { edits: plan.redirects, annotation: redirectsLeft },
  ].filter(({ edits, deletes = [] }) => edits.length > 0 || deletes.length > 0);
  const edit = buildGroupedEdit(groups, basis);
  if (!edit) return { ok: false, reason: "This editor can't delete files." };
  session.ownMoves.propose(live, edit, groups);
  return { ok: true, edit };
}

/** Handles `docwright/unusedFiles` for every site, after all edits have been processed. */
export function unusedFilesOf(session: Session): UnusedFiles[] {
  return session.sites.sites.flatMap((live) => {
    const site = live.current?.site;
    if (!site) return [];
    const { root, name } = identifySite(live);
    const files = findUnused(site).map(({ file, kind, isNamed }) => {
      const bytes = statSync(join(live.root, file), { throwIfNoEntry: false })?.size ?? 0;
      return { path: file, uri: uriOf({ site: live, path: file }, session), kind, isNamed, bytes };
    });
    return [{ root, name, files }];
  });
}

/** `docwright/deleteFiles` */
export async function deletedFiles(
  { files }: DeleteFiles,
  session: Session,
  { live }: InSite,
): Promise<PlannedEdit> {
  if (!live) return { ok: false, reason: "This folder isn't a site." };
  const planned = await makeEdit(live, session, "site", (basis) => deleteEdit(files, basis));
  return planned ?? { ok: false, reason: unsettledReason };
}
