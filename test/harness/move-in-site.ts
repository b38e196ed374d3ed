import { planMove, type MovePlan } from "../../server/src/core/features/move/plan-move.ts";
import type { FileMove } from "../../server/src/core/features/move/moved-links.ts";
import { applyEdits, type FileEdit } from "../../server/src/core/text/text-edit.ts";
import { formatMessageInEnglish } from "../../server/src/core/text/localized-message.ts";
import { siteOf } from "./site-of.ts";

type Files = ReadonlyMap<string, string>;

/** Returns the files in a site after a move. If `redirects` is true, the move also adds redirects. */
export function moveInSite(files: Files, moves: readonly FileMove[], redirects = false): Files {
  const answer = planMove(siteOf(files), moves, { readText: (file) => files.get(file) });
  if (!answer.ok) throw new Error(formatMessageInEnglish(answer.reason));
  return afterMove(files, answer.plan, redirects);
}

export function afterMove(files: Files, plan: MovePlan, redirects: boolean): Files {
  const edits = new Map<string, Extract<FileEdit, { kind: "edit" }>["edits"]>();
  for (const edit of [...plan.edits, ...(redirects ? plan.redirects : [])])
    if (edit.kind === "edit") edits.set(edit.file, [...(edits.get(edit.file) ?? []), ...edit.edits]);
  const to = new Map(plan.moves.map((move) => [move.from, move.to]));
  return new Map([...files].map(([file, text]) => [to.get(file) ?? file, applyEdits(text, edits.get(file) ?? [])]));
}
