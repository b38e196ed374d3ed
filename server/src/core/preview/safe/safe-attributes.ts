import { getFolderPath, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { svgElements } from "../view/page-view.ts";

const globalAttributes: ReadonlySet<string> = new Set(
  "id class title lang dir role tabindex hidden translate spellcheck width height align valign color".split(" "),
);

const elementAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: "href target rel download",
    abbr: "",
    blockquote: "cite",
    button: "disabled type",
    col: "span",
    colgroup: "span",
    data: "value",
    del: "datetime cite",
    details: "open",
    fieldset: "disabled",
    font: "size face",
    img: "alt src",
    input: "type value checked disabled placeholder readonly min max step",
    ins: "datetime cite",
    label: "for",
    li: "value",
    meter: "value min max low high optimum",
    ol: "start reversed type",
    optgroup: "label disabled",
    option: "label disabled selected",
    output: "for",
    progress: "value max",
    select: "disabled multiple",
    table: "border cellpadding cellspacing summary",
    td: "colspan rowspan headers bgcolor",
    textarea: "rows cols placeholder disabled readonly",
    th: "colspan rowspan headers scope abbr bgcolor",
    time: "datetime",
    ul: "type",
    var: "",
  }).map(([tag, nameList]) => [tag, new Set(nameList.split(" ").filter(Boolean))]),
);

const svgAttributes: ReadonlySet<string> = new Set(
  "viewBox xmlns version preserveAspectRatio d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy points transform fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity opacity offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits maskType patternUnits patternContentUnits patternTransform filter filterUnits primitiveUnits in in2 result stdDeviation mode type values operator k1 k2 k3 k4 flood-color flood-opacity baseFrequency numOctaves seed stitchTiles text-anchor dominant-baseline alignment-baseline baseline-shift font-family font-size font-weight font-style letter-spacing textLength lengthAdjust startOffset rotate pathLength marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY vector-effect shape-rendering text-rendering paint-order display visibility overflow href dur begin repeatCount repeatDur from to by keyTimes keySplines calcMode attributeName attributeType additive accumulate end fill-mode path xml:space focusable enable-background".split(
    " ",
  ),
);

/** Attribute names used by React and on older pages, mapped to HTML names. */
const attributeNames: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["xlinkHref", "href"],
  ["xlink:href", "href"],
  ["xmlSpace", "xml:space"],
  ["defaultValue", "value"],
  ["defaultChecked", "checked"],
  ["dateTime", "datetime"],
]);

const camelCaseNames: ReadonlySet<string> = new Set([...svgAttributes].filter((name) => /[A-Z]/.test(name)));

/** Returns the HTML name of a JSX attribute, such as `class` for `className` or `stroke-width` for `strokeWidth`. */
export function toAttributeName(name: string): string {
  const attributeName = attributeNames.get(name);
  if (attributeName) return attributeName;
  if (camelCaseNames.has(name) || name.includes("-") || name.includes(":")) return name;
  const dashedName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (svgAttributes.has(dashedName) || /^(?:aria|data)-/.test(dashedName)) return dashedName;
  return name.toLowerCase();
}

/** Whether an element may have this attribute. Doesn't check the value. */
export function isAllowedAttribute(tag: string, name: string): boolean {
  if (/^on/i.test(name) || name.length > 100) return false;
  if (/^(?:aria|data)-[\w-]+$/.test(name)) return true;
  if (globalAttributes.has(name) || (elementAttributes.get(tag)?.has(name) ?? false)) return true;
  return svgElements.has(tag) && svgAttributes.has(name);
}

/** Attributes whose value is true or false instead of text. */
export const booleanAttributes: ReadonlySet<string> = new Set(
  "disabled checked readonly hidden open reversed multiple selected download".split(" "),
);

/** The attributes that an animation may change. Excludes link targets. */
export const animatableAttributes: ReadonlySet<string> = new Set(
  "x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity stroke stroke-width stroke-dasharray stroke-dashoffset stroke-opacity opacity offset stop-color stop-opacity width height viewBox stdDeviation baseFrequency".split(
    " ",
  ),
);

const linkSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel", "sms"]);
const imageDataPattern = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|x-icon)[;,]/i;
const mediaDataPattern = /^data:(?:audio|video)\/[a-z\d.+-]{1,40}[;,]/i;

/** Normalizes a URL as browsers do: removes control characters at both ends, and all tabs and line breaks. */
export function normalizeUrl(url: string): string {
  return url.replace(/[\t\n\r]/g, "").replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
}

/** Returns a link's URL, or undefined if following the link would run code or open another program. */
export function sanitizeHref(url: string): string | undefined {
  const normalizedUrl = normalizeUrl(url);
  const scheme = getScheme(normalizedUrl);
  return scheme === undefined || linkSchemes.has(scheme) ? normalizedUrl : undefined;
}

/**
 * Whether the URL runs code or opens an inline document, such as `javascript:` or `data:`, rather than opening another
 * program, such as `vscode:`.
 */
export function isScriptUrl(url: string): boolean {
  return /^(?:javascript|vbscript|livescript|data|blob|command|view-source):/i.test(normalizeUrl(url));
}

/** The location of a resource to load. */
export type ResourceSource =
  /** A resource on the web. */
  | { readonly src: string; readonly host: string }
  /** A file in the site, such as `/images/logo.png`, or a data URL. */
  | { readonly src: string; readonly host?: undefined };

/** Returns the source of an image, video, or audio file. Returns undefined if the file can't be loaded. */
export function sanitizeSource(url: string, containingFile: SitePath): ResourceSource | undefined {
  const normalizedUrl = normalizeUrl(url);
  if (imageDataPattern.test(normalizedUrl) || mediaDataPattern.test(normalizedUrl)) return { src: normalizedUrl };
  if (!isAbsoluteReference(normalizedUrl)) {
    const [path, tail] = splitUrlSuffix(normalizedUrl);
    const resolution = resolveSitePath(path, getFolderPath(containingFile));
    return resolution.ok && resolution.path !== "" ? { src: `/${resolution.path}${tail}` } : undefined;
  }
  const webMatch = /^(?:https?:)?(?:\/\/|\\\\|\/\\|\\\/)([^/\\?#]+)/i.exec(normalizedUrl);
  const host = webMatch?.[1]?.replace(/^.*@/, "").toLowerCase();
  if (!host) return undefined;
  return { src: /^https?:/i.test(normalizedUrl) ? normalizedUrl : `https:${normalizedUrl}`, host };
}

function splitUrlSuffix(url: string): [string, string] {
  const index = url.search(/[?#]/);
  return index < 0 ? [url, ""] : [url.slice(0, index), url.slice(index)];
}

/**
 * Returns the text before the first colon, which may be a scheme. Returns undefined if there is no colon or if it's
 * part of a path.
 */
function getScheme(url: string): string | undefined {
  return /^([^/\\?#:]*):/.exec(url)?.[1]?.toLowerCase();
}
