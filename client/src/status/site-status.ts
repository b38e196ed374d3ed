import * as vscode from "vscode";
import type { ProblemCounts, SiteStatus } from "../../../server/src/protocol/site.ts";
import { formatExcerpt, removeIcons } from "../editor/plain-markdown.ts";
import { formatNumber, findFileSite } from "../editor/workspace.ts";
import type { ServerState } from "../language-client.ts";

/** The maximum length of a site's name, in UTF-16 code units. */
const maxNameLength = 40;

/**
 * Shows the status of the site that contains the active file. If no site contains the file, shows the site of the last
 * active file that is in a site or, if there's none, the only site. The status bar item shows the site's name and opens
 * its overview. The language status item also shows the number of problems and the profile.
 */
export class SiteStatusItem implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem("docwright.site", [
    { scheme: "file", pattern: "**/*.{md,mdx}" },
    { scheme: "file", pattern: "**/*.{json,yaml,yml}" },
  ]);
  readonly #statusBarItem = vscode.window.createStatusBarItem("docwright.site", vscode.StatusBarAlignment.Left);
  readonly #subscription = vscode.window.onDidChangeActiveTextEditor(() => this.update(this.#state));
  #state: ServerState = { kind: "starting" };
  /** The root of the site that contains the last active file in a site. */
  #root: string | undefined;

  constructor() {
    this.#item.name = this.#statusBarItem.name = "Docwright";
    this.update(this.#state);
  }

  update(state: ServerState): void {
    this.#state = state;
    const item = this.#item;
    const sites = state.kind === "running" ? state.status.sites : [];
    item.busy = state.kind === "starting" || sites.some((site) => site.isScanning);
    item.text = "Docwright";
    if (state.kind === "stopped") {
      item.text = vscode.l10n.t("Docwright has stopped");
      item.detail =
        state.reason === "not-started"
          ? vscode.l10n.t("The language server couldn't be started.")
          : vscode.l10n.t("The language server crashed five times in three minutes.");
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.command = { title: vscode.l10n.t("Restart"), command: "docwright.restartServer" };
      return this.#statusBarItem.hide();
    }
    const site = this.#chooseSite(sites);
    const statuses = site ? [site] : sites;
    item.severity = getSeverity(statuses);
    if (sites.length === 0) {
      item.detail = vscode.l10n.t("Loading the site…");
      if (state.kind === "running") {
        item.detail = vscode.l10n.t("No docs.json found in this folder");
        item.command = { title: vscode.l10n.t("Create docs.json"), command: "docwright.createConfig" };
      }
      return this.#statusBarItem.hide();
    }
    item.text = site
      ? formatExcerpt(site.name, maxNameLength)
      : vscode.l10n.t("Docwright: {0} sites", formatNumber(sites.length));
    item.detail = describeSites(statuses);
    const title = vscode.l10n.t("Show Site Overview");
    item.command = { title, command: "docwright.showSiteOverview", arguments: site ? [site.root] : [] };
    this.#statusBarItem.text = `$(book) ${removeIcons(item.text)}`;
    this.#statusBarItem.tooltip = `${title}\n${item.detail}`;
    this.#statusBarItem.command = item.command;
    this.#statusBarItem.show();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#statusBarItem.dispose();
    this.#item.dispose();
  }

  #chooseSite(sites: readonly SiteStatus[]): SiteStatus | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const activeStatus = uri && findFileSite(sites, uri.toString());
    this.#root = activeStatus?.root ?? this.#root;
    return sites.find(({ root }) => root === this.#root) ?? (sites.length === 1 ? sites[0] : undefined);
  }
}

/** Returns a description such as `docs · 7 problems · 212 pages · mintlify profile`. */
function describeSites(sites: readonly SiteStatus[]): string {
  const problemCount = sites.reduce((sum, { counts }) => sum + countProblems(counts), 0);
  const pageCount = sites.reduce((sum, site) => sum + site.pageCount, 0);
  const profilesText = [...new Set(sites.map((site) => site.profile))].join(", ");
  return [
    ...sites.slice(0, 2).map(({ root }) => formatRoot(vscode.Uri.parse(root))),
    problemCount === 1 ? vscode.l10n.t("1 problem") : vscode.l10n.t("{0} problems", problemCount),
    pageCount === 1 ? vscode.l10n.t("1 page") : vscode.l10n.t("{0} pages", pageCount),
    vscode.l10n.t("{0} profile", profilesText),
  ].join(" · ");
}

/**
 * Returns the folder that contains docs.json, formatted as in the Explorer. This is the path relative to the workspace
 * folder, or the name of the workspace folder if it contains docs.json itself.
 */
function formatRoot(root: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(root);
  const isWorkspaceFolder = folder?.uri.toString() === root.toString();
  return folder && isWorkspaceFolder ? folder.name : vscode.workspace.asRelativePath(root, false);
}

/**
 * Returns the number of errors, warnings, and informational problems, as in the Problems view. Hints aren't counted,
 * because they're advice that is shown only on request.
 */
function countProblems(counts: ProblemCounts): number {
  return counts.error + counts.warning + counts.information;
}

function getSeverity(sites: readonly SiteStatus[]): vscode.LanguageStatusSeverity {
  if (sites.some(({ counts }) => counts.error > 0)) return vscode.LanguageStatusSeverity.Error;
  if (sites.some(({ counts }) => counts.warning > 0)) return vscode.LanguageStatusSeverity.Warning;
  return vscode.LanguageStatusSeverity.Information;
}

/**
 * The language status item for docs.json. It shows how many local copies of remote specifications are more than a day
 * old, and provides a command that refreshes them.
 */
export class StaleCopiesItem implements vscode.Disposable {
  #item: vscode.LanguageStatusItem | undefined;

  update(state: ServerState): void {
    const sites = state.kind === "running" ? state.status.sites : [];
    const staleCount = sites.reduce((sum, site) => sum + site.staleCopyCount, 0);
    if (staleCount === 0) return this.dispose();
    this.#item ??= vscode.languages.createLanguageStatusItem("docwright.staleCopies", {
      scheme: "file",
      pattern: "**/*.{json,md,mdx}",
    });
    this.#item.name = vscode.l10n.t("Docwright Local Copies");
    this.#item.text =
      staleCount === 1
        ? vscode.l10n.t("1 local copy of a specification is stale")
        : vscode.l10n.t("{0} local copies of specifications are stale", staleCount);
    this.#item.severity = vscode.LanguageStatusSeverity.Information;
    this.#item.command = { title: vscode.l10n.t("Fetch"), command: "docwright.fetchSpecification" };
  }

  dispose(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}

/** Logs data about each site once the site has been read completely, and again after a restart of the server. */
export class SiteLog {
  readonly #log: Pick<vscode.LogOutputChannel, "info">;
  readonly #now: () => number;
  /** The time when each site appeared, by root. Undefined once the site's data has been logged. */
  readonly #startTimesByRoot = new Map<string, number | undefined>();
  #startTime: number;

  constructor(log: Pick<vscode.LogOutputChannel, "info">, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
    this.#startTime = now();
  }

  logChanges(state: ServerState): void {
    if (state.kind !== "running") {
      this.#startTime = this.#now();
      return this.#startTimesByRoot.clear();
    }
    const isFirstStatus = this.#startTimesByRoot.size === 0;
    for (const status of state.status.sites) {
      const { root, isScanning, scanCount } = status;
      if (!this.#startTimesByRoot.has(root))
        this.#startTimesByRoot.set(root, isFirstStatus ? this.#startTime : this.#now());
      const startTime = this.#startTimesByRoot.get(root);
      if (isScanning || scanCount === 0 || startTime === undefined) continue;
      this.#startTimesByRoot.set(root, undefined);
      this.#log.info(describeSite(status, this.#now() - startTime));
    }
    const roots = new Set(state.status.sites.map(({ root }) => root));
    for (const root of this.#startTimesByRoot.keys()) if (!roots.has(root)) this.#startTimesByRoot.delete(root);
  }
}

function describeSite(
  { root, name, profile, pageCount, specCount, operationCount, remoteSpecCount, counts }: SiteStatus,
  milliseconds: number,
): string {
  const facts = [
    `${profile} profile`,
    formatCount(pageCount, "page"),
    `${formatCount(operationCount, "operation")} in ${formatCount(specCount, "specification")}`,
    ...(remoteSpecCount > 0 ? [formatCount(remoteSpecCount, "remote specification")] : []),
  ];
  const problems = [
    formatCount(counts.error, "error"),
    formatCount(counts.warning, "warning"),
    formatCount(counts.information, "info message"),
    formatCount(counts.hint, "hint"),
  ];
  const seconds = (milliseconds / 1000).toFixed(1);
  return `Site ${name} (${root}): ${facts.join(", ")}; ${problems.join(", ")}; checked in ${seconds} s`;
}

function formatCount(number: number, label: string): string {
  return `${number} ${label}${number === 1 ? "" : "s"}`;
}

/**
 * The maximum number of characters in which to search for the version. A specification declares its version near the
 * start.
 */
const maxSearchedLength = 20_000;

/** Sets the context key `docwright.inSwagger`, which is true if the active file is a Swagger 2.0 specification. */
export class EditorContext implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #isSwagger = false;

  constructor() {
    this.#update(vscode.window.activeTextEditor?.document);
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#update(editor?.document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.#update(document);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(document: vscode.TextDocument | undefined): void {
    const isSwagger = document !== undefined && isSwaggerFile(document);
    if (isSwagger === this.#isSwagger) return;
    this.#isSwagger = isSwagger;
    void vscode.commands.executeCommand("setContext", "docwright.inSwagger", isSwagger);
  }
}

function isSwaggerFile(document: vscode.TextDocument): boolean {
  if (!/\.(json|ya?ml)$/i.test(document.uri.path)) return false;
  const startText = document.getText(new vscode.Range(0, 0, 1000, 0)).slice(0, maxSearchedLength);
  return /(?:^|[{,])[ \t]*["']?swagger["']?[ \t]*:[ \t]*["']?2/m.test(startText);
}

/**
 * Sets the context keys that determine which views and commands are shown. `docwright.hasSite` is set if there's a
 * site. `docwright.noSite` is set if all folders have been searched and none of them contains a docs.json.
 * `docwright.hasOldConfig` is set if one of the folders contains a mint.json. `docwright.hasRemoteSpec` is set if a
 * site uses a remote specification, and `docwright.hasApi` if a site documents an API.
 */
export class SiteContext implements vscode.Disposable {
  #isEmpty: boolean | undefined;
  readonly #contextValuesByKey = new Map<string, boolean>();
  #oldConfigWatcher: vscode.FileSystemWatcher | undefined;

  async update(state: ServerState): Promise<void> {
    if (state.kind === "starting") return;
    const sites = state.kind === "running" ? state.status.sites : [];
    this.#setKey(
      "hasRemoteSpec",
      sites.some(({ remoteSpecCount: remoteSpecs }) => remoteSpecs > 0),
    );
    this.#setKey(
      "hasApi",
      sites.some(({ hasApi }) => hasApi),
    );
    // If the server has stopped, the views of the site stay visible and show a message.
    const isEmpty = state.kind === "running" ? state.status.sites.length === 0 : (this.#isEmpty ?? false);
    if (isEmpty === this.#isEmpty) return;
    this.#isEmpty = isEmpty;
    setContext("hasSite", !isEmpty);
    setContext("noSite", isEmpty);
    if (this.#oldConfigWatcher) return;
    this.#oldConfigWatcher = vscode.workspace.createFileSystemWatcher("**/mint.json", false, true, false);
    this.#oldConfigWatcher.onDidCreate(() => setContext("hasOldConfig", true));
    this.#oldConfigWatcher.onDidDelete(() => void findOldConfig());
    await findOldConfig();
  }

  #setKey(key: string, value: boolean): void {
    if (value !== (this.#contextValuesByKey.get(key) ?? false)) setContext(key, value);
    this.#contextValuesByKey.set(key, value);
  }

  dispose(): void {
    this.#oldConfigWatcher?.dispose();
  }
}

async function findOldConfig(): Promise<void> {
  const uris = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**", 1);
  setContext("hasOldConfig", uris.length > 0);
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `docwright.${key}`, value);
}
