import type { ChosenFile } from "../../../../server/src/core/request/form/request-values.ts";
import type { ResponsePart } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnvelope,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate } from "../../language/translate.ts";

/** The page's connection to the relay: HTTP in a browser tab, messages in VS Code. */
export interface RelayClient {
  /**
   * Sends a request once. `onPart` receives a head, chunks, and an end, or a failure instead of the missing
   * parts. An end or a failure always comes last, even if `signal` aborts the request (`aborted`). Never
   * rejects.
   */
  readonly send: (requested: SentRequest) => Promise<void>;
  /**
   * Lets the user choose files for a request. Resolves to `undefined` if none are chosen, and to an error message on
   * failure.
   */
  readonly takeFiles: (many: boolean) => Promise<readonly ChosenFile[] | string | undefined>;
  /** Saves the received bytes, or the complete response that the relay has stored. */
  readonly save: (name: string, bytes: Blob, retained?: StoredResponse) => Promise<void>;
}

export interface StoredResponse {
  /** The ID of the request. */
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
  /** Called before the first request to an origin. In VS Code, the host prompts itself. */
  readonly agree: (question: ConsentRequest) => Promise<ConsentReply>;
}

/** The failure that reports a request as canceled by the user. */
export const aborted: ResponsePart = {
  kind: "failed",
  failure: {
    code: "aborted",
    message: translate("You stopped this request."),
    cause: "aborted",
    hint: translate("Any partial response is still shown."),
  },
};
