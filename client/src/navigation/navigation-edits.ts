import * as vscode from "vscode";
import {
  type ChangeNavigation,
  type NavigationPlace,
  changeNavigation as request,
} from "../../../server/src/protocol/navigation.ts";
import type { LanguageServer } from "../language-client.ts";
import { applyAndSave } from "../refactoring/planned-edits.ts";
import type { NavigationRow } from "./navigation-row.ts";

/**
 * Makes a change of the navigation as one undoable edit, and saves it without opening docs.json. If it can't, shows
 * why. Returns true if it was made.
 */
export async function applyNavigationChange(
  server: LanguageServer,
  change: ChangeNavigation,
): Promise<boolean> {
  return applyAndSave(server, await server.request(request, change));
}

const mimeType = "application/vnd.code.tree.docwright.navigation";

/**
 * Drag and drop of rows. Dropped on a group or section, they move to its end; on a page, after it; below all rows, to
 * the end of the only section shown. Pages dropped on an editor open in it.
 */
export class NavigationDrops implements vscode.TreeDragAndDropController<NavigationRow> {
  readonly dropMimeTypes = [mimeType];
  readonly dragMimeTypes = [mimeType, "text/uri-list"];
  readonly #server: LanguageServer;
  readonly #shown: () => NavigationPlace | undefined;

  constructor(server: LanguageServer, shown: () => NavigationPlace | undefined) {
    this.#server = server;
    this.#shown = shown;
  }

  handleDrag(rows: readonly NavigationRow[], data: vscode.DataTransfer): void {
    data.set(mimeType, new vscode.DataTransferItem(rows.flatMap(getRowPlace)));
    const pages = rows.flatMap((row) => (row.kind === "node" && row.node.opens ? [row.node.opens.uri] : []));
    if (pages.length > 0) data.set("text/uri-list", new vscode.DataTransferItem(pages.join("\r\n")));
  }

  async handleDrop(target: NavigationRow | undefined, data: vscode.DataTransfer): Promise<void> {
    const nodes = data.get(mimeType)?.value as readonly NavigationPlace[] | undefined;
    const at = target ? getRowPlace(target)[0] : this.#shown();
    if (!nodes || nodes.length === 0) return;
    if (!at || target?.kind === "site") {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "Entries can be dropped only next to entries in docs.json. Drop them on a page, group, or tab.",
        ),
      );
      return;
    }
    const isHolder = !target || target.node.kind === "group" || target.node.kind === "division";
    const isSibling = target && nodes.some(({ uri, range }) => isBeside(target, { uri, range }));
    const position = isHolder && !isSibling ? "inside" : "after";
    const change: ChangeNavigation = { kind: "move", nodes, target: at, position };
    await applyNavigationChange(this.#server, change);
  }
}

/** A section dropped on another one of its kind is moved after it. */
function isBeside(target: NavigationRow, { uri, range }: NavigationPlace): boolean {
  if (target.kind !== "node" || target.node.kind !== "division") return false;
  return target.siblings.some(
    ({ at }) =>
      at?.uri === uri &&
      at.range.start.line === range.start.line &&
      at.range.start.character === range.start.character,
  );
}

export function getRowPlace(row: NavigationRow): readonly NavigationPlace[] {
  return row.kind === "node" && row.node.at ? [row.node.at] : [];
}
