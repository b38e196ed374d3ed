import type { Root } from "mdast";
import { maskCustomIds } from "../../page/headings.ts";
import { findMismatchedTags } from "../../page/syntax/match-tags.ts";
import { type MdxDialect, parseMdxTree, readMdx } from "../../page/syntax/mdx-parser.ts";

/**
 * The placeholders that replace certain characters before parsing. They have the same length as the characters, so all
 * offsets stay the same. They're Unicode noncharacters, which are reserved for internal use and don't occur in text.
 */
const placeholders: ReadonlyMap<string, string> = new Map(
  ["<", "{", "i", "e", "}", ">", "[", "]", "$", "`", "/", "*"].map((char, index) => [
    char,
    String.fromCharCode(0xfdd0 + index),
  ]),
);
const charsByPlaceholder: ReadonlyMap<string, string> = new Map(
  [...placeholders].map(([char, placeholder]) => [placeholder, char]),
);

/** Placeholders for the `{{` and `}}` around the name of a docs.json variable, such as `{{version}}`. */
const variablePlaceholders = { open: "\ufdee\ufdee", close: "\ufdef\ufdef" } as const;
/** Matches a variable. Braces after `=` are excluded because they contain a JSX object, as in `style={{color}}`. */
const variablePattern = /(?<!=)\{\{([\w.-]{1,200})\}\}/g;
const markedVariablePattern = /\ufdee\ufdee([\w.-]{1,200})\ufdef\ufdef/g;

/** Returns the placeholder for a character that causes a parse error. The parser treats the placeholder as text. */
function createPlaceholder(character: string): string {
  return placeholders.get(character) ?? "\ufddf";
}

/**
 * Prepares a page's text for the parser without changing its length. Replaces braces that the service processes before
 * parsing and that therefore aren't expressions: `{{variable}}`, and `{#id}` in a heading.
 */
export function addPlaceholders(text: string): string {
  if (!text.includes("{")) return text;
  const textWithPlaceholders = text.replace(
    variablePattern,
    (_, name: string) => variablePlaceholders.open + name + variablePlaceholders.close,
  );
  return maskCustomIds(textWithPlaceholders, " ");
}

/**
 * Replaces placeholders with the original text, and variables with their values. Variables that docs.json doesn't
 * define aren't replaced.
 */
export function removePlaceholders(text: string, variables: ReadonlyMap<string, string>): string {
  if (!/[\ufdd0-\ufdef]/.test(text)) return text;
  return text
    .replace(markedVariablePattern, (_, name: string) => variables.get(name) ?? `{{${name}}}`)
    .replace(/[\ufdd0-\ufdef]/g, (char) => charsByPlaceholder.get(char) ?? "");
}

export interface MdxParse {
  /**
   * The tree of the text. Characters that couldn't be parsed are replaced with placeholders (see `createPlaceholder`).
   * Positions refer to the original text.
   */
  readonly root: Root;
  /** The offsets, in ascending order, of characters that couldn't be parsed and are treated as text. */
  readonly repairedOffsets: readonly number[];
}

/**
 * The maximum number of characters to replace one by one. If that isn't enough, all tags and expressions are treated as
 * text.
 */
const maxRepairs = 24;
const maxTries = 12;

/**
 * Parses MDX that may be incomplete. If a tag, brace, or import can't be parsed, it's treated as text so that the rest
 * can be parsed. Returns undefined if the text still can't be parsed. Some text takes a very long time to parse, so
 * call this function only in a thread that can be terminated.
 */
export function parseMdx(text: string, dialect: MdxDialect): MdxParse | undefined {
  let currentText = addPlaceholders(text);
  const repairedOffsets = new Set<number>();
  for (let tryCount = 0; tryCount <= maxTries && repairedOffsets.size <= maxRepairs; tryCount++) {
    const root = parseMdxTree(currentText, dialect);
    if (root) return { root, repairedOffsets: [...repairedOffsets].sort((a, b) => a - b) };
    const suspectOffsets = findSuspectOffsets(currentText);
    if (suspectOffsets.length === 0) return undefined;
    for (const position of suspectOffsets) repairedOffsets.add(position);
    currentText = maskCharacters(currentText, suspectOffsets);
  }
  // There are too many errors to replace one by one, so all tags and expressions are treated as text.
  const braceOffsets = Array.from({ length: currentText.length }, (_, index) => index).filter((index) =>
    "<{".includes(currentText[index] ?? " "),
  );
  const maskedText = maskCharacters(currentText, braceOffsets);
  const root = parseMdxTree(maskedText, dialect);
  return root && { root, repairedOffsets: braceOffsets };
}

function maskCharacters(text: string, offsets: readonly number[]): string {
  const maskedIndexes = new Set(offsets);
  return Array.from({ length: text.length }, (_, i) =>
    maskedIndexes.has(i) ? createPlaceholder(text[i] ?? "") : text[i],
  ).join("");
}

/**
 * Returns the positions of characters that may have caused the parse error: `<`, `{`, or the first letter of `import`.
 */
function findSuspectOffsets(text: string): number[] {
  const parseResult = readMdx(text);
  if (parseResult.kind === "too-complex") return [];
  if (parseResult.kind === "stopped") {
    const { construct, tagStart, braceStart, moduleStart, offset } = parseResult.stop;
    const start = construct === "module" ? moduleStart : construct === "tag" ? tagStart : (tagStart ?? braceStart);
    return [findNonSpace(text, start ?? offset)];
  }
  const unmatchedOffsets = findMismatchedTags(text, parseResult.tags).map(({ range }) =>
    findNonSpace(text, range.start),
  );
  return unmatchedOffsets.filter((index) => index < text.length);
}

/** Returns the position of the first non-whitespace character at or after `start`. */
function findNonSpace(text: string, start: number): number {
  let position = start;
  while (position < text.length && /\s/.test(text[position] ?? "")) position++;
  return position < text.length ? position : start;
}
