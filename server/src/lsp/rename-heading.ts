import type { CancellationToken } from "vscode-languageserver/node";
import { renameKeepingAnchors } from "../core/features/things/keep-anchors.ts";
import { offsetAt } from "../core/text/line-map.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { PlannedEdit, RenameHeading } from "../protocol.ts";
import { whyNotWritable } from "../workspace/why-not-writable.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { lockedWords } from "./move-annotations.ts";
import type { Session } from "./session.ts";
import { whenRead } from "./when-read.ts";

/** `docwright/renameHeading` */
export async function renamedHeading(
  { uri, position, newName }: RenameHeading,
  token: CancellationToken,
  session: Session,
): Promise<PlannedEdit> {
  session.documents.flush();
  const place = await whenRead(uri, token, session);
  const site = place?.site.current?.site;
  const page = place && site?.references.get(place.path);
  if (!place || !site || !page) return { ok: false, reason: "This file is no page of a site." };
  const at = offsetAt(session.lineMaps.of(place), position);
  const outcome = renameKeepingAnchors(site, page, at, newName);
  if (!outcome.ok) return outcome;
  const locked = whyNotWritable(place.site.root, outcome.edits.keys());
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const edits = [...outcome.edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
  const edit = groupedEdit([{ edits }], place.site, session);
  return edit ? { ok: true, edit } : { ok: false, reason: "This editor cannot take the edit." };
}
