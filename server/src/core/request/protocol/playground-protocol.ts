import type { BuiltRequest } from "../build/build-context.ts";
import type { ChannelForm, MessageToCheck, SocketEvent, SocketOpening } from "../channel/channel-form.ts";
import type { RequestForm } from "../form/request-form.ts";
import type { ChosenFile, RequestValues } from "../form/request-values.ts";
import type { ResponseCheck, ResponseToCheck } from "../response/verdict.ts";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnd,
  RelayEnvelope,
  RelayFailure,
  RelayHead,
} from "./relay-protocol.ts";

/**
 * Messages between a playground and its host, inside preview messages of kind `playground`. The server handles messages
 * about the site (`open`, `sample`, `check`, `insert`, `saveExample`). The extension, or `docwright preview` for a
 * browser tab, handles the rest, which concern the user and the network.
 */

/** `ask` numbers a request. Its response has the same number. */
export type FromPlayground =
  /** Requests the form of the current endpoint and its state, now and whenever they change. */
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  /** One of `languagesOfSamples`. */
  | {
      readonly kind: "sample";
      readonly ask: number;
      readonly request: BuiltRequest;
      readonly language: string;
    }
  | { readonly kind: "check"; readonly ask: number; readonly answer: ResponseToCheck }
  /** Inserts an example into the page's file. Secrets appear as names. */
  | { readonly kind: "insert"; readonly ask: number; readonly example: PageExample }
  /** Saves the response as an example in the specification. */
  | {
      readonly kind: "saveExample";
      readonly ask: number;
      readonly status: number;
      readonly type: string;
      readonly text: string;
    }
  /** Requests the destination of this URL and whether the user has allowed it. */
  | {
      readonly kind: "target";
      readonly ask: number;
      readonly url: string;
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: "consent";
      readonly origin: string;
      readonly secrets: readonly string[];
      readonly answer: ConsentReply;
    }
  /** Editor only. A browser tab sends the request over HTTP. */
  | { readonly kind: "send"; readonly envelope: RelayEnvelope }
  | { readonly kind: "abort"; readonly id: string }
  /** Editor only. The host opens a dialog. */
  | { readonly kind: "pickFiles"; readonly ask: number; readonly many: boolean }
  /** Editor only. Saves the response stored in the relay, or the webview's text, to a file that the user selects. */
  | {
      readonly kind: "saveAnswer";
      readonly name: string;
      readonly kept?: string;
      readonly bytes?: Uint8Array;
    }
  /** In the editor, the host prompts for the value. In a browser, the message includes it once. */
  | { readonly kind: "setSecret"; readonly name: string; readonly url: string; readonly value?: string }
  | { readonly kind: "forgetSecret"; readonly name: string }
  | { readonly kind: "environment"; readonly change: EnvironmentChange }
  /**
   * Stores the token as the secret `name`, which is sent only to the origin of `url`. The reply is `target` if the user
   * must first allow the token server, or otherwise `done`.
   */
  | {
      readonly kind: "authorize";
      readonly ask: number;
      readonly name: string;
      readonly url: string;
      readonly grant: OAuthGrant;
    }
  | { readonly kind: "remember"; readonly entry: HistoryDraft }
  | { readonly kind: "forgetHistory"; readonly id?: string }
  /** Requests the response of a history entry (`hasAnswer`). */
  | { readonly kind: "recall"; readonly ask: number; readonly id: string }
  /** Opens a channel connection. Received messages arrive as `socket`, in both hosts as messages. */
  | { readonly kind: "openSocket"; readonly opening: SocketOpening }
  | { readonly kind: "sendToSocket"; readonly id: string; readonly text: string }
  | { readonly kind: "closeSocket"; readonly id: string }
  | { readonly kind: "checkMessage"; readonly ask: number; readonly message: MessageToCheck }
  /** Checks whether a reverse proxy lets the docs site's own requests through. */
  | { readonly kind: "checkProxy"; readonly ask: number };

export type ToPlayground =
  /** Undefined if the page doesn't document an endpoint, or if its playground isn't available to this reader. */
  | { readonly kind: "form"; readonly form?: RequestForm; readonly channel?: ChannelForm }
  | { readonly kind: "socket"; readonly id: string; readonly event: SocketEvent }
  /** `isOpen`: only this message wasn't sent, and the connection stays open. Otherwise, the connection is closed. */
  | {
      readonly kind: "socketFailed";
      readonly id: string;
      readonly failure: RelayFailure;
      readonly isOpen?: true;
    }
  | { readonly kind: "state"; readonly state: PlaygroundState }
  /** Undefined if the request can't be written in this language. */
  | { readonly kind: "sample"; readonly ask: number; readonly sample?: SampleCode }
  | { readonly kind: "checked"; readonly ask: number; readonly check: ResponseCheck }
  /**
   * `question` if consent is required, `failure` if the request can't be sent. Without either, the request can be sent.
   */
  | {
      readonly kind: "target";
      readonly ask: number;
      readonly question?: ConsentRequest;
      readonly failure?: RelayFailure;
    }
  | { readonly kind: "answer"; readonly id: string; readonly part: ResponsePart }
  | { readonly kind: "picked"; readonly ask: number; readonly files: readonly ChosenFile[] }
  /** Undefined if the response is no longer stored. */
  | { readonly kind: "recalled"; readonly ask: number; readonly text?: string }
  /** The action succeeded, or a sentence explains why it failed. */
  | { readonly kind: "done"; readonly ask: number; readonly text?: string; readonly failed?: true }
  /** Shows and focuses the form, as requested by a CodeLens or command, on the page at `url` or on any page. */
  | { readonly kind: "show"; readonly url?: string };

/** The messages that the server handles. In the editor, no other messages from a webview are forwarded to it. */
export const kindsOfSite: readonly FromPlayground["kind"][] = [
  "open",
  "close",
  "sample",
  "check",
  "insert",
  "saveExample",
  "checkMessage",
];

/** Arrive in order: a head, chunks, and an end. If the response fails, a failure replaces the missing parts. */
export type ResponsePart =
  | { readonly kind: "head"; readonly head: RelayHead }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly end: RelayEnd }
  | { readonly kind: "failed"; readonly failure: RelayFailure };

/** A code sample with syntax highlighting. */
export interface SampleCode {
  /** `cURL` */
  readonly label: string;
  readonly lang: string;
  /** The text to copy. */
  readonly code: string;
  /** Tokens by line, as in the preview's code blocks. Empty if the language can't be highlighted. */
  readonly lines: readonly (readonly SamplePiece[])[];
  /** The colors that the token indexes refer to. */
  readonly palette: readonly SampleColor[];
}

/** Same as the preview's `CodePiece` and `CodeColor`. */
export type SamplePiece = string | readonly [text: string, palette: number];
export type SampleColor = Readonly<Record<string, string | boolean | undefined>>;

export type PageExample =
  | { readonly tag: "RequestExample"; readonly request: BuiltRequest; readonly languages: readonly string[] }
  | {
      readonly tag: "ResponseExample";
      readonly status: number;
      readonly type: string;
      readonly text: string;
    };

export type EnvironmentChange =
  | { readonly kind: "choose"; readonly name: string }
  | { readonly kind: "set"; readonly name: string; readonly environment: EnvironmentDraft }
  | { readonly kind: "remove"; readonly name: string };

export interface EnvironmentDraft {
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly keepsCookies: boolean;
}

export interface HistoryDraft {
  readonly key: string;
  readonly values: RequestValues;
  readonly request: BuiltRequest;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly bytes: number;
  /** The response if it's text: status line and body, at most `maxRememberedLength`. */
  readonly answer?: string;
}

/** Maximum length of a response in the history, in UTF-16 code units. */
export const maxRememberedLength = 64_000;

export interface OAuthGrant {
  readonly flow: "authorizationCode" | "clientCredentials" | "password";
  readonly authorizationUrl?: string;
  /** Empty if the discovery document at `discoveryUrl` provides it. */
  readonly tokenUrl: string;
  /** The OpenID Connect discovery document, which contains both URLs. */
  readonly discoveryUrl?: string;
  readonly clientId: string;
  /** `{{secret:NAME}}` */
  readonly clientSecret?: string;
  readonly scopes: readonly string[];
  readonly user?: string;
  readonly password?: string;
}

/**
 * The playground data a host stores for the user, as far as the webview can access it: names of secrets, never their
 * values.
 */
export interface PlaygroundState {
  readonly host: "editor" | "browser";
  /** Whether the workspace is trusted. No requests are sent until it is. */
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
 * Values of the variables that requests use as `{{name}}`, for one location of the API. Stored for the user, never in
 * the site.
 */
export interface Environment {
  readonly name: string;
  /** Replaces the specification's servers, for example with `http://localhost:4010`. */
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Whether cookies set by responses are sent with later requests. They're stored in memory until the playground
   * closes.
   */
  readonly keepsCookies: boolean;
}

export interface SecretName {
  readonly name: string;
  /** The only origin that the secret is sent to, such as `https://api.example.com`. */
  readonly origin: string;
}

export interface HistoryEntry {
  readonly id: string;
  /** For example, `openapi.yaml GET /users/{id}`. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: RequestValues;
  readonly request: BuiltRequest;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly bytes: number;
  /** Whether the response is also stored, without secrets. It's sent on request (`recall`). */
  readonly hasAnswer?: true;
}
