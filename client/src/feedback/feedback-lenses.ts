import * as vscode from "vscode";
import { toRange } from "../to-range.ts";
import { readFeedbackSettings } from "./feedback-settings.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import { countsInSigns, countsInWords } from "./feedback-words.ts";

/** One quiet line above the title of a page, and above operations whose pages are made of a specification. */
export class FeedbackLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];

  constructor(store: FeedbackStore) {
    this.#store = store;
    let known = store.byPage;
    this.#subscriptions = [
      this.#changed,
      vscode.languages.registerCodeLensProvider(
        { scheme: "file", pattern: "**/*.{md,mdx,json,yaml,yml}" },
        this,
      ),
      store.onDidChange(() => {
        if (store.byPage === known) return;
        known = store.byPage;
        this.refresh();
      }),
    ];
  }

  refresh(): void {
    this.#changed.fire();
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    const pages = readFeedbackSettings().showsInEditor ? this.#store.byPage.byFile.get(uri.toString()) : [];
    return (pages ?? []).flatMap((page) => {
      const title = countsInSigns(page);
      const { start } = toRange(page.place.range);
      if (title === "" || start.line >= lineCount) return [];
      const tooltip = `${countsInWords(page)} ${vscode.l10n.t("Show what readers say about this page.")}`;
      const command = "docwright.feedback.openPanel";
      return new vscode.CodeLens(new vscode.Range(start, start), {
        title,
        tooltip,
        command,
        arguments: [{ page: page.place.url }],
      });
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
