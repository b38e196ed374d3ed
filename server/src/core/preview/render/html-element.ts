import { say } from "../interpret/say.ts";
import { elementNames } from "../../page/syntax/tag-faults.ts";
import { closest } from "../../text/similarity.ts";
import { components } from "../../page/components/components.ts";
import { CodeFault } from "../interpret/fault.ts";
import type { Place, Span } from "../interpret/place.ts";
import type { Dict } from "../interpret/value.ts";
import { htmlElements, mathElements, svgElements } from "../view/allowed-elements.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { ViewNode } from "../view/view-node.ts";
import { attributesOf } from "./attributes.ts";
import { embedElement, mediaElement, sourceElement } from "./media.ts";
import { elementOf, originOf, problemBox, tellIssue, type Rendering } from "./rendering.ts";
import { styleElement } from "./style-element.ts";

type At = Span & { readonly file: SitePath };

/** Shown as another element that does less. */
const shownAs: ReadonlyMap<string, string> = new Map([
  ["form", "div"],
  ["html", "div"],
  ["body", "div"],
  ["dialog", "div"],
  ["canvas", "div"],
  ["textarea", "div"],
  ["marquee", "div"],
  ["picture", "span"],
  ["tt", "code"],
]);
/** Left out with all that stands in them, for they run or load something. */
const refused: ReadonlySet<string> = new Set(
  "script object embed applet base meta link frame frameset portal foreignObject image".split(" "),
);
/** Of no use in a page. */
const silent: ReadonlySet<string> = new Set(
  "head noscript template param track area map slot desc".split(" "),
);

/** An element of HTML or SVG by the list of those that are let through. */
export function htmlElement(
  tag: string,
  props: Dict,
  children: readonly ViewNode[],
  at: At,
  place: Place,
  rendering: Rendering,
): ViewNode[] {
  const origin = originOf(at.lines, place, rendering.home);
  if (tag === "img" || tag === "video" || tag === "audio")
    return mediaElement(tag, props, children, at, origin, rendering);
  if (tag === "source") return sourceElement(props, at, rendering);
  if (tag === "iframe") return embedElement(props, at, origin, rendering);
  if (tag === "style") return styleElement(props, children, at, rendering);
  if (silent.has(tag)) return [];
  if (refused.has(tag)) {
    tellIssue(
      rendering,
      "unsafe",
      say`\`<${tag}>\` can run or load something, so the preview leaves it out. Readers may see it on the published page.`,
      at,
    );
    return [];
  }
  const shown = shownAs.get(tag) ?? tag;
  if (!htmlElements.has(shown) && !svgElements.has(shown) && !mathElements.has(shown))
    return [unknownElement(tag, children, at, origin, rendering)];
  return [elementOf(shown, attributesOf(shown, props, at, rendering), children, origin)];
}

function unknownElement(
  tag: string,
  children: readonly ViewNode[],
  at: At,
  origin: ReturnType<typeof originOf>,
  rendering: Rendering,
): ViewNode {
  if (elementNames.has(tag)) return elementOf("span", {}, children, origin);
  const meant = closest(tag, [...components.keys(), ...elementNames]);
  const advice = meant ? `Did you mean \`<${meant}>\`?` : "Write a backslash before `<` if it is text.";
  const message = say`\`<${tag}>\` is no element of HTML, so readers see only what stands in it. ${advice}`;
  return problemBox(rendering, new CodeFault("unknown-component", message, at), `<${tag}>`, origin, children);
}
