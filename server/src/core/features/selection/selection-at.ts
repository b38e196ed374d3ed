import type { JsonNode } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { pageRangesAt } from "./page-ranges.ts";

/**
 * What is selected at an offset when a selection grows, from the word to the whole file; each holds the one before and is
 * longer. Empty for files that are neither pages nor docs.json with what it pulls in.
 */
export function selectionAt(site: Site, file: SitePath, offset: number): readonly TextRange[] {
  const page = site.references.get(file);
  if (page) return growing([wordAt(page.text, offset), ...pageRangesAt(page, offset)], offset);
  const json = site.config.files.find(({ path }) => path === file);
  if (!json) return [];
  const whole = { start: 0, end: json.text.length };
  return growing(
    [wordAt(json.text, offset), ...(json.root ? nodesAt(json.root, offset) : []), whole],
    offset,
  );
}

/** The ranges around the offset, the shortest first; those that cut through another are left out. */
function growing(ranges: readonly TextRange[], offset: number): readonly TextRange[] {
  const around = ranges.filter(({ start, end }) => start <= offset && offset <= end && start < end);
  const chain: TextRange[] = [];
  for (const range of around.sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = chain.at(-1);
    if (!last || (range.start <= last.start && last.end <= range.end && !isSame(range, last)))
      chain.push(range);
  }
  return chain;
}

function isSame(a: TextRange, b: TextRange): boolean {
  return a.start === b.start && a.end === b.end;
}

const longestWord = 200;

/** The letters, digits and `_` around the offset; empty where there are none. */
function wordAt(text: string, offset: number): TextRange {
  const before =
    /[\p{L}\p{N}\p{M}_]*$/u.exec(text.slice(Math.max(0, offset - longestWord), offset))?.[0] ?? "";
  const behind = /^[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(offset, offset + longestWord))?.[0] ?? "";
  return { start: offset - before.length, end: offset + behind.length };
}

/** Values with and without their quotes or brackets, and keys with their values. */
function nodesAt(root: JsonNode, offset: number): TextRange[] {
  const ranges: TextRange[] = [];
  for (let node: JsonNode | undefined = root; node;) {
    const { start, end } = node.range;
    if (offset < start || end < offset) break;
    ranges.push(node.range);
    if (node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null")
      ranges.push({ start: start + 1, end: end - 1 });
    if (node.kind === "array")
      node = node.items.find(({ range }) => range.start <= offset && offset <= range.end);
    else if (node.kind === "object") {
      const found: (typeof node.properties)[number] | undefined = node.properties.find(
        ({ keyRange, value }) =>
          keyRange.start <= offset && offset <= Math.max(keyRange.end, value?.range.end ?? 0),
      );
      if (!found) break;
      const { keyRange, value } = found;
      const isFar = value && (value.range.start < keyRange.end || value.file !== node.file);
      ranges.push(keyRange, { start: keyRange.start + 1, end: keyRange.end - 1 });
      if (!isFar) ranges.push({ start: keyRange.start, end: value?.range.end ?? keyRange.end });
      node = value;
    } else break;
  }
  return ranges;
}
