import type * as vscode from "vscode";
import type { ResolvingCommit } from "../../../../server/src/feedback/entries/state.ts";
import { readTrailers } from "./commit-trailers.ts";
import type { GitRepositories, GitRepository } from "./git.ts";
import { getFirstWords } from "../../editor/plain-markdown.ts";
import type { FeedbackStore } from "../store.ts";

/** Older commits aren't read. */
const maxCommits = 1000;
/** Milliseconds without changes before commits are read again. */
const pause = 500;

/** Reads the `Feedback: ID` trailers of commits back, so an entry shows the commit that resolved it. */
export class ResolvingCommits implements vscode.Disposable {
  readonly #store: Pick<FeedbackStore, "change">;
  readonly #git: Pick<GitRepositories, "all" | "onDidChange">;
  readonly #subscription: vscode.Disposable;
  /** The commits of each repository's HEAD when they were read last. */
  #heads = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<FeedbackStore, "change">, git: Pick<GitRepositories, "all" | "onDidChange">) {
    this.#store = store;
    this.#git = git;
    this.#subscription = git.onDidChange(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.read(), pause);
    });
  }

  /** Reads the commits if a repository has others than before. */
  async read(): Promise<void> {
    const repositories = this.#git.all;
    const heads = repositories
      .map(({ rootUri, state }) => `${rootUri.toString()} ${state.HEAD?.commit}`)
      .join("\n");
    if (heads === this.#heads) return;
    this.#heads = heads;
    const found = new Map<string, ResolvingCommit>();
    for (const repository of repositories)
      for (const [id, commit] of await commitsOf(repository)) if (!found.has(id)) found.set(id, commit);
    if (heads === this.#heads) this.#store.change((state) => ({ ...state, resolvedBy: found }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }
}

/** Returns the latest commit that names each entry. */
async function commitsOf(repository: GitRepository): Promise<(readonly [string, ResolvingCommit])[]> {
  const commits = await repository.log({ maxEntries: maxCommits }).catch(() => []);
  return commits.flatMap(({ hash, message, commitDate, authorDate }) => {
    // When the commit was applied to its branch, not when it was authored.
    const at = (commitDate ?? authorDate)?.getTime();
    const subject = getFirstWords(message.split("\n", 1)[0] ?? "", 80);
    return at === undefined ? [] : readTrailers(message).map((id) => [id, { hash, subject, at }] as const);
  });
}
