import { hashText } from "../text/hash-text.ts";
import type { Root, RootContent } from "mdast";
import type { MdxDialect } from "../page/syntax/mdx-parser.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { PageDefinitions, PagePart } from "./page-parts.ts";
import { parseMdx } from "./source/parse-mdx.ts";
import type { BlockFault, ViewBlock, ViewIssue, ViewNode } from "./view/page-view.ts";

/**
 * A block of a page as parsed: Markdown with MDX nodes such as `mdxJsxFlowElement` and `mdxTextExpression`, each
 * expression with its ESTree in `data.estree`. Positions are relative to the block: offsets start at its first
 * character, and its first line is line 1.
 */
export interface BlockTree {
  readonly root: Root;
  /** The range of the block in the page. */
  readonly range: TextRange;
  /** Zero-based number of the block's first line in the page. */
  readonly line: number;
  /** The source text. `root` may come from a copy of it in which `parse-mdx.ts` masked a few characters. */
  readonly text: string;
}

const ids = new WeakMap<readonly ViewNode[], string>();

/**
 * Returns the blocks with IDs derived from their rendered content. The second of two equal blocks gets the suffix `-2`.
 * Blocks that render nothing are left out.
 */
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

/** Returns the same object each time for the same block. */
function viewOf(block: DrawnBlock, id: string): ViewBlock {
  const known = views.get(block);
  if (known?.id === id) return known;
  const { part, nodes, fault } = block;
  const view = { id, lines: part.lines, nodes, ...(fault && { fault }) };
  views.set(block, view);
  return view;
}

/** Returns an ID that is the same for all nodes with the same rendered content. */
export function idOf(nodes: readonly ViewNode[]): string {
  const known = ids.get(nodes);
  if (known !== undefined) return known;
  const id = `b${hashText(JSON.stringify(nodes))}`;
  ids.set(nodes, id);
  return id;
}

/** A block of the page as it will be rendered. */
export interface DrawnBlock {
  readonly part: PagePart;
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** Whether the whole block could be parsed. */
  readonly isGood: boolean;
  readonly fault?: BlockFault;
  /** The last version that could be parsed. */
  readonly good?: ValidBlock;
}

export interface ValidBlock {
  readonly text: string;
  readonly nodes: readonly ViewNode[];
}

/**
 * The maximum number of changed characters in a block that can't be parsed. After more changes, its current
 * version is shown even if it's broken.
 */
const maxChanged = 160;

/**
 * Shows the last valid version of a block that can't be parsed while the author edits it, so half-typed tags don't make
 * the page jump. A block that was never valid or has changed a lot since is shown as well as possible.
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

/** Several blocks may have become one, for example, when a tag is opened around them. */
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

/** Returns the number of characters between the common prefix and the common suffix. */
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
  "This part can't be parsed, so the page can't be published. The preview shows the last valid version of this part.";
const mended =
  "This part can't be parsed, so the page can't be published. The preview shows the invalid text as plain text.";

/** A parsed block of a page. `tree` is missing if the text can't be parsed even with all its marks masked. */
export interface ReadBlock {
  readonly text: string;
  readonly tree: Omit<BlockTree, "range" | "line"> | undefined;
  /** Offsets of the characters in the block that are treated as text because they couldn't be parsed. */
  readonly mended: readonly number[];
}

/** Parses one block as if it were in its page, with the definitions from the rest of the page. */
export function readBlock(text: string, definitions: PageDefinitions, dialect: MdxDialect): ReadBlock {
  const parse = parseMdx(text + neededDefinitions(text, definitions), dialect);
  if (!parse) return { text, tree: undefined, mended: [] };
  // Keep all definitions: reference links are resolved with them.
  const children = parse.root.children.filter(
    (child) => child.type === "definition" || startOf(child) < text.length,
  );
  const mended = parse.mended.filter((at) => at < text.length);
  return { text, tree: { root: { ...parse.root, children }, text }, mended };
}

/**
 * Returns the definitions to append to a block before parsing. Two blocks with the same text and the same definitions
 * parse to the same tree.
 */
export function neededDefinitions(text: string, { links, footnotes }: PageDefinitions): string {
  if (!text.includes("[")) return "";
  const needed = [links, text.includes("[^") ? footnotes : ""].filter((each) => each !== "");
  return needed.length === 0 ? "" : `\n\n${needed.join("\n\n")}`;
}

function startOf(child: RootContent): number {
  return child.position?.start.offset ?? 0;
}
