import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { asksForWork, type FeedbackState, isNew } from "../../../server/src/feedback/entries/state.ts";
import { type FeedbackByPage, type PageFeedback, pageKey, ratingsIn, type UnjoinedFeedback } from "./page-feedback.ts";

export type FeedbackGroup = "staged" | "worst" | "news" | "open" | "unjoined";

/** What a row of the view stands for. */
export type FeedbackNode =
  | {
      readonly kind: "group";
      readonly group: FeedbackGroup;
      readonly count: number;
      /** Of entries that no page below another heading counts. */
      readonly ratings?: { readonly up: number; readonly down: number };
      readonly children: readonly FeedbackNode[];
    }
  | {
      readonly kind: "page";
      readonly group: FeedbackGroup;
      readonly page: PageFeedback;
      readonly entries: readonly FeedbackEntry[];
    }
  | { readonly kind: "address"; readonly address: UnjoinedFeedback }
  | { readonly kind: "entry"; readonly group: FeedbackGroup; readonly entry: FeedbackEntry }
  /** So many are in the panel. */
  | { readonly kind: "more"; readonly group: FeedbackGroup; readonly count: number };

/** Rows under one heading; the panel has all. */
const most = { pages: 100, worst: 5, entries: 100 } as const;

/** The headings with something below them. `staged`: URIs of files that the next commit changes. */
export function topNodes(
  state: FeedbackState,
  { pages, unjoined }: FeedbackByPage,
  staged: ReadonlySet<string>,
): FeedbackNode[] {
  const withOpen = pages.filter(({ open }) => open.length > 0);
  const isStaged = ({ place }: PageFeedback): boolean => staged.has(place.uri);
  const worst = pages.filter((page) => need(page) > 0).sort((a, b) => need(b) - need(a));
  const byOpen = withOpen.toSorted((a, b) => b.open.length - a.open.length);
  return [
    pageGroup("staged", byOpen.filter(isStaged)),
    pageGroup("worst", worst, most.worst),
    entryGroup("news", newsOf(state)),
    pageGroup("open", byOpen),
    addressGroup(unjoined),
  ].filter((node) => node.kind === "group" && node.children.length > 0);
}

/** What has come since the last visit and asks for work. */
export function newsOf(state: FeedbackState): readonly FeedbackEntry[] {
  return state.entries.filter((entry) => isNew(entry, state) && asksForWork(entry, state));
}

export function childNodes(node: FeedbackNode): readonly FeedbackNode[] {
  switch (node.kind) {
    case "group":
      return node.children;
    case "page":
      return entryNodes(node.group, node.entries);
    case "address":
      return entryNodes("unjoined", node.address.entries);
    case "entry":
    case "more":
      return [];
  }
}

/** One name for each row, the same for as long as it is there. */
export function nodeKey(node: FeedbackNode): string {
  switch (node.kind) {
    case "group":
      return node.group;
    case "page":
      return `${node.group} ${pageKey(node.page.place)}`;
    case "address":
      return `unjoined ${node.address.path}`;
    case "entry":
      return `${node.group} ${node.entry.path} ${node.entry.id}`;
    case "more":
      return `${node.group} more`;
  }
}

/** How much a page asks for work: its share of bad ratings times how much is said about it. */
function need({ up, down, entries }: PageFeedback): number {
  return down === 0 ? 0 : (down / (up + down)) * entries.length;
}

function pageGroup(
  group: FeedbackGroup,
  pages: readonly PageFeedback[],
  shown: number = most.pages,
): FeedbackNode {
  const children = pages
    .slice(0, shown)
    .map((page): FeedbackNode => ({ kind: "page", group, page, entries: page.open }));
  const left = pages.length - children.length;
  const isOpenCount = group !== "worst";
  const count = isOpenCount ? pages.reduce((sum, { open }) => sum + open.length, 0) : pages.length;
  return { kind: "group", group, count, children: withMore(group, children, left) };
}

function entryGroup(group: FeedbackGroup, entries: readonly FeedbackEntry[]): FeedbackNode {
  return { kind: "group", group, count: entries.length, children: entryNodes(group, entries) };
}

function addressGroup(unjoined: readonly UnjoinedFeedback[]): FeedbackNode {
  const sorted = unjoined.toSorted((a, b) => b.entries.length - a.entries.length);
  const children = sorted.slice(0, most.pages).map((address): FeedbackNode => ({ kind: "address", address }));
  const count = unjoined.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    kind: "group",
    group: "unjoined",
    count,
    ratings: ratingsIn(unjoined.flatMap(({ entries }) => entries)),
    children: withMore("unjoined", children, sorted.length - children.length),
  };
}

function entryNodes(group: FeedbackGroup, entries: readonly FeedbackEntry[]): FeedbackNode[] {
  const children = entries
    .slice(0, most.entries)
    .map((entry): FeedbackNode => ({ kind: "entry", group, entry }));
  return withMore(group, children, entries.length - children.length);
}

function withMore(group: FeedbackGroup, children: FeedbackNode[], count: number): FeedbackNode[] {
  return count > 0 ? [...children, { kind: "more", group, count }] : children;
}
