import { declarationsOf, safeProperty, type StyleSource } from "./safe-style.ts";

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

/** What an `@font-face` says, its sources as they may be loaded; undefined where none is left. */
export function fontDeclarations(body: string, source: StyleSource | undefined): string[] | undefined {
  if (!source || body.includes("{")) return undefined;
  const sources: string[] = [];
  const others: string[] = [];
  for (const declaration of declarationsOf(body)) {
    const colon = declaration.indexOf(":");
    const [name, value] = [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1)];
    if (name === "src") sources.push(...value.split(",").flatMap((each) => sourceOf(each.trim(), source)));
    const kept = descriptors.has(name) ? safeProperty(name, value) : undefined;
    if (kept) others.push(`${kept[0]}:${kept[1]}`);
  }
  return sources.length > 0 ? [...others, `src:${sources.join(",")}`] : undefined;
}

function sourceOf(text: string, source: StyleSource): string[] {
  const [, address = "", format] = oneSource.exec(text) ?? [];
  const from = address === "" ? undefined : source(address);
  if (from === undefined || !/^[^"'()\\<>{}\s]+$/.test(from)) return [];
  return [`url("${from}")${format === undefined ? "" : ` format("${format}")`}`];
}
