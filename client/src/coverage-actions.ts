import * as vscode from "vscode";
import type { CoveragePage } from "../../server/src/protocol/coverage.ts";
import type { CoverageNode } from "./coverage-node.ts";
import { toRange } from "./to-range.ts";
import { withoutLinks } from "./without-links.ts";

type OperationNode = Extract<CoverageNode, { kind: "operation" }>;

interface PageItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
}

/** `docwright.coverage.openPage`: the file of the operation's page; of several, the one that the person chooses. */
export async function openOperationPage(node: unknown): Promise<void> {
  if (!isOperation(node)) return;
  const items = node.operation.pages.flatMap(pageItem);
  const files = items.filter(({ uri }, at) => at === items.findIndex((one) => one.uri.path === uri.path));
  const chosen =
    files.length < 2
      ? files[0]
      : await vscode.window.showQuickPick(files, {
          title: vscode.l10n.t("Open Page"),
          matchOnDescription: true,
        });
  if (chosen) await vscode.commands.executeCommand("vscode.open", chosen.uri);
}

function pageItem({ url, uri, language, version }: CoveragePage): PageItem[] {
  if (uri === undefined) return [];
  const file = vscode.Uri.parse(uri);
  const description = [language, version].filter((part) => part !== undefined).join(" · ");
  return [{ label: url, description, detail: vscode.workspace.asRelativePath(file), uri: file }];
}

/** `docwright.coverage.listInNavigation`: makes the quick fix that lists the operation, and shows where it did. */
export async function listInNavigation(node: unknown): Promise<void> {
  if (!isOperation(node) || !node.operation.listing) return;
  const { listing, method, path } = node.operation;
  const uri = vscode.Uri.parse(listing.uri);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    toRange(listing.range),
    vscode.CodeActionKind.QuickFix.value,
  );
  // The others at this place silence the hint or concern something else.
  const name = `${method} ${path}`;
  const edit = actions.find((action) => action.edit && action.title.includes(name))?.edit;
  if (!edit || !(await vscode.workspace.applyEdit(edit))) {
    const words = vscode.l10n.t("{0} could not be listed. The quick fixes at the operation may help.", name);
    void vscode.window.showWarningMessage(withoutLinks(words));
    return;
  }
  const [file, [first] = []] = edit.entries()[0] ?? [];
  if (file && first)
    await vscode.window.showTextDocument(file, {
      selection: new vscode.Range(first.range.start, first.range.start),
    });
}

function isOperation(node: unknown): node is OperationNode {
  return typeof node === "object" && node !== null && "kind" in node && node.kind === "operation";
}
