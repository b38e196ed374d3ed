import { folderOf, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { pageClass, siteFileScheme, type ViewValue } from "../view/page-view.ts";

/** CSS property names and values, such as `background-color` and `red`. */
export type Style = Readonly<Record<string, string>>;

const maxValueLength = 2000;
const maxProperties = 100;
const propertyName = /^(?:--[\w-]{1,100}|-?[a-z][a-z-]{1,60})$/;
/** Matches CSS values that load or run something, or that affect content outside the page. */
const refusedValue =
  /url\s*\(|image-set|cross-fade|element\s*\(|expression|javascript|@import|-moz-binding|behaviou?r|src\s*\(|[<>\\{}]|\/\*/i;
const refusedProperty = /^(?:behavior|-moz-binding|src|content-visibility|view-transition-name|-ms-.*)$/;
const placements: ReadonlySet<string> = new Set([
  "static",
  "relative",
  "absolute",
  "initial",
  "unset",
  "inherit",
  "revert",
]);

/** Returns the URL from which to load a file that a style refers to, or undefined if the file can't be loaded. */
export type StyleSource = (url: string) => string | undefined;

/**
 * Returns a property if it affects only its element, or undefined if it doesn't. `source` resolves the URLs that the
 * property loads. If `source` is undefined, nothing can be loaded.
 */
export function safeProperty(
  name: string,
  value: string,
  source?: StyleSource,
): readonly [string, string] | undefined {
  if (source && /url\(/i.test(value)) return safeWithSources(name, value, source);
  const property = name.startsWith("--") ? name : name.toLowerCase();
  const text = value.trim();
  if (!propertyName.test(property) || refusedProperty.test(property)) return undefined;
  if (
    text === "" ||
    text.length > maxValueLength ||
    refusedValue.test(text) ||
    /[\0-\x08\x0b-\x1f;]/.test(text)
  )
    return undefined;
  if (property === "position" && !placements.has(text.toLowerCase().replace(/\s*!important$/, "")))
    return undefined;
  if (property === "z-index" && Math.abs(Number.parseFloat(text)) > 50) return [property, "50"];
  return [property, text];
}

const sourceText = /\burl\(\s*(?:"([^"\\<>{}\n]*)"|'([^'\\<>{}\n]*)'|([^"'()\\<>{}\s]*))\s*\)/gi;
/**
 * Temporarily replaces each `url()` while the rest of the value is checked. Values that already contain this character
 * are rejected.
 */
const urlPlaceholder = "\ue000";

/**
 * Returns a property with its `url()` functions replaced by the allowed URLs, or undefined if the property isn't
 * allowed. While the rest of the value is checked, the functions are replaced with `urlPlaceholder`.
 */
function safeWithSources(
  name: string,
  value: string,
  source: StyleSource,
): readonly [string, string] | undefined {
  if (name.startsWith("--") || value.includes(urlPlaceholder)) return undefined;
  const sources: string[] = [];
  const rest = value.replace(sourceText, (_, ...[double, single, bare]: (string | undefined)[]) => {
    sources.push(source(double ?? single ?? bare ?? "") ?? "");
    return urlPlaceholder;
  });
  if (sources.some((url) => !/^[^"'()\\<>{}\s]+$/.test(url))) return undefined;
  const retained = safeProperty(name, rest);
  return (
    retained && [retained[0], retained[1].replaceAll(urlPlaceholder, () => `url("${sources.shift() ?? ""}")`)]
  );
}

/** Parses and rebuilds the declarations in `style="…"`. */
export function safeStyleText(
  text: string,
  source?: StyleSource,
): { readonly style: Style; readonly refused: readonly string[] } {
  return rebuildStyle(
    declarationsOf(text).map((declaration) => {
      const colon = declaration.indexOf(":");
      return colon < 0
        ? [declaration, ""]
        : [declaration.slice(0, colon).trim(), declaration.slice(colon + 1)];
    }),
    source,
  );
}

/** Sanitizes a React style object such as `{ backgroundColor: "red", padding: 4 }`. */
export function safeStyleObject(
  entries: Iterable<readonly [string, ViewValue]>,
  source?: StyleSource,
): { readonly style: Style; readonly refused: readonly string[] } {
  const pairs: [string, string][] = [];
  for (const [key, value] of entries) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    const name = cssName(key);
    const isLength =
      typeof value === "number" && value !== 0 && !unitless.has(name) && !name.startsWith("--");
    pairs.push([name, isLength ? `${value}px` : String(value)]);
  }
  return rebuildStyle(pairs, source);
}

/** Splits CSS text into declarations at semicolons outside quotes and brackets. */
export function declarationsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === ";" && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function rebuildStyle(pairs: readonly (readonly string[])[], source: StyleSource | undefined) {
  const style: Record<string, string> = {};
  const refused: string[] = [];
  for (const [name = "", value = ""] of pairs.slice(0, maxProperties)) {
    const retained = safeProperty(name, value, source);
    if (retained) style[retained[0]] = retained[1];
    else if (value.trim() !== "") refused.push(name);
  }
  return {
    style: refused.some(isMask) ? Object.fromEntries(withoutBackground(Object.entries(style))) : style,
    refused,
  };
}

/** Whether a property masks its element. */
function isMask(name: string): boolean {
  return /^(?:-webkit-)?mask(?:-image)?$/i.test(name);
}

/**
 * Returns the declarations without the background. If only the element's mask were removed, readers would see a filled
 * box instead of an icon.
 */
function withoutBackground(
  declarations: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const others = declarations.filter(([name]) => !/^background(?:-(?:color|image))?$/.test(name));
  return [...others, ["background", "none"]];
}

/**
 * Returns the CSS name of a property: `background-color` for `backgroundColor`, and `-webkit-transform` for
 * `WebkitTransform`.
 */
function cssName(key: string): string {
  if (key.startsWith("--") || key.includes("-")) return key;
  const dashed = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashed.startsWith("ms-") ? `-${dashed}` : dashed;
}

/** Properties whose numeric values aren't lengths. */
const unitless: ReadonlySet<string> = new Set(
  "animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width box-flex box-flex-group box-ordinal-group column-count columns flex flex-grow flex-positive flex-shrink flex-negative flex-order font-weight grid-area grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start line-clamp line-height opacity order orphans scale tab-size widows z-index zoom fill-opacity flood-opacity stop-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stroke-width -webkit-line-clamp".split(
    " ",
  ),
);

const descriptors: ReadonlySet<string> = new Set([
  "font-family",
  "font-style",
  "font-weight",
  "font-stretch",
  "font-display",
  "unicode-range",
]);
const oneSource =
  /^url\(\s*["']?([^"'()\\<>{}\s]+)["']?\s*\)(?:\s+format\(\s*["']?([\w-]{1,40})["']?\s*\))?$/i;

/** Returns the declarations in an `@font-face` rule with the allowed sources, or undefined if no source is allowed. */
export function fontDeclarations(body: string, source: StyleSource | undefined): string[] | undefined {
  if (!source || body.includes("{")) return undefined;
  const sources: string[] = [];
  const others: string[] = [];
  for (const declaration of declarationsOf(body)) {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1)];
    if (name === "src") sources.push(...value.split(",").flatMap((item) => sourceOf(item.trim(), source)));
    const retained = descriptors.has(name) ? safeProperty(name, value) : undefined;
    if (retained) others.push(`${retained[0]}:${retained[1]}`);
  }
  return sources.length > 0 ? [...others, `src:${sources.join(",")}`] : undefined;
}

function sourceOf(text: string, source: StyleSource): string[] {
  const [, url = "", format] = oneSource.exec(text) ?? [];
  const from = url === "" ? undefined : source(url);
  if (from === undefined || !/^[^"'()\\<>{}\s]+$/.test(from)) return [];
  return [`url("${from}")${format === undefined ? "" : ` format("${format}")`}`];
}

/** The maximum length of a style sheet in characters. */
export const maxSheetLength = 1_000_000;
export const maxSheetRules = 20_000;
const maxDepth = 4;

/**
 * Parses and rebuilds a style sheet so that its rules apply only to elements inside `container`. `source` resolves the
 * URLs that the style sheet can load.
 */
export function safeSheet(
  text: string,
  container: string,
  source?: StyleSource,
  maxRules = maxSheetRules,
): {
  readonly text: string;
  /** Whether the full style sheet was applied. */
  readonly isWhole: boolean;
  /** Whether rules were left out because the style sheet has too many. */
  readonly isCut: boolean;
  /** The number of rules that were parsed. */
  readonly rules: number;
} {
  const state: State = {
    container,
    source,
    remainingRules: maxRules,
    isWhole: text.length <= maxSheetLength,
  };
  const plain = withoutComments(text.slice(0, maxSheetLength)).replace(/<!--|-->/g, " ");
  return {
    text: rulesOf(plain, state, "rules", 0),
    isWhole: state.isWhole,
    isCut: state.remainingRules < 0,
    rules: maxRules - Math.max(0, state.remainingRules),
  };
}

/** Removes comments in one pass. An unclosed comment extends to the end of the text. */
function withoutComments(text: string): string {
  let result = "";
  let at = 0;
  for (let start = text.indexOf("/*"); start >= 0; start = text.indexOf("/*", at)) {
    const end = text.indexOf("*/", start + 2);
    result += `${text.slice(at, start)} `;
    if (end < 0) return result;
    at = end + 2;
  }
  return result + text.slice(at);
}

interface State {
  readonly container: string;
  readonly source: StyleSource | undefined;
  remainingRules: number;
  isWhole: boolean;
}

function rulesOf(source: string, state: State, kind: "rules" | "frames", depth: number): string {
  let out = "";
  for (const { head, body } of blocksOf(source)) {
    if (--state.remainingRules < 0) {
      state.isWhole = false;
      break;
    }
    out += body === undefined ? rejectStatement(head, state) : blockText(head, body, state, kind, depth);
  }
  return out;
}

/** Rejects `@import` and similar statements. */
function rejectStatement(head: string, state: State): string {
  if (head !== "" && !/^@charset\b/i.test(head)) state.isWhole = false;
  return "";
}

function blockText(
  head: string,
  body: string,
  state: State,
  kind: "rules" | "frames",
  depth: number,
): string {
  const rule = /^@(?:-webkit-)?([a-z-]+)\s*([^]*)$/i.exec(head);
  if (rule) return atRule(rule[1]?.toLowerCase() ?? "", rule[2]?.trim() ?? "", body, state, depth);
  const selector = kind === "frames" ? frameSelector(head) : scopedSelectors(head, state.container);
  if (selector === undefined) {
    state.isWhole = false;
    return "";
  }
  const declarations = declarationText(body, state);
  return declarations === "" ? "" : `${selector}{${declarations}}`;
}

function atRule(name: string, condition: string, body: string, state: State, depth: number): string {
  const isPlain = /^[\w\s():,.<>=%/-]{0,300}$/.test(condition);
  if (depth < maxDepth && isPlain && ["media", "supports", "container"].includes(name)) {
    const inner = rulesOf(body, state, "rules", depth + 1);
    return inner === "" ? "" : `@${name} ${condition}{${inner}}`;
  }
  if (name === "layer" && depth < maxDepth) return rulesOf(body, state, "rules", depth + 1);
  if (name === "keyframes" && /^[\w-]{1,100}$/.test(condition))
    return `@keyframes ${condition}{${rulesOf(body, state, "frames", depth + 1)}}`;
  if (name === "font-face" && condition === "") return fontFace(body, state);
  state.isWhole = false;
  return "";
}

function declarationText(body: string, state: State): string {
  // Nested rules aren't supported.
  if (body.includes("{")) {
    state.isWhole = false;
    return "";
  }
  let isMasked = true;
  const declarations = declarationsOf(body).flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, colon).trim();
    const retained = colon > 0 && safeProperty(name, declaration.slice(colon + 1), state.source);
    if (retained) return [retained];
    state.isWhole = false;
    if (isMask(name)) isMasked = false;
    return [];
  });
  return (isMasked ? declarations : withoutBackground(declarations))
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

/**
 * Sanitizes the rules that were generated for a class that masks its element. The rules' selectors are retained. If a
 * mask isn't allowed, the element's background is hidden, including backgrounds from other classes.
 */
export function safeMaskRules(css: string): string {
  // The class is part of the service's own style sheet, so only paths from the site's root refer to the site's files.
  const source: StyleSource = (url) => (url.startsWith("/") ? sourcesOf("")(url) : undefined);
  return css.replace(/\{([^{}]*)\}/g, (_, body: string) => {
    const { style, refused } = safeStyleText(body, source);
    const declarations = refused.some(isMask) ? [["background", "none!important"]] : Object.entries(style);
    return `{${declarations.map(([name, value]) => `${name}:${value}`).join(";")}}`;
  });
}

/** Returns a sanitized `@font-face` rule with its original font name, or an empty string if the font isn't allowed. */
function fontFace(body: string, state: State): string {
  const declarations = fontDeclarations(body, state.source);
  if (!declarations) state.isWhole = false;
  return declarations ? `@font-face{${declarations.join(";")}}` : "";
}

function frameSelector(head: string): string | undefined {
  return /^(?:from|to|[\d.]+%)(?:\s*,\s*(?:from|to|[\d.]+%))*$/i.test(head) ? head : undefined;
}

const selectorText = /^[\w\s.#:()[\]="'*>+~^$|%/\\-]{1,500}$/;
/** Matches selectors that refer to the root of the published page. */
const root = /^(?::root|html|body)(?![\w-])/i;
const darkMode = /^(?:html|:root)?(?:\.dark|\[data-theme=["']?dark["']?\])(?=\s)/i;

function scopedSelectors(head: string, container: string): string | undefined {
  const scoped = splitSelectors(head).map((selector) => {
    if (!selectorText.test(selector)) return undefined;
    const dark = darkMode.exec(selector)?.[0];
    const isRoot = dark === undefined && root.test(selector);
    const rest = dark === undefined ? selector.replace(root, "") : selector.slice(dark.length).trim();
    // Siblings of the root element aren't part of the page.
    if ((isRoot ? /^[^\s>]*\s*[~+]/ : /^[~+]/).test(rest)) return undefined;
    if (isRoot) return container + rest;
    return `${container}${dark === undefined ? "" : '[data-appearance="dark"]'} ${rest}`;
  });
  return scoped.length === 0 || scoped.includes(undefined) ? undefined : scoped.join(",");
}

function splitSelectors(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < head.length; at++) {
    const char = head[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      parts.push(head.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, head.slice(start)].map((part) => part.trim());
}

/** Yields top-level `head { body }` blocks and `head;` statements. */
function* blocksOf(source: string): Generator<{ readonly head: string; readonly body?: string }> {
  let at = 0;
  // Searches for each character again only after passing the last one that was found, because a long style sheet may
  // not contain any more of them.
  let brace = -1;
  let semicolon = -1;
  while (at < source.length) {
    if (brace < at) brace = findNext(source, at, "{");
    if (semicolon < at) semicolon = findNext(source, at, ";");
    if (semicolon < brace) {
      yield { head: source.slice(at, semicolon).trim() };
      at = semicolon + 1;
      continue;
    }
    if (brace >= source.length) {
      const rest = source.slice(at).trim();
      if (rest !== "") yield { head: rest };
      return;
    }
    const end = closingBrace(source, brace);
    yield { head: source.slice(at, brace).trim(), body: source.slice(brace + 1, end) };
    at = end + 1;
  }
}

function findNext(source: string, at: number, char: string): number {
  const found = source.indexOf(char, at);
  return found < 0 ? source.length : found;
}

function closingBrace(source: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < source.length; at++) {
    const char = source[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at;
  }
  return source.length;
}

/**
 * Returns one of the site's style sheets as the preview applies it. The style sheet is scoped to the page, loads only
 * files in the site (under `siteFileScheme`), and doesn't load anything from the web.
 */
export function siteSheet(file: SitePath, text: string, maxRules?: number): ReturnType<typeof safeSheet> {
  return safeSheet(text, `.${pageClass}`, sourcesOf(file), maxRules);
}

/**
 * Returns a function that resolves a style's references to the site's files. The result is a path from the site's root,
 * which the webview maps to the file's actual location.
 */
export function sourcesOf(file: SitePath): StyleSource {
  return (url) => {
    const [path = ""] = url.split(/[?#]/);
    if (path === "" || isAbsoluteReference(path)) return undefined;
    const resolved = resolveSitePath(path, folderOf(file));
    return resolved.ok && resolved.path !== ""
      ? siteFileScheme +
          resolved.path
            .split("/")
            .map((segment) => `/${encodeURIComponent(segment)}`)
            .join("")
      : undefined;
  };
}
