import { type ComponentChildren, createElement, Fragment, type VNode } from "preact";
import {
  htmlElements,
  mathElements,
  maxRenderedDepth,
  svgElements,
  type ViewElement,
  type ViewNode,
} from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import { usePage } from "../paint/page-context.ts";
import { getSourcePosition, type RenderedNode, type RenderedNodeProps } from "../paint/node-props.ts";
import { hasFileReferences, toSafeAttributes } from "../paint/safe-attributes.ts";
import { Accordion, AccordionGroup, ExpandableSection } from "./accordion.tsx";
import { Badge } from "./badge.tsx";
import { Callout, createCallout, Example, Panel, Prompt } from "./callout.tsx";
import { Card, Column, Columns, Tile, Tiles } from "./card.tsx";
import { Code, CodeBlock, CodeGroup } from "./code.tsx";
import { Color, ColorItem, ColorRow } from "./color.tsx";
import { ParamField, ResponseField } from "./field.tsx";
import { StandaloneIcon, InlineIcon } from "./icon.tsx";
import { Heading, createHeading, Input, Latex, MathFormula, Table, Passthrough } from "./markdown.tsx";
import { Embed, Frame, GitHubRepo, Media } from "./media.tsx";
import { Mermaid } from "./mermaid.tsx";
import { InteractiveComponent, Problem } from "./problem.tsx";
import { Step, Steps } from "./steps.tsx";
import { Tabs } from "./tabs.tsx";
import { Tooltip } from "./tooltip.tsx";
import { Tree, TreeFile, TreeFolder } from "./tree.tsx";
import { Update, Variation, View, Visibility } from "./conditional-content.tsx";

/** Maps tags to the components that render them. HTML and SVG elements without a component are rendered unchanged. */
export const componentsByTag: ReadonlyMap<string, RenderedNode> = new Map<string, RenderedNode>([
  ["Accordion", Accordion],
  ["AccordionGroup", AccordionGroup],
  ["Badge", Badge],
  ["Note", createCallout("note")],
  ["Warning", createCallout("warning")],
  ["Info", createCallout("info")],
  ["Tip", createCallout("tip")],
  ["Check", createCallout("check")],
  ["Danger", createCallout("danger")],
  ["Callout", Callout],
  ["Card", Card],
  ["CardGroup", Columns],
  ["Columns", Columns],
  ["Column", Column],
  ["CodeGroup", CodeGroup],
  ["SnippetGroup", CodeGroup],
  ["CodeBlock", CodeBlock],
  ["Color", Color],
  ["Color.Row", ColorRow],
  ["Color.Item", ColorItem],
  ["Expandable", ExpandableSection],
  ["Frame", Frame],
  ["Example", Frame],
  ["GitHub.Repo", GitHubRepo],
  ["Github.Repo", GitHubRepo],
  ["GitHub", GitHubRepo],
  ["Github", GitHubRepo],
  ["Icon", InlineIcon],
  ["Latex", Latex],
  ["Mermaid", Mermaid],
  ["Panel", Panel],
  ["ParamField", ParamField],
  ["Param", ParamField],
  ["ResponseField", ResponseField],
  ["RequestExample", Example],
  ["ResponseExample", Example],
  ["Prompt", Prompt],
  ["Steps", Steps],
  ["Step", Step],
  ["Tabs", Tabs],
  ["Tab", Passthrough],
  ["Tile", Tile],
  ["Tiles", Tiles],
  ["Tooltip", Tooltip],
  ["Tree", Tree],
  ["FileTree", Tree],
  ["Tree.Folder", TreeFolder],
  ["Tree.File", TreeFile],
  ["Update", Update],
  ["View", View],
  ["Visibility", Visibility],
  ["Variation", Variation],
  ["Heading", Heading],
  ["Fragment", Passthrough],
  ["#code", Code],
  ["#maths", MathFormula],
  ["#icon", StandaloneIcon],
  ["#mermaid", Mermaid],
  ["#problem", Problem],
  ["#interactive", InteractiveComponent],
  ["#image", Media],
  ["#embed", Embed],
  ...([1, 2, 3, 4, 5, 6] as const).map((level) => [`h${level}`, createHeading(level)] as const),
  ["table", Table],
  ["input", Input],
]);

/** Void elements, which can't have content. */
const voidElements: ReadonlySet<string> = new Set("br col hr input wbr".split(" "));

const animationElements: ReadonlySet<string> = new Set(["animate", "animateTransform"]);

/**
 * Renders the nodes of a page. Components are rendered by tag. Elements are rendered only if they're allowed. For any
 * other node, only its content is rendered.
 */
export function paintNodes(nodes: readonly ViewNode[] | undefined, depth = 0): ComponentChildren {
  if (!nodes || nodes.length === 0) return null;
  if (depth > maxRenderedDepth) return <NestingNotice />;
  return nodes.map((node) => (typeof node === "string" ? node : paintElement(node, depth)));
}

function NestingNotice(): VNode {
  return (
    <span class="dw-fault" role="note">
      <span class="dw-fault-message">
        {translate(
          "Elements are nested more than {0} levels deep here, so the preview doesn’t show the rest. Reduce the nesting.",
          maxRenderedDepth,
        )}
      </span>
    </span>
  );
}

function paintElement(node: ViewElement, depth: number): VNode {
  const paint = (nodes: readonly ViewNode[] | undefined): ComponentChildren => paintNodes(nodes, depth + 1);
  const position = getSourcePosition(node);
  const Component = componentsByTag.get(node.tag);
  if (Component) return <Component node={node} paint={paint} position={position} />;
  if (!htmlElements.has(node.tag) && !svgElements.has(node.tag) && !mathElements.has(node.tag))
    return <Fragment>{paint(node.children)}</Fragment>;
  if (hasFileReferences(node.props?.["style"]))
    return <ElementWithFiles node={node} paint={paint} position={position} />;
  return createNode(node, paint, position, toSafeAttributes(node.tag, node.props));
}

/** An element whose style refers to files in the site. The URLs of these files have to be resolved. */
function ElementWithFiles({ node, paint, position }: RenderedNodeProps): VNode {
  const { toResourceUrl } = usePage();
  return createNode(node, paint, position, toSafeAttributes(node.tag, node.props, toResourceUrl));
}

function createNode(
  node: ViewElement,
  paint: RenderedNodeProps["paint"],
  position: RenderedNodeProps["position"],
  attributes: ReturnType<typeof toSafeAttributes>,
): VNode {
  // An animation specifies the attribute that it changes. If that attribute isn't allowed, the animation isn't
  // rendered.
  if (animationElements.has(node.tag) && attributes["attributeName"] === undefined) return <Fragment />;
  return voidElements.has(node.tag)
    ? createElement(node.tag, { ...attributes, ...position })
    : createElement(node.tag, { ...attributes, ...position }, paint(node.children));
}
