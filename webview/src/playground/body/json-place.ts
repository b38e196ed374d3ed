import type { Text } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { Step } from "./schemas-at.ts";

/** Of the syntax tree: what is a value. */
const values: ReadonlySet<string> = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

export function isValue(node: SyntaxNode): boolean {
  return values.has(node.name);
}

/** The steps from the whole to a value or property. */
export function pathTo(node: SyntaxNode, doc: Text): readonly Step[] {
  const path: Step[] = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    const { parent }: { parent: SyntaxNode } = { parent: at.parent };
    if (at.name === "Property") path.unshift(nameOf(at, doc) ?? "");
    else if (parent.name === "Array" && isValue(at)) path.unshift(indexIn(parent, at));
  }
  return path;
}

/** The name of a property, without its quotation marks. */
export function nameOf(property: SyntaxNode, doc: Text): string | undefined {
  const name = property.getChild("PropertyName");
  return name ? textOf(doc.sliceString(name.from, name.to)) : undefined;
}

/** The value of a property, once there is one. */
export function valueOf(property: SyntaxNode): SyntaxNode | undefined {
  for (let child = property.firstChild; child; child = child.nextSibling) if (isValue(child)) return child;
  return undefined;
}

/** The value that a literal stands for; undefined for what is not whole. */
export function textOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    return literal.replace(/^"|"$/g, "");
  }
}

function indexIn(array: SyntaxNode, item: SyntaxNode): number {
  let index = 0;
  for (let child = array.firstChild; child && child.from < item.from; child = child.nextSibling)
    if (isValue(child)) index++;
  return index;
}
