import type { Refusal } from "../../core/text/message.ts";
import type { PlannedEdit } from "../../protocol/refactoring.ts";
import type { Session } from "../session/session.ts";

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
