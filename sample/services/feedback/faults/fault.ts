import type { ServerResponse } from "node:http";
import type { Reply } from "../../api/reply.ts";

/** The input of a fault. */
export interface FaultContext {
  readonly url: URL;
  readonly now: number;
  /** The cursors requested under this fault, with this request's last. `undefined` for first pages. */
  readonly cursors: readonly (string | undefined)[];
  /** The URL of the same listener under its other name, which is a different origin. */
  readonly elsewhere: string;
}

/** Replaces the correct response, or writes it in a custom way. */
export type Fault = (reply: Reply, context: FaultContext) => Reply | WriteAnswer;

export type WriteAnswer = (response: ServerResponse) => void;
