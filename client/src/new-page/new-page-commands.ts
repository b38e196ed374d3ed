import * as vscode from "vscode";
import type { LanguageServer } from "../language-client.ts";
import { placeOf } from "../navigation/navigation-drops.ts";
import type { NavigationRow } from "../navigation/navigation-row.ts";
import type { NavigationView } from "../navigation/navigation-view.ts";
import { newGroup } from "./new-group.ts";
import { newPage } from "./new-page.ts";

/** A new page or group, from the palette, a folder of the Explorer or a row of the navigation: one way for all. */
export function newPageCommands(
  server: LanguageServer,
  view: Pick<NavigationView, "chosen">,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const row = (argument: unknown) => view.chosen(argument)[0];
  return {
    "docwright.newPage": (given) => newPage(server, given instanceof vscode.Uri ? { uri: given } : {}),
    "docwright.navigation.addPage": (argument) => {
      const start = startOf(row(argument));
      return start && newPage(server, start);
    },
    "docwright.navigation.addGroup": (argument) => {
      const start = startOf(row(argument));
      return start && newGroup(server, start);
    },
  };
}

/** The page of the row, or the first in the group, is where a new one most likely goes. */
function startOf(row: NavigationRow | undefined) {
  const [at] = row ? placeOf(row) : [];
  if (row?.kind !== "node" || !at) return undefined;
  const near = [row.node, ...row.node.children].find(({ kind, opens }) => kind === "page" && opens)?.opens;
  return { at, uri: vscode.Uri.parse(near?.uri ?? at.uri) };
}
