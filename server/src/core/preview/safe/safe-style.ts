import type { ViewValue } from "../view/view-node.ts";

/** Names and values of CSS properties, `background-color` and `red`. */
export type Style = Readonly<Record<string, string>>;

const longestValue = 2000;
const mostProperties = 100;
const propertyName = /^(?:--[\w-]{1,100}|-?[a-z][a-z-]{1,60})$/;
/** What loads, runs or reaches out of the page. */
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

/** The address from which a file is loaded that a style names; undefined where it may not be. */
export type StyleSource = (address: string) => string | undefined;

/**
 * One property that does nothing but style its element; undefined for any other. What it loads is told by `source`, without
 * which it loads nothing.
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
    text.length > longestValue ||
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
/** Nothing that an author writes is let through with this sign. */
const standIn = "\ue000";

/** Each `url()` is set aside while the rest is looked at, and put back as what may be loaded. */
function safeWithSources(
  name: string,
  value: string,
  source: StyleSource,
): readonly [string, string] | undefined {
  if (name.startsWith("--") || value.includes(standIn)) return undefined;
  const sources: string[] = [];
  const rest = value.replace(sourceText, (_, ...[double, single, bare]: (string | undefined)[]) => {
    sources.push(source(double ?? single ?? bare ?? "") ?? "");
    return standIn;
  });
  if (sources.some((each) => !/^[^"'()\\<>{}\s]+$/.test(each))) return undefined;
  const kept = safeProperty(name, rest);
  return kept && [kept[0], kept[1].replaceAll(standIn, () => `url("${sources.shift() ?? ""}")`)];
}

/** The declarations of a `style="…"`, taken apart and put together again. */
export function safeStyleText(
  text: string,
  source?: StyleSource,
): { readonly style: Style; readonly refused: readonly string[] } {
  return rebuilt(
    declarationsOf(text).map((each) => {
      const colon = each.indexOf(":");
      return colon < 0 ? [each, ""] : [each.slice(0, colon).trim(), each.slice(colon + 1)];
    }),
    source,
  );
}

/** A style as React takes it: `{ backgroundColor: "red", padding: 4 }`. */
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
  return rebuilt(pairs, source);
}

/** Splits at semicolons that stand in no quotes or brackets. */
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

function rebuilt(pairs: readonly (readonly string[])[], source: StyleSource | undefined) {
  const style: Record<string, string> = {};
  const refused: string[] = [];
  for (const [name = "", value = ""] of pairs.slice(0, mostProperties)) {
    const kept = safeProperty(name, value, source);
    if (kept) style[kept[0]] = kept[1];
    else if (value.trim() !== "") refused.push(name);
  }
  return { style, refused };
}

/** `backgroundColor` → `background-color`, `WebkitTransform` → `-webkit-transform`. */
function cssName(key: string): string {
  if (key.startsWith("--") || key.includes("-")) return key;
  const dashed = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashed.startsWith("ms-") ? `-${dashed}` : dashed;
}

/** Properties whose numbers are no lengths. */
const unitless: ReadonlySet<string> = new Set(
  "animation-iteration-count aspect-ratio border-image-outset border-image-slice border-image-width box-flex box-flex-group box-ordinal-group column-count columns flex flex-grow flex-positive flex-shrink flex-negative flex-order font-weight grid-area grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start line-clamp line-height opacity order orphans scale tab-size widows z-index zoom fill-opacity flood-opacity stop-opacity stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity stroke-width -webkit-line-clamp".split(
    " ",
  ),
);
