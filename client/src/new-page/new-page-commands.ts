import * as vscode from "vscode";
import type { NavigationNode } from "../../../server/src/protocol/navigation.ts";
import type { LanguageServer } from "../language-client.ts";
import { placeOf } from "../navigation/navigation-drops.ts";
import type { NavigationRow } from "../navigation/navigation-row.ts";
import type { NavigationView } from "../navigation/navigation-view.ts";
import { openPage } from "../navigation/open-page.ts";
import { pageNear, placeForGroup } from "./in-division.ts";
import { newGroup } from "./new-group.ts";
import { newPage, type NewPageStart } from "./new-page.ts";

/**
 * A new page or group, from the palette, a folder of the Explorer or a row of the navigation: one way for all. Where the tree
 * shows one division alone and no row is chosen, that is where it goes.
 */
export function newPageCommands(
  server: LanguageServer,
  view: Pick<NavigationView, "chosen" | "alone">,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const startAt = (argument: unknown) => startOf(view.chosen(argument)[0]);
  const refuse = () =>
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Choose a page or group of the navigation first: what is new goes behind it."),
    );
  return {
    "docwright.newPage": (given) =>
      newPage(server, given instanceof vscode.Uri ? { uri: given } : (startIn(view.alone) ?? {})),
    "docwright.navigation.addPage": (argument) => {
      const start = startAt(argument) ?? startIn(view.alone);
      return start ? newPage(server, start) : refuse();
    },
    "docwright.navigation.addGroup": (argument) => {
      const start = startAt(argument) ?? groupIn(view.alone);
      return start ? newGroup(server, start) : refuse();
    },
  };
}

/** Beside the page that is open, where it stands in the division. */
function startIn(division: NavigationNode | undefined): NewPageStart | undefined {
  const uri = division && (pageNear(division, openPage()) ?? division.at?.uri);
  return uri === undefined
    ? undefined
    : { uri: vscode.Uri.parse(uri), ...(division && { within: division }) };
}

function groupIn(division: NavigationNode | undefined) {
  const at = division && placeForGroup(division);
  return at && { at, uri: vscode.Uri.parse(pageNear(division, openPage()) ?? at.uri) };
}

/** The page of the row, or the first in the group, is where a new one most likely goes. */
function startOf(row: NavigationRow | undefined) {
  const [at] = row ? placeOf(row) : [];
  if (row?.kind !== "node" || !at) return undefined;
  const near = [row.node, ...row.node.children].find(({ kind, opens }) => kind === "page" && opens)?.opens;
  return { at, uri: vscode.Uri.parse(near?.uri ?? at.uri) };
}
