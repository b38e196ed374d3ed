import type { NavigationNode } from "../../../server/src/protocol/navigation.ts";
import type { DivisionPath } from "./shown-division.ts";

type Chain = readonly NavigationNode[];

/**
 * The division to show instead of `shown` for a page that is not to be seen there, as the published site would: of the
 * same kind, and with as much the same around it as can be. Undefined when the page is to be seen, or stands nowhere else.
 */
export function divisionOfPage(
  rows: readonly NavigationNode[],
  shown: DivisionPath,
  uri: string,
): DivisionPath | undefined {
  let best: DivisionPath | undefined;
  let mostShared = -1;
  for (const chain of chainsTo(rows, uri)) {
    if (isSeen(chain, shown)) return undefined;
    const divisions = chain.filter(({ kind }) => kind === "division");
    const shared = divisions.filter((node, depth) => isSameName(node, shown[depth])).length;
    if (divisions.length === 0 || shared <= mostShared) continue;
    best = divisions;
    mostShared = shared;
  }
  return best && upToSameKind(best, shown);
}

/** Whether a row shows a page; what opens for an operation is its specification. */
export function showsPage({ kind, opens }: NavigationNode, uri: string): boolean {
  return kind !== "operation" && opens?.uri === uri;
}

/** Each row that shows the page, behind those it stands in. */
function* chainsTo(rows: readonly NavigationNode[], uri: string, around: Chain = []): Iterable<Chain> {
  for (const node of rows) {
    const chain = [...around, node];
    if (showsPage(node, uri)) yield chain;
    yield* chainsTo(node.children, uri, chain);
  }
}

function isSeen(chain: Chain, shown: DivisionPath): boolean {
  const division = shown.at(-1);
  return chain.some((node, depth) => {
    const isBesideShown = depth === 0 || chain[depth - 1] === shown[depth - 1];
    return node === division || node.kind === "unlisted" || (node.isGlobal === true && isBesideShown);
  });
}

/** The same version of another language is nearer than its other versions. */
function isSameName({ division, label }: NavigationNode, other: NavigationNode | undefined): boolean {
  return division === other?.division && label === other?.label;
}

function upToSameKind(path: DivisionPath, shown: DivisionPath): DivisionPath {
  const depth = path.findLastIndex(({ division }) => division === shown.at(-1)?.division);
  return path.slice(0, depth < 0 ? shown.length : depth + 1);
}
