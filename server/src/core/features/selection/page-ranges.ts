import type { PageReferences } from "../../page/page.ts";
import { afterLineEnd, beforeLineEnd, endOfLine, type TextRange } from "../../text/text-edit.ts";
import { lineStart, pageSections } from "../page-sections.ts";

/** What of a page can be selected around an offset, in no order: inline, line, block, component, section, body, page. */
export function pageRangesAt(page: PageReferences, offset: number): TextRange[] {
  const { text, frontmatter, links, headings, tags, codeBlocks, imports } = page;
  const whole = { start: 0, end: text.length };
  const bodyStart = frontmatter.range ? afterLineEnd(text, frontmatter.range.end) : 0;
  const block = blockAt(text, offset, bodyStart);
  return [
    whole,
    ...(offset >= bodyStart ? [{ start: bodyStart, end: text.length }] : []),
    ...[frontmatter.range, frontmatter.content].flatMap((range) => range ?? []),
    ...[...frontmatter.fields.values()].flatMap(({ keyRange, valueRange }) => [
      valueRange,
      { start: keyRange.start, end: valueRange.end },
    ]),
    ...pageSections(page).map(({ range }) => range),
    ...headings.map(({ range }) => range),
    ...links.flatMap(({ range }) => [range, markdownLink(text, range)]),
    ...imports.map(({ range }) => range),
    ...codeBlocks.flatMap(({ range, content, metaRange }) => [range, content, metaRange]),
    ...tags.flatMap(({ range, nameRange, closing, attributes }) => [
      range,
      nameRange,
      ...(closing
        ? [closing, { start: range.start, end: closing.end }, { start: range.end, end: closing.start }]
        : []),
      ...attributes.flatMap((attribute) => {
        const { value } = attribute;
        const end = value?.whole.end ?? attribute.nameRange.end;
        return [
          attribute.nameRange,
          { start: attribute.nameRange.start, end },
          ...(value ? [value.range, value.whole] : []),
        ];
      }),
    ]),
    ...(block ? [block, wordsOfLine(text, offset) ?? block, ...marksIn(text, block)] : []),
  ];
}

/** `[words](target "title")` around its target. */
function markdownLink(text: string, { start, end }: TextRange): TextRange {
  const none = { start, end };
  const open = text.lastIndexOf("](", start);
  if (open < 0 || open < start - 3) return none;
  const from = text.lastIndexOf("[", open);
  const close = text.indexOf(")", end);
  return from < 0 || close < 0 || close > end + 300 ? none : { start: from, end: close + 1 };
}

/** How far from the offset a block or a line is followed. */
const maxDistance = 20_000;

/** The text of adjacent lines that aren't blank, or undefined on a blank line and before `from`. */
function blockAt(text: string, offset: number, from: number): TextRange | undefined {
  const words = wordsOfLine(text, offset);
  if (offset < from || !words) return undefined;
  let { start, end } = words;
  for (let line = lineStart(text, offset); line > from && offset - line < maxDistance;) {
    line = lineStart(text, beforeLineEnd(text, line));
    const before = wordsOfLine(text, line);
    if (!before) break;
    start = before.start;
  }
  for (let line = endOfLine(text, offset); line < text.length && line - offset < maxDistance;) {
    const next = wordsOfLine(text, afterLineEnd(text, line));
    if (!next) break;
    end = next.end;
    line = endOfLine(text, end);
  }
  return { start: Math.max(from, start), end };
}

/** Returns the line's text without whitespace at its ends, or undefined on a blank line. */
function wordsOfLine(text: string, offset: number): TextRange | undefined {
  const first = lineStart(text, offset);
  const line = text.slice(first, endOfLine(text, offset, Math.min(text.length, first + maxDistance)));
  const words = line.trim();
  if (words === "") return undefined;
  const start = first + line.indexOf(words);
  return { start, end: start + words.length };
}

/** Nothing is looked for over more than some lines, so that marks without an end cost little. */
const marks =
  /(?<!`)(`{1,2})(?!`)[^]{0,500}?[^`]\1(?!`)|(\*\*|__)(?=\S)(?:(?!\2)[^]){1,500}\2|([*_])(?=\S)(?:(?!\3)[^]){1,500}\3|\[[^[\]]{0,500}\]|"[^"\n]{0,500}"/g;

/** Code, what is emphasised, words of links and quotes; with their marks and without. */
function marksIn(text: string, { start, end }: TextRange): TextRange[] {
  return [...text.slice(start, end).matchAll(marks)].flatMap((found) => {
    const from = start + found.index;
    const to = from + found[0].length;
    const width = (found[1] ?? found[2] ?? "x").length;
    return [
      { start: from, end: to },
      { start: from + width, end: to - width },
    ];
  });
}
