import { type ComponentChildren, createElement, Fragment, type VNode } from "preact";
import {
  htmlElements,
  mathElements,
  maxPaintedDepth,
  svgElements,
  type ViewElement,
  type ViewNode,
} from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import { usePage } from "../paint/page-context.ts";
import { getSourceMark, type RenderedNodeProps } from "../paint/piece.ts";
import { namesFiles, safeAttributes } from "../paint/safe-attributes.ts";
import { components } from "./registry.ts";

/** Void elements, which have no content. */
const emptyElements: ReadonlySet<string> = new Set("br col hr input wbr".split(" "));

const animations: ReadonlySet<string> = new Set(["animate", "animateTransform"]);

/**
 * Renders the nodes of a page: components by name, elements if they're allowed, and only the content of anything else.
 */
export function paintNodes(nodes: readonly ViewNode[] | undefined, depth = 0): ComponentChildren {
  if (!nodes || nodes.length === 0) return null;
  if (depth > maxPaintedDepth) return <TooDeep />;
  return nodes.map((node) => (typeof node === "string" ? node : paintElement(node, depth)));
}

function TooDeep(): VNode {
  return (
    <span class="dw-fault" role="note">
      <span class="dw-fault-message">
        {translate(
          "Elements are nested more than {0} levels deep here, so the preview doesn’t show the rest. Reduce the nesting.",
          maxPaintedDepth,
        )}
      </span>
    </span>
  );
}

function paintElement(node: ViewElement, depth: number): VNode {
  const paint = (nodes: readonly ViewNode[] | undefined): ComponentChildren => paintNodes(nodes, depth + 1);
  const mark = getSourceMark(node);
  const Component = components.get(node.tag);
  if (Component) return <Component node={node} paint={paint} mark={mark} />;
  if (!htmlElements.has(node.tag) && !svgElements.has(node.tag) && !mathElements.has(node.tag))
    return <Fragment>{paint(node.children)}</Fragment>;
  if (namesFiles(node.props?.["style"])) return <ElementWithFiles node={node} paint={paint} mark={mark} />;
  return element(node, paint, mark, safeAttributes(node.tag, node.props));
}

/** An element whose style refers to files of the site. */
function ElementWithFiles({ node, paint, mark }: RenderedNodeProps): VNode {
  const { resource } = usePage();
  return element(node, paint, mark, safeAttributes(node.tag, node.props, resource));
}

function element(
  node: ViewElement,
  paint: RenderedNodeProps["paint"],
  mark: RenderedNodeProps["mark"],
  attributes: ReturnType<typeof safeAttributes>,
): VNode {
  // An animation specifies the attribute it changes. If that attribute isn't allowed, there's nothing to
  // animate.
  if (animations.has(node.tag) && attributes["attributeName"] === undefined) return <Fragment />;
  return emptyElements.has(node.tag)
    ? createElement(node.tag, { ...attributes, ...mark })
    : createElement(node.tag, { ...attributes, ...mark }, paint(node.children));
}
