import type { Root } from "mdast";
import { matchTags } from "../../page/syntax/match-tags.ts";
import { type MdxDialect, mdxTree, readMdx } from "../../page/syntax/mdx-parser.ts";
import { placeholderFor, addPlaceholders } from "./placeholders.ts";

export interface MdxParse {
  /**
   * The tree of the text with placeholders (`placeholders.ts`) for what couldn't be parsed. Positions refer to the
   * original text.
   */
  readonly root: Root;
  /** Offsets of characters that couldn't be parsed and are treated as text, in order. */
  readonly mended: readonly number[];
}

/** The maximum number of masked errors. With more errors, a block is considered unparsable. */
const maxMended = 24;
const maxTries = 12;

/**
 * Parses MDX that may be incomplete. A tag, brace, or import that can't be parsed is treated as text, and the rest is
 * parsed around it. Returns undefined if that doesn't help. Some texts take very long, so run this where it can be
 * terminated.
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
  // There are too many errors to mask individually, so treat all tags and expressions as text.
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

/** Returns the positions of marks that may have stopped the parser: a `<`, a `{`, or the first letter of `import`. */
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
