import type { Component } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import { elementNames } from "../../page/syntax/tag-problems.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  EvaluationError,
  formatErrorMessage,
  type SourcePart,
  type Span,
  toEvaluationError,
} from "../interpret/evaluation-error.ts";
import { limits } from "../interpret/fuel.ts";
import { createScope } from "../interpret/machine.ts";
import {
  type Dict,
  type ElementValue,
  type MissingValue,
  toViewValue,
  type SnippetValue,
  type Value,
} from "../interpret/values.ts";
import {
  htmlElements,
  mathElements,
  svgElements,
  type ViewElement,
  type ViewNode,
  type ViewValue,
} from "../view/page-view.ts";
import { createAttributes, renderStyle } from "./attributes.ts";
import { createCodeNode, renderLegacySnippet, parseLineNumbers, createMermaidNode } from "./code.ts";
import { createComponentView, createIconOptions, isVisibleToReader } from "./component-props.ts";
import { renderEmbed, renderIcon, renderImage, renderMedia, renderSource } from "./media.ts";
import {
  createElement,
  createFormula,
  getNodeOrigin,
  getPlainTextIn,
  createProblemBox,
  type Rendering,
  reportIssue,
} from "./rendering.ts";

type NodeLocation = Span & { readonly file: SitePath };

/** Maps elements to the simpler elements that are rendered in their place. */
const replacementElements: ReadonlyMap<string, string> = new Map([
  ["form", "div"],
  ["html", "div"],
  ["body", "div"],
  ["dialog", "div"],
  ["canvas", "div"],
  ["textarea", "div"],
  ["marquee", "div"],
  ["picture", "span"],
  ["tt", "code"],
]);
/** Elements that are removed with their content and reported, because they run or load something. */
const reportedElements: ReadonlySet<string> = new Set(
  "script object embed applet base meta link frame frameset portal foreignObject image".split(" "),
);
/** Elements that are removed without a report, because they have no visible effect on a page. */
const removedElements: ReadonlySet<string> = new Set(
  "head noscript template param track area map slot desc".split(" "),
);

/** Renders an HTML or SVG element if the element is allowed. */
export function renderHtmlElement(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  location: NodeLocation,
  sourcePart: SourcePart,
  rendering: Rendering,
): ViewNode[] {
  const origin = getNodeOrigin(location.lines, sourcePart, rendering.blockSource);
  if (tag === "img" || tag === "video" || tag === "audio")
    return renderMedia(tag, props, children, location, origin, rendering);
  if (tag === "source") return renderSource(props, location, rendering);
  if (tag === "iframe") return renderEmbed(props, location, origin, rendering);
  if (tag === "style") return renderStyle(props, children, location, rendering);
  if (removedElements.has(tag)) return [];
  if (reportedElements.has(tag)) {
    reportIssue(
      rendering,
      "unsafe",
      formatErrorMessage`\`<${tag}>\` can run code or load external content, so the preview leaves it out. Readers may see it on the published page.`,
      location,
    );
    return [];
  }
  const tagName = replacementElements.get(tag) ?? tag;
  if (!htmlElements.has(tagName) && !svgElements.has(tagName) && !mathElements.has(tagName))
    return [renderUnknownElement(tag, children, location, origin, rendering)];
  return [createElement(tagName, createAttributes(tagName, props, location, rendering), children, origin)];
}

function renderUnknownElement(
  tag: string,
  children: readonly ViewNode[],
  location: NodeLocation,
  origin: ReturnType<typeof getNodeOrigin>,
  rendering: Rendering,
): ViewNode {
  if (elementNames.has(tag)) return createElement("span", {}, children, origin);
  const suggestion = findNearestName(tag, [...components.keys(), ...elementNames]);
  const advice = suggestion ? `Did you mean \`<${suggestion}>\`?` : "If it's text, escape `<` with a backslash.";
  const message = formatErrorMessage`\`<${tag}>\` isn't an HTML element, so readers see only its content. ${advice}`;
  return createProblemBox(
    rendering,
    new EvaluationError("unknown-component", message, location),
    `<${tag}>`,
    origin,
    children,
  );
}

type Origin = Pick<ViewElement, "lines" | "file">;
type ComponentRenderer = (element: ElementValue, origin: Origin, rendering: Rendering) => ViewNode[];

/** Aliases of components, mapped to the components' real names. */
const componentAliases: ReadonlyMap<string, string> = new Map([
  ["Param", "ParamField"],
  ["Example", "Frame"],
  ["FileTree", "Tree"],
  ["Github", "GitHub"],
  ["Github.Repo", "GitHub"],
  ["GitHub.Repo", "GitHub"],
  ["SnippetGroup", "CodeGroup"],
]);

/** Renders a built-in component by name. */
export function renderBuiltIn(name: string, element: ElementValue, rendering: Rendering): ViewNode[] {
  const origin = getNodeOrigin(element.location.lines, element.source, rendering.blockSource);
  const renderer = componentRenderers.get(name);
  if (renderer) return renderer(element, origin, rendering);
  const componentName = componentAliases.get(name) ?? name;
  const component = components.get(componentName);
  if (!component) return [renderUnknownComponent(name, element, origin, rendering)];
  return [createComponent(componentName, component, element, origin, rendering)];
}

function createComponent(
  name: string,
  component: Component,
  element: ElementValue,
  origin: Origin,
  rendering: Rendering,
): ViewNode {
  const { props, slots } = createComponentView(component, element, rendering);
  return createElement(name, props, renderChildren(element, rendering), origin, slots);
}

export function renderChildren(element: ElementValue, rendering: Rendering): ViewNode[] {
  return rendering.renderers.renderValue(element.props.entries.get("children"), rendering);
}

export function renderUnknownComponent(
  name: string,
  element: ElementValue,
  origin: Origin,
  rendering: Rendering,
): ViewNode {
  const label = `<${name.slice(0, 60)}>`;
  const suggestion = findNearestName(name, components.keys());
  const advice = suggestion ? `Did you mean \`<${suggestion}>\`?` : "Import or export it, or fix the name.";
  const message = formatErrorMessage`\`${label}\` isn't a known component, so readers see an error or nothing at all. ${advice}`;
  const error = new EvaluationError("unknown-component", message, element.location);
  return createProblemBox(rendering, error, label, origin, renderChildren(element, rendering));
}

const componentRenderers: ReadonlyMap<string, ComponentRenderer> = new Map<string, ComponentRenderer>([
  ["Icon", renderIconElement],
  ["Mermaid", renderMermaid],
  ["CodeBlock", renderCodeBlock],
  ["Latex", renderLatex],
  ["Visibility", renderVisibility],
  ["Snippet", renderLegacySnippet],
  ["Link", renderLink],
  ["ZoomImage", (element, _, rendering) => renderChildren(element, rendering)],
  ["OptimizedVideo", (element, _, rendering) => renderAsHtml("video", element, rendering)],
  ["MDX", (element, _, rendering) => renderChildren(element, rendering)],
]);

function renderIconElement(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const { entries } = element.props;
  const name = entries.get("icon");
  const src = entries.get("src");
  if (typeof name === "string")
    return [renderIcon(name, createIconOptions(element.props), element.location, origin, rendering)];
  if (typeof src === "string") return [renderImage(src, element.location, rendering)];
  return rendering.renderers.renderValue(name, rendering);
}

function renderMermaid(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const source = toText(element.props.entries.get("chart")) ?? getPlainTextIn(renderChildren(element, rendering));
  const values = new Map(
    ["placement", "actions"].flatMap((name) => {
      const value = element.props.entries.get(name);
      return value == null ? [] : [[name, String(toPrimitive(value))] as const];
    }),
  );
  return [createMermaidNode(source, values, origin)];
}

function renderCodeBlock(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const { entries } = element.props;
  const children = renderChildren(element, rendering);
  const [onlyChild] = children;
  // A fenced block between the tags is already a code block.
  if (children.length === 1 && typeof onlyChild === "object" && onlyChild.tag === "#code") return [onlyChild];
  const createFlagOption = (name: string, propName: string) => {
    const value = entries.get(name);
    return value !== undefined && value !== false && value !== null && value !== "false" && { [propName]: true };
  };
  const [title, language] = [
    toText(entries.get("filename")) ?? toText(entries.get("title")),
    toText(entries.get("language")),
  ];
  const [iconName, highlight, focus] = [
    toText(entries.get("icon")),
    toLineNumbers(entries.get("highlight")),
    toLineNumbers(entries.get("focus")),
  ];
  const options = {
    ...(title !== undefined && { title }),
    ...(iconName !== undefined && { icon: iconName }),
    ...(highlight.length > 0 && { highlight }),
    ...(focus.length > 0 && { focus }),
    ...createFlagOption("lines", "numbers"),
    ...createFlagOption("wrap", "wrap"),
    ...createFlagOption("expandable", "expandable"),
    ...createFlagOption("nocopy", "nocopy"),
  };
  return [
    createCodeNode(getPlainTextIn(children).replace(/^\n+|\n+$/g, ""), language ?? "", options, origin, rendering),
  ];
}

function toLineNumbers(value: Value): number[] {
  if (Array.isArray(value)) return value.flatMap((line) => (typeof line === "number" ? line : []));
  return typeof value === "string" ? parseLineNumbers(value) : [];
}

function renderLatex(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const children = renderChildren(element, rendering);
  const [onlyChild] = children;
  if (children.length === 1 && typeof onlyChild === "object" && onlyChild.tag === "#maths") return [onlyChild];
  return [createFormula(getPlainTextIn(children).trim(), false, element.location, origin, rendering)];
}

/** Renders the content if it's visible to the previewed audience. */
function renderVisibility(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  if (!isVisibleToReader(element.props.entries.get("for"), rendering.page.source.audience)) return [];
  return [createElement("Visibility", {}, renderChildren(element, rendering), origin)];
}

function renderLink(element: ElementValue, _: Origin, rendering: Rendering): ViewNode[] {
  return renderAsHtml("a", element, rendering);
}

function renderAsHtml(tag: string, element: ElementValue, rendering: Rendering): ViewNode[] {
  return renderHtmlElement(
    tag,
    element.props,
    renderChildren(element, rendering),
    element.location,
    element.source,
    rendering,
  );
}

function toText(value: Value): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function toPrimitive(value: Value): string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : "";
}

/** Renders an element, which can be an HTML element, a built-in component, a component on the page, or a snippet. */
export function renderElement(element: ElementValue, rendering: Rendering): ViewNode[] {
  const { type } = element;
  if (type === undefined) return renderChildren(element, rendering);
  if (typeof type === "string") {
    if (!/^[a-z]/.test(type) || type.includes(".")) return renderBuiltIn(type, element, rendering);
    const children = rendering.renderers.renderValue(element.props.entries.get("children"), rendering);
    return renderHtmlElement(type, element.props, children, element.location, element.source, rendering);
  }
  if (type.kind === "missing") return renderMissingComponent(type, element, rendering);
  return renderWithNestingLimit(element, rendering, () =>
    type.kind === "snippet" ? renderSnippet(type, element, rendering) : renderComponent(type, element, rendering),
  );
}

/** Renders an element's content one level deeper. If that fails, only this element is replaced with a box. */
function renderWithNestingLimit(element: ElementValue, rendering: Rendering, render: () => ViewNode[]): ViewNode[] {
  rendering.nesting++;
  try {
    if (rendering.nesting > limits.nesting)
      throw new EvaluationError(
        "too-much",
        formatErrorMessage`\`<${element.name}>\` contains itself, or elements are nested more than ${limits.nesting} levels deep, so readers see an error. Remove it from its own file.`,
        element.location,
      );
    return render();
  } catch (error) {
    const evaluationError = toEvaluationError(error);
    evaluationError.location ??= element.location;
    const origin = getNodeOrigin(element.location.lines, element.source, rendering.blockSource);
    // If the page has reached its limits, the element's children aren't rendered either.
    const children = evaluationError.kind === "too-much" ? [] : renderSafely(() => renderChildren(element, rendering));
    const box = createProblemBox(rendering, evaluationError, `<${element.name}>`, origin, children);
    return [evaluationError.kind === "not-static" ? addRunnableData(box, element) : box];
  } finally {
    rendering.nesting--;
  }
}

function renderSafely(render: () => ViewNode[]): ViewNode[] {
  try {
    return render();
  } catch {
    return [];
  }
}

/** Renders a snippet. Its props are available as names and as members of `props`. */
function renderSnippet(type: SnippetValue, { props }: ElementValue, rendering: Rendering): ViewNode[] {
  const scope = createScope(type.scope, type.source);
  for (const [name, value] of props.entries) scope.names.set(name, { value, isConstant: true });
  scope.names.set("props", { value: props, isConstant: true });
  return rendering.renderers.renderContent(type.children, type.source, scope, rendering);
}

function renderComponent(
  type: Exclude<ElementValue["type"], string | undefined | MissingValue | SnippetValue>,
  element: ElementValue,
  rendering: Rendering,
): ViewNode[] {
  const { machine } = rendering;
  const wasInteractive = machine.isInteractive;
  machine.isInteractive = false;
  try {
    const result: Value = machine.callComponent(type, element.props);
    const nodes = rendering.renderers.renderValue(result, rendering);
    if (!machine.isInteractive) return nodes;
    const file = type.kind === "closure" ? type.scope.source.file : element.location.file;
    const origin = getNodeOrigin(element.location.lines, element.source, rendering.blockSource);
    return [createElement("#interactive", { name: element.name, file, ...getRunnableData(element) }, nodes, origin)];
  } finally {
    machine.isInteractive = wasInteractive;
  }
}

/**
 * Returns the data needed to run a component from a file: its props as plain data, under `component`. Returns an empty
 * object for other components.
 */
function getRunnableData({ type, props }: ElementValue): Readonly<Record<string, ViewValue>> {
  if (typeof type !== "object" || type.kind !== "closure" || !/\.[jt]sx?$/i.test(type.scope.source.file)) return {};
  return { component: toViewValue(props) ?? {} };
}

/** Returns the box, extended with the data that lets the author run the component. */
function addRunnableData(box: ViewNode, element: ElementValue): ViewNode {
  const { type, name } = element;
  const runnableProps = getRunnableData(element);
  if (typeof box === "string" || runnableProps["component"] === undefined) return box;
  const file = typeof type === "object" && type.kind === "closure" ? type.scope.source.file : "";
  return { ...box, props: { ...box.props, ...runnableProps, name, componentFile: file } };
}

/**
 * Renders a box for a component whose import can't be resolved. The box contains the component's children. While the
 * imported file is still loading, renders only the children.
 */
function renderMissingComponent(type: MissingValue, element: ElementValue, rendering: Rendering): ViewNode[] {
  const children = renderChildren(element, rendering);
  if (!type.error) return children;
  const origin = getNodeOrigin(element.location.lines, element.source, rendering.blockSource);
  const { kind, message, location } = type.error;
  const error = new EvaluationError(
    kind,
    message,
    location && location.file !== element.location.file ? location : element.location,
  );
  return [createProblemBox(rendering, error, `<${element.name}>`, origin, children)];
}
