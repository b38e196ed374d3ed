import * as vscode from "vscode";
import {
  type ExportedFile,
  type FeedbackHost,
  FeedbackPanelController,
} from "../../../server/src/feedback/panel/panel-controller.ts";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import { loadWebviewPage, readEditorLanguage } from "../editor/webview-page.ts";
import { saveText } from "../editor/workspace.ts";
import type { FeedbackStore } from "./store.ts";

export const panelType = "docwright.feedback";

/** Actions that the panel's controller needs from other parts of the extension. */
export type PanelActions = Omit<FeedbackHost, "post">;

export interface PanelParts {
  readonly store: FeedbackStore;
  readonly actions: PanelActions;
  readonly extension: vscode.Uri;
  /** Called when the user views new entries. */
  readonly visited: () => void;
}

/**
 * The feedback panel, an editor tab that contains the page `dist/webview/feedback.js`. The panel's controller runs in
 * this process.
 */
export class FeedbackPanel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #subscriptions: vscode.Disposable[];
  #open: { readonly panel: vscode.WebviewPanel; readonly controller: FeedbackPanelController } | undefined;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#subscriptions = [parts.store.onDidChange((state) => this.#open?.controller.show(state))];
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#open?.panel.viewColumn;
  }

  /** Shows the panel with the requested entries. */
  show(requested: { readonly list?: Partial<ListQuery>; readonly id?: string } = {}): void {
    if (this.#open) this.#open.panel.reveal();
    else
      this.attach(
        vscode.window.createWebviewPanel(
          panelType,
          vscode.l10n.t("Reader Feedback"),
          vscode.ViewColumn.Active,
        ),
      );
    if (requested.list) this.#open?.controller.list(requested.list);
    if (requested.id !== undefined) this.#open?.controller.open(requested.id);
  }

  /** Sets up a new panel, or a panel that the editor has restored at startup. */
  attach(panel: vscode.WebviewPanel): void {
    this.#open?.panel.dispose();
    const { store, actions, extension, visited } = this.#parts;
    const { webview } = panel;
    const controller = new FeedbackPanelController({
      ...actions,
      post: (message) => void webview.postMessage(message),
    });
    const open = { panel, controller };
    this.#open = open;
    // Messages from the page aren't trusted, so the controller validates each message.
    webview.onDidReceiveMessage((message: unknown) => controller.receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) visited();
    });
    panel.onDidDispose(() => {
      controller.dispose();
      if (this.#open === open) this.#open = undefined;
    });
    loadWebviewPage(panel, extension, "feedback", readEditorLanguage);
    controller.show(store.state);
    visited();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#open?.panel.dispose();
  }
}

/** Saves the exported list to a file that the user chooses. */
export function saveExport({ name, text, withContacts }: ExportedFile): Promise<void> {
  return saveText(text, name, vscode.workspace.workspaceFolders?.[0]?.uri, {
    title: withContacts
      ? vscode.l10n.t("Export Feedback with Readers' Email Addresses")
      : vscode.l10n.t("Export Feedback"),
  });
}
