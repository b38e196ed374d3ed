import { Buffer } from "node:buffer";
import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import { parseJson } from "../../core/text/plain-record.ts";
import { getOwnMember } from "../entries/entry.ts";
import type { FeedbackFailure } from "../entries/types.ts";

const unsafeCharacterPattern = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/**
 * Returns the start of untrusted text on one line, without characters that could control a terminal or change the text
 * direction.
 */
export function toSafeLine(text: string, maxLength: number): string {
  // Only the text that will be shown is processed.
  const line = text
    .slice(0, maxLength * 4)
    .replace(unsafeCharacterPattern, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/**
 * Removes the API key in any form in which the service could return it, any text after “Bearer”, and email addresses.
 */
export function redactFeedback(text: string, key: string): string {
  const redactedText = listKeyForms(key).reduce((redactedText, form) => redactedText.replaceAll(form, "[key]"), text);
  return redactedText
    .replace(/\b(bearer)[\s+:=]+[^\s"',;<>]+/gi, "$1 [key]")
    .replace(/[^\s@"'<>(),;:\\]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, "[e-mail]");
}

/** Returns the forms of the key, longest first, because one form can contain another. */
function listKeyForms(key: string): string[] {
  if (key.length < 4) return [];
  const bytes = Buffer.from(key);
  return [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ].toSorted((a, b) => b.length - a.length);
}

/**
 * Formats a time for the author, in the local time zone and rounded up: `15:40`, or `2026-06-30 15:40` if it's on
 * another day.
 */
export function formatLocalTime(time: number, now: number): string {
  const minute = 60_000;
  const toLocalTime = (timestamp: number): string =>
    new Date(timestamp - new Date(timestamp).getTimezoneOffset() * minute).toISOString().slice(0, 16).replace("T", " ");
  const text = toLocalTime(Math.ceil(time / minute) * minute);
  return text.slice(0, 10) === toLocalTime(now).slice(0, 10) ? text.slice(11) : text;
}

export interface UnsuccessfulResponse {
  readonly status: number;
  /** The beginning of the response body. */
  readonly text: string;
  readonly projectId: string;
  readonly key: string;
  /** Translates messages. By default, messages are in English. */
  readonly translate?: Translate;
}

/** Explains an unsuccessful HTTP status to the author. */
export function explainServiceResponse({
  status,
  text,
  projectId,
  key,
  translate = formatInEnglish,
}: UnsuccessfulResponse): FeedbackFailure {
  const messageText = toSafeLine(redactFeedback(extractMessage(text), key), 200);
  const details = messageText === "" ? {} : { details: messageText };
  return {
    ...explainStatus(status, toSafeLine(redactFeedback(projectId, key), 80), translate),
    status,
    ...details,
  };
}

function explainStatus(
  status: number,
  project: string,
  translate: Translate,
): Pick<FeedbackFailure, "kind" | "message"> {
  switch (status) {
    case 401:
      return {
        kind: "key-refused",
        message: translate(
          "The service rejected the API key (401). Set another key. An administrator can create one on the API keys page of the dashboard.",
        ),
      };
    case 403:
      return {
        kind: "not-allowed",
        message: translate(
          "The API key doesn't have access to feedback for project {0} (403). Check the project ID, and make sure that the key is one of the project's administrator API keys.",
          project,
        ),
      };
    case 404:
      return {
        kind: "not-found",
        message: translate(
          "The service doesn't recognize project {0} (404). Check the project ID and the base URL.",
          project,
        ),
      };
    case 429:
      return {
        kind: "too-many-requests",
        message: translate(
          "The service is still rate-limiting requests from your organization (429). Try again later.",
        ),
      };
    case 400:
    case 422:
      return {
        kind: "refused",
        message: translate("The service rejected the request as invalid ({0}).", status),
      };
    default:
      return status >= 500
        ? {
            kind: "service-broken",
            message: translate("The service reported an internal error ({0}). Try again later.", status),
          }
        : { kind: "refused", message: translate("The service rejected the request ({0}).", status) };
  }
}

/**
 * Returns the messages in a body such as `{ "error": "…", "details": [{ "message": "…" }] }`. If the text has a
 * different format, returns the text itself.
 */
function extractMessage(text: string): string {
  const body = parseJson(text);
  const details = getOwnMember(body, "details");
  const messages = Array.isArray(details) ? details.map((each) => getOwnMember(each, "message")) : [];
  const texts = [getOwnMember(body, "error"), ...messages].filter((each) => typeof each === "string");
  return texts.length > 0 ? texts.join(" ") : text;
}

export interface FailureDetails {
  readonly failure: FeedbackFailure;
  /** Whether the request may succeed if it's repeated. */
  readonly isTemporary: boolean;
  /** Whether no connection was established. In this case, the service didn't count the request. */
  readonly isUnsent: boolean;
}

/** Explains why a request didn't get a response. The error's own message isn't used, because it can contain headers. */
export function explainError(
  error: unknown,
  { hasResponse, translate = formatInEnglish }: { readonly hasResponse: boolean; readonly translate?: Translate },
): FailureDetails {
  const code = findErrorCode(error);
  return {
    ...explainErrorCode(code, hasResponse, translate),
    isUnsent: !hasResponse && connectionErrorPattern.test(code),
  };
}

const connectionErrorPattern =
  /^(ECONNREFUSED|ENOTFOUND|ENODATA|EAI_|EHOST|ENET|UND_ERR_CONNECT|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

type ErrorExplanation = Pick<FailureDetails, "failure" | "isTemporary">;

function explainErrorCode(code: string, hasResponse: boolean, translate: Translate): ErrorExplanation {
  if (certificateErrorPattern.test(code))
    return toPermanentFailure({
      kind: "certificate",
      message: translate(
        "The connection to the service isn't secure because this machine doesn't trust the service's certificate, so the API key wasn't sent. Check the base URL, or contact your network administrator.",
      ),
      details: code,
    });
  if (/^(ENOTFOUND|ENODATA|EAI_NONAME)$/.test(code))
    return toPermanentFailure({
      kind: "unreachable",
      message: translate("The service's host wasn't found. Check the base URL and your connection."),
      details: code,
    });
  if (code === "ECONNREFUSED")
    return toPermanentFailure({
      kind: "unreachable",
      message: translate(
        "Couldn't connect to the service. Check the base URL, and make sure that the service is running.",
      ),
      details: code,
    });
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return toTransientFailure(createTimeoutFailure(translate));
  if (/^HPE_|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|RES_)/.test(code))
    return toPermanentFailure({
      kind: "bad-answer",
      message: translate("The service's response isn't valid HTTP. Check the base URL."),
      details: code,
    });
  if (hasResponse)
    return toTransientFailure({
      kind: "cut-off",
      message: translate("The service's response ended too early. Try again."),
      ...(code !== "" && { details: code }),
    });
  return toTransientFailure({
    kind: "unreachable",
    message: translate("The connection to the service was lost. Check your connection, and try again."),
    ...(code !== "" && { details: code }),
  });
}

export function createTimeoutFailure(translate: Translate): FeedbackFailure {
  return { kind: "timeout", message: translate("The service took too long to respond. Try again later.") };
}

const certificateErrorPattern =
  /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

/**
 * Returns a code such as `ECONNRESET` from the error or its cause. Fetch wraps the original error in its own error.
 */
function findErrorCode(error: unknown): string {
  let currentError: unknown = error;
  for (let depth = 0; depth < 5 && currentError instanceof Error; depth++) {
    const code: unknown = "code" in currentError ? currentError.code : undefined;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return code;
    const [firstError] = currentError instanceof AggregateError ? (currentError.errors as unknown[]) : [];
    currentError = firstError ?? currentError.cause;
  }
  return "";
}

function toPermanentFailure(failure: FeedbackFailure): ErrorExplanation {
  return { failure, isTemporary: false };
}

function toTransientFailure(failure: FeedbackFailure): ErrorExplanation {
  return { failure, isTemporary: true };
}
