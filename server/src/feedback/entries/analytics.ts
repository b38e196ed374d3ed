import { parseJson } from "../../core/text/plain-record.ts";
import type { PageViews, PanelAnalytics } from "../view/panel-model.ts";
import { maskPersonalData, getOwnMember } from "./entry.ts";

/**
 * The data that the panel shows, plus the views of each page. Email addresses and phone numbers in searches and
 * questions are masked.
 */
export interface SiteAnalytics extends PanelAnalytics {
  readonly views?: SiteViews;
}

export type AnalyticsPart = PanelAnalytics["denied"][number];

type SiteSearches = NonNullable<PanelAnalytics["searches"]>;
type SiteQuestions = NonNullable<PanelAnalytics["questions"]>;

const analyticsParts: readonly AnalyticsPart[] = ["views", "searches", "questions"];

export interface SiteViews extends PageViews {
  /** The pages with the most views. */
  readonly pages: readonly ViewedPage[];
}

export interface ViewedPage extends PageViews {
  /** The path as the service reports it, such as `/guides/start`. */
  readonly path: string;
}

const maxPages = 1000;
const maxItems = 10;
const maxPathLength = 2000;
const maxTextLength = 300;

/** Reads the response to a request for views. Returns undefined if the value isn't a valid response. */
export function parseViews(body: unknown): SiteViews | undefined {
  const [views, totals] = [getOwnMember(body, "views"), getOwnMember(body, "totals")];
  if (!Array.isArray(views)) return undefined;
  const pagesByPath = new Map<string, ViewedPage>();
  for (const each of views.slice(0, maxPages)) {
    const path = getOwnMember(each, "path");
    if (typeof path !== "string" || path.length > maxPathLength || pagesByPath.has(path)) continue;
    pagesByPath.set(path, { path, human: readCount(each, "human"), ai: readCount(each, "ai") });
  }
  return { human: readCount(totals, "human"), ai: readCount(totals, "ai"), pages: [...pagesByPath.values()] };
}

/** Reads the response to a request for searches. Returns undefined if the value isn't a valid response. */
export function parseSearches(body: unknown): SiteSearches | undefined {
  const searches = getOwnMember(body, "searches");
  if (!Array.isArray(searches)) return undefined;
  const terms = searches.slice(0, maxPages).flatMap((each) => {
    const text = getMaskedText(each, "searchQuery");
    const rawRate = getOwnMember(each, "ctr");
    const clickRate = typeof rawRate === "number" && rawRate > 0 && rawRate <= 100 ? rawRate : 0;
    return text === undefined ? [] : [{ text, count: readCount(each, "hits"), clicked: clickRate }];
  });
  // The API doesn't specify whether the rate is a fraction or a percentage. A fraction is never greater than 1.
  const rateScale = terms.some(({ clicked }) => clicked > 1) ? 100 : 1;
  const sum = terms.reduce((total, { count }) => total + count, 0);
  return {
    total: Math.max(sum, readCount(body, "totalSearches")),
    terms: terms
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxItems)
      .map(({ text, count, clicked }) => ({ text, count, clicked: clicked / rateScale })),
  };
}

/**
 * Reads the response to a request for conversations with the assistant. The assistant's answers are ignored. Returns
 * undefined if the value isn't a valid response.
 */
export function parseQuestions(body: unknown): SiteQuestions | undefined {
  const conversations = getOwnMember(body, "conversations");
  if (!Array.isArray(conversations)) return undefined;
  const questions = conversations.slice(0, maxPages).flatMap((each) => {
    const text = getMaskedText(each, "query");
    return text === undefined ? [] : [{ text, isAnswered: getOwnMember(each, "resolutionStatus") !== "unanswered" }];
  });
  const unansweredQuestions = questions.filter(({ isAnswered }) => !isAnswered);
  const answeredQuestions = questions.filter(({ isAnswered }) => isAnswered);
  return {
    count: questions.length,
    unanswered: unansweredQuestions.length,
    hasMore: getOwnMember(body, "hasMore") === true,
    latest: [...unansweredQuestions, ...answeredQuestions].slice(0, maxItems),
  };
}

function readCount(value: unknown, name: string): number {
  const field = getOwnMember(value, name);
  return typeof field === "number" && field > 0 && field <= Number.MAX_SAFE_INTEGER ? Math.round(field) : 0;
}

function getMaskedText(value: unknown, name: string): string | undefined {
  const field = getOwnMember(value, name);
  if (typeof field !== "string") return undefined;
  // The text is masked before it's truncated so that no part of an email address is left.
  const text = maskPersonalData(field.slice(0, 4 * maxTextLength))
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return undefined;
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/**
 * Returns a path, or the path of a URL, in a normalized form without a query, a fragment, or a trailing slash, so
 * equivalent paths are equal.
 */
export function toComparablePath(path: string): string {
  const [pathWithoutQuery = ""] = (URL.canParse(path) ? new URL(path).pathname : path).split(/[?#]/, 1);
  return `/${pathWithoutQuery.replace(/^\/+|\/+$/g, "")}`;
}

const version = 1;
/** The maximum size of the analytics file in UTF-16 code units. */
export const maxAnalyticsSize = 4_000_000;

export interface AnalyticsScope {
  readonly baseUrl: string;
  readonly projectId: string;
}

/** Returns the content of the file that stores analytics. */
export function formatAnalytics({ baseUrl, projectId }: AnalyticsScope, analytics: SiteAnalytics): string {
  return `${JSON.stringify({ version, baseUrl, projectId, analytics })}\n`;
}

/** Returns the saved analytics for this project, or undefined if the text is invalid in any way. */
export function parseAnalytics(text: string, { baseUrl, projectId }: AnalyticsScope): SiteAnalytics | undefined {
  if (text.length > maxAnalyticsSize) return undefined;
  const value = parseJson(text);
  if (getOwnMember(value, "version") !== version) return undefined;
  if (getOwnMember(value, "baseUrl") !== baseUrl || getOwnMember(value, "projectId") !== projectId) return undefined;
  const savedAnalytics = getOwnMember(value, "analytics");
  return isAnalytics(savedAnalytics) ? savedAnalytics : undefined;
}

function isAnalytics(value: unknown): value is SiteAnalytics {
  const isValidPart = (name: AnalyticsPart, isValid: (part: unknown) => boolean): boolean => {
    const partValue = getOwnMember(value, name);
    return partValue === undefined || isValid(partValue);
  };
  const deniedParts = getOwnMember(value, "denied");
  return (
    isCount(getOwnMember(value, "askedAt")) &&
    isList(deniedParts, (each) => analyticsParts.some((name) => name === each)) &&
    isValidPart(
      "views",
      (views) => hasCounts(views, "human", "ai") && isList(getOwnMember(views, "pages"), isViewedPage),
    ) &&
    isValidPart(
      "searches",
      (searches) => hasCounts(searches, "total") && isList(getOwnMember(searches, "terms"), isTerm),
    ) &&
    isValidPart(
      "questions",
      (questions) =>
        hasCounts(questions, "count", "unanswered") &&
        typeof getOwnMember(questions, "hasMore") === "boolean" &&
        isList(getOwnMember(questions, "latest"), isQuestion),
    )
  );
}

const isViewedPage = (each: unknown): boolean =>
  typeof getOwnMember(each, "path") === "string" && hasCounts(each, "human", "ai");
const isTerm = (each: unknown): boolean => {
  const clickRate = getOwnMember(each, "clicked");
  const hasValidRate = typeof clickRate === "number" && clickRate >= 0 && clickRate <= 1;
  return hasValidRate && typeof getOwnMember(each, "text") === "string" && hasCounts(each, "count");
};
const isQuestion = (each: unknown): boolean =>
  typeof getOwnMember(each, "text") === "string" && typeof getOwnMember(each, "isAnswered") === "boolean";

function hasCounts(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => isCount(getOwnMember(value, name)));
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= maxPages && value.every(isItem);
}
