import { titleOfRow, type TitleOfRow } from "../core/features/navigation/rename-title.ts";
import { mergedEdits } from "../core/features/spec/rename.ts";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { PlannedEdit, RenameRow } from "../protocol/refactoring.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { makeEdit, unsettledReason, type EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { lockedWords, redirectsAdded } from "./move-annotations.ts";
import type { InSite } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/renameRow` */
export async function renamedRow(
  { slug, title }: RenameRow,
  session: Session,
  { live }: InSite,
): Promise<PlannedEdit> {
  if (!live?.current) return { ok: false, reason: "This folder is no site." };
  const planned = await makeEdit(live, session, "site", (basis) => planRowRename(basis, { slug, title }));
  return planned ?? { ok: false, reason: unsettledReason };
}

async function planRowRename(
  basis: EditBasis,
  { slug, title }: Pick<RenameRow, "slug" | "title">,
): Promise<PlannedEdit> {
  const { live, site, session } = basis;
  const found = titleOfRow(site, slug, title);
  if (found.kind === "refused") return { ok: false, reason: found.reason };
  const edits = found.kind === "page" ? found.edits : await inSpecification(found, live, session);
  if (typeof edits === "string") return { ok: false, reason: edits };
  const redirects = found.kind === "page" ? [] : found.follows.redirects;
  const touched = [...edits, ...redirects].map(({ file }) => file);
  const locked = whyNotWritable(live.root, touched);
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const groups = [{ edits }, { edits: redirects, annotation: redirectsAdded }];
  const edit = groupedEdit(
    groups.filter((group) => group.edits.length > 0),
    basis,
  );
  return edit ? { ok: true, edit } : { ok: false, reason: "This editor cannot take the edit." };
}

async function inSpecification(
  { spec, title, follows }: Extract<TitleOfRow, { kind: "operation" }>,
  live: LiveSite,
  { specs }: Session,
): Promise<readonly FileEdit[] | string> {
  const written = await specs.ask(live.files, spec, { about: "title", title });
  if (!written) return "The specification is being read. Try again in a moment.";
  if (!written.ok) return written.reason;
  const { file, edits } = written;
  return mergedEdits([{ kind: "edit", file, edits }, ...follows.edits]);
}
