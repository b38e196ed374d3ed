import * as vscode from "vscode";
import { getStringProperty, isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import { coverage, type CoveragePage, type SiteCoverage } from "../../../server/src/protocol/coverage.ts";
import { toEditorRange, removeLinks } from "../editor/workspace.ts";
import { TreeChanges } from "../editor/tree-view.ts";
import type { LanguageServer, ServerState } from "../language-client.ts";
import {
  createCoverageItem,
  type CoverageNode,
  getCoverageChildren,
  getCoverageRoots,
  formatCoverage,
} from "./coverage-item.ts";
import { queueEdit } from "../refactoring/planned-edits.ts";

const viewId = "docwright.coverage";
const filterKey = "docwright.coverage.onlyMissing";

/** The reason why the tree is empty. The manifest contains the welcome text for each reason (see `viewsWelcome`). */
type EmptyReason = "reading" | "stopped" | "no-specification" | "unfetched" | "nothing-missing";

/**
 * Shows where readers can find each operation. While the view is visible, requests the coverage again whenever the
 * coverage changes.
 */
export class CoverageView implements vscode.TreeDataProvider<CoverageNode>, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #memento: vscode.Memento;
  readonly #changes = new TreeChanges();
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #view: vscode.TreeView<CoverageNode>;
  readonly #subscriptions: vscode.Disposable[];
  #showsMissingOnly: boolean;
  #isStopped = false;
  /**
   * Whether the server wasn't running at the last status change. Once it's running, the coverage is requested again.
   */
  #isNewServer = true;

  constructor(server: LanguageServer, memento: vscode.Memento) {
    this.#server = server;
    this.#memento = memento;
    this.#showsMissingOnly = memento.get(filterKey) === true;
    this.#setContext("onlyMissing", this.#showsMissingOnly);
    this.#setContext("empty", "reading");
    this.#view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#view,
      this.#changes,
      server.onDidChangeCoverage(() => this.#changes.notify()),
      server.onDidChangeStatus((state) => this.#update(state)),
    ];
  }

  async getChildren(node?: CoverageNode): Promise<CoverageNode[]> {
    this.#changes.recordRequest(node);
    if (node) return getCoverageChildren(node, this.#showsMissingOnly);
    const sites = (await this.#server.requestWithoutParams(coverage)) ?? [];
    const nodes = getCoverageRoots(sites, this.#showsMissingOnly);
    const specifications = sites.flatMap((site) => site.specifications);
    this.#view.description = specifications.length === 0 ? "" : formatCoverage(specifications);
    if (nodes.length === 0) this.#setContext("empty", this.#getEmptyReason(sites));
    this.#changes.recordTopRows();
    return nodes;
  }

  getTreeItem(node: CoverageNode): vscode.TreeItem {
    return createCoverageItem(node);
  }

  setMissingFilter(showsMissingOnly: boolean): void {
    this.#showsMissingOnly = showsMissingOnly;
    this.#setContext("onlyMissing", showsMissingOnly);
    void this.#memento.update(filterKey, showsMissingOnly);
    this.#changes.notify();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update({ kind }: ServerState): void {
    const hasChanged = this.#isStopped !== (kind === "stopped") || (kind === "running" && this.#isNewServer);
    this.#isStopped = kind === "stopped";
    this.#isNewServer = kind !== "running";
    if (hasChanged) this.#changes.notify();
  }

  #getEmptyReason(sites: readonly SiteCoverage[]): EmptyReason {
    if (this.#isStopped) return "stopped";
    if (sites.length === 0 || sites.some(({ isLoaded }) => !isLoaded)) return "reading";
    if (sites.some(({ specifications }) => specifications.length > 0)) return "nothing-missing";
    return sites.some(({ unfetchedUrls }) => unfetchedUrls.length > 0) ? "unfetched" : "no-specification";
  }

  #setContext(key: string, value: unknown): void {
    void vscode.commands.executeCommand("setContext", `${viewId}.${key}`, value);
  }
}

type OperationNode = Extract<CoverageNode, { kind: "operation" }>;

/** Returns the URL of the unfetched specification in a row. Returns undefined for any other row. */
export function getUnfetchedUrl(row: unknown): string | undefined {
  return isPlainRecord(row) && row["kind"] === "unfetched" ? getStringProperty(row, "url") : undefined;
}

interface PageItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
}

/**
 * Implements `docwright.coverage.openPage`, which opens the file of the operation's page. If the operation has several
 * pages, prompts the user to choose one.
 */
export async function openOperationPage(node: unknown): Promise<void> {
  if (!isOperationNode(node)) return;
  const items = node.operation.pages.flatMap(toPageItem);
  const uniqueItems = items.filter(({ uri }, index) => index === items.findIndex((one) => one.uri.path === uri.path));
  const item =
    uniqueItems.length < 2
      ? uniqueItems[0]
      : await vscode.window.showQuickPick(uniqueItems, {
          title: vscode.l10n.t("Open Page"),
          matchOnDescription: true,
        });
  if (item) await vscode.commands.executeCommand("vscode.open", item.uri);
}

function toPageItem({ url, uri, language, version }: CoveragePage): PageItem[] {
  if (uri === undefined) return [];
  const fileUri = vscode.Uri.parse(uri);
  const description = [language, version].filter((part) => part !== undefined).join(" · ");
  return [{ label: url, description, detail: vscode.workspace.asRelativePath(fileUri), uri: fileUri }];
}

/**
 * Implements `docwright.coverage.listInNavigation`, which applies the quick fix that adds the operation to the
 * navigation and then reveals the new entry.
 */
export async function listInNavigation(node: unknown): Promise<void> {
  if (!isOperationNode(node) || !node.operation.navigationLocation) return;
  const { navigationLocation, method, path } = node.operation;
  const uri = vscode.Uri.parse(navigationLocation.uri);
  const name = `${method} ${path}`;
  const edit = await queueEdit(async () => {
    // The command fails for files that aren't open.
    await vscode.workspace.openTextDocument(uri);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      toEditorRange(navigationLocation.range),
      vscode.CodeActionKind.QuickFix.value,
    );
    // The other quick fixes at this position suppress the hint or fix unrelated problems.
    const fix = actions.find((action) => action.edit && action.title.includes(name))?.edit;
    return fix && (await vscode.workspace.applyEdit(fix)) ? fix : undefined;
  });
  if (!edit) {
    const message = vscode.l10n.t(
      "Couldn't add {0} to the navigation. Use a quick fix on the operation instead.",
      name,
    );
    void vscode.window.showWarningMessage(removeLinks(message));
    return;
  }
  const [file, [firstEdit] = []] = edit.entries()[0] ?? [];
  if (file && firstEdit)
    await vscode.window.showTextDocument(file, {
      selection: new vscode.Range(firstEdit.range.start, firstEdit.range.start),
    });
}

function isOperationNode(node: unknown): node is OperationNode {
  return isPlainRecord(node) && node["kind"] === "operation";
}
