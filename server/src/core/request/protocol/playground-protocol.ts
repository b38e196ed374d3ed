import * as v from "valibot";
import type { LocalizedMessage } from "../../text/message.ts";
import { amount, byName, count, type Data, list, nonEmptyText, text } from "../../text/parse-message.ts";
import { builtRequest, namedText } from "../build/build-context.ts";
import type { ChannelForm, SocketEvent } from "../channel.ts";
import type { RequestForm } from "../form/request-form.ts";
import { type ChosenFile, requestValues } from "../form/request-values.ts";
import type { ResponseCheck } from "../response/verdict.ts";
import type { ConsentRequest, RelayEnd, RelayFailure, RelayHead } from "./relay-protocol.ts";

/** Messages to a playground, which are sent inside preview messages of the kind `playground`. */
export type ToPlayground =
  /**
   * The form, or undefined if the page doesn't document an endpoint or its playground isn't available to this reader.
   */
  | { readonly kind: "playground/form"; readonly form?: RequestForm; readonly channel?: ChannelForm }
  | { readonly kind: "relay/socket"; readonly id: string; readonly event: SocketEvent }
  /**
   * An error on a connection. If `isOpen` is set, one message couldn't be sent but the connection is still open.
   * Otherwise, the connection is closed.
   */
  | {
      readonly kind: "relay/socketFailed";
      readonly id: string;
      readonly failure: RelayFailure;
      readonly isOpen?: true;
    }
  | { readonly kind: "relay/state"; readonly state: PlaygroundState }
  /** A code sample, or undefined if the request can't be expressed in this language. */
  | { readonly kind: "playground/sample"; readonly ask: number; readonly sample?: SampleCode }
  | { readonly kind: "playground/checked"; readonly ask: number; readonly check: ResponseCheck }
  /**
   * The target of a request. Contains `question` if consent is required, or `failure` if the request can't be sent. If
   * neither field is set, the request can be sent.
   */
  | {
      readonly kind: "relay/target";
      readonly ask: number;
      readonly question?: ConsentRequest;
      readonly failure?: RelayFailure;
    }
  | { readonly kind: "relay/answer"; readonly id: string; readonly part: ResponsePart }
  | { readonly kind: "relay/picked"; readonly ask: number; readonly files: readonly ChosenFile[] }
  /** A stored response, or undefined if the response is no longer stored. */
  | { readonly kind: "relay/recalled"; readonly ask: number; readonly text?: string }
  /** The result of an action. If the action failed, `text` contains a sentence with the reason. */
  | {
      readonly kind: "playground/done";
      readonly ask: number;
      readonly text?: string;
      /** The sentences of `text` as messages, which are translated when they're shown. */
      readonly localized?: readonly LocalizedMessage[];
      readonly failed?: true;
    }
  /**
   * A request from a CodeLens or command to show and focus the form on the page at `url`, or on any page if `url` is
   * undefined.
   */
  | { readonly kind: "playground/show"; readonly url?: string };

/**
 * The parts of a response, which arrive in this order: a head, chunks, and an end. If the request fails, a failure is
 * sent instead of the remaining parts.
 */
export type ResponsePart =
  /** Whether the consent prompt is open. The request isn't sent until you respond to the prompt. */
  | { readonly kind: "consent"; readonly isPending: boolean }
  | { readonly kind: "head"; readonly head: RelayHead }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly end: RelayEnd }
  | { readonly kind: "failed"; readonly failure: RelayFailure };

/** A code sample with syntax highlighting. */
export interface SampleCode {
  /** The language's name, such as `cURL`. */
  readonly label: string;
  readonly lang: string;
  /** The text to copy. */
  readonly code: string;
  /** The tokens by line, as in the preview's code blocks. Empty if the language can't be highlighted. */
  readonly lines: readonly (readonly SamplePiece[])[];
  /** The colors that the tokens refer to by index. */
  readonly palette: readonly SampleColor[];
}

/** The same types as the preview's `CodePiece` and `CodeColor`. */
export type SamplePiece = string | readonly [text: string, palette: number];
export type SampleColor = Readonly<Record<string, string | boolean | undefined>>;

/** The maximum length of a response in the history, in UTF-16 code units. */
export const maxRememberedLength = 64_000;

/**
 * The playground data that a host stores for the user and shares with the webview. It contains the names of secrets,
 * never their values.
 */
export interface PlaygroundState {
  readonly host: "editor" | "browser";
  /** Whether the workspace is trusted. In an untrusted workspace, no requests are sent. */
  readonly trusted: boolean;
  readonly environments: readonly Environment[];
  /** The name of the active environment. Empty if there is none. */
  readonly environment: string;
  readonly secrets: readonly SecretName[];
  /** Origins that the user has allowed. */
  readonly consents: readonly string[];
  readonly history: readonly HistoryEntry[];
}

/**
 * Values for the variables in requests, such as `{{name}}`, for one of the API's base URLs. The values are stored for
 * the user, never in the site's files.
 */
export interface Environment extends EnvironmentDraft {
  readonly name: string;
}

export interface SecretName {
  readonly name: string;
  /** The only origin that the secret is sent to, such as `https://api.example.com`. */
  readonly origin: string;
}

export interface HistoryEntry extends Omit<HistoryDraft, "answer"> {
  readonly id: string;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** Whether the response is also stored, without secrets. If so, `relay/recall` returns it. */
  readonly hasAnswer?: true;
}

/**
 * Messages from a playground. Each receiver validates the messages that it handles, because the page shows third-party
 * content. `ask` is the number of a request. The response to the request contains the same number.
 */

const name = nonEmptyText(200);
const shortText = text(200);
const mediumText = text(2000);
const url = text(64_000);
const secrets = list(50, name);
const answerText = text(2_000_000);
const bytes = v.pipe(v.instance(Uint8Array), v.maxLength(50_000_000));

/** A response to check against the specification. */
export type ResponseToCheck = Data<typeof responseToCheck>;
const responseToCheck = v.object({
  status: count,
  /** The content type, such as `application/json; charset=utf-8`. Empty if the response has none. */
  type: shortText,
  /** The response text. Undefined for binary responses. */
  text: v.optional(answerText),
});

/** A message to validate against the channel. */
export type MessageToCheck = Data<typeof messageToCheck>;
const messageToCheck = v.object({
  /** The message to validate against. If undefined, every message in this direction is tried until one matches. */
  message: v.exactOptional(name),
  direction: v.picklist(["send", "receive"]),
  text: answerText,
});

export type PageExample = Data<typeof pageExample>;
const pageExample = v.variant("tag", [
  v.object({ tag: v.literal("RequestExample"), request: builtRequest, languages: list(30, name) }),
  v.object({ tag: v.literal("ResponseExample"), status: count, type: shortText, text: answerText }),
]);

/**
 * Requests the form and the state for the current endpoint. The host sends both immediately and whenever they change.
 */
const open = v.object({ kind: v.literal("playground/open") });
const close = v.object({ kind: v.literal("playground/close") });

/** Messages about the site, which the server handles. */
export type PlaygroundToServer = Data<typeof playgroundToServer>;
export const playgroundToServer = v.variant("kind", [
  open,
  close,
  /** The language, which is one of `listSampleLanguages`. */
  v.object({ kind: v.literal("playground/sample"), ask: count, request: builtRequest, language: shortText }),
  v.object({ kind: v.literal("playground/check"), ask: count, answer: responseToCheck }),
  v.object({ kind: v.literal("playground/checkMessage"), ask: count, message: messageToCheck }),
  /**
   * A request to insert an example into the page's file. The example contains the names of secrets but not their
   * values.
   */
  v.object({ kind: v.literal("playground/insert"), ask: count, example: pageExample }),
  /** A request to save the response as an example in the specification. */
  v.object({
    kind: v.literal("playground/saveExample"),
    ask: count,
    status: count,
    type: shortText,
    text: answerText,
  }),
]);

/** A connection that the relay opens for the page, with the same restrictions as for a request. */
export type SocketOpening = Data<typeof socketOpening>;
const socketOpening = v.object({
  /** An ID chosen by the page, with 1 to 64 letters, digits, `-`, and `_`. */
  id: name,
  /**
   * The URL, such as `ws://localhost:4010/live/ports/DEHAM/quays`. May contain `{{secret:NAME}}`, which the relay
   * replaces.
   */
  url,
  headers: list(200, namedText),
  protocols: list(20, name),
  /** The fingerprint of a certificate that the user has allowed, as in `RelayOptions`. */
  tlsFingerprint: v.exactOptional(text(95)),
});

export type EnvironmentDraft = Data<typeof environmentDraft>;
const environmentDraft = v.object({
  /** The base URL that replaces the specification's servers, such as `http://localhost:4010`. */
  baseUrl: v.optional(mediumText),
  variables: byName(200, text(200_000)),
  /**
   * Whether cookies from responses are sent with later requests. The cookies are stored in memory until the playground
   * is closed.
   */
  keepsCookies: v.boolean(),
});

export type EnvironmentChange = Data<typeof environmentChange>;
const environmentChange = v.variant("kind", [
  v.object({ kind: v.literal("choose"), name: shortText }),
  v.object({ kind: v.literal("remove"), name: shortText }),
  v.object({ kind: v.literal("set"), name: shortText, environment: environmentDraft }),
]);

export type HistoryDraft = Data<typeof historyDraft>;
export const historyDraft = v.object({
  /** The key of the endpoint, such as `openapi.yaml GET /users/{id}`. */
  key: mediumText,
  values: requestValues,
  request: builtRequest,
  status: v.optional(count),
  milliseconds: amount,
  bytes: amount,
  /** The response's status line, followed by its body if the body is text. */
  answer: v.exactOptional(text(maxRememberedLength)),
});

export type OAuthGrant = Data<typeof oauthGrant>;
const oauthGrant = v.object({
  flow: v.picklist(["authorizationCode", "clientCredentials", "password"]),
  authorizationUrl: v.exactOptional(mediumText),
  /** The token URL. Empty if the discovery document at `discoveryUrl` contains it. */
  tokenUrl: mediumText,
  /** The OpenID Connect discovery document, which contains both URLs. */
  discoveryUrl: v.exactOptional(mediumText),
  clientId: mediumText,
  /** The placeholder for the client's secret, such as `{{secret:NAME}}`. */
  clientSecret: v.exactOptional(mediumText),
  scopes: list(200, shortText),
  user: v.exactOptional(mediumText),
  password: v.exactOptional(mediumText),
});

/**
 * Messages about the user and the network. The extension handles these messages in the editor, and `docwright preview`
 * handles them for a browser tab. They never reach the language server.
 */
export type PlaygroundToHost = Data<typeof playgroundToHost>;
export const playgroundToHost = v.variant("kind", [
  open,
  close,
  /** A request to determine the target of a request to this URL and whether the user has allowed it. */
  v.object({ kind: v.literal("relay/target"), ask: count, url, secrets }),
  v.object({
    kind: v.literal("relay/consent"),
    origin: shortText,
    secrets,
    answer: v.picklist(["once", "always", "no"]),
  }),
  /**
   * Sends an API request. Used only in the editor, because a browser tab sends API requests over HTTP. The relay
   * validates the envelope.
   */
  v.object({ kind: v.literal("relay/send"), envelope: v.unknown() }),
  v.object({ kind: v.literal("relay/abort"), id: name }),
  /** A request to choose files, for which the host opens a dialog. Used only in the editor. */
  v.object({ kind: v.literal("relay/pickFiles"), ask: count, many: v.boolean() }),
  /**
   * A request to save a response to a file that the user selects. The message contains the response or the ID under
   * which the relay stores it. Used only in the editor.
   */
  v.object({
    kind: v.literal("relay/saveAnswer"),
    name,
    kept: v.exactOptional(name),
    bytes: v.exactOptional(bytes),
  }),
  /** The same message without its bytes. This variant is used if the bytes aren't valid. */
  v.object({ kind: v.literal("relay/saveAnswer"), name, kept: v.exactOptional(name) }),
  /**
   * A request to store a secret. In the editor, the host prompts for the value. In a browser, the message includes the
   * value once.
   */
  v.object({ kind: v.literal("relay/setSecret"), name, url, value: v.exactOptional(text(200_000)) }),
  v.object({ kind: v.literal("relay/forgetSecret"), name }),
  v.object({ kind: v.literal("relay/environment"), change: environmentChange }),
  /**
   * A request to get a token and store it as the secret `name`, which is sent only to the origin of `url`. The reply is
   * a `target` message if the user must first allow the token server. Otherwise, the reply is a `done` message.
   */
  v.object({ kind: v.literal("relay/authorize"), ask: count, name, url, grant: oauthGrant }),
  v.object({ kind: v.literal("relay/remember"), entry: historyDraft }),
  v.object({ kind: v.literal("relay/forgetHistory"), id: v.exactOptional(name) }),
  /** A request for the response of a history entry (see `hasAnswer`). */
  v.object({ kind: v.literal("relay/recall"), ask: count, id: name }),
  /**
   * A request to open a channel connection. In both hosts, received messages are sent to the page as `socket` messages.
   */
  v.object({ kind: v.literal("relay/openSocket"), opening: socketOpening }),
  v.object({ kind: v.literal("relay/sendToSocket"), id: name, text: text(10_000_000) }),
  v.object({ kind: v.literal("relay/closeSocket"), id: name }),
  /** A request to check whether a reverse proxy forwards the docs site's own requests. */
  v.object({ kind: v.literal("relay/checkProxy"), ask: count }),
]);

export type FromPlayground = PlaygroundToServer | PlaygroundToHost;
