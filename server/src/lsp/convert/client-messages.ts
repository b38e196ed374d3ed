import type { MovePlan } from "../../core/features/move/plan-move.ts";
import {
  createMessage,
  type LocalizedMessage,
  type MessageValue,
  type Refusal,
  truncateEnd,
} from "../../core/text/message.ts";
import type { PlannedEdit } from "../../protocol/refactoring.ts";
import type { Session } from "../session/session.ts";

/** Messages that explain why a request has no result and how to fix the problem. */
export const fileNotInSite = createMessage("This file isn't part of a site.");
export const folderNotSite = createMessage("This folder isn't a site.");
export const fileChanged = createMessage("The file changed before the edit could be applied. Try again.");
export const specificationNotRead = createMessage(
  "Docwright is still reading the specification. Try again in a moment.",
);
export const editNotSupported = createMessage("This editor can't apply the edit.");
export const fileCreationNotSupported = createMessage("This editor can't create files.");

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
const maxListed = 3;

/**
 * Warns about links and redirects that the author has to update manually. Used for clients that don't show such a
 * warning themselves.
 */
export function warnOfManualUpdates({ left, manualRedirects }: MovePlan, session: Session): void {
  if (left.length > 0) {
    const message = createMessage(
      "This move breaks links in included files that can't be updated correctly for every page: {0}. Update them manually.",
      listFirst(left, ({ file, url }) => createMessage("{0} in {1}", truncateEnd(url, 100), file)),
    );
    warn(message, session);
  }
  warnOfManualRedirects(manualRedirects, session);
}

export function warnOfManualRedirects(redirects: MovePlan["manualRedirects"], session: Session): void {
  if (redirects.length === 0) return;
  const message = createMessage(
    "Couldn't add redirects because docs.json has errors. Add them manually: {0}.",
    listFirst(
      redirects,
      ({ source, destination }) => `${truncateEnd(source, 100)} → ${truncateEnd(destination, 100)}`,
    ),
  );
  warn(message, session);
}

/** Returns the first items (see `maxListed`) and the number of remaining items. */
export function listFirst<Item>(items: readonly Item[], toValue: (item: Item) => MessageValue): MessageValue {
  const listed = items.slice(0, maxListed).map(toValue);
  const more = items.length - listed.length;
  return { list: more > 0 ? [...listed, createMessage("{0} more", more)] : listed, last: "and" };
}

export function warn(message: LocalizedMessage, { connection, messages }: Session): void {
  connection.window.showWarningMessage(`Docwright: ${messages.formatMessage(message)}`);
}
