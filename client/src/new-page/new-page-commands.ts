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
  const startAt = (argument: unknown) => {
    const start = startOf(view.chosen(argument)[0]);
    if (!start)
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Choose a page or group of the navigation first: what is new goes behind it."),
      );
    return start;
  };
  return {
    "docwright.newPage": (given) => newPage(server, given instanceof vscode.Uri ? { uri: given } : {}),
    "docwright.navigation.addPage": (argument) => {
      const start = startAt(argument);
      return start && newPage(server, start);
    },
    "docwright.navigation.addGroup": (argument) => {
      const start = startAt(argument);
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
