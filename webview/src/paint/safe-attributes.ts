import { htmlElements, mathElements, svgElements, type ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { safeLink } from "./safe-link.ts";
import { safeStyle } from "./safe-style.ts";

const everywhere = namesIn(
  "id class title lang dir role tabindex hidden translate width height align valign color spellcheck",
);

const ofHtml: Readonly<Record<string, ReadonlySet<string>>> = {
  a: namesIn("href name rel target download"),
  blockquote: namesIn("cite"),
  button: namesIn("type disabled"),
  col: namesIn("span width align"),
  colgroup: namesIn("span width"),
  data: namesIn("value"),
  del: namesIn("datetime"),
  details: namesIn("open name"),
  fieldset: namesIn("disabled"),
  font: namesIn("size face"),
  input: namesIn("type checked disabled value placeholder min max step readonly"),
  ins: namesIn("datetime"),
  label: namesIn("for"),
  li: namesIn("value"),
  meter: namesIn("value min max low high optimum"),
  ol: namesIn("start type reversed"),
  option: namesIn("value selected disabled label"),
  optgroup: namesIn("label disabled"),
  progress: namesIn("value max"),
  select: namesIn("disabled multiple size"),
  table: namesIn("align border cellpadding cellspacing width summary"),
  td: namesIn("colspan rowspan headers align valign width height"),
  textarea: namesIn("rows cols placeholder disabled readonly"),
  th: namesIn("colspan rowspan headers scope abbr align valign width height"),
  time: namesIn("datetime"),
  tr: namesIn("align valign"),
};

const ofSvg = namesIn(`
  viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill fill-opacity
  fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  stroke-opacity opacity clip-path clip-rule mask filter color offset stop-color stop-opacity gradientUnits
  gradientTransform spreadMethod patternUnits patternTransform patternContentUnits clipPathUnits maskUnits
  maskContentUnits markerWidth markerHeight markerUnits marker-start marker-mid marker-end refX refY orient text-anchor
  dominant-baseline alignment-baseline font-size font-family font-weight font-style letter-spacing dx dy pathLength
  vector-effect stdDeviation in in2 result mode operator values type flood-color flood-opacity k1 k2 k3 k4 radius
  filterUnits primitiveUnits focusable href xmlns fr textLength lengthAdjust startOffset rotate baseFrequency numOctaves
  seed stitchTiles shape-rendering text-rendering paint-order display visibility overflow baseline-shift begin dur end
  repeatCount repeatDur from to by keyTimes keySplines keyPoints calcMode attributeName attributeType additive accumulate
  path fill-mode`);

/** What an animation may change: never where a link leads. */
const animated = namesIn(`
  x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity stroke stroke-width stroke-dasharray
  stroke-dashoffset stroke-opacity opacity offset stop-color stop-opacity width height viewBox stdDeviation baseFrequency`);

const ofMathml = namesIn(`
  display xmlns mathvariant mathsize mathcolor mathbackground stretchy fence separator lspace rspace accent accentunder
  movablelimits largeop symmetric minsize maxsize form width height depth voffset rowspacing columnspacing columnalign
  rowalign columnlines rowlines frame framespacing linethickness scriptlevel displaystyle notation encoding open close
  separators`);

/** Names as JSX has them. */
const otherNames: Readonly<Record<string, string>> = {
  classname: "class",
  htmlfor: "for",
  defaultvalue: "value",
  defaultchecked: "checked",
  defaultopen: "open",
};

const svgNames = new Map([...ofSvg].map((name) => [name.replaceAll("-", "").toLowerCase(), name]));

/**
 * The attributes of an element that are let through. The renderer names them as HTML does and lets through only these; it
 * is not relied on here. Files of the site that its style names are loaded from where `resource` says.
 */
export function safeAttributes(
  tag: string,
  props: Readonly<Record<string, ViewValue>> | undefined,
  resource?: (address: string) => string | undefined,
): Record<string, string | number | boolean | Record<string, string>> {
  const safe: Record<string, string | number | boolean | Record<string, string>> = {};
  for (const [written, value] of Object.entries(props ?? {})) {
    if (written === "style") {
      const style = safeStyle(value, resource);
      if (style) safe["style"] = style;
      continue;
    }
    const name = allowedName(tag, written);
    const shown = name === undefined ? undefined : allowedValue(tag, name, value);
    if (name !== undefined && shown !== undefined) safe[name] = shown;
  }
  return safe;
}

function allowedName(tag: string, written: string): string | undefined {
  const lower = written.toLowerCase();
  // Preact sets what is a property of the element as such: these names are none.
  if (/^(?:aria-[a-z]+|data-[a-z][a-z0-9-]*)$/.test(lower)) return markNames.has(lower) ? undefined : lower;
  if (/^aria[A-Z]/.test(written)) return `aria-${lower.slice(4)}`;
  const name = Object.hasOwn(otherNames, lower) ? otherNames[lower] : lower;
  if (name === undefined || everywhere.has(name)) return name;
  if (svgElements.has(tag) && !htmlElements.has(tag)) return svgNames.get(lower.replaceAll(/[-:]/g, ""));
  if (mathElements.has(tag)) return ofMathml.has(name) ? name : undefined;
  return Object.hasOwn(ofHtml, tag) && ofHtml[tag]?.has(name) ? name : undefined;
}

/** Where an element is written is said by us alone. */
const markNames = namesIn("data-line data-end data-file data-block data-beside");

function allowedValue(tag: string, name: string, value: ViewValue): string | number | boolean | undefined {
  if (Array.isArray(value)) {
    const words = value.filter((entry) => typeof entry === "string" || typeof entry === "number");
    return words.join(" ");
  }
  if (value === null || typeof value === "object") return undefined;
  if (name === "href") {
    // `<use>` and gradients may only speak of the drawing itself.
    if (tag !== "a") return typeof value === "string" && /^#[\w-]+$/.test(value) ? value : undefined;
    return safeLink(value);
  }
  if (name === "cite") return safeLink(value);
  if (typeof value === "string" && svgElements.has(tag) && /url\s*\(|\\/i.test(value))
    return /^url\(\s*["']?#[\w:.-]+["']?\s*\)$/.test(value) ? value : undefined;
  if (name === "attributeName") return animated.has(String(value)) ? value : undefined;
  if (tag === "input" && name === "type") return inputTypes.has(String(value)) ? value : "text";
  if (tag === "button" && name === "type") return "button";
  return value;
}

const inputTypes = namesIn("checkbox radio text number range color date time email search tel url");

function namesIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
