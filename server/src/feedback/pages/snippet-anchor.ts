import type { Config } from "../../core/config/config.ts";
import { metaValues } from "../../core/page/components/code-meta.ts";
import type { PageCodeBlock, PageReferences } from "../../core/page/page.ts";
import { substituteVariables } from "../../core/site/links/resolve-link.ts";
import { resolveImport } from "../../core/site/pages/imports.ts";
import { publishedPages } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import { derive } from "../../core/text/view.ts";
import type { SnippetToPlace, SnippetAnchor } from "../../protocol/feedback.ts";

/** Code normalized for comparison. */
export interface ReadCode {
  /** The code with `\n` line endings, without common indentation and without blank lines at the start and end. */
  readonly code: string;
  /** The code without whitespace. Two blocks with the same value contain the same code. */
  readonly shape: string;
  /** Names, numbers, and words with their counts, or punctuation if there are none. */
  readonly words: ReadonlyMap<string, number>;
  readonly wordCount: number;
}

/** Of longer code, only the beginning is compared. */
const maxCodeLength = 50_000;

/** Markers such as `// [!code highlight]` are for the service, and readers don't see them. */
const marker =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code [^\]\n]{1,30}\][^\S\n]*(?:\*\/\}?|-->)?/g;

/** Normalizes code for comparison, either from a page's text or as a reader saw it. */
export function readCode(written: string): ReadCode {
  const plain = written.slice(0, maxCodeLength).replace(/\r\n?/g, "\n");
  const code = dedented(plain.includes("[!code ") ? plain.replace(marker, "") : plain);
  const words = new Map<string, number>();
  const found = code.match(/[\p{L}\p{N}_$]+/gu) ?? code.match(/\S/g) ?? [];
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  return { code, shape: code.replace(/\s+/g, ""), words, wordCount: found.length };
}

function dedented(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  let shared = Infinity;
  for (const line of lines) if (line !== "") shared = Math.min(shared, line.length - line.trimStart().length);
  return shared === 0 ? lines.join("\n") : lines.map((line) => line.slice(shared)).join("\n");
}

/** A code block of a page with the data that identifies it. */
export interface PageBlock extends ReadCode {
  /** Includes the fences. */
  readonly range: TextRange;
  readonly lang?: string;
  /** The title that readers see above the code. */
  readonly filename?: string;
  /** Slugs of the headings above it, outermost first. */
  readonly headings: readonly string[];
  /** The index among blocks under its heading, and among blocks with the same code, both 0-based. */
  readonly ordinal: number;
  readonly nth: number;
  /** The nearest lines of text before and after it. */
  readonly before: string;
  readonly after: string;
  /** A hash of its code, by which neighbors are identified. */
  readonly mark: string;
}

/** The code blocks of a page, and an index of their words. */
export interface PageBlocks {
  readonly blocks: readonly PageBlock[];
  /** Maps each word to the blocks that contain it, as indexes in `blocks` with counts. */
  readonly byWord: ReadonlyMap<string, readonly { readonly at: number; readonly count: number }[]>;
}

const maxBlocks = 2000;

/** Blocks as written in the source. Computed once per text of a page. */
export const blocksOf = derive((page: PageReferences) => readBlocks(page, (code) => code));

/**
 * Blocks as readers see them, with docs.json variables substituted. Computed once per text of the page and docs.json.
 */
export const blocksSeen = derive((config: Config) =>
  derive((page: PageReferences) =>
    // Each name is substituted separately. A name that isn't a variable of the site stays, and readers see it as
    // written.
    readBlocks(page, (code) =>
      code.replace(/\{\{[^{}\n]*\}\}/g, (name) => substituteVariables(name, config) ?? name),
    ),
  ),
);

function readBlocks(page: PageReferences, seen: (code: string) => string): PageBlocks {
  const blocks: PageBlock[] = [];
  const ordinals = new Map<string, number>();
  const equals = new Map<string, number>();
  const headings = headingsAbove(page);
  for (const block of page.codeBlocks.slice(0, maxBlocks)) {
    const read = readCode(seen(contentOf(page.text, block)));
    const above = headings(block.range.start);
    const heading = above.join("\n");
    const ordinal = ordinals.get(heading) ?? 0;
    const nth = equals.get(read.shape) ?? 0;
    ordinals.set(heading, ordinal + 1);
    equals.set(read.shape, nth + 1);
    blocks.push({
      ...read,
      ...namesOf(block),
      range: block.range,
      headings: above,
      ordinal,
      nth,
      before: lineBefore(page.text, block.range.start),
      after: lineAfter(page.text, block.range.end),
      mark: markOf(read.shape),
    });
  }
  const byWord = new Map<string, { at: number; count: number }[]>();
  for (const [at, { words }] of blocks.entries())
    for (const [word, count] of words) {
      const known = byWord.get(word);
      if (known) known.push({ at, count });
      else byWord.set(word, [{ at, count }]);
    }
  return { blocks, byWord };
}

/** Returns the lines between the fences, without the markers of a surrounding blockquote. */
function contentOf(text: string, { content }: PageCodeBlock): string {
  const code = text.slice(content.start, content.end);
  const lineStart = text.lastIndexOf("\n", content.start - 1) + 1;
  return text.slice(lineStart, content.start).includes(">") || /^[ \t]*>/.test(code)
    ? withoutQuoteMarks(code)
    : code;
}

function withoutQuoteMarks(code: string): string {
  const lines = code.split("\n");
  return lines.every((line) => /^[ \t]*>|^\s*$/.test(line))
    ? lines.map((line) => line.replace(/^[ \t]*> ?/, "")).join("\n")
    : code;
}

function namesOf({ language, meta }: PageCodeBlock): Pick<PageBlock, "lang" | "filename"> {
  const values = metaValues(meta);
  const lang = values.get("lang") ?? language?.replace(/\{.*$/, "");
  const filename = (values.get("title") ?? values.get("filename"))?.trim();
  return {
    ...(lang !== undefined && lang !== "" && { lang: lang.toLowerCase() }),
    ...(filename !== undefined && filename !== "" && { filename }),
  };
}

/** Must be called with ascending offsets. */
function headingsAbove({ headings }: PageReferences): (offset: number) => readonly string[] {
  const open: { depth: number; id: string }[] = [];
  let next = 0;
  return (offset) => {
    for (let heading = headings[next]; heading && heading.range.start < offset; heading = headings[++next]) {
      const { depth, id } = heading;
      while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
      open.push({ depth, id });
    }
    return open.map(({ id }) => id);
  };
}

/** Returns a 32-bit FNV-1a hash, so different code has a different value except for a chance in billions. */
function markOf(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}

const maxLineLength = 80;
const maxLooked = 2000;

function lineBefore(text: string, start: number): string {
  const above = text.slice(Math.max(0, start - maxLooked), text.lastIndexOf("\n", start - 1) + 1).trimEnd();
  return shortened(above.slice(above.lastIndexOf("\n") + 1));
}

function lineAfter(text: string, end: number): string {
  const lineEnd = text.indexOf("\n", end);
  const below = lineEnd < 0 ? "" : text.slice(lineEnd, end + maxLooked).trimStart();
  return shortened(below.split("\n", 1)[0] ?? "");
}

const shortened = (line: string) => line.trim().slice(0, maxLineLength).trim();

/** The block that a snippet is about, and the anchor that finds it again after it and the page have changed. */
export interface FoundBlock {
  /** The range of the block with its fences. */
  readonly range: TextRange;
  readonly anchor: SnippetAnchor;
  /** Whether its code is the requested code, ignoring whitespace. */
  readonly isSame: boolean;
}

/**
 * Returns the code block of a page that a snippet is about: the most similar by words, and among equals the one at the
 * last known position, with the same name and language. Undefined if none is similar enough, so a block that was
 * removed or is on another page isn't replaced by another. With `config`, blocks are compared with variables
 * substituted, as readers saw them.
 */
export function placeSnippet(
  page: PageReferences,
  snippet: SnippetToPlace,
  config?: Config,
): FoundBlock | undefined {
  const known = config && page.text.includes("{{") ? blocksSeen(config)(page) : blocksOf(page);
  const { anchor } = snippet;
  const others: ReadonlySet<string> = new Set(anchor?.others);
  const best =
    (anchor && bestBlock(known, readCode(anchor.code), others, (block) => inPlace(anchor, block))) ??
    bestBlock(known, readCode(snippet.code), others, (block, code) => byName(snippet, block, code));
  const block = best && known.blocks[best.at];
  return block && { range: block.range, anchor: anchorOf(block, best.at, known), isSame: best.isSame };
}

const maxOthers = 20;

function anchorOf(block: PageBlock, at: number, { blocks }: PageBlocks): SnippetAnchor {
  const { code, lang, filename, headings, ordinal, nth, before, after, mark } = block;
  const around = blocks.slice(Math.max(0, at - maxOthers), at + maxOthers + 1);
  return {
    code,
    ...(lang !== undefined && { lang }),
    ...(filename !== undefined && { filename }),
    headings,
    ordinal,
    nth,
    before,
    after,
    others: [...new Set(around.map((one) => one.mark))].filter((other) => other !== mark),
  };
}

/** How well a block's position matches, and how similar its code must be, both between 0 and 1. */
interface Fit {
  readonly place: number;
  readonly fewestAlike: number;
}

/** The weight of the position relative to the code's weight of 1. */
const weightOfPlace = 0.4;
/**
 * Minimum similarity if the block's earlier position is known. At exactly the same position, the code may have changed
 * a lot.
 */
const fewestAnchored = { elsewhere: 0.75, inPlace: 0.35 };
/** Minimum similarity if only the name is known. Short code contains little to identify it by. */
const fewestNamed = { inLong: 0.85, inShort: 0.95, long: 30 };

function inPlace(anchor: SnippetAnchor, block: PageBlock): Fit {
  const place = computePositionSimilarity(anchor, block);
  const { elsewhere, inPlace: there } = fewestAnchored;
  return { place, fewestAlike: elsewhere - (elsewhere - there) * place };
}

function byName(snippet: SnippetToPlace, block: PageBlock, { wordCount }: ReadCode): Fit {
  const { inLong, inShort, long } = fewestNamed;
  const shortness = Math.max(0, 1 - wordCount / long);
  return {
    place: computeSnippetNameSimilarity(snippet, block),
    fewestAlike: inLong + (inShort - inLong) * shortness,
  };
}

/** Returns the index in `blocks` of the most similar one. Blocks in `others` match only if their code is the same. */
function bestBlock(
  { blocks, byWord }: PageBlocks,
  requested: ReadCode,
  others: ReadonlySet<string>,
  fitOf: (block: PageBlock, requested: ReadCode) => Fit,
): { readonly at: number; readonly isSame: boolean } | undefined {
  if (requested.shape === "") return undefined;
  const shared = sharedWords(blocks.length, requested, byWord);
  let best: { readonly at: number; readonly isSame: boolean } | undefined;
  let bestScore = -1;
  for (const [at, block] of blocks.entries()) {
    const alike = computeCodeSimilarity(requested, block, shared[at] ?? 0);
    if (alike < fewestAnchored.inPlace || (alike < 1 && others.has(block.mark))) continue;
    const { place, fewestAlike } = fitOf(block, requested);
    const score = alike + weightOfPlace * place;
    if (alike >= fewestAlike && score > bestScore) [best, bestScore] = [{ at, isSame: alike === 1 }, score];
  }
  return best;
}

/** Returns how many words each block has in common with the code. */
function sharedWords(count: number, { words }: ReadCode, byWord: PageBlocks["byWord"]): Float64Array {
  const shared = new Float64Array(count);
  for (const [word, requested] of words)
    for (const { at, count: has } of byWord.get(word) ?? [])
      shared[at] = (shared[at] ?? 0) + Math.min(requested, has);
  return shared;
}

/**
 * Returns 1 for the same code ignoring whitespace, less for each word that is in only one of them, and 0 if they have
 * nothing in common.
 */
function computeCodeSimilarity(requested: ReadCode, block: ReadCode, shared: number): number {
  if (shared === 0) return 0;
  if (requested.shape === block.shape) return 1;
  // Code that differs only in punctuation, order, or parts of words still isn't the same.
  return Math.min(0.99, (2 * shared) / (requested.wordCount + block.wordCount));
}

/**
 * Returns a similarity between 0 and 1. The surrounding text counts most, then the heading, then the number of
 * preceding blocks.
 */
function computePositionSimilarity(anchor: SnippetAnchor, block: PageBlock): number {
  const { headings, ordinal, nth = 0, before = "", after = "" } = anchor;
  return (
    0.25 * Number(before === block.before) +
    0.2 * Number(after === block.after) +
    0.2 *
      Number(
        headings.length === block.headings.length && headings.every((id, at) => id === block.headings[at]),
      ) +
    0.15 * Number((anchor.filename ?? "") === (block.filename ?? "")) +
    0.05 * Number((anchor.lang ?? "") === (block.lang ?? "")) +
    0.1 / (1 + Math.abs(ordinal - block.ordinal)) +
    0.05 / (1 + Math.abs(nth - block.nth))
  );
}

/** Returns a similarity between 0 and 1 for a snippet of which only the name and language are known. */
function computeSnippetNameSimilarity({ filename, lang }: SnippetToPlace, block: PageBlock): number {
  const isNamed = filename !== undefined && filename !== "" && filename === block.filename;
  const isLang = lang !== undefined && lang.toLowerCase() === block.lang;
  return 0.4 * Number(isNamed) + 0.2 * Number(isLang);
}

/** A block and the file that contains it: the page, or a file that the page imports. */
export interface BlockInSite extends FoundBlock {
  readonly file: SitePath;
}

const maxFiles = 50;

/**
 * Returns the code block that a reader of a page saw, on the page or in a file it imports. Identical code takes
 * precedence over similar code, then the page over its imports. Undefined if none is similar enough.
 */
export function placeInSite(site: Site, page: SitePath, snippet: SnippetToPlace): BlockInSite | undefined {
  let first: BlockInSite | undefined;
  for (const file of filesOf(site, page)) {
    const references = site.references.get(file);
    const found = references && placeSnippet(references, snippet, site.config);
    if (found?.isSame) return { ...found, file };
    if (found) first ??= { ...found, file };
  }
  return first;
}

/** Returns the page and the MDX files that it imports, directly or indirectly. */
function filesOf(site: Site, page: SitePath): ReadonlySet<SitePath> {
  const files = new Set([page]);
  // Iterating over a set includes elements that are added during iteration.
  for (const file of files)
    for (const source of site.pages.get(file)?.imports ?? []) {
      const target = resolveImport(site, source, file);
      if (files.size < maxFiles && target.kind === "module" && target.isPage) files.add(target.path);
    }
  return files;
}

const maxShowingFiles = 200;

/** Returns the files that import a file, directly or indirectly, nearest first and without the file itself. */
export function findPagesWithSnippet({ pages }: Pick<Site, "pages">, file: SitePath): readonly SitePath[] {
  const { importedBy } = publishedPages(pages);
  const found = new Set([file]);
  // Iterating over a set includes elements that are added during iteration.
  for (const each of found)
    for (const importer of importedBy.get(each) ?? []) if (found.size <= maxShowingFiles) found.add(importer);
  found.delete(file);
  return [...found];
}
