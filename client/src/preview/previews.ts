import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import {
  playgroundFacts,
  getPagePlayground,
  type PagePlayground,
  type PreviewPush,
} from "../../../server/src/protocol/preview.ts";
import { readEditorSettings } from "../editor/settings.ts";
import { chooseSite } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";
import { Playgrounds } from "../playground/playgrounds.ts";
import { BrowserPreview } from "./browser-preview.ts";
import { CodeThemeSync } from "./code-theme.ts";
import { ComponentConsents, ImageHostConsents } from "./consents.ts";
import {
  type PreviewPanelDependencies,
  PreviewPanel,
  type PreviewState,
  parsePersistedState,
} from "./preview-panel.ts";

/**
 * Returns the file to preview, which is the given one or the file in the active editor. If neither is available, for
 * example, because the walkthrough is active, returns a visible page or the docs.json of a site, whose first page is
 * shown. If there's nothing to preview, shows what to do.
 */
export async function findFileToPreview(
  server: Pick<LanguageServer, "getSites">,
  argument: unknown,
): Promise<vscode.Uri | undefined> {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const uri = argument instanceof vscode.Uri ? argument : activeTextEditor?.document.uri;
  if (uri) return uri;
  const visibleUri = visibleTextEditors.map(({ document }) => document.uri).find(isPage);
  if (visibleUri) return visibleUri;
  if ((await server.getSites()).length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a page first."));
    return undefined;
  }
  const root = await chooseSite(server, vscode.l10n.t("Preview"));
  return root === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.parse(root), "docs.json");
}

function isPage({ scheme, path }: vscode.Uri): boolean {
  return scheme === "file" && /\.mdx?$/i.test(path);
}

/**
 * Whether a page has a playground. If it doesn't, shows the reason. While the server isn't running, returns true for
 * every page.
 */
export async function hasPlayground(
  server: Pick<LanguageServer, "request">,
  uri: vscode.Uri | undefined,
): Promise<boolean> {
  const kind = uri ? (await server.request(getPagePlayground, { uri: uri.toString() }))?.kind : ("no-page" as const);
  if (kind === undefined || kind === "available") return true;
  void showMissingReason(kind);
  return false;
}

async function showMissingReason(kind: Exclude<PagePlayground["kind"], "available">): Promise<void> {
  if (kind !== "unfetched") {
    void vscode.window.showInformationMessage(getReason(kind));
    return;
  }
  const fetchButton = vscode.l10n.t("Fetch Specification");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("This page has no playground because its specification hasn't been fetched."),
    fetchButton,
  );
  if (choice === fetchButton) await vscode.commands.executeCommand("docwright.fetchSpecification");
}

function getReason(kind: "no-page" | "no-operation" | "unresolved"): string {
  switch (kind) {
    case "no-page":
      return vscode.l10n.t("Open a page on a site first.");
    case "no-operation":
      return vscode.l10n.t(
        "This page has no playground because it doesn't document an operation. Set “openapi” or “api” in its frontmatter.",
      );
    case "unresolved":
      return vscode.l10n.t(
        "This page has no playground because the operation in its frontmatter doesn't exist. See the Problems view.",
      );
  }
}

/**
 * The time in milliseconds during which the side that was scrolled takes precedence, so the other side doesn't scroll
 * it back.
 */
const precedenceTime = 150;

/** Synchronizes the scrolling of editors and previews that show the same file. */
export class EditorSync implements vscode.Disposable {
  readonly #getPanels: () => readonly PreviewPanel[];
  readonly #subscriptions: vscode.Disposable[];
  #quietUntil = 0;

  constructor(getPanels: () => readonly PreviewPanel[]) {
    this.#getPanels = getPanels;
    this.#subscriptions = [
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) =>
        this.#onEditorScrolled(textEditor, visibleRanges),
      ),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#onCursorMoved(textEditor)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #onEditorScrolled(editor: vscode.TextEditor, [range]: readonly vscode.Range[]): void {
    const panels = this.#listPanels(editor);
    if (!range || Date.now() < this.#quietUntil) return;
    for (const panel of panels) panel.scrollTo(editor.document.uri, range.start.line, "scroll");
  }

  #onCursorMoved(editor: vscode.TextEditor): void {
    const { line } = editor.selection.active;
    for (const panel of this.#listPanels(editor)) panel.scrollTo(editor.document.uri, line, "cursor");
  }

  #listPanels({ document }: vscode.TextEditor): readonly PreviewPanel[] {
    return this.#getPanels().filter((panel) => panel.isShowing(document.uri));
  }

  /** Called when the author has scrolled the preview to this line. */
  followPanel(panel: PreviewPanel, line: number): void {
    this.#quietUntil = Date.now() + precedenceTime;
    for (const editor of vscode.window.visibleTextEditors) {
      if (!panel.isShowing(editor.document.uri)) continue;
      const start = new vscode.Position(Math.min(line, editor.document.lineCount - 1), 0);
      editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop);
    }
  }
}

const viewType = "docwright.preview";

/** The open previews. A preview that isn't locked shows the page that is being edited. */
export class PreviewPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #dependencies: PreviewPanelDependencies;
  readonly #panels = new Set<PreviewPanel>();
  readonly #editorSync = new EditorSync(() => [...this.#panels]);
  readonly #icon: { readonly light: vscode.Uri; readonly dark: vscode.Uri };
  readonly #subscriptions: vscode.Disposable[];

  constructor(context: vscode.ExtensionContext, server: PreviewServer) {
    this.#dependencies = {
      server,
      imageHostConsents: new ImageHostConsents(context.workspaceState),
      componentConsents: new ComponentConsents(context.workspaceState),
      browser: new BrowserPreview(context.extensionUri),
      playgrounds: new Playgrounds(
        context,
        async (root) => (await server.request(playgroundFacts, { root })) ?? undefined,
      ),
      webviewFolder: vscode.Uri.joinPath(context.extensionUri, "dist", "webview"),
      shouldOpenSource: () => readEditorSettings().opensSourceOfPreview,
    };
    const getImage = (name: string) => vscode.Uri.joinPath(context.extensionUri, "media", `${name}.svg`);
    this.#icon = { light: getImage("preview-light"), dark: getImage("preview-dark") };
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#update(editor)),
      this.#editorSync,
      new CodeThemeSync(server),
    ];
  }

  get playgrounds(): Playgrounds {
    return this.#dependencies.playgrounds;
  }

  /** Returns the page that the active preview shows. */
  get activePage(): PreviewPanel["shownPage"] | undefined {
    return [...this.#panels].find((panel) => panel.isActive)?.shownPage;
  }

  /** Implements `docwright.openPreview` and `docwright.openPreviewToSide`. */
  async open(argument: unknown, column: vscode.ViewColumn): Promise<void> {
    const uri = await findFileToPreview(this.#dependencies.server, argument);
    if (uri) await this.#show({ uri, url: undefined }, column);
  }

  /**
   * Implements `docwright.openPlayground`, either for the page in the editor or for the page that is specified by a
   * CodeLens above an operation.
   */
  async openPlayground(argument: unknown): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const target = readTarget(argument) ?? (uri && { uri, url: undefined });
    // The URL is set only for a generated page, which doesn't have its own file.
    const isGenerated = target?.url !== undefined;
    if (!isGenerated && !(await hasPlayground(this.#dependencies.server, target?.uri))) return;
    if (!target) return;
    const panel = await this.#show(target, vscode.ViewColumn.Beside);
    panel.showPlayground(target.url);
  }

  async #show(target: PreviewTarget, column: vscode.ViewColumn): Promise<PreviewPanel> {
    const opensBeside = column === vscode.ViewColumn.Beside;
    const unlockedPanel = [...this.#panels].find((panel) => !panel.isLocked);
    if (unlockedPanel) {
      unlockedPanel.reveal(opensBeside);
      await unlockedPanel.show(target.uri, target.url);
      return unlockedPanel;
    }
    const state: PreviewState = { uri: target.uri.toString(), url: target.url, locked: false };
    const panel = vscode.window.createWebviewPanel(
      viewType,
      vscode.l10n.t("Preview"),
      { viewColumn: column, preserveFocus: opensBeside },
      { enableScripts: true, enableFindWidget: true, localResourceRoots: [] },
    );
    return this.#addPanel(panel, state);
  }

  /** Called when the editor restores a preview after a restart. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, savedState: unknown): Promise<void> {
    const state = parsePersistedState(savedState);
    if (state) this.#addPanel(panel, state);
    else panel.dispose();
  }

  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
    this.#dependencies.browser.dispose();
    this.#dependencies.playgrounds.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #addPanel(webviewPanel: vscode.WebviewPanel, state: PreviewState): PreviewPanel {
    webviewPanel.iconPath = this.#icon;
    const panel = new PreviewPanel(webviewPanel, state, this.#dependencies, randomUUID());
    this.#panels.add(panel);
    panel.onDidScroll((line) => this.#editorSync.followPanel(panel, line));
    panel.onDidDispose(() => this.#panels.delete(panel));
    return panel;
  }

  #update(editor: vscode.TextEditor | undefined): void {
    const uri = editor?.document.uri;
    if (!uri || !isPage(uri)) return;
    for (const panel of this.#panels) panel.followEditor(uri);
  }
}

/** The page that a preview shows. */
interface PreviewTarget {
  readonly uri: vscode.Uri;
  /** The path of a page that doesn't have its own file, such as `/users/list`. */
  readonly url: string | undefined;
}

/** Reads the argument of a command, which is a URI or, for a CodeLens, `{ uri, url }` with two strings. */
function readTarget(argument: unknown): PreviewTarget | undefined {
  if (argument instanceof vscode.Uri) return { uri: argument, url: undefined };
  if (!isPlainRecord(argument)) return undefined;
  const { uri, url } = argument;
  if (typeof uri !== "string" || typeof url !== "string") return undefined;
  return { uri: vscode.Uri.parse(uri), url };
}

/** The methods of the language server that previews use. */
export interface PreviewServer extends Pick<LanguageServer, "request" | "notify" | "getSites"> {
  readonly onPreviewPush: vscode.Event<PreviewPush>;
  /** Fires each time the server starts. A new server doesn't have any previews yet. */
  readonly onDidStart: vscode.Event<void>;
}
