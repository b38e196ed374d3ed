import { isIconName } from "../../config/icons/icons.ts";
import { type JsonNode, getNodeLocation, getJsonString } from "../../config/json/json-tree.ts";
import type { FieldValue } from "../../page/page.ts";
import { getBasePath, resolveLink } from "../../site/links/resolve-link.ts";
import { listUrls } from "../../site/pages/pages.ts";
import { parseLinkUrl } from "../../site/pages/urls.ts";
import { toIconLibrary, getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { decodeEntities } from "../../text/decode-text.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { RenderTools } from "../drawing.ts";
import { isFrontmatterMap } from "../source/page-source.ts";
import type { ViewNode } from "../view/page-view.ts";
import type { FrameIcon, FrameLink, FrameSource } from "../view/site-frame.ts";

export type LinkFacts = Pick<FrameLink, "href" | "isExternal" | "isMissing">;

/**
 * Returns a page's URL path as readers see it, such as `/docs/guides/start`. For the page `index`, returns `/docs`, or
 * `/` if there is no base path.
 */
export function getPageHref(site: Pick<Site, "settings">, slug: string): string {
  const [urlPath = "/"] = listUrls(slug);
  return addBase(site, /^[\w/.-]*$/.test(urlPath) ? urlPath : encodePath(urlPath));
}

/**
 * Resolves a link in docs.json: an absolute URL, a path on the site, or an anchor on the page. Links that run code,
 * such as `javascript:`, have no target.
 */
export function resolveHref(site: Site, rawUrl: string): LinkFacts {
  const url = parseLinkUrl(rawUrl);
  if (url.kind === "unsafe") return {};
  if (url.kind === "scheme") return { href: rawUrl.trim(), isExternal: true };
  const target = resolveLink(site, rawUrl, undefined);
  if (target.kind === "external") return { href: rawUrl.trim(), isExternal: true };
  if (url.kind !== "local") return { href: rawUrl.trim() };
  if (url.path === "") return { href: `${url.query}#${url.anchor ?? ""}` };
  const anchor = url.anchor === undefined ? "" : `#${url.anchor}`;
  const base = getBasePath(site);
  const path = `/${url.path.replace(/^[/\\]+/, "")}`;
  const pathBelowBase = base !== "" && `${path}/`.startsWith(`/${base}/`) ? path.slice(base.length + 1) || "/" : path;
  const isMissing = target.kind === "missing" || target.kind === "spelling";
  return {
    href: addBase(site, pathBelowBase) + url.query + anchor,
    ...(isMissing && { isMissing: true }),
  };
}

/**
 * Reads a link from an object with a label and a URL. Returns undefined if the object has no label and there's no
 * `fallbackLabel`.
 */
export function readLink(
  site: Site,
  node: JsonNode | undefined,
  labelKey: string,
  fallbackLabel?: string,
): FrameLink | undefined {
  const label = getJsonString(node, labelKey)?.trim() || fallbackLabel;
  if (node?.kind !== "object" || !label) return undefined;
  const href = getJsonString(node, "href");
  return { label, ...(href !== undefined && resolveHref(site, href)), location: getNodeLocation(node) };
}

function addBase(site: Pick<Site, "settings">, path: string): string {
  const base = getBasePath(site);
  if (base === "") return path;
  return path === "/" ? `/${base}` : `/${base}${path}`;
}

/** Percent-encodes each segment of a path, because a path may contain characters that would otherwise start a query. */
function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment.replace(/\p{Cs}/gu, "\ufffd")))
    .join("/");
}

/**
 * A function that returns an icon's drawing, or undefined if the icon is unknown. Each `RenderTools` always provides
 * the same function.
 */
export type IconFinder = RenderTools["findIcon"];

type ConfigPart = Pick<Site, "config">;

/** Reads an icon in docs.json: a name, path, or URL, or an object with name, style, and library. */
export function readIcon(site: ConfigPart, node: JsonNode | undefined, findIcon: IconFinder): FrameIcon | undefined {
  if (node?.kind === "string") return createIcon(site, node.value, undefined, undefined, findIcon);
  const name = getJsonString(node, "name");
  if (name === undefined) return undefined;
  return createIcon(site, name, getJsonString(node, "style"), getJsonString(node, "library"), findIcon);
}

/** Reads an icon from a frontmatter field. */
export function readFieldIcon(
  site: ConfigPart,
  value: FieldValue | undefined,
  iconType: FieldValue | undefined,
  findIcon: IconFinder,
): FrameIcon | undefined {
  const toText = (field: FieldValue | undefined) => (typeof field === "string" ? field : undefined);
  if (!isFrontmatterMap(value)) {
    const name = toText(value);
    return name === undefined ? undefined : createIcon(site, name, toText(iconType), undefined, findIcon);
  }
  const name = toText(value.get("name"));
  if (name === undefined) return undefined;
  const style = toText(value.get("style")) ?? toText(iconType);
  return createIcon(site, name, style, toText(value.get("library")), findIcon);
}

/** Reads an image path or URL from docs.json. Returns undefined if the value is neither. */
export function readImageSource(rawUrl: string): FrameSource | undefined {
  const text = rawUrl.trim();
  const url = parseLinkUrl(text);
  if (url.kind === "web") return { url: text.startsWith("//") ? `https:${text}` : text, host: url.host };
  if (url.kind !== "local" || url.path === "") return undefined;
  const resolvedPath = resolveSitePath(url.path);
  return resolvedPath.ok && resolvedPath.path !== "" ? { file: resolvedPath.path } : undefined;
}

function createIcon(
  site: ConfigPart,
  iconName: string,
  style: string | undefined,
  library: string | undefined,
  findIcon: IconFinder,
): FrameIcon | undefined {
  const name = iconName.trim();
  if (name === "") return undefined;
  if (!isIconName(name)) {
    const image = /[/.]/.test(name) ? readImageSource(name) : undefined;
    return image ? { image } : { name };
  }
  return findIcon(name, toIconLibrary(library) ?? getSiteIconLibrary(site), style) ?? { name };
}

const maxLength = 5000;
const maxDepth = 20;

/**
 * Matches one mark at a time. No alternative in the pattern extends past the next character that could end the match.
 */
const markerPattern =
  /\\[!-/:-@[-`{-~]|`[^`]+`|\*\*|__|\*|_|\[|\]\([^()\s]*\)|\]|<\/?[a-z]+(?:\s[^<>]*)?\/?>|\n[ \t]*\n\s*/gi;

/** The element for each kind of paired mark. */
const tagsByMarker: Readonly<Record<string, string>> = { "**": "strong", __: "strong", "*": "em", _: "em" };
const inlineElements: ReadonlySet<string> = new Set([
  "a",
  "b",
  "code",
  "del",
  "em",
  "i",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

/**
 * Parses the text of a banner or an error page, which supports only emphasis, code, links, and a few elements. All
 * attributes except the `href` of links are ignored.
 */
export function parseInlineText(site: Site, markdown: string): readonly ViewNode[] {
  const text = markdown.slice(0, maxLength);
  const openElements: OpenElement[] = [{ marker: "", tag: "", nodes: [] }];
  let end = 0;
  for (const match of text.matchAll(markerPattern)) {
    addText(openElements, text.slice(end, match.index));
    end = match.index + match[0].length;
    processToken(site, openElements, match[0], text[match.index - 1] ?? " ", text[end] ?? " ");
  }
  addText(openElements, text.slice(end));
  while (openElements.length > 1) unwrapElement(openElements);
  return openElements[0]?.nodes ?? [];
}

interface OpenElement {
  /** The mark as written. If the mark is never closed, it's shown as text. */
  readonly marker: string;
  readonly tag: string;
  readonly href?: string | undefined;
  readonly nodes: ViewNode[];
}

function processToken(
  site: Site,
  openElements: OpenElement[],
  marker: string,
  textBefore: string,
  textAfter: string,
): void {
  const tag = tagsByMarker[marker];
  if (tag !== undefined) {
    const isInWord = /\w/.test(textBefore) && /\w/.test(textAfter) && marker.startsWith("_");
    if (isInWord) addText(openElements, marker);
    else if (openElements.some((openElement) => openElement.marker === marker))
      closeElement(site, openElements, (openElement) => openElement.marker === marker);
    else if (/\s/.test(textAfter)) addText(openElements, marker);
    else openTag(openElements, marker, tag);
  } else if (marker.startsWith("\\")) addText(openElements, marker.slice(1));
  else if (marker.startsWith("`"))
    getTopElement(openElements).nodes.push({ tag: "code", children: [marker.slice(1, -1)] });
  else if (marker === "[") openTag(openElements, marker, "a");
  else if (marker.startsWith("](")) {
    if (openElements.some((openElement) => openElement.marker === "["))
      closeElement(site, openElements, (openElement) => openElement.marker === "[", marker.slice(2, -1));
    else addText(openElements, marker);
  } else if (marker === "]") addText(openElements, marker);
  else if (marker.startsWith("\n")) getTopElement(openElements).nodes.push({ tag: "br" }, { tag: "br" });
  else processTag(site, openElements, marker);
}

function processTag(site: Site, openElements: OpenElement[], marker: string): void {
  const name = (/[a-z]+/i.exec(marker)?.[0] ?? "").toLowerCase();
  if (name === "br") getTopElement(openElements).nodes.push({ tag: "br" });
  // Other tags are removed, but their text is kept.
  if (!inlineElements.has(name) || marker.endsWith("/>")) return;
  const tag = name === "b" ? "strong" : name === "i" ? "em" : name;
  if (marker.startsWith("</")) {
    if (openElements.some((openElement) => openElement.marker.startsWith("<") && openElement.tag === tag))
      closeElement(site, openElements, (openElement) => openElement.marker.startsWith("<") && openElement.tag === tag);
    return;
  }
  const href = /\shref=(?:"([^"]*)"|'([^']*)')/i.exec(marker);
  openTag(openElements, marker, tag, href?.[1] ?? href?.[2]);
}

function openTag(openElements: OpenElement[], marker: string, tag: string, href?: string): void {
  if (openElements.length < maxDepth) openElements.push({ marker, tag, href, nodes: [] });
  else addText(openElements, marker);
}

function closeElement(
  site: Site,
  openElements: OpenElement[],
  isMatch: (openElement: OpenElement) => boolean,
  target?: string,
): void {
  while (openElements.length > 1 && !isMatch(getTopElement(openElements))) unwrapElement(openElements);
  const closedElement = openElements.pop();
  if (!closedElement) return;
  if (closedElement.tag !== "a") {
    getTopElement(openElements).nodes.push({ tag: closedElement.tag, children: closedElement.nodes });
    return;
  }
  const link = resolveHref(site, decodeEntities(target ?? closedElement.href ?? ""));
  const props = {
    ...(link.href !== undefined && { href: link.href }),
    ...(link.isExternal && { external: true }),
  };
  getTopElement(openElements).nodes.push({ tag: "a", props, children: closedElement.nodes });
}

/** Converts an unclosed mark back to plain text. An unclosed element extends to the end of the text. */
function unwrapElement(openElements: OpenElement[]): void {
  const unclosedElement = openElements.pop();
  if (!unclosedElement) return;
  if (unclosedElement.marker.startsWith("<"))
    getTopElement(openElements).nodes.push({ tag: unclosedElement.tag, children: unclosedElement.nodes });
  else {
    addText(openElements, unclosedElement.marker);
    getTopElement(openElements).nodes.push(...unclosedElement.nodes);
  }
}

function addText(openElements: OpenElement[], text: string): void {
  if (text !== "") getTopElement(openElements).nodes.push(decodeEntities(text));
}

function getTopElement(openElements: readonly OpenElement[]): OpenElement {
  return openElements.at(-1) ?? { marker: "", tag: "", nodes: [] };
}
