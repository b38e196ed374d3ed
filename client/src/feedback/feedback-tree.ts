import * as vscode from "vscode";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { TreeChanges } from "../editor/tree-view.ts";
import {
  getFeedbackChildren,
  feedbackItem,
  type FeedbackNode,
  countNewEntries,
  getFeedbackRoots,
} from "./feedback-item.ts";
import { type FeedbackStore, ratingsIn } from "./store.ts";
import { formatCountsAsSymbols, timeAgo } from "./labels.ts";

/** What the view “Reader Feedback” shows of the state. */
export class FeedbackTree implements FeedbackRows, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #view: FeedbackView;
  readonly #staged: () => ReadonlySet<string>;
  readonly #subscription: vscode.Disposable;

  constructor(store: FeedbackStore, view: FeedbackView, staged: () => ReadonlySet<string>) {
    this.#store = store;
    this.#view = view;
    this.#staged = staged;
    this.#subscription = store.onDidChange(() => this.refresh());
    view.fill(this);
  }

  refresh(): void {
    this.#view.changed();
    this.#describe();
  }

  getChildren(node?: FeedbackNode): FeedbackNode[] {
    if (node) return [...getFeedbackChildren(node)];
    const nodes = getFeedbackRoots(this.#store.state, this.#store.byPage, this.#staged());
    // Why there is no project is told by who looks for one.
    const { state } = this.#store;
    if (nodes.length === 0 && state.project) this.#view.explainEmpty(emptinessOf(state));
    return nodes;
  }

  getTreeItem(node: FeedbackNode): vscode.TreeItem {
    return feedbackItem(node, this.#store.state.triage, Date.now());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.fill(undefined);
    this.#notify("", "", 0);
  }

  /** Above the rows: how old they are, or why there are no newer ones. */
  #describe(): void {
    const { freshness, entries } = this.#store.state;
    // All that is known, as the panel counts it; the heading of what is not joined tells how much of it that is.
    const ratings = formatCountsAsSymbols({ ...ratingsIn(entries), open: [] });
    const message = entries.length > 0 ? freshnessWords(freshness, Date.now()) : "";
    this.#notify(message, ratings, countNewEntries(this.#store.state).length);
  }

  #notify(message: string, description: string, delta: number): void {
    const { view } = this.#view;
    const tooltip = delta === 1 ? vscode.l10n.t("1 new comment") : vscode.l10n.t("{0} new comments", delta);
    view.message = message;
    view.description = description;
    view.badge = delta > 0 ? { value: delta, tooltip } : undefined;
  }
}

/** Why there are no rows. */
function emptinessOf({ hasKey, entries, joined, freshness }: FeedbackState): EmptyState {
  if (entries.length > 0) return entries.every(({ path }) => joined.has(path)) ? "quiet" : "joining";
  if (hasKey === false) return "no-key";
  if (freshness.kind === "fresh") return "nothing";
  return freshness.failure ? "failed" : "loading";
}

/** Empty when there is nothing that the person should know. */
function freshnessWords(
  { kind, failure, refreshedAt, warnings }: FeedbackState["freshness"],
  now: number,
): string {
  const age =
    refreshedAt === undefined ? "" : vscode.l10n.t("What is shown is of {0}.", timeAgo(refreshedAt, now));
  if (failure) return `${failure.message} ${age}`.trim();
  return kind === "partial"
    ? `${warnings[0] ?? vscode.l10n.t("Not everything has come.")} ${age}`.trim()
    : "";
}

export const viewId = "docwright.feedback";

/** Why the view has no rows; the manifest has words for each (`viewsWelcome`). */
export type EmptyState =
  "untrusted" | "no-project" | "wrong" | "no-key" | "loading" | "joining" | "failed" | "nothing" | "quiet";

/** What fills the view once feedback is in use. */
export interface FeedbackRows {
  readonly getChildren: (node?: FeedbackNode) => FeedbackNode[];
  readonly getTreeItem: (node: FeedbackNode) => vscode.TreeItem;
}

/** The view “Reader Feedback”, there from the start, so that it can say how it is filled. */
export class FeedbackView implements vscode.TreeDataProvider<FeedbackNode>, vscode.Disposable {
  readonly #changes = new TreeChanges();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly view: vscode.TreeView<FeedbackNode>;
  #rows: FeedbackRows | undefined;

  constructor() {
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
  }

  fill(rows: FeedbackRows | undefined): void {
    this.#rows = rows;
    this.changed();
  }

  changed(): void {
    this.#changes.notify();
  }

  getChildren(node?: FeedbackNode): FeedbackNode[] {
    this.#changes.isRequested();
    return this.#rows?.getChildren(node) ?? [];
  }

  getTreeItem(node: FeedbackNode): vscode.TreeItem {
    return this.#rows?.getTreeItem(node) ?? new vscode.TreeItem("");
  }

  /** Which words stand in place of rows. */
  explainEmpty(why: EmptyState): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.empty`, why);
  }

  dispose(): void {
    this.view.dispose();
    this.#changes.dispose();
  }
}
