import { readFence } from "../page/frontmatter-fence.ts";
import type { MdxDialect } from "../page/syntax/read-mdx-tree.ts";
import type { TextRange } from "../text/text-range.ts";
import { definitionsIn } from "./page-definitions.ts";
import { neededDefinitions, readBlock, type ReadBlock } from "./read-block.ts";
import { splitPage } from "./split-page.ts";

/** A part of the page with its place; the reading is the same object for as long as its text is. */
export interface PagePart {
  readonly range: TextRange;
  /** First and last line in the file, from 0. */
  readonly lines: readonly [number, number];
  readonly block: ReadBlock;
}

/** Readings of parts by what was read, for the next time. */
export type KnownBlocks = ReadonlyMap<string, ReadBlock>;

/** The parts of a page; those of `known` are not read again. */
export function readParts(
  text: string,
  dialect: MdxDialect,
  known: KnownBlocks,
): { readonly parts: readonly PagePart[]; readonly known: KnownBlocks } {
  const ranges = splitPage(text, readFence(text).bodyStart);
  const definitions = definitionsIn(text, ranges);
  const kept = new Map<string, ReadBlock>();
  const lineAt = lineCounter(text);
  const parts = ranges.map((range) => {
    const part = text.slice(range.start, range.end);
    const needed = neededDefinitions(part, definitions);
    // Most parts need none; a text of their own for each of thousands would be worth nothing.
    const key = needed === "" ? part : `${part}\0${needed}`;
    const block = kept.get(key) ?? known.get(key) ?? readBlock(part, definitions, dialect);
    kept.set(key, block);
    return { range, lines: [lineAt(range.start), lineAt(range.end)] as const, block };
  });
  return { parts, known: kept };
}

/** The line of an offset, from 0; offsets are asked for in their order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 0;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
    }
    return line;
  };
}
