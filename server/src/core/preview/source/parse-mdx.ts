import type { Root } from "mdast";
import { matchTags } from "../../page/syntax/match-tags.ts";
import { type MdxDialect, mdxTree, readMdx } from "../../page/syntax/mdx-parser.ts";
import { placeholderFor, addPlaceholders } from "./placeholders.ts";

export interface MdxParse {
  /** Of the text with stand-ins (`placeholders.ts`) for what could not be read; positions are those of the text. */
  readonly root: Root;
  /** Where something could not be read and counts as text, in order. */
  readonly mended: readonly number[];
}

/** Faults that are covered up before a block is given up. */
const maxMended = 24;
const maxTries = 12;

/**
 * Parses MDX that may be half typed: a tag, brace or import that cannot be read counts as text and the rest is read
 * around it. Undefined when that does not help. To be run where it can be ended: some texts take very long.
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
  // Too many faults for one at a time: nothing in it is a tag or an expression any more.
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

/** The marks without which the parser would come further: a `<`, a `{`, the first letter of `import`. */
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

/** The mark itself where blanks stand before it. */
function markAt(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? "")) at++;
  return at < text.length ? at : start;
}
