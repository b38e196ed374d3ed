import type { Root, RootContent } from "mdast";
import type { MdxDialect } from "../page/syntax/mdx-parser.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { PageDefinitions, PagePart } from "./page-parts.ts";
import { parseMdx } from "./source/parse-mdx.ts";
import type { BlockFault, ViewBlock, ViewIssue, ViewNode } from "./view/page-view.ts";

/**
 * A block of a page as the parser reads it: Markdown with MDX nodes (`mdxJsxFlowElement`, `mdxTextExpression` …, each
 * expression with its ESTree in `data.estree`). Positions count from the block's first character and first line (1), as
 * the parser tells them.
 */
export interface BlockTree {
  readonly root: Root;
  /** Where the block stands in the page. */
  readonly range: TextRange;
  /** First line in the page, from 0. */
  readonly line: number;
  /** As written; `root` may have been read from this text with a few characters masked (`parse-mdx.ts`). */
  readonly text: string;
}

/** A short name for a text: equal texts have equal names, and different ones hardly ever. Not for secrets. */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

const ids = new WeakMap<readonly ViewNode[], string>();

/** Blocks with ids by what is painted; of equal ones the second has a `-2` behind it. Those that paint nothing are left out. */
export function namedBlocks(drawn: readonly DrawnBlock[]): readonly ViewBlock[] {
  const uses = new Map<string, number>();
  return drawn.flatMap((block): ViewBlock[] => {
    const { nodes, fault } = block;
    if (nodes.length === 0 && !fault) return [];
    const id = idOf(nodes);
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return [viewOf(block, use === 1 ? id : `${id}-${use}`)];
  });
}

const views = new WeakMap<DrawnBlock, ViewBlock>();

/** The same value for as long as the block is. */
function viewOf(block: DrawnBlock, id: string): ViewBlock {
  const known = views.get(block);
  if (known?.id === id) return known;
  const { part, nodes, fault } = block;
  const view = { id, lines: part.lines, nodes, ...(fault && { fault }) };
  views.set(block, view);
  return view;
}

/** The same for nodes that paint the same. */
export function idOf(nodes: readonly ViewNode[]): string {
  const known = ids.get(nodes);
  if (known !== undefined) return known;
  const id = `b${hashText(JSON.stringify(nodes))}`;
  ids.set(nodes, id);
  return id;
}

/** A part of the page as it is going to be shown. */
export interface DrawnBlock {
  readonly part: PagePart;
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** Whether all of it could be read. */
  readonly isGood: boolean;
  readonly fault?: BlockFault;
  /** As it was when it could last be read. */
  readonly good?: ValidBlock;
}

export interface ValidBlock {
  readonly text: string;
  readonly nodes: readonly ViewNode[];
}

/** What the author may have changed in a part before it is shown as it stands, however badly that reads. */
const maxChanged = 160;

/**
 * A part that cannot be read while somebody types in it is shown as it was before: nothing jumps because a tag is half
 * typed. One that was never read, or has been changed a lot since, is shown as far as it can be read.
 */
export function retainValidBlocks(
  now: readonly DrawnBlock[],
  before: readonly DrawnBlock[],
): readonly DrawnBlock[] {
  if (now.every(({ isGood }) => isGood)) return now;
  let same = 0;
  while (same < now.length && same < before.length && isSameText(now[same], before[same])) same++;
  let end = 0;
  while (
    end < Math.min(now.length, before.length) - same &&
    isSameText(now[now.length - 1 - end], before[before.length - 1 - end])
  )
    end++;
  const changed = before.slice(same, before.length - end);
  return now.map((block, index) => {
    if (block.isGood) return block;
    const fromEnd = index - now.length + before.length;
    const old =
      index < same
        ? [before[index]]
        : index >= now.length - end
          ? [before[fromEnd]]
          : now.length - end - same === 1
            ? changed
            : [changed[index - same]];
    const good = goodOf(old.filter((each) => each !== undefined));
    const isRetained =
      good !== undefined && changedCharacters(good.text, block.part.block.text) <= maxChanged;
    return {
      ...block,
      ...(good && { good }),
      ...(isRetained && { nodes: good.nodes }),
      fault: faultOf(block, isRetained),
    };
  });
}

function isSameText(a: DrawnBlock | undefined, b: DrawnBlock | undefined): boolean {
  return a?.part.block.text === b?.part.block.text;
}

/** Several parts may have become one, as when a tag is opened around them. */
function goodOf(old: readonly DrawnBlock[]): ValidBlock | undefined {
  const all = old.map((block) =>
    block.isGood ? { text: block.part.block.text, nodes: block.nodes } : block.good,
  );
  const found = all.filter((each) => each !== undefined);
  const [only] = found;
  if (!only || found.length < all.length) return undefined;
  if (found.length === 1) return only;
  return { text: found.map(({ text }) => text).join("\n\n"), nodes: found.flatMap(({ nodes }) => nodes) };
}

/** Characters between what both begin with and what both end with. */
function changedCharacters(before: string, after: string): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return Math.max(before.length, after.length) - start - end;
}

function faultOf({ part, nodes }: DrawnBlock, isRetained: boolean): BlockFault {
  const [at = 0] = part.block.mended;
  const line = part.lines[0] + (part.block.text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0);
  return {
    message: isRetained ? retainedKeys : mended,
    line,
    shown: isRetained ? "kept" : part.block.tree && nodes.length > 0 ? "mended" : "text",
  };
}

const retainedKeys =
  "This part cannot be read as it stands, so the published page would fail here. It is shown as it was before.";
const mended =
  "This part cannot be read as it stands, so the published page would fail here. What cannot be read is shown as text.";

/** A part of a page, read; `tree` is absent where the parser gives up even on its text without any mark. */
export interface ReadBlock {
  readonly text: string;
  readonly tree: Omit<BlockTree, "range" | "line"> | undefined;
  /** Offsets in the part that count as text because they could not be read. */
  readonly mended: readonly number[];
}

/** Reads one part of a page as it would be read within the page, with the definitions that stand elsewhere in it. */
export function readBlock(text: string, definitions: PageDefinitions, dialect: MdxDialect): ReadBlock {
  const parse = parseMdx(text + neededDefinitions(text, definitions), dialect);
  if (!parse) return { text, tree: undefined, mended: [] };
  // Definitions stay, wherever they stand: links by name are made with them.
  const children = parse.root.children.filter(
    (child) => child.type === "definition" || startOf(child) < text.length,
  );
  const mended = parse.mended.filter((at) => at < text.length);
  return { text, tree: { root: { ...parse.root, children }, text }, mended };
}

/** What is put behind a part before it is parsed; two parts with the same text and this are read alike. */
export function neededDefinitions(text: string, { links, footnotes }: PageDefinitions): string {
  if (!text.includes("[")) return "";
  const needed = [links, text.includes("[^") ? footnotes : ""].filter((each) => each !== "");
  return needed.length === 0 ? "" : `\n\n${needed.join("\n\n")}`;
}

function startOf(child: RootContent): number {
  return child.position?.start.offset ?? 0;
}
