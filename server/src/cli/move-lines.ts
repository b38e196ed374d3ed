import type { WrittenRedirect } from "../core/config/redirect-edits.ts";
import type { FileMove, LeftLink } from "../core/features/move/moved-links.ts";
import type { FileChange } from "../workspace/files/write-files.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** What a move has done, or would do. */
export interface MoveOutcome {
  readonly written: boolean;
  readonly moves: readonly FileMove[];
  readonly changes: readonly FileChange[];
  readonly redirects: readonly WrittenRedirect[];
  /** Links that have to be written anew by hand. */
  readonly left: readonly LeftLink[];
}

const leftLinkReasons: Readonly<Record<LeftLink["why"], string>> = {
  "not-plain": "which can't be replaced safely",
  "differs-by-page": "and no single URL works on every page that includes this file",
};

/** What people read: the files that move, the edits as a diff where nothing is written, and a summary. */
export function* moveLines(
  { moves, changes, redirects, left, written }: MoveOutcome,
  dryRun: boolean,
): Generator<string> {
  for (const { from, to } of moves) yield `${from} → ${to}`;
  if (dryRun)
    for (const { path, before = "", after = "" } of changes) yield unifiedDiff(path, before, after).trimEnd();
  for (const { source, destination } of redirects) yield `redirect ${source} → ${destination}`;
  for (const { file, url, why } of left) yield `by hand: ${file} links to ${url}, ${leftLinkReasons[why]}`;
  yield "";
  const files = `${moves.length} ${moves.length === 1 ? "file" : "files"}`;
  const edited = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  yield written
    ? `Moved ${files}, and wrote what follows into ${edited}.`
    : `Nothing was written. ${files} would move, and ${edited} would be edited.`;
}
