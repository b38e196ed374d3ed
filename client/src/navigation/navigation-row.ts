import type { NavigationNode, SiteNavigation } from "../../../server/src/protocol.ts";

/** A row of the tree: a site where there are several, or a part of a navigation. */
export type NavigationRow =
  | { readonly kind: "site"; readonly id: string; readonly site: SiteNavigation }
  | {
      readonly kind: "node";
      /** The same after an edit elsewhere, so that what is open stays open. */
      readonly id: string;
      readonly node: NavigationNode;
      readonly root: string;
      readonly parent: NavigationRow | undefined;
    };

/** Sites where there are several, else the rows of the only one. */
export function topRows(sites: readonly SiteNavigation[]): NavigationRow[] {
  const [only] = sites;
  if (sites.length === 1 && only) return rowsOf(only.rows ?? [], only.root, only.root, undefined);
  return sites.map((site): NavigationRow => ({ kind: "site", id: site.root, site }));
}

export function childRows(row: NavigationRow): NavigationRow[] {
  return row.kind === "site"
    ? rowsOf(row.site.rows ?? [], row.id, row.site.root, row)
    : rowsOf(row.node.children, row.id, row.root, row);
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
    };
  });
}

/** The first row that shows a page or opens a file, with the rows above it; undefined when none does. */
export function findRow(
  rows: readonly NavigationRow[],
  isWanted: (node: NavigationNode) => boolean,
): NavigationRow | undefined {
  for (const row of rows) {
    if (row.kind === "node" && isWanted(row.node)) return row;
    const found = findRow(childRows(row), isWanted);
    if (found) return found;
  }
  return undefined;
}
