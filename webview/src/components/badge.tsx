import type { VNode } from "preact";
import { getChoiceProp, getFlagProp, type RenderedNodeProps, getTextProp } from "../paint/node-props.ts";
import { toSafeLink } from "../paint/safe-attributes.ts";
import { renderIcon } from "./icon.tsx";

const colors = [
  "gray",
  "blue",
  "green",
  "yellow",
  "orange",
  "red",
  "purple",
  "white",
  "surface",
  "white-destructive",
  "surface-destructive",
] as const;

/** `<Badge>`: an inline label with a colored background. */
export function Badge({ node, paint, position }: RenderedNodeProps): VNode {
  const isOutlined = getFlagProp(node, "stroke") ?? getTextProp(node, "variant") === "outline";
  const isDisabled = getFlagProp(node, "disabled") ?? false;
  const href = isDisabled ? undefined : toSafeLink(getTextProp(node, "href"));
  const classes = [
    "dw-badge",
    `dw-badge-${getChoiceProp(node, "color", colors) ?? "gray"}`,
    `dw-badge-${getChoiceProp(node, "size", ["xs", "sm", "md", "lg"]) ?? "md"}`,
    getTextProp(node, "shape") === "pill" ? "dw-badge-pill" : "",
    isOutlined ? "dw-badge-outlined" : "",
    isDisabled ? "dw-badge-disabled" : "",
    getTextProp(node, "className") ?? getTextProp(node, "class") ?? "",
  ];
  const content = (
    <>
      {renderIcon(node, paint, ["leadIcon", "icon"])}
      {paint(node.children)}
      {renderIcon(node, paint, ["tailIcon"])}
    </>
  );
  const attributes = { class: classes.filter(Boolean).join(" "), ...position };
  if (href !== undefined)
    return (
      <a href={href} {...attributes}>
        {content}
      </a>
    );
  return <span {...attributes}>{content}</span>;
}
