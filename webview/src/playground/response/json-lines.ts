import type { JsonNode } from "./read-json-tree.ts";
import type { ShownPiece } from "./text-answer.tsx";

/** A tree laid out, two spaces a level, each value as it is written; in colours or not. */
export function jsonLines(root: JsonNode, coloured: boolean): readonly (readonly ShownPiece[])[] {
  const lines: ShownPiece[][] = [];
  const piece = (text: string, kind: string): ShownPiece => (coloured ? [text, kind] : text);
  const write = (node: JsonNode, start: readonly ShownPiece[], indent: string, end: string): void => {
    const { kind, text, children } = node;
    if (kind !== "object" && kind !== "array") {
      lines.push([...start, piece(text, kind), end]);
      return;
    }
    const [open, close] = kind === "object" ? ["{", "}"] : ["[", "]"];
    if (children.length === 0) {
      lines.push([...start, open + close + end]);
      return;
    }
    lines.push([...start, open]);
    const deeper = `${indent}  `;
    for (const [index, child] of children.entries()) {
      const comma = index < children.length - 1 ? "," : "";
      const begin = typeof child.key === "string" ? [deeper, piece(child.key, "key"), ": "] : [deeper];
      write(child, begin, deeper, comma);
    }
    lines.push([indent + close + end]);
  };
  write(root, [], "", "");
  return lines;
}
