import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../../server/src/feedback/entries/entry.ts";
import { isNameable, withTrailers } from "./commit-trailers.ts";
import { getFirstWords, visible, withoutIcons } from "../../editor/plain-markdown.ts";
import type { FeedbackStore } from "../store.ts";

/** The subset of VS Code's built-in Git extension API that is used (its `git.d.ts`, version 1). */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly { readonly uri: vscode.Uri; readonly renameUri?: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly log: (options: {
    readonly path?: string;
    readonly maxEntries: number;
  }) => Promise<readonly GitCommit[]>;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly commitDate?: Date;
  readonly authorDate?: Date;
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  readonly onDidCloseRepository: vscode.Event<GitRepository>;
}

interface GitExtension {
  readonly enabled: boolean;
  readonly getAPI: (version: 1) => GitApi;
}

/** The open repositories, from VS Code's built-in Git extension. Read only. Empty if the extension isn't available. */
export class GitRepositories implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when repositories are opened or closed, or the staged changes change. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #api: GitApi | undefined;

  /** Finds the Git extension. It's used only in trusted folders. */
  async open(): Promise<void> {
    const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
    if (!extension || !vscode.workspace.isTrusted) return;
    try {
      const git = await extension.activate();
      if (!git.enabled) return;
      this.#api = git.getAPI(1);
    } catch {
      return;
    }
    const follow = (repository: GitRepository): void => {
      this.#subscriptions.push(repository.state.onDidChange(() => this.#changed.fire()));
      this.#changed.fire();
    };
    this.#subscriptions.push(
      this.#api.onDidOpenRepository(follow),
      this.#api.onDidCloseRepository(() => this.#changed.fire()),
    );
    for (const repository of this.#api.repositories) follow(repository);
  }

  get all(): readonly GitRepository[] {
    return this.#api?.repositories ?? [];
  }

  /** Returns the innermost repository that contains the file. */
  of(uri: vscode.Uri): GitRepository | undefined {
    return this.all
      .filter(({ rootUri }) => `${uri.path}/`.startsWith(`${rootUri.path.replace(/\/$/, "")}/`))
      .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
  }

  /** Returns the URIs of files that the next commit changes. */
  staged(repository: GitRepository): ReadonlySet<string> {
    const uris = repository.state.indexChanges.flatMap(({ uri, renameUri }) => [uri, renameUri ?? uri]);
    return new Set(uris.map((uri) => uri.toString()));
  }

  get allStaged(): ReadonlySet<string> {
    return new Set(this.all.flatMap((repository) => [...this.staged(repository)]));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/**
 * Shows feedback on pages that the next commit changes in the status bar, and adds it to the commit message on request.
 */
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

  /** Implements `docwright.feedback.addTrailer`. `argument` is the repository of the menu that was used, if any. */
  async addTrailer(argument: unknown): Promise<void> {
    const repository = this.#chosen(argument);
    const entries = repository ? this.#entriesOf(repository) : [];
    if (!repository || entries.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "None of the staged pages has open comments. First stage the pages that your commit changes.",
        ),
      );
      return;
    }
    const chosen = await vscode.window.showQuickPick(
      entries.map(({ entry, title }) => ({
        label: withoutIcons(getFirstWords(entry.comment ?? "") || getFirstWords(entry.snippet?.code ?? "")),
        description: withoutIcons(visible(title)),
        id: entry.id,
      })),
      {
        canPickMany: true,
        matchOnDescription: true,
        title: vscode.l10n.t("Feedback Resolved by This Commit"),
        placeHolder: vscode.l10n.t("Adds a “Feedback: …” line to the commit message for each selected entry"),
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
        ? vscode.l10n.t("1 open reader comment on staged pages")
        : vscode.l10n.t("{0} open reader comments on staged pages", count);
    this.#item.tooltip = `${words}. ${vscode.l10n.t("Select to add the feedback that your commit resolves to its message.")}`;
    this.#item.accessibilityInformation = { label: words };
    this.#item.show();
  }
}
