import { createElement, type VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePage } from "../paint/page-context.ts";
import type { RenderedNode, RenderedNodeProps } from "../paint/piece.ts";
import { safeAttributes } from "../paint/safe-attributes.ts";

/** A table in its own box. If the table is too wide, the box scrolls and is focusable with Tab. */
export function Table({ node, paint, mark }: RenderedNodeProps): VNode {
  const { resource } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const reached = scrolls ? { tabIndex: 0, role: "region" as const, "aria-label": "Table" } : {};
  return (
    <div ref={box} class="dw-table" {...reached} {...mark}>
      {createElement("table", safeAttributes("table", node.props, resource), paint(node.children))}
    </div>
  );
}

/** A checkbox of a task list, in the state that the author wrote. */
export function Input({ node, mark }: RenderedNodeProps): VNode {
  const attributes = safeAttributes("input", node.props);
  const isTask = attributes["type"] === "checkbox" && attributes["disabled"] !== undefined;
  const name = isTask ? { "aria-label": attributes["checked"] ? "Done" : "Not done" } : {};
  return createElement("input", { ...name, ...attributes, ...mark });
}

/** An element that adds nothing and renders only its content: `<Fragment>`, `<Column>`. */
export const Through: RenderedNode = ({ node, paint }) => <>{paint(node.children)}</>;
