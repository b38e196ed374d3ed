import type { JsonNode } from "../config/json/json-tree.ts";
import { getPageSections } from "../page/headings.ts";
import type { PageReferences } from "../page/page.ts";
import type { Site } from "../site/site.ts";
import {
  findNextLineStart,
  findPreviousLineEnd,
  getLineEnd,
  type LineMap,
  getPosition,
  type SitePath,
  type TextRange,
  containsOffset,
  getLineStart,
} from "../text/text-edit.ts";
import { type TagToken, listTagTokens } from "./cursor/tag-cursor.ts";

/** A range of lines that can be folded. The first line stays visible. */
export interface Fold {
  /** The number of the first line, starting at 0. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "imports" | undefined;
}

const maxFolds = 5000;

/**
 * Returns the folding ranges of a page, docs.json, or an included file, in text order. Returns an empty list for other
 * files.
 */
export function getFolds(site: Site, file: SitePath, lines: LineMap): readonly Fold[] {
  const page = site.references.get(file);
  const root = site.config.files.find(({ path }) => path === file)?.root;
  const folds = page ? getPageFolds(page, lines) : root ? getJsonFolds(root, lines) : [];
  const foldsByLine = new Map<number, Fold>();
  // Editors support only one folding range per start line, so the longest one is used.
  for (const fold of folds) {
    const otherFold = foldsByLine.get(fold.startLine);
    if (fold.endLine > fold.startLine && (otherFold?.endLine ?? -1) < fold.endLine)
      foldsByLine.set(fold.startLine, fold);
  }
  return [...foldsByLine.values()].sort((a, b) => a.startLine - b.startLine).slice(0, maxFolds);
}

/**
 * Returns folding ranges for frontmatter, sections, components, code blocks, and imports. The line with the closing
 * fence or tag stays visible.
 */
function getPageFolds(page: PageReferences, lines: LineMap): Fold[] {
  const { frontmatter, tags, codeBlocks } = page;
  const closedFolds = [
    ...(frontmatter.range && frontmatter.contentRange ? [trimLineBreak(page.text, frontmatter.range)] : []),
    ...tags.flatMap(({ range, closingTagRange: closingRange }) =>
      closingRange ? [{ start: range.start, end: closingRange.end }] : [range],
    ),
    ...codeBlocks.map(({ range }) => trimLineBreak(page.text, range)),
  ].map((range) => createFold(lines, range, -1));
  const sectionFolds = getPageSections(page).map(({ range }) => createFold(lines, range, 0));
  return [...sectionFolds, ...closedFolds, ...getImportFolds(page, lines)];
}

/** Returns the folding ranges of consecutive imports that are separated only by blank lines. */
function getImportFolds({ text, imports }: PageReferences, lines: LineMap): Fold[] {
  const folds: Fold[] = [];
  let firstStart: number | undefined;
  let lastEnd = 0;
  for (const { range } of imports) {
    const start = text.lastIndexOf("import", range.start);
    const isContinued = firstStart !== undefined && /^.{0,3}\s*$/.test(text.slice(lastEnd, Math.max(lastEnd, start)));
    if (!isContinued) firstStart = start;
    lastEnd = range.end;
    const fold = createFold(lines, { start: firstStart ?? start, end: lastEnd }, 0);
    if (isContinued) folds.pop();
    folds.push({ ...fold, kind: "imports" });
  }
  return folds;
}

function getJsonFolds(root: JsonNode, lines: LineMap): Fold[] {
  const folds: Fold[] = [];
  const visit = (node: JsonNode): void => {
    if (node.kind !== "array" && node.kind !== "object") return;
    folds.push(createFold(lines, node.range, -1));
    const children = node.kind === "array" ? node.items : node.properties.flatMap(({ value }) => value ?? []);
    for (const child of children) visit(child);
  };
  visit(root);
  return folds;
}

function createFold(lines: LineMap, { start, end }: TextRange, endDelta: 0 | -1): Fold {
  const startLine = getPosition(lines, start).line;
  return { startLine, endLine: getPosition(lines, end).line + endDelta, kind: undefined };
}

function trimLineBreak(text: string, { start, end }: TextRange): TextRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/**
 * Returns the ranges around an offset on a page, in no particular order: inline markup, the line, the block,
 * components, sections, the body, and the page.
 */
function getPageRanges(page: PageReferences, offset: number): TextRange[] {
  const { text, frontmatter, links, headings, tags, codeBlocks, imports } = page;
  const fullRange = { start: 0, end: text.length };
  const bodyStart = frontmatter.range ? findNextLineStart(text, frontmatter.range.end) : 0;
  const block = findBlock(text, offset, bodyStart);
  return [
    fullRange,
    ...(offset >= bodyStart ? [{ start: bodyStart, end: text.length }] : []),
    ...[frontmatter.range, frontmatter.contentRange].flatMap((range) => range ?? []),
    ...[...frontmatter.fields.values()].flatMap(({ keyRange, valueRange }) => [
      valueRange,
      { start: keyRange.start, end: valueRange.end },
    ]),
    ...getPageSections(page).map(({ range }) => range),
    ...headings.map(({ range }) => range),
    ...links.flatMap(({ range }) => [range, getLinkRange(text, range)]),
    ...imports.map(({ range }) => range),
    ...codeBlocks.flatMap(({ range, contentRange, metaRange }) => [range, contentRange, metaRange]),
    ...tags.flatMap(({ range, nameRange, closingTagRange: closingRange, attributes }) => [
      range,
      nameRange,
      ...(closingRange
        ? [closingRange, { start: range.start, end: closingRange.end }, { start: range.end, end: closingRange.start }]
        : []),
      ...attributes.flatMap((attribute) => {
        const { value } = attribute;
        const end = value?.fullRange.end ?? attribute.nameRange.end;
        return [
          attribute.nameRange,
          { start: attribute.nameRange.start, end },
          ...(value ? [value.range, value.fullRange] : []),
        ];
      }),
    ]),
    ...(block ? [block, getLineTextRange(text, offset) ?? block, ...findInlineRanges(text, block)] : []),
  ];
}

/** Returns the range of the entire link, such as `[text](target "title")`, that contains the target. */
function getLinkRange(text: string, { start, end }: TextRange): TextRange {
  const linkRange = { start, end };
  const openOffset = text.lastIndexOf("](", start);
  if (openOffset < 0 || openOffset < start - 3) return linkRange;
  const startOffset = text.lastIndexOf("[", openOffset);
  const closeOffset = text.indexOf(")", end);
  return startOffset < 0 || closeOffset < 0 || closeOffset > end + 300
    ? linkRange
    : { start: startOffset, end: closeOffset + 1 };
}

/** How far from the offset to search for the ends of a block or line, in UTF-16 code units. */
const maxDistance = 20_000;

/**
 * Returns the range of the adjacent nonblank lines around the offset. Returns undefined if the offset is on a blank
 * line or before `bodyStart`.
 */
function findBlock(text: string, offset: number, bodyStart: number): TextRange | undefined {
  const lineTextRange = getLineTextRange(text, offset);
  if (offset < bodyStart || !lineTextRange) return undefined;
  let { start, end } = lineTextRange;
  for (let lineOffset = getLineStart(text, offset); lineOffset > bodyStart && offset - lineOffset < maxDistance;) {
    lineOffset = getLineStart(text, findPreviousLineEnd(text, lineOffset));
    const previousRange = getLineTextRange(text, lineOffset);
    if (!previousRange) break;
    start = previousRange.start;
  }
  for (let lineOffset = getLineEnd(text, offset); lineOffset < text.length && lineOffset - offset < maxDistance;) {
    const nextRange = getLineTextRange(text, findNextLineStart(text, lineOffset));
    if (!nextRange) break;
    end = nextRange.end;
    lineOffset = getLineEnd(text, end);
  }
  return { start: Math.max(bodyStart, start), end };
}

/** Returns the range of the line without leading and trailing whitespace, or undefined if the line is blank. */
function getLineTextRange(text: string, offset: number): TextRange | undefined {
  const lineStart = getLineStart(text, offset);
  const lineText = text.slice(lineStart, getLineEnd(text, offset, Math.min(text.length, lineStart + maxDistance)));
  const trimmedLine = lineText.trim();
  if (trimmedLine === "") return undefined;
  const start = lineStart + lineText.indexOf(trimmedLine);
  return { start, end: start + trimmedLine.length };
}

/** Each match is limited to 500 characters so that searching for the end of an unclosed marker doesn't take long. */
const inlineMarkerPattern =
  /(?<!`)(`{1,2})(?!`)[^]{0,500}?[^`]\1(?!`)|(\*\*|__)(?=\S)(?:(?!\2)[^]){1,500}\2|([*_])(?=\S)(?:(?!\3)[^]){1,500}\3|\[[^[\]]{0,500}\]|"[^"\n]{0,500}"/g;

/** Returns the ranges of code, emphasis, link text, and quotations, with and without their markers. */
function findInlineRanges(text: string, { start, end }: TextRange): TextRange[] {
  return [...text.slice(start, end).matchAll(inlineMarkerPattern)].flatMap((match) => {
    const matchStart = start + match.index;
    const matchEnd = matchStart + match[0].length;
    const width = (match[1] ?? match[2] ?? "x").length;
    return [
      { start: matchStart, end: matchEnd },
      { start: matchStart + width, end: matchEnd - width },
    ];
  });
}

/**
 * Returns the ranges of an expanding selection, from the word to the complete file. Each range contains the previous
 * one and is longer. Returns an empty list unless the file is a page, docs.json, or a file that docs.json includes.
 */
export function findEnclosingRanges(site: Site, file: SitePath, offset: number): readonly TextRange[] {
  const page = site.references.get(file);
  if (page) return getGrowingRanges([getWordRange(page.text, offset), ...getPageRanges(page, offset)], offset);
  const configFile = site.config.files.find(({ path }) => path === file);
  if (!configFile) return [];
  const fullRange = { start: 0, end: configFile.text.length };
  return getGrowingRanges(
    [
      getWordRange(configFile.text, offset),
      ...(configFile.root ? getNodeRanges(configFile.root, offset) : []),
      fullRange,
    ],
    offset,
  );
}

/**
 * Returns the ranges around the offset, starting with the shortest. Omits ranges that only partially overlap a shorter
 * one.
 */
function getGrowingRanges(ranges: readonly TextRange[], offset: number): readonly TextRange[] {
  const enclosingRanges = ranges.filter(({ start, end }) => start <= offset && offset <= end && start < end);
  const chain: TextRange[] = [];
  for (const range of enclosingRanges.sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const lastRange = chain.at(-1);
    if (!lastRange || (range.start <= lastRange.start && lastRange.end <= range.end && !isSameRange(range, lastRange)))
      chain.push(range);
  }
  return chain;
}

function isSameRange(a: TextRange, b: TextRange): boolean {
  return a.start === b.start && a.end === b.end;
}

const maxWordLength = 200;

/** Returns the range of the letters, digits, and underscores around the offset. The range can be empty. */
function getWordRange(text: string, offset: number): TextRange {
  const textBefore = /[\p{L}\p{N}\p{M}_]*$/u.exec(text.slice(Math.max(0, offset - maxWordLength), offset))?.[0] ?? "";
  const textAfter = /^[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(offset, offset + maxWordLength))?.[0] ?? "";
  return { start: offset - textBefore.length, end: offset + textAfter.length };
}

/**
 * Returns the ranges around the offset: values with and without their quotes or brackets, and keys with their values.
 */
function getNodeRanges(root: JsonNode, offset: number): TextRange[] {
  const ranges: TextRange[] = [];
  for (let node: JsonNode | undefined = root; node;) {
    const { start, end } = node.range;
    if (offset < start || end < offset) break;
    ranges.push(node.range);
    if (node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null")
      ranges.push({ start: start + 1, end: end - 1 });
    if (node.kind === "array") node = node.items.find(({ range }) => containsOffset(range, offset));
    else if (node.kind === "object") {
      const property: (typeof node.properties)[number] | undefined = node.properties.find(
        ({ keyRange, value }) => keyRange.start <= offset && offset <= Math.max(keyRange.end, value?.range.end ?? 0),
      );
      if (!property) break;
      const { keyRange, value } = property;
      const isValueElsewhere = value && (value.range.start < keyRange.end || value.file !== node.file);
      ranges.push(keyRange, { start: keyRange.start + 1, end: keyRange.end - 1 });
      if (!isValueElsewhere) ranges.push({ start: keyRange.start, end: value?.range.end ?? keyRange.end });
      node = value;
    } else break;
  }
  return ranges;
}

/** The ranges of the names in an opening tag and its closing tag. */
export interface TagPair {
  readonly openingRange: TextRange;
  readonly closingRange: TextRange;
}

/**
 * The maximum length of a page in UTF-16 code units. Longer pages are skipped, because the text is scanned every time
 * the caret moves.
 */
const maxPageLength = 500_000;

/**
 * Returns the tag pair if the caret is on one of its names. Ignores tags in code and comments. `from` is the offset at
 * which the page's body starts.
 */
export function findTagPair(text: string, offset: number, bodyStart: number): TagPair | undefined {
  if (text.length > maxPageLength || offset < bodyStart) return undefined;
  return findPairs(text, bodyStart).pairs.find(({ openingRange, closingRange }) =>
    [openingRange, closingRange].some(({ start, end }) => start <= offset && offset <= end),
  );
}

/**
 * Returns the closing tag, such as `</Card>`, for a tag whose `>` the author has just typed before the offset. Returns
 * undefined if the tag is self-closing, void, in code or a comment, or already closed.
 */
export function createClosingTag(text: string, offset: number, bodyStart: number): string | undefined {
  if (text.length > maxPageLength || offset <= bodyStart || text[offset - 1] !== ">") return undefined;
  const { tokens, unclosedTags } = findPairs(text, bodyStart);
  const tag = tokens.find(({ kind, end }) => kind === "open" && end === offset);
  // In `<a><a></a>`, the closing tag belongs to the inner tag, so the outer tag is the unclosed one.
  const isMissing = tag && unclosedTags.some(({ name, start }) => name === tag.name && start <= tag.start);
  return tag && isMissing ? `</${tag.name}>` : undefined;
}

interface TagPairs {
  readonly tokens: readonly TagToken[];
  readonly pairs: readonly TagPair[];
  readonly unclosedTags: readonly TagToken[];
}

function findPairs(text: string, bodyStart: number): TagPairs {
  const tokens = [...listTagTokens(text, bodyStart, text.length)];
  const pairs: TagPair[] = [];
  const openTags: TagToken[] = [];
  const unclosedTags: TagToken[] = [];
  const countsByName = new Map<string, number>();
  const changeCount = (name: string, delta: number) => countsByName.set(name, (countsByName.get(name) ?? 0) + delta);
  for (const token of tokens) {
    if (token.kind === "open") {
      openTags.push(token);
      changeCount(token.name, 1);
    }
    if (token.kind !== "close" || (countsByName.get(token.name) ?? 0) === 0) continue;
    for (let openTag = openTags.pop(); openTag; openTag = openTags.pop()) {
      changeCount(openTag.name, -1);
      if (openTag.name !== token.name) {
        unclosedTags.push(openTag);
        continue;
      }
      pairs.push({ openingRange: getNameRange(text, openTag), closingRange: getNameRange(text, token) });
      break;
    }
  }
  return { tokens, pairs, unclosedTags: [...unclosedTags, ...openTags] };
}

function getNameRange(text: string, { name, start }: TagToken): TextRange {
  const index = text.indexOf(name, start + 1);
  return { start: index, end: index + name.length };
}
