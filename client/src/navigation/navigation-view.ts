import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { navigation, type NavigationNode, type SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import { TreeChanges } from "../editor/tree-view.ts";
import { getActiveFile, findFileSite } from "../editor/workspace.ts";
import type { LanguageServer, ServerState } from "../language-client.ts";
import {
  chooseSection,
  findPageSection,
  type SectionPath,
  listSections,
  ShownSections,
  showsPage,
} from "./section-filter.ts";
import { NavigationDragController } from "./navigation-commands.ts";
import {
  listChildRows,
  findRow,
  formatSectionPath,
  createTreeItem,
  type NavigationRow,
  listTopRows,
} from "./navigation-item.ts";

const viewId = "docwright.navigation";

/** The reason why the tree is empty. It determines the welcome text. */
type EmptyReason = "reading" | "stopped" | "no-site" | "invalid" | "no-navigation" | "nothing-here";

/** Whether a command argument is a row of this tree. */
function isNavigationRow(value: unknown): value is NavigationRow {
  return isPlainRecord(value) && typeof value["id"] === "string" && ("site" in value || "node" in value);
}

/**
 * Shows the navigation as readers see it, or only one section of it. While the view is visible, requests the navigation
 * again whenever it changes.
 */
export class NavigationView implements vscode.TreeDataProvider<NavigationRow>, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changes = new TreeChanges();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #view: vscode.TreeView<NavigationRow>;
  readonly #subscriptions: vscode.Disposable[];
  readonly #shownSections: ShownSections;
  #sites: readonly SiteNavigation[] = [];
  #topRows: readonly NavigationRow[] = [];
  /** The page that was last active. The tree scrolls to a page only when the page becomes active. */
  #lastActiveUri: string | undefined = getActiveFile();
  /**
   * The IDs of the selected rows in the last event. The editor's own list contains only rows that it has already
   * requested again after a change, so it may be empty for a moment. A selection during that time is an event without
   * rows.
   */
  #selectedIds: readonly string[] = [];
  /** The sites in the latest response. Cleared once the editor has requested the rows. */
  #fetchedSites: Promise<readonly SiteNavigation[]> | undefined;
  #isNewServer = true;
  /** Whether the tree has been opened but hasn't shown its rows yet. */
  #isOpening = true;
  /** Whether all folders have been searched and none of them contains a docs.json. */
  #hasNoSite = false;

  constructor(server: LanguageServer, memento: vscode.Memento) {
    this.#server = server;
    this.#shownSections = new ShownSections(memento);
    this.#setEmptyReason("reading");
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: new NavigationDragController(server, () => this.onlyShownSection?.location),
    });
    this.#subscriptions = [
      this.#view,
      this.#changes,
      server.onDidChangeNavigation(() => void this.#reload()),
      server.onDidChangeStatus((state) => this.#update(state)),
      vscode.window.onDidChangeActiveTextEditor((editor) => void this.#reveal(editor)),
      this.#view.onDidChangeSelection(({ selection }) => (this.#selectedIds = selection.map(({ id }) => id))),
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#isOpening = visible;
        void this.#reveal(vscode.window.activeTextEditor);
      }),
    ];
  }

  /** Returns the selected rows. If a command is run on a row that isn't selected, returns only that row. */
  getSelectedRows(row: unknown): readonly NavigationRow[] {
    const { selection } = this.#view;
    return !isNavigationRow(row) || selection.some(({ id }) => id === row.id) ? selection : [row];
  }

  /**
   * Returns the rows that are chosen at the time of the call. If the editor doesn't have the selected rows because it's
   * requesting new ones, waits for them. Rows that are selected during the wait aren't returned.
   */
  async waitForChosenRows(row: unknown): Promise<readonly NavigationRow[]> {
    const selectedRows = this.getSelectedRows(row);
    const selectedIds = this.#selectedIds;
    if (selectedRows.length > 0) return selectedRows;
    await this.#changes.waitUntilQuiet();
    const rows = this.getSelectedRows(row);
    return this.#selectedIds === selectedIds ? rows : rows.filter(({ id }) => selectedIds.includes(id));
  }

  /**
   * Returns the section if only one section is shown. If there are several sites, returns the section for the site that
   * contains the open page.
   */
  get onlyShownSection(): NavigationNode | undefined {
    if (!this.#view.visible) return undefined;
    const page = getActiveFile();
    const [firstSite, ...otherSites] = this.#sites;
    const site = otherSites.length === 0 ? firstSite : findFileSite(this.#sites, page ?? "");
    return site && this.#shownSections.getPath(site)?.at(-1);
  }

  /** Prompts the user to select what to show. */
  async chooseSection(): Promise<void> {
    const sites = await this.#fetch();
    if (sites.every(({ rows = [] }) => listSections(rows).length === 0)) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("The navigation has no languages, versions, or tabs to filter by."),
      );
      return;
    }
    const choice = await chooseSection(sites, (site) => this.#shownSections.getPath(site));
    if (!choice) return;
    this.#sites = sites;
    this.#show(choice.site, choice.path);
    if (!this.#view.visible) await vscode.commands.executeCommand(`${viewId}.focus`);
    await this.#scrollTo(choice.site);
  }

  /** Scrolls to the rows of a site, which may be far away from the current scroll position. */
  async #scrollTo({ root }: SiteNavigation): Promise<void> {
    await this.#changes.waitUntilQuiet();
    const row = this.#topRows.find(({ id }) => id === root) ?? this.#topRows[0];
    if (row && this.#view.visible)
      await this.#view.reveal(row, { select: false, focus: false }).then(undefined, () => undefined);
  }

  /** Shows only the section that a row represents. */
  showSection(row: unknown): void {
    const [navigationRow] = this.getSelectedRows(row);
    if (navigationRow?.kind !== "node") return;
    const site = this.#sites.find(({ root }) => root === navigationRow.root);
    const path = listSections(site?.rows ?? []).find((each) => each.at(-1) === navigationRow.node);
    if (site && path) this.#show(site, path);
  }

  /** Shows all rows of the site that contains the row. Without a row, shows all rows of all sites. */
  showAllRows(row: unknown): void {
    for (const site of this.#sites)
      if (!isNavigationRow(row) || row.kind !== "site" || row.id === site.root) this.#show(site, undefined);
  }

  async getChildren(row?: NavigationRow): Promise<NavigationRow[]> {
    this.#changes.recordRequest(row);
    if (row) return listChildRows(row);
    const fetchedSites = this.#fetchedSites;
    // The field is cleared before the wait, because navigation that is fetched during the wait is newer and will be
    // shown next.
    this.#fetchedSites = undefined;
    try {
      const sites = await (fetchedSites ?? this.#fetch());
      this.#followActivePage(sites);
      const rows = this.#createRows(sites);
      // The rows of a large site may arrive long after the tree was opened.
      if (this.#isOpening && rows.length > 0) {
        this.#isOpening = false;
        void this.#reveal(vscode.window.activeTextEditor);
      }
      return rows;
    } finally {
      this.#changes.recordTopRows();
    }
  }

  getTreeItem(row: NavigationRow): vscode.TreeItem {
    return createTreeItem(row);
  }

  getParent(row: NavigationRow): NavigationRow | undefined {
    return row.kind === "node" ? row.parent : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #fetch(): Promise<readonly SiteNavigation[]> {
    return (await this.#server.requestWithoutParams(navigation)) ?? [];
  }

  /**
   * Fetches the new rows and then notifies the editor. The order matters because the editor discards all rows before it
   * requests new ones, and a command on a discarded row has no effect.
   */
  async #reload(): Promise<void> {
    const fetchedSites = this.#view.visible ? this.#fetch() : undefined;
    this.#fetchedSites = fetchedSites;
    await fetchedSites?.catch(() => undefined);
    if (this.#fetchedSites !== fetchedSites) return;
    this.#changes.notify();
  }

  /** Returns the rows of the tree, and updates the tree's description and buttons. */
  #createRows(sites: readonly SiteNavigation[]): NavigationRow[] {
    const shownPathsBySite = new Map(sites.map((site) => [site, this.#shownSections.getPath(site)]));
    // The current name of each section is stored so that the section can be found again after the next change.
    for (const [site, path] of shownPathsBySite) if (path) this.#shownSections.saveSection(site, path);
    const rows = listTopRows(sites, (site) => shownPathsBySite.get(site));
    const paths = [...shownPathsBySite.values()].filter((path) => path !== undefined);
    if (rows.length === 0 && paths.length > 0) this.#setEmptyReason("nothing-here");
    else if (rows.length === 0) this.#setEmptyReason(this.#getEmptyReason(sites));
    const [path] = paths;
    // If there are several sites, each site's row shows its section.
    this.#view.description = sites.length === 1 && path ? formatSectionPath(path) : "";
    setContext("isNarrowed", paths.length > 0);
    setContext(
      "hasDivisions",
      sites.some(({ rows: siteRows = [] }) => listSections(siteRows).length > 0),
    );
    this.#sites = sites;
    this.#topRows = rows;
    return rows;
  }

  #show(site: SiteNavigation, path: SectionPath | undefined): void {
    this.#shownSections.saveSection(site, path);
    this.#lastActiveUri = getActiveFile() ?? this.#lastActiveUri;
    this.#createRows(this.#sites);
    this.#fetchedSites ??= this.#sites.length > 0 ? Promise.resolve(this.#sites) : undefined;
    this.#changes.notify();
  }

  /**
   * Shows the section that contains the open page if the page was visible and is now in a different section. This
   * happens, for example, if a new page has been added to the navigation.
   */
  #followActivePage(sites: readonly SiteNavigation[]): void {
    const page = getActiveFile();
    if (page === undefined || page !== this.#lastActiveUri) return;
    for (const site of sites) {
      const previousSite = this.#sites.find(({ root, isLoaded, rows }) => root === site.root && isLoaded && rows);
      const path =
        previousSite && !this.#findOtherSection(previousSite, page) ? this.#findOtherSection(site, page) : undefined;
      if (path) this.#shownSections.saveSection(site, path);
    }
  }

  /** Returns the section in which a page is visible, or undefined if that section is already shown. */
  #findOtherSection(site: SiteNavigation, page: string): SectionPath | undefined {
    const path = this.#shownSections.getPath(site);
    return path && findPageSection(site.rows ?? [], path, page);
  }

  /**
   * Reveals and selects the row for the page in the active editor. Doesn't open or focus the view, and doesn't change a
   * selection that the user makes in the meantime.
   */
  async #reveal(editor: vscode.TextEditor | undefined): Promise<void> {
    const uri = editor?.document.uri.toString();
    if (uri === undefined || !this.#view.visible) return;
    const isOtherPage = uri !== this.#lastActiveUri;
    this.#lastActiveUri = uri;
    for (const site of isOtherPage ? this.#sites : []) {
      const path = this.#findOtherSection(site, uri);
      if (path) this.#show(site, path);
    }
    // `reveal` waits until the tree has been rendered and then opens the view, even if the user has switched to a
    // different view by then.
    const selectedIds = this.#selectedIds;
    await this.#changes.waitUntilQuiet();
    if (!this.#view.visible || vscode.window.activeTextEditor !== editor) return;
    if (this.#selectedIds !== selectedIds && this.#view.selection.length > 0) return;
    const row = findRow(this.#topRows, (node) => showsPage(node, uri));
    if (!row || this.#view.selection.some(({ id }) => id === row.id)) return;
    await this.#view.reveal(row, { select: true, focus: false, expand: false }).then(undefined, () => undefined);
  }

  #getEmptyReason(sites: readonly SiteNavigation[]): EmptyReason {
    if (this.#hasNoSite) return "no-site";
    if (sites.some(({ isInvalid }) => isInvalid)) return "invalid";
    return sites.some(({ isLoaded }) => isLoaded) ? "no-navigation" : "reading";
  }

  #update(state: ServerState): void {
    const { kind } = state;
    this.#hasNoSite = state.kind === "running" && state.status.sites.length === 0;
    if (this.#hasNoSite) this.#setEmptyReason("no-site");
    if (kind === "running" && this.#isNewServer) this.#changes.notify();
    this.#isNewServer = kind !== "running";
    if (kind === "stopped") this.#setEmptyReason("stopped");
  }

  #setEmptyReason(reason: EmptyReason): void {
    setContext("empty", reason);
  }
}

function setContext(key: string, value: unknown): void {
  void vscode.commands.executeCommand("setContext", `${viewId}.${key}`, value);
}
