import { randomBytes } from "node:crypto";
import * as v from "valibot";
import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { MessageToPlayground } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import {
  escapeAttribute,
  formatLanguageAttributes,
  type DocumentLanguage,
} from "../../../server/src/core/text/page-language.ts";
import { type Data, parseMessage } from "../../../server/src/core/text/parse-message.ts";
import { closePreview, openPreview, previewMessage, type PreviewPush } from "../../../server/src/protocol/preview.ts";
import {
  type HostInfo,
  type PreviewLocation,
  readerSchema,
  toHostSchema,
  type ToPage,
} from "../../../webview/src/protocol.ts";
import { readEditorLanguage } from "../editor/webview-page.ts";
import { openExternalUrl, toEditorRange, removeLinks } from "../editor/workspace.ts";
import type { PageSender } from "../playground/playground.ts";
import type { Playgrounds } from "../playground/playgrounds.ts";
import { completeStep } from "../status/first-steps.ts";
import type { BrowserPreview } from "./browser-preview.ts";
import { type ComponentConsents, type ImageHostConsents, saveFile } from "./consents.ts";
import type { PreviewServer } from "./previews.ts";

/** The data for a preview document. All URLs in it can be loaded by the webview. */
export interface PreviewDocument {
  /** The source expression in the Content Security Policy that allows files in the extension and the site. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** The folder that contains docs.json. Images are loaded from it. */
  readonly assets: string;
  /** The hosts whose images the author has allowed. */
  readonly allowedHosts: readonly string[];
  readonly language: DocumentLanguage;
}

/**
 * Returns the HTML document for a preview. It contains only Docwright's own script and style, and nothing from the
 * site. It can load the site's files as images and show data that it has created from an API's response (`blob:`), but
 * it can't send any requests. For everything else, it has to send a message.
 */
export function createPreviewHtml({
  cspSource,
  script,
  style,
  assets,
  allowedHosts,
  language,
}: PreviewDocument): string {
  const nonce = randomBytes(16).toString("base64url");
  const hostInfo: HostInfo = { kind: "editor", assets: assets.replace(/\/$/, ""), allowedHosts };
  const hostsText = allowedHosts.map((name) => ` https://${name}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${cspSource} data: blob:${hostsText}`,
    `media-src ${cspSource} blob:${hostsText}`,
    `font-src ${cspSource}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // The allowed policies are Docwright's own policy, the policy used by DOMPurify (a dependency of Mermaid), and the
    // policy used by component frames, which inherit this document's policy.
    "trusted-types docwright dompurify default",
  ].join("; ");
  return `<!doctype html>
<html ${formatLanguageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${style}">
</head>
<body data-host="${escapeAttribute(JSON.stringify(hostInfo))}">
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}

/** The state of a preview, which the editor preserves across restarts. */
export type PreviewState = Data<typeof previewStateSchema>;
const previewStateSchema = v.object({
  uri: v.string(),
  /** The path of a page that doesn't have its own file, such as `/guides/start`. */
  url: v.optional(v.string()),
  /** Whether the preview is locked to its page. */
  locked: v.boolean(),
  audience: v.exactOptional(readerSchema),
});

const persistedStateSchema = v.object({ host: previewStateSchema });

/** Returns the state that the page has stored, or undefined if it isn't valid. */
export function parsePersistedState(storedState: unknown): PreviewState | undefined {
  return parseMessage(persistedStateSchema, storedState)?.host;
}

export interface PreviewPanelDependencies {
  readonly server: PreviewServer;
  readonly imageHostConsents: ImageHostConsents;
  readonly componentConsents: ComponentConsents;
  readonly browser: BrowserPreview;
  readonly playgrounds: Playgrounds;
  /** The path of `dist/webview`. */
  readonly webviewFolder: vscode.Uri;
  /** Whether the source of a linked page is opened next to the preview when the user follows a link. */
  readonly shouldOpenSource: () => boolean;
}

/** A preview: a webview that shows the content that the language server sends. */
export class PreviewPanel implements vscode.Disposable {
  readonly name: string;
  readonly #panel: vscode.WebviewPanel;
  readonly #dependencies: PreviewPanelDependencies;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #scrollEmitter = new vscode.EventEmitter<number>();
  /**
   * Fires after the author has scrolled the preview. The event contains the line at the top of the preview.
   */
  readonly onDidScroll = this.#scrollEmitter.event;
  #state: PreviewState;
  /**
   * Sends a message to the playground on the page. The function stays the same for the lifetime of the panel, because
   * the playground uses it to identify a page's requests.
   */
  readonly #sendToPlayground: PageSender = (message) => this.#panel.webview.postMessage(message satisfies ToPage);
  /** A request to show a playground. The request may arrive before the document can receive it. */
  #pendingShowMessage: Extract<MessageToPlayground, { kind: "playground/show" }> | undefined;
  #location: PreviewLocation | undefined;
  /** The URI of the file that is shown. */
  #file: string | undefined;
  #root: string | undefined;
  /** The URI of the page if it isn't part of a site. */
  #singlePage: string | undefined;
  /**
   * The files that were opened from the page, such as its snippets. While they're being edited, the preview doesn't
   * switch to a different page.
   */
  readonly #openedFiles = new Set<string>();

  constructor(panel: vscode.WebviewPanel, state: PreviewState, dependencies: PreviewPanelDependencies, name: string) {
    this.name = name;
    this.#panel = panel;
    this.#dependencies = dependencies;
    this.#state = state;
    panel.webview.onDidReceiveMessage((message: unknown) => this.#handleMessage(message), this, this.#subscriptions);
    panel.onDidDispose(() => this.dispose(), this, this.#subscriptions);
    this.#subscriptions.push(
      this.#scrollEmitter,
      dependencies.server.onPreviewPush((push) => {
        if (push.preview === name) void this.#update(push);
      }),
      dependencies.server.onDidStart(() => void this.#open()),
    );
    void this.#open();
  }

  get isLocked(): boolean {
    return this.#state.locked;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** The file that is shown and, if it's available, the page's path in the site. */
  get shownPage(): { readonly uri: string; readonly url: string | undefined } {
    return { uri: this.#state.uri, url: this.#state.url };
  }

  get onDidDispose(): vscode.Event<void> {
    return this.#panel.onDidDispose;
  }

  isShowing(uri: vscode.Uri): boolean {
    return this.#file === uri.toString();
  }

  /** Shows the preview of this file. If `url` is set, shows the page at this path in the file's site. */
  async show(uri: vscode.Uri, url?: string): Promise<void> {
    if (url === undefined ? this.isShowing(uri) : this.#location?.url === url) return;
    this.#state = { ...this.#state, uri: uri.toString(), url };
    await this.#open();
  }

  /**
   * Shows the page that is in the active editor. Does nothing if the preview is locked or the file was opened from the
   * page that is shown.
   */
  followEditor(uri: vscode.Uri): void {
    if (!this.isLocked && !this.#openedFiles.has(uri.toString())) void this.show(uri);
  }

  reveal(keepsFocus: boolean): void {
    this.#panel.reveal(undefined, keepsFocus);
  }

  setLocked(isLocked: boolean): void {
    this.#state = { ...this.#state, locked: isLocked };
    this.#saveState();
    this.#notify({ kind: "settings", settings: { isLocked } });
  }

  /** Shows the playground form of the page's endpoint, either immediately or once that page has loaded. */
  showPlayground(url: string | undefined): void {
    this.#pendingShowMessage = { kind: "playground/show", ...(url !== undefined && { url }) };
    void this.#sendToPlayground(this.#pendingShowMessage);
  }

  /** Scrolls to the line of this file that the editor shows. */
  scrollTo(uri: vscode.Uri, line: number, trigger: "scroll" | "cursor"): void {
    const file = this.#location?.file;
    if (file !== undefined && this.isShowing(uri)) this.#notify({ kind: "reveal", file, line, trigger });
  }

  dispose(): void {
    if (this.#root !== undefined) void this.#dependencies.playgrounds.disconnect(this.#root, this.#sendToPlayground);
    this.#dependencies.server.notify(closePreview, { preview: this.name });
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
    this.#panel.dispose();
  }

  async #open(): Promise<void> {
    const { uri, url } = this.#state;
    const response = await this.#dependencies.server.request(openPreview, {
      preview: this.name,
      uri,
      ...(url !== undefined && { url }),
      ...(this.#state.audience && { audience: this.#state.audience }),
      componentHashes: this.#dependencies.componentConsents.hashes,
    });
    if (!response) return;
    if (!response.ok) {
      void vscode.window.showInformationMessage(removeLinks(response.reason));
      return;
    }
    completeStep("previewPage");
    // Each page outside all sites has its own temporary site, even if the root is the same.
    const isSameSite = response.root === this.#root && !response.isSinglePage && this.#singlePage === undefined;
    this.#singlePage = response.isSinglePage ? uri : undefined;
    if (!isSameSite) this.#load(response.root);
  }

  /** Loads the document. The document's policy allows files in the site and images from the allowed hosts. */
  #load(root: string): void {
    this.#root = root;
    const { webviewFolder, imageHostConsents } = this.#dependencies;
    const folderUri = vscode.Uri.parse(root);
    const { webview } = this.#panel;
    webview.options = { enableScripts: true, localResourceRoots: [webviewFolder, folderUri] };
    const getUrl = (uri: vscode.Uri): string => webview.asWebviewUri(uri).toString();
    webview.html = createPreviewHtml({
      cspSource: webview.cspSource,
      script: getUrl(vscode.Uri.joinPath(webviewFolder, "preview.js")),
      style: getUrl(vscode.Uri.joinPath(webviewFolder, "preview.css")),
      assets: getUrl(folderUri),
      allowedHosts: imageHostConsents.getHosts(root),
      language: readEditorLanguage(webviewFolder),
    });
  }

  #handleMessage(value: unknown): void {
    const message = parseMessage(toHostSchema, value);
    switch (message?.kind) {
      case "ready":
        this.#saveState();
        this.#forwardToServer(message);
        if (this.#pendingShowMessage) void this.#sendToPlayground(this.#pendingShowMessage);
        return this.#notify({ kind: "settings", settings: { isLocked: this.#state.locked } });
      case "scrolled":
        return this.#scrollEmitter.fire(message.line);
      case "lock":
        return this.setLocked(message.locked);
      case "openExternal":
        return void openExternalUrl(message.url);
      case "openInBrowser":
        return this.#openInBrowser();
      case "save":
        return void saveFile(message.name, message.text, this.#root);
      case "allowHost":
        return void this.#allowHost(message.host);
      case "audience":
        this.#state = { ...this.#state, audience: message.audience };
        this.#saveState();
        return this.#forwardToServer(message);
      default:
        return this.#handlePlaygroundMessage(value);
    }
  }

  /** Forwards a message to the server. The server validates it. */
  #forwardToServer(message: unknown): void {
    this.#dependencies.server.notify(previewMessage, { preview: this.name, message });
  }

  /** Handles messages about the user and the network (`relay/…`), which aren't forwarded to the server. */
  #handlePlaygroundMessage(value: unknown): void {
    const [channel] = getKind(value).split("/", 1);
    if (channel !== "relay") this.#forwardToServer(value);
    if (channel !== "relay" && channel !== "playground") return;
    this.#pendingShowMessage = undefined;
    if (this.#root !== undefined)
      void this.#dependencies.playgrounds.handleMessage(this.#root, value, this.#sendToPlayground);
  }

  #openInBrowser(): void {
    const { browser } = this.#dependencies;
    if (this.#root === undefined) return;
    const page = this.#singlePage === undefined ? undefined : vscode.Uri.parse(this.#singlePage);
    void browser.open(vscode.Uri.parse(this.#root), this.#location?.url ?? "/", page);
  }

  async #allowHost(host: string): Promise<void> {
    const root = this.#root;
    if (root === undefined) return;
    if (await this.#dependencies.imageHostConsents.allowHost(root, host)) this.#load(root);
  }

  async #update(push: PreviewPush): Promise<void> {
    switch (push.kind) {
      case "reopen":
        return this.#open();
      case "page":
        if (push.message.kind === "component" && push.message.state === "script")
          void this.#dependencies.componentConsents.saveConsent(push.message.hash);
        return this.#notify(push.message);
      case "show": {
        const uri = vscode.Uri.parse(push.uri);
        this.#openedFiles.add(uri.toString());
        return showSource(uri, toEditorRange(push.range), this.#panel.viewColumn);
      }
      case "moved":
        this.#showLocation(push.location, push.uri === undefined ? undefined : vscode.Uri.parse(push.uri).toString());
        this.#state = { ...this.#state, uri: push.uri ?? this.#state.uri, url: push.location.url };
        this.#panel.title = vscode.l10n.t("Preview {0}", push.location.title);
        this.#saveState();
        if (push.isLinkFollowed && push.uri !== undefined && this.#dependencies.shouldOpenSource())
          await showPageSource(vscode.Uri.parse(push.uri), this.#panel);
        return;
    }
  }

  #showLocation(location: PreviewLocation, file: string | undefined): void {
    if (location.url !== this.#location?.url || file !== this.#file) this.#openedFiles.clear();
    this.#location = location;
    this.#file = file;
  }

  #notify(message: ToPage): void {
    void this.#panel.webview.postMessage(message);
  }

  /** Stores the state so that the editor can provide it when it restores the preview after a restart. */
  #saveState(): void {
    this.#notify({ kind: "remember", state: this.#state });
  }
}

function getKind(value: unknown): string {
  return isPlainRecord(value) && "kind" in value ? String(value["kind"]) : "";
}

async function showSource(
  target: vscode.Uri,
  selection: vscode.Range,
  previewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const viewColumn = getColumn(target, previewColumn);
  const editor = await vscode.window.showTextDocument(target, { viewColumn, selection, preview: true });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Opens the source of the page that the reader has navigated to, replacing the previous source. The preview keeps the
 * focus.
 */
async function showPageSource(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
  const viewColumn = getColumn(uri, panel.viewColumn);
  if (viewColumn === panel.viewColumn) return;
  await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: true });
}

/**
 * Returns the column in which the file is already open. If the file isn't open, returns a column that contains text or,
 * if there's none, the column next to the preview.
 */
function getColumn(uri: vscode.Uri, previewColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const otherEditors = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== previewColumn);
  const openEditor = otherEditors.find(({ document }) => document.uri.toString() === uri.toString()) ?? otherEditors[0];
  if (openEditor?.viewColumn !== undefined) return openEditor.viewColumn;
  return previewColumn === vscode.ViewColumn.One || previewColumn === undefined
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.One;
}
