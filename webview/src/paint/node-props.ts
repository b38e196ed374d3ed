import type { ComponentChildren, FunctionComponent } from "preact";
import type { ViewElement, ViewNode, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";

/** The props of a component on the page: the received element and a function that renders its children. */
export interface RenderedNodeProps {
  readonly node: ViewElement;
  readonly paint: PaintNode;
  /** The attributes for the source position, which must be set on the outermost element. */
  readonly position: SourcePosition;
}

export type RenderedNode = FunctionComponent<RenderedNodeProps>;

export type PaintNode = (nodes: readonly ViewNode[] | undefined) => ComponentChildren;

/**
 * Source lines as attributes. In a block, lines are relative to the block's first line, and only the block itself has
 * an absolute line. As a result, inserting text changes only one attribute of each block below it.
 */
export interface SourcePosition {
  readonly "data-line"?: number;
  readonly "data-end"?: number;
  readonly "data-file"?: string;
}

export function getSourcePosition(node: ViewElement): SourcePosition {
  const { lines, file } = node;
  if (!lines) return {};
  const position = { "data-line": lines[0], "data-end": lines[1] };
  return file === undefined ? position : { ...position, "data-file": file };
}

/** Returns a prop as text. Numbers are converted to text. */
export function getTextProp(node: ViewElement, name: string): string | undefined {
  const value = getProp(node, name);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a boolean prop. `horizontal`, `horizontal={true}`, and `horizontal="true"` are equivalent. */
export function getFlagProp(node: ViewElement, name: string): boolean | undefined {
  const value = getProp(node, name);
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "") return true;
  return value === "false" ? false : undefined;
}

export function getNumberProp(node: ViewElement, name: string): number | undefined {
  const value = getProp(node, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Returns a prop as a list of strings. A single string becomes a list with one item. */
export function getTextListProp(node: ViewElement, name: string): string[] {
  const value = getProp(node, name);
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** Returns the value of a prop if it's one of the choices, and `undefined` otherwise. */
export function getChoiceProp<Choice extends string>(
  node: ViewElement,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = getProp(node, name);
  return choices.find((choice) => choice === value);
}

export function getProp(node: ViewElement, name: string): ViewValue | undefined {
  return node.props && Object.hasOwn(node.props, name) ? node.props[name] : undefined;
}

/** Returns the nodes to render for a prop: its slot or, if there's no slot, its text. */
export function getSlot(node: ViewElement, name: string): readonly ViewNode[] | undefined {
  const slot = node.slots && Object.hasOwn(node.slots, name) ? node.slots[name] : undefined;
  if (slot && slot.length > 0) return slot;
  const text = getTextProp(node, name);
  return text === undefined ? undefined : [text];
}

/** Returns all elements among the nodes, including those in fragments. */
export function getElements(nodes: readonly ViewNode[] | undefined): ViewElement[] {
  return (nodes ?? []).flatMap((node) => {
    if (typeof node === "string") return [];
    return node.tag === "Fragment" ? getElements(node.children) : [node];
  });
}

/** Returns the text of nodes without any formatting. */
export function getText(nodes: readonly ViewNode[] | undefined): string {
  return (nodes ?? []).map((node) => (typeof node === "string" ? node : getText(node.children))).join("");
}
