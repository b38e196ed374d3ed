import { isDict, type Dict, type Value } from "../interpret/value.ts";
import { safeSource } from "../safe/safe-url.ts";
import type { ViewIssue } from "../view/page-view.ts";
import type { ViewElement, ViewNode, ViewValue } from "../view/view-node.ts";
import { attributesOf, type Attributes } from "./attributes.ts";
import { elementOf, tellIssue, type Rendering } from "./rendering.ts";

type At = Pick<ViewIssue, "file" | "range">;
type Origin = Pick<ViewElement, "lines" | "file">;

const kinds = new Map([
  ["img", "img"],
  ["video", "video"],
  ["audio", "audio"],
]);

/** A picture, film or sound: props `kind`, `src` and for one on the web `host`; `sources` for films with several files. */
export function mediaElement(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  at: At,
  origin: Origin,
  rendering: Rendering,
): ViewNode[] {
  const kept: Attributes = { kind: kinds.get(tag) ?? "img", ...attributesOf("img", props, at, rendering) };
  delete kept["src"];
  Object.assign(kept, sourceOf(textOf(props.entries.get("src")), at, rendering));
  const poster = textOf(props.entries.get("poster"));
  const picture = poster === undefined ? undefined : safeSource(poster, at.file);
  if (picture && picture.host === undefined) kept["poster"] = picture.src;
  for (const name of ["controls", "autoPlay", "loop", "muted", "playsInline", "noZoom"]) {
    const value = props.entries.get(name) ?? props.entries.get(name.toLowerCase());
    if (value !== undefined && value !== false && value !== null) kept[name] = true;
  }
  const sources = children.flatMap(sourceIn);
  if (sources.length > 0) {
    kept["sources"] = sources;
    const { src, host } = sources[0] ?? {};
    if (kept["src"] === undefined && src !== undefined)
      Object.assign(kept, { src, ...(host !== undefined && { host }) });
  }
  return [elementOf("#image", kept, [], origin)];
}

/** `<source src>` inside a film; it is not painted by itself. */
export function sourceElement(props: Dict, at: At, rendering: Rendering): ViewNode[] {
  const src = textOf(props.entries.get("src")) ?? textOf(props.entries.get("srcSet"));
  const source = sourceOf(src, at, rendering);
  const type = textOf(props.entries.get("type"));
  return source["src"] === undefined
    ? []
    : [{ tag: "source", props: { ...source, ...(type !== undefined && { type }) } }];
}

/** An image by its address alone: of a card or an icon. */
export function imageAt(src: string, at: At, rendering: Rendering, alt = ""): ViewNode {
  return elementOf("#image", { kind: "img", ...sourceOf(src, at, rendering), alt }, [], {});
}

/** A page within the page, shown as a box with its address. */
export function embedElement(props: Dict, at: At, origin: Origin, rendering: Rendering): ViewNode[] {
  const kept = attributesOf("iframe", props, at, rendering);
  const src = textOf(props.entries.get("src"));
  const source = src === undefined ? undefined : safeSource(src, at.file);
  if (!source || src?.startsWith("data:"))
    tellIssue(
      rendering,
      "unsafe",
      "This frame has no web address, so the preview leaves it out. Give it the address of a page on the web.",
      at,
    );
  else Object.assign(kept, source);
  return [elementOf("#embed", kept, [], origin)];
}

function sourceOf(src: string | undefined, at: At, rendering: Rendering): Record<string, ViewValue> {
  if (src === undefined || src === "") return {};
  const source = safeSource(src, at.file);
  if (!source) {
    tellIssue(
      rendering,
      "unsafe",
      "This address lies outside the site or is none of the web, so nothing is shown here. Give the path of a file in the site or a web address.",
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

/** A text, also of an image that was imported (`{ src }`). */
export function textOf(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return isDict(value) ? textOf(value.entries.get("src")) : undefined;
}
