import * as vscode from "vscode";
import { coverage, type SiteCoverage } from "../../server/src/protocol/coverage.ts";
import { coverageItem, shownOf } from "./coverage-item.ts";
import { childNodes, topNodes, type CoverageNode } from "./coverage-node.ts";
import type { LanguageServer, ServerState } from "./language-client.ts";
import { TreeChanges } from "./tree-changes.ts";

const viewId = "docwright.coverage";
const filterKey = "docwright.coverage.onlyMissing";

/** Why the tree has no rows; the manifest has words for each (`viewsWelcome`). */
type Emptiness = "reading" | "stopped" | "no-specification" | "nothing-missing";

/** Where readers find each operation. Asks the server when it is looked at, and again when the answer is another. */
export class CoverageView implements vscode.TreeDataProvider<CoverageNode>, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #memory: vscode.Memento;
  readonly #changes = new TreeChanges();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #view: vscode.TreeView<CoverageNode>;
  readonly #subscriptions: vscode.Disposable[];
  #onlyMissing: boolean;
  #isStopped = false;
  /** The server has been started anew and knows of no question of ours. */
  #isNewServer = true;

  constructor(server: LanguageServer, memory: vscode.Memento) {
    this.#server = server;
    this.#memory = memory;
    this.#onlyMissing = memory.get(filterKey) === true;
    this.#setContext("onlyMissing", this.#onlyMissing);
    this.#setContext("empty", "reading");
    this.#view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#view,
      this.#changes,
      server.onDidChangeCoverage(() => this.#changes.tell()),
      server.onDidChangeStatus((state) => this.#follow(state)),
    ];
  }

  async getChildren(node?: CoverageNode): Promise<CoverageNode[]> {
    this.#changes.asked();
    if (node) return childNodes(node, this.#onlyMissing);
    const sites = (await this.#server.requestWithoutParams(coverage)) ?? [];
    const nodes = topNodes(sites, this.#onlyMissing);
    const specifications = sites.flatMap((site) => site.specifications);
    this.#view.description = specifications.length === 0 ? "" : shownOf(specifications);
    if (nodes.length === 0) this.#setContext("empty", this.#emptiness(sites));
    return nodes;
  }

  getTreeItem(node: CoverageNode): vscode.TreeItem {
    return coverageItem(node);
  }

  showOnlyMissing(onlyMissing: boolean): void {
    this.#onlyMissing = onlyMissing;
    this.#setContext("onlyMissing", onlyMissing);
    void this.#memory.update(filterKey, onlyMissing);
    this.#changes.tell();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow({ kind }: ServerState): void {
    const isNews = this.#isStopped !== (kind === "stopped") || (kind === "running" && this.#isNewServer);
    this.#isStopped = kind === "stopped";
    this.#isNewServer = kind !== "running";
    if (isNews) this.#changes.tell();
  }

  #emptiness(sites: readonly SiteCoverage[]): Emptiness {
    if (this.#isStopped) return "stopped";
    if (sites.length === 0 || sites.some(({ loaded }) => !loaded)) return "reading";
    return sites.some(({ specifications }) => specifications.length > 0)
      ? "nothing-missing"
      : "no-specification";
  }

  #setContext(key: string, value: unknown): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.${key}`, value);
  }
}
