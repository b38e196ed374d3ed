import type { IncomingMessage } from "node:http";
import type { RelayFailure } from "../core/request/protocol/relay-protocol.ts";
import { explainFailure } from "./explain-failure.ts";
import { faultOfError } from "./fault-of-error.ts";
import { RelayFault } from "./relay-fault.ts";

/** An error of a WebSocket as what it stands for. */
export function socketFault(error: unknown, origin: string): RelayFault {
  if (error instanceof RelayFault) return error;
  const place = new URL(origin).host;
  const { code, message } = wordsOf(error);
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
    return new RelayFault("too-large", {
      origin,
      cause: message,
      what: `${place} sent a message of more than 16 MB, so the connection was ended.`,
    });
  const isOfProtocol = code.startsWith("WS_ERR_") || (code === "" && /server|header|frame/i.test(message));
  if (isOfProtocol)
    return new RelayFault("malformed-answer", {
      origin,
      cause: message,
      what: `What ${place} sent is not a WebSocket as it should be, so the connection was ended.`,
    });
  return faultOfError(error, origin);
}

function wordsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "", message: "" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { code, message: error.message.replace(/[^ -~]+/g, " ").slice(0, 300) };
}

/** An answer in place of an open connection: a redirect, which is not followed, or a refusal. */
export function refusalFault({ statusCode = 0, headers }: IncomingMessage, origin: string): RelayFault {
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location !== undefined)
    return new RelayFault("redirect-refused", {
      origin,
      cause: `HTTP ${statusCode}`,
      what: `it leads to ${location.replace(/[^ -~]+/g, " ").slice(0, 300)}`,
    });
  const place = new URL(origin).host;
  return new RelayFault("malformed-answer", {
    origin,
    cause: `HTTP ${statusCode}`,
    what: `${place} answered with the status ${statusCode} and opened no WebSocket.`,
  });
}

const hints: Readonly<Record<string, string>> = {
  "HTTP 400": "Check the address and its parameters, and which protocol or headers the server wants.",
  "HTTP 401": "Fill in how you sign in under Authorization.",
  "HTTP 403":
    "Check whether what you sign in with may use this channel, and whether the server wants an `Origin`.",
  "HTTP 404": "Check the pathname of the server and the address of the channel: nothing listens at this one.",
  "HTTP 426": "Check which version or protocol of WebSocket the server wants.",
  "HTTP 429": "Wait a while: the server takes no more connections for now.",
};

/** As people read it, with what to do about a WebSocket where that is more than for any request. */
export function explainSocket(fault: RelayFault, redact: (text: string) => string): RelayFailure {
  const { what, cause } = fault.facts;
  const clean = new RelayFault(fault.code, {
    ...fault.facts,
    ...(what !== undefined && { what: redact(what) }),
    ...(cause !== undefined && { cause: redact(cause) }),
  });
  const failure = explainFailure(clean);
  if (fault.code === "too-large" || fault.code === "malformed-answer" || fault.code === "redirect-refused")
    return { ...failure, hint: hints[fault.facts.cause ?? ""] ?? otherHints[fault.code] };
  return failure;
}

const otherHints = {
  "too-large": "Ask the server for less at once. Larger messages are not shown here.",
  "malformed-answer":
    "Check that a WebSocket listens at this address. If it does, the cause below is a fault of the server.",
  "redirect-refused": "Connect to the address that it leads to, if the specification names it.",
} as const;

/** So many messages were not sent, as the connection is not open. */
export function unsent(count: number): RelayFailure {
  return {
    code: "aborted",
    message: unsentWords(count),
    cause: "",
    hint: "Connect again, then send what is still wanted.",
  };
}

/** Why a connection failed, and how many messages had waited for it. */
export function withUnsent(failure: RelayFailure, count: number): RelayFailure {
  return count === 0 ? failure : { ...failure, message: `${failure.message} ${unsentWords(count)}` };
}

function unsentWords(count: number): string {
  return count === 1 ? "One message was not sent." : `${count} messages were not sent.`;
}
