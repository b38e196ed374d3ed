import type { FootnoteDefinition, List, Nodes } from "mdast";
import { readFence } from "../page/frontmatter.ts";
import type { MdxDialect } from "../page/syntax/mdx-parser.ts";
import { endsInCommon, type TextRange } from "../text/text-edit.ts";
import { neededDefinitions, readBlock, type ReadBlock } from "./blocks.ts";
import { type PageSplit, splitPage } from "./split-page.ts";

/** What a page says in one place and means in all: link definitions and footnotes. */
export interface PageDefinitions {
  /** `[docs]: https://…`, each on a line of its own, the first of each name; as text to be put behind a part. */
  readonly links: string;
  /** `[^1]: x` for each footnote that is defined: a footnote counts only where its definition is known. */
  readonly footnotes: string;
}

const definition = /^[ \t]{0,3}\[([^\]\\\r\n]{1,200})\]:[ \t]*\S[^\r\n]*/gm;
const maxCount = 500;

/** Definitions in the text behind `bodyStart`, those in fenced code left out as far as lines tell. */
export function definitionsIn(text: string, parts: readonly TextRange[]): PageDefinitions {
  const links = new Map<string, string>();
  const footnotes = new Set<string>();
  for (const { start, end } of parts) {
    if (text.indexOf("]:", start) < 0) break;
    const part = text.slice(start, end);
    if (!part.includes("]:") || /^(?:`{3}|~{3})/.test(part)) continue;
    for (const [line, name = ""] of part.matchAll(definition)) {
      if (links.size + footnotes.size >= maxCount) break;
      if (name.startsWith("^")) footnotes.add(name);
      else if (!links.has(name.toLowerCase())) links.set(name.toLowerCase(), line.trim());
    }
  }
  return {
    links: [...links.values()].join("\n"),
    footnotes: [...footnotes].map((name) => `[${name}]: x`).join("\n\n"),
  };
}

/** A part of the page with its place; the reading is the same object for as long as its text is. */
export interface PagePart {
  readonly range: TextRange;
  /** First and last line in the file, from 0. */
  readonly lines: readonly [number, number];
  readonly block: ReadBlock;
}

/** A page read part by part, with what the next reading of it takes over. */
export interface PageParts {
  readonly parts: readonly PagePart[];
  readonly dialect: MdxDialect;
  readonly split: PageSplit;
  readonly definitions: PageDefinitions;
  /** Readings of parts by what was read; grows while a page is edited, and is begun anew now and then. */
  readonly known: Map<string, ReadBlock>;
}

/** As many readings of parts that are no more are kept, beside those that are. */
const maxForgotten = 500;

/**
 * The parts of a page. Those that `before` has are not read again, and in front of the first difference they are the same
 * values.
 */
export function readParts(text: string, dialect: MdxDialect, before?: PageParts): PageParts {
  const sameDialect = before?.dialect.singleDollarMaths === dialect.singleDollarMaths ? before : undefined;
  const split = splitPage(text, readFence(text).bodyStart, before?.split);
  const definitions = definitionsIn(text, split.parts);
  const taken = takenOver(split, definitions, sameDialect);
  const known = knownIn(sameDialect, split.parts.length);
  const last = taken.head.at(-1);
  const lineAt = lineCounter(text, last?.range.start, last?.lines[0]);
  const fresh = split.parts
    .slice(taken.head.length, split.parts.length - taken.tail.length)
    .map((range): PagePart => {
      const part = text.slice(range.start, range.end);
      const needed = neededDefinitions(part, definitions);
      // Most parts need none; a text of their own for each of thousands would be worth nothing.
      const key = needed === "" ? part : `${part}\0${needed}`;
      const block = known.get(key) ?? readBlock(part, definitions, dialect);
      known.set(key, block);
      return { range, lines: [lineAt(range.start), lineAt(range.end)], block };
    });
  const [first] = taken.tail;
  const by = first ? text.length - (before?.split.text.length ?? 0) : 0;
  const lines = first ? lineAt(first.range.start + by) - first.lines[0] : 0;
  const tail = by === 0 && lines === 0 ? taken.tail : taken.tail.map((part) => movedPart(part, by, lines));
  return { parts: [...taken.head, ...fresh, ...tail], dialect, split, definitions, known };
}

/** Parts in front of what differs, which stand where they stood, and parts behind it, where they stood before. */
function takenOver(
  { text, parts }: PageSplit,
  { links, footnotes }: PageDefinitions,
  before: PageParts | undefined,
): { readonly head: readonly PagePart[]; readonly tail: readonly PagePart[] } {
  const { definitions } = before ?? {};
  if (!before || definitions?.links !== links || definitions.footnotes !== footnotes)
    return { head: [], tail: [] };
  const old = before.split;
  const same = endsInCommon(old.text, text);
  const by = text.length - old.text.length;
  const max = Math.min(parts.length, before.parts.length);
  let head = 0;
  for (; head < max; head++) {
    const [range, was] = [parts[head], before.parts[head]?.range];
    if (!range || range.end > same.start || range.start !== was?.start || range.end !== was.end) break;
  }
  let tail = 0;
  for (; tail < max - head; tail++) {
    const range = parts[parts.length - 1 - tail];
    const was = before.parts[before.parts.length - 1 - tail]?.range;
    if (!range || range.start < text.length - same.end) break;
    if (range.start - by !== was?.start || range.end - by !== was.end) break;
  }
  return {
    head: before.parts.slice(0, head),
    tail: before.parts.slice(before.parts.length - tail),
  };
}

function movedPart({ range, lines, block }: PagePart, by: number, down: number): PagePart {
  return {
    range: { start: range.start + by, end: range.end + by },
    lines: [lines[0] + down, lines[1] + down],
    block,
  };
}

function knownIn(before: PageParts | undefined, parts: number): Map<string, ReadBlock> {
  if (!before) return new Map();
  if (before.known.size <= parts + maxForgotten) return before.known;
  const texts = new Map([...before.known].map(([key, block]) => [block, key]));
  return new Map(
    before.parts.flatMap(({ block }) => {
      const key = texts.get(block);
      return key === undefined ? [] : [[key, block] as const];
    }),
  );
}

/** The line of an offset, from 0; offsets are asked for in their order, the first not before `start`, which is on `first`. */
function lineCounter(text: string, start = 0, first = 0): (offset: number) => number {
  let line = first;
  let at = start;
  return (offset) => {
    for (; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
    }
    return line;
  };
}

/** Footnotes are numbered over the whole page, in the order in which the text first speaks of them. */
export interface PageFootnotes {
  /** From 1; undefined for one that is not defined. */
  readonly numberOf: (id: string) => number | undefined;
  /** Changes when a number does. */
  readonly key: string;
  /** The notes at the end of the page, in their order; empty without any. */
  readonly notes: readonly {
    readonly id: string;
    readonly number: number;
    readonly definition: FootnoteDefinition;
  }[];
}

const none: PageFootnotes = { numberOf: () => undefined, key: "", notes: [] };
const maxDepth = 500;

/** The footnotes of a page, from its parts. */
export function footnotesOf(parts: readonly PagePart[]): PageFootnotes {
  const concerned = parts.filter(({ block }) => block.text.includes("[^"));
  if (concerned.length === 0) return none;
  const order = new Set<string>();
  const definitions = new Map<string, FootnoteDefinition>();
  for (const { block } of concerned) if (block.tree) collect(block.tree.root, order, definitions, 0);
  const used = [...order].flatMap((id) => {
    const definition = definitions.get(id);
    return definition ? [{ id, definition }] : [];
  });
  const numbers = new Map(used.map(({ id }, index) => [id, index + 1]));
  return {
    numberOf: (id) => numbers.get(id.toLowerCase()),
    key: used.map(({ id }) => id).join("\0"),
    notes: used.map(({ id, definition }, index) => ({ id, number: index + 1, definition })),
  };
}

function collect(
  node: Nodes,
  order: Set<string>,
  definitions: Map<string, FootnoteDefinition>,
  depth: number,
): void {
  if (depth > maxDepth) return;
  if (node.type === "footnoteReference") order.add(node.identifier.toLowerCase());
  if (node.type === "footnoteDefinition") {
    const id = node.identifier.toLowerCase();
    if (!definitions.has(id)) definitions.set(id, node);
    return;
  }
  if ("children" in node) for (const child of node.children) collect(child, order, definitions, depth + 1);
}

/** The notes as the list that stands at the end of the page. */
export function footnoteList({ notes }: PageFootnotes): List | undefined {
  if (notes.length === 0) return undefined;
  return {
    type: "list",
    ordered: true,
    start: 1,
    spread: false,
    data: { hProperties: { className: ["footnotes"] } },
    children: notes.map(({ id, definition }) => ({
      type: "listItem",
      spread: false,
      data: { hProperties: { id: `user-content-fn-${id}` } },
      children: definition.children,
    })),
  };
}
