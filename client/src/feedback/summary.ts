import { byNeed, needsWork } from "../../../server/src/feedback/entries/ranking.ts";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { siteOfFile } from "../editor/sites.ts";
import type { PageFeedback } from "./store.ts";

/** The feedback on one site, or why there is none. */
export type FeedbackSummary =
  { readonly kind: "untrusted" | "off" | "no-key" | "loading" | "failed" | "empty" } | FeedbackTotals;

export interface FeedbackTotals {
  readonly kind: "entries";
  /** The number of open comments. */
  readonly open: number;
  readonly up: number;
  readonly down: number;
  /** The pages that need the most work, at most 5. */
  readonly worst: readonly WorstPage[];
}

export interface WorstPage {
  /** `/guides/start` */
  readonly url: string;
  readonly title: string;
  readonly open: number;
  readonly up: number;
  readonly down: number;
}

/** The open sites, one of which can be in the folder of another. */
export type Sites = readonly { readonly root: string }[];

const maxWorst = 5;

/** Returns the feedback on one of the sites. `root` is the URI of its folder. */
export function summarizeFeedback(
  state: FeedbackState,
  pages: readonly PageFeedback[],
  root: string,
  sites: Sites,
): FeedbackSummary {
  if (!state.project) return { kind: "off" };
  const own = pages
    .filter(({ place }) => siteOfFile(sites, place.uri)?.root === root)
    .map(({ place: { url, title }, up, down, open }) => ({ url, title, up, down, open: open.length }));
  if (own.length === 0) return { kind: emptyKind(state) };
  const sum = (key: "open" | "up" | "down") => own.reduce((total, page) => total + page[key], 0);
  const worst = own.filter(needsWork).sort(byNeed).slice(0, maxWorst);
  return { kind: "entries", open: sum("open"), up: sum("up"), down: sum("down"), worst };
}

function emptyKind({
  hasKey,
  freshness,
  entries,
  joined,
}: FeedbackState): "no-key" | "failed" | "loading" | "empty" {
  if (hasKey === false) return "no-key";
  if (freshness.failure) return "failed";
  const isRead = freshness.kind === "fresh" || entries.length > 0;
  return isRead && entries.every(({ path }) => joined.has(path)) ? "empty" : "loading";
}
