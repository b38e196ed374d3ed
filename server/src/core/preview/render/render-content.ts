import type { Element, RootContent as HastContent } from "hast";
import type { Expression, Program } from "estree-jsx";
import { asFault, CodeFault } from "../interpret/fault.ts";
import { spanOf, type Place } from "../interpret/place.ts";
import type { Scope } from "../interpret/scope.ts";
import { dict, type Value } from "../interpret/value.ts";
import { withoutStandIns } from "../stand-ins.ts";
import type { ViewNode, ViewValue } from "../view/view-node.ts";
import { codeView } from "./code-view.ts";
import { formula } from "./formula.ts";
import { htmlElement } from "./html-element.ts";
import { anchorOf } from "./anchor-of.ts";
import { textIn } from "./text-in.ts";
import { tagValue } from "./tag-value.ts";
import { elementOf, joined, origin, problemBox, type Rendering } from "./rendering.ts";

/** Markdown, with what MDX puts into it, as it is painted. */
export function renderContent(
  nodes: readonly HastContent[],
  place: Place,
  scope: Scope,
  rendering: Rendering,
): ViewNode[] {
  return joined(
    nodes.flatMap((node) => {
      try {
        return renderNode(node, place, scope, rendering);
      } catch (error) {
        const fault = asFault(error);
        fault.place ??= { ...spanOf(node, place), file: place.file };
        return [problemBox(rendering, fault, "", origin(node, place, rendering))];
      }
    }),
  );
}

function renderNode(node: HastContent, place: Place, scope: Scope, rendering: Rendering): ViewNode[] {
  spendNode(rendering, place);
  switch (node.type) {
    case "text":
      // Line ends that stand between elements only to make HTML readable have no place in the page.
      if (!node.position && node.value === "\n") return [];
      return [withoutStandIns(node.value, rendering.page.source.facts.variables)];
    case "element":
      return renderMarkdownElement(node, place, scope, rendering);
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return rendering.paint.element(tagValue(node, place, scope, rendering), rendering);
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return renderExpression(node, place, scope, rendering);
    case "codeBlock":
      return [codeView(node, origin(node, place, rendering), rendering)];
    case "formula":
      return [formula(node, place, rendering)];
    case "footnoteMark":
      return footnoteMark(node.id, rendering);
    default:
      return [];
  }
}

/** Inside snippets and components what is painted is counted: they can multiply. */
function spendNode(rendering: Rendering, place: Place): void {
  if (place === rendering.home && rendering.nesting === 0) return;
  if (--rendering.machine.fuel.nodes < 0)
    throw new CodeFault(
      "too-much",
      "Snippets and components make more of the page than the preview shows. Put less into them, or look at the published page.",
    );
}

const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** Elements that Markdown makes; addresses and ids in them are the author's. */
function renderMarkdownElement(node: Element, place: Place, scope: Scope, rendering: Rendering): ViewNode[] {
  const children = rendering.paint.content(node.children, place, scope, rendering);
  const props = new Map<string, Value>();
  const { variables } = rendering.page.source.facts;
  for (const [name, value] of Object.entries(node.properties)) {
    const kept = Array.isArray(value) ? value.join(" ") : value;
    if (kept != null)
      props.set(name, typeof kept === "string" ? withoutStandIns(decoded(name, kept), variables) : kept);
  }
  const span = spanOf(node, place);
  if (headings.has(node.tagName) && !props.has("id")) {
    const scanned = place === rendering.home ? rendering.anchors.get(span.lines[0]) : undefined;
    const id = scanned ?? anchorOf(textIn(children));
    if (id !== "") props.set("id", id);
  }
  const at = { ...span, file: place.file };
  return htmlElement(node.tagName, dict(props), children, at, place, rendering);
}

/** The parser encodes what is no ASCII in addresses; stand-ins are among that. */
function decoded(name: string, value: string): string {
  if ((name !== "href" && name !== "src") || !value.includes("%EF%B7")) return value;
  return value.replace(/(?:%EF%B7%[9A][0-9A-F])+/g, (part) => decodeURIComponent(part));
}

type ExpressionNode = Extract<HastContent, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

function renderExpression(
  node: ExpressionNode,
  place: Place,
  scope: Scope,
  rendering: Rendering,
): ViewNode[] {
  const code = expressionOf(node.data?.estree);
  // `{/* a comment */}`
  if (!code) return [];
  try {
    return rendering.paint.value(rendering.machine.evaluate(code, { ...scope, place }), rendering);
  } catch (error) {
    const fault = asFault(error);
    fault.place ??= { ...spanOf(node, place), file: place.file };
    const variables = rendering.page.source.facts.variables;
    const label = withoutStandIns(`{${node.value}}`, variables);
    return [problemBox(rendering, fault, label, origin(node, place, rendering))];
  }
}

/** The one expression of a program made from `{…}`. */
export function expressionOf(program: Program | null | undefined): Expression | undefined {
  const statement = program?.body[0];
  return statement?.type === "ExpressionStatement" ? statement.expression : undefined;
}

function footnoteMark(id: string, rendering: Rendering): ViewNode[] {
  const number = rendering.page.footnoteNumber(id);
  if (number === undefined) return [`[^${id}]`];
  const props: Record<string, ViewValue> = {
    href: `#user-content-fn-${id.toLowerCase()}`,
    id: `user-content-fnref-${id.toLowerCase()}`,
    "data-footnote-ref": true,
  };
  return [elementOf("sup", {}, [elementOf("a", props, [String(number)], {})], {})];
}
