import type { TextRange } from "../text/text-edit.ts";
import { derive } from "../text/maps.ts";
import type { PageReferences, PageVariable } from "./page.ts";

/** A function that checks whether any of the ranges it was created for contains the given range. */
export type RangePredicate = (range: TextRange) => boolean;

/**
 * Returns a function that checks in logarithmic time whether any of the ranges contains another range. The ranges can
 * overlap.
 */
export function createRangePredicate(ranges: readonly TextRange[]): RangePredicate {
  const sortedRanges = ranges.toSorted((a, b) => a.start - b.start);
  // For each range, the furthest end among this range and all ranges before it.
  const furthestEnds: number[] = [];
  for (const { end } of sortedRanges) furthestEnds.push(Math.max(end, furthestEnds.at(-1) ?? 0));
  return ({ start, end }) => {
    let [low, high] = [0, sortedRanges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sortedRanges[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (furthestEnds[low - 1] ?? 0) >= end;
  };
}

const variablePattern = /\{\{([\w.-]{1,200})\}\}/g;

/**
 * Returns every `{{name}}` that the service would replace with the value of a docs.json variable. This includes names
 * in code blocks, inline code, and frontmatter, because the service replaces them before it parses the page.
 * `page.variables` omits these names, because they're often part of a template syntax. In Markdown files, the service
 * doesn't replace any variables.
 */
export const findVariables = derive(
  ({ path, text, codeBlocks, variables }: PageReferences): readonly PageVariable[] => {
    if (!path.endsWith(".mdx") || !text.includes("{{")) return [];
    const isInCodeBlock = createRangePredicate(codeBlocks.map(({ range }) => range));
    const variableStarts = new Set(variables.map(({ range }) => range.start));
    return [...text.matchAll(variablePattern)].flatMap((match): PageVariable[] => {
      const range = { start: match.index, end: match.index + match[0].length };
      // In `<div style={{color}}>`, the inner braces contain an object.
      const isObject =
        !variableStarts.has(range.start) &&
        !isInCodeBlock(range) &&
        attributeStartPattern.test(getPrecedingText(text, range.start));
      return isObject ? [] : [{ name: match[1] ?? "", range }];
    });
  },
);

/** Matches the start of a tag up to the `=` before an attribute's value. */
const attributeStartPattern = /<[A-Za-z][\w.-]*\s(?:[^<>]*\s)?[\w:-]+=$/;
const maxTagLength = 500;

function getPrecedingText(text: string, offset: number): string {
  return text[offset - 1] === "=" ? text.slice(Math.max(0, offset - maxTagLength), offset) : "";
}
