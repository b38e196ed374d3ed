import { type ComponentChildren, createElement, type VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePage } from "../paint/page-context.ts";
import {
  getFlagProp,
  getNumberProp,
  getText,
  getTextProp,
  type RenderedNode,
  type RenderedNodeProps,
} from "../paint/node-props.ts";
import { toSafeAttributes } from "../paint/safe-attributes.ts";
import { Glyph } from "./icon.tsx";

/** Returns the component for headings of this level. Each heading has a link to itself. */
export function createHeading(level: number) {
  return ({ node, paint, position }: RenderedNodeProps): VNode => {
    const { toResourceUrl } = usePage();
    return renderHeading(
      level,
      toSafeAttributes(`h${level}`, node.props, toResourceUrl),
      paint(node.children),
      position,
    );
  };
}

/** `<Heading>`: a heading with the specified `level`. */
export function Heading({ node, paint, position }: RenderedNodeProps): VNode {
  const level = Math.min(6, Math.max(1, Math.round(getNumberProp(node, "level") ?? 2)));
  return renderHeading(level, toSafeAttributes(`h${level}`, node.props), paint(node.children), position);
}

function renderHeading(
  level: number,
  attributes: Readonly<Record<string, unknown>>,
  content: ComponentChildren,
  position: RenderedNodeProps["position"],
): VNode {
  const id = attributes["id"];
  const classSuffix = typeof attributes["class"] === "string" ? ` ${attributes["class"]}` : "";
  return createElement(
    `h${level}`,
    { ...attributes, ...position, class: `dw-h${classSuffix}` },
    content,
    typeof id === "string" && id !== "" ? (
      <a class="dw-heading-link" href={`#${encodeURIComponent(id)}`} aria-label="Link to this heading">
        <Glyph name="link" />
      </a>
    ) : null,
  );
}

/** A table in its own box. If the table is too wide, the box can be scrolled and can be focused with Tab. */
export function Table({ node, paint, position }: RenderedNodeProps): VNode {
  const { toResourceUrl } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrollable(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scrollProps = isScrollable ? { tabIndex: 0, role: "region" as const, "aria-label": "Table" } : {};
  return (
    <div ref={box} class="dw-table" {...scrollProps} {...position}>
      {createElement("table", toSafeAttributes("table", node.props, toResourceUrl), paint(node.children))}
    </div>
  );
}

/** A checkbox in a task list, in the state that the author has set. */
export function Input({ node, position }: RenderedNodeProps): VNode {
  const attributes = toSafeAttributes("input", node.props);
  const isTask = attributes["type"] === "checkbox" && attributes["disabled"] !== undefined;
  const labelProps = isTask ? { "aria-label": attributes["checked"] ? "Done" : "Not done" } : {};
  return createElement("input", { ...labelProps, ...attributes, ...position });
}

/** A component that renders only its content, such as `<Fragment>` or `<Column>`. */
export const Passthrough: RenderedNode = ({ node, paint }) => <>{paint(node.children)}</>;

/** `#maths`: a typeset formula, either inline or as a block. */
export function MathFormula({ node, paint, position }: RenderedNodeProps): VNode {
  const isTypeset = node.children && node.children.length > 0;
  const content = isTypeset ? paint(node.children) : <code>{getTextProp(node, "tex")}</code>;
  if (!getFlagProp(node, "display"))
    return (
      <span class="dw-maths" {...position}>
        {content}
      </span>
    );
  return (
    <div class="dw-maths dw-maths-display" tabIndex={0} role="group" aria-label="Formula" {...position}>
      {content}
    </div>
  );
}

/** `<Latex>`: the formula as the renderer has typeset it or, if it hasn't been typeset, as written. */
export function Latex({ node, paint, position }: RenderedNodeProps): VNode {
  const hasOnlyText = (node.children ?? []).every((child) => typeof child === "string");
  return (
    <span class="dw-maths" {...position}>
      {hasOnlyText ? <code>{getText(node.children)}</code> : paint(node.children)}
    </span>
  );
}
