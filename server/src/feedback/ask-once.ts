import { inEnglish, type Say } from "../core/text/message.ts";
import { explainAnswer } from "./explain-answer.ts";
import { explainError, tooSlow } from "./explain-error.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import { usualLimits, type FeedbackService, type FeedbackTools } from "./feedback-step.ts";
import { isNestedDeeply } from "./is-nested-deeply.ts";
import { orAborted, readCapped } from "./read-capped.ts";
import { retryAfter } from "./retry-after.ts";

export type Asked =
  | { readonly kind: "answered"; readonly body: unknown }
  | { readonly kind: "failed"; readonly failure: FeedbackFailure }
  /** Asking again may help. `after`: not before so many milliseconds. */
  | { readonly kind: "again"; readonly failure: FeedbackFailure; readonly after?: number };

/** What of a refusal is read to tell why. */
const mostOfRefusal = 16_000;

/** One request, as it is sent and judged: never redirected, never longer or larger than the limits. Never rejects. */
export async function askOnce(
  url: string,
  { key, projectId }: FeedbackService,
  tools: FeedbackTools,
  signal: AbortSignal,
): Promise<Asked> {
  const limits = { ...usualLimits, ...tools.limits };
  const { say = inEnglish } = tools;
  const inTime = (tools.timeLimit ?? AbortSignal.timeout.bind(AbortSignal))(limits.milliseconds);
  const either = AbortSignal.any([signal, inTime]);
  let hasAnswered = false;
  try {
    const response = await orAborted(tools.fetch(url, requestWith(key, either)), either);
    hasAnswered = true;
    if (response.redirected || response.type === "opaqueredirect" || isRedirect(response.status))
      return giveUp(response, redirected(response, url, say));
    if (response.status !== 200) {
      const { bytes } = await readCapped(response, mostOfRefusal, either);
      const text = new TextDecoder().decode(bytes);
      const failure = explainAnswer({ status: response.status, text, projectId, key, say });
      if (response.status === 429)
        return { kind: "again", failure, after: retryAfter(response.headers, tools.now()) };
      if (![500, 502, 503, 504].includes(response.status)) return { kind: "failed", failure };
      const after = response.headers.has("retry-after")
        ? retryAfter(response.headers, tools.now())
        : undefined;
      return { kind: "again", failure, ...(after !== undefined && { after }) };
    }
    if (!isJson(response.headers.get("content-type"))) return giveUp(response, notJson(say));
    const body = await readCapped(response, limits.bytes, either);
    if (body.kind === "too-large") return { kind: "failed", failure: tooLarge(limits.bytes, say) };
    return parsed(body.bytes, say);
  } catch (error) {
    if (signal.aborted) return { kind: "failed", failure: cancelled(say) };
    if (inTime.aborted) return { kind: "again", failure: tooSlow(say) };
    const { failure, mayPass } = explainError(error, { hasAnswered, say });
    return { kind: mayPass ? "again" : "failed", failure };
  }
}

function requestWith(key: string, signal: AbortSignal): RequestInit {
  return {
    method: "GET",
    headers: { accept: "application/json", authorization: `Bearer ${key}`, "user-agent": "docwright" },
    // What follows redirects keeps some headers on the way to another host.
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

function parsed(bytes: Uint8Array, say: Say): Asked {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { kind: "failed", failure: { ...brokenText(say), details: "no UTF-8" } };
  }
  if (isNestedDeeply(text))
    return { kind: "failed", failure: { ...brokenText(say), details: "nested too deeply" } };
  try {
    return { kind: "answered", body: JSON.parse(text) };
  } catch {
    const isCut = /^\s*[{[]/.test(text) && !/[}\]]\s*$/.test(text);
    return { kind: "failed", failure: isCut ? cutOff(say) : brokenText(say) };
  }
}

function giveUp(response: Response, failure: FeedbackFailure): Asked {
  void response.body?.cancel().catch(() => undefined);
  return { kind: "failed", failure };
}

function redirected(response: Response, url: string, say: Say): FeedbackFailure {
  const location = response.headers.get("location") ?? "";
  const target = URL.canParse(location, url) ? new URL(location, url).host.slice(0, 200) : "";
  return {
    kind: "redirected",
    status: response.status,
    message: say(
      "The service wants to send the question elsewhere, and the key goes nowhere but to the address that it was entered for. Check the address of the service.",
    ),
    ...(target !== "" && { details: `to ${target}` }),
  };
}

const notJson = (say: Say): FeedbackFailure => ({
  kind: "not-json",
  message: say(
    "What answered is no feedback service: it sent a page or a file. A sign-in of your network may stand in between; open the address in a browser to see.",
  ),
});
const brokenText = (say: Say): FeedbackFailure => ({
  kind: "not-json",
  message: say("The answer of the service cannot be read: it is no valid JSON. Try again later."),
});
const cutOff = (say: Say): FeedbackFailure => ({
  kind: "cut-off",
  message: say("The answer of the service ends in the middle. Try again later."),
});
const tooLarge = (bytes: number, say: Say): FeedbackFailure => ({
  kind: "too-large",
  message: say(
    "The answer of the service is larger than {0} MB and was not read to its end. Ask for fewer entries at once.",
    bytes / 1_000_000,
  ),
});
export const cancelled = (say: Say): FeedbackFailure => ({
  kind: "cancelled",
  message: say("It was cancelled."),
});
