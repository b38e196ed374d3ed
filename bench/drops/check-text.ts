import { createScanner } from "jsonc-parser";
import type { RawLocation } from "./raw-config.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

const removedMark = "\u0001";
const comma = 5;
const endOfFile = 17;

/**
 * Returns a description of the first difference outside the moved elements, or undefined if there are no differences.
 * Commas and lines that become empty don't count.
 */
export function otherText(
  before: string,
  removedSpans: readonly Span[],
  after: string,
  come: readonly Span[],
): string | undefined {
  const [old, now] = [frameOf(before, removedSpans), frameOf(after, come)];
  if (old === now) return undefined;
  const at = old.split("").findIndex((unit, i) => now[i] !== unit);
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${around(old)} is ${around(now)}`;
}

/**
 * Returns the text with gaps in place of the moved elements and without commas. Lines that contained nothing else are
 * removed.
 */
function frameOf(text: string, spans: readonly Span[]): string {
  const scanner = createScanner(text.replace("\uFEFF", " "), false);
  let frame = "";
  let inside: Span | undefined;
  for (let kind = scanner.scan() as number; kind !== endOfFile; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const span = spans.find((each) => each.start <= start && start < each.end);
    if (span && span !== inside) frame += removedMark;
    inside = span;
    if (!span && kind !== comma) frame += text.slice(start, start + scanner.getTokenLength());
  }
  return frame
    .split(/(?<=\n)/)
    .flatMap((line) => (line.includes(removedMark) ? splitAtHoles(line) : [line]))
    .join("")
    .replace(/\[\s*\]/g, "[]");
}

function splitAtHoles(line: string): string[] {
  const [, body = "", end = ""] = /^(.*?)(\r?\n)?$/s.exec(line) ?? [];
  if (body.replaceAll(removedMark, "").trim() === "") return [];
  const joined = body.replace(
    /([ \t]*)\u0001(?:[ \t]*\u0001)*([ \t]*)/g,
    (all: string, left: string, right: string, at: number) => {
      const [previous, next] = [body[at - 1], body[at + all.length]];
      if (previous === undefined || previous === "[" || previous === "{") return left;
      if (next === undefined) return "";
      if (next === "]" || next === "}") return right;
      return left + right === "" ? "" : " ";
    },
  );
  return [joined + end];
}

/** Returns a description of how a moved element has changed, apart from its column, or undefined if it's unchanged. */
export function otherMovedText(
  from: RawLocation,
  old: string,
  to: RawLocation,
  now: string,
): string | undefined {
  const [was, is] = [from.node, to.node].map(({ offset, length }) => ({
    start: offset,
    end: offset + length,
  }));
  if (!was || !is) return "not there";
  const [words, own] = [tokensOf(old.slice(was.start, was.end)), tokensOf(now.slice(is.start, is.end))];
  if (words !== own) return `${words} is ${own}`;
  const [lines, ownLines] = [linesFrom(old, was), linesFrom(now, is)];
  if (ownLines.length > 1 && lines.length !== ownLines.length)
    return `${String(lines.length)} lines are ${String(ownLines.length)}`;
  const [base, ownBase] = [columnOf(old, was.start), columnOf(now, is.start)];
  const wrong = ownLines.slice(1).find((line, i) => {
    const before = lines[i + 1] ?? "";
    if (!line.startsWith(ownBase) && line.trim() !== "") return true;
    return (
      from.file === to.file &&
      before.startsWith(base) &&
      line.slice(ownBase.length) !== before.slice(base.length)
    );
  });
  if (wrong !== undefined) return `the line ${JSON.stringify(wrong)} is indented otherwise`;
  return columnFault(to, now, is);
}

/**
 * Returns an error if an element at the start of a line is indented neither like the other elements in its list nor
 * deeper than the line on which the list starts.
 */
function columnFault(to: RawLocation, now: string, { start }: Span): string | undefined {
  if (!isAtLineStart(now, start)) return undefined;
  const siblings = (to.node.parent?.children ?? []).filter(
    (node) => node !== to.node && isAtLineStart(now, node.offset),
  );
  const own = columnOf(now, start);
  const list = to.node.parent;
  if (siblings.length > 0)
    return siblings.some(({ offset }) => columnOf(now, offset) === own)
      ? undefined
      : "it begins in another column than its siblings";
  return list && columnOf(now, list.offset).length < own.length
    ? undefined
    : "it is not indented in its list";
}

function isAtLineStart(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, text.lastIndexOf("\n", offset - 1)), offset));
}

function columnOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";
}

function linesFrom(text: string, { start, end }: Span): string[] {
  return text.slice(start, end).split(/\r?\n/);
}

/** Returns the words, punctuation, and comments of a text. */
function tokensOf(text: string): string {
  const scanner = createScanner(text, false);
  const tokens: string[] = [];
  for (let kind = scanner.scan() as number; kind !== endOfFile; kind = scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (token.trim() !== "") tokens.push(token);
  }
  return tokens.join(" ");
}

/** Returns an error if the kind of line endings changed, or if a byte order mark was added or removed. */
export function otherBytes(before: string, after: string): string | undefined {
  if (before.startsWith("\uFEFF") !== after.startsWith("\uFEFF")) return "the byte order mark";
  const kinds = (text: string) => new Set(text.match(/\r?\n/g));
  const [old, now] = [kinds(before), kinds(after)];
  return old.size > 0 && [...now].some((end) => !old.has(end)) ? "line ends of another kind" : undefined;
}
