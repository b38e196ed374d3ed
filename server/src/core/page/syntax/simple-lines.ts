import { addToGroup } from "../../text/maps.ts";
import { getLineEnd, findNextLineStart } from "../../text/text-edit.ts";

// The patterns of an attribute's value. Keys can't start with an underscore, because `__proto__` can't be repeated.
const literalSource = /(?:"[^"\\\n]*"|'[^'\\\n]*'|-?(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?|true|false)[ \t\n]*/.source;
const propertySource = /(?:[A-Za-z]\w*|"[A-Za-z][\w-]*"|'[A-Za-z][\w-]*')[ \t\n]*:[ \t\n]*/.source + literalSource;
const arraySource = String.raw`\[[ \t\n]*(?:${literalSource}(?:,[ \t\n]*|(?=\])))*\]`;
const objectSource = String.raw`\{[ \t\n]*(?:${propertySource}(?:,[ \t\n]*|(?=\})))*\}`;
const attributeValueSource = String.raw`"[^"\n]*"|'[^'\n]*'|\{(?:${literalSource}|${arraySource}|${objectSource})\}`;
/**
 * Matches a tag whose attributes are literals, or flat objects or arrays of literals. The groups are a closing tag's
 * slash, the name, the attributes, and a self-closing tag's slash.
 */
const tagPattern = new RegExp(
  String.raw`<(\/?)([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)((?:[ \t\n]+[A-Za-z_][\w-]*(?:=(?:${attributeValueSource}))?)*)[ \t\n]*(\/?)>`,
  "y",
);
const commentPattern = /\{\/\*(?:[^*\n]|\*(?!\/))*\*\/\}/y;
const tagStartPattern = /^[ \t]*<[A-Za-z][^<>`]*$/;

/** Matches a line that starts or ends a formula with several lines. */
const formulaFencePattern = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)]|\[\^[^\]]*\]:)[ \t]*)*\$\$/;

/** Matches the start of a list item, quote, or footnote, whose content can continue on later lines. */
const containerPattern = /[ \t]*(?:>|\[\^|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/y;
/** Matches the start of a list item whose content starts on the same line. */
const itemStartPattern = /(?:[-*+]|\d{1,9}[.)]) +(?=[^ \t])/y;

/** Matches an import on a single line. The groups are the default name and the names in braces. */
const simpleImportPattern =
  /^import (?:([A-Z]\w*)|\{ ?([A-Z]\w*(?:, ?[A-Z]\w*)*) ?\}) from (?:"[^"\\\n]*"|'[^'\\\n]*');?[ \t]*$/;

/** The maximum nesting depth of tags. It exceeds the depth on real pages and is far below the parser's limit. */
const maxOpenTags = 200;

/** The maximum number of lines in a tag. */
const maxTagLines = 30;

/** Matches characters without a special meaning. Most lines contain no others. */
const plainTextPattern = /[^`<{|$():*_~[\]\\]+/y;

/** Matches the characters that enclose text, such as `**` and `[`. */
const enclosingPattern = /[*_~[\]]/;

/** Matches the characters that can start code, a tag, an expression, a table, a formula, or an escape. */
const structuralPattern = /[`<{|$\\]/;

/**
 * Checks line by line whether the tags and imports on a page are certainly valid. Accepts only tags that can be paired
 * without parsing the Markdown around them:
 *
 * - Tags that are paired within a line, if no emphasis, link, or table cell can start between them and end outside
 *   them.
 * - Lines that contain only tags and aren't in a quote or footnote. Both tags of a pair must be in the same list item.
 */
export class SimpleLineChecker {
  /** The unclosed tags that are on lines without any other content. */
  readonly #openTags: OpenTag[] = [];
  readonly #imports = new Set<string>();
  #lastKind: "blank" | "import" | "table" | "tags" | "text" = "blank";
  /** The containers that may still be open. The innermost one is last. */
  readonly #containers: Container[] = [];
  /**
   * The innermost tag that contains the first enclosing character of the current paragraph, or this object if no tag
   * contains it.
   */
  #enclosingTag: object | undefined;
  /** Whether the current paragraph contains an opening tag and its closing tag on the same line. */
  #hasPairs = false;
  #dollarCount = 0;
  /** Whether the current paragraph contains a dollar sign outside code. */
  #hasDollar = false;
  /** Whether the current paragraph may contain a tag or expression. */
  #hasTags = false;
  /** Whether the enclosing characters of the current paragraph are in different tags. */
  #isMixed = false;
  /** Whether a backtick in the current paragraph may belong to a URL or link, so that it's unclear what is code. */
  #mayHaveUnclearCode = false;

  /** Whether all tags are closed. */
  get isComplete(): boolean {
    return this.#openTags.length === 0;
  }

  /**
   * Skips a code block whose fences have this indentation. Returns false if the block follows an import without a blank
   * line, because then only the parser can decide whether the import is valid.
   */
  skipFence(indentation: string): boolean {
    this.#followContainers(`${indentation}\``);
    const isPartOfModule = this.#lastKind === "import";
    this.#startParagraph();
    this.#lastKind = "text";
    return !isPartOfModule;
  }

  /**
   * Reads one or more lines, starting with `lines[lineIndex]`. Returns the number of lines read, or undefined if only
   * the parser can decide whether they're valid.
   */
  read(lines: readonly string[], lineIndex: number): number | undefined {
    const line = lines[lineIndex] ?? "";
    const content = line.replace(/^[ \t]+/, "");
    if (content === "") {
      this.#startParagraph();
      this.#lastKind = "blank";
      return 1;
    }
    this.#followContainers(line);
    if (/^import[ \t]/.test(line)) return this.#readImport(line) ? 1 : undefined;
    if (formulaFencePattern.test(line)) return undefined;
    // Without a blank line before it, the text would be part of the import.
    if (/^export[ \t]/.test(line) || this.#lastKind === "import") return undefined;
    const count = tagStartPattern.test(line) ? countTagLines(lines, lineIndex) : 1;
    const text = lines.slice(lineIndex, lineIndex + count).join("\n");
    return this.#readText(text) ? count : undefined;
  }

  /** Updates `#containers` at the start of a line that isn't blank. */
  #followContainers(line: string): void {
    const indentation = measureIndentation(line);
    if (this.#lastKind === "blank") this.#leaveContainers(indentation);
    // The line may continue the paragraph of a container that it isn't indented in.
    const outerContainer = this.#leaveContainers(indentation ?? 0);
    if (outerContainer) this.#containers.push({ ...outerContainer, isCertain: false });
    let column = line.search(/[^ ]/);
    for (itemStartPattern.lastIndex = column; itemStartPattern.test(line);) {
      this.#leaveContainers(column);
      column = itemStartPattern.lastIndex;
      this.#containers.push({ contentStart: column, isCertain: true });
    }
    containerPattern.lastIndex = column;
    const start = containerPattern.exec(line)?.[0];
    // A footnote's content is indented by 4 spaces, regardless of the indentation of its label.
    const contentStart = 1 + (start?.endsWith("[^") ? Math.min(column, 3) : column);
    if (start === undefined) return;
    this.#leaveContainers(contentStart);
    this.#containers.push({ contentStart, isCertain: false });
  }

  /**
   * Removes the containers whose content can't have this indentation, and returns the outermost of them. Removes none
   * if tabs are used for indentation.
   */
  #leaveContainers(indentation = Infinity): Container | undefined {
    let removedContainer: Container | undefined;
    while ((this.#containers.at(-1)?.contentStart ?? 0) > indentation) removedContainer = this.#containers.pop();
    return removedContainer;
  }

  #readImport(line: string): boolean {
    if (this.#lastKind !== "blank" && this.#lastKind !== "import") return false;
    const [, name = "", bracedNames = ""] = simpleImportPattern.exec(line) ?? [];
    const names = (name || bracedNames)
      .split(/, ?/)
      .map((importedName) => importedName.trim())
      .filter((importedName) => importedName !== "");
    if (names.length === 0) return false;
    for (const importedName of names) {
      if (this.#imports.has(importedName)) return false;
      this.#imports.add(importedName);
    }
    this.#lastKind = "import";
    return true;
  }

  /**
   * Reads text that spans one or more lines. Returns false if only the parser can decide whether the tags in it are
   * valid.
   */
  #readText(text: string): boolean {
    if (!structuralPattern.test(text)) return this.#readProse(text);
    const offsetsByRunLength = text.includes("`") ? groupBacktickRuns(text) : undefined;
    /** The closing tags without an opening tag in this text, followed by the opening tags without a closing tag. */
    const unpairedTags: Tag[] = [];
    const pairs: Tag[] = [];
    const hasTags = /[<{]/.test(text);
    if (offsetsByRunLength && unusualLinkPattern.test(text)) this.#mayHaveUnclearCode = true;
    /** The end of the last code or tag. */
    let lastEnd = 0;
    let hasText = false;
    let isTable = false;
    /** Whether the position is after `](` or `]:` and before the closing `)`. */
    let isInLink = false;
    this.#dollarCount += text.split("$").length - 1;
    for (let i = 0; i < text.length;) {
      plainTextPattern.lastIndex = i;
      if (plainTextPattern.test(text)) {
        hasText ||= /[^ \t\n]/.test(text.slice(i, plainTextPattern.lastIndex));
        i = plainTextPattern.lastIndex;
        continue;
      }
      const char = text[i] ?? "";
      if (char === "`") {
        // A backtick after a URL is part of it, so it doesn't start code.
        if (urlPattern.test(getLastWord(text.slice(lastEnd, i)))) this.#mayHaveUnclearCode = true;
        const runLength = measureRun(text, i);
        const closingRunStart = takeNextOffset(offsetsByRunLength?.get(runLength), i + runLength);
        if (closingRunStart === undefined) return false;
        const code = text.slice(i + runLength, closingRunStart);
        isTable ||= code.includes("|");
        if (hasTags && (isInLink || code.includes("|"))) return false;
        hasText = true;
        i = lastEnd = closingRunStart + runLength;
        continue;
      }
      if (char === "<" || char === "{") {
        const tag = char === "<" ? readTag(text, i) : readComment(text, i);
        if (!tag || isInLink || /[|$]/.test(text.slice(i, tag.end))) return false;
        i = lastEnd = tag.end;
        if (tag.kind === "complete") continue;
        if (tag.kind === "closing" && pairs.length > 0) {
          if (pairs.pop()?.name !== tag.name) return false;
          unpairedTags.pop();
          this.#hasPairs = true;
          continue;
        }
        unpairedTags.push(tag);
        if (tag.kind === "opening") pairs.push(tag);
        continue;
      }
      if (char === "|") {
        if (pairs.length > 0) return false;
        isTable = true;
      }
      if (char === "$") this.#hasDollar = true;
      if (char === ")") isInLink = false;
      else if ((char === "(" || char === ":") && text[i - 1] === "]") isInLink = true;
      const isEscape = char === "\\";
      if (isEscape || enclosingPattern.test(char)) this.#recordEnclosing(pairs.at(-1) ?? this);
      hasText = true;
      if (isEscape && /[<{]/.test(text[i + 1] ?? "")) return false;
      i += isEscape ? 2 : 1;
    }
    const isMultiline = text.includes("\n");
    if (unpairedTags.length > 0 || isMultiline) return !hasText && this.#pairLines(unpairedTags, text);
    this.#hasTags ||= hasTags;
    if (this.#isAmbiguous || (hasTags && this.#mayHaveUnclearCode)) return false;
    this.#lastKind = isTable ? "table" : hasText ? "text" : "tags";
    return true;
  }

  /** Reads text that doesn't contain structural characters. */
  #readProse(text: string): boolean {
    if (enclosingPattern.test(text)) this.#recordEnclosing(this);
    if (this.#isAmbiguous || text.includes("\n")) return false;
    this.#lastKind = "text";
    return true;
  }

  /**
   * Whether only the parser can decide what the tags in the current paragraph belong to. Two dollar signs can enclose a
   * formula, in which backticks and tags have no special meaning. If all dollar signs are in code, they don't start a
   * formula.
   */
  get #isAmbiguous(): boolean {
    return (this.#hasTags && this.#hasDollar && this.#dollarCount > 1) || (this.#hasPairs && this.#isMixed);
  }

  /** Pairs the tags in text that contains only tags with the tags on other such lines. */
  #pairLines(tags: readonly Tag[], text: string): boolean {
    const lines = text.split("\n");
    if (lines.length > 1 && this.#lastKind === "text") return false;
    // A tag ends the paragraph before it. Without enough indentation, it also ends the list item.
    this.#leaveContainers(measureIndentation(text));
    const container = this.#containers.at(-1);
    if (container && !lines.every((line) => isInside(line, container))) return false;
    this.#startParagraph();
    this.#lastKind = "tags";
    for (const { name, kind } of tags)
      if (kind === "opening") this.#openTags.push({ name, container });
      else {
        const openTag = this.#openTags.pop();
        if (openTag?.name !== name || openTag.container !== container) return false;
      }
    return this.#openTags.length <= maxOpenTags;
  }

  #recordEnclosing(enclosingTag: object): void {
    this.#enclosingTag ??= enclosingTag;
    if (this.#enclosingTag !== enclosingTag) this.#isMixed = true;
  }

  #startParagraph(): void {
    this.#mayHaveUnclearCode = false;
    this.#dollarCount = 0;
    this.#hasDollar = false;
    this.#hasTags = false;
    this.#enclosingTag = undefined;
    this.#hasPairs = false;
    this.#isMixed = false;
  }
}

/** A list item, quote, or footnote. */
interface Container {
  /** The column at which its content starts, or the minimum if `isCertain` is false. */
  readonly contentStart: number;
  /** Whether it's a list item that is certainly open at lines that are indented to the start of its content. */
  readonly isCertain: boolean;
}

interface OpenTag {
  readonly name: string;
  readonly container: Container | undefined;
}

/**
 * Whether the line is certainly inside the container, that is, indented to the start of its content. Returns false if
 * that start is uncertain.
 */
function isInside(line: string, { contentStart, isCertain }: Container): boolean {
  return isCertain && line.startsWith(" ".repeat(contentStart));
}

/** Returns the number of spaces at the start of the line. Returns undefined if a tab follows them. */
function measureIndentation(line: string): number | undefined {
  const count = /^ */.exec(line)?.[0].length ?? 0;
  return line[count] === "\t" ? undefined : count;
}

interface Tag {
  readonly kind: "opening" | "closing" | "complete";
  readonly name: string;
  readonly end: number;
}

function readTag(text: string, offset: number): Tag | undefined {
  tagPattern.lastIndex = offset;
  const [matchedText = "", slash, name = "", attributes, selfClosingSlash] = tagPattern.exec(text) ?? [];
  const isClosing = slash === "/";
  const isComplete = selfClosingSlash === "/";
  if (matchedText === "" || (isClosing && (isComplete || attributes !== ""))) return undefined;
  return { kind: isClosing ? "closing" : isComplete ? "complete" : "opening", name, end: offset + matchedText.length };
}

function readComment(text: string, offset: number): Tag | undefined {
  commentPattern.lastIndex = offset;
  const [comment] = commentPattern.exec(text) ?? [];
  return comment === undefined ? undefined : { kind: "complete", name: "", end: offset + comment.length };
}

/**
 * Returns the number of lines up to the end of the tag that starts on the line `lineIndex`, or 1 if the tag might not
 * end.
 */
function countTagLines(lines: readonly string[], lineIndex: number): number {
  for (let count = 1; count < maxTagLines; count++) {
    const line = lines[lineIndex + count] ?? "";
    if (/^[ \t]*$/.test(line) || line.includes("`")) return 1;
    if (line.includes(">")) return count + 1;
  }
  return 1;
}

/**
 * Matches a backtick in the label of a reference, footnote, or definition, and links whose target may contain a
 * backtick or a parenthesis, or that have a title.
 */
const unusualLinkPattern = /\]\[[^\][`]*`|\[\^[^\][`]*`|\[[^\][`]*`[^\][]*\]:|\]\([^)"'(`]*["'(`]/;

const urlPattern = /https?:\/\/|www\./i;

/** Returns the text after the last space or bracket, which is where a URL may start. */
function getLastWord(text: string): string {
  return text.split(/[\s<]/).at(-1) ?? "";
}

/** Groups the sequences of backticks by their length. Each value contains start offsets, starting with the last one. */
function groupBacktickRuns(line: string): ReadonlyMap<number, number[]> {
  const offsetsByRunLength = new Map<number, number[]>();
  for (let end = line.lastIndexOf("`") + 1; end > 0;) {
    let start = end - 1;
    while (line[start - 1] === "`") start--;
    addToGroup(offsetsByRunLength, end - start, start);
    end = start === 0 ? 0 : line.lastIndexOf("`", start - 1) + 1;
  }
  return offsetsByRunLength;
}

/**
 * Returns the first offset at or after `minOffset`, or undefined if there's none. Removes earlier offsets, because no
 * later call needs them.
 */
function takeNextOffset(offsets: number[] | undefined, minOffset: number): number | undefined {
  while (offsets && (offsets.at(-1) ?? minOffset) < minOffset) offsets.pop();
  return offsets?.at(-1);
}

function measureRun(line: string, start: number): number {
  let end = start;
  while (line[end] === "`") end++;
  return end - start;
}

export interface Fence {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  readonly marker: string;
  readonly info: string;
  /** Whether the block ends here because this line of its list item isn't indented far enough. */
  readonly isImplied?: true;
}

const fenceLinePattern = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})([^\r\n]*)$/;
/** Matches the start of a list item, but not a thematic break such as `* * *`. */
export const listItemPattern = /^(?![ \t]*([-*])(?:[ \t]*\1){2,}[ \t]*$)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;

/**
 * Returns the lines that may be fences. Skips comments outside code. If a block ends with its list item instead of a
 * fence, adds an empty closing fence there.
 */
export function readFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let openFence: Fence | undefined;
  let canBeComment = true;
  /** The columns at which the text of the current list items starts. The innermost item is last. */
  let itemColumns: readonly number[] = [];
  for (let start = 0; start < text.length;) {
    const end = getLineEnd(text, start);
    const line = text.slice(start, end);
    const fence = parseFence(line, start, end);
    const marker = openFence ? undefined : listItemPattern.exec(line)?.[0];
    if (marker !== undefined || (itemColumns.length > 0 && line.trim() !== "" && !(openFence && fence?.info === ""))) {
      const column = countColumns(/^[ \t]*/.exec(line)?.[0] ?? "");
      const contentColumn = itemColumns.at(-1);
      if (
        openFence &&
        contentColumn !== undefined &&
        column < contentColumn &&
        countColumns(openFence.indent) >= contentColumn
      ) {
        fences.push({ ...openFence, start, end: start, info: "", isImplied: true });
        openFence = undefined;
      }
      if (!openFence)
        itemColumns = [
          ...itemColumns.filter((itemColumn) => itemColumn <= column),
          ...(marker ? [countColumns(marker)] : []),
        ];
    }
    if (fence) {
      fences.push(fence);
      if (!openFence) openFence = fence;
      else if (closesFence(openFence, fence)) openFence = undefined;
    }
    const commentStart = openFence || !canBeComment ? -1 : line.lastIndexOf("{/*");
    const commentEnd = commentStart < 0 ? -1 : text.indexOf("*/", start + commentStart);
    if (commentStart >= 0 && commentEnd < 0) canBeComment = false;
    start = findNextLineStart(text, commentEnd < end ? end : getLineEnd(text, commentEnd));
  }
  return fences;
}

function parseFence(line: string, start: number, end: number): Fence | undefined {
  const [, indent = "", marker, info = ""] = fenceLinePattern.exec(line) ?? [];
  return marker === undefined ? undefined : { start, end, indent, marker, info: info.trim() };
}

/**
 * Whether a fence closes the block: it's of the right kind, long enough, and alone on its line. It can be indented by
 * any number of spaces, because MDX doesn't support indented code.
 */
export function closesFence(openFence: Fence, { marker, info }: Fence): boolean {
  return info === "" && marker[0] === openFence.marker[0] && marker.length >= openFence.marker.length;
}

export function countColumns(indent: string): number {
  return indent.split("").reduce((columns, char) => (char === "\t" ? columns + 4 - (columns % 4) : columns + 1), 0);
}

/**
 * Matches three quotes, the start of a here-document, or a line with one word. Because `<<` is also an operator, as in
 * `1 << n` and `class << self`, the word after it is in uppercase or directly follows it, and ends the command.
 */
const stringStartPattern =
  /("""|''')|(?:(?<!<)(?:<<<|<<[-~]?[ \t]*)["']?([A-Z_][A-Z\d_]+)\b|(?<=\s)<<[-~]?["']?([A-Za-z_]\w*))["']?(?=[ \t]*(?:[>|&]|\r?$))|^[ \t]*([A-Za-z_]\w*)[ \t\r]*$/gm;

/**
 * Returns the terminator of the multiline string that is open after the code: three quotes, or the word that ends a
 * here-document. `openQuote` is the terminator of the string that is open before the code.
 */
export function findOpenStringTerminator(code: string, openQuote?: string): string | undefined {
  let currentQuote = openQuote;
  for (const [, quotes, constant, word, line] of code.matchAll(stringStartPattern)) {
    if (currentQuote === undefined) currentQuote = quotes ?? constant ?? word;
    else if (currentQuote === (quotes ?? line)) currentQuote = undefined;
  }
  return currentQuote;
}
