import type * as vscode from "vscode";

/** What reader feedback asks of the language server. */
export interface FeedbackServer {
  /** Undefined while the server is not running. */
  readonly ask: <T>(
    method: string,
    given?: object,
    token?: vscode.CancellationToken,
  ) => Promise<T | undefined>;
  readonly tell: (method: string, given: object) => void;
  /** What paths and snippets lead to may be another now. */
  readonly onFeedbackJoinsChanged: vscode.Event<void>;
  /** The server is there, for the first time or again: it knows of no question of ours. */
  readonly onDidStart: vscode.Event<void>;
}
