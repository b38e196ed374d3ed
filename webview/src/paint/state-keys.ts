import type { ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { elementsOf, textOf, wordsOf } from "./piece.ts";

/** Elements of a block that keep a state, each with a name that a page may have several of, in their order. */
export interface BlockStates {
  readonly names: ReadonlyMap<ViewElement, string>;
  /** How many of each name. */
  readonly counts: ReadonlyMap<string, number>;
}

const known = new WeakMap<readonly ViewNode[], BlockStates>();

/** Computed once for each painted block. */
export function blockStates(nodes: readonly ViewNode[]): BlockStates {
  const before = known.get(nodes);
  if (before) return before;
  const names = new Map<ViewElement, string>();
  const counts = new Map<string, number>();
  collect(nodes);
  const states = { names, counts };
  known.set(nodes, states);
  return states;

  function collect(among: readonly ViewNode[] | undefined): void {
    for (const node of among ?? []) {
      if (typeof node === "string") continue;
      const title = stateTitle(node);
      if (title !== undefined) {
        const name = `${node.tag} ${title}`;
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        names.set(node, `${name} ${count}`);
      }
      collect(node.children);
    }
  }
}

/** Names that blocks above share with this one, with how many there are: what is to be added to the counts of it. */
export function statesAbove(
  blocks: readonly { readonly nodes: readonly ViewNode[] }[],
): (string | undefined)[] {
  const above = new Map<string, number>();
  return blocks.map(({ nodes }) => {
    const { counts } = blockStates(nodes);
    if (counts.size === 0) return undefined;
    const shared: string[] = [];
    for (const [name, count] of counts) {
      const before = above.get(name) ?? 0;
      if (before > 0) shared.push(`${name}\n${before}`);
      above.set(name, before + count);
    }
    return shared.length > 0 ? shared.join("\n") : undefined;
  });
}

/** The key of an element's state on its page, by what it is called and which of that name it is. */
export function stateKey(states: BlockStates, above: string | undefined, node: ViewElement): string {
  const name = states.names.get(node);
  if (name === undefined) return `${node.tag} ?`;
  if (above === undefined) return name;
  const split = name.lastIndexOf(" ");
  const parts = above.split("\n");
  const at = parts.indexOf(name.slice(0, split));
  return at < 0 ? name : `${name.slice(0, split)} ${Number(name.slice(split + 1)) + Number(parts[at + 1])}`;
}

/** How an element that keeps a state is told from others of its kind; `undefined` for all that keep none. */
function stateTitle(node: ViewElement): string | undefined {
  switch (node.tag) {
    case "Accordion":
    case "Expandable":
      return textOf(node, "title") ?? "";
    case "Tree.Folder":
      return textOf(node, "name") ?? "";
    case "Tabs":
      return elementsOf(node.children).map(tabTitle).join("|");
    case "CodeGroup":
    case "RequestExample":
    case "ResponseExample":
      return codesIn(node.children).map(tabTitle).join("|");
    case "#code":
      return textOf(node, "title") ?? textOf(node, "lang") ?? "";
    default:
      return undefined;
  }
}

/** Code blocks of a group, each a tab. */
export function codesIn(nodes: readonly ViewNode[] | undefined): ViewElement[] {
  return elementsOf(nodes).flatMap((element) => {
    if (element.tag === "#code" || element.tag === "#mermaid" || element.tag === "#problem") return [element];
    return element.tag === "CodeBlock" && !codesIn(element.children).length
      ? [element]
      : codesIn(element.children);
  });
}

export function tabTitle(node: ViewElement, index: number): string {
  const title =
    textOf(node, "title") ?? textOf(node, "filename") ?? textOf(node, "lang") ?? textOf(node, "language");
  if (title !== undefined) return title;
  const slot = node.slots?.["title"];
  return (slot && wordsOf(slot)) || `Tab ${index + 1}`;
}
