import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import {
  type ChangeNavigationParams,
  type PublishedPageParams,
  type NavigationLocation,
  publishedPage,
  type PublishedPage,
  changeNavigation as request,
} from "../../../server/src/protocol/navigation.ts";
import { renameRow } from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";
import type { PreviewPanels } from "../preview/previews.ts";
import { movePage } from "../refactoring/move-page.ts";
import type { MoveSummary } from "../refactoring/move-summary.ts";
import { applyAndSave, applyQueuedEdit } from "../refactoring/planned-edits.ts";
import type { NavigationRow } from "./navigation-item.ts";
import type { NavigationView } from "./navigation-view.ts";

/**
 * Makes a change to the navigation as one edit that can be undone, and saves docs.json without opening it. If the
 * change isn't possible, shows the reason. Returns true if the change was made.
 */
export async function applyNavigationChange(server: LanguageServer, change: ChangeNavigationParams): Promise<boolean> {
  return applyQueuedEdit(server, () => server.request(request, change), applyAndSave);
}

const mimeType = "application/vnd.code.tree.docwright.navigation";

/**
 * Whether dropped data is a location from this view. Checks only the types of the fields, because the server validates
 * the location itself.
 */
function isNavigationLocation(value: unknown): value is NavigationLocation {
  return isPlainRecord(value) && typeof value["uri"] === "string" && isPlainRecord(value["range"]);
}

/**
 * Handles dragging and dropping of rows. Rows that are dropped on a group or section are moved to its end. Rows that
 * are dropped on a page are moved to the position after the page. If only one section is shown, rows that are dropped
 * below all other rows are moved to the end of that section. Pages that are dropped on an editor are opened in it.
 */
export class NavigationDragController implements vscode.TreeDragAndDropController<NavigationRow> {
  readonly dropMimeTypes = [mimeType];
  readonly dragMimeTypes = [mimeType, "text/uri-list"];
  readonly #server: LanguageServer;
  readonly #getShownLocation: () => NavigationLocation | undefined;

  constructor(server: LanguageServer, getShownLocation: () => NavigationLocation | undefined) {
    this.#server = server;
    this.#getShownLocation = getShownLocation;
  }

  handleDrag(rows: readonly NavigationRow[], data: vscode.DataTransfer): void {
    data.set(mimeType, new vscode.DataTransferItem(rows.flatMap(getRowLocations)));
    const pages = rows.flatMap((row) => (row.kind === "node" && row.node.openTarget ? [row.node.openTarget.uri] : []));
    if (pages.length > 0) data.set("text/uri-list", new vscode.DataTransferItem(pages.join("\r\n")));
  }

  async handleDrop(target: NavigationRow | undefined, data: vscode.DataTransfer): Promise<void> {
    const droppedItem: unknown = data.get(mimeType)?.value;
    const locations = Array.isArray(droppedItem) ? droppedItem.filter(isNavigationLocation) : [];
    const targetLocation = target ? getRowLocations(target)[0] : this.#getShownLocation();
    if (locations.length === 0) return;
    if (!targetLocation || target?.kind === "site") {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Entries can be dropped only next to entries in docs.json. Drop them on a page, group, or tab."),
      );
      return;
    }
    const canContainEntries = !target || target.node.kind === "group" || target.node.kind === "division";
    const isSibling = target && locations.some(({ uri, range }) => isInSameList(target, { uri, range }));
    const position = canContainEntries && !isSibling ? "inside" : "after";
    const change: ChangeNavigationParams = { kind: "move", nodes: locations, target: targetLocation, position };
    await applyNavigationChange(this.#server, change);
  }
}

/**
 * Whether a dropped row is moved to the position after the target. This is the case if both the row and the target are
 * sections in the same list.
 */
function isInSameList(target: NavigationRow, { uri, range }: NavigationLocation): boolean {
  if (target.kind !== "node" || target.node.kind !== "division") return false;
  return target.siblings.some(
    ({ location }) =>
      location?.uri === uri &&
      location.range.start.line === range.start.line &&
      location.range.start.character === range.start.character,
  );
}

export function getRowLocations(row: NavigationRow): readonly NavigationLocation[] {
  return row.kind === "node" && row.node.location ? [row.node.location] : [];
}

type Handlers = Readonly<Record<string, (argument?: unknown) => unknown>>;

/** Returns the commands for rows of the tree, which are used by keyboard shortcuts and menus. */
export function createNavigationCommands(
  server: LanguageServer,
  view: NavigationView,
  moveSummary: MoveSummary,
): Handlers {
  const listLocations = async (row: unknown) => (await view.waitForChosenRows(row)).flatMap(getRowLocations);
  let pendingCount = 0;
  const moveByStep = async (row: unknown, direction: "up" | "down") => {
    // While a key is held, the row must not keep moving after the key is released.
    if (pendingCount === 2) return;
    pendingCount++;
    try {
      const locations = await listLocations(row);
      if (locations.length > 0) await applyNavigationChange(server, { kind: "step", nodes: locations, direction });
    } finally {
      pendingCount--;
    }
  };
  return {
    "docwright.navigation.switch": () => view.chooseSection(),
    "docwright.navigation.showOnly": (row) => view.showSection(row),
    "docwright.navigation.showEverything": (row) => view.showAllRows(row),
    "docwright.navigation.moveUp": (row) => moveByStep(row, "up"),
    "docwright.navigation.moveDown": (row) => moveByStep(row, "down"),
    "docwright.navigation.remove": async (row) => {
      const locations = await listLocations(row);
      return locations.length > 0 && applyNavigationChange(server, { kind: "remove", nodes: locations });
    },
    "docwright.navigation.rename": async (row) => renameEntry(server, (await view.waitForChosenRows(row))[0]),
    "docwright.navigation.movePage": (row) => {
      const [navigationRow] = view.getSelectedRows(row);
      const openTarget =
        navigationRow?.kind === "node" && navigationRow.node.kind === "page"
          ? navigationRow.node.openTarget
          : undefined;
      return openTarget && movePage(server, moveSummary, vscode.Uri.parse(openTarget.uri));
    },
    "docwright.navigation.showInConfig": async (row) => showLocation((await listLocations(row))[0]),
    "docwright.navigation.copyAddress": (row) => {
      const [navigationRow] = view.getSelectedRows(row);
      const slug = navigationRow?.kind === "node" ? navigationRow.node.slug : undefined;
      return slug !== undefined && vscode.env.clipboard.writeText(`/${slug}`);
    },
  };
}

async function renameEntry(server: LanguageServer, row: NavigationRow | undefined): Promise<void> {
  const [location] = row ? getRowLocations(row) : [];
  if (row?.kind !== "node") return;
  const { node, root } = row;
  const slug = node.kind === "page" || node.kind === "operation" ? node.slug : undefined;
  if (!location && slug === undefined) return;
  const label = await promptForInput(vscode.l10n.t("Rename"), vscode.l10n.t("Title that readers see"), node.label);
  if (label === undefined || label === node.label) return;
  if (slug !== undefined) await applyQueuedEdit(server, () => server.request(renameRow, { root, slug, title: label }));
  else if (location) await applyNavigationChange(server, { kind: "rename", nodes: [location], label });
}

async function promptForInput(title: string, prompt: string, value = ""): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    valueSelection: [value.length, value.length],
  });
  return text === undefined || text.trim() === "" ? undefined : text.trim();
}

async function showLocation(location: NavigationLocation | undefined): Promise<void> {
  if (!location) return;
  const { start } = location.range;
  const position = new vscode.Position(start.line, start.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(location.uri), {
    selection: new vscode.Range(position, position),
  });
}

/**
 * Returns the page in the tree row on which a command is run. If there's no row, returns the page in the active
 * preview, or undefined if no preview is active.
 */
export function getChosenPage(
  argument: unknown,
  navigation: Pick<NavigationView, "getSelectedRows">,
  previews: Pick<PreviewPanels, "activePage">,
): ChosenPage | undefined {
  const isRow = isPlainRecord(argument) && "kind" in argument;
  const [row] = isRow ? navigation.getSelectedRows(argument) : [];
  if (row?.kind === "node") {
    const { openTarget, location, slug } = row.node;
    const uri = openTarget?.uri ?? location?.uri;
    return uri === undefined ? undefined : createFilePage(uri, slug);
  }
  const activePage = previews.activePage;
  return activePage && createFilePage(activePage.uri, activePage.url);
}

/** Returns the data that identifies a page: the URI of its file and, if the page is generated, its slug. */
function createFilePage(uri: string, slug: string | undefined): ChosenPage {
  return /\.mdx?$/.test(uri) || slug === undefined ? { uri } : { uri, slug };
}

/** The page that a command applies to. A page without its own file is identified by its slug. */
interface ChosenPage {
  readonly uri: string;
  readonly slug?: string;
}

/**
 * Returns the commands that open or copy the URL of a published page, and the command that copies the page's docs.json
 * entry. `getChosenPage` returns the page in a tree row or in the active preview.
 */
export function createPageCommands(
  server: LanguageServer,
  getChosenPage: (argument: unknown) => ChosenPage | undefined,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  const find = async (argument: unknown) =>
    findPublishedPage(server, getPage(argument) ?? getChosenPage(argument) ?? getEditorPage());
  return {
    "docwright.openPublished": async (argument) => {
      const url = getUrl(await find(argument));
      if (url !== undefined) await vscode.env.openExternal(vscode.Uri.parse(url, true));
    },
    "docwright.copyPublishedUrl": async (argument) => {
      const url = getUrl(await find(argument));
      if (url !== undefined) await copyText(url);
    },
    "docwright.copyConfigPath": async (argument) => {
      const page = await find(argument);
      if (page?.ok) await copyText(page.configPath);
    },
  };
}

function getPage(argument: unknown): ChosenPage | undefined {
  return argument instanceof vscode.Uri && argument.scheme === "file" ? { uri: argument.toString() } : undefined;
}

function getEditorPage(): ChosenPage | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && { uri: uri.toString() };
}

async function findPublishedPage(
  server: LanguageServer,
  page: PublishedPageParams | undefined,
): Promise<PublishedPage | undefined> {
  if (!page) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a page on a site first."));
    return undefined;
  }
  const response = await server.request(publishedPage, page);
  if (response?.ok === false) void vscode.window.showInformationMessage(response.reason);
  return response;
}

/** Returns the URL of a published page. If the site's URL isn't configured, shows a message and returns undefined. */
function getUrl(page: PublishedPage | undefined): string | undefined {
  if (page?.ok && page.url === undefined)
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "The URL of the published site isn't configured. Set siteUrl in .docwright.json next to docs.json.",
      ),
    );
  return page?.ok ? page.url : undefined;
}

async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied {0}", text), 4000);
}
