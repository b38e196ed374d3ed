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

/** Code as it is compared. */
export interface ReadCode {
  /** Line ends as `\n`, without the indentation that all lines share and without empty lines at the ends. */
  readonly code: string;
  /** Without any blanks: what is equal in this is the same code. */
  readonly shape: string;
  /** Names, numbers and words with how often each occurs; signs where there are none. */
  readonly words: ReadonlyMap<string, number>;
  readonly wordCount: number;
}

/** What is longer is compared by its beginning. */
const maxCodeLength = 50_000;

/** `// [!code highlight]` is for the service, readers do not see it. */
const marker =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code [^\]\n]{1,30}\][^\S\n]*(?:\*\/\}?|-->)?/g;

/** Reads code for comparing: of a page's text, or as a reader has seen it. */
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

/** A code block of a page with what tells it from others. */
export interface PageBlock extends ReadCode {
  /** With its fences. */
  readonly range: TextRange;
  readonly lang?: string;
  /** What readers see above the code. */
  readonly filename?: string;
  /** Slugs of the headings above it, outermost first. */
  readonly headings: readonly string[];
  /** The how manieth under its heading, and of those with the same code; both from 0. */
  readonly ordinal: number;
  readonly nth: number;
  /** Lines with text around it. */
  readonly before: string;
  readonly after: string;
  /** A mark of its code, by which others know it. */
  readonly mark: string;
}

/** The blocks of a page, and where each word occurs. */
export interface PageBlocks {
  readonly blocks: readonly PageBlock[];
  /** Word → the blocks that have it, by their place in `blocks`, and how often. */
  readonly byWord: ReadonlyMap<string, readonly { readonly at: number; readonly count: number }[]>;
}

const maxBlocks = 2000;

/** As they are written; read once per text of a page. */
export const blocksOf = derive((page: PageReferences) => readBlocks(page, (code) => code));

/** As readers see them, with the values of the variables in docs.json; read once per text of both. */
export const blocksSeen = derive((config: Config) =>
  derive((page: PageReferences) =>
    // One by one: what is no variable of the site stays, and is seen as it is written.
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

/** The lines between the fences, without the marks of a quote that the block stands in. */
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

/** Asked in the order of the page. */
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

/** A number of 32 bits by the FNV-1a method: other code has another one, but for a chance in billions. */
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

/** The block that a snippet is about, and what finds it again when both it and the page have changed. */
export interface FoundBlock {
  /** Of the block with its fences. */
  readonly range: TextRange;
  readonly anchor: SnippetAnchor;
  /** Whether its code is the one that was asked for, but for blanks. */
  readonly isSame: boolean;
}

/**
 * The code block of a page that a snippet is about: the most alike by its words, and of those as alike the one in the
 * place that was told last, with the same name and language. Undefined where none is alike enough: a block of another
 * page, or one that was taken out, is not put in its place. With `config` blocks are compared with the values of its
 * variables, as readers have seen them.
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

/** How well the place of a block fits, and how alike its code has to be there; both between 0 and 1. */
interface Fit {
  readonly place: number;
  readonly fewestAlike: number;
}

/** How much the place counts beside the code, which counts 1. */
const weightOfPlace = 0.4;
/** Where a block was seen before; in quite the same place it may have changed much. */
const fewestAnchored = { elsewhere: 0.75, inPlace: 0.35 };
/** Where nothing is known but its name; short code has little to tell it by. */
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

/** The place in `blocks` of the one that is most alike. Of `others` none is taken, unless its code is the same. */
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

/** How many words each block has in common with the code. */
function sharedWords(count: number, { words }: ReadCode, byWord: PageBlocks["byWord"]): Float64Array {
  const shared = new Float64Array(count);
  for (const [word, requested] of words)
    for (const { at, count: has } of byWord.get(word) ?? [])
      shared[at] = (shared[at] ?? 0) + Math.min(requested, has);
  return shared;
}

/** 1 for the same code but for blanks, less for each word that one has and the other has not, 0 for nothing in common. */
function computeCodeSimilarity(requested: ReadCode, block: ReadCode, shared: number): number {
  if (shared === 0) return 0;
  if (requested.shape === block.shape) return 1;
  // Where only signs, the order or the inside of words differ, it is still not the same.
  return Math.min(0.99, (2 * shared) / (requested.wordCount + block.wordCount));
}

/** Between 0 and 1: what stands around it counts most, then its name, then how many blocks are before it. */
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

/** Between 0 and 1, for a snippet of which nothing but its name and language is known. */
function computeSnippetNameSimilarity({ filename, lang }: SnippetToPlace, block: PageBlock): number {
  const isNamed = filename !== undefined && filename !== "" && filename === block.filename;
  const isLang = lang !== undefined && lang.toLowerCase() === block.lang;
  return 0.4 * Number(isNamed) + 0.2 * Number(isLang);
}

/** A block in the file that it stands in: the page's own, or one that the page shows a part of. */
export interface BlockInSite extends FoundBlock {
  readonly file: SitePath;
}

const maxFiles = 50;

/**
 * The code block that a reader of a page has seen: on the page, or in what it imports. The same code goes before code
 * that is like it, then the page before what it imports. Undefined where none is alike enough.
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

/** The page and the MDX that it imports, with what that imports, each once. */
function filesOf(site: Site, page: SitePath): ReadonlySet<SitePath> {
  const files = new Set([page]);
  // What is added while going through a set comes up as well.
  for (const file of files)
    for (const source of site.pages.get(file)?.imports ?? []) {
      const target = resolveImport(site, source, file);
      if (files.size < maxFiles && target.kind === "module" && target.isPage) files.add(target.path);
    }
  return files;
}

const maxShowingFiles = 200;

/** The files that show a file because they import it, or import one that does: nearest first, without itself. */
export function findPagesWithSnippet({ pages }: Pick<Site, "pages">, file: SitePath): readonly SitePath[] {
  const { importedBy } = publishedPages(pages);
  const found = new Set([file]);
  // What is added while going through a set comes up as well.
  for (const each of found)
    for (const importer of importedBy.get(each) ?? []) if (found.size <= maxShowingFiles) found.add(importer);
  found.delete(file);
  return [...found];
}
