import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import {
  type FeedbackFailure,
  type FeedbackService,
  type FeedbackTools,
  defaultLimits,
  type RateLimitedStep,
} from "../entries/types.ts";
import { explainServiceResponse, explainError, formatLocalTime, createTimeoutFailure } from "./errors.ts";
import { getBudgetKey, sharedGate } from "./rate-limit.ts";

/**
 * The maximum length of text that is parsed without checking its nesting depth. Text of this length is parsed quickly
 * even if it's deeply nested.
 */
const minCheckedLength = 100_000;
const maxDepth = 100;

/**
 * Whether long JSON text is nested so deeply that parsing it would take seconds. The service's responses have four
 * levels.
 */
export function isNestedDeeply(text: string): boolean {
  if (text.length < minCheckedLength) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      // Skips to the end of the string.
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

export type CappedBytes =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly bytes: Uint8Array };

/**
 * Reads a response body up to a size limit. Bytes are counted after decompression, so an infinite body or a compression
 * bomb doesn't use more memory. Rejects if the connection breaks or the signal is aborted.
 */
export async function readCappedBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<CappedBytes> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (!reader) return { kind: "whole", bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await raceAbortSignal(reader.read(), signal);
      if (done) return { kind: "whole", bytes: joinChunks(chunks, size) };
      const remainingBytes = maxBytes - size;
      chunks.push(value.length > remainingBytes ? value.subarray(0, remainingBytes) : value);
      size += Math.min(value.length, remainingBytes);
      if (value.length > remainingBytes) return { kind: "too-large", bytes: joinChunks(chunks, size) };
    }
  } finally {
    // If the body has been read completely, there's nothing left to cancel.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * Settles in the same way as the promise, but rejects as soon as the signal is aborted, because an injected fetch
 * function may ignore the signal.
 */
export function raceAbortSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joinedBytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    joinedBytes.set(chunk, offset);
    offset += chunk.length;
  }
  return joinedBytes;
}

/** The wait in milliseconds if the service doesn't send a valid value. */
const defaultRetryDelay = 5000;
/** The maximum wait in milliseconds, which is one day. If a service specifies a longer time, it's probably an error. */
const maxRetryAfter = 86_400_000;

const httpDatePattern =
  /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Returns the wait that `Retry-After` specifies (RFC 9110, 10.2.3), from 0 to one day in milliseconds. A date is
 * compared with the service's own time, if available, because the local clock may be wrong.
 */
export function getRetryDelay(headers: Pick<Headers, "get">, now: number): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(maxRetryAfter, Number(text) * 1000);
  const retryTime = parseHttpDate(text);
  if (retryTime === undefined) return defaultRetryDelay;
  return Math.max(0, Math.min(maxRetryAfter, retryTime - (parseHttpDate(headers.get("date")?.trim() ?? "") ?? now)));
}

/**
 * Returns an exponential delay with full jitter, in milliseconds. The upper limit is half a second for the first
 * attempt, then one second, then two seconds, and so on, up to 8 seconds.
 */
export function computeBackoff(attempt: number, random: number): number {
  return Math.floor(random * Math.min(8000, 500 * 2 ** attempt));
}

function parseHttpDate(text: string): number | undefined {
  if (!httpDatePattern.test(text)) return undefined;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

export type FetchResult =
  | { readonly kind: "answered"; readonly body: unknown }
  | { readonly kind: "failed"; readonly failure: FeedbackFailure; readonly isUnsent?: boolean }
  /**
   * The request may succeed if it's sent again after `after` milliseconds. `isUnsent` means that the request hasn't
   * reached the service.
   */
  | {
      readonly kind: "again";
      readonly failure: FeedbackFailure;
      readonly after?: number;
      readonly isUnsent?: boolean;
    };

/** The maximum number of bytes of an error response that are read. */
const maxErrorBodyBytes = 16_000;

/**
 * Sends one request and classifies the response. Never follows redirects, never exceeds the time and size limits, and
 * never rejects.
 */
export async function fetchOnce(
  url: string,
  { key, projectId }: FeedbackService,
  tools: FeedbackTools,
  signal: AbortSignal,
): Promise<FetchResult> {
  const limits = { ...defaultLimits, ...tools.limits };
  const { translate = formatInEnglish } = tools;
  const timeoutSignal = (tools.createTimeLimit ?? AbortSignal.timeout.bind(AbortSignal))(limits.maxMilliseconds);
  const combinedSignal = AbortSignal.any([signal, timeoutSignal]);
  let hasResponse = false;
  try {
    const response = await raceAbortSignal(tools.fetch(url, createRequestInit(key, combinedSignal)), combinedSignal);
    hasResponse = true;
    if (response.redirected || response.type === "opaqueredirect" || isRedirect(response.status))
      return cancelBody(response, createRedirectFailure(response, url, translate));
    if (response.status !== 200) {
      const { bytes } = await readCappedBody(response, maxErrorBodyBytes, combinedSignal);
      const text = new TextDecoder().decode(bytes);
      const failure = explainServiceResponse({
        status: response.status,
        text,
        projectId,
        key,
        translate,
      });
      if (response.status === 429)
        return { kind: "again", failure, after: getRetryDelay(response.headers, tools.now()) };
      if (![500, 502, 503, 504].includes(response.status)) return { kind: "failed", failure };
      const retryDelay = response.headers.has("retry-after") ? getRetryDelay(response.headers, tools.now()) : undefined;
      return { kind: "again", failure, ...(retryDelay !== undefined && { after: retryDelay }) };
    }
    if (!isJson(response.headers.get("content-type"))) return cancelBody(response, createJsonFailure(translate));
    const body = await readCappedBody(response, limits.maxBytes, combinedSignal);
    if (body.kind === "too-large") return { kind: "failed", failure: createSizeFailure(limits.maxBytes, translate) };
    return parseBytes(body.bytes, translate);
  } catch (error) {
    if (signal.aborted) return { kind: "failed", failure: createCancelFailure(translate) };
    if (timeoutSignal.aborted) return { kind: "again", failure: createTimeoutFailure(translate) };
    const { failure, isTemporary, isUnsent } = explainError(error, { hasResponse, translate });
    return { kind: isTemporary ? "again" : "failed", failure, isUnsent };
  }
}

function createRequestInit(key: string, signal: AbortSignal): RequestInit {
  return {
    method: "GET",
    headers: { accept: "application/json", authorization: `Bearer ${key}`, "user-agent": "docwright" },
    // When fetch follows a redirect to another host, it sends some of the headers to that host.
    redirect: "manual",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function isJson(type: string | null): boolean {
  return /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? "");
}

function parseBytes(bytes: Uint8Array, translate: Translate): FetchResult {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { kind: "failed", failure: { ...createInvalidTextFailure(translate), details: "not UTF-8" } };
  }
  if (isNestedDeeply(text))
    return {
      kind: "failed",
      failure: { ...createInvalidTextFailure(translate), details: "nested too deeply" },
    };
  try {
    return { kind: "answered", body: JSON.parse(text) };
  } catch {
    const isTruncated = /^\s*[{[]/.test(text) && !/[}\]]\s*$/.test(text);
    return {
      kind: "failed",
      failure: isTruncated ? createTruncatedFailure(translate) : createInvalidTextFailure(translate),
    };
  }
}

function cancelBody(response: Response, failure: FeedbackFailure): FetchResult {
  void response.body?.cancel().catch(() => undefined);
  return { kind: "failed", failure };
}

function createRedirectFailure(response: Response, url: string, translate: Translate): FeedbackFailure {
  const location = response.headers.get("location") ?? "";
  const target = URL.canParse(location, url) ? new URL(location, url).host.slice(0, 200) : "";
  return {
    kind: "redirected",
    status: response.status,
    message: translate(
      "The service redirected the request, but the API key is sent only to the URL that it was entered for. Check the base URL.",
    ),
    ...(target !== "" && { details: `to ${target}` }),
  };
}

const createJsonFailure = (translate: Translate): FeedbackFailure => ({
  kind: "not-json",
  message: translate(
    "The response isn't from a feedback service: it's a web page or a file. Your network may require you to sign in. To check, open the URL in a browser.",
  ),
});
const createInvalidTextFailure = (translate: Translate): FeedbackFailure => ({
  kind: "not-json",
  message: translate("The service's response isn't valid JSON. Try again later."),
});
const createTruncatedFailure = (translate: Translate): FeedbackFailure => ({
  kind: "cut-off",
  message: translate("The service's response is incomplete. Try again later."),
});
const createSizeFailure = (bytes: number, translate: Translate): FeedbackFailure => ({
  kind: "too-large",
  message: translate(
    "The service's response is larger than {0} MB, so it wasn't read completely. Request fewer entries at a time.",
    bytes / 1_000_000,
  ),
});
export const createCancelFailure = (translate: Translate): FeedbackFailure => ({
  kind: "cancelled",
  message: translate("The request was canceled."),
});

export type ServiceResponse =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: FeedbackFailure };

/**
 * The maximum number of retries after status 429. `maxRetries` is the maximum number of retries after temporary errors.
 */
const maxWaits = 5;
const maxRetries = 3;
/** The longest wait in milliseconds. If the service specifies a longer wait, reading ends, and the time is reported. */
const maxWait = 120_000;

/**
 * Sends a request until it succeeds or another attempt wouldn't help. Yields each wait before it starts. Requests to a
 * project run one at a time, and each request counts toward the limit.
 */
export async function* callFeedbackService(
  url: string,
  service: FeedbackService,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<RateLimitedStep, ServiceResponse> {
  const { translate = formatInEnglish } = tools;
  const gate = tools.gate ?? sharedGate;
  const budgetKey = getBudgetKey(service);
  let waitCount = 0;
  let retryCount = 0;
  for (;;) {
    const releaseTurn = await gate.waitForTurn(budgetKey, signal);
    if (!releaseTurn) return toFailedResponse(createCancelFailure(translate));
    let attempt;
    try {
      // The service may have rate-limited another caller in this process.
      const pauseMilliseconds = gate.getRemainingPause(budgetKey, tools.now());
      if (pauseMilliseconds > maxWait)
        return toFailedResponse(createPauseFailure(tools.now() + pauseMilliseconds, tools));
      if (pauseMilliseconds > 0) attempt = { kind: "rest", after: pauseMilliseconds } as const;
      else {
        const budgetResult = tools.budget.countRequest();
        if (!budgetResult.ok) return toFailedResponse(createBudgetFailure(budgetResult.until, tools));
        attempt = await fetchOnce(url, service, tools, signal);
        if (attempt.kind !== "answered" && attempt.isUnsent === true) tools.budget.refundRequest();
        if (attempt.kind === "again") {
          const { after = 0, failure } = attempt;
          if (failure.status === 429 || after > maxWait) gate.pauseProject(budgetKey, tools.now(), after);
          if (after > maxWait)
            return toFailedResponse({
              ...failure,
              ...createPauseFailure(tools.now() + after, tools),
              kind: failure.kind,
            });
        }
      }
    } finally {
      releaseTurn();
    }
    if (attempt.kind === "answered") return { ok: true, body: attempt.body };
    if (attempt.kind === "failed") return toFailedResponse(attempt.failure);
    let retryDelay;
    if (attempt.kind === "rest") retryDelay = attempt.after;
    else if (attempt.failure.status === 429) {
      retryDelay = attempt.after ?? 0;
      if (waitCount++ === maxWaits) return toFailedResponse({ ...attempt.failure, until: tools.now() + retryDelay });
    } else {
      if (retryCount === maxRetries) return toFailedResponse(attempt.failure);
      retryDelay = Math.max(attempt.after ?? 0, computeBackoff(retryCount++, tools.random()));
    }
    const reason = attempt.kind === "rest" || attempt.failure.status === 429 ? "too-many-requests" : "retry";
    yield { kind: "waiting", until: tools.now() + retryDelay, reason };
    await tools.wait(retryDelay, signal);
    if (signal.aborted) return toFailedResponse(createCancelFailure(translate));
  }
}

function createBudgetFailure(retryTime: number, tools: FeedbackTools): FeedbackFailure {
  const { translate = formatInEnglish } = tools;
  return {
    kind: "budget-spent",
    until: retryTime,
    message: translate(
      "Docwright has sent all {0} requests that the service allows per hour. The next request can be sent at {1}.",
      tools.budget.getRemaining().limit,
      formatLocalTime(retryTime, tools.now()),
    ),
  };
}

function createPauseFailure(retryTime: number, tools: FeedbackTools): FeedbackFailure {
  const { translate = formatInEnglish } = tools;
  return {
    kind: "too-many-requests",
    until: retryTime,
    message: translate("The service won't accept requests until {0}.", formatLocalTime(retryTime, tools.now())),
  };
}

function toFailedResponse(failure: FeedbackFailure): ServiceResponse {
  return { ok: false, failure };
}

type ValidationResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** An endpoint for a project, which returns its entries, the totals for its pages, or other analytics. */
export type FeedbackEndpoint = "feedback" | "feedback/by-page" | "views" | "searches" | "assistant";

/**
 * Returns the base URL without a trailing slash, or an error message. The URL must use HTTPS, or HTTP if it refers to
 * this machine. It can't contain credentials, a query, or a fragment.
 */
export function checkBaseUrl(text: string, translate: Translate = formatInEnglish): ValidationResult<string> {
  const createRejection = (reason: string) => ({ ok: false, reason }) as const;
  // The URL parser would silently remove spaces and line breaks, so they're rejected here.
  if (text.length > 2000 || /[\s\p{C}\\]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    return createRejection(
      translate("The base URL of the feedback service must be a full URL, for example, https://api.example.com."),
    );
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return createRejection(translate("The base URL of the feedback service can't contain a username or password."));
  if (/[?#]/.test(text))
    return createRejection(translate("The base URL of the feedback service can't contain ? or #."));
  if (url.protocol === "http:" && !isLocalhost(url.hostname))
    return createRejection(translate("The API key is sent only over HTTPS. HTTP is allowed only for localhost."));
  return { ok: true, value: url.origin + url.pathname.replace(/\/+$/, "") };
}

/** Returns the project ID as written, or an error message. */
export function checkProject(text: string, translate: Translate = formatInEnglish): ValidationResult<string> {
  if (text === "") return { ok: false, reason: translate("The project ID is missing. Copy it from your dashboard.") };
  if (text.length > 200 || text === "." || text.includes("..") || /[/\\?#\s\p{C}]/u.test(text))
    return {
      ok: false,
      reason: translate(
        "This isn't a valid project ID. A project ID can't contain spaces, slashes, backslashes, ?, #, or two periods in a row. Copy the ID from your dashboard.",
      ),
    };
  return { ok: true, value: text };
}

/** Returns the full URL for a request, which is always below the base URL. */
export function getFeedbackUrl(
  { baseUrl, projectId }: { readonly baseUrl: string; readonly projectId: string },
  endpoint: FeedbackEndpoint,
  parameters: Readonly<Record<string, string>> = {},
  translate: Translate = formatInEnglish,
): ValidationResult<string> {
  const baseResult = checkBaseUrl(baseUrl, translate);
  if (!baseResult.ok) return baseResult;
  const projectResult = checkProject(projectId, translate);
  if (!projectResult.ok) return projectResult;
  const query = new URLSearchParams(parameters).toString();
  const path = `${baseResult.value}/v1/analytics/${encodeURIComponent(projectResult.value)}/${endpoint}`;
  return { ok: true, value: query === "" ? path : `${path}?${query}` };
}

export function createRequestFailure(message: string): FeedbackFailure {
  return { kind: "bad-question", message };
}

function isLocalhost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Resolves after this many milliseconds, or as soon as the signal is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener("abort", finish, { once: true });
  });
}
