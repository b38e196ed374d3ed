import type { TextRange } from "../text/text-edit.ts";
import type { PageLink } from "./page.ts";

/** A longer target is an image in the text itself; its scheme is all that matters. */
export const longestTarget = 2000;

/** SVG elements that name other parts of the drawing, not places. */
const drawingReferences: ReadonlySet<string> = new Set([
  "use",
  "linearGradient",
  "radialGradient",
  "pattern",
  "textPath",
  "mpath",
  "filter",
  "animate",
  "animateMotion",
  "animateTransform",
  "set",
]);

/** Attributes that browsers follow as they do `href`; of their values only whole addresses are taken for links. */
const otherAddresses: ReadonlySet<string> = new Set([
  "xlinkHref",
  "xlink:href",
  "action",
  "formAction",
  "formaction",
]);

/** What the value of an attribute leads to or shows; undefined where it is no address. */
export function linkKindOf(element: string, attribute: string, value: string): PageLink["kind"] | undefined {
  if (attribute === "src" || attribute === "img" || attribute === "poster") return "image";
  if (attribute === "icon") return /^\.{0,2}\/|^https?:/.test(value) ? "image" : undefined;
  if (otherAddresses.has(attribute)) return /^\s*[^\s/?#]*[:&]/.test(value) ? "link" : undefined;
  if (attribute !== "href" || drawingReferences.has(element)) return undefined;
  return element === "image" ? "image" : "link";
}

/** The addresses in `a.png 1x, b.png 2x`. */
export function sourcesIn({ start }: TextRange, text: string): TextRange[] {
  return [
    ...text.slice(0, longestTarget).matchAll(/(?:^|,\s*|\s*)([^\s,]\S*)(?:\s+[\d.]+[wx])?\s*(?=,|$)/g),
  ].map((found) => {
    const from = start + found.index + found[0].indexOf(found[1] ?? "");
    return { start: from, end: from + (found[1] ?? "").length };
  });
}
