import * as vscode from "vscode";

/** What is used of the git extension that comes with VS Code (its `git.d.ts`, version 1). */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly indexChanges: readonly { readonly uri: vscode.Uri; readonly renameUri?: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
  readonly log: (options: {
    readonly path: string;
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

/** The repositories that are open, by way of VS Code's own git extension; only read. None where it is not there. */
export class GitRepositories implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Others are open, or other changes are staged. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #api: GitApi | undefined;

  /** Finds the git extension; it is asked only in a folder that the person trusts. */
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

  /** That which holds the file; of several the innermost. */
  of(uri: vscode.Uri): GitRepository | undefined {
    return this.all
      .filter(({ rootUri }) => `${uri.path}/`.startsWith(`${rootUri.path.replace(/\/$/, "")}/`))
      .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
  }

  /** URIs of files that the next commit changes. */
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
