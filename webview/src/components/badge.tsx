import type { VNode } from "preact";
import { choiceOf, flagOf, type PieceProps, textOf } from "../paint/piece.ts";
import { safeLink } from "../paint/safe-attributes.ts";
import { iconOf } from "./icon.tsx";

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

/** `<Badge>`: a word in a coloured shape, within a line. */
export function Badge({ node, paint, mark }: PieceProps): VNode {
  const outlined = flagOf(node, "stroke") ?? textOf(node, "variant") === "outline";
  const disabled = flagOf(node, "disabled") ?? false;
  const href = disabled ? undefined : safeLink(textOf(node, "href"));
  const classes = [
    "dw-badge",
    `dw-badge-${choiceOf(node, "color", colors) ?? "gray"}`,
    `dw-badge-${choiceOf(node, "size", ["xs", "sm", "md", "lg"]) ?? "md"}`,
    textOf(node, "shape") === "pill" ? "dw-badge-pill" : "",
    outlined ? "dw-badge-outlined" : "",
    disabled ? "dw-badge-disabled" : "",
    textOf(node, "className") ?? textOf(node, "class") ?? "",
  ];
  const inside = (
    <>
      {iconOf(node, paint, ["leadIcon", "icon"])}
      {paint(node.children)}
      {iconOf(node, paint, ["tailIcon"])}
    </>
  );
  const attributes = { class: classes.filter(Boolean).join(" "), ...mark };
  if (href !== undefined)
    return (
      <a href={href} {...attributes}>
        {inside}
      </a>
    );
  return <span {...attributes}>{inside}</span>;
}
