import {
  skipSpacesAndTabs,
  findNextLineStart,
  getLineEnd,
  type TextEdit,
  type TextRange,
  getLineStart,
} from "../../text/text-edit.ts";
import type { SyntaxFix } from "../syntax-problem.ts";
import { createEscapeFix, type UnverifiedProblem, createInsertion } from "./unverified-problem.ts";
import type { MdxTag } from "./mdx-parser.ts";
import { isTagName, voidElements } from "./tag-problems.ts";

/**
 * Returns the error for an opening tag that isn't closed before `closingTag` or the end of the page. `closingTag` is
 * the closing tag of an element that contains the opening tag.
 */
export function createNotClosedProblem(
  text: string,
  tags: readonly MdxTag[],
  tag: MdxTag,
  closingTag: MdxTag | undefined,
  isIntendedToClose: boolean,
): UnverifiedProblem {
  const isType = !isIntendedToClose && /[\w.]/.test(text[tag.range.start - 1] ?? "");
  const kind = voidElements.has(tag.name)
    ? "void-not-closed"
    : !isTagName(tag.name) ||
        isType ||
        (!isIntendedToClose && (isCapitalizedWord(text, tags, tag) || isNamedInSentence(text, tags, tag)))
      ? "placeholder"
      : "tag-not-closed";
  const selfCloseFix: SyntaxFix = {
    kind: "self-close",
    text: tag.name,
    edits: [createSelfClosingEdit(text, tag)],
  };
  const escapeFix = createEscapeFix([tag.range.start], "<");
  const closingFix: SyntaxFix = {
    kind: "make-closing",
    text: tag.name,
    edits: [createInsertion(tag.range.start + 1, "/")],
  };
  const candidates = {
    "void-not-closed": [selfCloseFix],
    placeholder: [escapeFix, createCodeFix(text, tag)],
    "tag-not-closed": [
      ...(isIntendedToClose ? [closingFix] : []),
      ...createNextTagFixes(tags, tag, closingTag),
      ...createClosingTagFixes(text, tags, tag, closingTag),
      selfCloseFix,
      ...(tag.hasAttributes ? [] : [escapeFix]),
    ],
  }[kind];
  const source = text.slice(tag.range.start + 1, tag.range.end - 1);
  const isShort = kind === "placeholder" && source.length <= 40 && !/[\r\n`]/.test(source);
  const problem: UnverifiedProblem = {
    kind,
    range: isShort ? tag.range : getHeadRange(tag),
    text: isShort ? source : tag.name,
    candidates,
    patches: [],
  };
  const escapedProblem = kind === "tag-not-closed" ? findEscapedClosing(text, tag) : undefined;
  return escapedProblem ? { ...escapedProblem, alternative: problem } : problem;
}

const maxEscapedDistance = 500;

/** Returns the error for a closing tag after a backslash on the same line, as in `<kbd>\\</kbd>`. */
function findEscapedClosing(text: string, { name, range }: MdxTag): UnverifiedProblem | undefined {
  const escapedTag = `\\</${name}>`;
  const line = text.slice(range.end, getLineEnd(text, range.end, range.end + maxEscapedDistance));
  let index = line.indexOf(escapedTag);
  // A backslash after another one is text, and the tag after it isn't escaped.
  while (index >= 0 && /(?<!\\)\\(?:\\\\)*$/.test(line.slice(0, index))) index = line.indexOf(escapedTag, index + 1);
  if (index < 0) return undefined;
  const start = range.end + index;
  return {
    kind: "closing-escaped",
    range: { start, end: start + escapedTag.length },
    text: name,
    candidates: [{ kind: "rename", text: `\\${escapedTag}`, edits: [createInsertion(start, "\\")] }],
    patches: [],
  };
}

function createCodeFix(text: string, { range, name }: MdxTag): SyntaxFix {
  const identifierLength = /[\w$.]*$/.exec(text.slice(Math.max(0, range.start - 80), range.start))?.[0].length ?? 0;
  return {
    kind: "code",
    text: name,
    edits: [createInsertion(range.start - identifierLength, "`"), createInsertion(range.end, "`")],
  };
}

/**
 * Returns the fixes for a `<Note/>` that the author probably meant as `</Note>`. This is assumed if the next tag with
 * that name is self-closing and has no attributes.
 */
function createNextTagFixes(tags: readonly MdxTag[], tag: MdxTag, closingTag: MdxTag | undefined): SyntaxFix[] {
  const nextTag = tags.find((other) => other.name === tag.name && other.range.start >= tag.range.end);
  const isIntended = nextTag?.isSelfClosing && !nextTag.isClosing && !nextTag.hasAttributes && nextTag.name !== "";
  if (!isIntended || nextTag.range.start > (closingTag?.range.start ?? Infinity)) return [];
  return [{ kind: "rename", text: `</${tag.name}>`, edits: [{ range: nextTag.range, newText: `</${tag.name}>` }] }];
}

function createSelfClosingEdit(text: string, { range }: MdxTag) {
  const isSpaced = /\s/.test(text[range.end - 2] ?? "");
  return createInsertion(range.end - 1, isSpaced ? "/" : " /");
}

/**
 * Returns fixes that insert the closing tag at the likely positions: before the next tag with the same name, before the
 * closing tag of the element that contains it, or at the end of its block.
 */
function createClosingTagFixes(
  text: string,
  tags: readonly MdxTag[],
  tag: MdxTag,
  closingTag: MdxTag | undefined,
): SyntaxFix[] {
  const limit = Math.min(closingTag?.range.start ?? text.length, tag.block.range.end, text.length);
  const sibling = tags.find(
    (other) =>
      !other.isClosing && other.name === tag.name && other.block === tag.block && other.range.start >= tag.range.end,
  );
  const contentLimit = sibling && sibling.range.start < limit ? sibling.range.start : limit;
  const contentEnd = tag.isBlock
    ? findContentEnd(text, tag, contentLimit, closingTag !== undefined || contentLimit < limit)
    : undefined;
  const offsets = [...(contentEnd === undefined ? [] : [contentEnd]), contentLimit, limit];
  return offsets.map((offset) => ({
    kind: "close",
    text: `</${tag.name}>`,
    edits: [createClosingTagEdit(text, tag, offset)],
  }));
}

/**
 * Returns the offset before `limit` at which the tag's content appears to end, or undefined if there's none. If the
 * content is indented further than the tag, it ends before the first line that isn't. Otherwise, if nothing else limits
 * the content (`hasEnd`), it ends after the first paragraph.
 */
function findContentEnd(text: string, { range }: MdxTag, limit: number, hasEnd: boolean): number | undefined {
  const tagIndent = getIndent(text, range.start).length;
  let end: number | undefined;
  let isDeeper = false;
  for (let start = findNextLineStart(text, getLineEnd(text, range.end)); start < limit;) {
    const lineEnd = getLineEnd(text, start);
    const textStart = skipSpacesAndTabs(text, start, lineEnd);
    if (textStart < lineEnd) {
      if (end === undefined) isDeeper = textStart - start > tagIndent;
      else if (isDeeper && textStart - start <= tagIndent) return end;
      end = lineEnd;
    } else if (end !== undefined && !isDeeper && !hasEnd) return end;
    start = findNextLineStart(text, lineEnd);
  }
  return undefined;
}

function createClosingTagEdit(text: string, tag: MdxTag, offset: number) {
  const closingTag = `</${tag.name}>`;
  const end = text.slice(0, offset).trimEnd().length;
  if (!tag.isBlock) return createInsertion(Math.max(end, tag.range.end), closingTag);
  const indent = getIndent(text, tag.range.start);
  const eol = detectEol(text);
  return createInsertion(Math.max(end, tag.range.end), `${eol}${indent}${closingTag}`);
}

/** Returns the error for a closing tag without an opening tag, such as `</Card>`. */
export function createStrayProblem(text: string, tag: MdxTag): UnverifiedProblem {
  const range = expandToLine(text, tag.range);
  const isVoid = voidElements.has(tag.name);
  return {
    kind: "closing-without-opening",
    range: tag.range,
    text: tag.name,
    candidates: [
      ...(isVoid
        ? [
            {
              kind: "self-close" as const,
              text: tag.name,
              edits: [{ range: tag.range, newText: `<${tag.name} />` }],
            },
          ]
        : []),
      { kind: "remove-closing", text: tag.name, edits: [{ range, newText: "" }] },
    ],
    patches: [],
  };
}

/** Returns the error for swapped closing tags, as in `<b><i></b></i>`. */
export function createCrossedProblem(
  firstClosingTag: MdxTag,
  secondClosingTag: MdxTag,
  openTag: MdxTag,
): UnverifiedProblem {
  return {
    kind: "tags-crossed",
    range: firstClosingTag.range,
    text: firstClosingTag.name,
    other: { text: openTag.name, range: getHeadRange(openTag) },
    candidates: [
      {
        kind: "swap-closings",
        text: openTag.name,
        edits: [
          { range: firstClosingTag.range, newText: `</${secondClosingTag.name}>` },
          { range: secondClosingTag.range, newText: `</${firstClosingTag.name}>` },
        ],
      },
    ],
    patches: [],
  };
}

/** Returns the error for a closing tag with the wrong name, as in `<Card>…</Crad>`. */
export function createWrongNameProblem(tag: MdxTag, openTag: MdxTag): UnverifiedProblem {
  return {
    kind: "tags-crossed",
    range: tag.range,
    text: tag.name,
    other: { text: openTag.name, range: getHeadRange(openTag) },
    candidates: [
      {
        kind: "rename-closing",
        text: `</${openTag.name}>`,
        edits: [{ range: tag.range, newText: `</${openTag.name}>` }],
      },
    ],
    patches: [],
  };
}

/** Returns the error for a closing tag with attributes or a second slash, such as `</Card title="x">` or `</Card/>`. */
export function createClosingTagProblem(text: string, tag: MdxTag): UnverifiedProblem {
  return {
    kind: "tag-malformed",
    range: tag.range,
    text: text.slice(tag.range.start, tag.range.end).slice(0, 30),
    candidates: [{ kind: "end-tag", text: `</${tag.name}>`, edits: [{ range: tag.range, newText: `</${tag.name}>` }] }],
    patches: [],
  };
}

/** Returns the error for a tag that is opened in one paragraph, list item, or other block and closed in another. */
export function createAcrossBlocksProblem(text: string, openTag: MdxTag, tag: MdxTag): UnverifiedProblem {
  const indent = getIndent(text, openTag.range.start);
  const lineStart = getLineStart(text, tag.range.start);
  const outdentEdit = { range: { start: lineStart, end: tag.range.start }, newText: indent };
  const startsLine = /^[ \t]*$/.test(text.slice(lineStart, tag.range.start));
  const isOpeningReported = !openTag.isBlock;
  const [openingLineEdits, closingLineEdits] = [
    createOwnLineEdits(text, openTag.range, indent),
    createOwnLineEdits(text, tag.range, indent),
  ];
  const ownLineFixes = [
    isOpeningReported ? openingLineEdits : closingLineEdits,
    isOpeningReported ? closingLineEdits : openingLineEdits,
    [...openingLineEdits, ...closingLineEdits],
  ]
    .filter((edits) => edits.length > 0)
    .map((edits) => ({ kind: "own-lines" as const, text: openTag.name, edits }));
  const openingReference = { text: openTag.name, range: getHeadRange(openTag) };
  const closingReference = { text: tag.name, range: tag.range };
  return {
    kind: "tag-across-blocks",
    range: isOpeningReported ? getHeadRange(openTag) : tag.range,
    text: isOpeningReported ? `<${openTag.name}>` : `</${tag.name}>`,
    other: isOpeningReported ? closingReference : openingReference,
    candidates: [
      ...(startsLine ? [{ kind: "outdent" as const, text: tag.name, edits: [outdentEdit] }] : []),
      ...ownLineFixes,
    ],
    patches: [],
  };
}

/** Returns edits that move the tag to a separate line. */
function createOwnLineEdits(text: string, range: TextRange, indent: string): TextEdit[] {
  const newText = `${detectEol(text)}${indent}`;
  const isFirst = text.slice(getLineStart(text, range.start), range.start).trim() === "";
  const isLast = text.slice(range.end, getLineEnd(text, range.end)).trim() === "";
  return [
    ...(isFirst ? [] : [createInsertion(range.start, newText)]),
    ...(isLast ? [] : [createInsertion(range.end, newText)]),
  ];
}

/** Returns the range of the tag's beginning, such as `<Card` in `<Card title="x">`. */
function getHeadRange({ range, name }: MdxTag): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + Math.max(1, name.length) + 1) };
}

/**
 * Returns the range of the entire line, including its line break, if the line contains nothing else. Otherwise, returns
 * the range itself.
 */
function expandToLine(text: string, range: TextRange): TextRange {
  const start = getLineStart(text, range.start);
  const end = getLineEnd(text, range.end);
  const isAlone = text.slice(start, range.start).trim() === "" && text.slice(range.end, end).trim() === "";
  return isAlone ? { start, end: findNextLineStart(text, end) } : range;
}

/** Returns the spaces and quote marks at the start of the line that contains `offset`. */
function getIndent(text: string, offset: number): string {
  const line = text.slice(getLineStart(text, offset), offset);
  const indent = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(line)?.[0] ?? "";
  return indent.replace(/[^>\t]/g, " ");
}

function detectEol(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

const maxProblems = 20;

/**
 * Matches closing tags with opening tags, and returns an error for each tag without a counterpart. Each error is
 * reported only once. For example, an unclosed tag inside another tag isn't also an error of the outer tag.
 * `reservedNames` contains the names of opening tags that were masked because they couldn't be parsed.
 */
export function findMismatchedTags(
  text: string,
  tags: readonly MdxTag[],
  reservedNames: readonly string[] = [],
): UnverifiedProblem[] {
  const matcher = new TagMatcher(text, tags, reservedNames);
  for (let i = 0; i < tags.length && matcher.problems.length < maxProblems; i++) i += matcher.processTag(i);
  matcher.reportUnclosedTags();
  return matcher.problems.slice(0, maxProblems);
}

class TagMatcher {
  readonly problems: UnverifiedProblem[] = [];
  readonly #text: string;
  readonly #tags: readonly MdxTag[];
  readonly #reservedNames: string[];
  #openTags: MdxTag[] = [];

  constructor(text: string, tags: readonly MdxTag[], reservedNames: readonly string[]) {
    this.#text = text;
    this.#tags = tags;
    this.#reservedNames = [...reservedNames];
  }

  /** Processes the tag at index `i`. Returns the number of tags after it that were processed along with it. */
  processTag(i: number): number {
    const tag = this.#tags[i];
    if (!tag) return 0;
    if (!tag.isClosing) {
      if (!tag.isSelfClosing) this.#openTags.push(tag);
      return 0;
    }
    const depth = this.#openTags.findLastIndex(({ name }) => name === tag.name);
    if (depth >= 0 && (tag.hasAttributes || tag.isSelfClosing))
      this.problems.push(createClosingTagProblem(this.#text, tag));
    return depth >= 0 ? this.#closeTagAtDepth(depth, tag, i) : this.#reportStrayTag(tag, i);
  }

  reportUnclosedTags(): void {
    this.#reportOpenTags(0, undefined);
  }

  #closeTagAtDepth(depth: number, tag: MdxTag, i: number): number {
    const openingTag = this.#openTags[depth];
    const innermostTag = this.#openTags.at(-1);
    if (!openingTag || !innermostTag) return 0;
    const nextTag = this.#tags[i + 1];
    const isOnTop = depth === this.#openTags.length - 1;
    // In `<Tabs><Tab>…</Tabs><Tab>…</Tab></Tabs>`, the author meant `</Tab>` instead of the first `</Tabs>`.
    if (!isOnTop && isTagName(innermostTag.name) && this.#isClosed(this.#openTags.slice(depth, -1), i)) {
      this.problems.push(createWrongNameProblem(tag, innermostTag));
      this.#openTags.pop();
      return 0;
    }
    if (!isOnTop && this.#isClosed(this.#openTags.slice(depth), i)) {
      this.problems.push(createStrayProblem(this.#text, tag));
      return 0;
    }
    const canBeCrossed =
      depth === this.#openTags.length - 2 && nextTag?.isClosing && nextTag.name === innermostTag.name;
    if (canBeCrossed && !(depth > 0 && this.#isClosed(this.#openTags.slice(0, depth), i))) {
      this.problems.push(createCrossedProblem(tag, nextTag, innermostTag));
      this.#openTags.length = depth;
      return 1;
    }
    this.#reportOpenTags(depth + 1, tag);
    this.#openTags.length = depth;
    if (openingTag.block !== tag.block) this.problems.push(createAcrossBlocksProblem(this.#text, openingTag, tag));
    return 0;
  }

  /** Whether the tags after index `i` close exactly these tags. If so, none of them is an error. */
  #isClosed(openTags: readonly MdxTag[], i: number): boolean {
    const unclosedNames = openTags.map(({ name }) => name);
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.isClosing) {
        if (unclosedNames.pop() !== tag.name) return false;
        if (unclosedNames.length === 0) return true;
      } else if (!tag.isSelfClosing) unclosedNames.push(tag.name);
    }
    return false;
  }

  #reportStrayTag(tag: MdxTag, i: number): number {
    const reservedIndex = this.#reservedNames.indexOf(tag.name);
    if (reservedIndex >= 0) {
      this.#reservedNames.splice(reservedIndex, 1);
      return 0;
    }
    const depth = this.#openTags.findLastIndex(({ name }) => isTagName(name) && !voidElements.has(name));
    const openingTag = this.#openTags[depth];
    if (!openingTag || voidElements.has(tag.name) || this.#hasLaterClosingTag(openingTag.name, i)) {
      this.problems.push(createStrayProblem(this.#text, tag));
      return 0;
    }
    this.#reportOpenTags(depth + 1, tag);
    this.#openTags.length = depth;
    this.problems.push(createWrongNameProblem(tag, openingTag));
    return 0;
  }

  #hasLaterClosingTag(name: string, i: number): boolean {
    let depth = 0;
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.name !== name || tag.isSelfClosing) continue;
      if (!tag.isClosing) depth++;
      else if (depth-- === 0) return true;
    }
    return false;
  }

  /**
   * Reports the open tags from index `depth` on, because they aren't closed before `closingTag` or the end of the page.
   */
  #reportOpenTags(depth: number, closingTag: MdxTag | undefined): void {
    const unclosedTags = this.#openTags.slice(depth);
    for (const [k, tag] of unclosedTags.entries()) {
      if (this.problems.length >= maxProblems) break;
      const nextTag = unclosedTags[k + 1];
      // In `<b>bold<b>`, the author meant the second tag to be the closing tag.
      if (nextTag && isRepeated(tag, nextTag)) continue;
      const previousTag = unclosedTags[k - 1];
      const isSecond = previousTag !== undefined && isRepeated(previousTag, tag);
      this.problems.push(createNotClosedProblem(this.#text, this.#tags, tag, closingTag, isSecond));
    }
    this.#openTags.length = depth;
  }
}

function isRepeated(first: MdxTag, second: MdxTag): boolean {
  return first.name === second.name && !second.hasAttributes && isTagName(first.name) && !voidElements.has(first.name);
}

/**
 * Whether a tag is probably a placeholder in a sentence, such as `<EMAIL>`. This is the case if its name consists of
 * capital letters, it's in the middle of a line, and neither attributes nor a closing tag suggest a component.
 */
function isCapitalizedWord(text: string, tags: readonly MdxTag[], tag: MdxTag): boolean {
  const { name, range } = tag;
  return (
    /^[A-Z]{2,}\d*$/.test(name) &&
    !tag.hasAttributes &&
    /\S/.test(text.slice(text.lastIndexOf("\n", range.start - 1) + 1, range.start)) &&
    !tags.some((each) => each.isClosing && each.name === name)
  );
}

/** Whether a sentence mentions an element that can't be part of it, as in "Add it to the <head> of the page". */
function isNamedInSentence(text: string, tags: readonly MdxTag[], { name, hasAttributes, range }: MdxTag): boolean {
  return (
    structureElements.has(name) &&
    !hasAttributes &&
    /[\p{L}\p{N}][,:;]? $/u.test(text.slice(Math.max(0, range.start - 3), range.start)) &&
    /^(?: [\p{L}\p{N}(&]|[.,:;)])/u.test(text.slice(range.end, range.end + 2)) &&
    !tags.some((each) => each.isClosing && each.name === name)
  );
}

/** Elements that contain blocks or no text, so that they're never part of a sentence. */
const structureElements: ReadonlySet<string> = new Set(
  "html head body script style template iframe form table div section main header footer nav article aside".split(" "),
);
