import type { AnswerCheck } from "../../../../server/src/core/request/response/verdict.ts";
import type { SocketEvent } from "../../../../server/src/core/request/channel/channel-form.ts";
import type { RelayFailure } from "../../../../server/src/core/request/protocol/relay-protocol.ts";

export type Opened = Extract<SocketEvent, { readonly kind: "open" }>;
export type Closed = Extract<SocketEvent, { readonly kind: "closed" }>;

/** A connection on a channel as it is shown. */
export interface ConversationView {
  readonly phase: "empty" | "connecting" | "open" | "closing" | "closed" | "failed";
  /** What was connected to last: `ws://localhost:4010/live`. */
  readonly url: string;
  readonly opened: Opened | undefined;
  readonly closed: Closed | undefined;
  /** Why it failed; while it is open, why a message was not sent. */
  readonly failure: RelayFailure | undefined;
  /** A new list whenever it is another; the oldest first. */
  readonly entries: readonly LogEntry[];
  /** So many are no longer kept. */
  readonly dropped: number;
  readonly isPaused: boolean;
  /** So many have come since it was paused. */
  readonly held: number;
}

/** A message that was sent or received. */
export interface LogEntry {
  /** Counts from 1 as long as the console is open. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly direction: "send" | "receive";
  readonly text: string;
  /** The text is the bytes, two digits each. */
  readonly isBytes: boolean;
  readonly isCut: boolean;
  /** Of a template: which message it was made of. */
  readonly message: string | undefined;
  /** `skipped`: there were too many at once. */
  readonly check: AnswerCheck | "waiting" | "skipped";
}

export const noConversation: ConversationView = {
  phase: "empty",
  url: "",
  opened: undefined,
  closed: undefined,
  failure: undefined,
  entries: [],
  dropped: 0,
  isPaused: false,
  held: 0,
};
