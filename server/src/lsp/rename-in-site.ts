import type { WorkspaceEdit } from "vscode-languageserver/node";
import type { MovePlan } from "../core/features/move/plan-move.ts";
import { madeRename, renameBack, type RenameStart } from "../core/features/references/rename-targets.ts";
import { renameThing } from "../core/features/references/rename.ts";
import type { FileEdit, SitePath } from "../core/text/text-edit.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import type { EditBasis } from "./edit-basis.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { lockedWords } from "./move-annotations.ts";
import { moveEdit } from "./move-edit.ts";
import { movedTo } from "./moved-to.ts";
import { refusal } from "./refusal.ts";
import { codeOf } from "./site-definitions.ts";

export interface RenamedInSite {
  readonly edit: WorkspaceEdit | null;
  /** If a page or file moves. */
  readonly plan?: MovePlan;
}

/** Another name for something of a site; a page or file goes to another place. An error says what is in the way. */
export async function planRenameInSite(
  path: SitePath,
  start: RenameStart,
  newName: string,
  basis: EditBasis,
): Promise<RenamedInSite> {
  const { live, site, session } = basis;
  const { thing } = start.found;
  const read = codeOf(live);
  const outcome = renameThing(site, path, start, newName, read);
  if (outcome && !outcome.ok) throw refusal(outcome.reason);
  if (outcome) {
    const locked = whyNotWritable(live.root, outcome.edits.keys());
    if (locked !== undefined) throw refusal(lockedWords(locked));
    const names = { from: start.name, to: newName };
    const all = renameBack(names, outcome.edits, session.ownMoves.renames.of(live), read);
    session.ownMoves.renames.add(live, madeRename(names, all, read));
    const edits = [...all].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
    return { edit: groupedEdit([{ edits }], basis) ?? null };
  }
  if (thing.kind !== "page" && thing.kind !== "file") return { edit: null };
  const to = movedTo(thing.file, newName);
  const moved = await moveEdit([{ from: thing.file, to }], { counterparts: true }, basis);
  if (!moved.ok) throw refusal(moved.reason);
  return moved;
}
