import type { ServerResponse } from "node:http";
import type { Reply } from "../../api/reply.ts";

/** What a fault may look at. */
export interface FaultContext {
  readonly url: URL;
  readonly now: number;
  /** Cursors that were asked for under this fault, this request's last; undefined for first pages. */
  readonly cursors: readonly (string | undefined)[];
  /** The same listener under its other name: another origin. */
  readonly elsewhere: string;
}

/** Makes of the right answer another one, or writes it as it sees fit. */
export type Fault = (reply: Reply, context: FaultContext) => Reply | WriteAnswer;

export type WriteAnswer = (response: ServerResponse) => void;
