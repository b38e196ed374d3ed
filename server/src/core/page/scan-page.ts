import { compactList } from "../text/maps.ts";
import {
  skipSpacesAndTabs,
  findNextLineStart,
  findStartOfSpaces,
  getLineEnd,
  isSpaceOrTab,
  type SitePath,
  type TextRange,
} from "../text/text-edit.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import { readFrontmatter } from "./frontmatter.ts";
import {
  HeadingIdGenerator,
  countUnmarkedHeadings,
  toHeadingText,
  maxAnchoredDepth,
  readFormerId,
  splitCustomId,
} from "./headings.ts";
import { findRepeatedImports, findUnusedImports } from "./imports.ts";
import { findFrontmatterIgnores, PageFindings, type RawHeading } from "./page-findings.ts";
import type { Frontmatter, HeadingReference, Page, PageOutline } from "./page.ts";
import { findFence, isTableHeader, readFencedBlock, scanTableCells } from "./scan-code.ts";
import { readFlow, scanInline } from "./scan-inline.ts";
import { findLinkProps, scanEsm } from "./scan-script.ts";
import { type UnknownAnchor, createUnknownHeadingAnchor } from "./unknown-anchors.ts";

/** A container block: either a quote, or a list item or footnote whose lines are indented by `indent` columns. */
type Container = { readonly kind: "quote" } | { readonly kind: "indented"; readonly indent: number };

/** The position at which a line's own text starts, after the marks of its containers. */
export interface LineStart {
  readonly offset: number;
  readonly column: number;
  /** The number of open containers that the line belongs to. */
  readonly depth: number;
}

const maxDepth = 100;
/** The maximum length of the body of a page that only refers to another page. */
const maxStubLength = 200;
const listMarkerPattern = /(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/my;
const footnotePattern = /\[\^(?:[^[\]\\\s]|\\.){1,999}\]:/y;
const breakPattern = /([-*_])[ \t]*(?:\1[ \t]*){2,}$/my;

/**
 * The quotes, list items, and footnotes that are open at a position. Follows the syntax of Markdown, except that
 * indented code isn't supported.
 */
export class OpenContainers {
  readonly #text: string;
  readonly #containers: Container[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get depth(): number {
    return this.#containers.length;
  }

  get quoteDepth(): number {
    return this.#containers.reduce((depth, { kind }) => (kind === "quote" ? depth + 1 : depth), 0);
  }

  /** Returns the start of the line's own text, and the number of open containers that the line continues. */
  matchContainers(start: number, lineEnd: number): LineStart {
    let offset = start;
    let column = 0;
    let depth = 0;
    let textStart = this.#containers.length > 0 ? this.#skipSpaces(offset, column, lineEnd) : { offset, column };
    for (const container of this.#containers) {
      if (textStart.offset < offset) textStart = this.#skipSpaces(offset, column, lineEnd);
      if (container.kind === "quote") {
        if (this.#text[textStart.offset] !== ">" || textStart.offset >= lineEnd) break;
        offset = textStart.offset + 1;
        column = textStart.column + 1;
        if (offset < lineEnd && isSpaceOrTab(this.#text.charCodeAt(offset))) {
          // If a tab follows the mark, its first column is treated as the space after the mark, and its other columns
          // remain.
          column++;
          offset++;
        }
      } else if (textStart.offset < lineEnd) {
        if (textStart.column - column < container.indent) break;
        const contentStart = this.#skipColumns(offset, column, container.indent);
        offset = contentStart.offset;
        column = contentStart.column;
      }
      depth++;
    }
    return { offset, column, depth };
  }

  /** Closes all containers except the outermost `depth` containers, which the line continues. */
  closeContainers(depth: number): void {
    this.#containers.length = Math.min(this.#containers.length, depth);
  }

  /**
   * Opens the quotes, list items, and footnotes that start on the line. Returns the offset of the first character after
   * their marks.
   */
  openContainers(lineStart: LineStart, lineEnd: number): number {
    let { offset, column } = lineStart;
    for (;;) {
      const textStart = this.#skipSpaces(offset, column, lineEnd);
      const end = this.#containers.length < maxDepth ? this.skipMarker(textStart.offset, lineEnd) : undefined;
      if (end === undefined) return textStart.offset;
      if (this.#text[textStart.offset] === ">") {
        this.#containers.push({ kind: "quote" });
        offset = end;
        column = textStart.column + 1;
        if (offset < lineEnd && isSpaceOrTab(this.#text.charCodeAt(offset))) {
          offset++;
          column++;
        }
        continue;
      }
      const isFootnote = this.#text[textStart.offset] === "[";
      const endColumn = textStart.column + end - textStart.offset;
      const contentStart = this.#skipSpaces(end, endColumn, lineEnd);
      const width = (contentStart.offset === lineEnd ? endColumn + 1 : contentStart.column) - column;
      this.#containers.push({ kind: "indented", indent: isFootnote ? 4 : width });
      offset = contentStart.offset;
      column = contentStart.column;
    }
  }

  /**
   * Returns the offset after the marker of the block quote, list item, or footnote that starts at `offset`, or
   * undefined if none starts there.
   */
  skipMarker(offset: number, lineEnd: number): number | undefined {
    if (offset >= lineEnd) return undefined;
    const char = this.#text[offset] ?? "";
    if (char === ">") return offset + 1;
    if (char === "[") return matchAtOffset(footnotePattern, this.#text, offset);
    if (isThematicBreak(this.#text, offset)) return undefined;
    return "-*+0123456789".includes(char) ? matchAtOffset(listMarkerPattern, this.#text, offset) : undefined;
  }

  /**
   * Whether the container that starts at `offset` can interrupt a paragraph. A list item can do so only if it contains
   * text and is either unnumbered or has the number 1. Quotes and footnotes always can.
   */
  canInterruptParagraph(offset: number, lineEnd: number): boolean {
    const char = this.#text[offset] ?? "";
    if (char === ">" || char === "[") return true;
    const end = this.skipMarker(offset, lineEnd);
    if (end === undefined || this.#skipSpaces(end, 0, lineEnd).offset === lineEnd) return false;
    return "-*+".includes(char) || /^1[.)]$/.test(this.#text.slice(offset, end));
  }

  #skipSpaces(start: number, column: number, lineEnd: number): { offset: number; column: number } {
    let offset = start;
    let endColumn = column;
    for (; offset < lineEnd; offset++) {
      const code = this.#text.charCodeAt(offset);
      if (code === 32) endColumn++;
      else if (code === 9) endColumn += 4 - (endColumn % 4);
      else break;
    }
    return { offset, column: endColumn };
  }

  #skipColumns(start: number, column: number, columnCount: number): { offset: number; column: number } {
    let offset = start;
    let endColumn = column;
    while (endColumn < column + columnCount) {
      endColumn += this.#text.charCodeAt(offset) === 9 ? 4 - (endColumn % 4) : 1;
      offset++;
    }
    return { offset, column: endColumn };
  }
}

/** Whether there's a thematic break at `offset`, such as `---` or `* * *`. */
export function isThematicBreak(text: string, offset: number): boolean {
  if (!"-*_".includes(text[offset] ?? " ")) return false;
  breakPattern.lastIndex = offset;
  return breakPattern.test(text);
}

function matchAtOffset(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const headingPattern = /(#{1,6})(?:[ \t]+|$)/my;
const closingPattern = /(?:^|[ \t])#+$/;
const underlinePattern = /(=+|-+)[ \t]*$/my;
const definitionPattern =
  /\[(?!\^)((?:[^[\]\\\r\n]|\\.){1,999})\]:[ \t]*(?:<([^<>\r\n]*)>|([^\s<]\S*))[ \t]*(?:"[^"\r\n]*"|'[^'\r\n]*'|\([^()\r\n]*\))?[ \t]*$/my;

/**
 * Reads the page's body from `start`, one block at a time. Skips fenced code and math, collects headings and link
 * definitions, and passes all other paragraphs to `scanInline`.
 */
export function scanBody(page: PageFindings, start: number): void {
  const scanner = new BodyScanner(page);
  for (let lineStart = start; lineStart < page.text.length;) lineStart = scanner.read(lineStart);
}

class BodyScanner {
  readonly #page: PageFindings;
  readonly #text: string;
  readonly #containers: OpenContainers;

  constructor(page: PageFindings) {
    this.#page = page;
    this.#text = page.text;
    this.#containers = new OpenContainers(page.text);
  }

  /** Reads the block that starts on a line. Returns the start of the next line after the block. */
  read(lineOffset: number): number {
    const text = this.#text;
    const lineEnd = getLineEnd(text, lineOffset);
    const lineStart = this.#containers.matchContainers(lineOffset, lineEnd);
    this.#containers.closeContainers(lineStart.depth);
    const offset = this.#containers.openContainers(lineStart, lineEnd);
    this.#page.openTags.containerDepth = this.#containers.depth;
    this.#page.openTags.quoteDepth = this.#containers.quoteDepth;
    const nextStart = findNextLineStart(text, lineEnd);
    if (offset === lineEnd || isThematicBreak(text, offset)) return nextStart;
    const fencedBlock = readFencedBlock(text, offset, lineEnd, this.#containers);
    if (fencedBlock) {
      if (fencedBlock.block) this.#page.addCodeBlock(fencedBlock.block);
      return fencedBlock.nextStart;
    }
    const heading = readHeading(text, offset, lineEnd);
    if (heading) {
      this.#page.addHeading(heading.depth, heading.range);
      scanInline(this.#page, heading.range.start, heading.range.end);
      return nextStart;
    }
    const esmEnd = offset === lineOffset ? scanEsm(this.#page, lineOffset) : undefined;
    if (esmEnd !== undefined) return esmEnd;
    if (text[offset] === "[" && this.#readDefinition(offset)) return nextStart;
    if (isTableHeader(text, offset, lineEnd, this.#containers)) return this.#readTable(offset, lineEnd);
    const flowEnd = readFlow(this.#page, offset);
    const endOfLine = getLineEnd(text, flowEnd);
    return flowEnd === endOfLine ? findNextLineStart(text, flowEnd) : this.#readParagraph(offset, flowEnd, endOfLine);
  }

  #readDefinition(offset: number): boolean {
    definitionPattern.lastIndex = offset;
    const match = definitionPattern.exec(this.#text);
    if (!match) return false;
    const target = match[2] ?? match[3] ?? "";
    const targetSearchStart = match[0].indexOf("]:", (match[1] ?? "").length) + 2;
    const bracketLength = match[2] === undefined ? 0 : 1;
    const start = offset + bracketLength + match[0].indexOf(bracketLength > 0 ? "<" : target, targetSearchStart);
    this.#page.addLink("definition", { start, end: start + target.length });
    return true;
  }

  /**
   * Reads the rest of a paragraph, up to a blank line or another block. The paragraph starts at `start`, and its unread
   * text starts at `unreadStart`.
   */
  #readParagraph(start: number, unreadStart: number, firstLineEnd: number): number {
    const page = this.#page;
    const text = this.#text;
    let end = firstLineEnd;
    let nextBlockStart = 0;
    for (;;) {
      const nextLineStart = findNextLineStart(text, end);
      nextBlockStart = nextLineStart;
      if (nextLineStart >= text.length) break;
      const nextLineEnd = getLineEnd(text, nextLineStart);
      const lineStart = this.#containers.matchContainers(nextLineStart, nextLineEnd);
      const textStart = skipSpacesAndTabs(text, lineStart.offset, nextLineEnd);
      if (textStart === nextLineEnd) break;
      const isLazy = lineStart.depth < this.#containers.depth;
      const depth = isLazy ? undefined : getUnderlineDepth(text, textStart);
      if (depth !== undefined) {
        page.addHeading(depth, { start, end: findStartOfSpaces(text, start, end) });
        nextBlockStart = findNextLineStart(text, nextLineEnd);
        break;
      }
      if (this.#beginsBlock(textStart, nextLineEnd, isLazy)) break;
      end = nextLineEnd;
    }
    const stopOffset = scanInline(page, unreadStart, end);
    if (stopOffset <= end) return nextBlockStart;
    // A comment extended beyond the paragraph. The text after the comment on its last line is ordinary text.
    const stopLineEnd = getLineEnd(text, stopOffset);
    if (stopOffset >= text.length || startsLine(text, stopOffset)) return stopOffset;
    return stopOffset === stopLineEnd
      ? findNextLineStart(text, stopOffset)
      : this.#readParagraph(stopOffset, stopOffset, stopLineEnd);
  }

  /** Whether another block starts on the line. If so, the paragraph before it ends. */
  #beginsBlock(offset: number, lineEnd: number, isLazy: boolean): boolean {
    const text = this.#text;
    switch (text[offset]) {
      case "#":
        return readHeading(text, offset, lineEnd) !== undefined;
      case "`":
      case "~":
      case "$":
        return findFence(text, offset) !== undefined;
      case "<":
      case "{": {
        const flowEnd = readFlow(this.#page.lookahead, offset);
        return flowEnd === getLineEnd(text, flowEnd);
      }
      default:
        if (isThematicBreak(text, offset)) return true;
        if (this.#containers.skipMarker(offset, lineEnd) !== undefined)
          return isLazy || this.#containers.canInterruptParagraph(offset, lineEnd);
        return isTableHeader(text, offset, lineEnd, this.#containers);
    }
  }

  /** Reads the rows of a table up to a blank line or another block. */
  #readTable(offset: number, headEnd: number): number {
    const text = this.#text;
    const columnCount = this.#readRow(offset, headEnd);
    for (let line = findNextLineStart(text, getLineEnd(text, findNextLineStart(text, headEnd))); ;) {
      const lineEnd = getLineEnd(text, line);
      const lineStart = this.#containers.matchContainers(line, lineEnd);
      const textStart = skipSpacesAndTabs(text, lineStart.offset, lineEnd);
      const isEnd = line >= text.length || textStart === lineEnd || lineStart.depth < this.#containers.depth;
      if (isEnd || this.#endsTable(textStart, lineEnd)) return line;
      this.#readRow(textStart, lineEnd, columnCount);
      line = findNextLineStart(text, lineEnd);
    }
  }

  #endsTable(offset: number, lineEnd: number): boolean {
    const char = this.#text[offset] ?? "";
    if (!"#`~$<{>-*+_0123456789".includes(char)) return false;
    return this.#beginsBlock(offset, lineEnd, false);
  }

  /**
   * Reads each cell of a table row separately, because a link or code span can't extend beyond its cell. Returns the
   * number of cells.
   */
  #readRow(offset: number, lineEnd: number, columnCount = Infinity): number {
    const cells = scanTableCells(this.#text, offset, lineEnd);
    for (const cell of cells) scanInline(this.#page, cell.start, cell.end);
    const ignoredCells = cells.slice(columnCount).filter(({ start, end }) => end > start);
    const [firstIgnoredCell, lastIgnoredCell] = [ignoredCells[0], ignoredCells.at(-1)];
    if (firstIgnoredCell && lastIgnoredCell)
      this.#page.addLongRow({ columnCount, ignoredRange: { start: firstIgnoredCell.start, end: lastIgnoredCell.end } });
    return cells.length;
  }
}

function readHeading(
  text: string,
  offset: number,
  lineEnd: number,
): { readonly depth: number; readonly range: TextRange } | undefined {
  if (text[offset] !== "#") return undefined;
  headingPattern.lastIndex = offset;
  const match = headingPattern.exec(text);
  if (!match) return undefined;
  const start = Math.min(offset + match[0].length, lineEnd);
  return { depth: match[1]?.length ?? 1, range: findHeadingRange(text, start, lineEnd) };
}

/** Returns the range of a heading's text, without the `#` marks that may follow it. */
function findHeadingRange(text: string, start: number, lineEnd: number): TextRange {
  const end = findStartOfSpaces(text, start, lineEnd);
  const match = closingPattern.exec(text.slice(Math.max(start, end - 200), end));
  return { start, end: match ? findStartOfSpaces(text, start, end - match[0].length) : end };
}

function getUnderlineDepth(text: string, offset: number): 1 | 2 | undefined {
  if (text[offset] !== "=" && text[offset] !== "-") return undefined;
  underlinePattern.lastIndex = offset;
  const match = underlinePattern.exec(text);
  if (!match) return undefined;
  return match[1]?.startsWith("=") ? 1 : 2;
}

function startsLine(text: string, offset: number): boolean {
  const previousCharacter = text[offset - 1];
  return previousCharacter === "\n" || previousCharacter === "\r";
}

/**
 * Reads a page's frontmatter, headings with their anchors, links, and imports without parsing its MDX. The scan makes
 * one pass in linear time, or two if an import comes after its tag, and never throws an error. Code, comments, and ESM
 * statements aren't searched for headings or Markdown links.
 */
export function scanPage(path: SitePath, text: string): Page {
  const { frontmatter, bodyStart } = readFrontmatter(text);
  const findings = collectBodyFindings(text, bodyStart);
  findings.readStyleElements();
  const headings = createHeadingReferences(text, findings.headings);
  const isStub = findings.links.length === 1 && headings.length === 0 && text.length < bodyStart + maxStubLength;
  return {
    outline: {
      path,
      fields: pickSupportedFields(frontmatter),
      headings: headings.map(omitRange),
      anchors: compactList(listAnchors(findings)),
      exactAnchors: compactList([...findings.exactAnchors]),
      unknownAnchors: compactList(listUnknownAnchors(findings)),
      imports: compactList([...findings.imports, ...findings.dynamicImports].map(({ source }) => source)),
      repeatedImports: compactList(findRepeatedImports(findings.imports, findings.openTags.tags)),
      unusedImports: compactList(findUnusedImports(text, findings.imports)),
      exports: compactList(findings.exports.map(omitRange)),
      linkProps: compactList(findings.names.length > 0 ? findLinkProps(text) : []),
      snippets: compactList(listSnippets(findings)),
      mediaUrls: compactList(listMediaUrls(findings)),
      stubLink: isStub ? findings.links[0]?.target : undefined,
      codeBlockCount: findings.codeBlocks.length,
      unmarkedHeadingCount: countUnmarkedHeadings(text),
    },
    references: {
      path,
      frontmatter,
      headings: compactList(headings),
      anchors: compactList(findings.anchors),
      links: compactList(findings.links.sort((a, b) => a.range.start - b.range.start)),
      linkReferences: compactList(findings.linkReferences),
      imports: compactList(findings.imports),
      dynamicImports: compactList(findings.dynamicImports),
      exports: compactList(findings.exports),
      tags: compactList(findings.openTags.tags),
      names: compactList(findings.names),
      variables: compactList(findings.variables),
      codeBlocks: compactList(findings.codeBlocks),
      longRows: compactList(findings.longRows),
      ignoreComments: compactList([...findFrontmatterIgnores(text, frontmatter), ...findings.ignoreComments]),
      text,
      eol: /\r\n|\n|\r/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    },
  };
}

/** Scans the body. Scans it again if an import or export that comes after a tag changes how the tag is read. */
function collectBodyFindings(text: string, start: number): PageFindings {
  const findings = new PageFindings(text);
  scanBody(findings, start);
  if (!findings.hasLateName) return findings;
  const bodyFindings = new PageFindings(text, findings);
  scanBody(bodyFindings, start);
  return bodyFindings;
}

function listAnchors({ anchors }: PageFindings): string[] {
  return [...new Set(anchors.map(({ id }) => id))];
}

function omitRange<Item extends { readonly range: TextRange }>({ range: _range, ...reported }: Item) {
  return reported;
}

/** Returns the files in `<Snippet file="…">` tags. */
function listSnippets({ openTags }: PageFindings): string[] {
  return openTags.tags.flatMap(({ name, attributes }) => {
    const file = name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    return file?.kind === "text" ? [file.text] : [];
  });
}

const filePattern = /\.(?!mdx?\b|html?\b)\w{2,5}(?:[?#]|$)/i;

/** Returns the images and the files that the page links to, and the file paths in its code. */
function listMediaUrls({ links, codeFilePaths }: PageFindings): string[] {
  const pageLinks = links.filter(({ kind, target }) => kind === "image" || filePattern.test(target.slice(-100)));
  const targets = new Set([...pageLinks.map(({ target }) => target), ...codeFilePaths]);
  return [...targets].filter((target) => !/^[a-z][a-z\d+.-]*:|^#|^$/i.test(target));
}

function listUnknownAnchors({ text, headings, unknownAnchors }: PageFindings): readonly UnknownAnchor[] {
  const headingAnchors = headings.flatMap(
    ({ range }) => createUnknownHeadingAnchor(text.slice(range.start, range.end)) ?? [],
  );
  return [...new Set([...headingAnchors, ...unknownAnchors])];
}

/** Returns a page's headings in order, with their text and anchors. */
export function createHeadingReferences(text: string, rawHeadings: readonly RawHeading[]): HeadingReference[] {
  const ids = new HeadingIdGenerator();
  return rawHeadings.map(({ depth, range }) => {
    const source = text.slice(range.start, range.end);
    const customId = splitCustomId(text, range);
    const headingText = toHeadingText(customId?.headingText ?? source);
    const hasId = depth <= maxAnchoredDepth;
    const id = !hasId ? "" : customId === undefined ? ids.createId(headingText) : ids.createCustomId(customId.id);
    const formerId = readFormerId(source);
    return { depth, text: headingText, range, id, ...(formerId !== undefined && formerId !== id && { formerId }) };
  });
}

function pickSupportedFields({ fields }: Frontmatter): PageOutline["fields"] {
  const entries = [...fields.values()].filter(({ key }) => frontmatterFields.has(key));
  return new Map(entries.map(({ key, value }) => [key, value]));
}
