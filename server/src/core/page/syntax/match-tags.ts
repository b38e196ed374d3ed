import {
  afterSpaces,
  afterLineEnd,
  endOfLine,
  type TextEdit,
  type TextRange,
  startOfLine,
} from "../../text/text-edit.ts";
import type { SyntaxRepair } from "../syntax-problem.ts";
import { escapeRepair, type Fault, insertion } from "./fault.ts";
import type { MdxTag } from "./mdx-parser.ts";
import { isTagName, voidElements } from "./tag-faults.ts";

/**
 * Returns the error for an opening tag that isn't closed before `closing` or the end of the page. `closing` is the
 * closing tag of an element that contains the opening tag.
 */
export function notClosedFault(
  text: string,
  tags: readonly MdxTag[],
  tag: MdxTag,
  closing: MdxTag | undefined,
  isMeantToClose: boolean,
): Fault {
  const isType = !isMeantToClose && /[\w.]/.test(text[tag.range.start - 1] ?? "");
  const kind = voidElements.has(tag.name)
    ? "void-not-closed"
    : !isTagName(tag.name) || isType
      ? "placeholder"
      : "tag-not-closed";
  const selfClose: SyntaxRepair = { kind: "self-close", text: tag.name, edits: [selfClosing(text, tag)] };
  const escape = escapeRepair([tag.range.start], "<");
  const makeClosing: SyntaxRepair = {
    kind: "make-closing",
    text: tag.name,
    edits: [insertion(tag.range.start + 1, "/")],
  };
  const candidates = {
    "void-not-closed": [selfClose],
    placeholder: [escape, asCode(text, tag)],
    "tag-not-closed": [
      ...(isMeantToClose ? [makeClosing] : []),
      ...selfClosedEnd(tags, tag, closing),
      ...closeRepairs(text, tags, tag, closing),
      selfClose,
      ...(tag.hasAttributes ? [] : [escape]),
    ],
  }[kind];
  const written = text.slice(tag.range.start + 1, tag.range.end - 1);
  const isShort = kind === "placeholder" && written.length <= 40 && !/[\r\n`]/.test(written);
  return {
    fault: kind,
    range: isShort ? tag.range : headOf(tag),
    text: isShort ? written : tag.name,
    candidates,
    patches: [],
  };
}

function asCode(text: string, { range, name }: MdxTag): SyntaxRepair {
  const before = /[\w$.]*$/.exec(text.slice(Math.max(0, range.start - 80), range.start))?.[0].length ?? 0;
  return {
    kind: "code",
    text: name,
    edits: [insertion(range.start - before, "`"), insertion(range.end, "`")],
  };
}

/**
 * Returns the fixes for a `<Note/>` that the author probably meant as `</Note>`. This is assumed if the next tag with
 * that name is self-closing and has no attributes.
 */
function selfClosedEnd(tags: readonly MdxTag[], tag: MdxTag, closing: MdxTag | undefined): SyntaxRepair[] {
  const next = tags.find((other) => other.name === tag.name && other.range.start >= tag.range.end);
  const isMeant = next?.isSelfClosing && !next.isClosing && !next.hasAttributes && next.name !== "";
  if (!isMeant || next.range.start > (closing?.range.start ?? Infinity)) return [];
  return [
    { kind: "rename", text: `</${tag.name}>`, edits: [{ range: next.range, newText: `</${tag.name}>` }] },
  ];
}

function selfClosing(text: string, { range }: MdxTag) {
  const isSpaced = /\s/.test(text[range.end - 2] ?? "");
  return insertion(range.end - 1, isSpaced ? "/" : " /");
}

/**
 * Returns fixes that insert the closing tag at the likely positions: before the next tag with the same name, before the
 * closing tag of the element that contains it, or at the end of its block.
 */
function closeRepairs(
  text: string,
  tags: readonly MdxTag[],
  tag: MdxTag,
  closing: MdxTag | undefined,
): SyntaxRepair[] {
  const limit = Math.min(closing?.range.start ?? text.length, tag.block.range.end, text.length);
  const sibling = tags.find(
    (other) =>
      !other.isClosing &&
      other.name === tag.name &&
      other.block === tag.block &&
      other.range.start >= tag.range.end,
  );
  const last = sibling && sibling.range.start < limit ? sibling.range.start : limit;
  const own = tag.isBlock ? endOfContent(text, tag, last, closing !== undefined || last < limit) : undefined;
  const places = [...(own === undefined ? [] : [own]), last, limit];
  return places.map((at) => ({ kind: "close", text: `</${tag.name}>`, edits: [closingAt(text, tag, at)] }));
}

/**
 * Returns the offset before `limit` at which the tag's content appears to end, or undefined if there's none. If the
 * content is indented further than the tag, it ends before the first line that isn't. Otherwise, if nothing else limits
 * the content (`hasEnd`), it ends after the first paragraph.
 */
function endOfContent(text: string, { range }: MdxTag, limit: number, hasEnd: boolean): number | undefined {
  const depth = indentAt(text, range.start).length;
  let end: number | undefined;
  let isDeeper = false;
  for (let start = afterLineEnd(text, endOfLine(text, range.end)); start < limit;) {
    const lineEnd = endOfLine(text, start);
    const first = afterSpaces(text, start, lineEnd);
    if (first < lineEnd) {
      if (end === undefined) isDeeper = first - start > depth;
      else if (isDeeper && first - start <= depth) return end;
      end = lineEnd;
    } else if (end !== undefined && !isDeeper && !hasEnd) return end;
    start = afterLineEnd(text, lineEnd);
  }
  return undefined;
}

function closingAt(text: string, tag: MdxTag, at: number) {
  const written = `</${tag.name}>`;
  const end = text.slice(0, at).trimEnd().length;
  if (!tag.isBlock) return insertion(Math.max(end, tag.range.end), written);
  const indent = indentAt(text, tag.range.start);
  const eol = eolOf(text);
  return insertion(Math.max(end, tag.range.end), `${eol}${indent}${written}`);
}

/** Returns the error for a closing tag without an opening tag, such as `</Card>`. */
export function strayFault(text: string, tag: MdxTag): Fault {
  const range = wholeLine(text, tag.range);
  const isVoid = voidElements.has(tag.name);
  return {
    fault: "closing-without-opening",
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
export function crossedFault(first: MdxTag, second: MdxTag, open: MdxTag): Fault {
  return {
    fault: "tags-crossed",
    range: first.range,
    text: first.name,
    other: { text: open.name, range: headOf(open) },
    candidates: [
      {
        kind: "swap-closings",
        text: open.name,
        edits: [
          { range: first.range, newText: `</${second.name}>` },
          { range: second.range, newText: `</${first.name}>` },
        ],
      },
    ],
    patches: [],
  };
}

/** Returns the error for a closing tag with the wrong name, as in `<Card>…</Crad>`. */
export function renamedFault(tag: MdxTag, open: MdxTag): Fault {
  return {
    fault: "tags-crossed",
    range: tag.range,
    text: tag.name,
    other: { text: open.name, range: headOf(open) },
    candidates: [
      {
        kind: "rename-closing",
        text: `</${open.name}>`,
        edits: [{ range: tag.range, newText: `</${open.name}>` }],
      },
    ],
    patches: [],
  };
}

/** Returns the error for a closing tag with attributes or a second slash, such as `</Card title="x">` or `</Card/>`. */
export function closingWithJunk(text: string, tag: MdxTag): Fault {
  return {
    fault: "tag-malformed",
    range: tag.range,
    text: text.slice(tag.range.start, tag.range.end).slice(0, 30),
    candidates: [
      { kind: "end-tag", text: `</${tag.name}>`, edits: [{ range: tag.range, newText: `</${tag.name}>` }] },
    ],
    patches: [],
  };
}

/** Returns the error for a tag that is opened in one paragraph, list item, or other block and closed in another. */
export function acrossFault(text: string, open: MdxTag, close: MdxTag): Fault {
  const indent = indentAt(text, open.range.start);
  const lineStart = startOfLine(text, close.range.start);
  const outdent = { range: { start: lineStart, end: close.range.start }, newText: indent };
  const startsLine = /^[ \t]*$/.test(text.slice(lineStart, close.range.start));
  const isOpenAtFault = !open.isBlock;
  const [openAlone, closeAlone] = [
    moveToOwnLine(text, open.range, indent),
    moveToOwnLine(text, close.range, indent),
  ];
  const ownLines = [
    isOpenAtFault ? openAlone : closeAlone,
    isOpenAtFault ? closeAlone : openAlone,
    [...openAlone, ...closeAlone],
  ]
    .filter((edits) => edits.length > 0)
    .map((edits) => ({ kind: "own-lines" as const, text: open.name, edits }));
  const openHead = { text: open.name, range: headOf(open) };
  const closeHead = { text: close.name, range: close.range };
  return {
    fault: "tag-across-blocks",
    range: isOpenAtFault ? headOf(open) : close.range,
    text: isOpenAtFault ? `<${open.name}>` : `</${close.name}>`,
    other: isOpenAtFault ? closeHead : openHead,
    candidates: [
      ...(startsLine ? [{ kind: "outdent" as const, text: close.name, edits: [outdent] }] : []),
      ...ownLines,
    ],
    patches: [],
  };
}

/** Returns edits that move the tag to a separate line. */
function moveToOwnLine(text: string, range: TextRange, indent: string): TextEdit[] {
  const newText = `${eolOf(text)}${indent}`;
  const isFirst = text.slice(startOfLine(text, range.start), range.start).trim() === "";
  const isLast = text.slice(range.end, endOfLine(text, range.end)).trim() === "";
  return [
    ...(isFirst ? [] : [insertion(range.start, newText)]),
    ...(isLast ? [] : [insertion(range.end, newText)]),
  ];
}

/** Returns the range of the tag's beginning, such as `<Card` in `<Card title="x">`. */
function headOf({ range, name }: MdxTag): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + Math.max(1, name.length) + 1) };
}

/**
 * Returns the range of the entire line, including its line break, if the line contains nothing else. Otherwise, returns
 * the range itself.
 */
function wholeLine(text: string, range: TextRange): TextRange {
  const start = startOfLine(text, range.start);
  const end = endOfLine(text, range.end);
  const isAlone = text.slice(start, range.start).trim() === "" && text.slice(range.end, end).trim() === "";
  return isAlone ? { start, end: afterLineEnd(text, end) } : range;
}

/** Returns the spaces and quote marks at the start of the line that contains `at`. */
function indentAt(text: string, at: number): string {
  const line = text.slice(startOfLine(text, at), at);
  const marks = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(line)?.[0] ?? "";
  return marks.replace(/[^>\t]/g, " ");
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

const maxFaults = 20;

/**
 * Matches closing tags with opening tags, and returns an error for each tag without a counterpart. Each mistake causes
 * only one error. For example, an unclosed tag inside another tag isn't also an error of the outer tag. `taken`
 * contains the names of opening tags that were masked because they couldn't be parsed.
 */
export function matchTags(text: string, tags: readonly MdxTag[], taken: readonly string[] = []): Fault[] {
  const matching = new Matching(text, tags, taken);
  for (let i = 0; i < tags.length && matching.faults.length < maxFaults; i++) i += matching.take(i);
  matching.finish();
  return matching.faults.slice(0, maxFaults);
}

class Matching {
  readonly faults: Fault[] = [];
  readonly #text: string;
  readonly #tags: readonly MdxTag[];
  readonly #taken: string[];
  #open: MdxTag[] = [];

  constructor(text: string, tags: readonly MdxTag[], taken: readonly string[]) {
    this.#text = text;
    this.#tags = tags;
    this.#taken = [...taken];
  }

  /** Processes the tag at index `i`. Returns the number of tags after it that were processed along with it. */
  take(i: number): number {
    const tag = this.#tags[i];
    if (!tag) return 0;
    if (!tag.isClosing) {
      if (!tag.isSelfClosing) this.#open.push(tag);
      return 0;
    }
    const depth = this.#open.findLastIndex(({ name }) => name === tag.name);
    if (depth >= 0 && (tag.hasAttributes || tag.isSelfClosing))
      this.faults.push(closingWithJunk(this.#text, tag));
    return depth >= 0 ? this.#closeAt(depth, tag, i) : this.#closeNothing(tag, i);
  }

  finish(): void {
    this.#leaveOpen(0, undefined);
  }

  #closeAt(depth: number, tag: MdxTag, i: number): number {
    const opening = this.#open[depth];
    const top = this.#open.at(-1);
    if (!opening || !top) return 0;
    const next = this.#tags[i + 1];
    const isOnTop = depth === this.#open.length - 1;
    // In `<Tabs><Tab>…</Tabs><Tab>…</Tab></Tabs>`, the author meant `</Tab>` instead of the first `</Tabs>`.
    if (!isOnTop && isTagName(top.name) && this.#closes(this.#open.slice(depth, -1), i)) {
      this.faults.push(renamedFault(tag, top));
      this.#open.pop();
      return 0;
    }
    if (!isOnTop && this.#closes(this.#open.slice(depth), i)) {
      this.faults.push(strayFault(this.#text, tag));
      return 0;
    }
    const mayCross = depth === this.#open.length - 2 && next?.isClosing && next.name === top.name;
    if (mayCross && !(depth > 0 && this.#closes(this.#open.slice(0, depth), i))) {
      this.faults.push(crossedFault(tag, next, top));
      this.#open.length = depth;
      return 1;
    }
    this.#leaveOpen(depth + 1, tag);
    this.#open.length = depth;
    if (opening.block !== tag.block) this.faults.push(acrossFault(this.#text, opening, tag));
    return 0;
  }

  /** Whether the tags after index `i` close exactly these tags. If so, none of them is an error. */
  #closes(open: readonly MdxTag[], i: number): boolean {
    const unclosed = open.map(({ name }) => name);
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.isClosing) {
        if (unclosed.pop() !== tag.name) return false;
        if (unclosed.length === 0) return true;
      } else if (!tag.isSelfClosing) unclosed.push(tag.name);
    }
    return false;
  }

  #closeNothing(tag: MdxTag, i: number): number {
    const takenAt = this.#taken.indexOf(tag.name);
    if (takenAt >= 0) {
      this.#taken.splice(takenAt, 1);
      return 0;
    }
    const depth = this.#open.findLastIndex(({ name }) => isTagName(name) && !voidElements.has(name));
    const opening = this.#open[depth];
    if (!opening || voidElements.has(tag.name) || this.#isClosedLater(opening.name, i)) {
      this.faults.push(strayFault(this.#text, tag));
      return 0;
    }
    this.#leaveOpen(depth + 1, tag);
    this.#open.length = depth;
    this.faults.push(renamedFault(tag, opening));
    return 0;
  }

  #isClosedLater(name: string, i: number): boolean {
    let depth = 0;
    for (const tag of this.#tags.slice(i + 1)) {
      if (tag.name !== name || tag.isSelfClosing) continue;
      if (!tag.isClosing) depth++;
      else if (depth-- === 0) return true;
    }
    return false;
  }

  /**
   * Reports the open tags from index `depth` on, because they aren't closed before `closing` or the end of the page.
   */
  #leaveOpen(depth: number, closing: MdxTag | undefined): void {
    const left = this.#open.slice(depth);
    for (const [k, tag] of left.entries()) {
      if (this.faults.length >= maxFaults) break;
      const next = left[k + 1];
      // In `<b>bold<b>`, the author meant the second tag to be the closing tag.
      if (next && isTwin(tag, next)) continue;
      const previous = left[k - 1];
      const isSecond = previous !== undefined && isTwin(previous, tag);
      this.faults.push(notClosedFault(this.#text, this.#tags, tag, closing, isSecond));
    }
    this.#open.length = depth;
  }
}

function isTwin(first: MdxTag, second: MdxTag): boolean {
  return (
    first.name === second.name &&
    !second.hasAttributes &&
    isTagName(first.name) &&
    !voidElements.has(first.name)
  );
}
