import type { Root } from "mdast";
import { maskCustomIds } from "../../page/headings.ts";
import { matchTags } from "../../page/syntax/match-tags.ts";
import { type MdxDialect, mdxTree, readMdx } from "../../page/syntax/mdx-parser.ts";

/**
 * Placeholders that replace characters while the parser reads a page, so that all offsets stay the same. The
 * placeholders are Unicode noncharacters, which are reserved for internal use and don't occur in text.
 */
const standIns: ReadonlyMap<string, string> = new Map(
  ["<", "{", "i", "e", "}", ">", "[", "]", "$", "`", "/", "*"].map((char, index) => [
    char,
    String.fromCharCode(0xfdd0 + index),
  ]),
);
const originals: ReadonlyMap<string, string> = new Map(
  [...standIns].map(([char, standIn]) => [standIn, char]),
);

/** Replaces the `{{` and `}}` around a docs.json variable's name: `{{version}}`. */
const variableMarks = { open: "\ufdee\ufdee", close: "\ufdef\ufdef" } as const;
/** Matches a variable. After `=`, the braces contain a JSX object: `style={{color}}`. */
const variable = /(?<!=)\{\{([\w.-]{1,200})\}\}/g;
const markedVariable = /\ufdee\ufdee([\w.-]{1,200})\ufdef\ufdef/g;

/** Returns the placeholder for a character that the parser can't handle. The parser treats it as text. */
function placeholderFor(char: string): string {
  return standIns.get(char) ?? "\ufddf";
}

/**
 * Returns a page's text for the parser, with the same length. Replaces braces that the service processes before parsing
 * and that therefore aren't expressions: `{{variable}}`, and a heading's `{#id}`.
 */
export function addPlaceholders(text: string): string {
  if (!text.includes("{")) return text;
  const withoutVariables = text.replace(
    variable,
    (_, name: string) => variableMarks.open + name + variableMarks.close,
  );
  return maskCustomIds(withoutVariables, " ");
}

/** Restores the original text with the values of variables. Variables that docs.json doesn't define stay as written. */
export function removePlaceholders(text: string, variables: ReadonlyMap<string, string>): string {
  if (!/[\ufdd0-\ufdef]/.test(text)) return text;
  return text
    .replace(markedVariable, (_, name: string) => variables.get(name) ?? `{{${name}}}`)
    .replace(/[\ufdd0-\ufdef]/g, (char) => originals.get(char) ?? "");
}

export interface MdxParse {
  /**
   * The tree of the text, with placeholders (see `addPlaceholders`) for characters that couldn't be parsed. Positions
   * refer to the original text.
   */
  readonly root: Root;
  /** Offsets of characters that couldn't be parsed and are treated as text, in order. */
  readonly mended: readonly number[];
}

/** The maximum number of masked errors. A block with more errors is considered impossible to parse. */
const maxMended = 24;
const maxTries = 12;

/**
 * Parses MDX that may be incomplete. A tag, brace, or import that can't be parsed is treated as text, and the rest is
 * parsed around it. Returns undefined if the text still can't be parsed. Some texts take a very long time to parse, so
 * call this function only in a thread that can be terminated.
 */
export function parseMdx(text: string, dialect: MdxDialect): MdxParse | undefined {
  let current = addPlaceholders(text);
  const mended = new Set<number>();
  for (let tries = 0; tries <= maxTries && mended.size <= maxMended; tries++) {
    const root = mdxTree(current, dialect);
    if (root) return { root, mended: [...mended].sort((a, b) => a - b) };
    const guilty = guiltyPlaces(current);
    if (guilty.length === 0) return undefined;
    for (const at of guilty) mended.add(at);
    current = covered(current, guilty);
  }
  // There are too many errors to mask individually, so all tags and expressions are treated as text.
  const all = Array.from({ length: current.length }, (_, at) => at).filter((at) =>
    "<{".includes(current[at] ?? " "),
  );
  const plain = covered(current, all);
  const root = mdxTree(plain, dialect);
  return root && { root, mended: all };
}

function covered(text: string, places: readonly number[]): string {
  const at = new Set(places);
  return Array.from({ length: text.length }, (_, i) =>
    at.has(i) ? placeholderFor(text[i] ?? "") : text[i],
  ).join("");
}

/** Returns the positions of marks that may have stopped the parser: `<`, `{`, or the first letter of `import`. */
function guiltyPlaces(text: string): number[] {
  const reading = readMdx(text);
  if (reading.kind === "too-complex") return [];
  if (reading.kind === "stopped") {
    const { where, tag, brace, module, at } = reading.stop;
    const start = where === "module" ? module : where === "tag" ? tag : (tag ?? brace);
    return [markAt(text, start ?? at)];
  }
  const faults = matchTags(text, reading.tags).map(({ range }) => markAt(text, range.start));
  return faults.filter((at) => at < text.length);
}

/** Returns the position of the mark itself, after any leading spaces. */
function markAt(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? "")) at++;
  return at < text.length ? at : start;
}
