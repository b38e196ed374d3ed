import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import type { IncomingMessage } from "node:http";
import { listSecretNames } from "../../core/request/build/secret-placeholders.ts";
import { parseJsonValue } from "../../core/request/media/encoding.ts";
import type { RelayFailure } from "../../core/request/protocol/relay-protocol.ts";
import { toRelayFailure, redactError, RelayError, toRelayError, joinSentences } from "../policy/errors.ts";
import { requestConsent, type Destination, type TargetUrl } from "../policy/targets.ts";
import type { RelayHost } from "../relay.ts";
import { listSecretForms } from "../secrets/secret-spellings.ts";
import { readSecrets } from "../secrets/secrets.ts";

/** Converts a WebSocket error to a relay error. */
export function toSocketError(error: unknown, origin: string): RelayError {
  if (error instanceof RelayError) return error;
  const host = new URL(origin).host;
  const { code, message } = getErrorDetails(error);
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
    return new RelayError("too-large", {
      origin,
      cause: message,
      subject: createMessage("{0} sent a message larger than 16 MB, so the connection was closed.", host),
    });
  const isProtocolError = code.startsWith("WS_ERR_") || (code === "" && /server|header|frame/i.test(message));
  if (isProtocolError)
    return new RelayError("malformed-answer", {
      origin,
      cause: message,
      subject: createMessage("{0} violated the WebSocket protocol, so the connection was closed.", host),
    });
  return toRelayError(error, origin);
}

function getErrorDetails(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "", message: "" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { code, message: error.message.replace(/[^ -~]+/g, " ").slice(0, 300) };
}

/**
 * Returns the error for a response that doesn't open the connection. The response is either a redirect, which isn't
 * followed, or a rejection.
 */
export function createRefusalError({ statusCode = 0, headers }: IncomingMessage, origin: string): RelayError {
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location !== undefined)
    return new RelayError("redirect-refused", {
      origin,
      cause: `HTTP ${statusCode}`,
      reason: createMessage("its target is {0}", location.replace(/[^ -~]+/g, " ").slice(0, 300)),
    });
  const host = new URL(origin).host;
  return new RelayError("malformed-answer", {
    origin,
    cause: `HTTP ${statusCode}`,
    subject: createMessage("{0} returned status {1} and didn't open a WebSocket.", host, String(statusCode)),
  });
}

const hintByCause: Readonly<Record<string, LocalizedMessage>> = {
  "HTTP 400": createMessage("Check the URL and its parameters, and which protocol or headers the server requires."),
  "HTTP 401": createMessage("Enter your credentials under Authorization."),
  "HTTP 403": createMessage(
    "Check whether your credentials allow access to this channel, and whether the server requires an `Origin` header.",
  ),
  "HTTP 404": createMessage("Check the server's pathname and the channel's address. Nothing is available at this URL."),
  "HTTP 426": createMessage("Check which WebSocket version or protocol the server requires."),
  "HTTP 429": createMessage("Try again later. The server isn't accepting more connections for now."),
};

/** Returns the failure as the user sees it, with any advice that is specific to WebSockets. */
export function toSocketFailure(error: RelayError, redact: (text: string) => string): RelayFailure {
  const failure = toRelayFailure(redactError(error, redact));
  if (error.code !== "too-large" && error.code !== "malformed-answer" && error.code !== "redirect-refused")
    return failure;
  const hint = hintByCause[error.details.cause ?? ""] ?? hintByCode[error.code];
  return joinSentences(failure, { message: failure.localized?.message ?? [], hint });
}

const hintByCode = {
  "too-large": createMessage("Request less data from the server at a time. Larger messages aren't shown here."),
  "malformed-answer": createMessage(
    "Check that there's a WebSocket at this URL. If there is, the server violates the WebSocket protocol. For details, see below.",
  ),
  "redirect-refused": createMessage(
    "If the specification includes the target of the redirect, connect to that target.",
  ),
} as const;

/** Returns the failure for messages that couldn't be sent because the connection isn't open. */
export function createUnsentFailure(count: number): RelayFailure {
  return joinSentences(
    { code: "aborted", cause: "" },
    {
      message: [createUnsentMessage(count)],
      hint: createMessage("Connect again, and then send the messages that are still needed."),
    },
  );
}

/** Adds a sentence about the number of messages that were waiting for a failed connection. */
export function addUnsentCount(failure: RelayFailure, count: number): RelayFailure {
  const { localized } = failure;
  return count === 0 || !localized
    ? failure
    : joinSentences(failure, { ...localized, message: [...localized.message, createUnsentMessage(count)] });
}

function createUnsentMessage(count: number): LocalizedMessage {
  return createMessage({ one: "One message wasn't sent.", other: "{0} messages weren't sent." }, count);
}

export interface OutgoingMessage {
  readonly text: string;
  /**
   * Maps the encoded forms of secrets that must be hidden from now on to their placeholders (`createFormRedactor`).
   */
  readonly placeholdersByForm: ReadonlyMap<string, string>;
}

/**
 * Returns a function that inserts secrets into the messages of one connection. Only secrets that are bound to the
 * connection's origin are allowed. As with requests, the user is prompted for consent when a secret is used for the
 * first time. If the function rejects with a `RelayError`, the message must not be sent.
 */
export function createSecretInserter(
  { origin }: Pick<TargetUrl, "origin">,
  destination: Destination,
  consentedNames: readonly string[],
  host: Pick<RelayHost, "getSecret" | "requestConsent">,
): (text: string) => Promise<OutgoingMessage> {
  const allowedNames = new Set(consentedNames);
  const getForms = cacheLastForms(listSecretForms);
  return async (text) => {
    if (listSecretNames(text).length === 0) return { text, placeholdersByForm: noForms };
    const isJson = parseJsonValue(text) !== undefined;
    const body = { kind: "text", text, isJson } as const;
    const url = { ...destination.url, origin, path: "" };
    const secrets = await readSecrets({ url, headers: [], cookies: [], body }, host, getForms);
    if (secrets.names.some((name) => !allowedNames.has(name))) {
      await requestConsent(destination, secrets.names, host, { connects: true });
      for (const name of secrets.names) allowedNames.add(name);
    }
    return { text: secrets.insert(text, isJson ? "json" : "plain"), placeholdersByForm: secrets.placeholdersByForm };
  };
}

/**
 * Returns the same function with its last result cached, because the arguments are the same for nearly all messages.
 */
function cacheLastForms(getForms: typeof listSecretForms): typeof listSecretForms {
  let lastResult: { readonly key: string; readonly forms: ReturnType<typeof listSecretForms> } | undefined;
  return (secrets, otherSecrets) => {
    const key = JSON.stringify([...secrets, ...(otherSecrets ?? [])]);
    if (lastResult?.key !== key) lastResult = { key, forms: getForms(secrets, otherSecrets) };
    return lastResult.forms;
  };
}

const noForms: OutgoingMessage["placeholdersByForm"] = new Map();
