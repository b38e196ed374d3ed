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
export function findOtherText(
  before: string,
  removedSpans: readonly Span[],
  after: string,
  come: readonly Span[],
): string | undefined {
  const [old, now] = [getFrame(before, removedSpans), getFrame(after, come)];
  if (old === now) return undefined;
  const at = old.split("").findIndex((unit, i) => now[i] !== unit);
  const removeSpans = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${removeSpans(old)} is ${removeSpans(now)}`;
}

/**
 * Returns the text with gaps in place of the moved elements and without commas. Lines that contained nothing else are
 * removed.
 */
function getFrame(text: string, spans: readonly Span[]): string {
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
    (all: string, leftText: string, right: string, at: number) => {
      const [previous, next] = [body[at - 1], body[at + all.length]];
      if (previous === undefined || previous === "[" || previous === "{") return leftText;
      if (next === undefined) return "";
      if (next === "]" || next === "}") return right;
      return leftText + right === "" ? "" : " ";
    },
  );
  return [joined + end];
}

/** Returns a description of how a moved element has changed, apart from its column, or undefined if it's unchanged. */
export function findOtherMovedText(
  from: RawLocation,
  old: string,
  targetLocation: RawLocation,
  now: string,
): string | undefined {
  const [was, is] = [from.node, targetLocation.node].map(({ offset, length }) => ({
    start: offset,
    end: offset + length,
  }));
  if (!was || !is) return "not there";
  const [words, ownTokens] = [getTokens(old.slice(was.start, was.end)), getTokens(now.slice(is.start, is.end))];
  if (words !== ownTokens) return `${words} is ${ownTokens}`;
  const [lines, ownLines] = [splitLines(old, was), splitLines(now, is)];
  if (ownLines.length > 1 && lines.length !== ownLines.length)
    return `${String(lines.length)} lines are ${String(ownLines.length)}`;
  const [base, ownBase] = [getColumn(old, was.start), getColumn(now, is.start)];
  const wrong = ownLines.slice(1).find((line, i) => {
    const before = lines[i + 1] ?? "";
    if (!line.startsWith(ownBase) && line.trim() !== "") return true;
    return (
      from.file === targetLocation.file &&
      before.startsWith(base) &&
      line.slice(ownBase.length) !== before.slice(base.length)
    );
  });
  if (wrong !== undefined) return `the line ${JSON.stringify(wrong)} is indented otherwise`;
  return findColumnFault(targetLocation, now, is);
}

/**
 * Returns an error if an element at the start of a line is indented neither like the other elements in its list nor
 * deeper than the line on which the list starts.
 */
function findColumnFault(targetLocation: RawLocation, now: string, { start }: Span): string | undefined {
  if (!isAtLineStart(now, start)) return undefined;
  const siblings = (targetLocation.node.parent?.children ?? []).filter(
    (node) => node !== targetLocation.node && isAtLineStart(now, node.offset),
  );
  const ownColumn = getColumn(now, start);
  const list = targetLocation.node.parent;
  if (siblings.length > 0)
    return siblings.some(({ offset }) => getColumn(now, offset) === ownColumn)
      ? undefined
      : "it begins in another column than its siblings";
  return list && getColumn(now, list.offset).length < ownColumn.length ? undefined : "it is not indented in its list";
}

function isAtLineStart(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, text.lastIndexOf("\n", offset - 1)), offset));
}

function getColumn(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";
}

function splitLines(text: string, { start, end }: Span): string[] {
  return text.slice(start, end).split(/\r?\n/);
}

/** Returns the words, punctuation, and comments of a text. */
function getTokens(text: string): string {
  const scanner = createScanner(text, false);
  const tokens: string[] = [];
  for (let kind = scanner.scan() as number; kind !== endOfFile; kind = scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (token.trim() !== "") tokens.push(token);
  }
  return tokens.join(" ");
}

/** Returns an error if the kind of line endings changed, or if a byte order mark was added or removed. */
export function findOtherBytes(before: string, after: string): string | undefined {
  if (before.startsWith("\uFEFF") !== after.startsWith("\uFEFF")) return "the byte order mark";
  const listKinds = (text: string) => new Set(text.match(/\r?\n/g));
  const [old, now] = [listKinds(before), listKinds(after)];
  return old.size > 0 && [...now].some((end) => !old.has(end)) ? "line ends of another kind" : undefined;
}
