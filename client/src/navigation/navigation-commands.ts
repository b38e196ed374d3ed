import * as vscode from "vscode";
import type { NavigationPlace } from "../../../server/src/protocol/navigation.ts";
import { renameRow } from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";
import { movePage } from "../refactoring/move-page.ts";
import type { MoveSummary } from "../refactoring/move-summary.ts";
import { applyPlanned } from "../refactoring/planned-edits.ts";
import { applyNavigationChange, getRowPlace } from "./navigation-edits.ts";
import type { NavigationRow } from "./navigation-row.ts";
import type { NavigationView } from "./navigation-view.ts";

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
