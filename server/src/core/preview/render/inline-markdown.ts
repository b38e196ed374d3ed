import { parseMdx } from "../parse-mdx.ts";
import type { Place } from "../interpret/place.ts";
import { innerScope } from "../interpret/scope.ts";
import type { ViewNode } from "../view/view-node.ts";
import { contentOf } from "./content.ts";
import type { Rendering } from "./rendering.ts";

const longest = 5000;

/** The text of a prop as Markdown; a single paragraph without the element around it. */
export function inlineMarkdown(text: string, from: Place, rendering: Rendering): ViewNode[] {
  if (text.length > longest || !/[*_`[\]!<~\\$&{]|\n|https?:/.test(text)) return [text];
  const parsed = parseMdx(text, rendering.page.source.facts);
  if (!parsed) return [text];
  const place: Place = { file: from.file, offset: 0, original: "" };
  const scope = innerScope(rendering.page.scope, place);
  const nodes = rendering.paint.content(contentOf(parsed.root), place, scope, rendering);
  const [only] = nodes;
  const isParagraph = nodes.length === 1 && typeof only === "object" && only.tag === "p";
  return withoutLines(isParagraph ? (only.children ?? []) : nodes);
}

/** Lines within a prop are no lines of a file. */
function withoutLines(nodes: readonly ViewNode[]): ViewNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const { lines: _lines, file: _file, children, ...rest } = node;
    return { ...rest, ...(children && { children: withoutLines(children) }) };
  });
}
