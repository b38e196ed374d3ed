import * as vscode from "vscode";
import type { NavigationNode, SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import type { ProblemCounts } from "../../../server/src/protocol/site.ts";
import { toEditorRange, formatNumber } from "../editor/workspace.ts";
import type { SectionPath } from "./section-filter.ts";

/**
 * A row of the tree. If there are several sites, the top-level rows are sites. All other rows are parts of a
 * navigation.
 */
export type NavigationRow =
  | {
      readonly kind: "site";
      readonly id: string;
      readonly site: SiteNavigation;
      /** The path of the only section whose rows are shown. If undefined, all rows are shown. */
      readonly shownPath: SectionPath | undefined;
    }
  | {
      readonly kind: "node";
      /** An ID that doesn't change when other parts are edited, so expanded rows remain expanded. */
      readonly id: string;
      readonly node: NavigationNode;
      readonly root: string;
      readonly parent: NavigationRow | undefined;
      /** All nodes in the list that contains this node, including this node. */
      readonly siblings: readonly NavigationNode[];
    };

/**
 * Returns the rows for the sites if there are several. Otherwise, returns the rows of the only site. If only one
 * section of a site is shown, only the rows of that section are included.
 */
export function listTopRows(
  sites: readonly SiteNavigation[],
  getShownPath: (site: SiteNavigation) => SectionPath | undefined,
): NavigationRow[] {
  const [onlySite] = sites;
  if (sites.length === 1 && onlySite) return listSiteRows(onlySite, getShownPath(onlySite), undefined);
  return sites.map((site): NavigationRow => ({ kind: "site", id: site.root, site, shownPath: getShownPath(site) }));
}

export function listChildRows(row: NavigationRow): NavigationRow[] {
  return row.kind === "site"
    ? listSiteRows(row.site, row.shownPath, row)
    : listRows(row.node.children, row.id, row.root, row);
}

/**
 * Returns the rows of a section, the rows that are shown everywhere (`global`), and the pages that aren't in the
 * navigation. The IDs are the same as if all rows were shown, so expanded rows remain expanded.
 */
function listSiteRows(
  { root, rows = [] }: SiteNavigation,
  path: SectionPath = [],
  parent: NavigationRow | undefined,
): NavigationRow[] {
  const globalRows: NavigationRow[] = [];
  let level = listRows(rows, root, root, parent);
  const matchesNode = (row: NavigationRow, isMatch: (node: NavigationNode) => boolean) =>
    row.kind === "node" && isMatch(row.node);
  for (const node of path) {
    const currentRow = level.find((row) => matchesNode(row, (each) => each === node));
    if (!currentRow) break;
    globalRows.unshift(
      ...level.filter((row) => row !== currentRow && matchesNode(row, ({ isGlobal }) => isGlobal === true)),
    );
    level = listChildRows(currentRow);
  }
  if (path.length === 0) return level;
  const unlistedRows = listRows(rows, root, root, parent).filter((row) =>
    matchesNode(row, ({ kind }) => kind === "unlisted"),
  );
  return [...level, ...globalRows, ...unlistedRows].map((row) => (row.kind === "node" ? { ...row, parent } : row));
}

/**
 * Returns the rows for nodes. The ID of a row is based on its content instead of its index, because a different row may
 * have that index after a drop.
 */
function listRows(
  nodes: readonly NavigationNode[],
  parentId: string,
  root: string,
  parent: NavigationRow | undefined,
): NavigationRow[] {
  const countsByName = new Map<string, number>();
  return nodes.map((node): NavigationRow => {
    const name = `${node.kind} ${node.slug ?? node.label} ${node.method ?? ""}`;
    const count = (countsByName.get(name) ?? 0) + 1;
    countsByName.set(name, count);
    return {
      kind: "node",
      id: `${parentId}/${name}${count > 1 ? ` ${String(count)}` : ""}`,
      node,
      root,
      parent,
      siblings: nodes,
    };
  });
}

/** Returns the first row whose node meets the condition, at any depth. Returns undefined if there isn't one. */
export function findRow(
  rows: readonly NavigationRow[],
  isMatch: (node: NavigationNode) => boolean,
): NavigationRow | undefined {
  for (const row of rows) {
    if (row.kind === "node" && isMatch(row.node)) return row;
    const descendantRow = findRow(listChildRows(row), isMatch);
    if (descendantRow) return descendantRow;
  }
  return undefined;
}

const methodColors: Readonly<Record<string, string>> = {
  GET: "charts.green",
  POST: "charts.blue",
  PUT: "charts.orange",
  PATCH: "charts.yellow",
  DELETE: "charts.red",
};

const sectionIcons: Readonly<Record<string, string>> = {
  tab: "browser",
  language: "globe",
  version: "versions",
  product: "package",
  dropdown: "chevron-down",
  anchor: "link",
  "menu item": "list-flat",
};

/**
 * Returns the icon for a row. The icon is red or yellow if the row has problems, and gray if readers don't see the row.
 */
export function getRowIcon({ kind, method, hidden, sectionKind, problems }: NavigationNode): vscode.ThemeIcon {
  const color = problems
    ? new vscode.ThemeColor(problems.error > 0 ? "list.errorForeground" : "list.warningForeground")
    : hidden
      ? new vscode.ThemeColor("disabledForeground")
      : undefined;
  switch (kind) {
    case "division":
      return new vscode.ThemeIcon(sectionIcons[sectionKind ?? ""] ?? "layers", color);
    case "group":
    case "generated":
      return new vscode.ThemeIcon(kind === "group" ? "folder" : "symbol-namespace", color);
    case "operation":
      return new vscode.ThemeIcon(
        "symbol-method",
        color ?? new vscode.ThemeColor(methodColors[method ?? ""] ?? "charts.foreground"),
      );
    case "link":
      return new vscode.ThemeIcon("link-external", color);
    case "nothing":
      return new vscode.ThemeIcon("circle-slash", new vscode.ThemeColor("list.warningForeground"));
    case "unlisted":
      return new vscode.ThemeIcon("eye-closed");
    case "page":
      return new vscode.ThemeIcon(hidden ? "eye-closed" : "file", color);
  }
}

/** Returns the label of a row. For a language, the label is the language's name in the editor's display language. */
export function getRowLabel({ kind, sectionKind, label, children }: NavigationNode): string {
  if (kind === "unlisted") return vscode.l10n.t("Unlisted ({0})", formatNumber(children.length));
  return sectionKind === "language" ? getLanguageName(label) : label;
}

/** Formats the path of a section, such as `French · v2`. */
export function formatSectionPath(path: SectionPath, separator = " · "): string {
  return path.map(getRowLabel).join(separator);
}

/** Formats the number of problems, such as `2 errors`. Warnings are included only if there are no errors. */
export function formatProblemBadge(counts: ProblemCounts): string {
  return formatCounts(counts)[0] ?? "";
}

/** Returns the numbers of errors and warnings as text. Omits numbers that are zero. */
function formatCounts({ error, warning }: ProblemCounts): string[] {
  return [
    ...(error === 0 ? [] : [error === 1 ? vscode.l10n.t("1 error") : vscode.l10n.t("{0} errors", error)]),
    ...(warning === 0 ? [] : [warning === 1 ? vscode.l10n.t("1 warning") : vscode.l10n.t("{0} warnings", warning)]),
  ];
}

/**
 * Returns the name of a language, such as `French` for `fr`. If the name is unknown, returns the code. The service's
 * own codes are converted to standard ones.
 */
function getLanguageName(code: string): string {
  const aliases: Readonly<Record<string, string>> = { cn: "zh-Hans", jp: "ja" };
  try {
    const displayNames = new Intl.DisplayNames([vscode.env.language], { type: "language" });
    return displayNames.of(aliases[code] ?? code) ?? code;
  } catch {
    return code;
  }
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns the tree item for a row. */
export function createTreeItem(row: NavigationRow): vscode.TreeItem {
  if (row.kind === "site") {
    const item = new vscode.TreeItem(row.site.name, Expanded);
    item.id = row.id;
    item.iconPath = new vscode.ThemeIcon("book");
    item.tooltip = vscode.Uri.parse(row.site.root).fsPath;
    item.contextValue = row.shownPath ? "site narrowed" : "site";
    if (row.shownPath) item.description = formatSectionPath(row.shownPath);
    item.accessibilityInformation = { label: formatAccessibleSite(row) };
    return item;
  }
  const { node } = row;
  const item = new vscode.TreeItem(getRowLabel(node), node.children.length === 0 ? None : getCollapsibleState(node));
  item.id = row.id;
  item.description = getDescription(node);
  item.tooltip = createTooltip(node);
  item.iconPath = getRowIcon(node);
  item.contextValue = getContextValue(node);
  item.accessibilityInformation = { label: getAccessibleName(node) };
  const location = node.openTarget ?? (node.children.length === 0 ? node.location : undefined);
  if (location)
    item.command = {
      title: vscode.l10n.t("Open"),
      command: "vscode.open",
      arguments: [
        vscode.Uri.parse(location.uri),
        { selection: toEditorRange(location.range), preview: true, preserveFocus: true },
      ],
    };
  return item;
}

function getCollapsibleState({ kind, isDefault }: NavigationNode): vscode.TreeItemCollapsibleState {
  return kind === "unlisted" || kind === "generated" || isDefault === false ? Collapsed : Expanded;
}

/**
 * Returns the description of a row. An operation's method comes first, as in the navigation, followed by badges and
 * ratings.
 */
function getDescription(node: NavigationNode): string {
  const { detail, hidden, isDefault, problems, rating, kind, sectionKind, label } = node;
  const parts = [
    ...(sectionKind === "language" && label !== getRowLabel(node) ? [label] : []),
    ...(kind === "nothing" ? [createEmptyMessage(detail)] : detail === undefined ? [] : [detail]),
    ...(isDefault ? [vscode.l10n.t("default")] : []),
    ...(hidden ? [hidden === "hidden" ? vscode.l10n.t("hidden") : vscode.l10n.t("ignored")] : []),
    ...(rating && rating.up + rating.down > 0 ? [`▲ ${String(rating.up)} ▼ ${String(rating.down)}`] : []),
    ...(problems ? [formatProblemBadge(problems)] : []),
  ];
  return parts.join(" · ");
}

function createEmptyMessage(detail = ""): string {
  switch (detail) {
    case "page-not-found":
      return vscode.l10n.t("page doesn't exist");
    case "excluded":
      return vscode.l10n.t("excluded by the specification");
    default:
      return vscode.l10n.t("nothing to show");
  }
}

function createTooltip(node: NavigationNode): string {
  const lines = [
    node.method === undefined ? node.label : `${node.method} ${node.label}`,
    ...(node.slug === undefined ? [] : [`/${node.slug}`]),
    ...(node.problems ? [formatCounts(node.problems).join(", ")] : []),
    ...(node.rating
      ? [
          vscode.l10n.t(
            "Helpful: {0}, not helpful: {1}, open comments: {2}",
            node.rating.up,
            node.rating.down,
            node.rating.open,
          ),
        ]
      : []),
    ...(node.hidden === "dropped"
      ? [vscode.l10n.t("The service ignores this item because another list at the same level takes precedence.")]
      : []),
  ];
  return lines.join("\n");
}

/**
 * Returns the context value that menus check. The value indicates whether the row is in docs.json, whether it's a page,
 * and whether the tree can show only this row.
 */
function getContextValue({ kind, location, slug, isLink }: NavigationNode): string {
  const parts = [
    kind,
    ...(location ? ["listed"] : []),
    ...(slug === undefined ? [] : ["slug"]),
    ...(kind === "division" && !isLink ? ["alone"] : []),
  ];
  return parts.join(" ");
}

/**
 * Returns the label of a site, such as `Berthline, 28 of 29 pages shown`. If only one section is shown, the label ends
 * with the section's name.
 */
function formatAccessibleSite({ site, shownPath }: Extract<NavigationRow, { kind: "site" }>): string {
  const visibleSlugs = new Set<string>();
  const allSlugs = new Set<string>();
  const count = (nodes: readonly NavigationNode[], isParentVisible: boolean) => {
    for (const { kind, slug, hidden, children } of nodes) {
      const isVisible = isParentVisible && hidden === undefined && kind !== "unlisted";
      if (slug !== undefined && (kind === "page" || kind === "operation")) {
        allSlugs.add(slug);
        if (isVisible) visibleSlugs.add(slug);
      }
      count(children, isVisible);
    }
  };
  count(site.rows ?? [], true);
  const pagesText = vscode.l10n.t(
    "{0} of {1} pages shown",
    formatNumber(visibleSlugs.size),
    formatNumber(allSlugs.size),
  );
  return [site.name, pagesText, ...(shownPath ? [formatSectionPath(shownPath)] : [])].join(", ");
}

function getAccessibleName(node: NavigationNode): string {
  const kind =
    node.kind === "division" ? (node.sectionKind ?? "") : node.kind === "operation" ? (node.method ?? "") : node.kind;
  return [kind, getRowLabel(node), getDescription(node)].filter((part) => part !== "").join(", ");
}
