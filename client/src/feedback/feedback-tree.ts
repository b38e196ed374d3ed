import * as vscode from "vscode";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { TreeChanges } from "../editor/tree-view.ts";
import {
  getFeedbackChildren,
  createFeedbackItem,
  type FeedbackNode,
  findNewEntries,
  getFeedbackRoots,
} from "./feedback-item.ts";
import { type FeedbackStore, countRatings } from "./store.ts";
import { formatCountsAsSymbols, formatTimeAgo } from "./labels.ts";

/** Provides the rows of the “Reader Feedback” view. */
export class FeedbackTree implements FeedbackRowProvider, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #view: FeedbackView;
  readonly #getStagedUris: () => ReadonlySet<string>;
  readonly #subscription: vscode.Disposable;

  constructor(store: FeedbackStore, view: FeedbackView, getStagedUris: () => ReadonlySet<string>) {
    this.#store = store;
    this.#view = view;
    this.#getStagedUris = getStagedUris;
    this.#subscription = store.onDidChange(() => this.refresh());
    view.setRowProvider(this);
  }

  refresh(): void {
    this.#view.onChanged();
    this.#showStatus();
  }

  getChildren(node?: FeedbackNode): FeedbackNode[] {
    if (node) return [...getFeedbackChildren(node)];
    const nodes = getFeedbackRoots(this.#store.state, this.#store.feedbackByPage, this.#getStagedUris());
    // If no project is configured, the reason is set by the code that looks for a project.
    const { state } = this.#store;
    if (nodes.length === 0 && state.project) this.#view.setEmptyState(findEmptyState(state));
    return nodes;
  }

  getTreeItem(node: FeedbackNode): vscode.TreeItem {
    return createFeedbackItem(node, this.#store.state.triageById, Date.now());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.setRowProvider(undefined);
    this.#updateView("", "", 0);
  }

  /** Shows the time of the last update above the rows. If the last update failed, shows the reason instead. */
  #showStatus(): void {
    const { freshness, entries } = this.#store.state;
    // As in the panel, the counts include all entries. The group for unmatched feedback shows how many of them are
    // unmatched.
    const ratingsText = formatCountsAsSymbols({ ...countRatings(entries), openEntries: [] });
    const message = entries.length > 0 ? formatFreshness(freshness, Date.now()) : "";
    this.#updateView(message, ratingsText, findNewEntries(this.#store.state).length);
  }

  #updateView(message: string, description: string, newCount: number): void {
    const { treeView } = this.#view;
    const tooltip = newCount === 1 ? vscode.l10n.t("1 new comment") : vscode.l10n.t("{0} new comments", newCount);
    treeView.message = message;
    treeView.description = description;
    treeView.badge = newCount > 0 ? { value: newCount, tooltip } : undefined;
  }
}

/** Returns the reason why the view is empty. */
function findEmptyState({ hasKey, entries, joinsByPath, freshness }: FeedbackState): EmptyState {
  if (entries.length > 0) return entries.every(({ path }) => joinsByPath.has(path)) ? "quiet" : "joining";
  if (hasKey === false) return "no-key";
  if (freshness.kind === "fresh") return "nothing";
  return freshness.failure ? "failed" : "loading";
}

/**
 * Describes how current the feedback is. Returns an empty string if the feedback is complete and was loaded without
 * errors.
 */
function formatFreshness({ kind, failure, refreshedAt, warnings }: FeedbackState["freshness"], now: number): string {
  const updatedText =
    refreshedAt === undefined ? "" : vscode.l10n.t("Last updated {0}.", formatTimeAgo(refreshedAt, now));
  if (failure) return `${failure.message} ${updatedText}`.trim();
  return kind === "partial"
    ? `${warnings[0] ?? vscode.l10n.t("Some feedback couldn't be loaded.")} ${updatedText}`.trim()
    : "";
}

export const viewId = "docwright.feedback";

/** The reason why the view is empty. The manifest contains the welcome text for each reason (`viewsWelcome`). */
export type EmptyState =
  | "untrusted"
  | "no-project"
  | "wrong"
  | "no-key"
  | "loading"
  | "joining"
  | "failed"
  | "nothing"
  | "quiet";

/** Provides the rows of the view. Available while the feedback service is running. */
export interface FeedbackRowProvider {
  readonly getChildren: (node?: FeedbackNode) => FeedbackNode[];
  readonly getTreeItem: (node: FeedbackNode) => vscode.TreeItem;
}

/** The “Reader Feedback” view. It's always available so that it can show users how to set up feedback. */
export class FeedbackView implements vscode.TreeDataProvider<FeedbackNode>, vscode.Disposable {
  readonly #changes = new TreeChanges();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly treeView: vscode.TreeView<FeedbackNode>;
  #rowProvider: FeedbackRowProvider | undefined;

  constructor() {
    this.treeView = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
  }

  setRowProvider(rowProvider: FeedbackRowProvider | undefined): void {
    this.#rowProvider = rowProvider;
    this.onChanged();
  }

  onChanged(): void {
    this.#changes.notify();
  }

  getChildren(node?: FeedbackNode): FeedbackNode[] {
    this.#changes.recordRequest(node);
    if (!node) this.#changes.recordTopRows();
    return this.#rowProvider?.getChildren(node) ?? [];
  }

  getTreeItem(node: FeedbackNode): vscode.TreeItem {
    return this.#rowProvider?.getTreeItem(node) ?? new vscode.TreeItem("");
  }

  /** Sets the reason why the view is empty, which determines the welcome text. */
  setEmptyState(emptyState: EmptyState): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.empty`, emptyState);
  }

  dispose(): void {
    this.treeView.dispose();
    this.#changes.dispose();
  }
}
