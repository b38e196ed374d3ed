import * as vscode from "vscode";
import { siteFiles, toEditorRange } from "../editor/workspace.ts";
import { readFeedbackSettings } from "./feedback-settings.ts";
import { formatBadge, formatCounts, formatCountsAsSymbols } from "./labels.ts";
import type { FeedbackStore } from "./store.ts";

/** Provides CodeLenses above the title of a page and above operations that have generated pages. */
export class FeedbackLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changeEmitter.event;
  readonly #subscriptions: vscode.Disposable[];

  constructor(store: FeedbackStore) {
    this.#store = store;
    let lastFeedback = store.feedbackByPage;
    this.#subscriptions = [
      this.#changeEmitter,
      vscode.languages.registerCodeLensProvider(siteFiles, this),
      store.onDidChange(() => {
        if (store.feedbackByPage === lastFeedback) return;
        lastFeedback = store.feedbackByPage;
        this.refresh();
      }),
    ];
  }

  refresh(): void {
    this.#changeEmitter.fire();
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    const pages = readFeedbackSettings().showsInEditor
      ? this.#store.feedbackByPage.pagesByFile.get(uri.toString())
      : [];
    return (pages ?? []).flatMap((page) => {
      const title = formatCountsAsSymbols(page);
      const { start } = toEditorRange(page.location.range);
      if (title === "" || start.line >= lineCount) return [];
      const tooltip = `${formatCounts(page)} ${vscode.l10n.t("Show reader feedback on this page.")}`;
      const command = "docwright.feedback.openPanel";
      return new vscode.CodeLens(new vscode.Range(start, start), {
        title,
        tooltip,
        command,
        arguments: [{ page: page.location.url }],
      });
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Shows the number of open comments next to the names of files. */
export class FeedbackBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #changeEmitter = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.#changeEmitter.event;
  readonly #subscriptions: vscode.Disposable[];
  /** The badge that was last reported for each URI. */
  #badgesByUri = new Map<string, string>();

  constructor(store: FeedbackStore) {
    this.#store = store;
    this.#subscriptions = [
      this.#changeEmitter,
      vscode.window.registerFileDecorationProvider(this),
      store.onDidChange(() => this.refresh()),
    ];
    this.refresh();
  }

  /** Fires for the files whose badge has changed. */
  refresh(): void {
    const newBadgesByUri = new Map(
      [...this.#store.feedbackByPage.pagesByFile.keys()].map((uri) => [uri, JSON.stringify(this.#getDecoration(uri))]),
    );
    const uris = new Set([...this.#badgesByUri.keys(), ...newBadgesByUri.keys()]);
    const changedUris = [...uris].filter((uri) => this.#badgesByUri.get(uri) !== newBadgesByUri.get(uri));
    this.#badgesByUri = newBadgesByUri;
    if (changedUris.length > 0) this.#changeEmitter.fire(changedUris.map((uri) => vscode.Uri.parse(uri)));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return uri.scheme === "file" ? this.#getDecoration(uri.toString()) : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #getDecoration(uri: string): vscode.FileDecoration | undefined {
    const pages = readFeedbackSettings().showsInEditor ? this.#store.feedbackByPage.pagesByFile.get(uri) : undefined;
    if (!pages) return undefined;
    const openEntries = pages.flatMap((page) => page.openEntries);
    const up = pages.reduce((sum, page) => sum + page.up, 0);
    const down = pages.reduce((sum, page) => sum + page.down, 0);
    return openEntries.length === 0
      ? undefined
      : new vscode.FileDecoration(formatBadge(openEntries.length), formatCounts({ up, down, openEntries }));
  }
}
