import { metaValues } from "../core/page/components/code-meta.ts";
import type { Config } from "../core/config/config.ts";
import type { PageCodeBlock, PageReferences } from "../core/page/page.ts";
import { derive } from "../core/text/view.ts";
import { fillVariables } from "../core/site/links/resolve-link.ts";
import type { TextRange } from "../core/text/text-edit.ts";
import { readCode, type ReadCode } from "./read-code.ts";

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

const mostBlocks = 2000;

/** As they are written; read once per text of a page. */
export const blocksOf = derive((page: PageReferences) => readBlocks(page, (code) => code));

/** As readers see them, with the values of the variables in docs.json; read once per text of both. */
export const blocksSeen = derive((config: Config) =>
  derive((page: PageReferences) =>
    // One by one: what is no variable of the site stays, and is seen as it is written.
    readBlocks(page, (code) =>
      code.replace(/\{\{[^{}\n]*\}\}/g, (name) => fillVariables(name, config) ?? name),
    ),
  ),
);

function readBlocks(page: PageReferences, seen: (code: string) => string): PageBlocks {
  const blocks: PageBlock[] = [];
  const ordinals = new Map<string, number>();
  const equals = new Map<string, number>();
  const headings = headingsAbove(page);
  for (const block of page.codeBlocks.slice(0, mostBlocks)) {
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

const longestLine = 80;
const mostLooked = 2000;

function lineBefore(text: string, start: number): string {
  const above = text.slice(Math.max(0, start - mostLooked), text.lastIndexOf("\n", start - 1) + 1).trimEnd();
  return shortened(above.slice(above.lastIndexOf("\n") + 1));
}

function lineAfter(text: string, end: number): string {
  const lineEnd = text.indexOf("\n", end);
  const below = lineEnd < 0 ? "" : text.slice(lineEnd, end + mostLooked).trimStart();
  return shortened(below.split("\n", 1)[0] ?? "");
}

const shortened = (line: string) => line.trim().slice(0, longestLine).trim();
