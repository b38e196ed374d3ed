import type { RootContent as HastContent } from "hast";
import type { SitePath } from "../../text/text-edit.ts";
import {
  EvaluationError,
  formatErrorMessage,
  type SourcePart,
  type Span,
  getSpan,
} from "../interpret/evaluation-error.ts";
import { createScope, type Machine, type Scope } from "../interpret/machine.ts";
import type { PageScope } from "../interpret/modules.ts";
import type { ElementValue, Value } from "../interpret/values.ts";
import { toContent, type FormulaContent } from "../source/content.ts";
import { parseMdx, removePlaceholders } from "../source/parse-mdx.ts";
import {
  svgElements,
  type ViewElement,
  type ViewIssue,
  type ViewIssueKind,
  type ViewNode,
  type ViewValue,
} from "../view/page-view.ts";

/** The state of rendering one block: its inputs and the data collected so far. */
export interface Rendering {
  readonly page: PageScope;
  /** The location of the block that is being rendered. */
  readonly blockSource: SourcePart;
  /** The IDs of headings and components by their zero-based line in the block. */
  readonly anchors: ReadonlyMap<number, string>;
  readonly machine: Machine;
  readonly issues: Map<string, ViewIssue>;
  readonly classNames: Set<string>;
  readonly styles: string[];
  readonly requestedPaths: Set<SitePath>;
  /** The number of components and snippets around the current node. */
  nesting: number;
  readonly renderers: Renderers;
}

/** The renderer's functions, which call each other through this interface. */
export interface Renderers {
  /** Renders parsed Markdown and MDX. */
  readonly renderContent: (
    nodes: readonly HastContent[],
    sourcePart: SourcePart,
    scope: Scope,
    rendering: Rendering,
  ) => ViewNode[];
  /** Renders the value of an expression. */
  readonly renderValue: (value: Value, rendering: Rendering) => ViewNode[];
  readonly renderElement: (element: ElementValue, rendering: Rendering) => ViewNode[];
}

/** Returns the lines and the file that `node` comes from. */
export function createOrigin(
  node: object,
  sourcePart: SourcePart,
  { blockSource }: Rendering,
): Pick<ViewElement, "lines" | "file"> {
  return getNodeOrigin(getSpan(node, sourcePart).lines, sourcePart, blockSource);
}

export function getNodeOrigin(
  lines: readonly [number, number],
  sourcePart: SourcePart,
  blockSource: SourcePart,
): Pick<ViewElement, "lines" | "file"> {
  if (lines[0] < 0) return {};
  if (sourcePart === blockSource) return { lines };
  return sourcePart.file === blockSource.file ? {} : { lines, file: sourcePart.file };
}

export function reportIssue(
  rendering: Rendering,
  kind: ViewIssueKind,
  message: string,
  location: Pick<ViewIssue, "file" | "range">,
): void {
  const key = `${kind} ${location.file} ${location.range.start} ${message}`;
  const { file, range } = location;
  const isReported = rendering.page.issues.some(
    (issue) => issue.message === message && issue.file === file && issue.range.start === range.start,
  );
  if (!isReported && !rendering.issues.has(key)) rendering.issues.set(key, { kind, message, file, range });
}

/** Reports an issue, and returns the box that replaces the content and contains the children that could be rendered. */
export function createProblemBox(
  rendering: Rendering,
  error: EvaluationError,
  label: string,
  origin: Pick<ViewElement, "lines" | "file">,
  children: readonly ViewNode[] = [],
): ViewNode {
  if (error.location) reportIssue(rendering, error.kind, error.message, error.location);
  return {
    tag: "#problem",
    props: { kind: error.kind, message: error.message, label },
    ...(children.length > 0 && { children }),
    ...origin,
  };
}

/** Creates an element. Leaves out empty members. */
export function createElement(
  tag: string,
  props: Readonly<Record<string, ViewValue>>,
  children: readonly ViewNode[],
  origin: Pick<ViewElement, "lines" | "file">,
  slots: Readonly<Record<string, readonly ViewNode[]>> = {},
): ViewElement {
  const visibleChildren = svgElements.has(tag) ? children : removeTitles(children);
  return {
    tag,
    ...(hasMembers(props) && { props }),
    ...(hasMembers(slots) && { slots }),
    ...(visibleChildren.length > 0 && { children: visibleChildren }),
    ...origin,
  };
}

/** Removes `<title>` elements outside SVG drawings, because they would set the window's title. */
export function removeTitles(nodes: readonly ViewNode[]): readonly ViewNode[] {
  const isTitle = (node: ViewNode) => typeof node === "object" && node.tag === "title";
  return nodes.some(isTitle) ? nodes.filter((node) => !isTitle(node)) : nodes;
}

function hasMembers(record: object): boolean {
  for (const _ in record) return true;
  return false;
}

/** Merges adjacent text nodes. */
export function mergeAdjacentText(nodes: readonly ViewNode[]): ViewNode[] {
  const result: ViewNode[] = [];
  for (const node of nodes) {
    const lastNode = result.at(-1);
    if (typeof node === "string" && typeof lastNode === "string") result[result.length - 1] = lastNode + node;
    else if (node !== "") result.push(node);
  }
  return result;
}

/** Returns the text of rendered nodes, including line breaks and the code in code blocks. */
export function getPlainTextIn(nodes: readonly ViewNode[]): string {
  return nodes.map(getNodeText).join("");
}

function getNodeText(node: ViewNode): string {
  if (typeof node === "string") return node;
  if (node.tag === "br") return "\n";
  if (node.tag === "#code" && Array.isArray(node.props?.["lines"])) return getCodeText(node.props["lines"]);
  const text = getPlainTextIn(node.children ?? []);
  return node.tag === "p" || node.tag === "div" || node.tag === "li" ? `${text}\n` : text;
}

function getCodeText(lines: readonly unknown[]): string {
  return lines
    .map((line) =>
      (Array.isArray(line) ? line : [])
        .map((token: unknown) => (Array.isArray(token) ? String(token[0]) : String(token)))
        .join(""),
    )
    .join("\n");
}

const maxLength = 5000;

/** Renders the Markdown in a string prop. If the result is a single paragraph, returns only the paragraph's content. */
export function renderInline(text: string, source: SourcePart, rendering: Rendering): ViewNode[] {
  if (text.length > maxLength || !/[*_`[\]!<~\\$&{]|\n|https?:/.test(text)) return [text];
  const tree = parseMdx(text, rendering.page.source.facts);
  if (!tree) return [text];
  const sourcePart: SourcePart = { file: source.file, offset: 0, original: "" };
  const scope = createScope(rendering.page.scope, sourcePart);
  const nodes = rendering.renderers.renderContent(toContent(tree.root), sourcePart, scope, rendering);
  const [onlyNode] = nodes;
  const isParagraph = nodes.length === 1 && typeof onlyNode === "object" && onlyNode.tag === "p";
  return removeLines(isParagraph ? (onlyNode.children ?? []) : nodes);
}

/** Returns nodes without their lines, because lines within a prop don't correspond to lines in a file. */
function removeLines(nodes: readonly ViewNode[]): ViewNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const { lines: _lines, file: _file, children, ...rest } = node;
    return { ...rest, ...(children && { children: removeLines(children) }) };
  });
}

/** Renders a formula (`$…$` or `$$…$$`). */
export function renderFormulaContent(node: FormulaContent, sourcePart: SourcePart, rendering: Rendering): ViewNode {
  const tex = removePlaceholders(node.tex, rendering.page.source.facts.variables);
  const location = { ...getSpan(node, sourcePart), file: sourcePart.file };
  return createFormula(tex, node.isDisplay, location, createOrigin(node, sourcePart, rendering), rendering);
}

export function createFormula(
  tex: string,
  isDisplay: boolean,
  location: Span & { readonly file: SitePath },
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  const formulaView = rendering.page.renderTools.renderFormula(tex, isDisplay);
  if ("nodes" in formulaView) return createElement("#maths", { display: isDisplay, tex }, formulaView.nodes, origin);
  const message = formatErrorMessage`This formula can't be rendered: ${formulaView.error}. Readers see its source in red. Fix the formula, or use \\$ for a dollar sign.`;
  return createProblemBox(rendering, new EvaluationError("formula", message, location), tex.slice(0, 80), origin, [
    tex,
  ]);
}
