import type { BuiltPart, BuiltRequest } from "../build/build-context.ts";
import { type LocalizedMessage, createVerbatimMessage } from "../../text/message.ts";
import type { ResponseToCheck } from "./playground-protocol.ts";

/**
 * The body of a `POST /_service/api/request` request, which is sent over HTTP or as a message in the editor. The fields
 * `method`, `url`, `header`, `query`, and `body` are the same as in the service's proxy. The other fields exist only in
 * Docwright.
 */
export interface RelayEnvelope {
  readonly method: string;
  /** The absolute URL. It's sent unchanged, except that `query` is appended. */
  readonly url: string;
  readonly header?: Readonly<Record<string, string>>;
  /** Headers that repeat a name or must be in a specific order. They're sent after those in `header`. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** The cookies. They're sent unchanged and in this order. */
  readonly cookie?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /**
   * The body. A string is sent unchanged, and any other value is sent as JSON. Only one of `body`, `bodyBase64`,
   * `bodyFile`, and `multipart` can be set.
   */
  readonly body?: unknown;
  readonly bodyBase64?: string;
  readonly bodyFile?: string;
  readonly multipart?: readonly EnvelopePart[];
  readonly options?: RelayOptions;
}

export interface EnvelopePart {
  /** The part's name. Undefined for a part that is identified by position, which has no `Content-Disposition`. */
  readonly name?: string;
  /** The part's content. Only one of `value`, `fileRef`, and `multipart` can be set. */
  readonly value?: string;
  readonly fileRef?: string;
  /** The parts of a nested multipart document, whose type is `contentType`. */
  readonly multipart?: readonly EnvelopePart[];
  readonly filename?: string;
  readonly contentType?: string;
  /**
   * Headers that are sent after those that the relay generates. Only headers that `isPartHeader` accepts are allowed.
   */
  readonly headers?: readonly (readonly [string, string])[];
}

export interface RelayOptions {
  /**
   * An ID that the page chooses and can use to cancel the request. It consists of 1 to 64 letters, digits, `-`, and
   * `_`.
   */
  readonly id?: string;
  /** How redirects are handled. With `manual`, which is the default, a redirect is returned like any other response. */
  readonly redirect?: "manual" | "follow";
  readonly timeouts?: Partial<RelayTimeouts>;
  /** The SHA-256 fingerprint (`AB:CD:…`) of an untrusted certificate that the user has allowed. */
  readonly tlsFingerprint?: string;
  /**
   * The maximum size of the response body to return, in bytes. If the body is larger, the relay stores it so that the
   * user can save it to a file. If undefined, the full body is returned.
   */
  readonly inlineBytes?: number;
  /**
   * Whether to send the request with an `Origin` header, as a browser on the published site would, and to report what
   * CORS would allow.
   */
  readonly direct?: boolean;
  /**
   * The ID of a redirect that has been allowed and is now being followed (see `RelayFailure.continues`). The envelope's
   * other fields must be the same as in the original request.
   */
  readonly continues?: string;
}

/** Timeouts in milliseconds. */
export interface RelayTimeouts {
  readonly connect: number;
  readonly firstByte: number;
  /** The maximum time between two chunks of a response. Doesn't apply to event streams. */
  readonly idle: number;
  readonly total: number;
}

/**
 * The first part of a response. Over HTTP, this part is sent as base64url-encoded JSON in the `X-Relay-Response`
 * header.
 */
export interface RelayHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** The headers as received, including their order, case, and repeated names. */
  readonly headers: readonly (readonly [string, string])[];
  readonly redirects: readonly RelayRedirect[];
  /**
   * The body's `Content-Encoding`, such as `zstd`. Set only if the relay doesn't support this encoding, so the body is
   * still encoded.
   */
  readonly encoding?: string;
  /** The server's IP address, such as `127.0.0.1`. Undefined if the editor is configured to use a proxy. */
  readonly address?: string;
  readonly tls?: RelayTls;
  /** The times of the request's phases, from the start to the first byte, in milliseconds. */
  readonly timings: RelayTimings;
  /** The request as it was sent, with secret placeholders (`{{secret:NAME}}`) instead of secrets. */
  readonly sentRequest: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
  };
  /** The result of the CORS check for `options.direct`. */
  readonly cors?: CorsResult;
  /**
   * Set if some headers were too large for `X-Relay-Response`. `GET /_service/api/response/{id}` returns all headers.
   */
  readonly truncated?: true;
}

export interface RelayRedirect {
  readonly status: number;
  readonly from: string;
  readonly to: string;
}

export interface RelayTls {
  readonly protocol: string;
  readonly cipher: string;
  readonly issuer: string;
  readonly validTo: string;
  readonly fingerprint: string;
  /** Set if the certificate is accepted only because the user has allowed its fingerprint. */
  readonly isAllowedByConsent?: true;
}

export interface RelayTimings {
  readonly lookup?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte: number;
}

/** How a browser on the published site would treat this request and its response. */
export interface CorsResult {
  /**
   * Whether a browser would allow the request. Undefined if the published site's URL is unknown, in which case neither
   * an `Origin` header nor a preflight request is sent.
   */
  readonly allowed?: boolean;
  /** The response to the preflight request. Undefined if no preflight request was sent. */
  readonly preflight?: { readonly status: number; readonly headers: readonly (readonly [string, string])[] };
  /** Sentences that explain why a browser would block the request and which headers would allow it. */
  readonly reasons: readonly LocalizedMessage[];
}

/** The last part of a response. */
export interface RelayEnd {
  /** The size of the decoded body in bytes. `wireBytes` is the size of the body as transferred. */
  readonly bytes: number;
  readonly wireBytes: number;
  /** The total time in milliseconds. */
  readonly total: number;
  /**
   * The ID under which the full body is stored until the playground is closed. Set only if the body is larger than
   * `inlineBytes`.
   */
  readonly storedBodyId?: string;
  /** Set if the body was truncated because it exceeds the maximum size. */
  readonly isTruncated?: true;
}

export interface RelayFailure {
  readonly code: RelayFailureCode;
  /** A sentence for the author, such as “Nothing is listening on localhost:4010.” */
  readonly message: string;
  /** The system error, such as `ECONNREFUSED 127.0.0.1:4010`, without secrets. */
  readonly cause: string;
  /** A sentence that suggests a fix. */
  readonly hint: string;
  /** The sentences of `message` and `hint`, as messages that are translated when they're shown. */
  readonly localized?: { readonly message: readonly LocalizedMessage[]; readonly hint: LocalizedMessage };
  /** If `code` is `consent`, the request for the user's consent. */
  readonly consent?: ConsentRequest;
  /**
   * Set if `code` is `consent` and the consent is for a redirect. To resume the request at the redirect, send it again
   * with this value as `options.continues`.
   */
  readonly continues?: string;
  /** If `code` is `tls-untrusted`, the fingerprint that the user can allow. */
  readonly fingerprint?: string;
}

/** Returns a failure's sentences, as messages that are translated when they're shown. */
export function getSentences({
  message,
  hint,
  localized,
}: Pick<RelayFailure, "message" | "hint" | "localized">): readonly LocalizedMessage[] {
  return localized
    ? [...localized.message, localized.hint]
    : [createVerbatimMessage(message), createVerbatimMessage(hint)];
}

export const relayFailureCodes = [
  "malformed", "too-large", "refused-target", "consent", "undeclared", "refused-address", "unknown-secret",
  "secret-elsewhere", "unknown-file", "too-many", "not-found", "lookup-timeout", "connect-refused", "connect-timeout",
  "connect-reset", "unreachable", "tls-untrusted", "tls-expired", "tls-wrong-name", "tls-protocol", "proxy",
  "first-byte-timeout", "idle-timeout", "total-timeout", "malformed-answer", "redirect-refused", "redirect-loop",
  "decompression", "aborted", "failed",
] as const; // prettier-ignore
export type RelayFailureCode = (typeof relayFailureCodes)[number];

/** The consent prompt before the first request to an origin, or before a secret is first sent to an origin. */
export interface ConsentRequest {
  /** The origin of the request, such as `https://api.example.com`. */
  readonly origin: string;
  /** The source of the origin: `docs.json`, a specification such as `openapi.yaml`, or `you` if you entered it. */
  readonly declaredBy: string;
  /** The IP addresses that the origin's host name currently resolves to. */
  readonly addresses: readonly string[];
  /** The names of the secrets that would be sent. */
  readonly secrets: readonly string[];
  /** Whether these addresses are on this machine or on its local network. */
  readonly isLocal: boolean;
  /** Set if the request opens a connection for messages in both directions. */
  readonly connects?: true;
  /** A sentence that warns about a suspicious source of the URL. */
  readonly warning?: LocalizedMessage;
}

export type ConsentReply = "once" | "always" | "no";

/** Creates the relay's envelope for a built request. The relay generates the boundary of multipart bodies. */
export function createEnvelope(
  { method, url, headers, cookies, body }: BuiltRequest,
  options: RelayOptions = {},
): RelayEnvelope {
  // A multipart type other than `multipart/form-data` must be set explicitly.
  const needsContentType = body?.kind === "parts" && !/^multipart\/form-data\b/i.test(body.type);
  return {
    method,
    url,
    headers: needsContentType ? [...headers, ["Content-Type", body.type]] : headers,
    ...(cookies.length > 0 && { cookie: cookies }),
    ...(body?.kind === "text" && { body: body.text }),
    ...(body?.kind === "file" && { bodyFile: body.fileRef }),
    ...(body?.kind === "parts" && { multipart: body.parts.map(createEnvelopePart) }),
    options,
  };
}

function createEnvelopePart(part: BuiltPart): EnvelopePart {
  const { name, contentType, headers } = part;
  return {
    ...(name !== undefined && { name }),
    ...getContent(part),
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
}

function getContent(part: BuiltPart): Pick<EnvelopePart, "value" | "fileRef" | "filename" | "multipart"> {
  switch (part.kind) {
    case "value":
      return { value: part.value };
    case "file":
      return { fileRef: part.fileRef, filename: part.filename };
    case "parts":
      return { multipart: part.parts.map(createEnvelopePart) };
  }
}

/** The response to a test request, or the reason why no response was received. */
export type TestResponse =
  | {
      readonly ok: true;
      readonly response: ResponseToCheck;
      readonly milliseconds: number;
      /** If the response is incomplete, a sentence about the missing part. */
      readonly note?: LocalizedMessage;
    }
  | {
      readonly ok: false;
      readonly failure: Pick<RelayFailure, "code" | "message" | "hint" | "localized">;
      readonly milliseconds: number;
    };
