import { type ComponentChildren, createElement, type VNode } from "preact";
import { type IconView, svgElements, type ViewElement, type ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { flagOf, numberOf, type Paint, type PieceProps, propOf, slotOf, textOf } from "../paint/piece.ts";
import { safeAttributes } from "../paint/safe-attributes.ts";
import { safeStyle } from "../paint/safe-style.ts";

/** `<Icon>`: an icon of a library in its slot, a picture of the site, or one written in place. */
export function IconPiece({ node, paint, mark }: PieceProps): VNode {
  const size = numberOf(node, "size");
  const style = safeStyle({
    ...(size === undefined ? {} : { width: size, height: size }),
    color: textOf(node, "color") ?? null,
    ...(propOf(node, "style") as object | undefined),
  });
  const className = textOf(node, "className") ?? textOf(node, "class");
  return (
    <span class={className ? `dw-icon ${className}` : "dw-icon"} style={style} {...mark}>
      {iconOf(node, paint, ["icon", "src"])}
    </span>
  );
}

/** `#icon`: the drawing itself. */
export function DrawnIcon({ node, mark }: PieceProps): VNode {
  return <IconDrawing icon={iconViewOf(node)} {...mark} />;
}

interface IconDrawingProps {
  readonly icon: IconView;
}

/** An icon from its marks; a quiet mark with its name where the free icons have none: readers may see it all the same. */
export function IconDrawing({ icon, ...mark }: IconDrawingProps): VNode {
  const { name, marks, outlined, size, color } = icon;
  const style = safeStyle({
    ...(typeof size === "number" ? { width: size, height: size } : {}),
    color: typeof color === "string" ? color : null,
  });
  const more = typeof icon.className === "string" ? ` ${icon.className}` : "";
  if (!marks || marks.length === 0)
    return (
      <span
        class={`dw-icon dw-icon-missing${more}`}
        style={style}
        title={`“${String(name)}” is not among the free icons, so it is not drawn here.`}
        {...mark}
      />
    );
  const box = `0 0 ${Number(icon.width) || 24} ${Number(icon.height) || 24}`;
  return (
    <svg
      class={`dw-icon ${outlined ? "dw-icon-outlined" : "dw-icon-filled"}${more}`}
      viewBox={box}
      style={style}
      aria-hidden="true"
      focusable="false"
      {...mark}
    >
      {marks.map(([tag, attributes]) =>
        svgElements.has(tag) ? createElement(tag, safeAttributes(tag, attributes)) : null,
      )}
    </svg>
  );
}

/** What stands for the icon of a component; nothing if it has none. */
export function iconOf(
  node: ViewElement,
  paint: Paint,
  names: readonly string[] = ["icon"],
): ComponentChildren {
  for (const name of names) {
    const slot = node.slots?.[name];
    if (slot && slot.length > 0) return paint(slot);
    const written = textOf(node, name);
    if (written === undefined) continue;
    if (/[/.]/.test(written))
      return paint([{ tag: "#image", props: { kind: "img", src: written, alt: "" } }]);
    return <IconDrawing icon={{ name: written }} />;
  }
  return null;
}

/** The icon in a box of its own, for where words stand beside it. */
export function leadingIcon(node: ViewElement, paint: Paint): VNode | null {
  if (!slotOf(node, "icon")) return null;
  return (
    <span class="dw-lead-icon" aria-hidden="true">
      {iconOf(node, paint)}
    </span>
  );
}

/** The props of an icon, each only if it is what it should be. */
function iconViewOf(node: ViewElement): IconView {
  const width = numberOf(node, "width");
  const height = numberOf(node, "height");
  const size = numberOf(node, "size");
  const color = textOf(node, "color");
  const className = textOf(node, "className") ?? textOf(node, "class");
  const marks = propOf(node, "marks");
  return {
    name: textOf(node, "name") ?? "",
    outlined: flagOf(node, "outlined") ?? false,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(size === undefined ? {} : { size }),
    ...(color === undefined ? {} : { color }),
    ...(className === undefined ? {} : { className }),
    ...(Array.isArray(marks) ? { marks: marks.flatMap(markIn) } : {}),
  };
}

function markIn(mark: ViewValue): [string, Record<string, string>][] {
  if (!Array.isArray(mark)) return [];
  const [tag, attributes] = mark as readonly ViewValue[];
  if (typeof tag !== "string" || typeof attributes !== "object" || attributes === null) return [];
  const texts = Object.entries(attributes).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return [[tag, Object.fromEntries(texts)]];
}
