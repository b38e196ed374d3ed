import { renameKeepingAnchors } from "../core/features/references/rename-heading.ts";
import { type FileEdit, offsetAt } from "../core/text/text-edit.ts";
import type { PlannedEdit, RenameHeading } from "../protocol/refactoring.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { documentChanged, type EditBasis, isSameDocument, makeEdit, unsettledReason } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import type { Cancellable } from "./handle.ts";
import { lockedWords } from "./move-annotations.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `docwright/renameHeading` */
export async function renamedHeading(
  { uri, position, newName }: RenameHeading,
  session: Session,
  { token }: Cancellable,
): Promise<PlannedEdit> {
  session.documents.flush();
  const isSame = isSameDocument(uri, session);
  const place = await whenRead(uri, token, session);
  if (!place) return { ok: false, reason: "This file is no page of a site." };
  const planned = await makeEdit<PlannedEdit>(place.site, session, "site", (basis) =>
    isSame() ? planHeadingRename(basis, place, position, newName) : { ok: false, reason: documentChanged },
  );
  return planned ?? { ok: false, reason: unsettledReason };
}

function planHeadingRename(
  basis: EditBasis,
  place: SitePlace,
  position: RenameHeading["position"],
  newName: string,
): PlannedEdit {
  const { site, session } = basis;
  const page = site.references.get(place.path);
  if (!page) return { ok: false, reason: "This file is no page of a site." };
  const at = offsetAt(session.lineMaps.of(place), position);
  const outcome = renameKeepingAnchors(site, page, at, newName);
  if (!outcome.ok) return outcome;
  const locked = whyNotWritable(place.site.root, outcome.edits.keys());
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const edits = [...outcome.edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
  const edit = groupedEdit([{ edits }], basis);
  return edit ? { ok: true, edit } : { ok: false, reason: "This editor cannot take the edit." };
}
