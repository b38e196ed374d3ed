import type { ConsentRequest, RelayFailure, RelayFailureCode } from "../../core/request/protocol/relay-protocol.ts";
import {
  formatMessageInEnglish,
  formatMessagesInEnglish,
  mapMessageValues,
} from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage, type MessageValue } from "../../core/text/message.ts";

/** The data about a failure that is available when it happens. `toRelayFailure` generates sentences from it. */
export interface RelayErrorDetails {
  /** A full sentence that replaces the default sentence for the code. */
  readonly subject?: LocalizedMessage;
  /** The reason why a target or redirect is refused, as a clause that follows a colon. */
  readonly reason?: LocalizedMessage;
  /** The error message from the system. */
  readonly cause?: string;
  /** The target of the request, such as `https://api.example.com`. */
  readonly origin?: string;
  readonly address?: string;
  /** The name of the secret or file that caused the failure. */
  readonly name?: string;
  /** The only origin that the secret can be sent to. */
  readonly boundOrigin?: string;
  /** The limit that was exceeded, in milliseconds. */
  readonly limit?: number;
  readonly consent?: ConsentRequest;
  /** The name of the paused redirects that are waiting for consent. */
  readonly continues?: string;
  readonly fingerprint?: string;
}

/** An error that ends a request. Only the relay itself throws and catches it. */
export class RelayError extends Error {
  readonly code: RelayFailureCode;
  readonly details: RelayErrorDetails;

  constructor(code: RelayFailureCode, details: RelayErrorDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** The error codes of Node.js, OpenSSL, and llhttp, mapped to relay failures. */
const failureCodesByPattern: readonly (readonly [RegExp, RelayFailureCode])[] = [
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

/** Converts a platform error to a relay error, with the original message as its cause. */
export function toRelayError(error: unknown, origin?: string): RelayError {
  if (error instanceof RelayError) return error;
  const firstError = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = getErrorCode(firstError) ?? getErrorCode(error) ?? "";
  const cause = formatCause(firstError, code);
  const isProxy = /\bproxy\b|\b407\b|tunneling socket/i.test(cause);
  const failureCode = isProxy
    ? "proxy"
    : (failureCodesByPattern.find(([pattern]) => pattern.test(code))?.[1] ?? "failed");
  return new RelayError(failureCode, { cause, ...(origin !== undefined && { origin }) });
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the system's message on one line, such as `ECONNREFUSED 127.0.0.1:4010`. */
function formatCause(error: unknown, code: string): string {
  if (!(error instanceof Error)) return code;
  const message = error.message.replace(/^(connect|read|write|getaddrinfo) (?=E[A-Z]+)/, "");
  const line = message
    .replace(/[\0-\x1f\x7f]+/g, " ")
    .trim()
    .slice(0, 300);
  return line.includes(code) ? line : `${code} ${line}`;
}

interface MessageDetails extends RelayErrorDetails {
  /** The host and port, such as `localhost:4010`. */
  readonly host: MessageValue;
}

/** Returns the failure as the user sees it: a sentence about what happened, the system's message, and what to do. */
export function toRelayFailure({ code, details }: RelayError): RelayFailure {
  const host = details.origin === undefined ? createMessage("the server") : formatHost(details.origin);
  const { getMessage, getHint } = messagesByCode[code];
  const messageDetails: MessageDetails = { ...details, host };
  const failure = {
    code,
    cause: details.cause ?? code,
    ...(details.consent && { consent: details.consent }),
    ...(details.continues !== undefined && { continues: details.continues }),
    ...(details.fingerprint !== undefined && { fingerprint: details.fingerprint }),
  };
  return joinSentences(failure, {
    message: [details.subject ?? getMessage(messageDetails)],
    hint: getHint(messageDetails),
  });
}

/** Returns the failure with these sentences, both in English and as messages to be translated when they're shown. */
export function joinSentences(
  failure: Omit<RelayFailure, "message" | "hint" | "localized">,
  sentences: NonNullable<RelayFailure["localized"]>,
): RelayFailure {
  return {
    ...failure,
    message: formatMessagesInEnglish(sentences.message),
    hint: formatMessageInEnglish(sentences.hint),
    localized: sentences,
  };
}

/**
 * Returns the host with its port, such as `api.example.com:443`. The port is included even if it's the default port,
 * because it helps users find the problem.
 */
function formatHost(origin: string): string {
  if (!URL.canParse(origin)) return origin;
  const { host, hostname, port, protocol } = new URL(origin);
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(hostname);
  return port === "" && isLoopback ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}

function formatSeconds(milliseconds = 0): LocalizedMessage {
  return createMessage({ one: "{0} second", other: "{0} seconds" }, Math.round(milliseconds / 100) / 10);
}

/**
 * Returns the error with `redact` applied to its cause and to every value in its messages, for example, to remove
 * secrets.
 */
export function redactError({ code, details }: RelayError, redact: (text: string) => string): RelayError {
  const { subject: sentence, reason, cause } = details;
  return new RelayError(code, {
    ...details,
    ...(sentence && { subject: mapMessageValues(sentence, redact) }),
    ...(reason && { reason: mapMessageValues(reason, redact) }),
    ...(cause !== undefined && { cause: redact(cause) }),
  });
}

interface Messages {
  /** The sentence that is used if `subject` is undefined. */
  readonly getMessage: (facts: MessageDetails) => LocalizedMessage;
  readonly getHint: (facts: MessageDetails) => LocalizedMessage;
}

const messagesByCode: Readonly<Record<RelayFailureCode, Messages>> = {
  malformed: {
    getMessage: () => createMessage("The request can't be sent as is."),
    getHint: () => createMessage("Change the request in the form, and send it again."),
  },
  "too-large": {
    getMessage: () => createMessage("The request is larger than the playground can send."),
    getHint: () => createMessage("Send less data, or choose a file instead of pasting its content."),
  },
  "refused-target": {
    getMessage: ({ reason }) =>
      reason
        ? createMessage("The request wasn't sent: {0}.", reason)
        : createMessage("The request wasn't sent because this URL isn't allowed."),
    getHint: () => createMessage("Choose one of the API's servers, or enter the server's URL in your environment."),
  },
  consent: {
    getMessage: ({ host, continues }) =>
      continues === undefined
        ? createMessage("The request wasn't sent because you haven't allowed requests to {0}.", host)
        : createMessage("The server redirects to {0}, and you haven't allowed requests to it.", host),
    getHint: ({ continues }) =>
      continues === undefined
        ? createMessage("Send the request again and allow the server when prompted, or choose another server.")
        : createMessage("Follow the redirect, and allow the server when prompted. Requests that were already sent aren't sent again."),
  },
  undeclared: {
    getMessage: ({ host }) => createMessage("The request wasn't sent: neither this site nor your environment declares {0}.", host),
    getHint: () =>
      createMessage("Add it to `servers` in the specification or to `server` in docs.json, or enter it in your environment."),
  },
  "refused-address": {
    getMessage: ({ reason }) =>
      reason
        ? createMessage("The request wasn't sent: {0}.", reason)
        : createMessage("The request wasn't sent because this URL isn't allowed."),
    getHint: ({ host }) =>
      createMessage("If {0} is your own server and should be reachable on your network, enter its URL in your environment. Requests to cloud metadata addresses are never allowed.", host),
  },
  "unknown-secret": {
    getMessage: ({ name }) =>
      name === undefined
        ? createMessage("The request wasn't sent: there's no secret with this name.")
        : createMessage("The request wasn't sent: there's no secret named {0}.", name),
    getHint: () => createMessage("Save it under Authorization, or choose another secret."),
  },
  "secret-elsewhere": {
    getMessage: ({ name, boundOrigin = createMessage("another server"), host }) =>
      name === undefined
        ? createMessage("The request wasn't sent: one of its secrets belongs to {0} and can't be sent to {1}.", boundOrigin, host)
        : createMessage("The request wasn't sent: the secret {0} belongs to {1} and can't be sent to {2}.", name, boundOrigin, host),
    getHint: ({ host }) => createMessage("Save a secret with another name for {0}.", host),
  },
  "unknown-file": {
    getMessage: ({ name }) =>
      name === undefined
        ? createMessage("The request wasn't sent: the chosen file can no longer be opened.")
        : createMessage("The request wasn't sent: the file {0} can no longer be opened.", name),
    getHint: () => createMessage("Choose the file again."),
  },
  "too-many": {
    getMessage: () => createMessage("Too many requests are in progress."),
    getHint: () => createMessage("Wait until a request finishes, or stop one."),
  },
  "not-found": {
    getMessage: ({ host }) => createMessage("The host {0} can't be found.", host),
    getHint: () =>
      createMessage("Check the spelling of the host name. If the host is available only on your company's network, connect to the VPN or configure a proxy in the editor."),
  },
  "lookup-timeout": {
    getMessage: ({ host, limit }) => createMessage("Looking up the host {0} timed out after {1}.", host, formatSeconds(limit)),
    getHint: () => createMessage("Check your network connection, and your VPN or proxy if you use one."),
  },
  "connect-refused": {
    getMessage: ({ host }) => createMessage("Nothing is listening on {0}.", host),
    getHint: () => createMessage("If the API isn't running, start it. Otherwise, choose the server and port it runs on."),
  },
  "connect-timeout": {
    getMessage: ({ host, limit }) =>
      limit === undefined
        ? createMessage("{0} didn't accept a connection in time.", host)
        : createMessage("{0} didn't accept a connection within {1}.", host, formatSeconds(limit)),
    getHint: () => createMessage("Check the URL. A firewall or a disconnected VPN may be blocking the request."),
  },
  "connect-reset": {
    getMessage: ({ host }) => createMessage("{0} closed the connection.", host),
    getHint: () => createMessage("Check the API's log. The API may have stopped, or a firewall or proxy may have blocked the request."),
  },
  unreachable: {
    getMessage: ({ host }) => createMessage("{0} can't be reached from here.", host),
    getHint: () => createMessage("Check your network connection, and your VPN if you use one."),
  },
  "tls-untrusted": {
    getMessage: ({ host }) => createMessage("This machine doesn't trust the certificate for {0}.", host),
    getHint: ({ fingerprint }) =>
      fingerprint === undefined
        ? createMessage("Add your company's certificate authority to the system's certificates, or add the missing intermediate certificate to the server.")
        : createMessage("If this is your own server, compare the fingerprint, and then trust the certificate. If not, the server may be missing an intermediate certificate, or your system may not trust your company's certificate authority."),
  },
  "tls-expired": {
    getMessage: ({ host, cause }) =>
      cause?.includes("NOT_YET_VALID") === true
        ? createMessage("The certificate for {0} isn't valid yet.", host)
        : createMessage("The certificate for {0} has expired.", host),
    getHint: () => createMessage("Renew the certificate on the server. If it looks valid, check this machine's clock."),
  },
  "tls-wrong-name": {
    getMessage: ({ host }) => createMessage("The certificate that {0} presented is for a different host name.", host),
    getHint: () => createMessage("Use a host name that the certificate covers, or add this host name to the certificate."),
  },
  "tls-protocol": {
    getMessage: ({ host }) => createMessage("The TLS handshake with {0} failed.", host),
    getHint: () =>
      createMessage("If the server uses plain HTTP on this port, use http:// instead of https://. If not, it may support only an old version of TLS."),
  },
  proxy: {
    getMessage: ({ host }) => createMessage("Your network's proxy blocked the request to {0}.", host),
    getHint: () =>
      createMessage("Check the editor's `http.proxy` setting, and whether your network's proxy requires authentication."),
  },
  "first-byte-timeout": {
    getMessage: ({ host, limit }) => createMessage("{0} accepted the request but didn't start to respond within {1}.", host, formatSeconds(limit)),
    getHint: () => createMessage("Check the API's log. If the API needs more time, increase the timeout for this request."),
  },
  "idle-timeout": {
    getMessage: ({ host, limit }) => createMessage("{0} started to respond, but then sent nothing for {1}.", host, formatSeconds(limit)),
    getHint: () => createMessage("Check the API's log for the cause of the delay."),
  },
  "total-timeout": {
    getMessage: ({ limit }) => createMessage("The response wasn't complete after {0}.", formatSeconds(limit)),
    getHint: () => createMessage("If the API needs more time, increase the timeout for this request."),
  },
  "malformed-answer": {
    getMessage: ({ host }) => createMessage("The response from {0} isn't valid HTTP.", host),
    getHint: () =>
      createMessage("Check that the API uses HTTP on this port. If it does, its response isn't valid HTTP. For details, see below."),
  },
  "redirect-refused": {
    getMessage: ({ reason }) =>
      reason
        ? createMessage("A redirect wasn't followed: {0}.", reason)
        : createMessage("A redirect wasn't followed."),
    getHint: () => createMessage("Send the request to the target of the redirect, or turn off Follow redirects to see the response itself."),
  },
  "redirect-loop": {
    getMessage: () => createMessage("There are too many redirects."),
    getHint: () => createMessage("To see the first redirect, turn off Follow redirects. Then fix the redirect on the server."),
  },
  decompression: {
    getMessage: () => createMessage("The response can't be decompressed."),
    getHint: () => createMessage("Check the response's `Content-Encoding` header, or send `Accept-Encoding: identity` to receive it uncompressed."),
  },
  aborted: {
    getMessage: () => createMessage("The request was stopped."),
    getHint: () => createMessage("The API may have already started to process the request."),
  },
  failed: {
    getMessage: ({ host }) => createMessage("The request to {0} failed.", host),
    getHint: () => createMessage("Send the request again. If it still fails, see the details below."),
  },
}; // prettier-ignore

/** Settles in the same way as the promise, or rejects with the signal's reason as soon as the signal is aborted. */
export function raceRelayAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
