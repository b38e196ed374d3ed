import type { FootnoteDefinition, List, Nodes } from "mdast";
import type { PagePart } from "./page-parts.ts";

/** Footnotes are numbered over the whole page, in the order in which the text first speaks of them. */
export interface PageFootnotes {
  /** From 1; undefined for one that is not defined. */
  readonly numberOf: (id: string) => number | undefined;
  /** Changes when a number does. */
  readonly key: string;
  /** The notes at the end of the page, in their order; empty without any. */
  readonly notes: readonly {
    readonly id: string;
    readonly number: number;
    readonly definition: FootnoteDefinition;
  }[];
}

const none: PageFootnotes = { numberOf: () => undefined, key: "", notes: [] };
const deepest = 500;

/** The footnotes of a page, from its parts. */
export function footnotesOf(parts: readonly PagePart[]): PageFootnotes {
  const concerned = parts.filter(({ block }) => block.text.includes("[^"));
  if (concerned.length === 0) return none;
  const order = new Set<string>();
  const definitions = new Map<string, FootnoteDefinition>();
  for (const { block } of concerned) if (block.tree) collect(block.tree.root, order, definitions, 0);
  const used = [...order].flatMap((id) => {
    const definition = definitions.get(id);
    return definition ? [{ id, definition }] : [];
  });
  const numbers = new Map(used.map(({ id }, index) => [id, index + 1]));
  return {
    numberOf: (id) => numbers.get(id.toLowerCase()),
    key: used.map(({ id }) => id).join("\0"),
    notes: used.map(({ id, definition }, index) => ({ id, number: index + 1, definition })),
  };
}

function collect(
  node: Nodes,
  order: Set<string>,
  definitions: Map<string, FootnoteDefinition>,
  depth: number,
): void {
  if (depth > deepest) return;
  if (node.type === "footnoteReference") order.add(node.identifier.toLowerCase());
  if (node.type === "footnoteDefinition") {
    const id = node.identifier.toLowerCase();
    if (!definitions.has(id)) definitions.set(id, node);
    return;
  }
  if ("children" in node) for (const child of node.children) collect(child, order, definitions, depth + 1);
}

/** The notes as the list that stands at the end of the page. */
export function footnoteList({ notes }: PageFootnotes): List | undefined {
  if (notes.length === 0) return undefined;
  return {
    type: "list",
    ordered: true,
    start: 1,
    spread: false,
    data: { hProperties: { className: ["footnotes"] } },
    children: notes.map(({ id, definition }) => ({
      type: "listItem",
      spread: false,
      data: { hProperties: { id: `user-content-fn-${id}` } },
      children: definition.children,
    })),
  };
}
