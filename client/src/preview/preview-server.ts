import type * as vscode from "vscode";
import type {
  OpenedPreview,
  OpenPreview,
  PlaygroundFacts,
  PreviewCodeTheme,
  PreviewPush,
} from "../../../server/src/protocol.ts";

/** What previews ask of the language server. */
export interface PreviewServer {
  /** Undefined while the server is not running. */
  readonly openPreview: (request: OpenPreview) => Promise<OpenedPreview | undefined>;
  readonly closePreview: (preview: string) => void;
  readonly sendToPreview: (preview: string, message: unknown) => void;
  readonly playgroundFacts: (root: string) => Promise<PlaygroundFacts | undefined>;
  readonly setCodeTheme: (theme: PreviewCodeTheme) => void;
  readonly onPreviewPush: vscode.Event<PreviewPush>;
  /** The server is there, for the first time or again: it knows of no preview. */
  readonly onDidStart: vscode.Event<void>;
}
