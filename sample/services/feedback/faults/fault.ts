import type { ServerResponse } from "node:http";
import type { Reply } from "../../api/reply.ts";

/** The data that a fault can use. */
export interface FaultContext {
  readonly url: URL;
  readonly now: number;
  /**
   * The cursors of all requests with this fault, ending with this request's cursor. The cursor of a first page is
   * `undefined`.
   */
  readonly cursors: readonly (string | undefined)[];
  /** The URL of the same listener under its other hostname, which is a different origin. */
  readonly elsewhere: string;
}

/** Replaces the correct response, or writes it in an unusual way. */
export type Fault = (reply: Reply, context: FaultContext) => Reply | WriteAnswer;

export type WriteAnswer = (response: ServerResponse) => void;
