import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { createDebouncer } from "../../../server/src/core/text/debouncer.ts";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { ratingWindowDays, type Ratings, compareRatingPeriods } from "../../../server/src/feedback/entries/ratings.ts";
import type { FeedbackState, ResolvingCommit } from "../../../server/src/feedback/entries/state.ts";
import { formatExcerpt, toVisibleText, removeIcons } from "../editor/plain-markdown.ts";
import type { FeedbackStore, PageFeedback } from "./store.ts";
import { formatNumber } from "../editor/workspace.ts";

const trailerPattern = /^[A-Za-z][A-Za-z0-9-]*: \S/;

/**
 * Whether a commit message can refer to the entry with this ID. The ID must consist of characters that service IDs use,
 * and must not contain a line break.
 */
export function isTrailerId(id: string): boolean {
  return /^[\w][\w.:-]{0,127}$/.test(id);
}

/** Returns the IDs in the `Feedback: ID` lines that follow the subject of a commit message. */
export function readTrailers(message: string): string[] {
  const [, ...lines] = message.split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, id] = /^Feedback: (\S{1,128})\s*$/.exec(line) ?? [];
    return id !== undefined && isTrailerId(id) ? [id] : [];
  });
}

/**
 * Adds a `Feedback: ID` line for each ID that isn't already in the commit message. The lines are added where Git looks
 * for trailers.
 */
export function addTrailers(message: string, ids: readonly string[]): string {
  const messageLines = new Set(message.split(/\r?\n/));
  const lines = ids
    .filter(isTrailerId)
    .map((id) => `Feedback: ${id}`)
    .filter((line) => !messageLines.has(line));
  if (lines.length === 0) return message;
  const text = message.trimEnd();
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/);
  const lastLines = paragraphs.at(-1)?.split(/\r?\n/) ?? [];
  // The first paragraph is the subject, even if it looks like a trailer, as in “Docs: say more”.
  const continuesTrailers = paragraphs.length > 1 && lastLines.every((line) => trailerPattern.test(line));
  return `${text}${continuesTrailers ? "\n" : "\n\n"}${lines.join("\n")}`;
}

/** The part of the API of VS Code's built-in Git extension that Docwright needs (version 1, see `git.d.ts`). */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly { readonly uri: vscode.Uri; readonly renameUri?: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly log: (options: { readonly path?: string; readonly maxEntries: number }) => Promise<readonly GitCommit[]>;
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

/**
 * Provides read-only access to the repositories that are open in VS Code's built-in Git extension. Contains no
 * repositories if the extension isn't available.
 */
export class GitRepositories implements vscode.Disposable {
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  /** Fires when repositories are opened or closed and when the staged changes are modified. */
  readonly onDidChange = this.#changeEmitter.event;
  readonly #subscriptions: vscode.Disposable[] = [this.#changeEmitter];
  #api: GitApi | undefined;

  /** Finds the Git extension, which Docwright uses only in trusted folders. */
  async activate(): Promise<void> {
    const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
    if (!extension || !vscode.workspace.isTrusted) return;
    try {
      const git = await extension.activate();
      if (!git.enabled) return;
      this.#api = git.getAPI(1);
    } catch {
      return;
    }
    const watchRepository = (repository: GitRepository): void => {
      this.#subscriptions.push(repository.state.onDidChange(() => this.#changeEmitter.fire()));
      this.#changeEmitter.fire();
    };
    this.#subscriptions.push(
      this.#api.onDidOpenRepository(watchRepository),
      this.#api.onDidCloseRepository(() => this.#changeEmitter.fire()),
    );
    for (const repository of this.#api.repositories) watchRepository(repository);
  }

  get repositories(): readonly GitRepository[] {
    return this.#api?.repositories ?? [];
  }

  /** Returns the innermost repository that contains the file. */
  findRepository(uri: vscode.Uri): GitRepository | undefined {
    return this.repositories
      .filter(({ rootUri }) => `${uri.path}/`.startsWith(`${rootUri.path.replace(/\/$/, "")}/`))
      .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
  }

  /** Returns the URIs of the files that the next commit will change. */
  getStagedUris(repository: GitRepository): ReadonlySet<string> {
    const uris = repository.state.indexChanges.flatMap(({ uri, renameUri }) => [uri, renameUri ?? uri]);
    return new Set(uris.map((uri) => uri.toString()));
  }

  get allStagedUris(): ReadonlySet<string> {
    return new Set(this.repositories.flatMap((repository) => [...this.getStagedUris(repository)]));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/**
 * Shows in the status bar that there's feedback on the pages that the next commit will change. On request, adds
 * references to this feedback to the commit message.
 */
export class StagedFeedback implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #git: GitRepositories;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];

  constructor(store: FeedbackStore, git: GitRepositories) {
    this.#store = store;
    this.#git = git;
    this.#item = vscode.window.createStatusBarItem("docwright.stagedFeedback", vscode.StatusBarAlignment.Left);
    this.#item.name = vscode.l10n.t("Feedback on Staged Pages");
    this.#item.command = "docwright.feedback.addTrailer";
    this.#subscriptions = [this.#item, store.onDidChange(() => this.#show()), git.onDidChange(() => this.#show())];
  }

  /**
   * Implements `docwright.feedback.addTrailer`. If the command was run from the menu of a repository, `argument` is
   * that repository.
   */
  async addTrailer(argument: unknown): Promise<void> {
    const repository = this.#getRepository(argument);
    const entries = repository ? this.#listEntries(repository) : [];
    if (!repository || entries.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("None of the staged pages have open comments. First, stage the pages that your commit changes."),
      );
      return;
    }
    const selectedItems = await vscode.window.showQuickPick(
      entries.map(({ entry, title }) => ({
        label: removeIcons(formatExcerpt(entry.comment ?? "") || formatExcerpt(entry.snippet?.code ?? "")),
        description: removeIcons(toVisibleText(title)),
        id: entry.id,
      })),
      {
        canPickMany: true,
        matchOnDescription: true,
        title: vscode.l10n.t("Feedback Resolved by This Commit"),
        placeHolder: vscode.l10n.t("Adds a “Feedback: …” line to the commit message for each selected entry"),
      },
    );
    if (!selectedItems || selectedItems.length === 0) return;
    repository.inputBox.value = addTrailers(
      repository.inputBox.value,
      selectedItems.map(({ id }) => id),
    );
    await vscode.commands.executeCommand("workbench.view.scm");
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    void vscode.commands.executeCommand("setContext", "docwright.feedback.hasStaged", false);
  }

  #getRepository(argument: unknown): GitRepository | undefined {
    const root = isPlainRecord(argument) ? argument["rootUri"] : undefined;
    const gitRepository = this.#git.repositories.find(({ rootUri }) => rootUri.toString() === String(root));
    return gitRepository ?? this.#git.repositories.find((repository) => this.#listEntries(repository).length > 0);
  }

  #listEntries(repository: GitRepository): { readonly entry: FeedbackEntry; readonly title: string }[] {
    const { pagesByFile } = this.#store.feedbackByPage;
    return [...this.#git.getStagedUris(repository)]
      .flatMap((uri) => pagesByFile.get(uri) ?? [])
      .flatMap(({ openEntries, location }) => openEntries.map((entry) => ({ entry, title: location.title })))
      .filter(({ entry }) => isTrailerId(entry.id));
  }

  #show(): void {
    const entries = this.#git.repositories.flatMap((repository) => this.#listEntries(repository));
    const count = entries.length;
    void vscode.commands.executeCommand("setContext", "docwright.feedback.hasStaged", count > 0);
    if (count === 0) return this.#item.hide();
    this.#item.text = `$(comment-discussion) ${count}`;
    const message =
      count === 1
        ? vscode.l10n.t("1 open reader comment on staged pages")
        : vscode.l10n.t("{0} open reader comments on staged pages", formatNumber(count));
    this.#item.tooltip = `${message}. ${vscode.l10n.t("Select the feedback that this commit resolves. Docwright adds it to the commit message.")}`;
    this.#item.accessibilityInformation = { label: message };
    this.#item.show();
  }
}

/** The maximum number of commits that are read. */
const maxCommits = 1000;
/** The delay in milliseconds after the last change before commits are read again. */
const delayMilliseconds = 500;

/** Reads the `Feedback: ID` trailers of commits so that an entry can show the commit that resolved it. */
export class ResolvingCommits implements vscode.Disposable {
  readonly #store: Pick<FeedbackStore, "change">;
  readonly #git: Pick<GitRepositories, "repositories" | "onDidChange">;
  readonly #subscription: vscode.Disposable;
  /** The HEAD commits of all repositories when commits were last read. */
  #headsKey = "";
  readonly #readDebouncer = createDebouncer(globalThis, () => void this.update(), delayMilliseconds);

  constructor(store: Pick<FeedbackStore, "change">, git: Pick<GitRepositories, "repositories" | "onDidChange">) {
    this.#store = store;
    this.#git = git;
    this.#subscription = git.onDidChange(() => this.#readDebouncer.trigger());
  }

  /** Reads the commits if the HEAD of a repository has changed. */
  async update(): Promise<void> {
    const repositories = this.#git.repositories;
    const headsKey = repositories.map(({ rootUri, state }) => `${rootUri.toString()} ${state.HEAD?.commit}`).join("\n");
    if (headsKey === this.#headsKey) return;
    this.#headsKey = headsKey;
    const commitsByEntryId = new Map<string, ResolvingCommit>();
    for (const repository of repositories)
      for (const [id, commit] of await listResolvingCommits(repository))
        if (!commitsByEntryId.has(id)) commitsByEntryId.set(id, commit);
    if (headsKey === this.#headsKey) this.#store.change((state) => ({ ...state, commitsById: commitsByEntryId }));
  }

  dispose(): void {
    this.#readDebouncer.cancel();
    this.#subscription.dispose();
  }
}

/** Returns each commit that refers to an entry, along with the entry's ID. The latest commits come first. */
async function listResolvingCommits(repository: GitRepository): Promise<(readonly [string, ResolvingCommit])[]> {
  const commits = await repository.log({ maxEntries: maxCommits }).catch(() => []);
  return commits.flatMap(({ hash, message, commitDate, authorDate }) => {
    // Unlike the author date, the commit date is when the commit was applied to its branch.
    const commitTime = (commitDate ?? authorDate)?.getTime();
    const subject = formatExcerpt(message.split("\n", 1)[0] ?? "", 80);
    return commitTime === undefined
      ? []
      : readTrailers(message).map((id) => [id, { hash, subject, time: commitTime }] as const);
  });
}

/**
 * Implements `docwright.feedback.compareRatings`, which compares the ratings of a page before and after the last commit
 * that changed the page.
 */
export async function compareRatings(
  page: PageFeedback,
  git: GitRepositories,
  { freshness, entries }: FeedbackState,
): Promise<void> {
  const uri = vscode.Uri.parse(page.location.uri);
  const commits = await git
    .findRepository(uri)
    ?.log({ path: uri.fsPath, maxEntries: 1 })
    .catch(() => undefined);
  const [commit] = commits ?? [];
  // Unlike the author date, the commit date is when the commit was applied to its branch.
  const commitTime = (commit?.commitDate ?? commit?.authorDate)?.getTime();
  if (!commit || commitTime === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No commit in the Git history changed this page, so there's nothing to compare."),
    );
    return;
  }
  const now = Date.now();
  const { ratingsBefore, ratingsAfter, daysAfter } = compareRatingPeriods(page.entries, commitTime, now);
  const date = new Date(commitTime).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  const oldestTime = entries.findLast(({ createdAt }) => createdAt !== undefined)?.createdAt ?? now;
  const isDataIncomplete = freshness.kind === "partial" || oldestTime > commitTime - ratingWindowDays * 86_400_000;
  const detail = [
    vscode.l10n.t("Last commit: {0}, {1}", date, formatExcerpt(commit.message.split("\n")[0] ?? "", 80)),
    "",
    vscode.l10n.t("{0} days before the change: {1}", ratingWindowDays, formatRatings(ratingsBefore)),
    daysAfter === 0
      ? vscode.l10n.t("Since the change (less than a day): {0}", formatRatings(ratingsAfter))
      : vscode.l10n.t("{0} days after the change: {1}", daysAfter, formatRatings(ratingsAfter)),
    "",
    vscode.l10n.t(
      "These are the ratings before and after the change. A difference doesn't mean that the change caused it.",
    ),
    ...(isDataIncomplete ? [vscode.l10n.t("Feedback from before the change may be incomplete.")] : []),
  ].join("\n");
  await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Ratings for {0} before and after its last change",
      toVisibleText(page.location.title) || page.location.url,
    ),
    { modal: true, detail },
  );
}

function formatRatings({ up, down }: Ratings): string {
  if (up + down === 0) return vscode.l10n.t("no ratings");
  return vscode.l10n.t("▲ {0} helpful, ▼ {1} not helpful", up, down);
}
