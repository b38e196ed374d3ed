import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { iconLibraries } from "../../config/icons/icons.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import { type Dict, isDictValue, type Value } from "../interpret/values.ts";
import { safeSource } from "../safe/safe-attributes.ts";
import { safeProperty } from "../safe/safe-style.ts";
import type { ViewElement, ViewIssue, ViewNode, ViewValue } from "../view/page-view.ts";
import { type Attributes, attributesOf } from "./attributes.ts";
import { elementOf, type Rendering, reportIssue } from "./rendering.ts";

type NodeLocation = Pick<ViewIssue, "file" | "range">;
type Origin = Pick<ViewElement, "lines" | "file">;

const mediaKinds = new Map([
  ["img", "img"],
  ["video", "video"],
  ["audio", "audio"],
]);

/**
 * Renders an image, video, or audio element with the props `kind` and `src`. Adds `host` if the file is on the web, and
 * `sources` if a video has several files.
 */
export function mediaElement(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  at: NodeLocation,
  origin: Origin,
  rendering: Rendering,
): ViewNode[] {
  const retained: Attributes = {
    kind: mediaKinds.get(tag) ?? "img",
    ...attributesOf("img", props, at, rendering),
  };
  delete retained["src"];
  Object.assign(retained, sourceOf(getAttributeText(props.entries.get("src")), at, rendering));
  const poster = getAttributeText(props.entries.get("poster"));
  const image = poster === undefined ? undefined : safeSource(poster, at.file);
  if (image && image.host === undefined) retained["poster"] = image.src;
  for (const name of ["controls", "autoPlay", "loop", "muted", "playsInline", "noZoom"]) {
    const value = props.entries.get(name) ?? props.entries.get(name.toLowerCase());
    if (value !== undefined && value !== false && value !== null) retained[name] = true;
  }
  const sources = children.flatMap(sourceIn);
  if (sources.length > 0) {
    retained["sources"] = sources;
    const { src, host } = sources[0] ?? {};
    if (retained["src"] === undefined && src !== undefined)
      Object.assign(retained, { src, ...(host !== undefined && { host }) });
  }
  return [elementOf("#image", retained, [], origin)];
}

/** Reads a `<source>` element for the enclosing video. The element isn't rendered on its own. */
export function sourceElement(props: Dict, at: NodeLocation, rendering: Rendering): ViewNode[] {
  const src = getAttributeText(props.entries.get("src")) ?? getAttributeText(props.entries.get("srcSet"));
  const source = sourceOf(src, at, rendering);
  const type = getAttributeText(props.entries.get("type"));
  return source["src"] === undefined
    ? []
    : [{ tag: "source", props: { ...source, ...(type !== undefined && { type }) } }];
}

/** Renders a card's or icon's image from its URL or path. */
export function imageAt(src: string, at: NodeLocation, rendering: Rendering, alt = ""): ViewNode {
  return elementOf("#image", { kind: "img", ...sourceOf(src, at, rendering), alt }, [], {});
}

/** Renders an embedded page as a box with its URL. */
export function embedElement(
  props: Dict,
  at: NodeLocation,
  origin: Origin,
  rendering: Rendering,
): ViewNode[] {
  const retained = attributesOf("iframe", props, at, rendering);
  const src = getAttributeText(props.entries.get("src"));
  const source = src === undefined ? undefined : safeSource(src, at.file);
  if (!source || src?.startsWith("data:"))
    reportIssue(
      rendering,
      "unsafe",
      "This frame has no web URL, so the preview leaves it out. Use the URL of a web page.",
      at,
    );
  else Object.assign(retained, source);
  return [elementOf("#embed", retained, [], origin)];
}

function sourceOf(
  src: string | undefined,
  at: NodeLocation,
  rendering: Rendering,
): Record<string, ViewValue> {
  if (src === undefined || src === "") return {};
  const source = safeSource(src, at.file);
  if (!source) {
    reportIssue(
      rendering,
      "unsafe",
      "This path is outside the site or isn't a web URL, so nothing is shown here. Use the path of a file on the site, or a web URL.",
      at,
    );
    return {};
  }
  return source.host === undefined ? { src: source.src } : { src: source.src, host: source.host };
}

function sourceIn(node: ViewNode): Record<string, ViewValue>[] {
  if (typeof node === "string") return [];
  if (node.tag === "source" && node.props) return [{ ...node.props }];
  return [];
}

/** Returns a string value or the `src` of an imported image (`{ src }`). Returns undefined for other values. */
export function getAttributeText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return isDictValue(value) ? getAttributeText(value.entries.get("src")) : undefined;
}

export interface IconLook {
  readonly library?: string | undefined;
  readonly style?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** Renders the value of an `icon` prop: the name of an icon in the site's library, or the path or URL of an image. */
export function iconNode(
  name: string,
  look: IconLook,
  at: Pick<ViewIssue, "file" | "range">,
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  if (/^\.{0,2}\//.test(name) || isAbsoluteReference(name) || /\.(?:svg|png|jpe?g|webp|gif)$/i.test(name))
    return imageAt(name, at, rendering);
  const library = libraryOf(look.library) ?? rendering.page.source.facts.iconLibrary;
  const iconView = rendering.page.drawing.icon(name, library, look.style);
  const color = look.color === undefined ? undefined : safeProperty("color", look.color)?.[1];
  const view = {
    name,
    ...iconView,
    ...(color !== undefined && { color }),
    ...(look.size !== undefined && { size: look.size }),
    ...(look.className !== undefined && { className: look.className }),
  };
  return elementOf("#icon", view, [], origin);
}

function libraryOf(name: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === name);
}
