import * as vscode from "vscode";
import type { Memento } from "vscode";
import type { NavigationNode, SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import { formatSectionPath, formatProblemBadge, getRowIcon, getRowLabel } from "./navigation-item.ts";

/**
 * The path to a language, version, tab, or other section. It contains the section's ancestors, outermost first,
 * followed by the section itself, and is never empty.
 */
export type SectionPath = readonly NavigationNode[];

/**
 * The data for finding a section again. The data consists of names, because any edit can change the locations in
 * docs.json.
 */
export interface StoredStep {
  /** The name of the section, such as `language en` or `tab Guides`. */
  readonly name: string;
  /**
   * The names of all sections on the same level, in order. They identify the section even if its own name has changed.
   */
  readonly beside: readonly string[];
}

/** Returns every section that has or may have content. Each section comes before the sections that it contains. */
export function listSections(nodes: readonly NavigationNode[], ancestors: SectionPath = []): SectionPath[] {
  return listTopSections(nodes)
    .filter(({ isLink }) => !isLink)
    .flatMap((node) => [[...ancestors, node], ...listSections(node.children, [...ancestors, node])]);
}

/** Returns the data for finding a section of these rows later. */
export function createStoredSteps(nodes: readonly NavigationNode[], path: SectionPath): StoredStep[] {
  return path.map((node, depth) => {
    const level = listTopSections(depth === 0 ? nodes : (path[depth - 1]?.children ?? []));
    const siblingNames = listNames(level);
    return { name: siblingNames[level.indexOf(node)] ?? "", beside: siblingNames };
  });
}

/** Finds the section in rows that may have changed. Returns undefined if it no longer exists. */
export function findSection(nodes: readonly NavigationNode[], steps: readonly StoredStep[]): SectionPath | undefined {
  const path: NavigationNode[] = [];
  for (const step of steps) {
    const level = listTopSections(path.at(-1)?.children ?? nodes);
    const node = level[findNearestIndex(step, listNames(level))];
    if (!node || node.isLink) return undefined;
    path.push(node);
  }
  return path.length > 0 ? path : undefined;
}

/**
 * Returns the index of a stored name among the names at its level. If the name is missing but all other names are
 * unchanged, returns the index of the name that has replaced it. Otherwise, returns -1.
 */
function findNearestIndex({ name, beside }: StoredStep, names: readonly string[]): number {
  const index = names.indexOf(name);
  if (index >= 0) return index;
  const previousIndex = beside.indexOf(name);
  const isRenamed =
    names.length === beside.length && names.every((other, i) => i === previousIndex || other === beside[i]);
  return isRenamed ? previousIndex : -1;
}

function listTopSections(nodes: readonly NavigationNode[]): NavigationNode[] {
  return nodes.filter(({ kind }) => kind === "division");
}

/** Returns the names, with numbers added to names that occur more than once. */
function listNames(sections: readonly NavigationNode[]): string[] {
  const countsByName = new Map<string, number>();
  return sections.map(({ sectionKind = "", label }) => {
    const name = `${sectionKind} ${label}`;
    const count = (countsByName.get(name) ?? 0) + 1;
    countsByName.set(name, count);
    return count === 1 ? name : `${name} ${String(count)}`;
  });
}

const storageKey = "docwright.navigation.shown";

type StoredSections = Readonly<Record<string, readonly StoredStep[]>>;

/** The section that the tree shows for each site, stored in the workspace state. */
export class ShownSections {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /**
   * Returns the section that is shown for a site. Returns undefined if everything is shown, because no section was
   * chosen or the section no longer exists.
   */
  getPath({ root, rows }: SiteNavigation): SectionPath | undefined {
    const steps = this.#storedSections[root];
    return rows && steps && findSection(rows, steps);
  }

  /** Stores the section to show. If there's no path, everything is shown. Writes only if the section has changed. */
  saveSection({ root, rows = [] }: SiteNavigation, path: SectionPath | undefined): void {
    const { [root]: storedSteps, ...otherSections } = this.#storedSections;
    const steps = path && createStoredSteps(rows, path);
    if (JSON.stringify(steps) === JSON.stringify(storedSteps)) return;
    void this.#memento.update(storageKey, steps ? { ...otherSections, [root]: steps } : otherSections);
  }

  get #storedSections(): StoredSections {
    return this.#memento.get<StoredSections>(storageKey) ?? {};
  }
}

interface Choice extends vscode.QuickPickItem {
  readonly site?: SiteNavigation;
  /** The path of the section. If undefined, everything is shown. */
  readonly path?: SectionPath;
}

/**
 * Prompts the user to select the section of a site to show. The current section is preselected. Returns undefined if
 * the user cancels.
 */
export async function chooseSection(
  sites: readonly SiteNavigation[],
  getShownPath: (site: SiteNavigation) => SectionPath | undefined,
): Promise<{ readonly site: SiteNavigation; readonly path: SectionPath | undefined } | undefined> {
  const sectionsBySite = sites.map((site) => [site, listSections(site.rows ?? [])] as const);
  const items = sectionsBySite.flatMap(([site, paths]): readonly Choice[] => {
    if (paths.length === 0) return [];
    const currentSection = getShownPath(site)?.at(-1);
    const showAllItem = {
      label: vscode.l10n.t("Everything"),
      iconPath: new vscode.ThemeIcon("book"),
      ...joinDescription([currentSection ? "" : vscode.l10n.t("current")]),
      site,
    };
    return [
      ...(sites.length > 1 ? [{ label: site.name, kind: vscode.QuickPickItemKind.Separator }] : []),
      showAllItem,
      ...paths.map((path) => createChoice(site, path, path.at(-1) === currentSection)),
    ];
  });
  const currentChoices = items.filter(({ site, path }) => site && path?.at(-1) === getShownPath(site)?.at(-1));
  const choice = await pickSection(items, currentChoices.slice(0, 1));
  return choice?.site && { site: choice.site, path: choice.path };
}

function createChoice(site: SiteNavigation, path: SectionPath, isActive: boolean): Choice {
  const node = path.at(-1);
  if (!node) return { label: "" };
  const { problems, hidden, isDefault } = node;
  return {
    label: getRowLabel(node),
    iconPath: getRowIcon(node),
    ...joinDescription([
      formatSectionPath(path.slice(0, -1), " › "),
      isDefault ? vscode.l10n.t("default") : "",
      hidden ? (hidden === "hidden" ? vscode.l10n.t("hidden") : vscode.l10n.t("ignored")) : "",
      problems ? formatProblemBadge(problems) : "",
      isActive ? vscode.l10n.t("current") : "",
    ]),
    site,
    path,
  };
}

function joinDescription(parts: readonly string[]): { readonly description: string } {
  return { description: parts.filter((part) => part !== "").join(" · ") };
}

/**
 * Does the same as `showQuickPick`, except that one of the `activeChoices` items is initially selected instead of the
 * first item.
 */
function pickSection(items: readonly Choice[], activeChoices: readonly Choice[]): Promise<Choice | undefined> {
  const quickPick = vscode.window.createQuickPick<Choice>();
  quickPick.title = vscode.l10n.t("Filter Navigation");
  quickPick.placeholder = vscode.l10n.t("Select the section to show as readers see it");
  quickPick.matchOnDescription = true;
  quickPick.items = items;
  quickPick.activeItems = activeChoices;
  return new Promise((resolve) => {
    quickPick.onDidAccept(() => {
      resolve(quickPick.selectedItems[0]);
      quickPick.hide();
    });
    quickPick.onDidHide(() => {
      resolve(undefined);
      quickPick.dispose();
    });
    quickPick.show();
  });
}

type Chain = readonly NavigationNode[];

/**
 * Returns the section to show instead of `path` if a page isn't visible in `path`. As on the published site, the new
 * section has the same kind and as many of the same ancestors as possible. Returns undefined if the page is visible or
 * isn't in any other section.
 */
export function findPageSection(
  nodes: readonly NavigationNode[],
  path: SectionPath,
  uri: string,
): SectionPath | undefined {
  let bestPath: SectionPath | undefined;
  let maxSharedCount = -1;
  for (const chain of findChains(nodes, uri)) {
    if (isVisible(chain, path)) return undefined;
    const sections = chain.filter(({ kind }) => kind === "division");
    const sharedCount = sections.filter((node, depth) => isSameName(node, path[depth])).length;
    if (sections.length === 0 || sharedCount <= maxSharedCount) continue;
    bestPath = sections;
    maxSharedCount = sharedCount;
  }
  return bestPath && truncateToSameKind(bestPath, path);
}

/**
 * Whether a row shows a page. The row of an operation never shows a page, because its `openTarget` is the operation's
 * specification.
 */
export function showsPage({ kind, openTarget }: NavigationNode, uri: string): boolean {
  return kind !== "operation" && openTarget?.uri === uri;
}

/** Yields each row that shows the page, together with its ancestors. */
function* findChains(nodes: readonly NavigationNode[], uri: string, ancestors: Chain = []): Iterable<Chain> {
  for (const node of nodes) {
    const chain = [...ancestors, node];
    if (showsPage(node, uri)) yield chain;
    yield* findChains(node.children, uri, chain);
  }
}

function isVisible(chain: Chain, path: SectionPath): boolean {
  const section = path.at(-1);
  return chain.some((node, depth) => {
    const isParentOnPath = depth === 0 || chain[depth - 1] === path[depth - 1];
    return node === section || node.kind === "unlisted" || (node.isGlobal === true && isParentOnPath);
  });
}

/**
 * Whether two sections have the same name. For example, when a section is chosen in another language, the same version
 * is a closer match than a different version.
 */
function isSameName({ sectionKind, label }: NavigationNode, other: NavigationNode | undefined): boolean {
  return sectionKind === other?.sectionKind && label === other?.label;
}

function truncateToSameKind(path: SectionPath, shownPath: SectionPath): SectionPath {
  const depth = path.findLastIndex(({ sectionKind }) => sectionKind === shownPath.at(-1)?.sectionKind);
  return path.slice(0, depth < 0 ? shownPath.length : depth + 1);
}
