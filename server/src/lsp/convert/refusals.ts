import { createMessage, type Refusal } from "../../core/text/message.ts";
import type { PlannedEdit } from "../../protocol/refactoring.ts";
import type { Session } from "../session/session.ts";

/** Messages about why requests have no result, and what to do. */
export const fileNotInSite = createMessage("This file isn't part of a site.");
export const folderNotSite = createMessage("This folder isn't a site.");
export const fileChanged = createMessage("The file has changed in the meantime. Try again.");
export const specificationNotRead = createMessage(
  "Docwright is still reading the specification. Try again in a moment.",
);
export const editNotSupported = createMessage("This editor can't apply the edit.");
export const fileCreationNotSupported = createMessage("This editor can't create files.");

/** An edit, or the reason why there is none. */
export type EditOrRefusal = Extract<PlannedEdit, { readonly ok: true }> | Refusal;

/** A refusal with sentences that clients can show. */
interface LocalizedRefusal {
  readonly ok: false;
  readonly reason: string;
}

/** Returns the result as is, or a refusal with the reason in the client's display language. */
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
