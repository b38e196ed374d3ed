import type { BuiltPart, BuiltRequest } from "../build/build-context.ts";
import type { ResponseToCheck } from "../response/verdict.ts";

/**
 * What `POST /_service/api/request` takes (contracts.md §7), by HTTP and by messages of the editor. The field names
 * `method`, `url`, `header`, `query` and `body` are the published ones; the others are ours.
 */
export interface RelayEnvelope {
  readonly method: string;
  /** Absolute; sent byte for byte, with `query` behind it. */
  readonly url: string;
  readonly header?: Readonly<Record<string, string>>;
  /** For names that come twice and for an order that matters; behind those of `header`. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as they are, in their order. */
  readonly cookie?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** A string is sent as it is, anything else as JSON. At most one of these four. */
  readonly body?: unknown;
  readonly bodyBase64?: string;
  readonly bodyFile?: string;
  readonly multipart?: readonly EnvelopePart[];
  readonly options?: RelayOptions;
}

export interface EnvelopePart {
  /** Absent: a part by its place, of which no `Content-Disposition` is made. */
  readonly name?: string;
  /** One of these three. */
  readonly value?: string;
  readonly fileRef?: string;
  /** Parts of a multipart document inside this one, of the type that `contentType` says. */
  readonly multipart?: readonly EnvelopePart[];
  readonly filename?: string;
  readonly contentType?: string;
  /** Behind those that the relay makes of the others; `isPartHeader` says which there can be. */
  readonly headers?: readonly (readonly [string, string])[];
}

export interface RelayOptions {
  /** Chosen by the page, by which the request can be ended: letters, digits, `-` and `_`, at most 64. */
  readonly id?: string;
  /** `manual` (default): a redirect is an answer like any other. */
  readonly redirect?: "manual" | "follow";
  readonly timeouts?: Partial<RelayTimeouts>;
  /** Of a certificate that nobody vouches for and the person has agreed to: SHA-256, `AB:CD:…`. */
  readonly tlsFingerprint?: string;
  /** Of the answer's body so many bytes are passed on, the rest is kept by the relay to be saved. Absent: all is passed on. */
  readonly inlineBytes?: number;
  /** As a browser on the published site would send it: with its `Origin`, and a verdict on what it would let through. */
  readonly direct?: boolean;
  /** Follows a redirect that waited for consent (`RelayFailure.continues`). The rest of the envelope is that of the request. */
  readonly continues?: string;
}

/** Milliseconds. */
export interface RelayTimeouts {
  readonly connect: number;
  readonly firstByte: number;
  /** Between two pieces of the answer; none for event streams. */
  readonly idle: number;
  readonly total: number;
}

/** Before everything else about an answer: `X-Relay-Response` as base64url JSON. */
export interface RelayHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** As they came: order, case and repetition. */
  readonly headers: readonly (readonly [string, string])[];
  readonly redirects: readonly RelayRedirect[];
  /** The `Content-Encoding` that is left on the body, because it isn't supported here: `zstd`. */
  readonly encoding?: string;
  /** `127.0.0.1`; absent behind a proxy of the editor. */
  readonly address?: string;
  readonly tls?: RelayTls;
  /** Milliseconds from the start, up to the first byte. */
  readonly timings: RelayTimings;
  /** What was sent, with secrets as `{{secret:NAME}}`. */
  readonly sent: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
  };
  /** Of `options.direct`. */
  readonly cors?: CorsResult;
  /** Some headers are left out here: the whole stands at `GET /_service/api/response/{id}`. */
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
  /** Nobody vouches for it; the person has agreed to its fingerprint. */
  readonly byConsent?: true;
}

export interface RelayTimings {
  readonly lookup?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte: number;
}

/** What a browser on the published site would do with this request and answer. */
export interface CorsResult {
  /** Absent if the URL of the published site isn't known; then neither `Origin` nor a preflight was sent. */
  readonly allowed?: boolean;
  /** A preflight was asked for first, and what came back. */
  readonly preflight?: { readonly status: number; readonly headers: readonly (readonly [string, string])[] };
  /** Sentences: what stops the browser, and which header would let it through. */
  readonly reasons: readonly string[];
}

/** Behind everything else about an answer. */
export interface RelayEnd {
  /** Of the body as it was read, and as it came over the wire. */
  readonly bytes: number;
  readonly wireBytes: number;
  /** From the start to the end, in milliseconds. */
  readonly total: number;
  /** More than `inlineBytes`: the whole is kept under this name until the playground is closed. */
  readonly kept?: string;
  /** The body ended because it is larger than anything that is taken in. */
  readonly cut?: true;
}

export interface RelayFailure {
  readonly code: RelayFailureCode;
  /** A sentence that a writer understands: “Nothing is listening on localhost:4010.” */
  readonly message: string;
  /** What the machine says: `ECONNREFUSED 127.0.0.1:4010`. No secret is in it. */
  readonly cause: string;
  /** What to do. */
  readonly hint: string;
  /** For `consent`: what the person has to agree to. */
  readonly consent?: ConsentRequest;
  /** For `consent` to a redirect: the same request with this as `options.continues` goes on there and repeats nothing. */
  readonly continues?: string;
  /** For `tls-untrusted`: what they may agree to. */
  readonly fingerprint?: string;
}

export const relayFailureCodes = [
  "malformed", "too-large", "refused-target", "consent", "undeclared", "refused-address", "unknown-secret",
  "secret-elsewhere", "unknown-file", "too-many", "not-found", "lookup-timeout", "connect-refused", "connect-timeout",
  "connect-reset", "unreachable", "tls-untrusted", "tls-expired", "tls-wrong-name", "tls-protocol", "proxy",
  "first-byte-timeout", "idle-timeout", "total-timeout", "malformed-answer", "redirect-refused", "redirect-loop",
  "decompression", "aborted", "failed",
] as const; // prettier-ignore
export type RelayFailureCode = (typeof relayFailureCodes)[number];

/** What is asked before the first request to an origin, and before a secret goes there for the first time. */
export interface ConsentRequest {
  /** `https://api.example.com` */
  readonly origin: string;
  /** Who names it: `openapi.yaml`, `docs.json`, `you`. */
  readonly declaredBy: string;
  /** What its name leads to now. */
  readonly addresses: readonly string[];
  /** Names of the secrets that would be sent. */
  readonly secrets: readonly string[];
  /** The addresses lie in this machine or its network. */
  readonly isLocal: boolean;
  /** A connection is opened, on which messages go to and fro. */
  readonly connects?: true;
  /** What is odd about who names the address: a sentence. */
  readonly warning?: string;
}

export type ConsentReply = "once" | "always" | "no";

/** What is asked of the relay for a built request. The relay makes the boundary of parts. */
export function envelopeOf(
  { method, url, headers, cookies, body }: BuiltRequest,
  options: RelayOptions = {},
): RelayEnvelope {
  // Only what is no form has to be named: `multipart/mixed`.
  const isMixed = body?.kind === "parts" && !/^multipart\/form-data\b/i.test(body.type);
  return {
    method,
    url,
    headers: isMixed ? [...headers, ["Content-Type", body.type]] : headers,
    ...(cookies.length > 0 && { cookie: cookies }),
    ...(body?.kind === "text" && { body: body.text }),
    ...(body?.kind === "file" && { bodyFile: body.fileRef }),
    ...(body?.kind === "parts" && { multipart: body.parts.map(envelopePart) }),
    options,
  };
}

function envelopePart(part: BuiltPart): EnvelopePart {
  const { name, contentType, headers } = part;
  return {
    ...(name !== undefined && { name }),
    ...contentOf(part),
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
}

function contentOf(part: BuiltPart): Pick<EnvelopePart, "value" | "fileRef" | "filename" | "multipart"> {
  switch (part.kind) {
    case "value":
      return { value: part.value };
    case "file":
      return { fileRef: part.fileRef, filename: part.filename };
    case "parts":
      return { multipart: part.parts.map(envelopePart) };
  }
}

/** What came back for a test, or why nothing did. */
export type TestResponse =
  | {
      readonly ok: true;
      readonly answer: ResponseToCheck;
      readonly milliseconds: number;
      /** Something of it is not there: a sentence. */
      readonly note?: string;
    }
  | {
      readonly ok: false;
      readonly failure: Pick<RelayFailure, "code" | "message" | "hint">;
      readonly milliseconds: number;
    };
