import type { ViewNode } from "../../../server/src/core/preview/view/view-node.ts";
import { codeText, codeViewOf } from "./code-view-of.ts";

const blocks: ReadonlySet<string> = new Set(
  "p div ul ol li h1 h2 h3 h4 h5 h6 blockquote pre table tr hr section article".split(" "),
);

/** What nodes say as text to be copied: a line for each item, an empty line between paragraphs. */
export function plainText(nodes: readonly ViewNode[] | undefined): string {
  return written(nodes, "- ")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function written(nodes: readonly ViewNode[] | undefined, bullet: string): string {
  return (nodes ?? [])
    .map((node, index) => {
      if (typeof node === "string") return node;
      if (node.tag === "#code") return `\n\n${codeText(codeViewOf(node))}\n\n`;
      if (node.tag === "br") return "\n";
      const inside = written(node.children, node.tag === "ol" ? "1. " : "- ");
      if (node.tag === "li")
        return `\n${bullet === "- " ? bullet : `${Math.floor(index / 2) + 1}. `}${inside.trim()}\n`.replace(
          /\n$/,
          "",
        );
      return blocks.has(node.tag) ? `\n\n${inside}\n\n` : inside;
    })
    .join("");
}
