import * as vscode from "vscode";
import { readFeedbackSettings } from "./feedback-settings.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import { badgeOf, countsInWords } from "./feedback-words.ts";

/** How many comments of readers are open, beside the names of files. */
export class FeedbackBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];
  /** Open comments by URI, as they were told last. */
  #told = new Map<string, string>();

  constructor(store: FeedbackStore) {
    this.#store = store;
    this.#subscriptions = [
      this.#changed,
      vscode.window.registerFileDecorationProvider(this),
      store.onDidChange(() => this.refresh()),
    ];
    this.refresh();
  }

  /** Tells which files have another badge now. */
  refresh(): void {
    const now = new Map(
      [...this.#store.byPage.byFile.keys()].map((uri) => [uri, JSON.stringify(this.#decorationOf(uri))]),
    );
    const uris = new Set([...this.#told.keys(), ...now.keys()]);
    const changed = [...uris].filter((uri) => this.#told.get(uri) !== now.get(uri));
    this.#told = now;
    if (changed.length > 0) this.#changed.fire(changed.map((uri) => vscode.Uri.parse(uri)));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return uri.scheme === "file" ? this.#decorationOf(uri.toString()) : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #decorationOf(uri: string): vscode.FileDecoration | undefined {
    const pages = readFeedbackSettings().showsInEditor ? this.#store.byPage.byFile.get(uri) : undefined;
    if (!pages) return undefined;
    const open = pages.flatMap((page) => page.open);
    const up = pages.reduce((sum, page) => sum + page.up, 0);
    const down = pages.reduce((sum, page) => sum + page.down, 0);
    return open.length === 0
      ? undefined
      : new vscode.FileDecoration(badgeOf(open.length), countsInWords({ up, down, open }));
  }
}
