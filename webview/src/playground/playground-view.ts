import type { AnswerCheck } from "../../../server/src/core/request/response/verdict.ts";
import type { BuiltRequest, RequestProblem } from "../../../server/src/core/request/build/build-context.ts";
import type { ChannelForm } from "../../../server/src/core/request/channel/channel-form.ts";
import type { PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentAnswer,
  ConsentQuestion,
  RelayEnd,
  RelayFailure,
  RelayHead,
} from "../../../server/src/core/request/protocol/relay-protocol.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";

/** All that a playground shows, as one value. */
export interface PlaygroundView {
  /** `none`: there is nothing to try out here. */
  readonly form: RequestForm | "waiting" | "none";
  /** Of the page of a channel; `form` is then the request that opens it. */
  readonly channel: ChannelForm | undefined;
  readonly values: RequestValues | undefined;
  /** Of `form` and `values`. */
  readonly built: Built | undefined;
  /** What the host keeps for the person. */
  readonly state: PlaygroundState;
  readonly exchange: Exchange | undefined;
  readonly consent: PendingConsent | undefined;
  /** What was done last, or why it was not: `The example stands in the page now.` */
  readonly notice: Notice | undefined;
  readonly options: SendOptions;
}

export interface Built {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}

export interface SendOptions {
  readonly followRedirects: boolean;
}

export interface Notice {
  readonly text: string;
  readonly failed: boolean;
}

export interface PendingConsent {
  readonly question: ConsentQuestion;
  readonly answer: (answer: ConsentAnswer) => void;
}

/** One press of Send, from then on. */
export interface Exchange {
  readonly id: string;
  readonly request: BuiltRequest;
  /** Milliseconds as of `performance.now()`. */
  readonly startedAt: number;
  readonly phase: "sending" | "receiving" | "done" | "failed";
  readonly head?: RelayHead;
  readonly body: ReceivedBody;
  readonly end?: RelayEnd;
  readonly failure?: RelayFailure;
  readonly check?: AnswerCheck;
}

/** A new value each time that it is shown, over the same list, to which pieces are added as they arrive. */
export interface ReceivedBody {
  readonly pieces: readonly ReceivedPiece[];
  readonly bytes: number;
}

export interface ReceivedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds after Send was pressed. */
  readonly at: number;
}
