import { type MovePlan, splitPlan } from "../core/features/move/plan-move.ts";
import type { EditGroup } from "./grouped-texts.ts";
import { counterpartsMoved, redirectsAdded } from "./move-annotations.ts";

/** What the author agrees to in parts: the move that was asked for, other languages that go along, redirects. */
export function moveGroups(plan: MovePlan, own: MovePlan, movesFiles: boolean): EditGroup[] {
  const [mine, theirs] = splitPlan(plan, own);
  const isOwn = new Set(own.moves.map(({ from }) => from));
  const others = plan.moves.filter(({ from }) => !isOwn.has(from));
  const groups: EditGroup[] = [
    { edits: mine, moves: movesFiles ? own.moves : [] },
    { edits: theirs, moves: others, annotation: counterpartsMoved },
    { edits: plan.redirects, annotation: redirectsAdded },
  ];
  return groups.filter(({ edits, moves = [] }) => edits.length > 0 || moves.length > 0);
}
