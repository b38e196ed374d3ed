import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import type { ServedApi } from "../api/served-api.ts";
import { chooseEntries, type EntryChoice } from "./choose-entries.ts";
import { Cursors } from "./cursor.ts";
import { entryOrder } from "./entry-order.ts";
import { failure } from "./failure.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import { HourlyLimit } from "./hourly-limit.ts";
import type { SentPage } from "./sent-entry.ts";
import { conversations, searchTerms, viewsByPage } from "./site-analytics.ts";
import { totalsByPage } from "./totals-by-page.ts";

export interface AnalyticsSettings {
  readonly store: FeedbackStore;
  readonly projectId: string;
  readonly key: string;
  /** The hourly request limit. `undefined` if there's no limit. */
  readonly requestsPerHour: number | undefined;
  readonly now: () => number;
}

/** A valid key of a different organization, which owns another project and can't read this one. */
export const keyOfOthers = "demo_other_company";

/**
 * The published operations for feedback, views, searches, and conversations. Each valid request counts toward the
 * hourly limit.
 */
export function analyticsApi(settings: AnalyticsSettings): ServedApi {
  const { key, requestsPerHour } = settings;
  const cursors = new Cursors();
  const limit = new HourlyLimit(requestsPerHour ?? Infinity);
  const answering =
    (answer: (call: ApiCall, choice: EntryChoice) => Reply) =>
    (call: ApiCall): Reply => {
      const refused = refuse(settings, call, limit);
      if (refused) return refused;
      const choice = chooseEntries(call.parameters);
      return "faults" in choice ? wrongQuestion(choice.faults) : answer(call, choice);
    };
  return {
    specification: "../services/feedback/analytics.openapi.yaml",
    base: "",
    operations: {
      listFeedback: answering((call, choice) => listFeedback(settings, cursors, call, choice)),
      countFeedbackByPage: answering((call, choice) => countByPage(settings, call, choice)),
      countViews: answering((call, choice) => countViews(settings, call, choice)),
      listSearches: answering(({ parameters }) => {
        const found = searchTerms(settings.now());
        const json = {
          searches: found.slice(0, limitOf(parameters, 50)),
          totalSearches: 2400,
          nextCursor: null,
        };
        return { status: 200, json };
      }),
      listConversations: answering(({ parameters }) => {
        const found = conversations(settings.now()).slice(0, limitOf(parameters, 100));
        return { status: 200, json: { conversations: found, nextCursor: null, hasMore: false } };
      }),
    },
    credentials: {
      bearerAuth: ({ header }) => {
        const sent = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1];
        return sent === key || sent === keyOfOthers ? { name: sent, scopes: [] } : undefined;
      },
    },
    refuse: failure,
    wrongBody: 400,
    isForBrowsers: false,
    limits: false,
  };
}

function refuse(
  { projectId, key, now }: AnalyticsSettings,
  { caller, parameters }: ApiCall,
  limit: HourlyLimit,
): Reply | undefined {
  if (parameters["projectId"] !== projectId) return failure(404, "The project doesn't exist");
  if (caller.name !== key) return failure(403, "This key belongs to another organization");
  const wait = limit.take(now());
  return wait === undefined
    ? undefined
    : {
        ...failure(429, `Each organization can send ${limit.max} requests per hour`),
        headers: { "Retry-After": String(wait) },
      };
}

function listFeedback(
  { store, now }: AnalyticsSettings,
  cursors: Cursors,
  { parameters }: ApiCall,
  { takes, question }: EntryChoice,
): Reply {
  const { cursor, limit = 50 } = parameters as { readonly cursor?: string; readonly limit?: number };
  const place = cursor === undefined ? undefined : cursors.read(String(cursor));
  if (cursor !== undefined && place?.question !== question)
    return wrongQuestion(["cursor must be the nextCursor of a page with the same filters"]);
  const chosen = store.entries(now()).filter((entry) => takes(entry) && (!place || entryOrder(place, entry) < 0));
  const feedback = chosen.slice(0, limit);
  const last = feedback.at(-1);
  const hasMore = chosen.length > feedback.length;
  const json: SentPage = {
    feedback,
    nextCursor: hasMore && last ? cursors.after(last, question) : null,
    hasMore,
  };
  return { status: 200, json };
}

function countByPage({ store, now }: AnalyticsSettings, { parameters }: ApiCall, { takes }: EntryChoice): Reply {
  const { limit = 10 } = parameters as { readonly limit?: number };
  const rows = totalsByPage(store.entries(now()).filter(takes));
  return { status: 200, json: { feedback: rows.slice(0, limit), hasMore: rows.length > limit } };
}

function countViews({ store, now }: AnalyticsSettings, { parameters }: ApiCall, { takes }: EntryChoice): Reply {
  const { offset = 0 } = parameters as { readonly offset?: number };
  const rows = viewsByPage(store.entries(now()).filter(takes));
  const views = rows.slice(offset, offset + limitOf(parameters, 50));
  const sum = (name: "human" | "ai" | "total") => rows.reduce((total, row) => total + row[name], 0);
  const totals = { human: sum("human"), ai: sum("ai"), total: sum("total") };
  return { status: 200, json: { totals, views, hasMore: rows.length > offset + views.length } };
}

function limitOf({ limit }: Readonly<Record<string, unknown>>, fallback: number): number {
  return typeof limit === "number" ? limit : fallback;
}

function wrongQuestion(faults: readonly string[]): Reply {
  return failure(400, "Invalid query parameters", faults);
}
