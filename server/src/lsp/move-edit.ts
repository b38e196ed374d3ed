import type { WorkspaceEdit } from "vscode-languageserver/node";
import { madeMove } from "../core/features/move/undo-move.ts";
import type { FileMove } from "../core/features/move/moved-links.ts";
import { counterpartMoves, type MovePlan } from "../core/features/move/plan-move.ts";
import { firstPart } from "../core/text/message.ts";
import { planWithMore, textsFrom } from "../workspace/refactoring/move-site.ts";
import { whyNotWritable } from "../workspace/files/write-files.ts";
import { lockedWords } from "./move-annotations.ts";
import type { EditBasis } from "./edit-basis.ts";
import { moveGroups } from "./move-groups.ts";
import { groupedEdit } from "./grouped-edit.ts";
import type { Session } from "./session.ts";

export type MoveEdit =
  | { readonly ok: true; readonly edit: WorkspaceEdit; readonly plan: MovePlan }
  /** A sentence for the author. */
  | { readonly ok: false; readonly reason: string };

export interface MoveWishes {
  /** The client moves the files itself, once the edit is made. */
  readonly movesFiles?: boolean;
  /** Whether the page in other languages and versions is to go along. */
  readonly counterparts: boolean;
}

/** What follows when files move, as one edit of the workspace: redirects and other languages to be agreed to. */
export async function moveEdit(
  moves: readonly FileMove[],
  wishes: MoveWishes,
  basis: EditBasis,
): Promise<MoveEdit> {
  const { live, site, session } = basis;
  const also = wishes.counterparts ? counterpartMoves(site, moves) : [];
  const earlier = session.ownMoves.made.of(live);
  const answer = await planWithMore(site, moves, also, live.files, session.specs, earlier);
  if (!answer.ok) return answer;
  const { plan, own } = answer;
  const touched = [...plan.edits, ...plan.redirects].map(({ file }) => file);
  const locked = whyNotWritable(live.root, [...touched, ...plan.moves.flatMap(({ from, to }) => [from, to])]);
  if (locked !== undefined) return { ok: false, reason: lockedWords(locked) };
  const groups = moveGroups(plan, own, wishes.movesFiles !== true);
  const edit = groupedEdit(groups, basis);
  if (!edit)
    return { ok: false, reason: "This editor cannot move files. Use docwright move on the command line." };
  session.ownMoves.made.add(live, madeMove(site, plan, textsFrom(live.files)));
  session.ownMoves.propose(live, edit, groups);
  return { ok: true, edit, plan };
}

/** Warns about the links that a move breaks, for clients that don't show them. */
export function warnOfLeftLinks({ left }: MovePlan, { connection }: Session): void {
  if (left.length > 0) connection.window.showWarningMessage(leftLinksText(left));
}

function leftLinksText(left: MovePlan["left"]): string {
  const named = left.slice(0, 3).map(({ file, url }) => `${firstPart(url, 100)} in ${file}`);
  const more = left.length > 3 ? `, and ${String(left.length - 3)} more` : "";
  return `Docwright: This move breaks links that can't be rewritten for every page that shows them: ${named.join(", ")}${more}. Change them by hand.`;
}
