import type { NavigationNode } from "../../../server/src/protocol/navigation.ts";

/** A language, version, tab or other division with those around it, from the outside in; never empty. */
export type DivisionPath = readonly NavigationNode[];

/** How a division is kept in mind: by its name, as places in docs.json move with each edit. */
export interface RememberedStep {
  /** `language en`, `tab Guides`. */
  readonly name: string;
  /** All names on its level in their order, by which it is known again when it alone has got another. */
  readonly beside: readonly string[];
}

/** Every division that holds something or may, each in front of those inside of it. */
export function divisionsIn(rows: readonly NavigationNode[], around: DivisionPath = []): DivisionPath[] {
  return divisionsAmong(rows)
    .filter(({ isLink }) => !isLink)
    .flatMap((node) => [[...around, node], ...divisionsIn(node.children, [...around, node])]);
}

/** What is kept in mind of a division of these rows. */
export function rememberDivision(rows: readonly NavigationNode[], path: DivisionPath): RememberedStep[] {
  return path.map((node, depth) => {
    const level = divisionsAmong(depth === 0 ? rows : (path[depth - 1]?.children ?? []));
    const beside = namesOf(level);
    return { name: beside[level.indexOf(node)] ?? "", beside };
  });
}

/** The division among rows that may be others by now; undefined when it is gone. */
export function findDivision(
  rows: readonly NavigationNode[],
  steps: readonly RememberedStep[],
): DivisionPath | undefined {
  const path: NavigationNode[] = [];
  for (const step of steps) {
    const level = divisionsAmong(path.at(-1)?.children ?? rows);
    const node = level[placeOf(step, namesOf(level))];
    if (!node || node.isLink) return undefined;
    path.push(node);
  }
  return path.length > 0 ? path : undefined;
}

/** Among the names of a level: -1 when it is not there, nor one that has come in its place and nothing else has changed. */
function placeOf({ name, beside }: RememberedStep, names: readonly string[]): number {
  const found = names.indexOf(name);
  if (found >= 0) return found;
  const before = beside.indexOf(name);
  const isRenamed =
    names.length === beside.length && names.every((other, i) => i === before || other === beside[i]);
  return isRenamed ? before : -1;
}

function divisionsAmong(rows: readonly NavigationNode[]): NavigationNode[] {
  return rows.filter(({ kind }) => kind === "division");
}

/** The second of two with the same name is counted. */
function namesOf(divisions: readonly NavigationNode[]): string[] {
  const seen = new Map<string, number>();
  return divisions.map(({ division = "", label }) => {
    const name = `${division} ${label}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} ${String(count)}`;
  });
}
