import type { ViewNode } from "../view/view-node.ts";

/** The text of what is painted, line breaks included; a code block as its code. */
export function textIn(nodes: readonly ViewNode[]): string {
  return nodes.map(textOfNode).join("");
}

function textOfNode(node: ViewNode): string {
  if (typeof node === "string") return node;
  if (node.tag === "br") return "\n";
  if (node.tag === "#code" && Array.isArray(node.props?.["lines"])) return codeText(node.props["lines"]);
  const text = textIn(node.children ?? []);
  return node.tag === "p" || node.tag === "div" || node.tag === "li" ? `${text}\n` : text;
}

function codeText(lines: readonly unknown[]): string {
  return lines
    .map((line) =>
      (Array.isArray(line) ? line : [])
        .map((piece: unknown) => (Array.isArray(piece) ? String(piece[0]) : String(piece)))
        .join(""),
    )
    .join("\n");
}
