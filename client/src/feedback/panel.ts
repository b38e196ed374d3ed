import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import {
  type ExportedFile,
  FeedbackPanelController,
  type FeedbackHost,
} from "../../../server/src/feedback/panel/panel-controller.ts";
import { panelDocument } from "../../../server/src/feedback/panel/panel-document.ts";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import { saveText } from "../editor/files.ts";
import type { FeedbackStore } from "./store.ts";
import { readEditorLanguage } from "../editor/editor-language.ts";

export const panelType = "docwright.feedback";

/** The actions that the panel's controller needs from the rest of the extension. */
export type PanelActions = Omit<FeedbackHost, "post">;

export interface PanelParts {
  readonly store: FeedbackStore;
  readonly actions: PanelActions;
  readonly extension: vscode.Uri;
  /** Called when the user views new entries. */
  readonly visited: () => void;
}

/**
 * The feedback panel: an editor tab with the page of `dist/webview/feedback.js`, and its controller in this process.
 */
export class FeedbackPanel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #subscriptions: vscode.Disposable[];
  #open: { readonly panel: vscode.WebviewPanel; readonly desk: FeedbackPanelController } | undefined;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#subscriptions = [parts.store.onDidChange((state) => this.#open?.desk.show(state))];
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#open?.panel.viewColumn;
  }

  /** Shows the panel with the requested entries. */
  show(requested: { readonly list?: Partial<ListQuery>; readonly id?: string } = {}): void {
    if (this.#open) this.#open.panel.reveal();
    else
      this.handleMessage(
        vscode.window.createWebviewPanel(
          panelType,
          vscode.l10n.t("Reader Feedback"),
          vscode.ViewColumn.Active,
        ),
      );
    if (requested.list) this.#open?.desk.list(requested.list);
    if (requested.id !== undefined) this.#open?.desk.open(requested.id);
  }

  /** Sets up a panel, either a new one or one that the editor restores at startup. */
  handleMessage(panel: vscode.WebviewPanel): void {
    this.#open?.panel.dispose();
    const { store, actions, extension, visited } = this.#parts;
    const bundle = vscode.Uri.joinPath(extension, "dist", "webview");
    const { webview } = panel;
    const service = new FeedbackPanelController({
      ...actions,
      post: (message) => void webview.postMessage(message),
    });
    const open = { panel, desk: service };
    this.#open = open;
    panel.iconPath = iconIn(extension);
    // Messages from the page are untrusted. The controller validates each one.
    webview.onDidReceiveMessage((message: unknown) => service.receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) visited();
    });
    panel.onDidDispose(() => {
      service.dispose();
      if (this.#open === open) this.#open = undefined;
    });
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [bundle] };
    const address = (name: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(bundle, name)).toString();
    webview.html = panelDocument({
      nonce: randomBytes(16).toString("base64url"),
      script: address("feedback.js"),
      style: address("feedback.css"),
      language: readEditorLanguage(bundle),
    });
    service.show(store.state);
    visited();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#open?.panel.dispose();
  }
}

function iconIn(extension: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const image = (name: string) => vscode.Uri.joinPath(extension, "media", `${name}.svg`);
  return { light: image("feedback-light"), dark: image("feedback-dark") };
}

/** Saves the exported list to a file that the user chooses. */
export function saveExport({ name, text, withContacts }: ExportedFile): Promise<void> {
  return saveText(text, name, vscode.workspace.workspaceFolders?.[0]?.uri, {
    title: withContacts
      ? vscode.l10n.t("Export Feedback with Readers' Email Addresses")
      : vscode.l10n.t("Export Feedback"),
  });
}
