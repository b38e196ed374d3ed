import * as vscode from "vscode";
import { createDebouncer } from "../../../server/src/core/text/debouncer.ts";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { compareByNegativeShare, needsWork } from "../../../server/src/feedback/entries/ratings.ts";
import { type FeedbackState, needsAttention } from "../../../server/src/feedback/entries/state.ts";
import type { JoinedPath, RatedPage } from "../../../server/src/protocol/feedback.ts";
import { findFileSite } from "../editor/workspace.ts";

/** The feedback on one page of the site, and the page's location. */
export interface PageFeedback {
  readonly location: Exclude<JoinedPath, { kind: "unknown" }>;
  readonly up: number;
  readonly down: number;
  /** All entries, newest first. */
  readonly entries: readonly FeedbackEntry[];
  /** The entries that have a comment and still need attention, newest first. */
  readonly openEntries: readonly FeedbackEntry[];
}

/** Feedback on a path that doesn't match any file in the site. */
export interface UnjoinedFeedback {
  readonly path: string;
  readonly reason: string;
  readonly entries: readonly FeedbackEntry[];
}

/** Feedback grouped by page. */
export interface FeedbackByPage {
  readonly pages: readonly PageFeedback[];
  /** The pages by file URI. A specification has a page for each operation. */
  readonly pagesByFile: ReadonlyMap<string, readonly PageFeedback[]>;
  readonly unjoinedFeedback: readonly UnjoinedFeedback[];
}

interface PageBuilder {
  readonly location: PageFeedback["location"];
  up: number;
  down: number;
  readonly entries: FeedbackEntry[];
  readonly openEntries: FeedbackEntry[];
}

interface UnjoinedPathBuilder extends UnjoinedFeedback {
  readonly entries: FeedbackEntry[];
}

/** Groups the entries by the pages that they're about. Entries whose paths haven't been matched yet are omitted. */
export function groupFeedback(state: FeedbackState): FeedbackByPage {
  const pagesByKey = new Map<string, PageBuilder>();
  const unjoinedByPath = new Map<string, UnjoinedPathBuilder>();
  // Pages are looked up by path, because there are far fewer paths than entries.
  const buildersByPath = new Map<string, PageBuilder | UnjoinedPathBuilder | undefined>();
  for (const entry of state.entries) {
    let group = buildersByPath.get(entry.path);
    if (group === undefined && !buildersByPath.has(entry.path)) {
      group = findOrCreateGroup(entry.path, state, pagesByKey, unjoinedByPath);
      buildersByPath.set(entry.path, group);
    }
    if (!group) continue;
    group.entries.push(entry);
    if ("reason" in group) continue;
    if (entry.helpful === true) group.up++;
    if (entry.helpful === false) group.down++;
    if (needsAttention(entry, state)) group.openEntries.push(entry);
  }
  const pagesByFile = new Map<string, PageFeedback[]>();
  for (const page of pagesByKey.values()) {
    const filePages = pagesByFile.get(page.location.uri);
    if (filePages) filePages.push(page);
    else pagesByFile.set(page.location.uri, [page]);
  }
  return {
    pages: [...pagesByKey.values()],
    pagesByFile,
    unjoinedFeedback: [...unjoinedByPath.values()],
  };
}

/**
 * Returns the group of the page or path to which entries belong, and creates the group if necessary. Returns undefined
 * until the path has been matched.
 */
function findOrCreateGroup(
  path: string,
  { joinsByPath }: FeedbackState,
  pagesByKey: Map<string, PageBuilder>,
  unjoinedByPath: Map<string, UnjoinedPathBuilder>,
): PageBuilder | UnjoinedPathBuilder | undefined {
  const location = joinsByPath.get(path);
  if (location === undefined) return undefined;
  if (location.kind === "unknown") {
    const unjoinedPath = { path, reason: location.reason, entries: [] };
    unjoinedByPath.set(path, unjoinedPath);
    return unjoinedPath;
  }
  const key = getPageKey(location);
  const page = pagesByKey.get(key) ?? { location, up: 0, down: 0, entries: [], openEntries: [] };
  pagesByKey.set(key, page);
  return page;
}

/** Counts positive and negative ratings. Entries without a rating aren't counted. */
export function countRatings(entries: readonly FeedbackEntry[]): {
  readonly up: number;
  readonly down: number;
} {
  let [up, down] = [0, 0];
  for (const { helpful } of entries) {
    if (helpful === true) up++;
    if (helpful === false) down++;
  }
  return { up, down };
}

/** Returns a unique key for a page. A page is a file or an operation in a specification. */
export function getPageKey(location: PageFeedback["location"]): string {
  return location.kind === "operation" ? `${location.uri}#${location.operation}` : location.uri;
}

/** Returns the ratings that the server needs for hovers and the navigation tree. */
export function getRatings({ pages }: FeedbackByPage): RatedPage[] {
  return pages.map(({ location, up, down, openEntries }) => ({
    uri: location.uri,
    ...(location.kind === "operation" && { operation: location.operation }),
    up,
    down,
    open: openEntries.length,
  }));
}

export const emptyState: FeedbackState = {
  entries: [],
  joinsByPath: new Map(),
  triageById: new Map(),
  freshness: { kind: "none", warnings: [] },
  budget: { remainingRequests: 100, limit: 100 },
};

/** The time in milliseconds that views wait for additional changes. */
const delayMilliseconds = 60;

/** The current state of the feedback. Listeners are notified once changes have settled. */
export class FeedbackStore implements vscode.Disposable {
  readonly #changeEmitter = new vscode.EventEmitter<FeedbackState>();
  readonly onDidChange = this.#changeEmitter.event;
  #state = emptyState;
  #feedbackByPage: { readonly state: FeedbackState; readonly value: FeedbackByPage } | undefined;
  readonly #notifyDebouncer = createDebouncer(
    globalThis,
    () => this.#changeEmitter.fire(this.#state),
    delayMilliseconds,
    delayMilliseconds,
  );

  get state(): FeedbackState {
    return this.#state;
  }

  /** The feedback by page. Recomputed only if the entries, the matches, or the triage have changed. */
  get feedbackByPage(): FeedbackByPage {
    const { entries, joinsByPath, triageById } = this.#state;
    const feedbackByPage = this.#feedbackByPage;
    if (
      feedbackByPage?.state.entries === entries &&
      feedbackByPage.state.joinsByPath === joinsByPath &&
      feedbackByPage.state.triageById === triageById
    )
      return feedbackByPage.value;
    const value = groupFeedback(this.#state);
    this.#feedbackByPage = { state: this.#state, value };
    return value;
  }

  change(change: (state: FeedbackState) => FeedbackState): void {
    const nextState = change(this.#state);
    if (nextState === this.#state) return;
    this.#state = nextState;
    this.#notifyDebouncer.trigger();
  }

  dispose(): void {
    this.#notifyDebouncer.cancel();
    this.#changeEmitter.dispose();
  }
}

/** The feedback on one site, or the reason why the feedback isn't available. */
export type FeedbackSummary =
  | { readonly kind: "untrusted" | "off" | "no-key" | "loading" | "failed" | "empty" }
  | FeedbackTotals;

export interface FeedbackTotals {
  readonly kind: "entries";
  /** The number of open comments. */
  readonly openCount: number;
  readonly up: number;
  readonly down: number;
  /** The pages that need the most work, at most 5. */
  readonly worstPages: readonly WorstPage[];
}

export interface WorstPage {
  /** The URL on the site, such as `/guides/start`. */
  readonly url: string;
  readonly title: string;
  readonly openCount: number;
  readonly up: number;
  readonly down: number;
}

/** The open sites. A site's folder can contain another site. */
export type SiteRoots = readonly { readonly root: string }[];

const maxWorstPages = 5;

/** Returns the feedback on one of the sites. `root` is the URI of the site's folder. */
export function summarizeFeedback(
  state: FeedbackState,
  pages: readonly PageFeedback[],
  root: string,
  sites: SiteRoots,
): FeedbackSummary {
  if (!state.project) return { kind: "off" };
  const sitePages = pages
    .filter(({ location }) => findFileSite(sites, location.uri)?.root === root)
    .map(({ location: { url, title }, up, down, openEntries }) => ({
      url,
      title,
      up,
      down,
      openCount: openEntries.length,
    }));
  if (sitePages.length === 0) return { kind: getEmptyKind(state) };
  const sumCounts = (key: "openCount" | "up" | "down") => sitePages.reduce((total, page) => total + page[key], 0);
  const worstPages = sitePages.filter(needsWork).sort(compareByNegativeShare).slice(0, maxWorstPages);
  return {
    kind: "entries",
    openCount: sumCounts("openCount"),
    up: sumCounts("up"),
    down: sumCounts("down"),
    worstPages,
  };
}

function getEmptyKind({
  hasKey,
  freshness,
  entries,
  joinsByPath,
}: FeedbackState): "no-key" | "failed" | "loading" | "empty" {
  if (hasKey === false) return "no-key";
  if (freshness.failure) return "failed";
  const isLoaded = freshness.kind === "fresh" || entries.length > 0;
  return isLoaded && entries.every(({ path }) => joinsByPath.has(path)) ? "empty" : "loading";
}
