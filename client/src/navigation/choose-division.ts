import * as vscode from "vscode";
import type { SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import { rowIcon } from "./row-icon.ts";
import { pathInWords, problemMark, rowLabel } from "./row-words.ts";
import { divisionsIn, type DivisionPath } from "./shown-division.ts";

interface Choice extends vscode.QuickPickItem {
  readonly site?: SiteNavigation;
  /** Undefined for everything. */
  readonly path?: DivisionPath;
}

/** Asks which part of a site is to be shown, with what is shown now chosen. Undefined when the person gives up. */
export async function chooseDivision(
  sites: readonly SiteNavigation[],
  shownOf: (site: SiteNavigation) => DivisionPath | undefined,
): Promise<{ readonly site: SiteNavigation; readonly path: DivisionPath | undefined } | undefined> {
  const divided = sites.map((site) => [site, divisionsIn(site.rows ?? [])] as const);
  const items = divided.flatMap(([site, paths]): readonly Choice[] => {
    if (paths.length === 0) return [];
    const shown = shownOf(site)?.at(-1);
    const everything = {
      label: vscode.l10n.t("Everything"),
      iconPath: new vscode.ThemeIcon("book"),
      ...described([shown ? "" : vscode.l10n.t("shown now")]),
      site,
    };
    return [
      ...(sites.length > 1 ? [{ label: site.name, kind: vscode.QuickPickItemKind.Separator }] : []),
      everything,
      ...paths.map((path) => choiceOf(site, path, path.at(-1) === shown)),
    ];
  });
  const current = items.filter(({ site, path }) => site && path?.at(-1) === shownOf(site)?.at(-1));
  const chosen = await pick(items, current.slice(0, 1));
  return chosen?.site && { site: chosen.site, path: chosen.path };
}

function choiceOf(site: SiteNavigation, path: DivisionPath, isShown: boolean): Choice {
  const node = path.at(-1);
  if (!node) return { label: "" };
  const { problems, hidden, isDefault } = node;
  return {
    label: rowLabel(node),
    iconPath: rowIcon(node),
    ...described([
      pathInWords(path.slice(0, -1), " › "),
      isDefault ? vscode.l10n.t("default") : "",
      hidden ? (hidden === "hidden" ? vscode.l10n.t("hidden") : vscode.l10n.t("left out")) : "",
      problems ? problemMark(problems) : "",
      isShown ? vscode.l10n.t("shown now") : "",
    ]),
    site,
    path,
  };
}

function described(parts: readonly string[]): { readonly description: string } {
  return { description: parts.filter((part) => part !== "").join(" · ") };
}

/** As `showQuickPick`, which begins with the first row and not with the one that is shown. */
function pick(items: readonly Choice[], active: readonly Choice[]): Promise<Choice | undefined> {
  const list = vscode.window.createQuickPick<Choice>();
  list.title = vscode.l10n.t("Show in the Navigation");
  list.placeholder = vscode.l10n.t("Which part of the site the tree shows, as its readers find it there");
  list.matchOnDescription = true;
  list.items = items;
  list.activeItems = active;
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}
