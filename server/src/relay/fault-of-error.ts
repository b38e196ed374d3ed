import type { RelayFailureCode } from "../core/request/protocol/relay-protocol.ts";
import { RelayFault } from "./relay-fault.ts";

/** By `code` of errors of Node, OpenSSL and llhttp. */
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

/** The fault that an error of the platform stands for, with what it says itself as the cause. */
export function faultOfError(error: unknown, origin?: string): RelayFault {
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

/** `ECONNREFUSED 127.0.0.1:4010`: the machine's words in one line. */
function causeOf(error: unknown, code: string): string {
  if (!(error instanceof Error)) return code;
  const message = error.message.replace(/^(connect|read|write|getaddrinfo) (?=E[A-Z]+)/, "");
  const line = message
    .replace(/[\0-\x1f\x7f]+/g, " ")
    .trim()
    .slice(0, 300);
  return line.includes(code) ? line : `${code} ${line}`;
}
