import type { TextRange } from "../text/text-edit.ts";
import { type TagToken, tagTokens } from "./cursor/tag-cursor.ts";

/** The names of an opening tag and its closing tag. */
export interface TagPair {
  readonly opening: TextRange;
  readonly closing: TextRange;
}

/**
 * The maximum page length in characters. Longer pages are skipped, because the text is scanned whenever the caret
 * moves.
 */
const maxPageLength = 500_000;

/**
 * Returns the tag pair if the caret is on one of its names. Tags in code and comments are ignored. `from` is where the
 * page's body starts.
 */
export function tagPairAt(text: string, offset: number, from: number): TagPair | undefined {
  if (text.length > maxPageLength || offset < from) return undefined;
  return pairsIn(text, from).pairs.find(({ opening, closing }) =>
    [opening, closing].some(({ start, end }) => start <= offset && offset <= end),
  );
}

/**
 * Returns the closing tag, such as `</Card>`, for a tag whose `>` was just typed before the offset. Returns undefined
 * if the tag is self-closing, void, in code or a comment, or already closed.
 */
export function closingTagFor(text: string, offset: number, from: number): string | undefined {
  if (text.length > maxPageLength || offset <= from || text[offset - 1] !== ">") return undefined;
  const { tokens, unclosed } = pairsIn(text, from);
  const tag = tokens.find(({ kind, end }) => kind === "open" && end === offset);
  // In `<a><a></a>`, the inner tag takes the closing tag and the outer one has none, so one with that name is missing.
  const isMissing = tag && unclosed.some(({ name, start }) => name === tag.name && start <= tag.start);
  return tag && isMissing ? `</${tag.name}>` : undefined;
}

interface Pairs {
  readonly tokens: readonly TagToken[];
  readonly pairs: readonly TagPair[];
  readonly unclosed: readonly TagToken[];
}

function pairsIn(text: string, from: number): Pairs {
  const tokens = [...tagTokens(text, from, text.length)];
  const pairs: TagPair[] = [];
  const open: TagToken[] = [];
  const unclosed: TagToken[] = [];
  const countOf = new Map<string, number>();
  const add = (name: string, more: number) => countOf.set(name, (countOf.get(name) ?? 0) + more);
  for (const token of tokens) {
    if (token.kind === "open") {
      open.push(token);
      add(token.name, 1);
    }
    if (token.kind !== "close" || (countOf.get(token.name) ?? 0) === 0) continue;
    for (let last = open.pop(); last; last = open.pop()) {
      add(last.name, -1);
      if (last.name !== token.name) {
        unclosed.push(last);
        continue;
      }
      pairs.push({ opening: nameOf(text, last), closing: nameOf(text, token) });
      break;
    }
  }
  return { tokens, pairs, unclosed: [...unclosed, ...open] };
}

function nameOf(text: string, { name, start }: TagToken): TextRange {
  const at = text.indexOf(name, start + 1);
  return { start: at, end: at + name.length };
}
