import { formatInEnglish } from "../../core/text/message.ts";
import {
  type AnalyticsPart,
  parseQuestions,
  parseSearches,
  parseViews,
  type SiteAnalytics,
} from "../entries/analytics.ts";
import { dayLength, toDay, createInvalidListFailure } from "../entries/entry.ts";
import type { FeedbackFailure, FeedbackService, FeedbackTools } from "../entries/types.ts";
import { analyticsDays } from "../view/panel-model.ts";
import { callFeedbackService, type FeedbackEndpoint, getFeedbackUrl, createRequestFailure } from "./http.ts";
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
  readonly endpoint: FeedbackEndpoint;
  readonly limit: string;
  readonly parseBody: (body: unknown) => AnalyticsParts | undefined;
}[] = [
  { part: "views", endpoint: "views", limit: "250", parseBody: (body) => toProperty("views", parseViews(body)) },
  {
    part: "searches",
    endpoint: "searches",
    limit: "50",
    parseBody: (body) => toProperty("searches", parseSearches(body)),
  },
  { part: "questions", endpoint: "assistant", limit: "100", parseBody: (body) => toProperty("questions", parseQuestions(body)) }, // prettier-ignore
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
  const checkedKey = checkKey(service.key, {}, translate);
  if (!checkedKey.ok) return { failure: createRequestFailure(checkedKey.reason) };
  const askedAt = tools.now();
  const deniedParts: AnalyticsPart[] = [];
  let parts: AnalyticsParts = {};
  const getResult = (): AnalyticsResult =>
    Object.keys(parts).length + deniedParts.length > 0 ? { analytics: { askedAt, ...parts, denied: deniedParts } } : {};
  for (const { part, endpoint, limit, parseBody } of requests) {
    const query = { dateFrom: toDay(askedAt - (analyticsDays - 1) * dayLength), limit };
    const urlResult = getFeedbackUrl(service, endpoint, query, translate);
    if (!urlResult.ok) return { failure: createRequestFailure(urlResult.reason) };
    const steps = callFeedbackService(urlResult.value, service, tools, signal);
    let step = await steps.next();
    while (step.done !== true) step = await steps.next();
    const response = step.value;
    if (response.ok) {
      const newParts = parseBody(response.body);
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
