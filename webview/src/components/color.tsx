import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { LayoutContext, usePage } from "../paint/page-context.ts";
import { type RenderedNodeProps, getProp, getTextProp } from "../paint/node-props.ts";
import { toSafeStyle } from "../paint/safe-attributes.ts";

/** `<Color>`: a color palette, shown as a grid or as rows with titles. */
export function Color({ node, paint, position }: RenderedNodeProps): VNode {
  const variant = getTextProp(node, "variant") === "table" ? "table" : "compact";
  return (
    <div class={`dw-colors dw-colors-${variant}`} {...position}>
      {paint(node.children)}
    </div>
  );
}

export function ColorRow({ node, paint, position }: RenderedNodeProps): VNode {
  return (
    <div class="dw-color-row" {...position}>
      <div class="dw-color-row-title">{getTextProp(node, "title")}</div>
      <div class="dw-color-row-items">{paint(node.children)}</div>
    </div>
  );
}

/**
 * A color that is copied when clicked. If the color has a light and a dark variant, the variant for the current
 * appearance is used.
 */
export function ColorItem({ node, position }: RenderedNodeProps): VNode {
  const { onCopy } = usePage();
  const { appearance } = useContext(LayoutContext);
  const value = getColor(getProp(node, "value"), appearance);
  const name = getTextProp(node, "name");
  return (
    <button type="button" class="dw-color" title={`Copy ${value}`} onClick={() => onCopy(value)} {...position}>
      <span class="dw-color-swatch">
        <span style={toSafeStyle({ "background-color": value })} />
      </span>
      <span class="dw-color-words">
        {name !== undefined && <span class="dw-color-name">{name}</span>}
        <code class="dw-color-value">{value}</code>
      </span>
    </button>
  );
}

function getColor(value: unknown, appearance: "light" | "dark"): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const colorPair = value as Readonly<Record<string, unknown>>;
  const colorValue = colorPair[appearance] ?? colorPair["light"] ?? colorPair["dark"];
  return typeof colorValue === "string" ? colorValue : "";
}
