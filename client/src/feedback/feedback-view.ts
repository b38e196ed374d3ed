import * as vscode from "vscode";
import { TreeChanges } from "../tree-changes.ts";
import type { FeedbackNode } from "./feedback-node.ts";

export const viewId = "docwright.feedback";

/** Why the view has no rows; the manifest has words for each (`viewsWelcome`). */
export type Emptiness =
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
    this.#changes.tell();
  }

  getChildren(node?: FeedbackNode): FeedbackNode[] {
    this.#changes.asked();
    return this.#rows?.getChildren(node) ?? [];
  }

  getTreeItem(node: FeedbackNode): vscode.TreeItem {
    return this.#rows?.getTreeItem(node) ?? new vscode.TreeItem("");
  }

  /** Which words stand in place of rows. */
  explainEmpty(why: Emptiness): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.empty`, why);
  }

  dispose(): void {
    this.view.dispose();
    this.#changes.dispose();
  }
}
