import type {
  ConsentRequest,
  RelayFailure,
  RelayFailureCode,
} from "../../core/request/protocol/relay-protocol.ts";

/** Data about a failure at the time it happens. `explainFailure` turns it into sentences. */
export interface FaultFacts {
  /** A full sentence, or for some codes the clause that they require. */
  readonly what?: string;
  /** The error message of the system. */
  readonly cause?: string;
  /** The target of the request: `https://api.example.com`. */
  readonly origin?: string;
  readonly address?: string;
  /** The name of a secret or file. */
  readonly name?: string;
  /** The only origin that a secret may be sent to. */
  readonly bound?: string;
  /** The exceeded limit, in milliseconds. */
  readonly limit?: number;
  readonly consent?: ConsentRequest;
  /** The name of a redirect that is waiting for consent. */
  readonly continues?: string;
  readonly fingerprint?: string;
}

/** Ends a request inside the relay. It's never thrown outside. */
export class RelayFault extends Error {
  readonly code: RelayFailureCode;
  readonly facts: FaultFacts;

  constructor(code: RelayFailureCode, facts: FaultFacts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** Maps error codes of Node, OpenSSL, and llhttp. */
const codes: readonly (readonly [RegExp, RelayFailureCode])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|ENODOMAIN)$/, "not-found"],
  [/^ECONNREFUSED$/, "connect-refused"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, "connect-reset"],
  [/^ETIMEDOUT$/, "connect-timeout"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/, "unreachable"],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "tls-expired"],
  [/^ERR_TLS_CERT_ALTNAME/, "tls-wrong-name"],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|INVALID_\w+)$/, "tls-untrusted"],
  [/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, "tls-protocol"],
  [/^HPE_/, "malformed-answer"],
  [/^(Z_\w+|ERR__?ERROR_FORMAT\w*|ERR_BROTLI\w*|ERR_ZLIB\w*|ERR_PADDING_\w+|ERR__ERROR_\w+|ZSTD_\w+)$/, "decompression"],
  [/^ABORT_ERR$/, "aborted"],
]; // prettier-ignore

/** Converts a platform error to a fault, with the original message as its cause. */
export function toRelayFault(error: unknown, origin?: string): RelayFault {
  if (error instanceof RelayFault) return error;
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = codeOf(first) ?? codeOf(error) ?? "";
  const cause = causeOf(first, code);
  const isProxy = /\bproxy\b|\b407\b|tunneling socket/i.test(cause);
  const kind = isProxy ? "proxy" : (codes.find(([pattern]) => pattern.test(code))?.[1] ?? "failed");
  return new RelayFault(kind, { cause, ...(origin !== undefined && { origin }) });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the system's message on one line: `ECONNREFUSED 127.0.0.1:4010`. */
function causeOf(error: unknown, code: string): string {
  if (!(error instanceof Error)) return code;
  const message = error.message.replace(/^(connect|read|write|getaddrinfo) (?=E[A-Z]+)/, "");
  const line = message
    .replace(/[\0-\x1f\x7f]+/g, " ")
    .trim()
    .slice(0, 300);
  return line.includes(code) ? line : `${code} ${line}`;
}

interface Words {
  readonly message: (facts: Facts) => string;
  readonly hint: (facts: Facts) => string;
}

interface Facts extends FaultFacts {
  /** `localhost:4010` */
  readonly place: string;
  readonly what: string;
}

/** Returns what the user sees: a sentence about what happened, the system's message, and what to do. */
export function explainFailure({ code, facts }: RelayFault): RelayFailure {
  const place = facts.origin === undefined ? "the server" : placeOf(facts.origin);
  const all: Facts = { ...facts, place, what: facts.what ?? "" };
  return {
    code,
    message: words[code].message(all),
    cause: facts.cause ?? code,
    hint: words[code].hint(all),
    ...(facts.consent && { consent: facts.consent }),
    ...(facts.continues !== undefined && { continues: facts.continues }),
    ...(facts.fingerprint !== undefined && { fingerprint: facts.fingerprint }),
  };
}

/** Includes the port because users look for it: `api.example.com:443`. */
function placeOf(origin: string): string {
  if (!URL.canParse(origin)) return origin;
  const { host, hostname, port, protocol } = new URL(origin);
  const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
  return port === "" && isHere ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}

function seconds(milliseconds = 0): string {
  const count = Math.round(milliseconds / 100) / 10;
  return `${count} ${count === 1 ? "second" : "seconds"}`;
}

const words: Readonly<Record<RelayFailureCode, Words>> = {
  malformed: {
    message: ({ what }) => what || "The request can't be sent as it is.",
    hint: () => "Change it in the form, and send it again.",
  },
  "too-large": {
    message: ({ what }) => what || "The request is larger than the playground can send.",
    hint: () => "Send less, or choose a file instead of pasting its content.",
  },
  "refused-target": {
    message: ({ what }) => `The request wasn't sent: ${what}.`,
    hint: () => "Choose one of the API's servers, or enter the server's URL in your environment.",
  },
  consent: {
    message: ({ place, continues }) =>
      continues === undefined
        ? `The request wasn't sent because you haven't allowed requests to ${place}.`
        : `The server redirects to ${place}, and you haven't allowed requests to it.`,
    hint: ({ continues }) =>
      continues === undefined
        ? "Send it again and allow it, or choose another server."
        : "Follow the redirect, and allow it. Requests that were already sent aren't sent again.",
  },
  undeclared: {
    message: ({ place }) => `The request wasn't sent: neither this site nor your environment declares ${place}.`,
    hint: () =>
      "Add it to `servers` in the specification or to `server` in docs.json, or enter it in your environment.",
  },
  "refused-address": {
    message: ({ what }) => `The request wasn't sent: ${what}.`,
    hint: ({ place }) =>
      `If ${place} is your server and is supposed to be in your own network, enter its URL in your environment. Requests to cloud metadata addresses are never allowed.`,
  },
  "unknown-secret": {
    message: ({ name }) => `The request wasn't sent: there's no secret ${name === undefined ? "with this name" : `named ${name}`}.`,
    hint: () => "Save it under Authorization, or choose another secret.",
  },
  "secret-elsewhere": {
    message: ({ name, bound, place }) =>
      `The request wasn't sent: the secret ${name ?? "of this request"} belongs to ${bound ?? "another server"} and can't be sent to ${place}.`,
    hint: ({ place }) => `Save a secret with another name for ${place}.`,
  },
  "unknown-file": {
    message: ({ name }) => `The request wasn't sent: the file ${name ?? "that was chosen"} can no longer be opened.`,
    hint: () => "Choose the file again.",
  },
  "too-many": {
    message: ({ what }) => what || "Too many requests are in progress.",
    hint: () => "Wait for one to finish, or stop one.",
  },
  "not-found": {
    message: ({ place }) => `The host ${place} can't be found.`,
    hint: () =>
      "Check the spelling of the host. If it exists only in your company's network, connect to the VPN, or set the editor's proxy.",
  },
  "lookup-timeout": {
    message: ({ place, limit }) => `The host ${place} wasn't found within ${seconds(limit)}.`,
    hint: () => "Check your network connection, and your VPN or proxy if you use one.",
  },
  "connect-refused": {
    message: ({ place }) => `Nothing is listening on ${place}.`,
    hint: () => "If the API isn't running, start it. Otherwise, choose the server and port it runs on.",
  },
  "connect-timeout": {
    message: ({ place, limit }) =>
      limit === undefined
        ? `${place} didn't accept a connection in time.`
        : `${place} didn't accept a connection within ${seconds(limit)}.`,
    hint: () => "Check the URL. A firewall or a disconnected VPN may be blocking the request.",
  },
  "connect-reset": {
    message: ({ place, what }) => what || `${place} closed the connection.`,
    hint: () => "Check the API's log. The API may have stopped, or something on the way may have blocked the request.",
  },
  unreachable: {
    message: ({ place }) => `${place} can't be reached from here.`,
    hint: () => "Check your network connection, and your VPN if you use one.",
  },
  "tls-untrusted": {
    message: ({ place }) => `This machine doesn't trust the certificate of ${place}.`,
    hint: ({ fingerprint }) =>
      fingerprint === undefined
        ? "Add your company's certificate authority to the system's certificates, or a missing intermediate certificate to the server."
        : "If the server is yours, compare the fingerprint and allow it. Otherwise, the server may be missing an intermediate certificate, or the system's certificates might not include your company's certificate authority.",
  },
  "tls-expired": {
    message: ({ place, cause }) =>
      cause?.includes("NOT_YET_VALID") === true
        ? `The certificate of ${place} isn't valid yet.`
        : `The certificate of ${place} has expired.`,
    hint: () => "Renew it on the server. If it looks valid, check this machine's clock.",
  },
  "tls-wrong-name": {
    message: ({ place }) => `The certificate of ${place} is for a different host name.`,
    hint: () => "Use a host name that the certificate covers, or add this one to the certificate.",
  },
  "tls-protocol": {
    message: ({ place }) => `The TLS handshake with ${place} failed.`,
    hint: () =>
      "The server may use plain HTTP on this port: try http:// instead of https://. Otherwise, it supports only an old version of TLS.",
  },
  proxy: {
    message: ({ place, what }) => what || `Your network's proxy blocked the request to ${place}.`,
    hint: () =>
      "Check the editor's `http.proxy` setting, and whether your network's proxy requires authentication.",
  },
  "first-byte-timeout": {
    message: ({ place, limit }) => `${place} accepted the request but didn't start to respond within ${seconds(limit)}.`,
    hint: () => "Check the API's log. If the API needs more time, increase the timeout for this request.",
  },
  "idle-timeout": {
    message: ({ place, limit }) => `${place} started to respond, and then sent nothing for ${seconds(limit)}.`,
    hint: () => "The partial response is shown. Check the API's log for the cause of the delay.",
  },
  "total-timeout": {
    message: ({ limit }) => `The response wasn't complete after ${seconds(limit)}.`,
    hint: () => "The partial response is shown. If the API needs more time, increase the timeout for this request.",
  },
  "malformed-answer": {
    message: ({ place, what }) => what || `The response from ${place} isn't valid HTTP.`,
    hint: () =>
      "Check that the API uses this port and HTTP. If it does, the server violates the HTTP protocol. The cause below contains details.",
  },
  "redirect-refused": {
    message: ({ what }) => `A redirect wasn't followed: ${what}.`,
    hint: () => "Send the request to the target of the redirect, or turn off Follow redirects to see the response itself.",
  },
  "redirect-loop": {
    message: ({ what }) => what || "The redirects never end.",
    hint: () => "Turn off Follow redirects to see the first one, and fix it on the server.",
  },
  decompression: {
    message: ({ what }) => what || "The response can't be decompressed.",
    hint: () => "Check the response's `Content-Encoding` header, or send `Accept-Encoding: identity` to receive it uncompressed.",
  },
  aborted: {
    message: () => "The request was stopped.",
    hint: () => "The API may have already started to process it.",
  },
  failed: {
    message: ({ place }) => `The request to ${place} failed.`,
    hint: () => "Send it again. If it fails again, the cause below contains details.",
  },
}; // prettier-ignore

/**
 * Resolves like the work, or rejects with the signal's reason as soon as it's aborted, without waiting for the work.
 */
export function raceRelayAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const over = (): void => reject(signal.reason as Error);
    if (signal.aborted) over();
    signal.addEventListener("abort", over, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", over));
  });
}
