import type { Config } from "../../core/config/config.ts";
import { parseMetaValues } from "../../core/page/components/code-meta.ts";
import type { PageCodeBlock, PageReferences } from "../../core/page/page.ts";
import { substituteVariables } from "../../core/site/links/resolve-link.ts";
import { addToGroup, derive } from "../../core/text/maps.ts";
import type { TextRange } from "../../core/text/text-edit.ts";
import type { SnippetAnchor } from "../../protocol/feedback.ts";

/** Code normalized for comparison. */
export interface ParsedCode {
  /** The code with `\n` line endings, without common indentation, and without blank lines at its start and end. */
  readonly code: string;
  /** The code without whitespace. Two blocks with the same value contain the same code. */
  readonly compactCode: string;
  /**
   * Maps each name, number, and word in the code to its count. If the code doesn't contain any, maps its punctuation
   * marks instead.
   */
  readonly countsByWord: ReadonlyMap<string, number>;
  readonly wordCount: number;
}

/** The maximum length of code that is compared. Only the beginning of longer code is compared. */
const maxCodeLength = 50_000;

/** Matches markers such as `// [!code highlight]`, which are instructions for the service that readers don't see. */
const markerPattern = /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code [^\]\n]{1,30}\][^\S\n]*(?:\*\/\}?|-->)?/g;

/** Normalizes code for comparison. The code can come from the source of a page or from a reader's feedback. */
export function parseCode(source: string): ParsedCode {
  const normalizedSource = source.slice(0, maxCodeLength).replace(/\r\n?/g, "\n");
  const code = removeIndentation(
    normalizedSource.includes("[!code ") ? normalizedSource.replace(markerPattern, "") : normalizedSource,
  );
  const countsByWord = new Map<string, number>();
  const words = code.match(/[\p{L}\p{N}_$]+/gu) ?? code.match(/\S/g) ?? [];
  for (const word of words) countsByWord.set(word, (countsByWord.get(word) ?? 0) + 1);
  return { code, compactCode: code.replace(/\s+/g, ""), countsByWord, wordCount: words.length };
}

function removeIndentation(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  let indentation = Infinity;
  for (const line of lines) if (line !== "") indentation = Math.min(indentation, line.length - line.trimStart().length);
  return indentation === 0 ? lines.join("\n") : lines.map((line) => line.slice(indentation)).join("\n");
}

/** A code block on a page, along with the data that identifies it. */
export interface PageBlock extends ParsedCode {
  /** The range, including the fences. */
  readonly range: TextRange;
  readonly lang?: string;
  /** The title that readers see above the code. */
  readonly filename?: string;
  /** The slugs of the headings above the block, outermost first. */
  readonly headings: readonly string[];
  /**
   * The zero-based index among the blocks under the same heading. `nth` is the zero-based index among the blocks on the
   * page that have the same code.
   */
  readonly ordinal: number;
  readonly nth: number;
  /** The nearest line of text before the block. `after` is the nearest line of text after the block. */
  readonly lineBefore: string;
  readonly lineAfter: string;
  /** A hash of the code, which identifies this block in the anchors of nearby blocks. */
  readonly hash: string;
}

/** The code blocks on a page, along with an index of their words. */
export interface PageBlocks {
  readonly blocks: readonly PageBlock[];
  /** Maps each word to the blocks that contain it, as indexes in `blocks` with counts. */
  readonly blocksByWord: ReadonlyMap<string, readonly { readonly index: number; readonly count: number }[]>;
}

const maxBlocks = 2000;

/** The blocks as written in the source. Computed once for each version of a page's text. */
const getBlocks = derive((page: PageReferences) => readBlocks(page, (code) => code));

/**
 * The blocks as readers see them, with docs.json variables substituted. Computed once for each version of the page and
 * of docs.json.
 */
const getDisplayedBlocks = derive((config: Config) =>
  derive((page: PageReferences) =>
    // Each name is substituted separately. Names that aren't variables in the site aren't substituted, because readers
    // see them unchanged.
    readBlocks(page, (code) => code.replace(/\{\{[^{}\n]*\}\}/g, (name) => substituteVariables(name, config) ?? name)),
  ),
);

function readBlocks(page: PageReferences, toDisplayedCode: (code: string) => string): PageBlocks {
  const blocks: PageBlock[] = [];
  const ordinalsByKey = new Map<string, number>();
  const countsByCode = new Map<string, number>();
  const getHeadings = createHeadingReader(page);
  for (const block of page.codeBlocks.slice(0, maxBlocks)) {
    const parsedCode = parseCode(toDisplayedCode(getContent(page.text, block)));
    const headingsAbove = getHeadings(block.range.start);
    const heading = headingsAbove.join("\n");
    const ordinal = ordinalsByKey.get(heading) ?? 0;
    const nth = countsByCode.get(parsedCode.compactCode) ?? 0;
    ordinalsByKey.set(heading, ordinal + 1);
    countsByCode.set(parsedCode.compactCode, nth + 1);
    blocks.push({
      ...parsedCode,
      ...getLanguageAndTitle(block),
      range: block.range,
      headings: headingsAbove,
      ordinal,
      nth,
      lineBefore: getLineBefore(page.text, block.range.start),
      lineAfter: getLineAfter(page.text, block.range.end),
      hash: computeHash(parsedCode.compactCode),
    });
  }
  const blocksByWord = new Map<string, { index: number; count: number }[]>();
  for (const [index, { countsByWord }] of blocks.entries())
    for (const [word, count] of countsByWord) addToGroup(blocksByWord, word, { index, count });
  return { blocks, blocksByWord };
}

/** Returns the lines between the fences, without the markers of any surrounding block quote. */
function getContent(text: string, { contentRange }: PageCodeBlock): string {
  const code = text.slice(contentRange.start, contentRange.end);
  const lineStart = text.lastIndexOf("\n", contentRange.start - 1) + 1;
  return text.slice(lineStart, contentRange.start).includes(">") || /^[ \t]*>/.test(code)
    ? removeQuoteMarkers(code)
    : code;
}

function removeQuoteMarkers(code: string): string {
  const lines = code.split("\n");
  return lines.every((line) => /^[ \t]*>|^\s*$/.test(line))
    ? lines.map((line) => line.replace(/^[ \t]*> ?/, "")).join("\n")
    : code;
}

function getLanguageAndTitle({ language, meta }: PageCodeBlock): Pick<PageBlock, "lang" | "filename"> {
  const metaValues = parseMetaValues(meta);
  const lang = metaValues.get("lang") ?? language?.replace(/\{.*$/, "");
  const filename = (metaValues.get("title") ?? metaValues.get("filename"))?.trim();
  return {
    ...(lang !== undefined && lang !== "" && { lang: lang.toLowerCase() }),
    ...(filename !== undefined && filename !== "" && { filename }),
  };
}

/** Returns a function that returns the headings above an offset. The offsets must be passed in ascending order. */
function createHeadingReader({ headings }: PageReferences): (offset: number) => readonly string[] {
  const openHeadings: { depth: number; id: string }[] = [];
  let nextIndex = 0;
  return (offset) => {
    for (let heading = headings[nextIndex]; heading && heading.range.start < offset; heading = headings[++nextIndex]) {
      const { depth, id } = heading;
      while ((openHeadings.at(-1)?.depth ?? 0) >= depth) openHeadings.pop();
      openHeadings.push({ depth, id });
    }
    return openHeadings.map(({ id }) => id);
  };
}

/** Returns a 32-bit FNV-1a hash. The probability that two different texts have the same hash is one in billions. */
function computeHash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}

const maxLineLength = 80;
const maxLookahead = 2000;

function getLineBefore(text: string, start: number): string {
  const precedingText = text.slice(Math.max(0, start - maxLookahead), text.lastIndexOf("\n", start - 1) + 1).trimEnd();
  return shortenLine(precedingText.slice(precedingText.lastIndexOf("\n") + 1));
}

function getLineAfter(text: string, end: number): string {
  const lineEnd = text.indexOf("\n", end);
  const followingText = lineEnd < 0 ? "" : text.slice(lineEnd, end + maxLookahead).trimStart();
  return shortenLine(followingText.split("\n", 1)[0] ?? "");
}

const shortenLine = (line: string) => line.trim().slice(0, maxLineLength).trim();

/**
 * Returns the blocks on a page. If `config` is set, docs.json variables are substituted, so the code is the same as the
 * code that readers see.
 */
export function getPageBlocks(page: PageReferences, config: Config | undefined): PageBlocks {
  return config && page.text.includes("{{") ? getDisplayedBlocks(config)(page) : getBlocks(page);
}

/**
 * Returns the similarity of two code blocks: 1 if they differ only in whitespace, lower for each word that is in only
 * one of them, and 0 if they have nothing in common.
 */
export function computeCodeSimilarity(
  requestedCode: ParsedCode,
  blockCode: ParsedCode,
  sharedCount = countSharedWords(requestedCode, blockCode),
): number {
  if (sharedCount === 0) return 0;
  if (requestedCode.compactCode === blockCode.compactCode) return 1;
  // Code that differs only in punctuation, order, or parts of words still isn't identical.
  return Math.min(0.99, (2 * sharedCount) / (requestedCode.wordCount + blockCode.wordCount));
}

function countSharedWords({ countsByWord }: ParsedCode, otherCode: ParsedCode): number {
  let sharedCount = 0;
  for (const [word, count] of countsByWord) sharedCount += Math.min(count, otherCode.countsByWord.get(word) ?? 0);
  return sharedCount;
}

/**
 * Returns the similarity of two positions, from 0 to 1. The surrounding text has the most weight, followed by the
 * heading and then the number of preceding blocks.
 */
export function computePositionSimilarity(
  { headings, ordinal, nth = 0, before = "", after = "", filename = "", lang = "" }: SnippetAnchor,
  block: PageBlock,
): number {
  const hasSameHeadings =
    headings.length === block.headings.length && headings.every((id, index) => id === block.headings[index]);
  return (
    0.25 * Number(before === block.lineBefore) +
    0.2 * Number(after === block.lineAfter) +
    0.2 * Number(hasSameHeadings) +
    0.15 * Number(filename === (block.filename ?? "")) +
    0.05 * Number(lang === (block.lang ?? "")) +
    0.1 / (1 + Math.abs(ordinal - block.ordinal)) +
    0.05 / (1 + Math.abs(nth - block.nth))
  );
}
