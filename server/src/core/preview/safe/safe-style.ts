import { getFolderPath, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { pageClass, siteFileScheme, type ViewValue } from "../view/page-view.ts";

/** CSS property names and values, such as `background-color` and `red`. */
export type StyleProperties = Readonly<Record<string, string>>;

const maxValueLength = 2000;
const maxProperties = 100;
const propertyNamePattern = /^(?:--[\w-]{1,100}|-?[a-z][a-z-]{1,60})$/;
/** Matches CSS values that load or run something, or that affect content outside the page. */
const unsafeValuePattern =
  /url\s*\(|image-set|cross-fade|element\s*\(|expression|javascript|@import|-moz-binding|behaviou?r|src\s*\(|[<>\\{}]|\/\*/i;
const unsafePropertyPattern = /^(?:behavior|-moz-binding|src|content-visibility|view-transition-name|-ms-.*)$/;
const allowedPositions: ReadonlySet<string> = new Set([
  "static",
  "relative",
  "absolute",
  "initial",
  "unset",
  "inherit",
  "revert",
]);

/**
 * A function that returns the URL from which to load a file that a style refers to, or undefined if the file can't be
 * loaded.
 */
export type StyleUrlResolver = (url: string) => string | undefined;

/**
 * Returns a property if it affects only its element, or undefined if it doesn't. `resolveUrl` resolves the URLs that
 * the property loads. If `resolveUrl` is undefined, nothing can be loaded.
 */
export function sanitizeProperty(
  name: string,
  value: string,
  resolveUrl?: StyleUrlResolver,
): readonly [string, string] | undefined {
  if (resolveUrl && /url\(/i.test(value)) return sanitizeSources(name, value, resolveUrl);
  const property = name.startsWith("--") ? name : name.toLowerCase();
  const text = value.trim();
  if (!propertyNamePattern.test(property) || unsafePropertyPattern.test(property)) return undefined;
  if (text === "" || text.length > maxValueLength || unsafeValuePattern.test(text) || /[\0-\x08\x0b-\x1f;]/.test(text))
    return undefined;
  if (property === "position" && !allowedPositions.has(text.toLowerCase().replace(/\s*!important$/, "")))
    return undefined;
  if (property === "z-index" && Math.abs(Number.parseFloat(text)) > 50) return [property, "50"];
  return [property, text];
}

const urlPattern = /\burl\(\s*(?:"([^"\\<>{}\n]*)"|'([^'\\<>{}\n]*)'|([^"'()\\<>{}\s]*))\s*\)/gi;
/**
 * Temporarily replaces each `url()` while the rest of the value is checked. Values that already contain this character
 * are rejected.
 */
const urlPlaceholder = "\ue000";

/**
 * Returns a property with its `url()` functions replaced by the allowed URLs, or undefined if the property isn't
 * allowed. While the rest of the value is checked, the functions are replaced with `urlPlaceholder`.
 */
function sanitizeSources(
  name: string,
  value: string,
  resolveUrl: StyleUrlResolver,
): readonly [string, string] | undefined {
  if (name.startsWith("--") || value.includes(urlPlaceholder)) return undefined;
  const sources: string[] = [];
  const maskedValue = value.replace(
    urlPattern,
    (_, ...[doubleQuotedUrl, singleQuotedUrl, unquoted]: (string | undefined)[]) => {
      sources.push(resolveUrl(doubleQuotedUrl ?? singleQuotedUrl ?? unquoted ?? "") ?? "");
      return urlPlaceholder;
    },
  );
  if (sources.some((url) => !/^[^"'()\\<>{}\s]+$/.test(url))) return undefined;
  const property = sanitizeProperty(name, maskedValue);
  return property && [property[0], property[1].replaceAll(urlPlaceholder, () => `url("${sources.shift() ?? ""}")`)];
}

/** Parses and rebuilds the declarations in `style="…"`. */
export function sanitizeStyleText(
  text: string,
  resolveUrl?: StyleUrlResolver,
): { readonly style: StyleProperties; readonly forbiddenNames: readonly string[] } {
  return rebuildStyle(
    splitDeclarations(text).map((declaration) => {
      const colonIndex = declaration.indexOf(":");
      return colonIndex < 0
        ? [declaration, ""]
        : [declaration.slice(0, colonIndex).trim(), declaration.slice(colonIndex + 1)];
    }),
    resolveUrl,
  );
}

/** Sanitizes a React style object such as `{ backgroundColor: "red", padding: 4 }`. */
export function sanitizeStyleObject(
  entries: Iterable<readonly [string, ViewValue]>,
  resolveUrl?: StyleUrlResolver,
): { readonly style: StyleProperties; readonly forbiddenNames: readonly string[] } {
  const declarations: [string, string][] = [];
  for (const [key, value] of entries) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    const name = toCssName(key);
    const isLength =
      typeof value === "number" && value !== 0 && !unitlessProperties.has(name) && !name.startsWith("--");
    declarations.push([name, isLength ? `${value}px` : String(value)]);
  }
  return rebuildStyle(declarations, resolveUrl);
}

/** Splits CSS text into declarations at semicolons outside quotes and brackets. */
export function splitDeclarations(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let position = 0; position < text.length; position++) {
    const char = text[position] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === ";" && depth === 0) {
      parts.push(text.slice(start, position));
      start = position + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function rebuildStyle(declarations: readonly (readonly string[])[], resolveUrl: StyleUrlResolver | undefined) {
  const style: Record<string, string> = {};
  const forbiddenNames: string[] = [];
  for (const [name = "", value = ""] of declarations.slice(0, maxProperties)) {
    const property = sanitizeProperty(name, value, resolveUrl);
    if (property) style[property[0]] = property[1];
    else if (value.trim() !== "") forbiddenNames.push(name);
  }
  return {
    style: forbiddenNames.some(isMaskProperty) ? Object.fromEntries(removeBackground(Object.entries(style))) : style,
    forbiddenNames,
  };
}

/** Whether a property masks its element. */
function isMaskProperty(name: string): boolean {
  return /^(?:-webkit-)?mask(?:-image)?$/i.test(name);
}

/**
 * Returns the declarations without the background. If only the element's mask were removed, readers would see a filled
 * box instead of an icon.
 */
function removeBackground(
  declarations: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const otherDeclarations = declarations.filter(([name]) => !/^background(?:-(?:color|image))?$/.test(name));
  return [...otherDeclarations, ["background", "none"]];
}

/**
 * Returns the CSS name of a property: `background-color` for `backgroundColor`, and `-webkit-transform` for
 * `WebkitTransform`.
 */
function toCssName(key: string): string {
  if (key.startsWith("--") || key.includes("-")) return key;
  const dashedName = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashedName.startsWith("ms-") ? `-${dashedName}` : dashedName;
}

/** Properties whose numeric values aren't lengths. */
const unitlessProperties: ReadonlySet<string> = new Set(
  "animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width box-flex box-flex-group box-ordinal-group column-count columns flex flex-grow flex-positive flex-shrink flex-negative flex-order font-weight grid-area grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start line-clamp line-height opacity order orphans scale tab-size widows z-index zoom fill-opacity flood-opacity stop-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stroke-width -webkit-line-clamp".split(
    " ",
  ),
);

const fontFaceDescriptors: ReadonlySet<string> = new Set([
  "font-family",
  "font-style",
  "font-weight",
  "font-stretch",
  "font-display",
  "unicode-range",
]);
const singleSourcePattern =
  /^url\(\s*["']?([^"'()\\<>{}\s]+)["']?\s*\)(?:\s+format\(\s*["']?([\w-]{1,40})["']?\s*\))?$/i;

/** Returns the declarations in an `@font-face` rule with the allowed sources, or undefined if no source is allowed. */
export function sanitizeFont(body: string, resolveUrl: StyleUrlResolver | undefined): string[] | undefined {
  if (!resolveUrl || body.includes("{")) return undefined;
  const sources: string[] = [];
  const otherDeclarations: string[] = [];
  for (const declaration of splitDeclarations(body)) {
    const colonIndex = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colonIndex).trim().toLowerCase(), declaration.slice(colonIndex + 1)];
    if (name === "src") sources.push(...value.split(",").flatMap((item) => rewriteSource(item.trim(), resolveUrl)));
    const property = fontFaceDescriptors.has(name) ? sanitizeProperty(name, value) : undefined;
    if (property) otherDeclarations.push(`${property[0]}:${property[1]}`);
  }
  return sources.length > 0 ? [...otherDeclarations, `src:${sources.join(",")}`] : undefined;
}

function rewriteSource(text: string, resolveUrl: StyleUrlResolver): string[] {
  const [, url = "", format] = singleSourcePattern.exec(text) ?? [];
  const resolvedUrl = url === "" ? undefined : resolveUrl(url);
  if (resolvedUrl === undefined || !/^[^"'()\\<>{}\s]+$/.test(resolvedUrl)) return [];
  return [`url("${resolvedUrl}")${format === undefined ? "" : ` format("${format}")`}`];
}

/** The maximum length of a style sheet in characters. */
export const maxSheetLength = 1_000_000;
export const maxSheetRules = 20_000;
const maxDepth = 4;

/**
 * Parses and rebuilds a style sheet so that its rules apply only to elements inside `containerSelector`. `resolveUrl`
 * resolves the URLs that the style sheet can load.
 */
export function sanitizeSheet(
  text: string,
  containerSelector: string,
  resolveUrl?: StyleUrlResolver,
  maxRules = maxSheetRules,
): {
  readonly text: string;
  /** Whether the full style sheet was applied. */
  readonly isComplete: boolean;
  /** Whether rules were left out because the style sheet has too many. */
  readonly isTruncated: boolean;
  /** The number of rules that were parsed. */
  readonly ruleCount: number;
} {
  const state: SanitizerState = {
    containerSelector,
    resolveUrl,
    remainingRules: maxRules,
    isComplete: text.length <= maxSheetLength,
  };
  const cleanText = removeComments(text.slice(0, maxSheetLength)).replace(/<!--|-->/g, " ");
  return {
    text: sanitizeRules(cleanText, state, "rules", 0),
    isComplete: state.isComplete,
    isTruncated: state.remainingRules < 0,
    ruleCount: maxRules - Math.max(0, state.remainingRules),
  };
}

/** Removes comments in one pass. An unclosed comment extends to the end of the text. */
function removeComments(text: string): string {
  let result = "";
  let position = 0;
  for (let start = text.indexOf("/*"); start >= 0; start = text.indexOf("/*", position)) {
    const end = text.indexOf("*/", start + 2);
    result += `${text.slice(position, start)} `;
    if (end < 0) return result;
    position = end + 2;
  }
  return result + text.slice(position);
}

interface SanitizerState {
  readonly containerSelector: string;
  readonly resolveUrl: StyleUrlResolver | undefined;
  remainingRules: number;
  isComplete: boolean;
}

function sanitizeRules(source: string, state: SanitizerState, kind: "rules" | "frames", depth: number): string {
  let result = "";
  for (const { head, body } of listBlocks(source)) {
    if (--state.remainingRules < 0) {
      state.isComplete = false;
      break;
    }
    result += body === undefined ? rejectStatement(head, state) : sanitizeBlock(head, body, state, kind, depth);
  }
  return result;
}

/** Rejects `@import` and similar statements. */
function rejectStatement(head: string, state: SanitizerState): string {
  if (head !== "" && !/^@charset\b/i.test(head)) state.isComplete = false;
  return "";
}

function sanitizeBlock(
  head: string,
  body: string,
  state: SanitizerState,
  kind: "rules" | "frames",
  depth: number,
): string {
  const rule = /^@(?:-webkit-)?([a-z-]+)\s*([^]*)$/i.exec(head);
  if (rule) return sanitizeAtRule(rule[1]?.toLowerCase() ?? "", rule[2]?.trim() ?? "", body, state, depth);
  const selector = kind === "frames" ? getKeyframeSelector(head) : scopeSelectors(head, state.containerSelector);
  if (selector === undefined) {
    state.isComplete = false;
    return "";
  }
  const declarationsText = sanitizeBody(body, state);
  return declarationsText === "" ? "" : `${selector}{${declarationsText}}`;
}

function sanitizeAtRule(name: string, condition: string, body: string, state: SanitizerState, depth: number): string {
  const isSafeCondition = /^[\w\s():,.<>=%/-]{0,300}$/.test(condition);
  if (depth < maxDepth && isSafeCondition && ["media", "supports", "container"].includes(name)) {
    const innerText = sanitizeRules(body, state, "rules", depth + 1);
    return innerText === "" ? "" : `@${name} ${condition}{${innerText}}`;
  }
  if (name === "layer" && depth < maxDepth) return sanitizeRules(body, state, "rules", depth + 1);
  if (name === "keyframes" && /^[\w-]{1,100}$/.test(condition))
    return `@keyframes ${condition}{${sanitizeRules(body, state, "frames", depth + 1)}}`;
  if (name === "font-face" && condition === "") return sanitizeFontFace(body, state);
  state.isComplete = false;
  return "";
}

function sanitizeBody(body: string, state: SanitizerState): string {
  // Nested rules aren't supported.
  if (body.includes("{")) {
    state.isComplete = false;
    return "";
  }
  let areMasksAllowed = true;
  const declarations = splitDeclarations(body).flatMap((declaration) => {
    const colonIndex = declaration.indexOf(":");
    const name = declaration.slice(0, colonIndex).trim();
    const property = colonIndex > 0 && sanitizeProperty(name, declaration.slice(colonIndex + 1), state.resolveUrl);
    if (property) return [property];
    state.isComplete = false;
    if (isMaskProperty(name)) areMasksAllowed = false;
    return [];
  });
  return (areMasksAllowed ? declarations : removeBackground(declarations))
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

/**
 * Sanitizes the rules that were generated for a class that masks its element. The rules' selectors are retained. If a
 * mask isn't allowed, the element's background is hidden, including backgrounds from other classes.
 */
export function sanitizeMaskRules(css: string): string {
  // The class is part of the service's own style sheet, so only paths from the site's root refer to the site's files.
  const resolveUrl: StyleUrlResolver = (url) => (url.startsWith("/") ? createStyleUrlResolver("")(url) : undefined);
  return css.replace(/\{([^{}]*)\}/g, (_, body: string) => {
    const { style, forbiddenNames } = sanitizeStyleText(body, resolveUrl);
    const declarations = forbiddenNames.some(isMaskProperty)
      ? [["background", "none!important"]]
      : Object.entries(style);
    return `{${declarations.map(([name, value]) => `${name}:${value}`).join(";")}}`;
  });
}

/** Returns a sanitized `@font-face` rule with its original font name, or an empty string if the font isn't allowed. */
function sanitizeFontFace(body: string, state: SanitizerState): string {
  const declarations = sanitizeFont(body, state.resolveUrl);
  if (!declarations) state.isComplete = false;
  return declarations ? `@font-face{${declarations.join(";")}}` : "";
}

function getKeyframeSelector(head: string): string | undefined {
  return /^(?:from|to|[\d.]+%)(?:\s*,\s*(?:from|to|[\d.]+%))*$/i.test(head) ? head : undefined;
}

const selectorPattern = /^[\w\s.#:()[\]="'*>+~^$|%/\\-]{1,500}$/;
/** Matches selectors that refer to the root of the published page. */
const rootPattern = /^(?::root|html|body)(?![\w-])/i;
const darkModePattern = /^(?:html|:root)?(?:\.dark|\[data-theme=["']?dark["']?\])(?=\s)/i;

function scopeSelectors(head: string, containerSelector: string): string | undefined {
  const scopedSelectors = splitSelectors(head).map((selector) => {
    if (!selectorPattern.test(selector)) return undefined;
    const darkModePrefix = darkModePattern.exec(selector)?.[0];
    const isRoot = darkModePrefix === undefined && rootPattern.test(selector);
    const selectorRest =
      darkModePrefix === undefined ? selector.replace(rootPattern, "") : selector.slice(darkModePrefix.length).trim();
    // Siblings of the root element aren't part of the page.
    if ((isRoot ? /^[^\s>]*\s*[~+]/ : /^[~+]/).test(selectorRest)) return undefined;
    if (isRoot) return containerSelector + selectorRest;
    return `${containerSelector}${darkModePrefix === undefined ? "" : '[data-appearance="dark"]'} ${selectorRest}`;
  });
  return scopedSelectors.length === 0 || scopedSelectors.includes(undefined) ? undefined : scopedSelectors.join(",");
}

function splitSelectors(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let position = 0; position < head.length; position++) {
    const char = head[position];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      parts.push(head.slice(start, position));
      start = position + 1;
    }
  }
  return [...parts, head.slice(start)].map((part) => part.trim());
}

/** Yields top-level `head { body }` blocks and `head;` statements. */
function* listBlocks(source: string): Generator<{ readonly head: string; readonly body?: string }> {
  let position = 0;
  // Searches for each character again only after passing the last one that was found, because a long style sheet may
  // not contain any more of them.
  let braceIndex = -1;
  let semicolonIndex = -1;
  while (position < source.length) {
    if (braceIndex < position) braceIndex = findNextChar(source, position, "{");
    if (semicolonIndex < position) semicolonIndex = findNextChar(source, position, ";");
    if (semicolonIndex < braceIndex) {
      yield { head: source.slice(position, semicolonIndex).trim() };
      position = semicolonIndex + 1;
      continue;
    }
    if (braceIndex >= source.length) {
      const remainingText = source.slice(position).trim();
      if (remainingText !== "") yield { head: remainingText };
      return;
    }
    const end = findClosingBrace(source, braceIndex);
    yield { head: source.slice(position, braceIndex).trim(), body: source.slice(braceIndex + 1, end) };
    position = end + 1;
  }
}

function findNextChar(source: string, offset: number, char: string): number {
  const index = source.indexOf(char, offset);
  return index < 0 ? source.length : index;
}

function findClosingBrace(source: string, openOffset: number): number {
  let depth = 0;
  let quote = "";
  for (let position = openOffset; position < source.length; position++) {
    const char = source[position] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return position;
  }
  return source.length;
}

/**
 * Returns one of the site's style sheets as the preview applies it. The style sheet is scoped to the page, loads only
 * files in the site (under `siteFileScheme`), and doesn't load anything from the web.
 */
export function sanitizeSiteSheet(file: SitePath, text: string, maxRules?: number): ReturnType<typeof sanitizeSheet> {
  return sanitizeSheet(text, `.${pageClass}`, createStyleUrlResolver(file), maxRules);
}

/**
 * Returns a function that resolves a style's references to the site's files. The result is a path from the site's root,
 * which the webview maps to the file's actual location.
 */
export function createStyleUrlResolver(file: SitePath): StyleUrlResolver {
  return (url) => {
    const [path = ""] = url.split(/[?#]/);
    if (path === "" || isAbsoluteReference(path)) return undefined;
    const resolution = resolveSitePath(path, getFolderPath(file));
    return resolution.ok && resolution.path !== ""
      ? siteFileScheme +
          resolution.path
            .split("/")
            .map((segment) => `/${encodeURIComponent(segment)}`)
            .join("")
      : undefined;
  };
}
