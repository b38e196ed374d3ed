import { skipSpacesAndTabs, type TextRange } from "../text/text-edit.ts";
import type { PageFindings } from "./page-findings.ts";
import type { PageLink } from "./page.ts";
import { scanCode } from "./scan-code.ts";

const autolinkPattern = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y;
const closingTagPattern = /<\/\s*([\w$.:-]*)\s*>/y;
const singleNamePattern =
  /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s*\??\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*)*\s*$/u;
const maxNameLength = 200;
/** Identifiers that are always defined. */
const predefinedNames: ReadonlySet<string> = new Set(["true", "false", "null", "this", "undefined"]);
const spacePattern = /\s*/y;
const variablePattern = /\{\{([\w.-]{1,200})\}\}/y;
/** Matches a bare URL at the end of the text before a brace. */
const bareUrlPattern = /(?:^|[^a-z])(?:https?:\/\/|www\.)[a-z\d][a-z\d.-]*(?![\w.-])[^\s<]*$/i;
const maxUrlLength = 300;
const maxParenthesesDepth = 32;
const maxTitleLength = 1000;

/**
 * Reads consecutive tags, expressions, and comments of any length from `start`. If they form a separate block, returns
 * the end of the line. Otherwise, returns the start of the text that follows.
 */
export function readFlow(page: PageFindings, start: number): number {
  const { text } = page;
  let i = start;
  for (;;) {
    const end =
      text[i] === "<"
        ? readTagOrAutolink(page, i, text.length)
        : text[i] === "{"
          ? readBrace(page, i, text.length)
          : undefined;
    if (end === undefined) return i;
    const nextOffset = skipSpacesAndTabs(text, end, text.length);
    if (nextOffset >= text.length || text[nextOffset] === "\n" || text[nextOffset] === "\r") return nextOffset;
    i = "<{".includes(text[nextOffset] ?? "") ? nextOffset : end;
    if (i === end && end !== nextOffset) return end;
  }
}

/**
 * Collects the links, tags, and expressions in a paragraph, heading, or list item. Ignores code spans, math, and HTML
 * comments. Returns the offset at which scanning stopped. It's after `end` only if a comment extends beyond `end`.
 */
export function scanInline(page: PageFindings, start: number, end: number): number {
  const { text } = page;
  const codeSpans = new SpanIndex(text, end, "`");
  const mathSpans = new SpanIndex(text, end, "$");
  /** The square brackets that are open. An item is undefined if its bracket can no longer start a link. */
  const brackets: ({ readonly offset: number; readonly isImage: boolean } | undefined)[] = [];
  let i = start;
  /** The offset after the most recent code span, link, tag, or expression. */
  let lastEnd = start;
  while (i < end) {
    switch (text[i]) {
      case "\\":
        i = Math.min(i + 2, end);
        break;
      case "`":
      case "$": {
        const spans = text[i] === "`" ? codeSpans : mathSpans;
        const spanEnd = spans.findSpanEnd(i);
        if (spanEnd !== undefined) lastEnd = spanEnd;
        i = spanEnd ?? spans.skipRun(i);
        break;
      }
      case "[":
        brackets.push({ offset: i, isImage: text[i - 1] === "!" && i > start });
        i++;
        break;
      case "]": {
        const bracket = brackets.pop();
        const target = !bracket || text[i + 1] !== "(" ? undefined : readTarget(text, i + 2, end);
        if (bracket && target) {
          page.addLink(bracket.isImage ? "image" : "link", target.range);
          page.addVariables(target.range, text.slice(target.range.start, target.range.end));
          // A link can't contain another link, so the brackets that are still open can't start one.
          if (!bracket.isImage) brackets.fill(undefined);
        }
        const labelRange = bracket && !target ? readLabel(text, i + 1, end) : undefined;
        if (bracket && labelRange)
          page.addLinkReference({ start: bracket.offset, end: labelRange.end + 1 }, labelRange);
        else if (bracket && !target && text[bracket.offset + 1] === "^")
          page.addLinkReference({ start: bracket.offset, end: i + 1 }, { start: bracket.offset + 1, end: i });
        i = target?.end ?? i + 1;
        break;
      }
      case "<":
        i = lastEnd = readTagOrAutolink(page, i, end) ?? i + 1;
        break;
      case "{":
        i = lastEnd = skipBareUrl(text, i, lastEnd, end) ?? readBrace(page, i, end) ?? i + 1;
        break;
      default:
        i = findMarker(text, i + 1, end);
    }
  }
  return i;
}

/** Characters that may start or end inline syntax. This is a lookup table whose indexes are character codes. */
const markers = new Uint8Array(128);
for (const char of "\\`$[]<{") markers[char.charCodeAt(0)] = 1;

function findMarker(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && markers[text.charCodeAt(i)] !== 1) i++;
  return i;
}

/**
 * Returns the offset after the tag, autolink, or comment that starts at `offset`, or undefined if none of these starts
 * at `offset`.
 */
function readTagOrAutolink(page: PageFindings, offset: number, limit: number): number | undefined {
  const { text } = page;
  if (text.startsWith("<!--", offset)) return page.findTextEnd("-->", offset + 4);
  autolinkPattern.lastIndex = offset;
  const url = autolinkPattern.exec(text)?.[1];
  if (url !== undefined) {
    page.addLink("link", { start: offset + 1, end: offset + 1 + url.length });
    return offset + url.length + 2;
  }
  if (text[offset + 1] === "/") {
    closingTagPattern.lastIndex = offset;
    const name = closingTagPattern.exec(text)?.[1];
    if (name === undefined) return undefined;
    page.closeTag(name, { start: offset, end: closingTagPattern.lastIndex });
    return closingTagPattern.lastIndex;
  }
  if (text[offset + 1] !== ">") return page.readTag(offset, limit);
  page.openTags.beginFragment();
  return offset + 2;
}

function readBrace(page: PageFindings, offset: number, limit: number): number | undefined {
  const { text } = page;
  if (text[offset + 1] === "{") {
    variablePattern.lastIndex = offset;
    const name = variablePattern.exec(text)?.[1];
    if (name !== undefined) {
      page.variables.push({ name, range: { start: offset, end: variablePattern.lastIndex } });
      return variablePattern.lastIndex;
    }
  }
  if (!page.canSearch) return undefined;
  const checkpoint = page.openTags.checkpoint;
  const end = scanCode(page, offset + 1, limit);
  page.openTags.discardOpenTags(checkpoint);
  if (end === undefined) return undefined;
  const name = findName(text, offset + 1, end - 1);
  if (name !== undefined) page.names.push({ name, range: { start: offset, end } });
  else page.addComment({ start: offset, end });
  return end;
}

/**
 * Returns the offset after a bare URL, such as `https://a.b/{id}`, that contains the brace at `offset`. The URL must
 * start at or after `start`. Returns undefined if the brace isn't part of a bare URL.
 */
function skipBareUrl(text: string, offset: number, start: number, end: number): number | undefined {
  const previousCharacter = text[offset - 1] ?? " ";
  if (offset === start || previousCharacter === " " || previousCharacter === "\n") return undefined;
  if (!bareUrlPattern.test(text.slice(Math.max(start, offset - maxUrlLength), offset))) return undefined;
  let i = offset;
  while (i < end && !/[\s<]/.test(text[i] ?? "")) i++;
  return i;
}

/**
 * Returns the first name in a dotted path, such as `user` in `user.name`. Returns undefined for any other expression.
 */
function findName(text: string, start: number, end: number): string | undefined {
  if (end - start > maxNameLength) return undefined;
  const name = singleNamePattern.exec(text.slice(start, end))?.[1];
  return name === undefined || predefinedNames.has(name) ? undefined : name;
}

interface LinkTarget {
  readonly range: TextRange;
  /** The offset after the closing parenthesis. */
  readonly end: number;
}

/** Reads the target of a link such as `[text](target "title")`. `start` is the offset after the opening parenthesis. */
function readTarget(text: string, start: number, limit: number): LinkTarget | undefined {
  const targetStart = skipSpaces(text, start, limit);
  const range =
    text[targetStart] === "<"
      ? readAngledTarget(text, targetStart + 1, limit)
      : readUnbracketedTarget(text, targetStart, limit);
  if (!range) return undefined;
  let i = skipSpaces(text, text[targetStart] === "<" ? range.end + 1 : range.end, limit);
  if (text[i] !== ")") {
    const titleEnd = skipTitle(text, i, limit);
    if (titleEnd === undefined) return undefined;
    i = skipSpaces(text, titleEnd, limit);
  }
  return text[i] === ")" && i < limit ? { range, end: i + 1 } : undefined;
}

const labelPattern = /\[((?:[^[\]\\\r\n]|\\.){1,999})\]/y;

/** Reads the label of a link such as `[text][label]`. `offset` is the offset of the label's opening bracket. */
function readLabel(text: string, offset: number, limit: number): TextRange | undefined {
  if (text[offset] !== "[") return undefined;
  labelPattern.lastIndex = offset;
  const label = labelPattern.exec(text)?.[1];
  const end = offset + 1 + (label?.length ?? 0);
  return label === undefined || end >= limit ? undefined : { start: offset + 1, end };
}

function readAngledTarget(text: string, start: number, limit: number): TextRange | undefined {
  for (let i = start; i < limit; i++) {
    if (text[i] === ">") return { start, end: i };
    if (text[i] === "\\") i++;
    else if (text[i] === "<" || text[i] === "\n" || text[i] === "\r") break;
  }
  return undefined;
}

function readUnbracketedTarget(text: string, start: number, limit: number): TextRange | undefined {
  let openCount = 0;
  let i = start;
  for (; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32) break;
    if (code === 92) i++;
    else if (code === 40) {
      if (++openCount > maxParenthesesDepth) return undefined;
    } else if (code === 41 && --openCount < 0) break;
  }
  return openCount > 0 || i > limit ? undefined : { start, end: i };
}

function skipTitle(text: string, start: number, limit: number): number | undefined {
  const closingDelimiter = new Map([
    ['"', '"'],
    ["'", "'"],
    ["(", ")"],
  ]).get(text[start] ?? "");
  if (closingDelimiter === undefined) return undefined;
  const searchEnd = Math.min(limit, start + maxTitleLength);
  for (let i = start + 1; i < searchEnd; i++) {
    if (text[i] === closingDelimiter) return i + 1;
    if (text[i] === "\\") i++;
  }
  return undefined;
}

function skipSpaces(text: string, offset: number, limit: number): number {
  spacePattern.lastIndex = offset;
  return Math.min(limit, offset + (spacePattern.exec(text)?.[0].length ?? 0));
}

/**
 * The code spans or math spans in a range of text. All sequences of the mark are found in one pass so that the end of a
 * span can be looked up quickly.
 */
class SpanIndex {
  readonly #text: string;
  readonly #end: number;
  readonly #delimiter: string;
  /**
   * Maps the start of each sequence of marks to the offset after the next sequence of the same length. Undefined until
   * the first mark is looked up.
   */
  #endByStart: ReadonlyMap<number, number> | undefined;

  constructor(text: string, end: number, delimiter: string) {
    this.#text = text;
    this.#end = end;
    this.#delimiter = delimiter;
  }

  /**
   * Returns the offset after the span that starts with the sequence of marks at `offset`, or undefined if no span
   * starts there.
   */
  findSpanEnd(offset: number): number | undefined {
    this.#endByStart ??= this.#findEnds(offset);
    return this.#endByStart.get(offset);
  }

  #findEnds(start: number): Map<number, number> {
    const runs: { readonly start: number; readonly end: number }[] = [];
    for (let offset = this.#text.indexOf(this.#delimiter, start); offset >= 0 && offset < this.#end;) {
      const end = this.skipRun(offset);
      runs.push({ start: offset, end });
      offset = this.#text.indexOf(this.#delimiter, end);
    }
    const endByStart = new Map<number, number>();
    const nextEndByLength = new Map<number, number>();
    for (const run of runs.reverse()) {
      const end = nextEndByLength.get(run.end - run.start);
      if (end !== undefined) endByStart.set(run.start, end);
      nextEndByLength.set(run.end - run.start, run.end);
    }
    return endByStart;
  }

  /** Returns the offset after the sequence of marks at `offset`. */
  skipRun(offset: number): number {
    let i = offset;
    while (i < this.#end && this.#text[i] === this.#delimiter) i++;
    return i;
  }
}

/**
 * The maximum length of a target in UTF-16 code units. A longer target is the data URL of an image, for which only the
 * scheme matters.
 */
export const maxTargetLength = 2000;

/** SVG elements whose links refer to other parts of the drawing rather than to URLs. */
const svgReferenceElements: ReadonlySet<string> = new Set([
  "use",
  "linearGradient",
  "radialGradient",
  "pattern",
  "textPath",
  "mpath",
  "filter",
  "animate",
  "animateMotion",
  "animateTransform",
  "set",
]);

/**
 * Attributes that browsers treat as links in the same way as `href`. Only full URLs in these attributes are collected.
 */
const otherUrlAttributes: ReadonlySet<string> = new Set([
  "xlinkHref",
  "xlink:href",
  "action",
  "formAction",
  "formaction",
]);

/** Returns the kind of link in an attribute's value, or undefined if the value isn't a URL or path. */
export function getLinkKind(element: string, attribute: string, value: string): PageLink["kind"] | undefined {
  if (attribute === "src" || attribute === "img" || attribute === "poster") return "image";
  if (attribute === "icon") return /^\.{0,2}\/|^https?:/.test(value) ? "image" : undefined;
  const kind = element === "image" ? "image" : "link";
  if (otherUrlAttributes.has(attribute)) return /^\s*[^\s/?#]*[:&]/.test(value) ? kind : undefined;
  return attribute !== "href" || svgReferenceElements.has(element) ? undefined : kind;
}

/** Returns the ranges of the URLs in the value of a `srcset` attribute, such as `a.png 1x, b.png 2x`. */
export function findSourceRanges({ start }: TextRange, text: string): TextRange[] {
  return [...text.slice(0, maxTargetLength).matchAll(/(?:^|,\s*|\s*)([^\s,]\S*)(?:\s+[\d.]+[wx])?\s*(?=,|$)/g)].map(
    (match) => {
      const urlStart = start + match.index + match[0].indexOf(match[1] ?? "");
      return { start: urlStart, end: urlStart + (match[1] ?? "").length };
    },
  );
}
