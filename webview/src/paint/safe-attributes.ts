import {
  htmlElements,
  mathElements,
  siteFileScheme,
  svgElements,
  type ViewValue,
} from "../../../server/src/core/preview/view/page-view.ts";
import { decodePercent } from "../../../server/src/core/text/decode-text.ts";

const allowedSchemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:", "sms:", "ftp:"]);

/**
 * Returns the URL if following it can only navigate, which is the case if the URL is relative or has an allowed scheme.
 * Returns `undefined` for `javascript:`, `data:`, `vbscript:`, `file:`, `command:`, and any other scheme. Like
 * browsers, this function ignores whitespace and control characters before and inside a scheme.
 */
export function toSafeLink(url: unknown): string | undefined {
  if (typeof url !== "string") return undefined;
  const visibleUrl = url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const scheme = /^[^/?#:\\]*:/.exec(visibleUrl)?.[0].toLowerCase();
  if (scheme !== undefined && !allowedSchemes.has(scheme)) return undefined;
  return url.trim();
}

/** Whether a URL belongs to another site on the web. */
export function isExternal(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url.trim());
}

/**
 * Matches properties whose numbers don't have a unit. As in React, the numbers of all other properties are in pixels.
 */
const unitlessPattern =
  /^(?:opacity|zIndex|flex|flexGrow|flexShrink|order|fontWeight|lineHeight|zoom|columnCount|columns|lineClamp|aspectRatio|orphans|widows|tabSize|gridRow|gridColumn|gridArea|(?:fill|stroke|stop|flood)Opacity|strokeWidth|strokeDashoffset|strokeMiterlimit|scale|animationIterationCount|--.*)$/i;

/**
 * Matches values that fetch a resource, run code, or start another rule. Also matches backslashes, which could disguise
 * such values.
 */
const unsafeValuePattern =
  /[\\<;{}]|url\s*\(|image-set\s*\(|(?:^|[^a-z-])(?:image|src|element)\s*\(|expression|javascript|@import/i;

/**
 * Matches names that start another rule. Also matches members of a style declaration that aren't CSS properties,
 * because setting such a member fails or breaks the declaration.
 */
const unsafeNamePattern =
  /^(?:behavior|-moz-binding|MozBinding|css(?:Text|Float)|length|parentRule|item|(?:get|set|remove)Property(?:Value|Priority)?|constructor|toString|valueOf)$/i;

/**
 * Returns the URL from which to load a file in the site, or `undefined` if the path isn't the path of a file in the
 * site.
 */
type ToResourceUrl = (url: string) => string | undefined;

/**
 * Returns a style as plain data, keyed by CSS property name. Anything that could fetch a resource or cover the content
 * around the page is omitted. Files in the site are loaded from the URL that `toResourceUrl` returns. If
 * `toResourceUrl` isn't set, no files are loaded.
 */
export function toSafeStyle(
  style: ViewValue | undefined,
  toResourceUrl?: ToResourceUrl,
): Record<string, string> | undefined {
  const entries = style && typeof style === "object" && !Array.isArray(style) ? Object.entries(style) : [];
  const safeStyle: Record<string, string> = {};
  let hasMask = true;
  for (const [rawName, value] of entries) {
    const name = toPropertyName(rawName);
    const text = typeof value === "number" ? addUnit(name, value) : typeof value === "string" ? value.trim() : "";
    const safeValue = toSafeValue(text, name.startsWith("--") ? undefined : toResourceUrl);
    if (safeValue === undefined && /^(?:webkitMask|mask)(?:Image)?$/i.test(name)) hasMask = false;
    if (!/^(?:--[\w-]+|[a-zA-Z]+)$/.test(name) || unsafeNamePattern.test(name) || safeValue === undefined) continue;
    if (name === "position" && /fixed|sticky/i.test(text)) continue;
    if (safeValue !== "") safeStyle[name] = safeValue.replace(/\s*!important$/i, "");
  }
  if (!hasMask) {
    // Without its mask, the element would be a filled box, but readers see an icon.
    for (const name of ["backgroundColor", "backgroundImage"]) delete safeStyle[name];
    safeStyle["background"] = "none";
  }
  return Object.keys(safeStyle).length > 0 ? safeStyle : undefined;
}

/** Whether a style refers to files in the site. The host has to provide the URLs of these files. */
export function hasFileReferences(style: ViewValue | undefined): boolean {
  return (
    typeof style === "object" &&
    style !== null &&
    Object.values(style).some((value) => typeof value === "string" && value.includes(siteFileScheme))
  );
}

const siteFilePattern = new RegExp(`url\\("${siteFileScheme}(/(?!/)[^"\\\\()<>{};\\s]*)"\\)`, "g");
const placeholder = "\ue000";

/**
 * Returns the value if it's safe, and `undefined` otherwise. File URLs are set aside while the rest of the value is
 * checked.
 */
function toSafeValue(text: string, toResourceUrl: ToResourceUrl | undefined): string | undefined {
  const urls: (string | undefined)[] = [];
  const textWithPlaceholders = toResourceUrl
    ? text.replaceAll(placeholder, "").replace(siteFilePattern, (_, path: string) => {
        urls.push(toResourceUrl(path));
        return placeholder;
      })
    : text;
  if (unsafeValuePattern.test(textWithPlaceholders) || urls.includes(undefined)) return undefined;
  return textWithPlaceholders.replaceAll(
    placeholder,
    () => `url("${urls.shift()?.replace(/["\\\s]/g, encodeURIComponent) ?? ""}")`,
  );
}

/**
 * Returns the CSSOM name of a property, such as `backgroundColor` for `background-color` or `WebkitMask` for
 * `-webkit-mask`.
 */
function toPropertyName(name: string): string {
  return name.startsWith("--") ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function addUnit(name: string, value: number): string {
  return value === 0 || unitlessPattern.test(name) ? String(value) : `${value}px`;
}

const globalAttributes = parseNames(
  "id class title lang dir role tabindex hidden translate width height align valign color spellcheck",
);

const htmlAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  a: parseNames("href name rel target download"),
  blockquote: parseNames("cite"),
  button: parseNames("type disabled"),
  col: parseNames("span width align"),
  colgroup: parseNames("span width"),
  data: parseNames("value"),
  del: parseNames("datetime"),
  details: parseNames("open name"),
  fieldset: parseNames("disabled"),
  font: parseNames("size face"),
  input: parseNames("type checked disabled value placeholder min max step readonly"),
  ins: parseNames("datetime"),
  label: parseNames("for"),
  li: parseNames("value"),
  meter: parseNames("value min max low high optimum"),
  ol: parseNames("start type reversed"),
  option: parseNames("value selected disabled label"),
  optgroup: parseNames("label disabled"),
  progress: parseNames("value max"),
  select: parseNames("disabled multiple size"),
  table: parseNames("align border cellpadding cellspacing width summary"),
  td: parseNames("colspan rowspan headers align valign width height"),
  textarea: parseNames("rows cols placeholder disabled readonly"),
  th: parseNames("colspan rowspan headers scope abbr align valign width height"),
  time: parseNames("datetime"),
  tr: parseNames("align valign"),
};

const svgAttributes = parseNames(`
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

/** Attributes that an animation can change. The list must not include link targets. */
const animatableAttributes = parseNames(`
  x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity stroke stroke-width stroke-dasharray
  stroke-dashoffset stroke-opacity opacity offset stop-color stop-opacity width height viewBox stdDeviation baseFrequency`);

const mathmlAttributes = parseNames(`
  display xmlns mathvariant mathsize mathcolor mathbackground stretchy fence separator lspace rspace accent accentunder
  movablelimits largeop symmetric minsize maxsize form width height depth voffset rowspacing columnspacing columnalign
  rowalign columnlines rowlines frame framespacing linethickness scriptlevel displaystyle notation encoding open close
  separators`);

/** HTML attribute names by JSX name in lowercase. */
const htmlNamesByJsxName: Readonly<Record<string, string>> = {
  classname: "class",
  htmlfor: "for",
  defaultvalue: "value",
  defaultchecked: "checked",
  defaultopen: "open",
};

const svgNamesByLowerCaseName = new Map(
  [...svgAttributes].map((name) => [name.replaceAll("-", "").toLowerCase(), name]),
);

/**
 * Returns an element's attributes that are allowed. The renderer already converts names to HTML and filters attributes,
 * but this function doesn't rely on that. Files in a style are loaded from the URL that `toResourceUrl` returns.
 */
export function toSafeAttributes(
  tag: string,
  props: Readonly<Record<string, ViewValue>> | undefined,
  toResourceUrl?: (url: string) => string | undefined,
): Record<string, string | number | boolean | Record<string, string>> {
  const safeAttributes: Record<string, string | number | boolean | Record<string, string>> = {};
  for (const [rawName, value] of Object.entries(props ?? {})) {
    if (rawName === "style") {
      const style = toSafeStyle(value, toResourceUrl);
      if (style) safeAttributes["style"] = style;
      continue;
    }
    const name = toAllowedName(tag, rawName);
    const allowedValue = name === undefined ? undefined : toAllowedValue(tag, name, value);
    if (name !== undefined && allowedValue !== undefined) safeAttributes[name] = allowedValue;
  }
  return safeAttributes;
}

function toAllowedName(tag: string, rawName: string): string | undefined {
  const lowerCaseName = rawName.toLowerCase();
  // These names are left in lowercase, because Preact sets them as attributes, not as properties of the element.
  if (/^(?:aria-[a-z]+|data-[a-z][a-z0-9-]*)$/.test(lowerCaseName))
    return positionAttributes.has(lowerCaseName) ? undefined : lowerCaseName;
  if (/^aria[A-Z]/.test(rawName)) return `aria-${lowerCaseName.slice(4)}`;
  const name = Object.hasOwn(htmlNamesByJsxName, lowerCaseName) ? htmlNamesByJsxName[lowerCaseName] : lowerCaseName;
  if (name === undefined || globalAttributes.has(name)) return name;
  if (svgElements.has(tag) && !htmlElements.has(tag))
    return svgNamesByLowerCaseName.get(lowerCaseName.replaceAll(/[-:]/g, ""));
  if (mathElements.has(tag)) return mathmlAttributes.has(name) ? name : undefined;
  return Object.hasOwn(htmlAttributes, tag) && htmlAttributes[tag]?.has(name) ? name : undefined;
}

/** Attributes for source positions, which only Docwright may set. */
const positionAttributes = parseNames("data-line data-end data-file data-block data-beside");

function toAllowedValue(tag: string, name: string, value: ViewValue): string | number | boolean | undefined {
  if (Array.isArray(value)) {
    const tokens = value.filter((entry) => typeof entry === "string" || typeof entry === "number");
    return tokens.join(" ");
  }
  if (value === null || typeof value === "object") return undefined;
  if (name === "href") {
    // `<use>` and gradients can refer only to elements in the same drawing.
    if (tag !== "a") return typeof value === "string" && /^#[\w-]+$/.test(value) ? value : undefined;
    return toSafeLink(value);
  }
  if (name === "cite") return toSafeLink(value);
  if (typeof value === "string" && svgElements.has(tag) && /url\s*\(|\\/i.test(value))
    return /^url\(\s*["']?#[\w:.-]+["']?\s*\)$/.test(value) ? value : undefined;
  if (name === "attributeName") return animatableAttributes.has(String(value)) ? value : undefined;
  if (tag === "input" && name === "type") return inputTypes.has(String(value)) ? value : "text";
  if (tag === "button" && name === "type") return "button";
  return value;
}

const inputTypes = parseNames("checkbox radio text number range color date time email search tel url");

function parseNames(nameList: string): ReadonlySet<string> {
  return new Set(nameList.trim().split(/\s+/));
}

/**
 * Returns a handler for clicks on links in a page. A link within the page expands and scrolls to its target, and all
 * other links are passed to `onLinkFollowed`. A single listener handles all links so that links in page content can't
 * navigate directly.
 */
export function createLinkHandler(
  onLinkFollowed: (href: string) => void,
  onAnchor: (id: string) => void,
): (event: MouseEvent) => void {
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href");
    if (href == null || event.defaultPrevented) return;
    event.preventDefault();
    if (href.startsWith("#")) onAnchor(decodePercent(href.slice(1)));
    else onLinkFollowed(href);
  };
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string },
  ) => { readonly createHTML: (text: string) => unknown };
}

declare global {
  interface Window {
    /** `undefined` if the browser doesn't support Trusted Types. */
    readonly trustedTypes?: TrustedTypes;
  }
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Marks HTML as trusted, which the page's policy requires for all HTML that is parsed. No other function does this.
 * It's used for the document in a component's frame and for markup that Mermaid parses while it draws a diagram.
 */
export function toTrustedHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy("docwright", { createHTML: (text) => text });
  // Browser functions that accept HTML as a string also accept a `TrustedHTML` object, which TypeScript's types don't
  // reflect.
  return (policy?.createHTML(html) ?? html) as string;
}
