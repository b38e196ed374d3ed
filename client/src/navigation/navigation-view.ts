import * as vscode from "vscode";
import { navigation, type SiteNavigation } from "../../../server/src/protocol.ts";
import type { LanguageServer, ServerState } from "../language-client.ts";
import { NavigationDrops } from "./navigation-drops.ts";
import { navigationItem } from "./navigation-item.ts";
import { childRows, findRow, topRows, type NavigationRow } from "./navigation-row.ts";

const viewId = "docwright.navigation";

/** The navigation as readers find it. Asks the server when it is looked at, and again when the answer is another. */
export class NavigationView implements vscode.TreeDataProvider<NavigationRow>, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<NavigationRow>;
  readonly #subscriptions: vscode.Disposable[];
  #top: readonly NavigationRow[] = [];
  /** The newest answer, until the editor asks for it. */
  #fetched: Promise<readonly SiteNavigation[]> | undefined;
  #isNewServer = true;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#setEmpty("reading");
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: new NavigationDrops(server),
    });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      server.onDidChangeNavigation(() => void this.#renew()),
      server.onDidChangeStatus((state) => this.#follow(state)),
      vscode.window.onDidChangeActiveTextEditor((editor) => void this.#reveal(editor)),
      this.#view.onDidChangeVisibility(() => void this.#reveal(vscode.window.activeTextEditor)),
    ];
  }

  /** What is chosen; of a command on a row that is not, that row. */
  chosen(row: unknown): readonly NavigationRow[] {
    const { selection } = this.#view;
    const own = row as NavigationRow | undefined;
    return own === undefined || selection.some(({ id }) => id === own.id) ? selection : [own];
  }

  async getChildren(row?: NavigationRow): Promise<NavigationRow[]> {
    if (row) return childRows(row);
    const fetched = this.#fetched;
    // Before it is waited for: what is fetched meanwhile is newer, and is shown after it.
    this.#fetched = undefined;
    const sites = await (fetched ?? this.#fetch());
    const rows = topRows(sites);
    if (rows.length === 0) this.#setEmpty(sites.some(({ loaded }) => loaded) ? "no-navigation" : "reading");
    this.#top = rows;
    return rows;
  }

  getTreeItem(row: NavigationRow): vscode.TreeItem {
    return navigationItem(row);
  }

  getParent(row: NavigationRow): NavigationRow | undefined {
    return row.kind === "node" ? row.parent : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #fetch(): Promise<readonly SiteNavigation[]> {
    return (await this.#server.ask<SiteNavigation[]>(navigation)) ?? [];
  }

  /**
   * The editor forgets all rows before it asks for new ones, and a command on a row that is forgotten reaches none: so the
   * new ones are there before it is told.
   */
  async #renew(): Promise<void> {
    const fetched = this.#view.visible ? this.#fetch() : undefined;
    this.#fetched = fetched;
    await fetched?.catch(() => undefined);
    if (this.#fetched !== fetched) return;
    this.#changed.fire(undefined);
  }

  /** The row of the page that is being edited; nothing is opened or focused for it. */
  async #reveal(editor: vscode.TextEditor | undefined): Promise<void> {
    const uri = editor?.document.uri.toString();
    if (uri === undefined || !this.#view.visible) return;
    const row = findRow(this.#top, (node) => node.kind === "page" && node.opens?.uri === uri);
    if (!row || this.#view.selection.some(({ id }) => id === row.id)) return;
    await this.#view
      .reveal(row, { select: true, focus: false, expand: false })
      .then(undefined, () => undefined);
  }

  #follow({ kind }: ServerState): void {
    if (kind === "running" && this.#isNewServer) this.#changed.fire(undefined);
    this.#isNewServer = kind !== "running";
    if (kind === "stopped") this.#setEmpty("stopped");
  }

  #setEmpty(reason: "reading" | "stopped" | "no-navigation"): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.empty`, reason);
  }
}
