import { markdownTree } from "../page/syntax/mdx-parser.ts";
import type { PageScope } from "./interpret/page-scope.ts";
import { renderBlock } from "./render/render-block.ts";
import type { ViewNode } from "./view/view-node.ts";

const longest = 50_000;

/** Markdown of a specification as pieces to paint; tags and braces in it are text. */
export function markdownDescriber(scope: PageScope): (markdown: string) => readonly ViewNode[] {
  const known = new Map<string, readonly ViewNode[]>();
  return (markdown) => {
    const text = markdown.slice(0, longest).replace(/<br\s*\/?>/gi, "  \n");
    const found = known.get(text);
    if (found) return found;
    const tree = { root: markdownTree(text), range: { start: 0, end: text.length }, line: 0, text };
    const nodes = renderBlock(tree, scope, new Map()).nodes.map(withoutPlace);
    known.set(text, nodes);
    return nodes;
  };
}

/** It stands in no file of the page. */
function withoutPlace(node: ViewNode): ViewNode {
  if (typeof node === "string") return node;
  const { lines: _lines, file: _file, children, ...element } = node;
  return { ...element, ...(children && { children: children.map(withoutPlace) }) };
}
