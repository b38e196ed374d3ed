import { type ComponentChildren, createElement, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  type IconView,
  svgElements,
  type ViewElement,
  type ViewValue,
} from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import {
  getFlagProp,
  getNumberProp,
  type PaintNode,
  type RenderedNodeProps,
  getProp,
  getSlot,
  getTextProp,
} from "../paint/node-props.ts";
import { usePage } from "../paint/page-context.ts";
import { toSafeAttributes, toSafeStyle } from "../paint/safe-attributes.ts";

/** `<Icon>`: an icon from a library, an image from the site, or an inline icon. */
export function InlineIcon({ node, paint, position }: RenderedNodeProps): VNode {
  const size = getNumberProp(node, "size");
  const style = toSafeStyle({
    ...(size === undefined ? {} : { width: size, height: size }),
    color: getTextProp(node, "color") ?? null,
    ...(getProp(node, "style") as object | undefined),
  });
  const className = getTextProp(node, "className") ?? getTextProp(node, "class");
  return (
    <span class={className ? `dw-icon ${className}` : "dw-icon"} style={style} {...position}>
      {renderIcon(node, paint, ["icon", "src"])}
    </span>
  );
}

/** `#icon`: an icon that isn't part of another component. */
export function StandaloneIcon({ node, position }: RenderedNodeProps): VNode {
  return <IconSvg icon={readIconView(node)} {...position} />;
}

interface IconSvgProps {
  readonly icon: IconView;
}

/**
 * Renders an icon from its SVG data. If the free icon sets don't include the icon, renders a neutral glyph, because
 * readers may still see the icon on the published site.
 */
export function IconSvg({ icon, ...position }: IconSvgProps): VNode {
  const { name, marks, outlined, size, color } = icon;
  const style = toSafeStyle({
    ...(typeof size === "number" ? { width: size, height: size } : {}),
    color: typeof color === "string" ? color : null,
  });
  const classSuffix = typeof icon.className === "string" ? ` ${icon.className}` : "";
  if (!marks || marks.length === 0)
    return (
      <span
        class={`dw-icon dw-icon-missing${classSuffix}`}
        style={style}
        title={translate("“{0}” isn’t in the free icon sets, so the preview can’t show it.", String(name))}
        {...position}
      >
        <Glyph name="shapes" />
      </span>
    );
  const viewBox = `0 0 ${Number(icon.width) || 24} ${Number(icon.height) || 24}`;
  return (
    <svg
      class={`dw-icon ${outlined ? "dw-icon-outlined" : "dw-icon-filled"}${classSuffix}`}
      viewBox={viewBox}
      style={style}
      aria-hidden="true"
      focusable="false"
      {...position}
    >
      {marks.map(([tag, attributes]) =>
        svgElements.has(tag) ? createElement(tag, toSafeAttributes(tag, attributes)) : null,
      )}
    </svg>
  );
}

/** Renders a component's icon. Returns `null` if the component has no icon. */
export function renderIcon(
  node: ViewElement,
  paint: PaintNode,
  propNames: readonly string[] = ["icon"],
): ComponentChildren {
  for (const name of propNames) {
    const slot = node.slots?.[name];
    if (slot && slot.length > 0) return paint(slot);
    const text = getTextProp(node, name);
    if (text === undefined) continue;
    if (/[/.]/.test(text)) return paint([{ tag: "#image", props: { kind: "img", src: text, alt: "" } }]);
    return <IconSvg icon={{ name: text }} />;
  }
  return null;
}

/** Renders the icon at the start of a component in its own box, next to the text. */
export function renderLeadingIcon(node: ViewElement, paint: PaintNode): VNode | null {
  if (!getSlot(node, "icon")) return null;
  return (
    <span class="dw-lead-icon" aria-hidden="true">
      {renderIcon(node, paint)}
    </span>
  );
}

/** Reads the props of an icon and drops invalid ones. */
function readIconView(node: ViewElement): IconView {
  const width = getNumberProp(node, "width");
  const height = getNumberProp(node, "height");
  const size = getNumberProp(node, "size");
  const color = getTextProp(node, "color");
  const className = getTextProp(node, "className") ?? getTextProp(node, "class");
  const marks = getProp(node, "marks");
  return {
    name: getTextProp(node, "name") ?? "",
    outlined: getFlagProp(node, "outlined") ?? false,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(size === undefined ? {} : { size }),
    ...(color === undefined ? {} : { color }),
    ...(className === undefined ? {} : { className }),
    ...(Array.isArray(marks) ? { marks: marks.flatMap(readIconNode) } : {}),
  };
}

function readIconNode(iconNode: ViewValue): [string, Record<string, string>][] {
  if (!Array.isArray(iconNode)) return [];
  const [tag, attributes] = iconNode as readonly ViewValue[];
  if (typeof tag !== "string" || typeof attributes !== "object" || attributes === null) return [];
  const textAttributes = Object.entries(attributes).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return [[tag, Object.fromEntries(textAttributes)]];
}

/** Docwright's own 16 × 16 icons, drawn in the text color. */
const iconPaths = {
  chevron: "M6 3.5 10.5 8 6 12.5",
  down: "M3.5 6 8 10.5 12.5 6",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h7a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM2.5 10V3.5a1 1 0 0 1 1-1H10",
  link: "M6.5 9.5 9.5 6.5M7.5 4.5l1-1a3 3 0 0 1 4.2 4.2l-1 1M8.5 11.5l-1 1A3 3 0 0 1 3.3 8.3l1-1",
  arrow: "M3 8h9.5M8.5 4 12.5 8l-4 4",
  outward: "M5 11 11.5 4.5M6 4.5h5.5V10",
  info: "M8 7.5V11M8 5v.2M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z",
  note: "M3.5 2.5h9a1 1 0 0 1 1 1v6l-4 4h-6a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM9.5 13.5v-4h4",
  tip: "M6 13.5h4M6 11.5c0-1.6-2-2.6-2-5a4 4 0 0 1 8 0c0 2.4-2 3.4-2 5H6Z",
  warning: "M8 6.2v3M8 11.4v.2M7.1 2.6 1.8 12a1 1 0 0 0 .9 1.5h10.6a1 1 0 0 0 .9-1.5L8.9 2.6a1 1 0 0 0-1.8 0Z",
  danger: "M8 5v3.5M8 11v.2M5.2 1.9h5.6l3.3 3.3v5.6l-3.3 3.3H5.2l-3.3-3.3V5.2Z",
  ok: "M5.3 8.3 7.2 10.2 10.8 6M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z",
  folder: "M1.8 12.3V4a1 1 0 0 1 1-1h3l1.5 1.8h5.9a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H2.8a1 1 0 0 1-1-1Z",
  file: "M4 1.8h5l3.2 3.2v8.2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V2.8a1 1 0 0 1 1-1ZM9 1.8V5h3.2",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  picture:
    "M2.5 3h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM2 11l3.5-3.5 3 3 2-2 3.5 3.5M10.6 6.2v.1",
  play: "M5 3.2v9.6L12.8 8Z",
  sound: "M3 6.2v3.6h2.2L8.5 13V3L5.2 6.2ZM11 6a3 3 0 0 1 0 4M12.8 4a6 6 0 0 1 0 8",
  window: "M2.5 3h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM1.5 6h13",
  star: "M8 1.9 9.9 5.7l4.2.6-3 3 .7 4.2L8 11.5l-3.8 2 .7-4.2-3-3 4.2-.6Z",
  repository: "M4.5 1.8h8v9h-8a1.5 1.5 0 0 0 0 3h8v-3M4.5 1.8A1.5 1.5 0 0 0 3 3.3v9M6 12.2v2.3l1.3-.9 1.2.9v-2.3",
  prompt:
    "M8 1.8 9.3 6a1 1 0 0 0 .7.7L14.2 8 10 9.3a1 1 0 0 0-.7.7L8 14.2 6.7 10a1 1 0 0 0-.7-.7L1.8 8 6 6.7a1 1 0 0 0 .7-.7Z",
  feed: "M3 3.5A9.5 9.5 0 0 1 12.5 13M3 7.5A5.5 5.5 0 0 1 8.5 13M4 12.2v.1",
  shapes: "M8 2 11 7H5ZM2.5 9.5h4.5V14H2.5ZM11.5 14a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z",
  expand: "M4.5 6 8 2.5 11.5 6M4.5 10 8 13.5 11.5 10",
} as const;

export type GlyphName = keyof typeof iconPaths;

interface GlyphProps {
  readonly name: GlyphName;
  readonly class?: string;
}

/** A decorative icon next to text with the same meaning. Screen readers skip it. */
export function Glyph({ name, class: className }: GlyphProps): VNode {
  return (
    <svg
      class={className ? `dw-glyph ${className}` : "dw-glyph"}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

export interface CopyButtonProps {
  readonly getText: () => string;
  /** The accessible name of the action, such as “Copy the code”. */
  readonly label: string;
  readonly class?: string;
  /** Text shown next to the icon. */
  readonly caption?: string;
  /** Replaces the label and the text after copying. */
  readonly copiedLabel?: string;
}

/** A button that copies its text and shows a confirmation for two seconds. */
export function CopyButton({
  getText,
  label,
  class: className = "dw-copy",
  caption,
  copiedLabel = "Copied",
}: CopyButtonProps): VNode {
  const { onCopy } = usePage();
  const [copyCount, setCopyCount] = useState(0);
  useEffect(() => {
    if (copyCount === 0) return;
    const timer = setTimeout(() => setCopyCount(0), 2000);
    return () => clearTimeout(timer);
  }, [copyCount]);
  const copy = (): void => {
    onCopy(getText());
    setCopyCount((count) => count + 1);
  };
  const currentLabel = copyCount > 0 ? copiedLabel : label;
  return (
    <button
      type="button"
      class={className}
      onClick={copy}
      title={currentLabel}
      aria-label={caption ? undefined : currentLabel}
    >
      <Glyph name={copyCount > 0 ? "check" : "copy"} />
      {caption && <span aria-live="polite">{copyCount > 0 ? copiedLabel : caption}</span>}
    </button>
  );
}
