import type { TextRange } from "../../text/text-edit.ts";

/** A line of a file's outline with those below it. */
export interface OutlineNode {
  readonly kind: "heading" | "component" | "export" | "division" | "group" | "page" | "operation" | "link";
  readonly name: string;
  /** `Card`, `tab`; empty where there is nothing to add. */
  readonly detail: string;
  /** All of it; what is below lies within. */
  readonly range: TextRange;
  /** The words to show, within `range`. */
  readonly nameRange: TextRange;
  readonly children: readonly OutlineNode[];
}

/** Nobody looks through more, and editors become slow. */
export const mostOutlineNodes = 10_000;
