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

export interface FeedbackPanelDependencies {
  readonly store: FeedbackStore;
  readonly actions: PanelActions;
  readonly extension: vscode.Uri;
  /** Called when the user views new entries. */
  readonly onVisited: () => void;
}

/**
 * The feedback panel, an editor tab that contains the page `dist/webview/feedback.js`. The panel's controller runs in
 * this process.
 */
export class FeedbackPanel implements vscode.Disposable {
  readonly #dependencies: FeedbackPanelDependencies;
  readonly #subscriptions: vscode.Disposable[];
  #openPanel: { readonly panel: vscode.WebviewPanel; readonly controller: FeedbackPanelController } | undefined;

  constructor(dependencies: FeedbackPanelDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = [dependencies.store.onDidChange((state) => this.#openPanel?.controller.show(state))];
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#openPanel?.panel.viewColumn;
  }

  /** Shows the panel with the requested entries. */
  show(request: { readonly list?: Partial<ListQuery>; readonly id?: string } = {}): void {
    if (this.#openPanel) this.#openPanel.panel.reveal();
    else
      this.attach(
        vscode.window.createWebviewPanel(panelType, vscode.l10n.t("Reader Feedback"), vscode.ViewColumn.Active),
      );
    if (request.list) this.#openPanel?.controller.list(request.list);
    if (request.id !== undefined) this.#openPanel?.controller.open(request.id);
  }

  /** Sets up a new panel, or a panel that the editor has restored at startup. */
  attach(panel: vscode.WebviewPanel): void {
    this.#openPanel?.panel.dispose();
    const { store, actions, extension, onVisited } = this.#dependencies;
    const { webview } = panel;
    const controller = new FeedbackPanelController({
      ...actions,
      post: (message) => void webview.postMessage(message),
    });
    const openPanel = { panel, controller };
    this.#openPanel = openPanel;
    // Messages from the page aren't trusted, so the controller validates each message.
    webview.onDidReceiveMessage((message: unknown) => controller.receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) onVisited();
    });
    panel.onDidDispose(() => {
      controller.dispose();
      if (this.#openPanel === openPanel) this.#openPanel = undefined;
    });
    loadWebviewPage(panel, extension, "feedback", readEditorLanguage);
    controller.show(store.state);
    onVisited();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#openPanel?.panel.dispose();
  }
}

/** Saves the exported list to a file that the user chooses. */
export function saveExport({ name, text, includesContacts }: ExportedFile): Promise<void> {
  return saveText(text, name, vscode.workspace.workspaceFolders?.[0]?.uri, {
    title: includesContacts
      ? vscode.l10n.t("Export Feedback with Readers' Email Addresses")
      : vscode.l10n.t("Export Feedback"),
  });
}
