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
    message: ({ what }) => what || "The request cannot be sent as it is.",
    hint: () => "Change it in the form and send it again.",
  },
  "too-large": {
    message: ({ what }) => what || "The request is larger than what the playground sends.",
    hint: () => "Send less, or choose a file instead of pasting its content.",
  },
  "refused-target": {
    message: ({ what }) => `Nothing was sent: ${what}.`,
    hint: () => "Choose a server of the API, or type its address into your environment.",
  },
  consent: {
    message: ({ place, continues }) =>
      continues === undefined
        ? `Nothing was sent: you have not agreed to requests to ${place}.`
        : `The server redirects to ${place}, and you haven’t allowed requests to it.`,
    hint: ({ continues }) =>
      continues === undefined
        ? "Send again and agree, or choose another server."
        : "Follow the redirect and allow it. What was already sent isn’t sent again.",
  },
  undeclared: {
    message: ({ place }) => `Nothing was sent: neither this site nor your environment names ${place}.`,
    hint: () =>
      "Add it to `servers` of the specification or to `server` in docs.json, or type it into your environment.",
  },
  "refused-address": {
    message: ({ what }) => `Nothing was sent: ${what}.`,
    hint: ({ place }) =>
      `If ${place} is yours and is meant to be in your own network, type its address into your environment. Addresses that give machines their secrets are never asked.`,
  },
  "unknown-secret": {
    message: ({ name }) => `Nothing was sent: there is no secret ${name === undefined ? "of this name" : `named ${name}`}.`,
    hint: () => "Save it under Authorization, or choose another one.",
  },
  "secret-elsewhere": {
    message: ({ name, bound, place }) =>
      `Nothing was sent: the secret ${name ?? "of this request"} belongs to ${bound ?? "another server"} and does not go to ${place}.`,
    hint: ({ place }) => `Save a secret of another name for ${place}.`,
  },
  "unknown-file": {
    message: ({ name }) => `Nothing was sent: the file ${name ?? "that was chosen"} cannot be opened any more.`,
    hint: () => "Choose the file again.",
  },
  "too-many": {
    message: ({ what }) => what || "Too many requests are under way.",
    hint: () => "Wait until one has ended, or stop one.",
  },
  "not-found": {
    message: ({ place }) => `No address is known for ${place}.`,
    hint: () =>
      "Check how the name is written. If only your company's network knows it, connect to its VPN, or set the editor's proxy.",
  },
  "lookup-timeout": {
    message: ({ place, limit }) => `No address was found for ${place} within ${seconds(limit)}.`,
    hint: () => "Check your connection to the network, and its VPN or proxy if you need one.",
  },
  "connect-refused": {
    message: ({ place }) => `Nothing is listening on ${place}.`,
    hint: () => "Is your API running? Start it, or choose the server and port where it runs.",
  },
  "connect-timeout": {
    message: ({ place, limit }) =>
      limit === undefined
        ? `${place} took no connection in time.`
        : `${place} took no connection within ${seconds(limit)}.`,
    hint: () => "Check the address. A firewall, or a VPN that is not connected, swallows requests like this.",
  },
  "connect-reset": {
    message: ({ place, what }) => what || `${place} broke off the connection.`,
    hint: () => "Look into the log of the API: it ended, or something between here and there did not let this through.",
  },
  unreachable: {
    message: ({ place }) => `There is no way from here to ${place}.`,
    hint: () => "Check your connection to the network, and its VPN if you need one.",
  },
  "tls-untrusted": {
    message: ({ place }) => `Nobody whom this machine trusts vouches for the certificate of ${place}.`,
    hint: ({ fingerprint }) =>
      fingerprint === undefined
        ? "Add your company's authority to the certificates of the system, or a missing intermediate certificate to the server."
        : "If the server is yours, compare the fingerprint and allow it. Otherwise an intermediate certificate may be missing on the server, or your company's authority in the certificates of the system.",
  },
  "tls-expired": {
    message: ({ place, cause }) =>
      cause?.includes("NOT_YET_VALID") === true
        ? `The certificate of ${place} is not valid yet.`
        : `The certificate of ${place} has expired.`,
    hint: () => "Renew it on the server. If it looks right, check the clock of this machine.",
  },
  "tls-wrong-name": {
    message: ({ place }) => `The certificate of ${place} is for another name.`,
    hint: () => "Use the name that the certificate was made for, or add this one to it.",
  },
  "tls-protocol": {
    message: ({ place }) => `${place} does not speak https as it should.`,
    hint: () =>
      "It may speak plain http on this port: try http:// in place of https://. Otherwise it only knows an old version of TLS.",
  },
  proxy: {
    message: ({ place, what }) => what || `The proxy of your network did not let the request to ${place} through.`,
    hint: () =>
      "If your network has a proxy, name it in the editor's setting `http.proxy`, and see whether it wants you to sign in.",
  },
  "first-byte-timeout": {
    message: ({ place, limit }) => `${place} took the request and did not begin to answer within ${seconds(limit)}.`,
    hint: () => "Look into the log of the API. If it needs that long, give this request more time.",
  },
  "idle-timeout": {
    message: ({ place, limit }) => `${place} began to answer and then sent nothing for ${seconds(limit)}.`,
    hint: () => "What came until then is shown. Look into the log of the API for what held it up.",
  },
  "total-timeout": {
    message: ({ limit }) => `The answer was not whole after ${seconds(limit)}.`,
    hint: () => "What came until then is shown. If the API needs that long, give this request more time.",
  },
  "malformed-answer": {
    message: ({ place, what }) => what || `What ${place} answered is not HTTP as it should be.`,
    hint: () =>
      "Check that this port is the one of the API and that it speaks http. Otherwise the cause below is a fault of the server.",
  },
  "redirect-refused": {
    message: ({ what }) => `A redirect was not followed: ${what}.`,
    hint: () => "Send to the address that it leads to, or turn following redirects off to see the answer itself.",
  },
  "redirect-loop": {
    message: ({ what }) => what || "The redirects come to no end.",
    hint: () => "Turn following redirects off to see the first one, and correct it on the server.",
  },
  decompression: {
    message: ({ what }) => what || "The answer is packed in a way that cannot be unpacked.",
    hint: () => "Look at `Content-Encoding` of the answer, or send `Accept-Encoding: identity` to have it unpacked.",
  },
  aborted: {
    message: () => "The request was stopped.",
    hint: () => "The API may have begun to work on it all the same.",
  },
  failed: {
    message: ({ place }) => `The request to ${place} failed.`,
    hint: () => "Send it again. If it fails again, the cause below says more.",
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
