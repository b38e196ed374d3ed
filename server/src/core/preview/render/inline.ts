import type { SitePath } from "../../text/text-edit.ts";
import { EvaluationError, type Place, formatFault, type Span, spanOf } from "../interpret/fault.ts";
import { innerScope } from "../interpret/machine.ts";
import { contentOf, type FormulaContent } from "../source/content.ts";
import { parseMdx } from "../source/parse-mdx.ts";
import { removePlaceholders } from "../source/placeholders.ts";
import type { ViewElement, ViewNode } from "../view/page-view.ts";
import { elementOf, origin, problemBox, type Rendering } from "./rendering.ts";

const maxLength = 5000;

/** Renders the Markdown in a string prop. A single paragraph is unwrapped. */
export function inlineMarkdown(text: string, from: Place, rendering: Rendering): ViewNode[] {
  if (text.length > maxLength || !/[*_`[\]!<~\\$&{]|\n|https?:/.test(text)) return [text];
  const parsed = parseMdx(text, rendering.page.source.facts);
  if (!parsed) return [text];
  const place: Place = { file: from.file, offset: 0, original: "" };
  const scope = innerScope(rendering.page.scope, place);
  const nodes = rendering.paint.content(contentOf(parsed.root), place, scope, rendering);
  const [only] = nodes;
  const isParagraph = nodes.length === 1 && typeof only === "object" && only.tag === "p";
  return withoutLines(isParagraph ? (only.children ?? []) : nodes);
}

/** Lines within a prop don't match lines of a file. */
function withoutLines(nodes: readonly ViewNode[]): ViewNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const { lines: _lines, file: _file, children, ...rest } = node;
    return { ...rest, ...(children && { children: withoutLines(children) }) };
  });
}

/** `$…$` and `$$…$$`. */
export function formula(node: FormulaContent, place: Place, rendering: Rendering): ViewNode {
  const tex = removePlaceholders(node.tex, rendering.page.source.facts.variables);
  const at = { ...spanOf(node, place), file: place.file };
  return formulaNode(tex, node.isDisplayed, at, origin(node, place, rendering), rendering);
}

export function formulaNode(
  tex: string,
  display: boolean,
  at: Span & { readonly file: SitePath },
  from: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  const drawn = rendering.page.drawing.maths(tex, display);
  if ("nodes" in drawn) return elementOf("#maths", { display, tex }, drawn.nodes, from);
  const message = formatFault`This formula can't be rendered: ${drawn.fault}. Readers see its source in red. Fix the formula, or use \\$ for a dollar sign.`;
  return problemBox(rendering, new EvaluationError("formula", message, at), tex.slice(0, 80), from, [tex]);
}
