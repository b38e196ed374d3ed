import { type ComponentChildren, createElement, type VNode } from "preact";
import { usePage } from "../paint/page-context.ts";
import { getNumberProp, type RenderedNodeProps } from "../paint/piece.ts";
import { safeAttributes } from "../paint/safe-attributes.ts";
import { Glyph } from "./icon.tsx";

/** Returns the component for a heading of this level, with a link to itself. */
export function headingOf(level: number) {
  return ({ node, paint, mark }: RenderedNodeProps): VNode => {
    const { resource } = usePage();
    return heading(level, safeAttributes(`h${level}`, node.props, resource), paint(node.children), mark);
  };
}

/** `<Heading>`: a heading with the given `level`. */
export function Heading({ node, paint, mark }: RenderedNodeProps): VNode {
  const level = Math.min(6, Math.max(1, Math.round(getNumberProp(node, "level") ?? 2)));
  return heading(level, safeAttributes(`h${level}`, node.props), paint(node.children), mark);
}

function heading(
  level: number,
  attributes: Readonly<Record<string, unknown>>,
  words: ComponentChildren,
  mark: RenderedNodeProps["mark"],
): VNode {
  const id = attributes["id"];
  const more = typeof attributes["class"] === "string" ? ` ${attributes["class"]}` : "";
  return createElement(
    `h${level}`,
    { ...attributes, ...mark, class: `dw-h${more}` },
    words,
    typeof id === "string" && id !== "" ? (
      <a class="dw-heading-link" href={`#${encodeURIComponent(id)}`} aria-label="Link to this heading">
        <Glyph name="link" />
      </a>
    ) : null,
  );
}
