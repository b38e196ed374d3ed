import type { ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { codeText, codeViewOf } from "./code-view-of.ts";

const blocks: ReadonlySet<string> = new Set(
  "p div h1 h2 h3 h4 h5 h6 blockquote pre table tr hr section article".split(" "),
);

/** What nodes say as text to be copied: a line for each item of a list, an empty line between paragraphs. */
export function plainText(nodes: readonly ViewNode[] | undefined): string {
  return written(nodes)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function written(nodes: readonly ViewNode[] | undefined): string {
  return (nodes ?? []).map((node) => (typeof node === "string" ? node : writtenElement(node))).join("");
}

function writtenElement(node: ViewElement): string {
  switch (node.tag) {
    case "#code":
      return `\n\n${codeText(codeViewOf(node))}\n\n`;
    case "br":
      return "\n";
    case "ul":
    case "ol":
      return `\n\n${itemsOf(node).join("\n")}\n\n`;
    default: {
      const inside = written(node.children);
      return blocks.has(node.tag) ? `\n\n${inside}\n\n` : inside;
    }
  }
}

function itemsOf(list: ViewElement): string[] {
  const items = (list.children ?? []).filter((child) => typeof child !== "string");
  return items.map((item, index) => {
    const inside = plainText(item.children)
      .replace(/\n\n(?=- |\d+\. )/g, "\n")
      .replaceAll("\n", "\n  ");
    return `${list.tag === "ol" ? `${index + 1}.` : "-"} ${inside}`;
  });
}
