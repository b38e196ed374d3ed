import type { Location } from "vscode-languageserver/node";
import type { FileMove } from "../../core/features/move/moved-links.ts";
import type { MovePlan } from "../../core/features/move/plan-move.ts";
import { addToGroup, groupBy } from "../../core/text/maps.ts";
import {
  createMessage,
  type LocalizedMessage,
  type MessageValue,
  type Refusal,
  truncateEnd,
} from "../../core/text/message.ts";
import {
  applyEdits,
  createLineMap,
  type SiteEdit,
  type SitePath,
  type TextEdit,
  type TextRange,
} from "../../core/text/text-edit.ts";
import { type PlannedEdit, remainingReferences } from "../../protocol/refactoring.ts";
import { createTextReader } from "../../workspace/refactoring/move-site.ts";
import type { Session } from "../session/session.ts";
import { toRange, toUri } from "./convert.ts";
import type { EditBasis } from "./edit-basis.ts";

/** Messages that explain why a request has no result and how to fix the problem. */
export const fileNotInSiteReason = createMessage("This file isn't part of a site.");
export const folderNotSiteReason = createMessage("This folder isn't a site.");
export const fileChangedReason = createMessage("The file changed before the edit could be applied. Try again.");
export const specificationNotReadReason = createMessage(
  "Docwright is still reading the specification. Try again in a moment.",
);
export const editNotSupportedReason = createMessage("This editor can't apply the edit.");
export const fileCreationNotSupportedReason = createMessage("This editor can't create files.");

/** An edit, or the reason why there isn't one. */
export type EditOrRefusal = Extract<PlannedEdit, { readonly ok: true }> | Refusal;

/** A refusal with sentences that clients can show. */
interface LocalizedRefusal {
  readonly ok: false;
  readonly reason: string;
}

/** Returns the result, with the reason for a refusal translated to the client's display language. */
export function localize<Result extends { readonly ok: true } | Refusal>(
  result: Result,
  session: Pick<Session, "messages">,
): Exclude<Result, Refusal> | LocalizedRefusal;
export function localize(
  result: { readonly ok: true } | Refusal,
  { messages }: Pick<Session, "messages">,
): { readonly ok: true } | LocalizedRefusal {
  return result.ok ? result : { ok: false, reason: messages.formatMessage(result.reason) };
}

/** The maximum number of files, links, or redirects that a message lists. */
const maxListedItems = 3;

/** A move, and the references that its edit doesn't update, at their locations after the move. */
export interface PartialMove {
  readonly plan: MovePlan;
  /** The locations of the first references in `plan.remainingLinks`. */
  readonly remainingLocations: readonly Location[];
}

/**
 * Warns about references and redirects that the author has to update manually. Used for requests whose response can't
 * contain them. Clients that can list the references do so themselves.
 */
export function warnOfManualUpdates({ plan, remainingLocations }: PartialMove, session: Session): void {
  if (remainingLocations.length > 0 && session.hasRefactoringCommands)
    void session.connection.sendNotification(remainingReferences, {
      remainingLocations: [...remainingLocations],
      remainingCount: plan.remainingLinks.length,
    });
  else if (remainingLocations.length > 0) {
    const message = createMessage(
      "These references must be updated manually: {0}.",
      formatFirstItems(plan.remainingLinks, ({ file, url }) =>
        createMessage("{0} in {1}", truncateEnd(url, 100), file),
      ),
    );
    showWarning(message, session);
  }
  warnOfManualRedirects(plan.manualRedirects, session);
}

/** The maximum number of references whose locations are sent to the client. */
const maxLocations = 1000;

/**
 * Returns the locations of the references that a move doesn't update (at most `maxLocations`), after the files have
 * been moved and `appliedEdits` has been applied. These are all edits that the client applies unless the author
 * excludes them, including redirects.
 */
export function locateRemainingLinks(
  links: MovePlan["remainingLinks"],
  appliedEdits: readonly SiteEdit[],
  moves: readonly FileMove[],
  { siteState, session }: EditBasis,
): Location[] {
  const linksByFile = groupBy(links.slice(0, maxLocations), ({ file }) => file);
  const editsByFile = new Map<SitePath, TextEdit[]>();
  for (const edit of appliedEdits)
    if (edit.kind === "edit" && linksByFile.has(edit.file))
      for (const each of edit.edits) addToGroup(editsByFile, edit.file, each);
  const readText = createTextReader(siteState.files);
  const newPathByOldPath = new Map(moves.map((move) => [move.from, move.to]));
  return [...linksByFile].flatMap(([file, references]) => {
    const text = readText(file);
    if (text === undefined) return [];
    const edits = editsByFile.get(file) ?? [];
    const lines = createLineMap(applyEdits(text, edits));
    const uri = toUri({ site: siteState, path: newPathByOldPath.get(file) ?? file }, session);
    const ranges = references.map(({ range }) => range).sort((a, b) => a.start - b.start);
    return shiftRanges(ranges, edits).map((range) => ({ uri, range: toRange(lines, range) }));
  });
}

/** Returns sorted ranges at their positions after the edits, which don't overlap with the ranges. */
function shiftRanges(ranges: readonly TextRange[], edits: readonly TextEdit[]): TextRange[] {
  const sortedEdits = [...edits].sort((a, b) => a.range.start - b.range.start);
  let addedLength = 0;
  let nextIndex = 0;
  return ranges.map(({ start, end }) => {
    for (let edit = sortedEdits[nextIndex]; edit && edit.range.end <= start; edit = sortedEdits[++nextIndex])
      addedLength += edit.newText.length - (edit.range.end - edit.range.start);
    return { start: start + addedLength, end: end + addedLength };
  });
}

export function warnOfManualRedirects(redirects: MovePlan["manualRedirects"], session: Session): void {
  if (redirects.length === 0) return;
  const message = createMessage(
    "Couldn't add redirects because docs.json has errors. Add them manually: {0}.",
    formatFirstItems(
      redirects,
      ({ source, destination }) => `${truncateEnd(source, 100)} → ${truncateEnd(destination, 100)}`,
    ),
  );
  showWarning(message, session);
}

/** Returns the first items (see `maxListedItems`) and the number of remaining items. */
export function formatFirstItems<Item>(items: readonly Item[], toValue: (item: Item) => MessageValue): MessageValue {
  const values = items.slice(0, maxListedItems).map(toValue);
  const hiddenCount = items.length - values.length;
  return { list: hiddenCount > 0 ? [...values, createMessage("{0} more", hiddenCount)] : values, last: "and" };
}

export function showWarning(message: LocalizedMessage, { connection, messages }: Session): void {
  connection.window.showWarningMessage(`Docwright: ${messages.formatMessage(message)}`);
}
