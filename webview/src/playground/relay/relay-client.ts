import type { ChosenFile } from "../../../../server/src/core/request/form/request-values.ts";
import type { ResponsePart } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnvelope,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";

/** The page's way to the relay, by HTTP in a browser's tab and by messages in the editor. */
export interface RelayClient {
  /**
   * Sends once. `onPart` hears a head, pieces and an end, or a failure in place of what is missing; it ends with one of
   * the last two, also when `signal` ends it (`aborted`). Never rejects.
   */
  readonly send: (requested: SentRequest) => Promise<void>;
  /** Files for a request: undefined when the person has chosen none, a sentence when it failed. */
  readonly takeFiles: (many: boolean) => Promise<readonly ChosenFile[] | string | undefined>;
  /** What came is to be saved, or all of what the relay has kept of it. */
  readonly save: (name: string, bytes: Blob, retained?: StoredResponse) => Promise<void>;
}

export interface StoredResponse {
  /** Of the request. */
  readonly id: string;
  /** `RelayEnd.kept` */
  readonly name: string;
}

export interface SentRequest {
  readonly envelope: RelayEnvelope;
  /** `options.id` of the envelope. */
  readonly id: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly onPart: (part: ResponsePart) => void;
  /** Asked before the first request to an origin; in the editor the host asks by itself. */
  readonly agree: (question: ConsentRequest) => Promise<ConsentReply>;
}

/** What a request that the person has ended is told as. */
export const aborted: ResponsePart = {
  kind: "failed",
  failure: {
    code: "aborted",
    message: "You stopped this request.",
    cause: "aborted",
    hint: "Whatever had arrived by then is still shown.",
  },
};
