import * as vscode from "vscode";
import { createDebouncer } from "../../../server/src/core/text/debouncer.ts";
import { getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { parseMessage } from "../../../server/src/core/text/parse-message.ts";
import type { ProblemLocation, SiteOverview } from "../../../server/src/protocol/site-overview.ts";
import {
  fromOverviewSchema,
  type FromOverview,
  type OverviewAction,
  type OverviewView,
  type ToOverview,
} from "../../../webview/src/overview/overview-protocol.ts";
import { formatExcerpt } from "../editor/plain-markdown.ts";
import { loadWebviewPage } from "../editor/webview-page.ts";
import { chooseSite, getActiveFile, saveText, findFileSite, toEditorRange } from "../editor/workspace.ts";
import type { FeedbackSummary, SiteRoots } from "../feedback/store.ts";
import type { LanguageServer } from "../language-client.ts";
import { previewPlannedEdit } from "../refactoring/planned-edits.ts";
import { formatOverview, formatLocation, toSiteView } from "./overview-view.ts";

export interface OverviewDependencies {
  readonly server: Pick<
    LanguageServer,
    | "fixSafeProblems"
    | "listProblems"
    | "onDidChangeOverviews"
    | "onDidChangeStatus"
    | "getOverviews"
    | "getSites"
    | "state"
    | "toEdit"
  >;
  readonly feedback: {
    readonly summarizeSite: (root: string, sites: SiteRoots) => Promise<FeedbackSummary>;
    readonly onDidChange: vscode.Event<void>;
  };
  readonly extensionUri: vscode.Uri;
  /** The view type of the panels. The editor uses it to restore them. */
  readonly viewType: string;
}

/** The open overviews. Each site has at most one open overview. */
export interface OverviewPanels {
  /**
   * Shows the overview of the site with this root. If `root` isn't specified, shows the site that contains the active
   * file. If no site contains the file, shows the only site, or prompts the user to choose one if there are several. If
   * there are no sites, shows the reason.
   */
  readonly show: (root: unknown) => Promise<void>;
  /**
   * Sets up a panel that the editor restores at startup. `state` is the state that the page in the panel has stored.
   */
  readonly restore: (panel: vscode.WebviewPanel, state: unknown) => void;
  readonly dispose: () => void;
}

/** The time in milliseconds that an update waits for additional changes. */
const delayMilliseconds = 100;

export function openOverviews(dependencies: OverviewDependencies): OverviewPanels {
  const { server, feedback } = dependencies;
  const panelsByRoot = new Map<string, OverviewPanel>();
  const updatePanels = async (): Promise<void> => {
    const visiblePanels = [...panelsByRoot.values()].filter((panel) => panel.isVisible);
    // After a change, the server computes overviews only if they've been requested since the previous change.
    if (visiblePanels.length === 0) return;
    const overviews = await server.getOverviews();
    const { state } = server;
    for (const panel of visiblePanels) await panel.update(state, overviews);
  };
  const updateDebouncer = createDebouncer(globalThis, () => void updatePanels(), delayMilliseconds, delayMilliseconds);
  const refresh = (): void => updateDebouncer.trigger();
  const addPanel = (webviewPanel: vscode.WebviewPanel, root: string): void => {
    panelsByRoot.get(root)?.dispose();
    const panel = new OverviewPanel(webviewPanel, root, dependencies);
    panelsByRoot.set(root, panel);
    webviewPanel.onDidChangeViewState(refresh);
    webviewPanel.onDidDispose(() => {
      if (panelsByRoot.get(root) === panel) panelsByRoot.delete(root);
    });
    refresh();
  };
  const subscriptions = [
    server.onDidChangeOverviews(refresh),
    server.onDidChangeStatus(refresh),
    feedback.onDidChange(refresh),
  ];
  return {
    show: async (root) => {
      const siteRoot = await chooseSiteRoot(server, root);
      if (siteRoot === undefined) return;
      const existingPanel = panelsByRoot.get(siteRoot);
      if (existingPanel) return existingPanel.reveal();
      const title = vscode.l10n.t("Site Overview");
      const options = { enableFindWidget: true };
      addPanel(
        vscode.window.createWebviewPanel(dependencies.viewType, title, vscode.ViewColumn.Active, options),
        siteRoot,
      );
    },
    restore: (panel, state) => {
      const { root } = (state ?? {}) as { readonly root?: unknown };
      if (typeof root === "string") addPanel(panel, root);
      else panel.dispose();
    },
    dispose: () => {
      updateDebouncer.cancel();
      for (const subscription of subscriptions) subscription.dispose();
      for (const panel of panelsByRoot.values()) panel.dispose();
    },
  };
}

/** Returns the root of the site to show, or undefined if there is no site or the user cancels. */
async function chooseSiteRoot(server: OverviewDependencies["server"], root: unknown): Promise<string | undefined> {
  const sites = await server.getSites();
  if (sites.length === 0) {
    await showEmptyReason(server);
    return undefined;
  }
  const site = sites.find((candidate) => candidate.root === root) ?? findFileSite(sites, getActiveFile() ?? "");
  return site?.root ?? chooseSite(server, vscode.l10n.t("Show Site Overview"));
}

async function showEmptyReason({ state }: OverviewDependencies["server"]): Promise<void> {
  if (state.kind === "starting") {
    const message = vscode.l10n.t("Docwright is still reading the folder. Try again in a moment.");
    void vscode.window.showInformationMessage(message);
    return;
  }
  const { text, button } = describeMissingOverview(state.kind);
  const choice = await (state.kind === "stopped"
    ? vscode.window.showWarningMessage(text, button.label)
    : vscode.window.showInformationMessage(text, button.label));
  if (choice !== undefined) await vscode.commands.executeCommand(commandsByAction[button.action]);
}

/** The overview of one site, an editor tab that contains the page `dist/webview/overview.js`. */
class OverviewPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #root: string;
  readonly #dependencies: OverviewDependencies;
  #view: OverviewView = { kind: "loading", text: vscode.l10n.t("Loading the site…") };
  #overview: SiteOverview | undefined;

  constructor(panel: vscode.WebviewPanel, root: string, dependencies: OverviewDependencies) {
    this.#panel = panel;
    this.#root = root;
    this.#dependencies = dependencies;
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const request = parseMessage(fromOverviewSchema, message);
      if (request) void this.#handleMessage(request);
    });
    // The data of the view contains all texts, so the page doesn't need translations.
    const language = { language: getPageLanguage(vscode.env.language), texts: {} };
    loadWebviewPage(panel, dependencies.extensionUri, "overview", () => language);
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async update(state: LanguageServer["state"], overviews: readonly SiteOverview[]): Promise<void> {
    const sites = overviews.map(({ status }) => status);
    const overview = overviews.find(({ status }) => status.root === this.#root);
    this.#overview = overview;
    this.#view = overview?.isLoaded
      ? toSiteView(
          overview,
          await this.#dependencies.feedback.summarizeSite(this.#root, sites),
          getConfigPath(this.#root),
        )
      : createEmptyView(overview ? { kind: "starting" } : state);
    if (overview) this.#panel.title = vscode.l10n.t("Overview of {0}", formatExcerpt(overview.status.name, 60));
    this.#sendView();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #sendView(): void {
    void this.#panel.webview.postMessage({
      kind: "show",
      root: this.#root,
      view: this.#view,
    } satisfies ToOverview);
  }

  async #handleMessage(message: FromOverview): Promise<void> {
    const { commands } = vscode;
    switch (message.kind) {
      case "ready":
        return this.#sendView();
      case "run":
        return this.#run(message.action);
      case "showRule":
        await commands.executeCommand("docwright.showRule", message.code);
        return;
      case "listPlaces":
        return this.#showProblems(message.code);
      case "openPlace": {
        const rule = this.#overview?.rules.find(({ code }) => code === message.code);
        const location = rule?.locations.find((candidate) => formatLocation(candidate) === message.label);
        return location && openLocation(location);
      }
      case "openSpecification": {
        const coverage = this.#overview?.specifications.find(({ path }) => path === message.path);
        if (coverage) await commands.executeCommand("vscode.open", vscode.Uri.parse(coverage.uri));
        return;
      }
      case "fetch": {
        const url = this.#overview?.unfetchedUrls.find((one) => one === message.url);
        if (url !== undefined) await commands.executeCommand("docwright.fetchSpecification", url);
        return;
      }
      case "showFeedback":
        await commands.executeCommand("docwright.feedback.openPanel", { page: message.url });
    }
  }

  async #run(action: OverviewAction): Promise<void> {
    if (action === "fix") await this.#applySafeFixes();
    else if (action === "copy" || action === "save") await this.#exportOverview(action);
    else await vscode.commands.executeCommand(commandsByAction[action]);
  }

  async #applySafeFixes(): Promise<void> {
    const { server } = this.#dependencies;
    const title = vscode.l10n.t("Collecting safe fixes…");
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const edit = await vscode.window.withProgress(options, (_progress, token) =>
      server.fixSafeProblems(this.#root, token),
    );
    await previewPlannedEdit(server, edit, vscode.l10n.t("Preview"));
  }

  /**
   * Opens the location of the first problem that a rule reports. If there are several problems, also shows a list of
   * all locations.
   */
  async #showProblems(code: string): Promise<void> {
    const ruleLocations = await this.#dependencies.server.listProblems(this.#root, code);
    const [firstLocation] = ruleLocations;
    if (!firstLocation || ruleLocations.length === 1) return firstLocation && openLocation(firstLocation);
    const locations = ruleLocations.map(
      ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), toEditorRange(range)),
    );
    const { start } = toEditorRange(firstLocation.range);
    const uri = vscode.Uri.parse(firstLocation.uri);
    await vscode.commands.executeCommand("editor.action.peekLocations", uri, start, locations, "peek");
  }

  async #exportOverview(action: "copy" | "save"): Promise<void> {
    if (this.#view.kind !== "site") return;
    const text = formatOverview(this.#view);
    if (action === "copy") {
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(vscode.l10n.t("Copied the overview as Markdown"), 4000);
      return;
    }
    // The file is saved outside the site, because a Markdown file in the site would become a page.
    const folderUri = vscode.Uri.joinPath(vscode.Uri.parse(this.#root), "..");
    const title = vscode.l10n.t("Save Overview as Markdown");
    await saveText(text, `${this.#view.name}-overview.md`, folderUri, { title, filters: { Markdown: ["md"] } });
  }
}

const commandsByAction: Readonly<Record<Exclude<OverviewAction, "copy" | "fix" | "save">, string>> = {
  openCoverage: "docwright.coverage.focus",
  openFeedback: "docwright.feedback.openPanel",
  connectFeedback: "docwright.feedback.setUp",
  setKey: "docwright.feedback.setApiKey",
  manageTrust: "workbench.trust.manage",
  createConfig: "docwright.createConfig",
  restart: "docwright.restartServer",
};

function createEmptyView(state: LanguageServer["state"]): OverviewView {
  if (state.kind === "starting") return { kind: "loading", text: vscode.l10n.t("Loading the site…") };
  const heading = vscode.l10n.t("Site Overview");
  if (state.kind === "running" && state.status.sites.length > 0) {
    const text = vscode.l10n.t("No open folder contains this site's docs.json. Open its folder, or close this tab.");
    return { kind: "message", heading, text, actions: [] };
  }
  const { text, button } = describeMissingOverview(state.kind);
  return { kind: "message", heading, text, actions: [button] };
}

/** Returns the reason why there's no overview, and the label of a button that fixes the problem. */
function describeMissingOverview(kind: "running" | "stopped") {
  return kind === "stopped"
    ? {
        text: vscode.l10n.t("The site overview isn't available because the Docwright language server has stopped."),
        button: { action: "restart", label: vscode.l10n.t("Restart") } as const,
      }
    : {
        text: vscode.l10n.t("The site overview isn't available because no open folder contains a docs.json."),
        button: { action: "createConfig", label: vscode.l10n.t("Create docs.json") } as const,
      };
}

/** Returns the path of docs.json relative to the workspace folder. The path is never absolute. */
function getConfigPath(root: string): string {
  const configUri = vscode.Uri.joinPath(vscode.Uri.parse(root), "docs.json");
  const path = vscode.workspace.asRelativePath(configUri, false);
  return path === configUri.fsPath || path === configUri.path ? "docs.json" : path;
}

async function openLocation({ uri, range }: ProblemLocation): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: toEditorRange(range) });
}
