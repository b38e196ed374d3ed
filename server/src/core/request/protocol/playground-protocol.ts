import * as v from "valibot";
import type { LocalizedMessage } from "../../text/message.ts";
import {
  amountSchema,
  createMapSchema,
  countSchema,
  type Data,
  createListSchema,
  createNonEmptyTextSchema,
  createTextSchema,
} from "../../text/parse-message.ts";
import { builtRequestSchema, nameValuePair } from "../build/build-context.ts";
import type { ChannelForm, SocketEvent } from "../channel.ts";
import type { RequestForm } from "../form/request-form.ts";
import { type ChosenFile, requestValuesSchema } from "../form/request-values.ts";
import type { ResponseCheck } from "../response/response-check.ts";
import type { ConsentRequest, RelayEnd, RelayFailure, RelayHead } from "./relay-protocol.ts";

/** Messages from the host to a playground. They're sent inside preview messages of the kind `playground`. */
export type MessageToPlayground =
  /**
   * The form for the page's endpoint or channel. Both are undefined if the page documents neither or if the playground
   * isn't available to this reader.
   */
  | { readonly kind: "playground/form"; readonly form?: RequestForm; readonly channel?: ChannelForm }
  | { readonly kind: "relay/socket"; readonly id: string; readonly event: SocketEvent }
  /**
   * An error on a connection. If `isOpen` is set, the connection is still open, and only a single message couldn't be
   * sent. Otherwise, the connection is closed.
   */
  | {
      readonly kind: "relay/socketFailed";
      readonly id: string;
      readonly failure: RelayFailure;
      readonly isOpen?: true;
    }
  | { readonly kind: "relay/state"; readonly state: PlaygroundState }
  /** A code sample. Undefined if the language can't express the request. */
  | { readonly kind: "playground/sample"; readonly requestId: number; readonly sample?: SampleCode }
  | { readonly kind: "playground/checked"; readonly requestId: number; readonly check: ResponseCheck }
  /**
   * The reply to a `relay/target` message. Contains `question` if consent is required, or `failure` if the request
   * can't be sent. If neither is set, the request can be sent.
   */
  | {
      readonly kind: "relay/target";
      readonly requestId: number;
      readonly question?: ConsentRequest;
      readonly failure?: RelayFailure;
    }
  | { readonly kind: "relay/answer"; readonly id: string; readonly part: ResponsePart }
  | { readonly kind: "relay/picked"; readonly requestId: number; readonly files: readonly ChosenFile[] }
  /** The text of a stored response. Undefined if the response is no longer stored. */
  | { readonly kind: "relay/recalled"; readonly requestId: number; readonly text?: string }
  /** The result of an action. If the action failed, `text` gives the reason in a sentence. */
  | {
      readonly kind: "playground/done";
      readonly requestId: number;
      readonly text?: string;
      /** The sentences of `text`, as messages that are translated when they're shown. */
      readonly messages?: readonly LocalizedMessage[];
      readonly failed?: true;
    }
  /**
   * A request from a CodeLens or command to show and focus the form. It applies to the page at `url`, or to any page if
   * `url` is undefined.
   */
  | { readonly kind: "playground/show"; readonly url?: string };

/**
 * The parts of a response: a head, chunks, and an end, in this order. If the request fails, a failure replaces the
 * remaining parts.
 */
export type ResponsePart =
  /** Whether a consent prompt is open. The request isn't sent until you respond to the prompt. */
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
  /** The tokens of each line, as in the preview's code blocks. Empty if the language can't be highlighted. */
  readonly lines: readonly (readonly SampleToken[])[];
  /** The colors that tokens refer to by index. */
  readonly palette: readonly SampleColor[];
}

/** The same types as the preview's `CodeToken` and `CodeColor`. */
export type SampleToken = string | readonly [text: string, palette: number];
export type SampleColor = Readonly<Record<string, string | boolean | undefined>>;

/** The maximum length of a stored response, in UTF-16 code units. */
export const maxRememberedLength = 64_000;

/**
 * The playground data that the host stores for the user and shares with the webview. It contains the names of secrets
 * but never their values.
 */
export interface PlaygroundState {
  readonly host: "editor" | "browser";
  /** Whether the workspace is trusted. In an untrusted workspace, no requests are sent. */
  readonly isTrusted: boolean;
  readonly environments: readonly Environment[];
  /** The name of the active environment. Empty if no environment is active. */
  readonly environment: string;
  readonly secrets: readonly SecretName[];
  /** The origins that the user has allowed requests to. */
  readonly consents: readonly string[];
  readonly history: readonly HistoryEntry[];
}

/**
 * An environment, which contains values for the variables in requests, such as `{{name}}`, and optionally a base URL
 * for the API. Environments are stored for the user, never in the site's files.
 */
export interface Environment extends EnvironmentDraft {
  readonly name: string;
}

export interface SecretName {
  readonly name: string;
  /** The only origin that the secret is sent to, such as `https://api.example.com`. */
  readonly origin: string;
}

export interface HistoryEntry extends Omit<HistoryDraft, "response"> {
  readonly id: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly at: number;
  /** Set if the response is also stored, without secrets. In that case, `relay/recall` returns it. */
  readonly hasAnswer?: true;
}

/**
 * The schemas of messages from a playground. Each receiver validates the messages that it handles, because the page
 * shows third-party content. `requestId` is the number of a request. The response repeats this number.
 */

const nameSchema = createNonEmptyTextSchema(200);
const shortTextSchema = createTextSchema(200);
const mediumTextSchema = createTextSchema(2000);
const urlSchema = createTextSchema(64_000);
const secretNamesSchema = createListSchema(50, nameSchema);
const responseTextSchema = createTextSchema(2_000_000);
const bytesSchema = v.pipe(v.instance(Uint8Array), v.maxLength(50_000_000));

/** A response to validate against the specification. */
export type ResponseToCheck = Data<typeof responseToCheckSchema>;
const responseToCheckSchema = v.object({
  status: countSchema,
  /**
   * The response's `Content-Type`, such as `application/json; charset=utf-8`. Empty if the response doesn't have one.
   */
  type: shortTextSchema,
  /** The text of the response. Undefined for a binary response. */
  text: v.optional(responseTextSchema),
});

/** A message to validate against the channel. */
export type MessageToCheck = Data<typeof messageToCheckSchema>;
const messageToCheckSchema = v.object({
  /** The channel's message to validate against. If undefined, all messages in this direction are tried. */
  message: v.exactOptional(nameSchema),
  direction: v.picklist(["send", "receive"]),
  text: responseTextSchema,
});

export type PageExample = Data<typeof pageExampleSchema>;
const pageExampleSchema = v.variant("tag", [
  v.object({
    tag: v.literal("RequestExample"),
    request: builtRequestSchema,
    languages: createListSchema(30, nameSchema),
  }),
  v.object({ tag: v.literal("ResponseExample"), status: countSchema, type: shortTextSchema, text: responseTextSchema }),
]);

/**
 * A request for the form and the state of the current endpoint. The host sends them immediately, and again whenever
 * they change.
 */
const openMessageSchema = v.object({ kind: v.literal("playground/open") });
const closeMessageSchema = v.object({ kind: v.literal("playground/close") });

/** Messages about the site, which the language server handles. */
export type PlaygroundToServer = Data<typeof playgroundToServerSchema>;
export const playgroundToServerSchema = v.variant("kind", [
  openMessageSchema,
  closeMessageSchema,
  /** A request for a code sample. `language` is one of `listSampleLanguages`. */
  v.object({
    kind: v.literal("playground/sample"),
    requestId: countSchema,
    request: builtRequestSchema,
    language: shortTextSchema,
  }),
  v.object({ kind: v.literal("playground/check"), requestId: countSchema, response: responseToCheckSchema }),
  v.object({ kind: v.literal("playground/checkMessage"), requestId: countSchema, message: messageToCheckSchema }),
  /**
   * A request to insert an example into the page's file. The example contains the names of secrets but never their
   * values.
   */
  v.object({ kind: v.literal("playground/insert"), requestId: countSchema, example: pageExampleSchema }),
  /** A request to save the response as an example in the specification. */
  v.object({
    kind: v.literal("playground/saveExample"),
    requestId: countSchema,
    status: countSchema,
    type: shortTextSchema,
    text: responseTextSchema,
  }),
]);

/** A connection that the relay opens for the page. The same restrictions apply as for a request. */
export type SocketOpening = Data<typeof socketOpeningSchema>;
const socketOpeningSchema = v.object({
  /** An ID that the page chooses. It consists of 1 to 64 letters, digits, `-`, and `_`. */
  id: nameSchema,
  /**
   * The URL, such as `ws://localhost:4010/live/ports/DEHAM/quays`. It can contain secret placeholders
   * (`{{secret:NAME}}`), which the relay replaces.
   */
  url: urlSchema,
  headers: createListSchema(200, nameValuePair),
  protocols: createListSchema(20, nameSchema),
  /** The fingerprint of a certificate that the user has allowed, as in `RelayOptions`. */
  tlsFingerprint: v.exactOptional(createTextSchema(95)),
});

export type EnvironmentDraft = Data<typeof environmentDraftSchema>;
const environmentDraftSchema = v.object({
  /** The base URL, such as `http://localhost:4010`, which replaces the specification's servers. */
  baseUrl: v.optional(mediumTextSchema),
  variables: createMapSchema(200, createTextSchema(200_000)),
  /**
   * Whether cookies from responses are sent with later requests. They're stored in memory until the playground is
   * closed.
   */
  keepsCookies: v.boolean(),
});

export type EnvironmentChange = Data<typeof environmentChangeSchema>;
const environmentChangeSchema = v.variant("kind", [
  v.object({ kind: v.literal("choose"), name: shortTextSchema }),
  v.object({ kind: v.literal("remove"), name: shortTextSchema }),
  v.object({ kind: v.literal("set"), name: shortTextSchema, environment: environmentDraftSchema }),
]);

export type HistoryDraft = Data<typeof historyDraftSchema>;
export const historyDraftSchema = v.object({
  /** The endpoint's key, such as `openapi.yaml GET /users/{id}`. */
  key: mediumTextSchema,
  values: requestValuesSchema,
  request: builtRequestSchema,
  status: v.optional(countSchema),
  milliseconds: amountSchema,
  bytes: amountSchema,
  /** The response's status line, followed by its body if the body is text. */
  response: v.exactOptional(createTextSchema(maxRememberedLength)),
});

export type OAuthGrant = Data<typeof oauthGrantSchema>;
const oauthGrantSchema = v.object({
  flow: v.picklist(["authorizationCode", "clientCredentials", "password"]),
  authorizationUrl: v.exactOptional(mediumTextSchema),
  /** The token URL. Empty if the discovery document at `discoveryUrl` specifies it. */
  tokenUrl: mediumTextSchema,
  /** The URL of the OpenID Connect discovery document, which contains the other URLs. */
  discoveryUrl: v.exactOptional(mediumTextSchema),
  clientId: mediumTextSchema,
  /** The placeholder for the client secret, such as `{{secret:NAME}}`. */
  clientSecret: v.exactOptional(mediumTextSchema),
  scopes: createListSchema(200, shortTextSchema),
  user: v.exactOptional(mediumTextSchema),
  password: v.exactOptional(mediumTextSchema),
});

/**
 * Messages about the user and the network. In the editor, the extension handles them. In a browser tab, `docwright
 * preview` handles them. They're never sent to the language server.
 */
export type PlaygroundToHost = Data<typeof playgroundToHostSchema>;
export const playgroundToHostSchema = v.variant("kind", [
  openMessageSchema,
  closeMessageSchema,
  /** A request to determine whether a request to this URL can be sent, and whether the user must allow it first. */
  v.object({ kind: v.literal("relay/target"), requestId: countSchema, url: urlSchema, secrets: secretNamesSchema }),
  v.object({
    kind: v.literal("relay/consent"),
    origin: shortTextSchema,
    secrets: secretNamesSchema,
    answer: v.picklist(["once", "always", "no"]),
  }),
  /**
   * A request to send an API request. Used only in the editor, because a browser tab sends API requests over HTTP. The
   * relay validates the envelope.
   */
  v.object({ kind: v.literal("relay/send"), envelope: v.unknown() }),
  v.object({ kind: v.literal("relay/abort"), id: nameSchema }),
  /** A request to let the user choose files in a dialog. Used only in the editor. */
  v.object({ kind: v.literal("relay/pickFiles"), requestId: countSchema, many: v.boolean() }),
  /**
   * A request to save a response to a file that the user selects. Contains the response's bytes or, if the relay stores
   * the response, its ID. Used only in the editor.
   */
  v.object({
    kind: v.literal("relay/saveAnswer"),
    name: nameSchema,
    storedBodyId: v.exactOptional(nameSchema),
    bytes: v.exactOptional(bytesSchema),
  }),
  /** The same message without bytes, which is used if the bytes are invalid. */
  v.object({ kind: v.literal("relay/saveAnswer"), name: nameSchema, storedBodyId: v.exactOptional(nameSchema) }),
  /**
   * A request to store a secret. In the editor, the host prompts for the value. In a browser, this message contains the
   * value, which is sent only once.
   */
  v.object({
    kind: v.literal("relay/setSecret"),
    name: nameSchema,
    url: urlSchema,
    value: v.exactOptional(createTextSchema(200_000)),
  }),
  v.object({ kind: v.literal("relay/forgetSecret"), name: nameSchema }),
  v.object({ kind: v.literal("relay/environment"), change: environmentChangeSchema }),
  /**
   * A request to get a token and store it as the secret `name`, which is sent only to the origin of `url`. If the user
   * must allow the token server first, the reply is a `relay/target` message. Otherwise, the reply is a
   * `playground/done` message.
   */
  v.object({
    kind: v.literal("relay/authorize"),
    requestId: countSchema,
    name: nameSchema,
    url: urlSchema,
    grant: oauthGrantSchema,
  }),
  v.object({ kind: v.literal("relay/remember"), entry: historyDraftSchema }),
  v.object({ kind: v.literal("relay/forgetHistory"), id: v.exactOptional(nameSchema) }),
  /** A request for a stored response in the history (see `hasAnswer`). */
  v.object({ kind: v.literal("relay/recall"), requestId: countSchema, id: nameSchema }),
  /** A request to open a connection to a channel. Both hosts send its events to the page as `relay/socket` messages. */
  v.object({ kind: v.literal("relay/openSocket"), opening: socketOpeningSchema }),
  v.object({ kind: v.literal("relay/sendToSocket"), id: nameSchema, text: createTextSchema(10_000_000) }),
  v.object({ kind: v.literal("relay/closeSocket"), id: nameSchema }),
  /** A request to check whether a reverse proxy forwards the docs site's own requests. */
  v.object({ kind: v.literal("relay/checkProxy"), requestId: countSchema }),
]);

export type MessageFromPlayground = PlaygroundToServer | PlaygroundToHost;
