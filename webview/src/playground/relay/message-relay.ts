import type { ChosenFile } from "../../../../server/src/core/request/form/request-values.ts";
import type {
  MessageFromPlayground,
  ResponsePart,
  MessageToPlayground,
} from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnvelope,
  RelayFailure,
} from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { translate, translateMessage } from "../../language/translate.ts";
import type { PlaygroundPort } from "../store/playground-port.ts";
import type { Notice, PlaygroundStore } from "../store/playground-store.ts";

/** The page's connection to the relay, which uses HTTP in a browser tab and messages in VS Code. */
export interface RelayClient {
  /**
   * Sends a request once. `onPart` receives a head, chunks, and an end, or a failure if any of these is missing. The
   * last part is always an end or a failure, even if `signal` aborts the request (`aborted`). Never rejects.
   */
  readonly send: (request: RelayRequest) => Promise<void>;
  /**
   * Lets the user choose files for a request. Resolves to `undefined` if the user cancels, or to an error message if
   * choosing files fails.
   */
  readonly chooseFiles: (isMultiple: boolean) => Promise<readonly ChosenFile[] | string | undefined>;
  /** Saves the bytes that the page has received, or the complete response that the relay has stored. */
  readonly save: (name: string, bytes: Blob, storedResponse?: StoredResponse) => Promise<void>;
}

export interface StoredResponse {
  /** The ID of the request. */
  readonly id: string;
  /** The name under which the relay has stored the response (`RelayEnd.storedBodyId`). */
  readonly name: string;
}

export interface RelayRequest {
  readonly envelope: RelayEnvelope;
  /** The request's ID, which is `options.id` in the envelope. */
  readonly id: string;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly onPart: (part: ResponsePart) => void;
  /**
   * Called before the first request to an origin. In VS Code, the host prompts the user, so this function isn't called.
   */
  readonly requestConsent: (request: ConsentRequest) => Promise<ConsentReply>;
}

/** The failure that is reported if the user cancels a request. */
export const abortedPart: ResponsePart = {
  kind: "failed",
  failure: {
    code: "aborted",
    message: translate("You stopped this request."),
    cause: "aborted",
    hint: translate("Any partial response is still shown."),
  },
};

type PlaygroundRequest = Extract<MessageFromPlayground, { readonly requestId: number }>;
export type HostReply = Extract<MessageToPlayground, { readonly requestId: number }>;
type OmitRequestId<T> = T extends unknown ? Omit<T, "requestId"> : never;

/** Sends a request to the host. Resolves to `undefined` if the host doesn't respond in time. */
export type SendToHost = (
  request: OmitRequestId<PlaygroundRequest>,
  milliseconds?: number,
) => Promise<HostReply | undefined>;

const defaultTimeout = 30_000;
/**
 * The timeout in milliseconds for requests that open a dialog in VS Code or a sign-in page in a browser, which can stay
 * open for a long time.
 */
export const dialogTimeout = 3_600_000;
let lastId = 0;

/** Creates a function that numbers requests and matches responses to them. */
export function createHostRequestSender(port: PlaygroundPort): SendToHost {
  return (request, milliseconds = defaultTimeout) =>
    new Promise((resolve) => {
      const requestId = ++lastId;
      const finish = (reply: HostReply | undefined): void => {
        stopListening();
        clearTimeout(timer);
        resolve(reply);
      };
      const stopListening = port.listen((message) => {
        if ("requestId" in message && message.requestId === requestId) finish(message);
      });
      const timer = setTimeout(() => finish(undefined), milliseconds);
      port.send({ ...request, requestId });
    });
}

/**
 * Creates the relay client for VS Code. The extension host sends requests, prompts for consent, and opens files. The
 * client doesn't open a network port.
 */
export function createMessageRelay(port: PlaygroundPort): RelayClient {
  const sendToHost = createHostRequestSender(port);
  return {
    send: ({ envelope, id, signal, onPart }) =>
      new Promise((resolve) => {
        const finish = (): void => {
          stopListening();
          signal.removeEventListener("abort", onAbort);
          resolve();
        };
        const stopListening = port.listen((message) => {
          if (message.kind !== "relay/answer" || message.id !== id) return;
          onPart(message.part);
          if (message.part.kind === "end" || message.part.kind === "failed") finish();
        });
        const onAbort = (): void => {
          port.send({ kind: "relay/abort", id });
          onPart(abortedPart);
          finish();
        };
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort);
        port.send({ kind: "relay/send", envelope });
      }),
    chooseFiles: async (isMultiple) => {
      const reply = await sendToHost({ kind: "relay/pickFiles", many: isMultiple }, dialogTimeout);
      return reply?.kind === "relay/picked" && reply.files.length > 0 ? reply.files : undefined;
    },
    save: async (name, bytes, response) => {
      port.send({
        kind: "relay/saveAnswer",
        name,
        ...(response === undefined
          ? { bytes: new Uint8Array(await bytes.arrayBuffer()) }
          : { storedBodyId: response.name }),
      });
    },
  };
}

/** Prompts the user in a dialog on the page. */
export function promptUser(store: PlaygroundStore, request: ConsentRequest): Promise<ConsentReply> {
  return new Promise((resolve) => {
    store.set({
      consent: {
        request,
        respond: (reply) => {
          store.set({ consent: undefined });
          resolve(reply);
        },
      },
    });
  });
}

/** Returns the text of a reply in the page's language. */
export function getReplyText({
  text,
  messages,
}: Extract<HostReply, { readonly kind: "playground/done" }>): string | undefined {
  return messages ? messages.map((each) => translateMessage(each)).join(" ") : text;
}

/**
 * Requests an action from the host, which may first need consent to access the URL. Resolves to the result.
 */
export async function runWithConsent(
  store: PlaygroundStore,
  sendRequest: () => Promise<HostReply | undefined>,
): Promise<Notice> {
  for (let attemptCount = 0; attemptCount < 3; attemptCount++) {
    const reply = await sendRequest();
    if (reply?.kind === "playground/done")
      return { text: getReplyText(reply) ?? translate("Done."), hasFailed: reply.failed === true };
    if (reply?.kind !== "relay/target") break;
    if (reply.failure) {
      const { message, hint } = translateFailure(reply.failure);
      return { text: `${message} ${hint}`, hasFailed: true };
    }
    if (!reply.question) break;
    const { origin, secrets } = reply.question;
    const consentReply = await promptUser(store, reply.question);
    store.port.send({ kind: "relay/consent", origin, secrets, answer: consentReply });
    if (consentReply === "no")
      return { text: translate("You didn’t allow {0}, so nothing was sent.", origin), hasFailed: true };
  }
  return { text: translate("The preview isn’t responding, so nothing was done."), hasFailed: true };
}

/** Returns the sentences that describe a failure in the page's language. */
export function translateFailure(
  { message, hint, localized }: RelayFailure,
  format = translateMessage,
): Pick<RelayFailure, "message" | "hint"> {
  return localized
    ? { message: localized.message.map((each) => format(each)).join(" "), hint: format(localized.hint) }
    : { message, hint };
}
