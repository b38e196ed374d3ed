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
 * What a playground and whoever hosts it say to each other, inside the preview's messages of kind `playground`. What is
 * about the site (`open`, `sample`, `check`, `insert`, `saveExample`) the server answers; the rest concerns the person
 * and the network: in the editor the extension answers it, in a browser's tab `docwright preview`.
 */

/** `ask` numbers a question; its answer has the same number. */
export type FromPlayground =
  /** The form of the endpoint that is shown is wanted, now and whenever it is another; so is the state. */
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  /** `language` as in `languagesOfSamples`. */
  | {
      readonly kind: "sample";
      readonly ask: number;
      readonly request: BuiltRequest;
      readonly language: string;
    }
  | { readonly kind: "check"; readonly ask: number; readonly answer: ResponseToCheck }
  /** An example is to be put into the page's file. Secrets stand in it as names. */
  | { readonly kind: "insert"; readonly ask: number; readonly example: PageExample }
  /** The answer is to be the example of the specification. */
  | {
      readonly kind: "saveExample";
      readonly ask: number;
      readonly status: number;
      readonly type: string;
      readonly text: string;
    }
  /** Where this address leads and whether the person has agreed to it. */
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
  /** Editor only; a browser's tab sends the request by HTTP. */
  | { readonly kind: "send"; readonly envelope: RelayEnvelope }
  | { readonly kind: "abort"; readonly id: string }
  /** Editor only: the host opens a dialog. */
  | { readonly kind: "pickFiles"; readonly ask: number; readonly many: boolean }
  /** Editor only: what the relay has kept of an answer, or what the page has, is to be saved where the person says. */
  | {
      readonly kind: "saveAnswer";
      readonly name: string;
      readonly kept?: string;
      readonly bytes?: Uint8Array;
    }
  /** In the editor the host asks for the value; in a browser it comes along, once. */
  | { readonly kind: "setSecret"; readonly name: string; readonly url: string; readonly value?: string }
  | { readonly kind: "forgetSecret"; readonly name: string }
  | { readonly kind: "environment"; readonly change: EnvironmentChange }
  /**
   * The token becomes the secret `name`, sent to the origin of `url` alone. Answered by `target` where the person has to
   * agree to the place that gives tokens first, else by `done`.
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
  /** What came back for an entry of the history (`hasAnswer`). */
  | { readonly kind: "recall"; readonly ask: number; readonly id: string }
  /** A channel is talked on. What is heard comes as `socket`, in both hosts by message. */
  | { readonly kind: "openSocket"; readonly opening: SocketOpening }
  | { readonly kind: "sendToSocket"; readonly id: string; readonly text: string }
  | { readonly kind: "closeSocket"; readonly id: string }
  | { readonly kind: "checkMessage"; readonly ask: number; readonly message: MessageToCheck }
  /** Whether a reverse proxy lets the docs' own requests through (specification, “Errors”). */
  | { readonly kind: "checkProxy"; readonly ask: number };

export type ToPlayground =
  /** Absent where the page documents no endpoint, or its playground is not for this reader. */
  | { readonly kind: "form"; readonly form?: RequestForm; readonly channel?: ChannelForm }
  | { readonly kind: "socket"; readonly id: string; readonly event: SocketEvent }
  /** `isOpen`: only a message was not sent, and the connection goes on; else it is over. */
  | {
      readonly kind: "socketFailed";
      readonly id: string;
      readonly failure: RelayFailure;
      readonly isOpen?: true;
    }
  | { readonly kind: "state"; readonly state: PlaygroundState }
  /** Absent: not in this language. */
  | { readonly kind: "sample"; readonly ask: number; readonly sample?: SampleCode }
  | { readonly kind: "checked"; readonly ask: number; readonly check: ResponseCheck }
  /** `question` where the person has not agreed yet, `failure` where nothing may be sent; neither: go ahead. */
  | {
      readonly kind: "target";
      readonly ask: number;
      readonly question?: ConsentRequest;
      readonly failure?: RelayFailure;
    }
  | { readonly kind: "answer"; readonly id: string; readonly part: ResponsePart }
  | { readonly kind: "picked"; readonly ask: number; readonly files: readonly ChosenFile[] }
  /** Absent: nothing is kept of it any more. */
  | { readonly kind: "recalled"; readonly ask: number; readonly text?: string }
  /** It was done, or a sentence says why not. */
  | { readonly kind: "done"; readonly ask: number; readonly text?: string; readonly failed?: true }
  /** The form is to be shown with the keyboard in it: a lens or command has asked for it, of the page at `url` or of any. */
  | { readonly kind: "show"; readonly url?: string };

/** What the server answers; whatever else a page says never reaches it in the editor. */
export const kindsOfSite: readonly FromPlayground["kind"][] = [
  "open",
  "close",
  "sample",
  "check",
  "insert",
  "saveExample",
  "checkMessage",
];

/** In this order: a head, pieces, an end; or a failure in place of what is missing. */
export type ResponsePart =
  | { readonly kind: "head"; readonly head: RelayHead }
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly end: RelayEnd }
  | { readonly kind: "failed"; readonly failure: RelayFailure };

/** A sample of code with its colours. */
export interface SampleCode {
  /** `cURL` */
  readonly label: string;
  readonly lang: string;
  /** What is copied. */
  readonly code: string;
  /** Line by line, pieces as in the preview's code blocks; empty where the language has no colours here. */
  readonly lines: readonly (readonly SamplePiece[])[];
  /** What the numbers of pieces stand for. */
  readonly palette: readonly SampleColor[];
}

/** As `CodePiece` and `CodeColor` of the preview. */
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
  /** What came back, where it is a text: status line and body, at most `maxRememberedLength` of it. */
  readonly answer?: string;
}

/** Of an answer in the history, in UTF-16 units. */
export const maxRememberedLength = 64_000;

export interface OAuthGrant {
  readonly flow: "authorizationCode" | "clientCredentials" | "password";
  readonly authorizationUrl?: string;
  /** Empty where `discoveryUrl` tells it. */
  readonly tokenUrl: string;
  /** Of OpenID Connect: the document that names both addresses. */
  readonly discoveryUrl?: string;
  readonly clientId: string;
  /** `{{secret:NAME}}` */
  readonly clientSecret?: string;
  readonly scopes: readonly string[];
  readonly user?: string;
  readonly password?: string;
}

/** What a host keeps for the person who tries out APIs, as far as the page may know: names of secrets, never their values. */
export interface PlaygroundState {
  readonly host: "editor" | "browser";
  /** Nothing is sent as long as the person does not trust the workspace. */
  readonly trusted: boolean;
  readonly environments: readonly Environment[];
  /** Name of the one in use; empty: none. */
  readonly environment: string;
  readonly secrets: readonly SecretName[];
  /** Origins that the person has agreed to. */
  readonly consents: readonly string[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
}

/** Values of variables that a request names as `{{name}}`, for one place where the API runs. Kept for the person, never in the site. */
export interface Environment {
  readonly name: string;
  /** Takes the place of the specification's servers: `http://localhost:4010`. */
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Cookies that answers set are sent again, in memory, as long as the playground lives. */
  readonly keepsCookies: boolean;
}

export interface SecretName {
  readonly name: string;
  /** The only place that it is sent to: `https://api.example.com`. */
  readonly origin: string;
}

export interface HistoryEntry {
  readonly id: string;
  /** `openapi.yaml GET /users/{id}` */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: RequestValues;
  readonly request: BuiltRequest;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly bytes: number;
  /** What came back is kept as well, without secrets, and told when it is asked for (`recall`). */
  readonly hasAnswer?: true;
}
