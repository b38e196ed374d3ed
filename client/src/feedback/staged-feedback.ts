import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import { isNameable, withTrailers } from "./feedback-trailers.ts";
import type { GitRepositories, GitRepository } from "./git-repositories.ts";
import { firstWords, visible, withoutIcons } from "./plain-markdown.ts";

/** What readers say about pages that the next commit changes: in the status bar, and in the commit's message if wanted. */
export class StagedFeedback implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #git: GitRepositories;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];

  constructor(store: FeedbackStore, git: GitRepositories) {
    this.#store = store;
    this.#git = git;
    this.#item = vscode.window.createStatusBarItem(
      "docwright.stagedFeedback",
      vscode.StatusBarAlignment.Left,
    );
    this.#item.name = vscode.l10n.t("Feedback on Staged Pages");
    this.#item.command = "docwright.feedback.addTrailer";
    this.#subscriptions = [
      this.#item,
      store.onDidChange(() => this.#show()),
      git.onDidChange(() => this.#show()),
    ];
  }

  /** `docwright.feedback.addTrailer`: `argument` is the repository of the menu that was used, if any. */
  async addTrailer(argument: unknown): Promise<void> {
    const repository = this.#chosen(argument);
    const entries = repository ? this.#entriesOf(repository) : [];
    if (!repository || entries.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "No page with open comments is staged. Stage the pages that your commit changes first.",
        ),
      );
      return;
    }
    const chosen = await vscode.window.showQuickPick(
      entries.map(({ entry, title }) => ({
        label: withoutIcons(firstWords(entry.comment ?? "") || firstWords(entry.snippet?.code ?? "")),
        description: withoutIcons(visible(title)),
        id: entry.id,
      })),
      {
        canPickMany: true,
        matchOnDescription: true,
        title: vscode.l10n.t("Feedback That This Commit Answers"),
        placeHolder: vscode.l10n.t("A line “Feedback: …” is added to the message for each"),
      },
    );
    if (!chosen || chosen.length === 0) return;
    repository.inputBox.value = withTrailers(
      repository.inputBox.value,
      chosen.map(({ id }) => id),
    );
    await vscode.commands.executeCommand("workbench.view.scm");
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    void vscode.commands.executeCommand("setContext", "docwright.feedback.hasStaged", false);
  }

  #chosen(argument: unknown): GitRepository | undefined {
    const root =
      typeof argument === "object" && argument !== null && "rootUri" in argument
        ? argument.rootUri
        : undefined;
    const named = this.#git.all.find(({ rootUri }) => rootUri.toString() === String(root));
    return named ?? this.#git.all.find((repository) => this.#entriesOf(repository).length > 0);
  }

  #entriesOf(repository: GitRepository): { readonly entry: FeedbackEntry; readonly title: string }[] {
    const { byFile } = this.#store.byPage;
    return [...this.#git.staged(repository)]
      .flatMap((uri) => byFile.get(uri) ?? [])
      .flatMap(({ open, place }) => open.map((entry) => ({ entry, title: place.title })))
      .filter(({ entry }) => isNameable(entry.id));
  }

  #show(): void {
    const entries = this.#git.all.flatMap((repository) => this.#entriesOf(repository));
    const count = entries.length;
    void vscode.commands.executeCommand("setContext", "docwright.feedback.hasStaged", count > 0);
    if (count === 0) return this.#item.hide();
    this.#item.text = `$(comment-discussion) ${count}`;
    const words =
      count === 1
        ? vscode.l10n.t("1 open comment of readers on staged pages")
        : vscode.l10n.t("{0} open comments of readers on staged pages", count);
    this.#item.tooltip = `${words}. ${vscode.l10n.t("Name those that your commit answers in its message.")}`;
    this.#item.accessibilityInformation = { label: words };
    this.#item.show();
  }
}
