import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { compareByNegativeShare, needsWork } from "../../../server/src/feedback/entries/ratings.ts";
import { needsAttention, type FeedbackState, isNew, type Triage } from "../../../server/src/feedback/entries/state.ts";
import { formatExcerpt, toPlainMarkdown, toVisibleText } from "../editor/plain-markdown.ts";
import { type FeedbackByPage, type PageFeedback, getPageKey, countRatings, type UnjoinedFeedback } from "./store.ts";
import { formatAge, formatAuthor, formatCountsAsSymbols, formatCounts, formatStatus } from "./labels.ts";
import { formatNumber } from "../editor/workspace.ts";

export type FeedbackGroup = "staged" | "worst" | "new" | "open" | "unjoined";

/** A node of the feedback view. */
export type FeedbackNode =
  | {
      readonly kind: "group";
      readonly group: FeedbackGroup;
      readonly count: number;
      /** The ratings of feedback that isn't matched to a file. Undefined for all other groups. */
      readonly ratings?: { readonly up: number; readonly down: number };
      readonly children: readonly FeedbackNode[];
    }
  | {
      readonly kind: "page";
      readonly group: FeedbackGroup;
      readonly page: PageFeedback;
      readonly entries: readonly FeedbackEntry[];
    }
  | { readonly kind: "address"; readonly entry: UnjoinedFeedback }
  | { readonly kind: "entry"; readonly group: FeedbackGroup; readonly entry: FeedbackEntry }
  /** The row for entries that only the panel shows. `count` is the number of these entries. */
  | { readonly kind: "more"; readonly group: FeedbackGroup; readonly count: number };

/** The maximum number of rows in a group. The panel shows all rows. */
const maxRows = { pages: 100, worst: 5, entries: 100 } as const;

/** Returns the groups that aren't empty. `staged` contains the URIs of the files that the next commit will change. */
export function getFeedbackRoots(
  state: FeedbackState,
  { pages, unjoinedFeedback }: FeedbackByPage,
  stagedUris: ReadonlySet<string>,
): FeedbackNode[] {
  const openPages = pages.filter(({ openEntries }) => openEntries.length > 0);
  const isStaged = ({ location }: PageFeedback): boolean => stagedUris.has(location.uri);
  const worstPages = pages.filter(needsWork).sort(compareByNegativeShare);
  const pagesByOpenCount = openPages.toSorted((a, b) => b.openEntries.length - a.openEntries.length);
  return [
    createPageGroup("staged", pagesByOpenCount.filter(isStaged)),
    createPageGroup("worst", worstPages, maxRows.worst),
    createEntryGroup("new", findNewEntries(state)),
    createPageGroup("open", pagesByOpenCount),
    createUnjoinedGroup(unjoinedFeedback),
  ].filter((node) => node.kind === "group" && node.children.length > 0);
}

/** Returns the entries that have arrived since the last visit and need attention. */
export function findNewEntries(state: FeedbackState): readonly FeedbackEntry[] {
  return state.entries.filter((entry) => isNew(entry, state) && needsAttention(entry, state));
}

export function getFeedbackChildren(node: FeedbackNode): readonly FeedbackNode[] {
  switch (node.kind) {
    case "group":
      return node.children;
    case "page":
      return createEntryNodes(node.group, node.entries);
    case "address":
      return createEntryNodes("unjoined", node.entry.entries);
    case "entry":
    case "more":
      return [];
  }
}

/** Returns a key that is unique among all nodes and doesn't change while the node exists. */
export function getNodeKey(node: FeedbackNode): string {
  switch (node.kind) {
    case "group":
      return node.group;
    case "page":
      return `${node.group} ${getPageKey(node.page.location)}`;
    case "address":
      return `unjoined ${node.entry.path}`;
    case "entry":
      return `${node.group} ${node.entry.path} ${node.entry.id}`;
    case "more":
      return `${node.group} more`;
  }
}

function createPageGroup(
  group: FeedbackGroup,
  pages: readonly PageFeedback[],
  maxPages: number = maxRows.pages,
): FeedbackNode {
  const children = pages
    .slice(0, maxPages)
    .map((page): FeedbackNode => ({ kind: "page", group, page, entries: page.openEntries }));
  const hiddenCount = pages.length - children.length;
  const countsEntries = group !== "worst";
  const count = countsEntries ? pages.reduce((sum, { openEntries }) => sum + openEntries.length, 0) : pages.length;
  return { kind: "group", group, count, children: addMoreItem(group, children, hiddenCount) };
}

function createEntryGroup(group: FeedbackGroup, entries: readonly FeedbackEntry[]): FeedbackNode {
  return { kind: "group", group, count: entries.length, children: createEntryNodes(group, entries) };
}

function createUnjoinedGroup(unjoinedFeedback: readonly UnjoinedFeedback[]): FeedbackNode {
  const sortedFeedback = unjoinedFeedback.toSorted((a, b) => b.entries.length - a.entries.length);
  const children = sortedFeedback
    .slice(0, maxRows.pages)
    .map((feedback): FeedbackNode => ({ kind: "address", entry: feedback }));
  const count = unjoinedFeedback.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    kind: "group",
    group: "unjoined",
    count,
    ratings: countRatings(unjoinedFeedback.flatMap(({ entries }) => entries)),
    children: addMoreItem("unjoined", children, sortedFeedback.length - children.length),
  };
}

function createEntryNodes(group: FeedbackGroup, entries: readonly FeedbackEntry[]): FeedbackNode[] {
  const children = entries.slice(0, maxRows.entries).map((entry): FeedbackNode => ({ kind: "entry", group, entry }));
  return addMoreItem(group, children, entries.length - children.length);
}

function addMoreItem(group: FeedbackGroup, children: FeedbackNode[], hiddenCount: number): FeedbackNode[] {
  return hiddenCount > 0 ? [...children, { kind: "more", group, count: hiddenCount }] : children;
}

/** Returns the tree item of a node. Text from readers is shown as plain text. */
export function createFeedbackItem(
  node: FeedbackNode,
  triageById: ReadonlyMap<string, Triage>,
  now: number,
): vscode.TreeItem {
  const item = createTreeItem(node, triageById, now);
  item.id = getNodeKey(node);
  return item;
}

function createTreeItem(node: FeedbackNode, triageById: ReadonlyMap<string, Triage>, now: number): vscode.TreeItem {
  switch (node.kind) {
    case "group":
      return createGroupItem(node);
    case "page":
      return createPageItem(node);
    case "address":
      return createUnjoinedItem(node);
    case "entry":
      return createEntryItem(node.entry, triageById.get(node.entry.id), now);
    case "more":
      return createMoreItem(node);
  }
}

const groupIcons: Readonly<Record<FeedbackGroup, string>> = {
  staged: "git-commit",
  worst: "thumbsdown",
  new: "bell",
  open: "comment-discussion",
  unjoined: "question",
};

function createGroupItem({ group, count, ratings }: Extract<FeedbackNode, { kind: "group" }>): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(formatGroup(group), startsCollapsed(group) ? Collapsed : Expanded);
  const countsText = ratings ? formatCountsAsSymbols({ ...ratings, openEntries: [] }) : "";
  item.description = countsText === "" ? String(count) : `${count}  ${countsText}`;
  item.tooltip = getGroupHelp(group);
  if (ratings)
    item.accessibilityInformation = {
      label: `${formatGroup(group)}, ${count}. ${formatCounts({ ...ratings, openEntries: [] })}`,
    };
  item.iconPath = new vscode.ThemeIcon(groupIcons[group]);
  item.contextValue = `group ${group}`;
  return item;
}

/** Whether a group is likely to be long. It's initially collapsed so that the other groups stay visible. */
function startsCollapsed(group: FeedbackGroup): boolean {
  return group === "open" || group === "unjoined";
}

function formatGroup(group: FeedbackGroup): string {
  switch (group) {
    case "staged":
      return vscode.l10n.t("In your staged changes");
    case "worst":
      return vscode.l10n.t("Needs work");
    case "new":
      return vscode.l10n.t("New since your last visit");
    case "open":
      return vscode.l10n.t("Open comments by page");
    case "unjoined":
      return vscode.l10n.t("Not matched to a file");
  }
}

function getGroupHelp(group: FeedbackGroup): string {
  switch (group) {
    case "staged":
      return vscode.l10n.t("Open comments on pages that your next commit changes.");
    case "worst":
      return vscode.l10n.t("Pages where more than 15% of ratings are negative (95% confidence), worst first.");
    case "new":
      return vscode.l10n.t("Open comments received since your last visit.");
    case "open":
      return vscode.l10n.t("Comments that are open both in the service and on this machine.");
    case "unjoined":
      return vscode.l10n.t(
        "Feedback on URLs that don't match a file on this site. This feedback counts toward the ratings above and in the panel.",
      );
  }
}

function createPageItem({ page, group, entries }: Extract<FeedbackNode, { kind: "page" }>): vscode.TreeItem {
  const { title, url } = page.location;
  const name = toVisibleText(title) || url;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(name, entries.length === 0 ? None : Collapsed);
  const countsText =
    group === "worst" ? formatCountsAsSymbols({ ...page, openEntries: [] }) : String(page.openEntries.length);
  item.description = `${countsText}  ${toVisibleText(url)}`;
  item.tooltip = `${name}\n${toVisibleText(url)}\n${formatCounts(page)}`;
  item.iconPath = new vscode.ThemeIcon(page.location.kind === "operation" ? "symbol-interface" : "file");
  item.contextValue = "page";
  item.accessibilityInformation = { label: `${name}, ${formatCounts(page)}` };
  item.command = {
    title: vscode.l10n.t("Open Page"),
    command: "docwright.feedback.openPage",
    arguments: [{ kind: "page", page }],
  };
  return item;
}

function createUnjoinedItem({ entry }: Extract<FeedbackNode, { kind: "address" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(formatExcerpt(entry.path), vscode.TreeItemCollapsibleState.Collapsed);
  item.description = entry.reason;
  item.tooltip = `${formatExcerpt(entry.path, 500)}\n${entry.reason}`;
  item.contextValue = "address";
  return item;
}

function createEntryItem(entry: FeedbackEntry, triage: Triage | undefined, now: number): vscode.TreeItem {
  const { comment = "", snippet, helpful, source } = entry;
  const line = formatExcerpt(comment) || formatExcerpt(snippet?.code ?? "") || vscode.l10n.t("No comment");
  const item = new vscode.TreeItem(line, vscode.TreeItemCollapsibleState.None);
  const labels = [triage?.mark === "later" ? vscode.l10n.t("snoozed") : "", triage?.assigned ?? ""];
  const parts = [formatAge(entry, now), ...labels.map(toVisibleText)];
  item.description = parts.filter((part) => part !== "").join(" · ");
  item.iconPath = new vscode.ThemeIcon(getIcon(source, helpful));
  item.tooltip = createTooltip(entry, triage);
  item.contextValue = triage?.mark === "done" ? "entry done" : "entry open";
  const rating = helpful === undefined ? "" : helpful ? vscode.l10n.t("helpful") : vscode.l10n.t("not helpful");
  const labelParts = [formatAuthor(entry), rating, line, item.description].filter((part) => part !== "");
  item.accessibilityInformation = { label: labelParts.join(", ") };
  item.command = {
    title: vscode.l10n.t("Go to Source"),
    command: "docwright.feedback.openEntry",
    arguments: [{ kind: "entry", entry }],
  };
  return item;
}

function getIcon(source: string, isHelpful: boolean | undefined): string {
  if (isHelpful !== undefined) return isHelpful ? "thumbsup" : "thumbsdown";
  if (source === "agent") return "hubot";
  return source === "code_snippet" ? "code" : "comment";
}

const maxTooltipLength = 2000;

function createTooltip(entry: FeedbackEntry, triage: Triage | undefined): vscode.MarkdownString {
  const head = `**${formatAuthor(entry)}** · ${toPlainMarkdown(formatStatus(entry, triage))}`;
  const createdText =
    entry.createdAt === undefined ? "" : new Date(entry.createdAt).toLocaleString(vscode.env.language);
  const parts = [
    head,
    toPlainMarkdown(entry.comment ?? "", maxTooltipLength),
    triage?.note === undefined ? "" : toPlainMarkdown(triage.note, maxTooltipLength),
    toPlainMarkdown(createdText),
  ];
  return new vscode.MarkdownString(parts.filter((part) => part !== "").join("\n\n"), false);
}

function createMoreItem({ count }: Extract<FeedbackNode, { kind: "more" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(
    vscode.l10n.t("{0} more in the panel", formatNumber(count)),
    vscode.TreeItemCollapsibleState.None,
  );
  item.command = { title: vscode.l10n.t("Open Reader Feedback"), command: "docwright.feedback.openPanel" };
  return item;
}
