import type { HeadingReference, PageReferences } from "../page/page.ts";
import type { TextRange } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";

/** A heading and the content below it. */
export interface PageSection {
  readonly heading: HeadingReference;
  /**
   * From the start of the heading's line to the last character before the next heading of the same or a higher level,
   * or to the end of the enclosing container.
   */
  readonly range: TextRange;
}

/** Returns the sections of a page in order. A section that starts inside a component ends with it. */
export const pageSections = derive((page: PageReferences): readonly PageSection[] => {
  const { text, headings } = page;
  const ends = headings.map(() => text.length);
  const open: ({ readonly end: number } | { readonly depth: number; readonly index: number })[] = [];
  const close = (at: number) => {
    const last = open.pop();
    if (last && "index" in last) ends[last.index] = at;
  };
  const leaveTags = (at: number) => {
    const first = open.findIndex((each) => "end" in each && each.end <= at);
    const tag = open[first];
    if (tag && "end" in tag) while (open.length > first) close(tag.end);
  };
  const tags = page.tags.filter(({ closing, inExpression }) => closing !== undefined && !inExpression);
  let next = 0;
  for (const [index, { depth, range }] of headings.entries()) {
    for (; (tags[next]?.range.start ?? Infinity) < range.start; next++) {
      const { range: tag, closing } = tags[next] ?? {};
      if (!tag || !closing) continue;
      leaveTags(tag.start);
      if (closing.start > range.start) open.push({ end: closing.start });
    }
    leaveTags(range.start);
    const start = startOfLine(text, range.start);
    for (let last = open.at(-1); last && "depth" in last && last.depth >= depth; last = open.at(-1))
      close(start);
    open.push({ depth, index });
  }
  while (open.length > 0) {
    const tag = open.findLast((each) => "end" in each);
    close(tag && "end" in tag ? tag.end : text.length);
  }
  return headings.map((heading, index) => {
    const start = startOfLine(text, heading.range.start);
    return { heading, range: { start, end: withoutBlankEnd(text, heading.range.end, ends[index] ?? 0) } };
  });
});

/** Returns the start of the line that contains the offset. */
export function startOfLine(text: string, offset: number): number {
  // `lastIndexOf` treats a negative index as 0, where a line ending may be.
  if (offset <= 0) return 0;
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function withoutBlankEnd(text: string, from: number, to: number): number {
  let end = Math.max(from, to);
  while (end > from && /\s/.test(text[end - 1] ?? "")) end--;
  return end;
}
