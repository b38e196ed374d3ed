import type { ComponentChildren, FunctionComponent } from "preact";
import type { ViewElement, ViewNode, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";

/** What a component of the page is given: its element as it was sent, and how to paint what it holds. */
export interface RenderedNodeProps {
  readonly node: ViewElement;
  readonly paint: PaintNode;
  /** To be spread on the outermost element: where in the source it is written. */
  readonly mark: SourcePosition;
}

export type RenderedNode = FunctionComponent<RenderedNodeProps>;

export type PaintNode = (nodes: readonly ViewNode[] | undefined) => ComponentChildren;

/**
 * Lines in the source, as attributes. Of an element inside a block they count from the block's first line (the block
 * itself says where that is), so that text inserted above changes the blocks below it in one attribute only.
 */
export interface SourcePosition {
  readonly "data-line"?: number;
  readonly "data-end"?: number;
  readonly "data-file"?: string;
}

export function getSourceMark(node: ViewElement): SourcePosition {
  const { lines, file } = node;
  if (!lines) return {};
  const mark = { "data-line": lines[0], "data-end": lines[1] };
  return file === undefined ? mark : { ...mark, "data-file": file };
}

/** A prop as text; a number is read as it would be written. */
export function getTextProp(node: ViewElement, name: string): string | undefined {
  const value = getProp(node, name);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `horizontal`, `horizontal={true}` and `horizontal="true"` are one. */
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

/** A list of texts; one text alone is a list of one. */
export function getTextListProp(node: ViewElement, name: string): string[] {
  const value = getProp(node, name);
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** The value if it is one of those that are known. */
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

/** What to paint for a prop: the slot, or else the text of the prop. */
export function getSlot(node: ViewElement, name: string): readonly ViewNode[] | undefined {
  const slot = node.slots && Object.hasOwn(node.slots, name) ? node.slots[name] : undefined;
  if (slot && slot.length > 0) return slot;
  const text = getTextProp(node, name);
  return text === undefined ? undefined : [text];
}

/** The elements among the children, whatever fragments they are written in. */
export function getElements(nodes: readonly ViewNode[] | undefined): ViewElement[] {
  return (nodes ?? []).flatMap((node) => {
    if (typeof node === "string") return [];
    return node.tag === "Fragment" ? getElements(node.children) : [node];
  });
}

/** The words of nodes, without any marks. */
export function getPlainText(nodes: readonly ViewNode[] | undefined): string {
  return (nodes ?? [])
    .map((node) => (typeof node === "string" ? node : getPlainText(node.children)))
    .join("");
}
