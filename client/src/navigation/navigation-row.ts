import type { NavigationNode, SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import type { DivisionPath } from "./division-filter.ts";

/** A row of the tree: a site if there are several, or a part of a navigation. */
export type NavigationRow =
  | {
      readonly kind: "site";
      readonly id: string;
      readonly site: SiteNavigation;
      /** The only section whose rows are shown, or undefined for everything. */
      readonly shown: DivisionPath | undefined;
    }
  | {
      readonly kind: "node";
      /** Stable across edits elsewhere, so expanded rows remain expanded. */
      readonly id: string;
      readonly node: NavigationNode;
      readonly root: string;
      readonly parent: NavigationRow | undefined;
      /** All nodes in the same list, including this one. */
      readonly siblings: readonly NavigationNode[];
    };

/**
 * Returns the sites if there are several, or else the rows of the only one. Rows are limited to the section shown for
 * each site.
 */
export function topRows(
  sites: readonly SiteNavigation[],
  shownOf: (site: SiteNavigation) => DivisionPath | undefined,
): NavigationRow[] {
  const [only] = sites;
  if (sites.length === 1 && only) return rowsOfSite(only, shownOf(only), undefined);
  return sites.map((site): NavigationRow => ({ kind: "site", id: site.root, site, shown: shownOf(site) }));
}

export function childRows(row: NavigationRow): NavigationRow[] {
  return row.kind === "site"
    ? rowsOfSite(row.site, row.shown, row)
    : rowsOf(row.node.children, row.id, row.root, row);
}

/**
 * Returns the rows of the section, those shown everywhere (`global`), and the pages that aren't in the navigation. IDs
 * are the same as without a section, so expanded rows remain expanded.
 */
function rowsOfSite(
  { root, rows = [] }: SiteNavigation,
  shown: DivisionPath = [],
  parent: NavigationRow | undefined,
): NavigationRow[] {
  const beside: NavigationRow[] = [];
  let level = rowsOf(rows, root, root, parent);
  const isKind = (row: NavigationRow, isRequested: (node: NavigationNode) => boolean) =>
    row.kind === "node" && isRequested(row.node);
  for (const node of shown) {
    const around = level.find((row) => isKind(row, (each) => each === node));
    if (!around) break;
    beside.unshift(
      ...level.filter((row) => row !== around && isKind(row, ({ isGlobal }) => isGlobal === true)),
    );
    level = childRows(around);
  }
  if (shown.length === 0) return level;
  const unlisted = rowsOf(rows, root, root, parent).filter((row) =>
    isKind(row, ({ kind }) => kind === "unlisted"),
  );
  return [...level, ...beside, ...unlisted].map((row) => (row.kind === "node" ? { ...row, parent } : row));
}

/** IDs are based on content, not on the index, which another row may have after a drop. */
function rowsOf(
  nodes: readonly NavigationNode[],
  above: string,
  root: string,
  parent: NavigationRow | undefined,
): NavigationRow[] {
  const seen = new Map<string, number>();
  return nodes.map((node): NavigationRow => {
    const name = `${node.kind} ${node.slug ?? node.label} ${node.method ?? ""}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      kind: "node",
      id: `${above}/${name}${count > 1 ? ` ${String(count)}` : ""}`,
      node,
      root,
      parent,
      siblings: nodes,
    };
  });
}

/** Finds the first row that shows a page or opens a file, with its ancestors. Returns undefined if there is none. */
export function findRow(
  rows: readonly NavigationRow[],
  isRequested: (node: NavigationNode) => boolean,
): NavigationRow | undefined {
  for (const row of rows) {
    if (row.kind === "node" && isRequested(row.node)) return row;
    const found = findRow(childRows(row), isRequested);
    if (found) return found;
  }
  return undefined;
}
