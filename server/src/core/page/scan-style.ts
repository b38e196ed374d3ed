import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { PageAttributeValue, PageLink, ScriptReferences } from "./page.ts";
import { skipString, skipStringOrComment, type UnclosedStrings } from "./scan-tag.ts";

const tokenPattern = /\/\*|["'\\()]|(?<![\w-])(?:url|src|(?:-webkit-)?image-set)\(|@import(?![\w-])/gi;
const importStringPattern = /\s*(?=["'])/y;
/** The maximum length of a URL in UTF-16 code units. A longer one is the data URL of an image. */
const maxUrlLength = 2000;
const maxUrls = 20_000;
/** Matches URLs with a host or a scheme, such as data URLs, and references to a part of an SVG drawing. */
const nonLocalPattern = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i;
/** Matches characters that are only in samples and in code that constructs a URL, and escapes of letters. */
const nonPathPattern = /[{}<>`\r\n]|\$\(|\\[\w\r\n]|\\$|^&|^\s|\s$/;

/**
 * Returns the URLs of files in this part of a style sheet: those in `url()`, `src()`, `image-set()`, and `@import`.
 * Ignores comments, other strings, and URLs with a host or a scheme. The ranges don't include quotes. Reads each
 * character at most once.
 */
function findUrlRanges(source: string, range: TextRange): TextRange[] {
  const text = source.slice(range.start, range.end);
  const urlRanges: TextRange[] = [];
  const addUrl = (urlRange: TextRange | undefined): void => {
    if (urlRange && isLocalUrl(text, urlRange) && urlRanges.length < maxUrls)
      urlRanges.push({ start: range.start + urlRange.start, end: range.start + urlRange.end });
  };
  /** The depths of the parentheses of the `image-set()` functions around the current position. */
  const imageSetDepths: number[] = [];
  let depth = 0;
  for (let offset = 0; offset < text.length;) {
    tokenPattern.lastIndex = offset;
    const match = tokenPattern.exec(text);
    if (!match) break;
    const { index, 0: token } = match;
    offset = tokenPattern.lastIndex;
    if (token === "/*") {
      const commentEnd = text.indexOf("*/", offset);
      if (commentEnd < 0) break;
      offset = commentEnd + 2;
    } else if (token === "\\") offset++;
    else if (token === '"' || token === "'") {
      const stringResult = readString(text, index);
      const isListed =
        imageSetDepths.at(-1) === depth && /[(,]\s{0,100}$/.test(text.slice(Math.max(0, index - 101), index));
      if (isListed) addUrl(stringResult.range);
      offset = stringResult.nextStart;
    } else if (token === "(") depth++;
    else if (token === ")") {
      if (imageSetDepths.at(-1) === depth) imageSetDepths.pop();
      depth--;
    } else if (token.startsWith("@")) {
      importStringPattern.lastIndex = offset;
      if (!importStringPattern.test(text)) continue;
      const stringResult = readString(text, importStringPattern.lastIndex);
      addUrl(stringResult.range);
      offset = stringResult.nextStart;
    } else if (/set\($/i.test(token)) imageSetDepths.push(++depth);
    else {
      const { range, nextStart } = readUrlFunction(text, offset);
      addUrl(range);
      offset = nextStart;
    }
  }
  return urlRanges;
}

interface UrlResult {
  /** The range of the URL. Undefined if it isn't closed. */
  readonly range?: TextRange;
  readonly nextStart: number;
}

/** Reads the string that starts at `offset`. It must end on the same line. */
function readString(text: string, offset: number): UrlResult {
  const quote = text[offset];
  let i = offset + 1;
  for (; i < text.length && !/[\r\n]/.test(text[i] ?? ""); i++) {
    if (text[i] === quote) return { range: { start: offset + 1, end: i }, nextStart: i + 1 };
    if (text[i] === "\\") i++;
  }
  return { nextStart: i };
}

/**
 * Reads the URL in a function whose opening parenthesis is before `offset`. In code, the quotes around the URL can be
 * escaped.
 */
function readUrlFunction(text: string, offset: number): UrlResult {
  const contentStart = skipSpaces(text, offset);
  const escapeLength = /^\\["']$/.test(text.slice(contentStart, contentStart + 2)) ? 2 : 0;
  const isString = escapeLength === 0 && /["']/.test(text[contentStart] ?? "");
  const { range, nextStart } = isString
    ? readString(text, contentStart)
    : readUnquotedUrl(text, contentStart + escapeLength);
  const isEndEscaped = /^\\["']$/.test(text.slice(nextStart, nextStart + 2));
  const parenOffset = skipSpaces(text, nextStart + (escapeLength > 0 && isEndEscaped ? 2 : 0));
  const isClosed = text[parenOffset] === ")" && isEndEscaped === escapeLength > 0;
  return range && isClosed ? { range, nextStart: parenOffset + 1 } : { nextStart };
}

function readUnquotedUrl(text: string, start: number): UrlResult {
  let i = start;
  for (; i < text.length && !/[\s()"']/.test(text[i] ?? ""); i++)
    if (text[i] === "\\") {
      if (/["']/.test(text[i + 1] ?? "")) break;
      i++;
    }
  const end = Math.min(i, text.length);
  return { range: { start, end }, nextStart: end };
}

function skipSpaces(text: string, offset: number): number {
  let i = offset;
  while (/\s/.test(text[i] ?? "")) i++;
  return i;
}

function isLocalUrl(text: string, { start, end }: TextRange): boolean {
  if (start >= end || end - start > maxUrlLength) return false;
  const url = text.slice(start, end);
  return !nonLocalPattern.test(url) && !nonPathPattern.test(url);
}

/** Returns the URLs of files in the CSS in strings in JavaScript, such as the values of `style={{ … }}`. */
function findUrlRangesInCode(text: string, { start, end }: TextRange): TextRange[] {
  const urlRanges: TextRange[] = [];
  const unclosedStrings: UnclosedStrings = new Map();
  for (let offset = start; offset < end;) {
    const char = text[offset];
    const nextStart =
      char === '"' || char === "'"
        ? skipString(text, offset, end, unclosedStrings)
        : char === "`"
          ? skipTemplate(text, offset, end)
          : skipStringOrComment(text, offset, end, unclosedStrings);
    if (/["'`]/.test(char ?? "") && nextStart > offset + 1)
      urlRanges.push(...findUrlRanges(text, { start: offset + 1, end: nextStart - 1 }));
    offset = nextStart;
  }
  return urlRanges;
}

function skipTemplate(text: string, offset: number, end: number): number {
  for (let i = offset + 1; i < end; i++) {
    if (text[i] === "`") return i + 1;
    if (text[i] === "\\") i++;
  }
  return end;
}

/** Returns URLs in CSS as links. In code and in style sheets, they can contain backslashes instead of entities. */
function createLinks(text: string, urlRanges: readonly TextRange[], isInCode: boolean): PageLink[] {
  return urlRanges.map((range) => {
    const target = text.slice(range.start, range.end);
    return { kind: "image", target, range, isInStyle: true, ...(isInCode && { isInCode }) };
  });
}

/** The maximum length of an attribute's value in UTF-16 code units. */
const maxStyleLength = 20_000;

/** Returns the links in the value of a `style` attribute. */
export function findAttributeLinks(text: string, value: PageAttributeValue): PageLink[] {
  const { kind, range, fullRange } = value;
  if (range.end - range.start > maxStyleLength) return [];
  if (kind === "expression") return createLinks(text, findUrlRangesInCode(text, range), true);
  return createLinks(text, findUrlRanges(text, range), range.start - fullRange.start > 1);
}

/** Returns the links in `<style>` elements. `starts` are the offsets after their opening tags, in page order. */
export function findStyleLinks(text: string, starts: readonly number[]): PageLink[] {
  const links: PageLink[] = [];
  let lastEnd = 0;
  for (const start of starts) {
    if (start < lastEnd) continue;
    const end = text.indexOf("</style", start);
    if (end < 0) break;
    lastEnd = end;
    const isCode = /^\s*\{/.test(text.slice(start, start + 200));
    const urlRanges = (isCode ? findUrlRangesInCode : findUrlRanges)(text, { start, end });
    links.push(...createLinks(text, urlRanges, true));
  }
  return links;
}

/** Returns the links in a style sheet. */
export function scanStyleSheet(path: SitePath, text: string): ScriptReferences {
  const urlRanges = findUrlRanges(text, { start: 0, end: text.length });
  return { path, text, links: createLinks(text, urlRanges, true) };
}
