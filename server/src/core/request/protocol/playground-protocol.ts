import type { ChannelForm, SocketEvent } from "../channel/channel-form.ts";
import type { RequestForm } from "../form/request-form.ts";
import type { ChosenFile } from "../form/request-values.ts";
import type { ResponseCheck } from "../response/verdict.ts";
import type { EnvironmentDraft, HistoryDraft } from "./from-playground.ts";
import type { ConsentRequest, RelayEnd, RelayFailure, RelayHead } from "./relay-protocol.ts";

/** Messages to a playground, inside preview messages of kind `playground`. */
export type ToPlayground =
  /** Undefined if the page doesn't document an endpoint, or if its playground isn't available to this reader. */
  | { readonly kind: "playground/form"; readonly form?: RequestForm; readonly channel?: ChannelForm }
  | { readonly kind: "relay/socket"; readonly id: string; readonly event: SocketEvent }
  /** `isOpen`: only this message wasn't sent, and the connection stays open. Otherwise, the connection is closed. */
  | {
      readonly kind: "relay/socketFailed";
      readonly id: string;
      readonly failure: RelayFailure;
      readonly isOpen?: true;
    }
  | { readonly kind: "relay/state"; readonly state: PlaygroundState }
  /** Undefined if the request can't be written in this language. */
  | { readonly kind: "playground/sample"; readonly ask: number; readonly sample?: SampleCode }
  | { readonly kind: "playground/checked"; readonly ask: number; readonly check: ResponseCheck }
  /**
   * `question` if consent is required, `failure` if the request can't be sent. Without either, the request can be sent.
   */
  | {
      readonly kind: "relay/target";
      readonly ask: number;
      readonly question?: ConsentRequest;
      readonly failure?: RelayFailure;
    }
  | { readonly kind: "relay/answer"; readonly id: string; readonly part: ResponsePart }
  | { readonly kind: "relay/picked"; readonly ask: number; readonly files: readonly ChosenFile[] }
  /** Undefined if the response is no longer stored. */
  | { readonly kind: "relay/recalled"; readonly ask: number; readonly text?: string }
  /** The action succeeded, or a sentence explains why it failed. */
  | { readonly kind: "playground/done"; readonly ask: number; readonly text?: string; readonly failed?: true }
  /** Shows and focuses the form, as requested by a CodeLens or command, on the page at `url` or on any page. */
  | { readonly kind: "playground/show"; readonly url?: string };

/** Arrive in order: a head, chunks, and an end. If the response fails, a failure replaces the missing parts. */
export type ResponsePart =
  /** The user is prompted for consent, or has replied. The request isn't being sent in the meantime. */
  | { readonly kind: "consent"; readonly isPending: boolean }
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

/** Maximum length of a response in the history, in UTF-16 code units. */
export const maxRememberedLength = 64_000;

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
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the response is also stored, without secrets. It's sent on request (`relay/recall`). */
  readonly hasAnswer?: true;
}
