import type { MovePlan } from "../../core/features/move/plan-move.ts";
import {
  createMessage,
  type LocalizedMessage,
  type MessageValue,
  truncateEnd,
} from "../../core/text/message.ts";
import type { Session } from "../session/session.ts";

/** The maximum number of files, links, or redirects that a message lists. */
const maxListed = 3;

/** Warns about links and redirects that the author has to update manually, for clients that don't show them. */
export function warnOfManualUpdates({ left, manualRedirects }: MovePlan, session: Session): void {
  if (left.length > 0) {
    const message = createMessage(
      "This move breaks links that can't be updated for every page that includes them: {0}. Update them manually.",
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

/** Returns the first items, and the number of the others. */
export function listFirst<Item>(items: readonly Item[], toValue: (item: Item) => MessageValue): MessageValue {
  const listed = items.slice(0, maxListed).map(toValue);
  const more = items.length - listed.length;
  return { list: more > 0 ? [...listed, createMessage("{0} more", more)] : listed, last: "and" };
}

export function warn(message: LocalizedMessage, { connection, messages }: Session): void {
  connection.window.showWarningMessage(`Docwright: ${messages.formatMessage(message)}`);
}
