import type { Component } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import { elementNames } from "../../page/syntax/tag-faults.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { SitePath } from "../../text/text-edit.ts";
import {
  EvaluationError,
  formatFault,
  type Place,
  type Span,
  toEvaluationError,
} from "../interpret/evaluation-error.ts";
import { limits } from "../interpret/fuel.ts";
import { innerScope } from "../interpret/machine.ts";
import {
  type Dict,
  type ElementValue,
  type Missing,
  plainValue,
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
import { attributesOf, styleElement } from "./attributes.ts";
import { codeNode, legacySnippetView, lineNumbers, mermaidView } from "./code.ts";
import { componentLook, iconLook, isForReader } from "./component-props.ts";
import { embedElement, iconNode, imageAt, mediaElement, sourceElement } from "./media.ts";
import {
  elementOf,
  formulaNode,
  getNodeOrigin,
  getPlainTextIn,
  problemBox,
  type Rendering,
  reportIssue,
} from "./rendering.ts";

type At = Span & { readonly file: SitePath };

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
const silentlyRemoved: ReadonlySet<string> = new Set(
  "head noscript template param track area map slot desc".split(" "),
);

/** Renders an HTML or SVG element if the element is allowed. */
export function htmlElement(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  at: At,
  place: Place,
  rendering: Rendering,
): ViewNode[] {
  const origin = getNodeOrigin(at.lines, place, rendering.home);
  if (tag === "img" || tag === "video" || tag === "audio")
    return mediaElement(tag, props, children, at, origin, rendering);
  if (tag === "source") return sourceElement(props, at, rendering);
  if (tag === "iframe") return embedElement(props, at, origin, rendering);
  if (tag === "style") return styleElement(props, children, at, rendering);
  if (silentlyRemoved.has(tag)) return [];
  if (reportedElements.has(tag)) {
    reportIssue(
      rendering,
      "unsafe",
      formatFault`\`<${tag}>\` can run code or load external content, so the preview leaves it out. Readers may see it on the published page.`,
      at,
    );
    return [];
  }
  const shown = replacementElements.get(tag) ?? tag;
  if (!htmlElements.has(shown) && !svgElements.has(shown) && !mathElements.has(shown))
    return [unknownElement(tag, children, at, origin, rendering)];
  return [elementOf(shown, attributesOf(shown, props, at, rendering), children, origin)];
}

function unknownElement(
  tag: string,
  children: readonly ViewNode[],
  at: At,
  origin: ReturnType<typeof getNodeOrigin>,
  rendering: Rendering,
): ViewNode {
  if (elementNames.has(tag)) return elementOf("span", {}, children, origin);
  const meant = findNearestName(tag, [...components.keys(), ...elementNames]);
  const advice = meant ? `Did you mean \`<${meant}>\`?` : "If it's text, escape `<` with a backslash.";
  const message = formatFault`\`<${tag}>\` isn't an HTML element, so readers see only its content. ${advice}`;
  return problemBox(
    rendering,
    new EvaluationError("unknown-component", message, at),
    `<${tag}>`,
    origin,
    children,
  );
}

type Origin = Pick<ViewElement, "lines" | "file">;
type Painter = (element: ElementValue, origin: Origin, rendering: Rendering) => ViewNode[];

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
export function componentElement(name: string, element: ElementValue, rendering: Rendering): ViewNode[] {
  const origin = getNodeOrigin(element.at.lines, element.place, rendering.home);
  const own = ownPainters.get(name);
  if (own) return own(element, origin, rendering);
  const shown = componentAliases.get(name) ?? name;
  const component = components.get(shown);
  if (!component) return [unknownComponent(name, element, origin, rendering)];
  return [builtInComponent(shown, component, element, origin, rendering)];
}

function builtInComponent(
  name: string,
  component: Component,
  element: ElementValue,
  origin: Origin,
  rendering: Rendering,
): ViewNode {
  const { props, slots } = componentLook(component, element, rendering);
  return elementOf(name, props, childrenOf(element, rendering), origin, slots);
}

export function childrenOf(element: ElementValue, rendering: Rendering): ViewNode[] {
  return rendering.paint.value(element.props.entries.get("children"), rendering);
}

export function unknownComponent(
  name: string,
  element: ElementValue,
  origin: Origin,
  rendering: Rendering,
): ViewNode {
  const label = `<${name.slice(0, 60)}>`;
  const meant = findNearestName(name, components.keys());
  const advice = meant ? `Did you mean \`<${meant}>\`?` : "Import or export it, or fix the name.";
  const message = formatFault`\`${label}\` isn't a known component, so readers see an error or nothing at all. ${advice}`;
  const fault = new EvaluationError("unknown-component", message, element.at);
  return problemBox(rendering, fault, label, origin, childrenOf(element, rendering));
}

const ownPainters: ReadonlyMap<string, Painter> = new Map<string, Painter>([
  ["Icon", icon],
  ["Mermaid", mermaid],
  ["CodeBlock", codeBlock],
  ["Latex", latex],
  ["Visibility", visibility],
  ["Snippet", legacySnippetView],
  ["Link", linkElement],
  ["ZoomImage", (element, _, rendering) => childrenOf(element, rendering)],
  ["OptimizedVideo", (element, _, rendering) => htmlOf("video", element, rendering)],
  ["MDX", (element, _, rendering) => childrenOf(element, rendering)],
]);

function icon(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const { entries } = element.props;
  const name = entries.get("icon");
  const src = entries.get("src");
  if (typeof name === "string")
    return [iconNode(name, iconLook(element.props), element.at, origin, rendering)];
  if (typeof src === "string") return [imageAt(src, element.at, rendering)];
  return rendering.paint.value(name, rendering);
}

function mermaid(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const source = text(element.props.entries.get("chart")) ?? getPlainTextIn(childrenOf(element, rendering));
  const values = new Map(
    ["placement", "actions"].flatMap((name) => {
      const value = element.props.entries.get(name);
      return value == null ? [] : [[name, String(plainText(value))] as const];
    }),
  );
  return [mermaidView(source, values, origin)];
}

function codeBlock(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const { entries } = element.props;
  const children = childrenOf(element, rendering);
  const [only] = children;
  // A fenced block between the tags is already a code block.
  if (children.length === 1 && typeof only === "object" && only.tag === "#code") return [only];
  const flag = (name: string, as: string) => {
    const value = entries.get(name);
    return value !== undefined && value !== false && value !== null && value !== "false" && { [as]: true };
  };
  const [title, language] = [
    text(entries.get("filename")) ?? text(entries.get("title")),
    text(entries.get("language")),
  ];
  const [name, highlight, focus] = [
    text(entries.get("icon")),
    lines(entries.get("highlight")),
    lines(entries.get("focus")),
  ];
  const look = {
    ...(title !== undefined && { title }),
    ...(name !== undefined && { icon: name }),
    ...(highlight.length > 0 && { highlight }),
    ...(focus.length > 0 && { focus }),
    ...flag("lines", "numbers"),
    ...flag("wrap", "wrap"),
    ...flag("expandable", "expandable"),
    ...flag("nocopy", "nocopy"),
  };
  return [
    codeNode(getPlainTextIn(children).replace(/^\n+|\n+$/g, ""), language ?? "", look, origin, rendering),
  ];
}

function lines(value: Value): number[] {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === "number" ? each : []));
  return typeof value === "string" ? lineNumbers(value) : [];
}

function latex(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const children = childrenOf(element, rendering);
  const [only] = children;
  if (children.length === 1 && typeof only === "object" && only.tag === "#maths") return [only];
  return [formulaNode(getPlainTextIn(children).trim(), false, element.at, origin, rendering)];
}

/** Renders the content if it's visible to the previewed audience. */
function visibility(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  if (!isForReader(element.props.entries.get("for"), rendering.page.source.audience)) return [];
  return [elementOf("Visibility", {}, childrenOf(element, rendering), origin)];
}

function linkElement(element: ElementValue, _: Origin, rendering: Rendering): ViewNode[] {
  return htmlOf("a", element, rendering);
}

function htmlOf(tag: string, element: ElementValue, rendering: Rendering): ViewNode[] {
  return htmlElement(
    tag,
    element.props,
    childrenOf(element, rendering),
    element.at,
    element.place,
    rendering,
  );
}

function text(value: Value): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function plainText(value: Value): string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : "";
}

/** Renders an element, which can be an HTML element, a built-in component, a component on the page, or a snippet. */
export function renderElement(element: ElementValue, rendering: Rendering): ViewNode[] {
  const { type } = element;
  if (type === undefined) return childrenOf(element, rendering);
  if (typeof type === "string") {
    if (!/^[a-z]/.test(type) || type.includes(".")) return componentElement(type, element, rendering);
    const children = rendering.paint.value(element.props.entries.get("children"), rendering);
    return htmlElement(type, element.props, children, element.at, element.place, rendering);
  }
  if (type.kind === "missing") return missing(type, element, rendering);
  return renderNested(element, rendering, () =>
    type.kind === "snippet" ? snippet(type, element, rendering) : component(type, element, rendering),
  );
}

/** Renders an element's content one level deeper. If that fails, only this element is replaced with a box. */
function renderNested(element: ElementValue, rendering: Rendering, render: () => ViewNode[]): ViewNode[] {
  rendering.nesting++;
  try {
    if (rendering.nesting > limits.nesting)
      throw new EvaluationError(
        "too-much",
        formatFault`\`<${element.name}>\` contains itself, or elements are nested more than ${limits.nesting} levels deep, so readers see an error. Remove it from its own file.`,
        element.at,
      );
    return render();
  } catch (error) {
    const fault = toEvaluationError(error);
    fault.place ??= element.at;
    const origin = getNodeOrigin(element.at.lines, element.place, rendering.home);
    // If the page has reached its limits, the element's children aren't rendered either.
    const children = fault.kind === "too-much" ? [] : safely(() => childrenOf(element, rendering));
    const box = problemBox(rendering, fault, `<${element.name}>`, origin, children);
    return [fault.kind === "not-static" ? runnable(box, element) : box];
  } finally {
    rendering.nesting--;
  }
}

function safely(render: () => ViewNode[]): ViewNode[] {
  try {
    return render();
  } catch {
    return [];
  }
}

/** Renders a snippet. Its props are available as names and as members of `props`. */
function snippet(type: SnippetValue, { props }: ElementValue, rendering: Rendering): ViewNode[] {
  const scope = innerScope(type.scope, type.place);
  for (const [name, value] of props.entries) scope.names.set(name, { value, isConstant: true });
  scope.names.set("props", { value: props, isConstant: true });
  return rendering.paint.content(type.children, type.place, scope, rendering);
}

function component(
  type: Exclude<ElementValue["type"], string | undefined | Missing | SnippetValue>,
  element: ElementValue,
  rendering: Rendering,
): ViewNode[] {
  const { machine } = rendering;
  const wasInteractive = machine.isInteractive;
  machine.isInteractive = false;
  try {
    const answer: Value = machine.callComponent(type, element.props);
    const nodes = rendering.paint.value(answer, rendering);
    if (!machine.isInteractive) return nodes;
    const file = type.kind === "closure" ? type.scope.place.file : element.at.file;
    const origin = getNodeOrigin(element.at.lines, element.place, rendering.home);
    return [elementOf("#interactive", { name: element.name, file, ...runnableOf(element) }, nodes, origin)];
  } finally {
    machine.isInteractive = wasInteractive;
  }
}

/**
 * Returns the data needed to run a component from a file: its props as plain data, under `component`. Returns an empty
 * object for other components.
 */
function runnableOf({ type, props }: ElementValue): Readonly<Record<string, ViewValue>> {
  if (typeof type !== "object" || type.kind !== "closure" || !/\.[jt]sx?$/i.test(type.scope.place.file))
    return {};
  return { component: plainValue(props) ?? {} };
}

/** Returns the box, extended with the data that lets the author run the component. */
function runnable(box: ViewNode, element: ElementValue): ViewNode {
  const { type, name } = element;
  const extra = runnableOf(element);
  if (typeof box === "string" || extra["component"] === undefined) return box;
  const file = typeof type === "object" && type.kind === "closure" ? type.scope.place.file : "";
  return { ...box, props: { ...box.props, ...extra, name, componentFile: file } };
}

/**
 * Renders a box for a component whose import can't be resolved. The box contains the component's children. While the
 * imported file is still loading, renders only the children.
 */
function missing(type: Missing, element: ElementValue, rendering: Rendering): ViewNode[] {
  const children = childrenOf(element, rendering);
  if (!type.fault) return children;
  const origin = getNodeOrigin(element.at.lines, element.place, rendering.home);
  const { kind, message, place } = type.fault;
  const fault = new EvaluationError(
    kind,
    message,
    place && place.file !== element.at.file ? place : element.at,
  );
  return [problemBox(rendering, fault, `<${element.name}>`, origin, children)];
}
