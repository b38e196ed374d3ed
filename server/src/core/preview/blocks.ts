import type { FootnoteDefinition, List, Nodes, Root, RootContent } from "mdast";
import { readFrontmatterRanges } from "../page/frontmatter.ts";
import type { MdxDialect } from "../page/syntax/mdx-parser.ts";
import { hashText } from "../text/bytes.ts";
import { getCommonEndLengths, type TextRange } from "../text/text-edit.ts";
import { parseMdx } from "./source/parse-mdx.ts";
import { type PageSplit, splitPage } from "./split-page.ts";
import type { BlockProblem, ViewBlock, ViewIssue, ViewNode } from "./view/page-view.ts";

/**
 * A block on a page, parsed into Markdown with MDX nodes such as `mdxJsxFlowElement` and `mdxTextExpression`. The
 * ESTree of each expression is in `data.estree`. Positions are relative to the block: offsets start at its first
 * character, and its first line is line 1.
 */
export interface BlockTree {
  readonly root: Root;
  /** The block's range on the page. */
  readonly range: TextRange;
  /** The zero-based number of the block's first line on the page. */
  readonly line: number;
  /** The source text. `parse-mdx.ts` may have replaced a few characters with placeholders before it parsed `root`. */
  readonly text: string;
}

const idsByNodes = new WeakMap<readonly ViewNode[], string>();

/**
 * Returns the blocks with IDs derived from their rendered content. If two blocks are equal, the second one gets the
 * suffix `-2`. Leaves out blocks that render nothing.
 */
export function createViewBlocks(blocks: readonly RenderedPart[]): readonly ViewBlock[] {
  const countsById = new Map<string, number>();
  return blocks.flatMap((block): ViewBlock[] => {
    const { nodes, problem } = block;
    if (nodes.length === 0 && !problem) return [];
    const id = getContentId(nodes);
    const useCount = (countsById.get(id) ?? 0) + 1;
    countsById.set(id, useCount);
    return [getViewBlock(block, useCount === 1 ? id : `${id}-${useCount}`)];
  });
}

const viewBlockCache = new WeakMap<RenderedPart, ViewBlock>();

/** Returns a block's view. Always returns the same object for the same block and ID. */
function getViewBlock(block: RenderedPart, id: string): ViewBlock {
  const cachedView = viewBlockCache.get(block);
  if (cachedView?.id === id) return cachedView;
  const { part, nodes, problem } = block;
  const view = { id, lines: part.lines, nodes, ...(problem && { problem }) };
  viewBlockCache.set(block, view);
  return view;
}

/** Returns an ID that is the same for all nodes with the same rendered content. */
export function getContentId(nodes: readonly ViewNode[]): string {
  const cachedId = idsByNodes.get(nodes);
  if (cachedId !== undefined) return cachedId;
  const id = `b${hashText(JSON.stringify(nodes))}`;
  idsByNodes.set(nodes, id);
  return id;
}

/** A block as it will be rendered on the page. */
export interface RenderedPart {
  readonly part: PagePart;
  readonly nodes: readonly ViewNode[];
  readonly issues: readonly ViewIssue[];
  /** Whether the entire block could be parsed. */
  readonly isValid: boolean;
  readonly problem?: BlockProblem;
  /** The last version of the block that could be parsed. Undefined if there is none. */
  readonly lastValidBlock?: ValidBlock;
}

export interface ValidBlock {
  readonly text: string;
  readonly nodes: readonly ViewNode[];
}

/**
 * The maximum number of changed characters for which the last valid version of a block is shown. Beyond this limit, the
 * current version is shown, even if it can't be parsed.
 */
const maxChangedLength = 160;

/**
 * Returns the blocks to show. If the current version of a block can't be parsed, the block's last valid version is
 * shown so that half-typed tags don't make the page jump. A block that was never valid or has changed a lot since then
 * is rendered as completely as possible.
 */
export function retainValidBlocks(
  currentParts: readonly RenderedPart[],
  previousParts: readonly RenderedPart[],
): readonly RenderedPart[] {
  if (currentParts.every(({ isValid: isPartValid }) => isPartValid)) return currentParts;
  let commonStart = 0;
  while (
    commonStart < currentParts.length &&
    commonStart < previousParts.length &&
    isSameText(currentParts[commonStart], previousParts[commonStart])
  )
    commonStart++;
  let commonEnd = 0;
  while (
    commonEnd < Math.min(currentParts.length, previousParts.length) - commonStart &&
    isSameText(currentParts[currentParts.length - 1 - commonEnd], previousParts[previousParts.length - 1 - commonEnd])
  )
    commonEnd++;
  const changedParts = previousParts.slice(commonStart, previousParts.length - commonEnd);
  return currentParts.map((block, index) => {
    if (block.isValid) return block;
    const oldIndex = index - currentParts.length + previousParts.length;
    const oldParts =
      index < commonStart
        ? [previousParts[index]]
        : index >= currentParts.length - commonEnd
          ? [previousParts[oldIndex]]
          : currentParts.length - commonEnd - commonStart === 1
            ? changedParts
            : [changedParts[index - commonStart]];
    const lastValidBlock = findLastValidBlock(oldParts.filter((oldBlock) => oldBlock !== undefined));
    const isRetained =
      lastValidBlock !== undefined && countChanges(lastValidBlock.text, block.part.block.text) <= maxChangedLength;
    return {
      ...block,
      ...(lastValidBlock && { lastValidBlock }),
      ...(isRetained && { nodes: lastValidBlock.nodes }),
      problem: createBlockProblem(block, isRetained),
    };
  });
}

function isSameText(a: RenderedPart | undefined, b: RenderedPart | undefined): boolean {
  return a?.part.block.text === b?.part.block.text;
}

/**
 * Returns the last valid version of these blocks, joined into one block. An edit can merge several blocks, for example,
 * by opening a tag around them. Returns undefined if any of the blocks has never been valid.
 */
function findLastValidBlock(oldParts: readonly RenderedPart[]): ValidBlock | undefined {
  const validBlocks = oldParts.map((block) =>
    block.isValid ? { text: block.part.block.text, nodes: block.nodes } : block.lastValidBlock,
  );
  const versions = validBlocks.filter((block) => block !== undefined);
  const [onlyBlock] = versions;
  if (!onlyBlock || versions.length < validBlocks.length) return undefined;
  if (versions.length === 1) return onlyBlock;
  return {
    text: versions.map(({ text }) => text).join("\n\n"),
    nodes: versions.flatMap(({ nodes }) => nodes),
  };
}

/** Returns the number of characters in the longer text that are between the common prefix and suffix. */
function countChanges(oldText: string, newText: string): number {
  const minLength = Math.min(oldText.length, newText.length);
  let commonStart = 0;
  while (commonStart < minLength && oldText[commonStart] === newText[commonStart]) commonStart++;
  let commonEnd = 0;
  while (
    commonEnd < minLength - commonStart &&
    oldText[oldText.length - 1 - commonEnd] === newText[newText.length - 1 - commonEnd]
  )
    commonEnd++;
  return Math.max(oldText.length, newText.length) - commonStart - commonEnd;
}

function createBlockProblem({ part, nodes }: RenderedPart, isRetained: boolean): BlockProblem {
  const [repairedOffset = 0] = part.block.repairedOffsets;
  const line = part.lines[0] + (part.block.text.slice(0, repairedOffset).match(/\r\n|\n|\r/g)?.length ?? 0);
  return {
    message: isRetained ? lastVersionMessage : shownAsTextMessage,
    line,
    shown: isRetained ? "kept" : part.block.tree && nodes.length > 0 ? "mended" : "text",
  };
}

const lastVersionMessage =
  "This part can't be parsed, so the page can't be published. The preview shows the last valid version of this part.";
const shownAsTextMessage =
  "This part can't be parsed, so the page can't be published. The preview shows the invalid text as plain text.";

/**
 * A parsed block on a page. `tree` is undefined if the text can't be parsed even if all its tags and braces are treated
 * as text.
 */
export interface ParsedBlock {
  readonly text: string;
  readonly tree: Omit<BlockTree, "range" | "line"> | undefined;
  /** The offsets of the characters in the block that are treated as text because they couldn't be parsed. */
  readonly repairedOffsets: readonly number[];
}

/** Parses a block in the context of its page, using the definitions from the rest of the page. */
export function parseBlock(text: string, definitions: PageDefinitions, dialect: MdxDialect): ParsedBlock {
  const parseResult = parseMdx(text + createDefinitionText(text, definitions), dialect);
  if (!parseResult) return { text, tree: undefined, repairedOffsets: [] };
  // Keeps all definitions, because the renderer needs them to resolve reference links.
  const children = parseResult.root.children.filter(
    (child) => child.type === "definition" || getStartOffset(child) < text.length,
  );
  const repairedOffsets = parseResult.repairedOffsets.filter((index) => index < text.length);
  return { text, tree: { root: { ...parseResult.root, children }, text }, repairedOffsets };
}

/**
 * Returns the definitions to append to a block before it's parsed, or an empty string if the block doesn't need any.
 * Blocks with the same text and the same definitions have the same parse result.
 */
function createDefinitionText(text: string, { linkDefinitions, footnoteDefinitions }: PageDefinitions): string {
  if (!text.includes("[")) return "";
  const definitionTexts = [linkDefinitions, text.includes("[^") ? footnoteDefinitions : ""].filter(
    (definitionText) => definitionText !== "",
  );
  return definitionTexts.length === 0 ? "" : `\n\n${definitionTexts.join("\n\n")}`;
}

function getStartOffset(child: RootContent): number {
  return child.position?.start.offset ?? 0;
}

/** Link definitions and footnotes, which apply to the entire page. */
export interface PageDefinitions {
  /**
   * The link definitions, one per line, such as `[docs]: https://…`. If a name is defined more than once, only its
   * first definition is included. This text is appended to blocks before they're parsed.
   */
  readonly linkDefinitions: string;
  /**
   * The text `[^1]: x` for each defined footnote. Without a definition, the parser doesn't recognize a footnote
   * reference.
   */
  readonly footnoteDefinitions: string;
}

const definitionPattern = /^[ \t]{0,3}\[([^\]\\\r\n]{1,200})\]:[ \t]*\S[^\r\n]*/gm;
const maxDefinitions = 500;

/**
 * Returns the definitions in the given parts of the text. Leaves out definitions in parts that start with a code fence.
 */
export function readDefinitions(text: string, parts: readonly TextRange[]): PageDefinitions {
  const linksByName = new Map<string, string>();
  const footnotes = new Set<string>();
  for (const { start, end } of parts) {
    if (text.indexOf("]:", start) < 0) break;
    const part = text.slice(start, end);
    if (!part.includes("]:") || /^(?:`{3}|~{3})/.test(part)) continue;
    for (const [line, name = ""] of part.matchAll(definitionPattern)) {
      if (linksByName.size + footnotes.size >= maxDefinitions) break;
      if (name.startsWith("^")) footnotes.add(name);
      else if (!linksByName.has(name.toLowerCase())) linksByName.set(name.toLowerCase(), line.trim());
    }
  }
  return {
    linkDefinitions: [...linksByName.values()].join("\n"),
    footnoteDefinitions: [...footnotes].map((name) => `[${name}]: x`).join("\n\n"),
  };
}

/** A block with its position on the page. `block` remains the same object until the block's text changes. */
export interface PagePart {
  readonly range: TextRange;
  /** The zero-based numbers of the first and last lines in the file. */
  readonly lines: readonly [number, number];
  readonly block: ParsedBlock;
}

/** A page that was parsed block by block, with the data that the next parse reuses. */
export interface ParsedPage {
  readonly parts: readonly PagePart[];
  readonly dialect: MdxDialect;
  readonly split: PageSplit;
  readonly definitions: PageDefinitions;
  /**
   * The parsed blocks, keyed by their text and the definitions that they need. The map grows while the page is edited
   * and is cleared occasionally.
   */
  readonly blocksByKey: Map<string, ParsedBlock>;
}

/** The maximum number of cached blocks that are no longer on the page. */
const maxUnusedBlocks = 500;

/**
 * Parses the blocks on a page. Blocks that `previousPage` already contains aren't parsed again, and blocks before the
 * first difference remain the same objects.
 */
export function parsePageBlocks(text: string, dialect: MdxDialect, previousPage?: ParsedPage): ParsedPage {
  const reusablePage = previousPage?.dialect.singleDollarMaths === dialect.singleDollarMaths ? previousPage : undefined;
  const split = splitPage(text, readFrontmatterRanges(text).bodyStart, previousPage?.split);
  const definitions = readDefinitions(text, split.parts);
  const reusedBlocks = findReusableParts(split, definitions, reusablePage);
  const blocksByKey = getCachedBlocks(reusablePage, split.parts.length);
  const lastPart = reusedBlocks.head.at(-1);
  const getLine = createLineCounter(text, lastPart?.range.start, lastPart?.lines[0]);
  const newParts = split.parts
    .slice(reusedBlocks.head.length, split.parts.length - reusedBlocks.tail.length)
    .map((range): PagePart => {
      const part = text.slice(range.start, range.end);
      const definitionText = createDefinitionText(part, definitions);
      // Most blocks don't need definitions, so their text alone is the key. Creating another string for each of
      // thousands of blocks would be wasteful.
      const key = definitionText === "" ? part : `${part}\0${definitionText}`;
      const block = blocksByKey.get(key) ?? parseBlock(part, definitions, dialect);
      blocksByKey.set(key, block);
      return { range, lines: [getLine(range.start), getLine(range.end)], block };
    });
  const [firstTailPart] = reusedBlocks.tail;
  const offsetDelta = firstTailPart ? text.length - (previousPage?.split.text.length ?? 0) : 0;
  const lineDelta = firstTailPart ? getLine(firstTailPart.range.start + offsetDelta) - firstTailPart.lines[0] : 0;
  const shiftedTail =
    offsetDelta === 0 && lineDelta === 0
      ? reusedBlocks.tail
      : reusedBlocks.tail.map((part) => shiftPart(part, offsetDelta, lineDelta));
  return {
    parts: [...reusedBlocks.head, ...newParts, ...shiftedTail],
    dialect,
    split,
    definitions,
    blocksByKey,
  };
}

/**
 * Returns the blocks before the first difference, which are reused as is, and the blocks after the last difference,
 * which are reused with shifted positions.
 */
function findReusableParts(
  { text, parts }: PageSplit,
  { linkDefinitions, footnoteDefinitions }: PageDefinitions,
  previousPage: ParsedPage | undefined,
): { readonly head: readonly PagePart[]; readonly tail: readonly PagePart[] } {
  const { definitions } = previousPage ?? {};
  if (
    !previousPage ||
    definitions?.linkDefinitions !== linkDefinitions ||
    definitions.footnoteDefinitions !== footnoteDefinitions
  )
    return { head: [], tail: [] };
  const oldSplit = previousPage.split;
  const commonLengths = getCommonEndLengths(oldSplit.text, text);
  const offsetDelta = text.length - oldSplit.text.length;
  const maxSharedParts = Math.min(parts.length, previousPage.parts.length);
  let headCount = 0;
  for (; headCount < maxSharedParts; headCount++) {
    const [range, oldRange] = [parts[headCount], previousPage.parts[headCount]?.range];
    if (!range || range.end > commonLengths.start || range.start !== oldRange?.start || range.end !== oldRange.end)
      break;
  }
  let tailCount = 0;
  for (; tailCount < maxSharedParts - headCount; tailCount++) {
    const range = parts[parts.length - 1 - tailCount];
    const oldRange = previousPage.parts[previousPage.parts.length - 1 - tailCount]?.range;
    if (!range || range.start < text.length - commonLengths.end) break;
    if (range.start - offsetDelta !== oldRange?.start || range.end - offsetDelta !== oldRange.end) break;
  }
  return {
    head: previousPage.parts.slice(0, headCount),
    tail: previousPage.parts.slice(previousPage.parts.length - tailCount),
  };
}

function shiftPart({ range, lines, block }: PagePart, offsetDelta: number, lineDelta: number): PagePart {
  return {
    range: { start: range.start + offsetDelta, end: range.end + offsetDelta },
    lines: [lines[0] + lineDelta, lines[1] + lineDelta],
    block,
  };
}

function getCachedBlocks(previousPage: ParsedPage | undefined, partCount: number): Map<string, ParsedBlock> {
  if (!previousPage) return new Map();
  if (previousPage.blocksByKey.size <= partCount + maxUnusedBlocks) return previousPage.blocksByKey;
  const keysByBlock = new Map([...previousPage.blocksByKey].map(([key, block]) => [block, key]));
  return new Map(
    previousPage.parts.flatMap(({ block }) => {
      const key = keysByBlock.get(block);
      return key === undefined ? [] : [[key, block] as const];
    }),
  );
}

/**
 * Returns a function that converts offsets to zero-based lines. Offsets must be passed in ascending order, starting at
 * or after `start`, which is on line `startLine`.
 */
function createLineCounter(text: string, start = 0, startLine = 0): (offset: number) => number {
  let line = startLine;
  let position = start;
  return (offset) => {
    for (; position < offset; position++) {
      const code = text.charCodeAt(position);
      if (code === 10 || (code === 13 && text.charCodeAt(position + 1) !== 10)) line++;
    }
    return line;
  };
}

/** The footnotes on a page, numbered in the order of their first reference. */
export interface PageFootnotes {
  /** Returns a footnote's one-based number, or undefined if the footnote isn't defined. */
  readonly getNumber: (id: string) => number | undefined;
  /** A key that changes whenever any footnote's number changes. */
  readonly key: string;
  /** The footnotes to show at the end of the page, in order. Empty if the page has none. */
  readonly notes: readonly {
    readonly id: string;
    readonly number: number;
    readonly definition: FootnoteDefinition;
  }[];
}

const emptyFootnotes: PageFootnotes = { getNumber: () => undefined, key: "", notes: [] };
const maxDepth = 500;

/** Returns the footnotes in a page's blocks. */
export function createPageFootnotes(parts: readonly PagePart[]): PageFootnotes {
  const partsWithFootnotes = parts.filter(({ block }) => block.text.includes("[^"));
  if (partsWithFootnotes.length === 0) return emptyFootnotes;
  const referencedIds = new Set<string>();
  const definitionsById = new Map<string, FootnoteDefinition>();
  for (const { block } of partsWithFootnotes)
    if (block.tree) collectFootnotes(block.tree.root, referencedIds, definitionsById, 0);
  const usedFootnotes = [...referencedIds].flatMap((id) => {
    const definition = definitionsById.get(id);
    return definition ? [{ id, definition }] : [];
  });
  const numbersById = new Map(usedFootnotes.map(({ id }, index) => [id, index + 1]));
  return {
    getNumber: (id) => numbersById.get(id.toLowerCase()),
    key: usedFootnotes.map(({ id }) => id).join("\0"),
    notes: usedFootnotes.map(({ id, definition }, index) => ({ id, number: index + 1, definition })),
  };
}

function collectFootnotes(
  node: Nodes,
  referencedIds: Set<string>,
  definitionsById: Map<string, FootnoteDefinition>,
  depth: number,
): void {
  if (depth > maxDepth) return;
  if (node.type === "footnoteReference") referencedIds.add(node.identifier.toLowerCase());
  if (node.type === "footnoteDefinition") {
    const id = node.identifier.toLowerCase();
    if (!definitionsById.has(id)) definitionsById.set(id, node);
    return;
  }
  if ("children" in node)
    for (const child of node.children) collectFootnotes(child, referencedIds, definitionsById, depth + 1);
}

/** Returns the list of notes for the end of the page, or undefined if the page has no footnotes. */
export function createFootnoteList({ notes }: PageFootnotes): List | undefined {
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
