import { skipSpacesAndTabs, findNextLineStart, getLineEnd, isSpaceOrTab, type TextRange } from "../text/text-edit.ts";
import type { PageFindings } from "./page-findings.ts";
import {
  skipRegExp,
  skipString,
  beginTag,
  continueTag,
  maxSearchDepth,
  type TagCheckpoint,
  type PartialTag,
  type UnclosedStrings,
  readBraces,
  keywordsBeforeValues,
} from "./scan-tag.ts";
import type { WrittenIds } from "./written-ids.ts";

/**
 * A construct that is open at the current position: a brace that contains code, a template literal, a tag, or the
 * children of an element.
 */
type Frame =
  | { readonly kind: "module"; depth: number }
  | { readonly kind: "code"; readonly checkpoint: TagCheckpoint }
  | { readonly kind: "template" }
  | { readonly kind: "tag"; readonly tag: PartialTag; readonly checkpoint: TagCheckpoint }
  | { readonly kind: "children"; readonly name: string; readonly depth: number };

/** The maximum nesting depth. Real pages aren't nested this deeply. */
const maxDepth = 1000;
const emptyCheckpoint: TagCheckpoint = { tagCount: 0, openTagCount: 0 };
const closingTagPattern = /<\/\s*([\w$.:-]*)\s*>/y;
const wordPattern = /[\w$\u0080-\uffff]+/y;
/** Reads JavaScript with JSX in one pass and adds its tags to a page's findings. */
export class CodeReader {
  readonly #page: PageFindings;
  readonly #text: string;
  readonly #limit: number;
  readonly #frames: Frame[] = [];
  readonly #unclosedStrings: UnclosedStrings = new Map();
  /** Whether a value can start at the current position. If false, an operator is expected. */
  #expectsValue = true;

  constructor(page: PageFindings, limit: number) {
    this.#page = page;
    this.#text = page.text;
    this.#limit = limit;
  }

  /**
   * Returns the offset after the closing brace that matches the opening brace before `start`, or undefined if there is
   * none.
   */
  read(start: number): number | undefined {
    this.#frames.push({ kind: "code", checkpoint: this.#page.openTags.checkpoint });
    let i = start;
    while (i < this.#limit) {
      const frame = this.#frames.at(-1);
      if (!frame) return i;
      i = this.#readNext(frame, i);
    }
    return this.#frames.length === 0 ? i : undefined;
  }

  /**
   * Returns the end of the line on which the statement at `start` ends, or undefined if the statement isn't valid. If
   * the line contains several statements, their offsets are added to `statementStarts`.
   */
  readModule(start: number, statementStarts: number[]): number | undefined {
    const moduleFrame: Frame = { kind: "module", depth: 0 };
    const text = this.#text;
    this.#frames.push(moduleFrame);
    /** The offset after the last character that isn't a space or part of a comment. */
    let contentEnd = start;
    let i = start;
    while (i < this.#limit) {
      const frame: Frame = this.#frames.at(-1) ?? moduleFrame;
      const char = text.charCodeAt(i);
      if (frame === moduleFrame && (char === 10 || char === 13)) {
        const next = findNextLineStart(text, i);
        const nextLineEnd = getLineEnd(text, next);
        const canEnd = skipSpacesAndTabs(text, next, nextLineEnd) === nextLineEnd || startsStatement(text, next);
        if (canEnd && this.#isComplete(moduleFrame.depth, contentEnd)) return i;
      }
      if (frame === moduleFrame && this.#beginsStatement(moduleFrame.depth, i)) statementStarts.push(i);
      const next = this.#readNext(frame, i);
      if (char !== 10 && char !== 13 && !isSpaceOrTab(char) && !isComment(text, i)) contentEnd = next;
      i = next;
    }
    return this.#frames.length === 1 && this.#isComplete(moduleFrame.depth, contentEnd) ? i : undefined;
  }

  /**
   * Returns the start offsets of the `import` and `export` statements that aren't inside brackets. Passes all tokens to
   * `ids`.
   */
  readStatements(ids?: WrittenIds): number[] {
    const moduleFrame: Frame = { kind: "module", depth: 0 };
    const starts: number[] = [];
    this.#frames.push(moduleFrame);
    for (let i = 0; i < this.#limit;) {
      const frame: Frame = this.#frames.at(-1) ?? moduleFrame;
      if (frame === moduleFrame) {
        if (moduleFrame.depth < 0) moduleFrame.depth = 0;
        if (this.#beginsStatement(moduleFrame.depth, i)) starts.push(i);
      }
      const nextOffset = this.#readNext(frame, i);
      if (ids) this.#forwardToken(ids, frame, i, nextOffset);
      i = nextOffset;
    }
    return starts;
  }

  #forwardToken(ids: WrittenIds, { kind }: Frame, start: number, end: number): void {
    const char = this.#text.charCodeAt(start);
    if (kind !== "module" && kind !== "code") {
      if (this.#text[end - 1] === "{") ids.openExpression();
    } else if (char !== 10 && char !== 13 && !isSpaceOrTab(char) && !isComment(this.#text, start)) ids.read(start, end);
  }

  #beginsStatement(depth: number, offset: number): boolean {
    const text = this.#text;
    if (depth !== 0 || !(text.startsWith("import", offset) || text.startsWith("export", offset))) return false;
    return !/[\w$.]/.test(text[offset - 1] ?? " ") && !/[\w$]/.test(text[offset + 6] ?? " ");
  }

  /**
   * Whether a statement can end at `contentEnd`. It can if no bracket is open and no operator still needs an operand.
   */
  #isComplete(depth: number, contentEnd: number): boolean {
    const lastChar = this.#text[contentEnd - 1] ?? ";";
    if (depth > 0 || "=,(+-*?:&|.".includes(lastChar)) return false;
    return lastChar !== ">" || this.#text[contentEnd - 2] !== "=";
  }

  #readNext(frame: Frame, offset: number): number {
    if (this.#frames.length > maxDepth) return this.#limit;
    switch (frame.kind) {
      case "module": {
        const char = this.#text[offset];
        if (char === "(" || char === "[") frame.depth++;
        else if (char === ")" || char === "]") frame.depth--;
        return char === "}" ? offset + 1 : this.#readCode(emptyCheckpoint, offset);
      }
      case "code":
        return this.#readCode(frame.checkpoint, offset);
      case "template":
        return this.#readTemplate(offset);
      case "tag":
        return this.#readTag(frame.tag, frame.checkpoint);
      case "children":
        return this.#readChildren(offset);
    }
  }

  #readCode(checkpoint: TagCheckpoint, offset: number): number {
    const text = this.#text;
    const char = text.charCodeAt(offset);
    if (char === 32 || char === 10 || char === 13 || char === 9) return offset + 1;
    switch (text[offset]) {
      case "{":
        this.#openCode();
        return offset + 1;
      case "}":
        this.#closeCode(checkpoint, offset + 1);
        return offset + 1;
      case "`":
        this.#frames.push({ kind: "template" });
        return offset + 1;
      case '"':
      case "'": {
        this.#expectsValue = false;
        const end = skipString(text, offset, this.#limit, this.#unclosedStrings);
        if (end > offset + 2) this.#page.addCodeString(offset + 1, end - 1);
        return end;
      }
      case "/":
        return this.#readSlash(offset);
      case "<":
        return this.#expectsValue ? this.#readAngleBracket(offset) : this.#skipOperator(offset);
      case ")":
      case "]":
        this.#expectsValue = false;
        return offset + 1;
      default:
        return this.#readWord(offset);
    }
  }

  #skipOperator(offset: number): number {
    this.#expectsValue = true;
    return offset + 1;
  }

  #readWord(offset: number): number {
    wordPattern.lastIndex = offset;
    const text = wordPattern.exec(this.#text)?.[0];
    if (text === undefined) return this.#skipOperator(offset);
    const isMember = this.#text[offset - 1] === ".";
    if (!isMember && (text === "import" || text === "require")) this.#page.addDynamicImport(offset);
    this.#expectsValue = keywordsBeforeValues.has(text) && !isMember;
    return offset + text.length;
  }

  #readSlash(offset: number): number {
    const text = this.#text;
    const nextChar = text[offset + 1];
    if (nextChar === "*") {
      const end = text.indexOf("*/", offset + 2);
      return end < 0 ? this.#limit : end + 2;
    }
    if (nextChar === "/") return getLineEnd(text, offset, this.#limit);
    const end = this.#expectsValue && this.#page.canSearch ? skipRegExp(text, offset, this.#limit) : undefined;
    if (end === undefined) {
      if (this.#expectsValue && this.#page.canSearch)
        this.#page.spendBudget(getLineEnd(text, offset, this.#limit) - offset);
      return this.#skipOperator(offset);
    }
    this.#expectsValue = false;
    return end;
  }

  /** Reads the tag at `<`. If no tag starts there, treats `<` as an operator. */
  #readAngleBracket(offset: number): number {
    const page = this.#page;
    if (this.#text[offset + 1] === ">") {
      page.openTags.beginFragment();
      this.#frames.push({ kind: "children", name: "", depth: page.openTags.depth });
      return offset + 2;
    }
    const tag = page.canSearch ? beginTag(this.#text, offset) : undefined;
    if (!tag) return this.#skipOperator(offset);
    this.#frames.push({ kind: "tag", tag, checkpoint: page.openTags.checkpoint });
    page.openTags.openTag(tag, true);
    return tag.offset;
  }

  #readTag(tag: PartialTag, checkpoint: TagCheckpoint): number {
    const page = this.#page;
    switch (continueTag(tag, this.#text, this.#limit)) {
      case "braces":
        this.#openCode();
        return tag.offset + 1;
      case "done":
        this.#frames.pop();
        page.openTags.completeTag(tag);
        page.collectTag(tag);
        if (tag.isSelfClosing) this.#expectsValue = false;
        else this.#frames.push({ kind: "children", name: tag.name, depth: page.openTags.depth });
        return tag.offset;
      case "no-end":
        return this.#limit;
      case "not-a-tag":
        this.#frames.pop();
        page.openTags.reset(checkpoint);
        page.spendBudget(tag.offset - tag.start);
        if (!page.canSearch) return this.#limit;
        return this.#skipOperator(tag.start);
    }
  }

  #openCode(): void {
    this.#frames.push({ kind: "code", checkpoint: this.#page.openTags.checkpoint });
    this.#expectsValue = true;
  }

  /**
   * Handles a brace that closes an attribute's value, an expression in a template literal or between tags, or a block.
   */
  #closeCode(checkpoint: TagCheckpoint, end: number): void {
    this.#frames.pop();
    this.#page.openTags.discardOpenTags(checkpoint);
    const frame = this.#frames.at(-1);
    if (frame?.kind === "tag") readBraces(frame.tag, this.#text, end);
    // After a block, a statement can start. After an object, `<` rarely follows, so both cases are treated alike.
    this.#expectsValue = true;
  }

  #readTemplate(offset: number): number {
    const text = this.#text;
    for (let i = offset; i < this.#limit; i++) {
      const char = text.charCodeAt(i);
      if (char === 92) i++;
      else if (char === 96) {
        this.#frames.pop();
        this.#expectsValue = false;
        return i + 1;
      } else if (char === 36 && text.charCodeAt(i + 1) === 123) {
        this.#openCode();
        return i + 2;
      }
    }
    return this.#limit;
  }

  #readChildren(offset: number): number {
    const text = this.#text;
    for (let i = offset; i < this.#limit; i++) {
      const char = text.charCodeAt(i);
      if (char === 123) {
        this.#openCode();
        return i + 1;
      }
      if (char !== 60) continue;
      if (text.charCodeAt(i + 1) !== 47) return this.#readAngleBracket(i);
      closingTagPattern.lastIndex = i;
      const name = closingTagPattern.exec(text)?.[1];
      if (name === undefined) continue;
      this.#closeElement(name, { start: i, end: closingTagPattern.lastIndex });
      return closingTagPattern.lastIndex;
    }
    return this.#limit;
  }

  /**
   * Closes the nearest open element with this name within the same braces. Elements that were opened after it are
   * treated as unclosed.
   */
  #closeElement(name: string, range: TextRange): void {
    const page = this.#page;
    const minFrameIndex = page.canSearch ? 0 : Math.max(0, this.#frames.length - maxSearchDepth);
    for (let i = this.#frames.length - 1; i >= minFrameIndex; i--) {
      const frame = this.#frames[i];
      if (frame?.kind !== "children") return page.spendBudget(this.#frames.length - i);
      if (frame.name !== name) continue;
      page.openTags.close(name, range, frame.depth - 1, true);
      this.#frames.length = i;
      this.#expectsValue = false;
      return;
    }
  }
}

function isComment(text: string, offset: number): boolean {
  return text[offset] === "/" && (text[offset + 1] === "/" || text[offset + 1] === "*");
}

function startsStatement(text: string, offset: number): boolean {
  return text.startsWith("import ", offset) || text.startsWith("export ", offset);
}
