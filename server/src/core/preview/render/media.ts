import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { iconLibraries } from "../../config/icons/icons.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import { type Dict, isDictValue, type Value } from "../interpret/values.ts";
import { sanitizeSource } from "../safe/safe-attributes.ts";
import { sanitizeProperty } from "../safe/safe-style.ts";
import type { ViewElement, ViewIssue, ViewNode, ViewValue } from "../view/page-view.ts";
import { type Attributes, createAttributes } from "./attributes.ts";
import { createElement, type Rendering, reportIssue } from "./rendering.ts";

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
export function renderMedia(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  location: NodeLocation,
  origin: Origin,
  rendering: Rendering,
): ViewNode[] {
  const attributes: Attributes = {
    kind: mediaKinds.get(tag) ?? "img",
    ...createAttributes("img", props, location, rendering),
  };
  delete attributes["src"];
  Object.assign(attributes, createSourceProps(getImageSource(props.entries.get("src")), location, rendering));
  const poster = getImageSource(props.entries.get("poster"));
  const image = poster === undefined ? undefined : sanitizeSource(poster, location.file);
  if (image && image.host === undefined) attributes["poster"] = image.src;
  for (const name of ["controls", "autoPlay", "loop", "muted", "playsInline", "noZoom"]) {
    const value = props.entries.get(name) ?? props.entries.get(name.toLowerCase());
    if (value !== undefined && value !== false && value !== null) attributes[name] = true;
  }
  const sources = children.flatMap(getSourceProps);
  if (sources.length > 0) {
    attributes["sources"] = sources;
    const { src, host } = sources[0] ?? {};
    if (attributes["src"] === undefined && src !== undefined)
      Object.assign(attributes, { src, ...(host !== undefined && { host }) });
  }
  return [createElement("#image", attributes, [], origin)];
}

/** Reads a `<source>` element for the enclosing video. The element isn't rendered on its own. */
export function renderSource(props: Dict, location: NodeLocation, rendering: Rendering): ViewNode[] {
  const src = getImageSource(props.entries.get("src")) ?? getImageSource(props.entries.get("srcSet"));
  const source = createSourceProps(src, location, rendering);
  const mediaType = getImageSource(props.entries.get("type"));
  return source["src"] === undefined
    ? []
    : [{ tag: "source", props: { ...source, ...(mediaType !== undefined && { type: mediaType }) } }];
}

/** Renders a card's or icon's image from its URL or path. */
export function renderImage(src: string, location: NodeLocation, rendering: Rendering, alt = ""): ViewNode {
  return createElement("#image", { kind: "img", ...createSourceProps(src, location, rendering), alt }, [], {});
}

/** Renders an embedded page as a box with its URL. */
export function renderEmbed(props: Dict, location: NodeLocation, origin: Origin, rendering: Rendering): ViewNode[] {
  const attributes = createAttributes("iframe", props, location, rendering);
  const src = getImageSource(props.entries.get("src"));
  const source = src === undefined ? undefined : sanitizeSource(src, location.file);
  if (!source || src?.startsWith("data:"))
    reportIssue(
      rendering,
      "unsafe",
      "This frame has no web URL, so the preview leaves it out. Use the URL of a web page.",
      location,
    );
  else Object.assign(attributes, source);
  return [createElement("#embed", attributes, [], origin)];
}

function createSourceProps(
  src: string | undefined,
  location: NodeLocation,
  rendering: Rendering,
): Record<string, ViewValue> {
  if (src === undefined || src === "") return {};
  const source = sanitizeSource(src, location.file);
  if (!source) {
    reportIssue(
      rendering,
      "unsafe",
      "This path is outside the site or isn't a web URL, so nothing is shown here. Use the path of a file on the site, or a web URL.",
      location,
    );
    return {};
  }
  return source.host === undefined ? { src: source.src } : { src: source.src, host: source.host };
}

function getSourceProps(node: ViewNode): Record<string, ViewValue>[] {
  if (typeof node === "string") return [];
  if (node.tag === "source" && node.props) return [{ ...node.props }];
  return [];
}

/** Returns a string value or the `src` of an imported image (`{ src }`). Returns undefined for other values. */
export function getImageSource(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return isDictValue(value) ? getImageSource(value.entries.get("src")) : undefined;
}

export interface IconOptions {
  readonly library?: string | undefined;
  readonly style?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** Renders the value of an `icon` prop: the name of an icon in the site's library, or the path or URL of an image. */
export function renderIcon(
  name: string,
  options: IconOptions,
  location: Pick<ViewIssue, "file" | "range">,
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  if (/^\.{0,2}\//.test(name) || isAbsoluteReference(name) || /\.(?:svg|png|jpe?g|webp|gif)$/i.test(name))
    return renderImage(name, location, rendering);
  const library = findLibrary(options.library) ?? rendering.page.source.facts.iconLibrary;
  const iconView = rendering.page.renderTools.findIcon(name, library, options.style);
  const color = options.color === undefined ? undefined : sanitizeProperty("color", options.color)?.[1];
  const view = {
    name,
    ...iconView,
    ...(color !== undefined && { color }),
    ...(options.size !== undefined && { size: options.size }),
    ...(options.className !== undefined && { className: options.className }),
  };
  return createElement("#icon", view, [], origin);
}

function findLibrary(name: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === name);
}
