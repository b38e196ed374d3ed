import type { NavigationNode, SiteNavigation } from "../../../server/src/protocol/navigation.ts";
import type { DivisionPath } from "./division-filter.ts";

/** A row of the tree: a site where there are several, or a part of a navigation. */
export type NavigationRow =
  | {
      readonly kind: "site";
      readonly id: string;
      readonly site: SiteNavigation;
      /** The division whose rows alone are shown; undefined for everything. */
      readonly shown: DivisionPath | undefined;
    }
  | {
      readonly kind: "node";
      /** The same after an edit elsewhere, so that what is open stays open. */
      readonly id: string;
      readonly node: NavigationNode;
      readonly root: string;
      readonly parent: NavigationRow | undefined;
      /** All that stand in one list with it, itself among them. */
      readonly siblings: readonly NavigationNode[];
    };

/** Sites where there are several, else the rows of the only one; of each site those of the division that it is asked for. */
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
 * What stands in the division, what is shown beside it there (`global`), and the pages that no menu lists. Rows are named as
 * among all, so that what is open stays open.
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

/** Named by what stands there and not by its number, which another row may have after a drop. */
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

/** The first row that shows a page or opens a file, with the rows above it; undefined when none does. */
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
