import type { FileEdit } from "../../text/text-edit.ts";
import type { MovePlan } from "./plan-move.ts";

/** The edits of a plan that a smaller plan needs as well, and those that only come with the rest. */
export function splitPlan(all: MovePlan, own: MovePlan): readonly [FileEdit[], FileEdit[]] {
  if (all === own) return [[...own.edits], []];
  const keyOf = (file: string, edit: { range: { start: number }; newText: string }) =>
    `${String(edit.range.start)} ${file} ${edit.newText}`;
  const known = new Set(
    own.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits.map((one) => keyOf(edit.file, one)) : [])),
  );
  const pick = (isOwn: boolean) =>
    all.edits.flatMap((edit): FileEdit[] => {
      if (edit.kind !== "edit") return isOwn ? [edit] : [];
      const edits = edit.edits.filter((one) => known.has(keyOf(edit.file, one)) === isOwn);
      return edits.length > 0 ? [{ ...edit, edits }] : [];
    });
  return [pick(true), pick(false)];
}
