import type { Expression, Program } from "estree-jsx";
import type { Element, RootContent as HastContent } from "hast";
import type { SitePath } from "../../text/text-edit.ts";
import type { BlockTree } from "../blocks.ts";
import { EvaluationError, type SourcePart, getSpan, toEvaluationError } from "../interpret/evaluation-error.ts";
import { createFuel, type Fuel } from "../interpret/fuel.ts";
import { createMachine } from "../interpret/interpreter.ts";
import type { Scope } from "../interpret/machine.ts";
import type { PageScope } from "../interpret/modules.ts";
import { createDict, type Value } from "../interpret/values.ts";
import { toContent } from "../source/content.ts";
import { removePlaceholders } from "../source/parse-mdx.ts";
import { limitDepth, type ViewIssue, type ViewNode, type ViewValue } from "../view/page-view.ts";
import { createAnchor, toElementValue } from "./attributes.ts";
import { renderCode } from "./code.ts";
import { renderHtmlElement, renderElement } from "./render-element.ts";
import {
  createElement,
  renderFormulaContent,
  getPlainTextIn,
  mergeAdjacentText,
  createOrigin,
  type Renderers,
  createProblemBox,
  type Rendering,
  removeTitles,
} from "./rendering.ts";

/** Renders Markdown and MDX content. */
export function renderContent(
  nodes: readonly HastContent[],
  source: SourcePart,
  scope: Scope,
  rendering: Rendering,
): ViewNode[] {
  return mergeAdjacentText(
    nodes.flatMap((node) => {
      try {
        return renderNode(node, source, scope, rendering);
      } catch (error) {
        const evaluationError = toEvaluationError(error);
        evaluationError.location ??= { ...getSpan(node, source), file: source.file };
        return [createProblemBox(rendering, evaluationError, "", createOrigin(node, source, rendering))];
      }
    }),
  );
}

function renderNode(node: HastContent, sourcePart: SourcePart, scope: Scope, rendering: Rendering): ViewNode[] {
  chargeNode(rendering, sourcePart);
  switch (node.type) {
    case "text":
      // Skips line breaks that only format the HTML generated from Markdown.
      if (!node.position && node.value === "\n") return [];
      return [removePlaceholders(node.value, rendering.page.source.facts.variables)];
    case "element":
      return renderMarkdownElement(node, sourcePart, scope, rendering);
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return rendering.renderers.renderElement(toElementValue(node, sourcePart, scope, rendering), rendering);
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return renderExpression(node, sourcePart, scope, rendering);
    case "codeBlock":
      return [renderCode(node, createOrigin(node, sourcePart, rendering), rendering)];
    case "formula":
      return [renderFormulaContent(node, sourcePart, rendering)];
    case "footnoteMark":
      return renderFootnoteMark(node.id, rendering);
    default:
      return [];
  }
}

/** Charges the budget for a node inside a snippet or component, because a page can render such a node many times. */
function chargeNode(rendering: Rendering, sourcePart: SourcePart): void {
  if (sourcePart === rendering.blockSource && rendering.nesting === 0) return;
  if (--rendering.machine.fuel.nodes < 0)
    throw new EvaluationError(
      "too-much",
      "Snippets and components generate more content than the preview shows. Simplify them, or check the published page.",
    );
}

const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** Renders an element that was generated from Markdown. Its URLs come from the author. */
function renderMarkdownElement(node: Element, sourcePart: SourcePart, scope: Scope, rendering: Rendering): ViewNode[] {
  const children = rendering.renderers.renderContent(node.children, sourcePart, scope, rendering);
  const propsByName = new Map<string, Value>();
  const { variables } = rendering.page.source.facts;
  for (const [name, value] of Object.entries(node.properties)) {
    const attributeValue = Array.isArray(value) ? value.join(" ") : value;
    if (attributeValue != null)
      propsByName.set(
        name,
        typeof attributeValue === "string"
          ? removePlaceholders(decodeAttribute(name, attributeValue), variables)
          : attributeValue,
      );
  }
  const span = getSpan(node, sourcePart);
  if (headings.has(node.tagName) && !propsByName.has("id")) {
    const anchor = sourcePart === rendering.blockSource ? rendering.anchors.get(span.lines[0]) : undefined;
    const id = anchor ?? createAnchor(getPlainTextIn(children));
    if (id !== "") propsByName.set("id", id);
  }
  const location = { ...span, file: sourcePart.file };
  return renderHtmlElement(node.tagName, createDict(propsByName), children, location, sourcePart, rendering);
}

/** Decodes the placeholders in a URL. The parser percent-encodes non-ASCII characters, including placeholders. */
function decodeAttribute(name: string, value: string): string {
  if ((name !== "href" && name !== "src") || !value.includes("%EF%B7")) return value;
  return value.replace(/(?:%EF%B7%[9A][0-9A-F])+/g, (part) => decodeURIComponent(part));
}

type ExpressionNode = Extract<HastContent, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

function renderExpression(
  node: ExpressionNode,
  sourcePart: SourcePart,
  scope: Scope,
  rendering: Rendering,
): ViewNode[] {
  const code = getExpression(node.data?.estree);
  // The braces contain only a comment, such as `{/* Later */}`.
  if (!code) return [];
  try {
    return rendering.renderers.renderValue(
      rendering.machine.evaluate(code, { ...scope, source: sourcePart }),
      rendering,
    );
  } catch (error) {
    const evaluationError = toEvaluationError(error);
    evaluationError.location ??= { ...getSpan(node, sourcePart), file: sourcePart.file };
    const variables = rendering.page.source.facts.variables;
    const label = removePlaceholders(`{${node.value}}`, variables);
    return [createProblemBox(rendering, evaluationError, label, createOrigin(node, sourcePart, rendering))];
  }
}

/** Returns the single expression of a program parsed from `{…}`. */
export function getExpression(program: Program | null | undefined): Expression | undefined {
  const statement = program?.body[0];
  return statement?.type === "ExpressionStatement" ? statement.expression : undefined;
}

function renderFootnoteMark(id: string, rendering: Rendering): ViewNode[] {
  const number = rendering.page.getFootnoteNumber(id);
  if (number === undefined) return [`[^${id}]`];
  const props: Record<string, ViewValue> = {
    href: `#user-content-fn-${id.toLowerCase()}`,
    id: `user-content-fnref-${id.toLowerCase()}`,
    "data-footnote-ref": true,
  };
  return [createElement("sup", {}, [createElement("a", props, [String(number)], {})], {})];
}

/**
 * Renders a value as React does. Strings and numbers become text, nullish and boolean values become nothing, and arrays
 * are rendered in order.
 */
export function renderValue(value: Value, rendering: Rendering): ViewNode[] {
  if (value === undefined || value === null || typeof value === "boolean" || value === "") return [];
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (--rendering.machine.fuel.nodes < 0)
    throw new EvaluationError(
      "too-much",
      "The page's expressions generate more content than the preview can show. Shorten the lists that they iterate over, or check the published page.",
    );
  if (Array.isArray(value)) return mergeAdjacentText(value.flatMap((item) => renderValue(item, rendering)));
  switch (value.kind) {
    case "element":
      return rendering.renderers.renderElement(value, rendering);
    case "content":
      return rendering.renderers.renderContent(value.children, value.source, value.scope, rendering);
    case "closure":
    case "native":
    case "snippet":
      return [];
    case "missing":
      if (value.error) throw value.error;
      return value.placeholder === undefined ? [] : [value.placeholder];
    case "dict":
    case "moment":
    case "matcher":
      throw new EvaluationError(
        "fails",
        "The braces contain an object, which can't be shown as text, so readers see an error. Use one of its properties, for example, `{product.name}`.",
      );
  }
}

/** A rendered block on a page, with the data that was collected during rendering. */
export interface RenderedBlock {
  /** The rendered nodes. Their lines are relative to the block's first line. */
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** The class names in the block, some of which may be utility classes. */
  readonly classNames: readonly string[];
  /** The sanitized content of the block's `<style>` elements. */
  readonly styles: string;
  /** Requested files that `source.files` doesn't contain. */
  readonly requestedPaths: readonly SitePath[];
}

const renderers: Renderers = { renderContent, renderValue, renderElement };

/**
 * Renders one block on a page. Never throws. Content that can't be shown is replaced with a labeled box and reported as
 * an issue. `anchors` contains the IDs of headings and components by their line within the block. Blocks that share the
 * same `fuel` also share its limits.
 */
export function renderBlock(
  tree: BlockTree,
  page: PageScope,
  anchors: ReadonlyMap<number, string>,
  fuel: Fuel = createFuel(),
): RenderedBlock {
  // A block can use only half of the remaining fuel, so even an infinite loop leaves some for the other blocks.
  const blockFuel: Fuel = { steps: fuel.steps >> 1, nodes: fuel.nodes >> 1, depth: 0 };
  const initialFuel = { ...blockFuel };
  const source: SourcePart = { file: page.source.path, offset: tree.range.start };
  const rendering: Rendering = {
    page,
    blockSource: source,
    anchors,
    machine: createMachine(blockFuel, page.source.facts.variables),
    issues: new Map(),
    classNames: new Set(),
    styles: [],
    requestedPaths: new Set(),
    nesting: 0,
    renderers,
  };
  const nodes = limitDepth(removeTitles(renderTree(tree, rendering)));
  fuel.steps -= initialFuel.steps - Math.max(0, blockFuel.steps);
  fuel.nodes -= initialFuel.nodes - Math.max(0, blockFuel.nodes);
  return {
    nodes,
    issues: [...rendering.issues.values()],
    classNames: [...rendering.classNames],
    styles: rendering.styles.join(""),
    requestedPaths: [...rendering.requestedPaths],
  };
}

function renderTree(tree: BlockTree, rendering: Rendering): ViewNode[] {
  const { blockSource, page } = rendering;
  try {
    return renderContent(toContent(tree.root), blockSource, { ...page.scope, source: blockSource }, rendering);
  } catch (error) {
    const { kind, message } = toEvaluationError(error);
    rendering.issues.set("block", { kind, message, file: blockSource.file, range: tree.range });
    return [{ tag: "#problem", props: { kind, message, label: "" } }];
  }
}
