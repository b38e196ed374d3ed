import * as vscode from "vscode";
import {
  type ChangeNavigation,
  type NavigationPlace,
  changeNavigation as request,
} from "../../../server/src/protocol/navigation.ts";
import { renameRow } from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";
import { movePage } from "../refactoring/move-page.ts";
import type { MoveSummary } from "../refactoring/move-summary.ts";
import { applyAndSave, applyPlanned } from "../refactoring/planned-edits.ts";
import type { NavigationRow } from "./navigation-item.ts";
import type { NavigationView } from "./navigation-view.ts";

/**
 * Makes a change to the navigation as one undoable edit, and saves it without opening docs.json. If that isn't
 * possible, shows the reason. Returns true if the change was made.
 */
export async function applyNavigationChange(
  server: LanguageServer,
  change: ChangeNavigation,
): Promise<boolean> {
  return applyAndSave(server, await server.request(request, change));
}

const mimeType = "application/vnd.code.tree.docwright.navigation";

/**
 * Handles dragging and dropping rows. Rows dropped on a group or section move to its end, those dropped on a page move
 * after it, and those dropped below all rows move to the end of the only section shown. Pages dropped on an editor open
 * in it.
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

/** Whether rows dropped here move after the target. A section dropped on another one of its kind does. */
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

type Handlers = Readonly<Record<string, (argument?: unknown) => unknown>>;

/** Returns the commands for rows of the tree, used by keyboard and menus. */
export function navigationCommands(
  server: LanguageServer,
  view: NavigationView,
  moves: MoveSummary,
): Handlers {
  const places = (row: unknown) => view.chosen(row).flatMap(getRowPlace);
  const first = (row: unknown): NavigationPlace | undefined => places(row)[0];
  const step = (row: unknown, direction: "up" | "down") => {
    const nodes = places(row);
    return nodes.length > 0 && applyNavigationChange(server, { kind: "step", nodes, direction });
  };
  return {
    "docwright.navigation.switch": () => view.switch(),
    "docwright.navigation.showOnly": (row) => view.showOnly(row),
    "docwright.navigation.showEverything": (row) => view.showEverything(row),
    "docwright.navigation.moveUp": (row) => step(row, "up"),
    "docwright.navigation.moveDown": (row) => step(row, "down"),
    "docwright.navigation.remove": (row) => {
      const nodes = places(row);
      return nodes.length > 0 && applyNavigationChange(server, { kind: "remove", nodes });
    },
    "docwright.navigation.rename": (row) => rename(server, view.chosen(row)[0]),
    "docwright.navigation.movePage": (row) => {
      const [chosen] = view.chosen(row);
      const opens = chosen?.kind === "node" && chosen.node.kind === "page" ? chosen.node.opens : undefined;
      return opens && movePage(server, moves, vscode.Uri.parse(opens.uri));
    },
    "docwright.navigation.showInConfig": (row) => show(first(row)),
    "docwright.navigation.copyAddress": (row) => {
      const [chosen] = view.chosen(row);
      const slug = chosen?.kind === "node" ? chosen.node.slug : undefined;
      return slug !== undefined && vscode.env.clipboard.writeText(`/${slug}`);
    },
  };
}

async function rename(server: LanguageServer, row: NavigationRow | undefined): Promise<void> {
  const [place] = row ? getRowPlace(row) : [];
  if (row?.kind !== "node") return;
  const { node, root } = row;
  const slug = node.kind === "page" || node.kind === "operation" ? node.slug : undefined;
  if (!place && slug === undefined) return;
  const label = await ask(vscode.l10n.t("Rename"), vscode.l10n.t("Title that readers see"), node.label);
  if (label === undefined || label === node.label) return;
  if (slug !== undefined)
    await applyPlanned(server, await server.request(renameRow, { root, slug, title: label }));
  else if (place) await applyNavigationChange(server, { kind: "rename", nodes: [place], label });
}

async function ask(title: string, prompt: string, value = ""): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    valueSelection: [value.length, value.length],
  });
  return text === undefined || text.trim() === "" ? undefined : text.trim();
}

async function show(place: NavigationPlace | undefined): Promise<void> {
  if (!place) return;
  const { start } = place.range;
  const at = new vscode.Position(start.line, start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { selection: new vscode.Range(at, at) });
}
