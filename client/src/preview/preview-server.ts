import type * as vscode from "vscode";
import type { PreviewPush } from "../../../server/src/protocol/preview.ts";
import type { LanguageServer } from "../language-client.ts";

/** The language server as previews need it. */
export interface PreviewServer extends Pick<LanguageServer, "request" | "notify"> {
  readonly onPreviewPush: vscode.Event<PreviewPush>;
  /** The server is running, for the first time or again: it doesn't know any preview. */
  readonly onDidStart: vscode.Event<void>;
}
