import { formatInEnglish } from "../../core/text/message.ts";
import {
  type AnalyticsPart,
  readQuestions,
  readSearches,
  readViews,
  type SiteAnalytics,
} from "../entries/analytics.ts";
import { dayLength, toDay, createInvalidListFailure } from "../entries/entry.ts";
import type { FeedbackFailure, FeedbackService, FeedbackTools } from "../entries/types.ts";
import { analyticsDays } from "../view/panel-model.ts";
import { callFeedbackService, type FeedbackRequest, getFeedbackUrl, createRequestFailure } from "./http.ts";
import { checkKey } from "./validate.ts";

export interface AnalyticsResult {
  /**
   * The analytics. Undefined if the service doesn't provide any, or if it failed before the first part was received.
   */
  readonly analytics?: SiteAnalytics;
  /** The reason why the remaining parts weren't received. */
  readonly failure?: FeedbackFailure;
}

type AnalyticsParts = Omit<SiteAnalytics, "askedAt" | "denied">;

/**
 * The requests, one for each part of the analytics. Each request specifies the maximum number of items per response.
 */
const requests: readonly {
  readonly part: AnalyticsPart;
  readonly request: FeedbackRequest;
  readonly limit: string;
  readonly read: (body: unknown) => AnalyticsParts | undefined;
}[] = [
  { part: "views", request: "views", limit: "250", read: (body) => toProperty("views", readViews(body)) },
  {
    part: "searches",
    request: "searches",
    limit: "50",
    read: (body) => toProperty("searches", readSearches(body)),
  },
  { part: "questions", request: "assistant", limit: "100", read: (body) => toProperty("questions", readQuestions(body)) }, // prettier-ignore
];

/**
 * Requests the page views, searches, and questions from the last 30 days, with one request each. Parts that the key
 * doesn't have access to are listed as denied. If the service doesn't provide one of the parts, the remaining parts
 * aren't requested. Never rejects.
 */
export async function fetchAnalytics(
  service: FeedbackService,
  tools: FeedbackTools,
  signal: AbortSignal,
): Promise<AnalyticsResult> {
  const { translate = formatInEnglish } = tools;
  const key = checkKey(service.key, {}, translate);
  if (!key.ok) return { failure: createRequestFailure(key.reason) };
  const askedAt = tools.now();
  const deniedParts: AnalyticsPart[] = [];
  let parts: AnalyticsParts = {};
  const getResult = (): AnalyticsResult =>
    Object.keys(parts).length + deniedParts.length > 0 ? { analytics: { askedAt, ...parts, denied: deniedParts } } : {};
  for (const { part, request, limit, read } of requests) {
    const query = { dateFrom: toDay(askedAt - (analyticsDays - 1) * dayLength), limit };
    const url = getFeedbackUrl(service, request, query, translate);
    if (!url.ok) return { failure: createRequestFailure(url.reason) };
    const steps = callFeedbackService(url.value, service, tools, signal);
    let step = await steps.next();
    while (step.done !== true) step = await steps.next();
    const response = step.value;
    if (response.ok) {
      const newParts = read(response.body);
      if (!newParts) return { ...getResult(), failure: createInvalidListFailure(translate) };
      parts = { ...parts, ...newParts };
    } else if (response.failure.kind === "key-refused" || response.failure.kind === "not-allowed")
      deniedParts.push(part);
    else if (response.failure.kind === "not-found") return getResult();
    else return { ...getResult(), failure: response.failure };
  }
  return getResult();
}

function toProperty<Name extends AnalyticsPart>(
  name: Name,
  value: AnalyticsParts[Name] | undefined,
): AnalyticsParts | undefined {
  return value === undefined ? undefined : { [name]: value };
}
