import { leftUnused, planDelete } from "../core/features/move/plan-delete.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { PlannedEdit } from "../protocol/refactoring.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import type { EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { deletedToo, listingRemoved, lockedWords, redirectsLeft } from "./move-annotations.ts";

/**
 * Files that go, with their entries in the navigation; what only they use and redirects to pages beside them are to be
 * agreed to.
 */
export function deleteEdit(files: readonly SitePath[], basis: EditBasis): PlannedEdit {
  const { live, site, session } = basis;
  const gone = files.find(
    (file) => !site.files.has(file) || site.config.files.some(({ path }) => path === file),
  );
  if (gone !== undefined)
    return { ok: false, reason: `${gone} has just changed. Look again before it is deleted.` };
  const plan = planDelete(site, files);
  const also = leftUnused(site, new Set(plan.files));
  const touched = [...plan.edits, ...plan.redirects].map(({ file }) => file);
  const locked = whyNotWritable(live.root, [...touched, ...plan.files, ...also]);
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const groups = [
    { edits: plan.edits, annotation: listingRemoved },
    { edits: [], deletes: plan.files },
    { edits: [], deletes: also, annotation: deletedToo },
    { edits: plan.redirects, annotation: redirectsLeft },
  ].filter(({ edits, deletes = [] }) => edits.length > 0 || deletes.length > 0);
  const edit = groupedEdit(groups, basis);
  if (!edit) return { ok: false, reason: "This editor cannot delete files." };
  session.ownMoves.propose(live, edit, groups);
  return { ok: true, edit };
}
