import { say } from "../interpret/say.ts";
import { components } from "../../page/components/components.ts";
import type { Component } from "../../page/components/component.ts";
import { closest } from "../../text/similarity.ts";
import { CodeFault } from "../interpret/fault.ts";
import type { ElementValue, Value } from "../interpret/value.ts";
import type { ViewElement, ViewNode } from "../view/view-node.ts";
import { isForReader } from "./audience.ts";
import { codeNode, lineNumbers, mermaidView } from "./code-view.ts";
import { componentLook, iconLook } from "./component-props.ts";
import { formulaNode } from "./formula.ts";
import { htmlElement } from "./html-element.ts";
import { iconNode } from "./icon-view.ts";
import { imageAt } from "./media.ts";
import { elementOf, originOf, problemBox, type Rendering } from "./rendering.ts";
import { legacySnippet } from "./legacy-snippet.ts";
import { textIn } from "./text-in.ts";

type Origin = Pick<ViewElement, "lines" | "file">;
type Painter = (element: ElementValue, origin: Origin, rendering: Rendering) => ViewNode[];

/** Other names of components. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["Param", "ParamField"],
  ["Example", "Frame"],
  ["FileTree", "Tree"],
  ["Github", "GitHub"],
  ["Github.Repo", "GitHub"],
  ["GitHub.Repo", "GitHub"],
  ["SnippetGroup", "CodeGroup"],
]);

/** A component of the service, by name. */
export function componentElement(name: string, element: ElementValue, rendering: Rendering): ViewNode[] {
  const origin = originOf(element.at.lines, element.place, rendering.home);
  const own = ownPainters.get(name);
  if (own) return own(element, origin, rendering);
  const shown = otherNames.get(name) ?? name;
  const component = components.get(shown);
  if (!component) return [unknownComponent(name, element, origin, rendering)];
  return [catalogued(shown, component, element, origin, rendering)];
}

function catalogued(
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
  const meant = closest(name, components.keys());
  const advice = meant ? `Did you mean \`<${meant}>\`?` : "Import or export it, or correct the name.";
  const message = say`\`${label}\` names no component, so readers see an error or a gap. ${advice}`;
  const fault = new CodeFault("unknown-component", message, element.at);
  return problemBox(rendering, fault, label, origin, childrenOf(element, rendering));
}

const ownPainters: ReadonlyMap<string, Painter> = new Map<string, Painter>([
  ["Icon", icon],
  ["Mermaid", mermaid],
  ["CodeBlock", codeBlock],
  ["Latex", latex],
  ["Visibility", visibility],
  ["Snippet", legacySnippet],
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
  const source = text(element.props.entries.get("chart")) ?? textIn(childrenOf(element, rendering));
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
  // A fenced block between the tags is one already.
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
  return [codeNode(textIn(children).replace(/^\n+|\n+$/g, ""), language ?? "", look, origin, rendering)];
}

function lines(value: Value): number[] {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === "number" ? each : []));
  return typeof value === "string" ? lineNumbers(value) : [];
}

function latex(element: ElementValue, origin: Origin, rendering: Rendering): ViewNode[] {
  const children = childrenOf(element, rendering);
  const [only] = children;
  if (children.length === 1 && typeof only === "object" && only.tag === "#maths") return [only];
  return [formulaNode(textIn(children).trim(), false, element.at, origin, rendering)];
}

/** Shown or not, for whom the preview stands in. */
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
