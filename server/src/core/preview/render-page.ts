import { readFrontmatterRanges } from "../page/frontmatter.ts";
import { scanPage } from "../page/scan-page.ts";
import { parseMarkdownTree } from "../page/syntax/mdx-parser.ts";
import { hashText } from "../text/bytes.ts";
import { type LineMap, createLineMap, getPosition, type SitePath } from "../text/text-edit.ts";
import {
  type BlockTree,
  type RenderedPart,
  createFootnoteList,
  createPageFootnotes,
  getContentId,
  createViewBlocks,
  type PageFootnotes,
  type PagePart,
  type ParsedPage,
  type ParsedBlock,
  parsePageBlocks,
  retainValidBlocks,
} from "./blocks.ts";
import type { RenderTools } from "./drawing.ts";
import { createEndpointPage } from "./endpoint/endpoint-page.ts";
import { createFuel } from "./interpret/fuel.ts";
import { type PageScope, createPageScope } from "./interpret/modules.ts";
import { renderBlock, type RenderedBlock } from "./render/render-content.ts";
import { type PartsScan, scanParts } from "./scan-parts.ts";
import { type PageSource, hasSameInputs, readPageHead } from "./source/page-source.ts";
import type { ContentsEntry, PageView, ViewBlock, ViewIssue, ViewNode } from "./view/page-view.ts";

const maxLength = 50_000;

/** Returns a function that renders Markdown from a specification and treats tags and braces as text. */
export function createMarkdownRenderer(scope: PageScope): (markdown: string) => readonly ViewNode[] {
  const nodesByText = new Map<string, readonly ViewNode[]>();
  return (markdown) => {
    const text = markdown.slice(0, maxLength).replace(/<br\s*\/?>/gi, "  \n");
    const cachedNodes = nodesByText.get(text);
    if (cachedNodes) return cachedNodes;
    const tree = { root: parseMarkdownTree(text), range: { start: 0, end: text.length }, line: 0, text };
    const nodes = renderBlock(tree, scope, new Map()).nodes.map(removeLocation);
    nodesByText.set(text, nodes);
    return nodes;
  };
}

/** Returns the node without its location, because its text doesn't come from any of the page's files. */
function removeLocation(node: ViewNode): ViewNode {
  if (typeof node === "string") return node;
  const { lines: _lines, file: _file, children, ...element } = node;
  return { ...element, ...(children && { children: children.map(removeLocation) }) };
}

/** A rendered page, with the data that the next rendering of the same page reuses. */
export interface RenderedPage {
  readonly view: PageView;
  /** Imported files that `source.files` doesn't contain. The page must be rendered again once they're available. */
  readonly requestedPaths: readonly SitePath[];
  /** The class names on the page, for the utility style sheet. */
  readonly classNames: ReadonlySet<string>;
  /** Whether some content was rendered in plain form and can be improved later (see `RenderTools.deferral`). */
  readonly isPreliminary: boolean;
  readonly memo: PageMemo;
}

interface PageMemo {
  readonly source: PageSource;
  readonly renderTools: RenderTools;
  readonly parsedPage: ParsedPage;
  readonly moduleKey: string;
  readonly scope: RenderResult<PageScope>;
  readonly cachedParts: PartCache;
  /**
   * The blocks as rendered individually. In contrast, `renderedParts` shows the last valid version of blocks that can't
   * be parsed.
   */
  readonly blocks: readonly PlainBlock[];
  readonly renderedParts: readonly RenderedPart[];
  readonly endpoint: RenderResult<PageView["endpoint"]>;
}

interface RenderResult<Value> {
  readonly value: Value;
  readonly isPreliminary: boolean;
}

/**
 * The rendered blocks, keyed by parse result and then by the IDs of their headings and components, because blocks with
 * equal text can have different IDs. The map grows while the page is edited and is cleared occasionally.
 */
type PartCache = Map<ParsedBlock, Map<string, LocatedBlock>>;

/** The maximum number of cached blocks that are no longer on the page. */
const maxUnusedParts = 500;

/** A rendered block, with the offset on the page that its issues are relative to. */
interface LocatedBlock {
  readonly block: RenderedBlock;
  readonly start: number;
  readonly isPreliminary: boolean;
}

interface PlainBlock extends RenderedPart {
  readonly key: string;
  readonly locatedBlock: LocatedBlock;
}

/**
 * Renders the page as readers will see it. Never throws. Content that can't be shown is replaced with a labeled box and
 * reported as an issue. Reuses unchanged blocks from `previousPage`, a rendering of the same page. Some pages take a
 * very long time to render, so call this function only in a thread that can be terminated.
 */
export function renderPage(source: PageSource, renderTools: RenderTools, previousPage?: RenderedPage): RenderedPage {
  const lineMap = createLineMap(source.text);
  const previousMemo = previousPage?.memo;
  const parsedPage = parsePageBlocks(source.text, source.facts, previousMemo?.parsedPage);
  const { parts } = parsedPage;
  const pageScan = scanParts(source.path, source.text, parsedPage);
  const footnotes = createPageFootnotes(parts);
  const modules = parts.filter(isModule);
  const moduleKey = hashText([...modules.map(({ block }) => block.text), footnotes.key].join("\0"));
  const isUnchanged =
    previousMemo !== undefined &&
    previousMemo.moduleKey === moduleKey &&
    previousMemo.renderTools === renderTools &&
    isReusable(previousMemo.scope, renderTools) &&
    hasSameInputs(previousMemo.source, source);
  const scopeResult = isUnchanged
    ? previousMemo.scope
    : createRenderResult(renderTools, () =>
        createPageScope(modules.flatMap(getBlockTrees), source, { renderTools, footnotes }),
      );
  const scope = scopeResult.value;
  const cache = getCachedParts(isUnchanged ? previousMemo : undefined, parts.length);
  const getAnchors = createAnchorReader(pageScan, lineMap);
  const fuel = createFuel();
  const blocks = parts.map((part, index): PlainBlock => {
    const anchorsByLine = getAnchors(part);
    const key = anchorsByLine.size === 0 ? "" : [...anchorsByLine].join(" ");
    const cachedBlock = isUnchanged ? previousMemo.blocks[index] : undefined;
    if (cachedBlock?.part === part && cachedBlock.key === key && isReusable(cachedBlock.locatedBlock, renderTools))
      return cachedBlock;
    const earlierBlock = cache.get(part.block)?.get(key);
    const locatedBlock =
      earlierBlock && isReusable(earlierBlock, renderTools)
        ? earlierBlock
        : createLocatedBlock(part, renderTools, (tree) => renderBlock(tree, scope, anchorsByLine, fuel));
    cacheBlock(cache, part.block, key, locatedBlock);
    return {
      part,
      key,
      locatedBlock,
      nodes: locatedBlock.block.nodes,
      issues: shiftIssues(locatedBlock, part, source.path),
      isValid: part.block.tree !== undefined && part.block.repairedOffsets.length === 0,
    };
  });
  const retainedParts = retainValidBlocks(blocks, previousMemo?.renderedParts ?? []);
  const { value: footnoteBlocks, isPreliminary: areNotesPreliminary } = createRenderResult(renderTools, () =>
    renderFootnotes(footnotes, scope),
  );
  const { classNames, requested, styles } = collectPageData([
    ...blocks.map(({ locatedBlock }) => locatedBlock.block),
    ...footnoteBlocks,
  ]);
  const endpoint =
    isUnchanged && previousMemo.source.endpoint === source.endpoint && isReusable(previousMemo.endpoint, renderTools)
      ? previousMemo.endpoint
      : createRenderResult(
          renderTools,
          () =>
            source.endpoint &&
            createEndpointPage(source.endpoint, {
              describe: createMarkdownRenderer(scope),
              highlight: renderTools.highlight,
            }),
        );
  return {
    view: {
      path: source.path,
      head: readPageHead(pageScan, source),
      blocks: [
        ...createViewBlocks(retainedParts),
        ...footnoteBlocks.map((block) => createFootnoteBlock(block, lineMap)),
      ],
      ...(endpoint.value && { endpoint: endpoint.value }),
      contents: createContents(pageScan, lineMap, previousPage?.view.contents),
      issues: [...scope.issues, ...retainedParts.flatMap(({ issues }) => issues)],
      palette: renderTools.getPalette(),
      styles: [...styles].join("\n"),
    },
    requestedPaths: [...new Set([...scope.requestedPaths, ...requested])].filter((path) => !source.files.has(path)),
    classNames,
    isPreliminary:
      [scopeResult, endpoint, ...blocks.map(({ locatedBlock }) => locatedBlock)].some((part) => part.isPreliminary) ||
      areNotesPreliminary,
    memo: {
      source,
      renderTools,
      parsedPage,
      moduleKey,
      scope: scopeResult,
      cachedParts: cache,
      blocks,
      renderedParts: retainedParts,
      endpoint,
    },
  };
}

/** Whether a rendering result can be reused. */
function isReusable({ isPreliminary }: { readonly isPreliminary: boolean }, { deferral }: RenderTools): boolean {
  return !(isPreliminary && deferral?.isDue());
}

function createRenderResult<Value>({ deferral }: RenderTools, render: () => Value): RenderResult<Value> {
  const previousCount = deferral?.getCount();
  const value = render();
  return { value, isPreliminary: deferral?.getCount() !== previousCount };
}

function getCachedParts(previousMemo: PageMemo | undefined, partCount: number): PartCache {
  if (!previousMemo) return new Map();
  if (previousMemo.cachedParts.size <= partCount + maxUnusedParts) return previousMemo.cachedParts;
  const cache: PartCache = new Map();
  for (const { part, key, locatedBlock } of previousMemo.blocks) cacheBlock(cache, part.block, key, locatedBlock);
  return cache;
}

function cacheBlock(cache: PartCache, block: ParsedBlock, key: string, locatedBlock: LocatedBlock): void {
  const blocksByKey = cache.get(block);
  // If a block keeps appearing with new IDs, only the latest rendering is cached.
  if (blocksByKey && blocksByKey.size < maxUnusedParts) blocksByKey.set(key, locatedBlock);
  else cache.set(block, new Map([[key, locatedBlock]]));
}

/** Collects the data that the blocks on a page need in addition to their nodes, without duplicates. */
function collectPageData(blocks: readonly RenderedBlock[]) {
  const classNames = new Set<string>();
  const requestedPaths = new Set<SitePath>();
  const styles = new Set<string>();
  for (const block of blocks) {
    for (const name of block.classNames) classNames.add(name);
    for (const path of block.requestedPaths) requestedPaths.add(path);
    if (block.styles !== "") styles.add(block.styles);
  }
  return { classNames, requested: requestedPaths, styles };
}

function isModule({ block }: PagePart): boolean {
  return block.tree?.root.children.some(({ type }) => type === "mdxjsEsm") ?? false;
}

function getBlockTrees({ block, range, lines }: PagePart): BlockTree[] {
  return block.tree ? [{ ...block.tree, range, line: lines[0] }] : [];
}

function createLocatedBlock(
  part: PagePart,
  renderTools: RenderTools,
  render: (tree: BlockTree) => RenderedBlock,
): LocatedBlock {
  const { value, isPreliminary } = createRenderResult(renderTools, () => renderPart(part, render));
  return { block: value, start: part.range.start, isPreliminary };
}

/** Renders a block. A block that can't be parsed at all is shown as written. */
function renderPart(part: PagePart, render: (tree: BlockTree) => RenderedBlock): RenderedBlock {
  const [tree] = getBlockTrees(part);
  if (tree) return render(tree);
  const nodes: ViewNode[] = [{ tag: "pre", children: [part.block.text] }];
  return { nodes, issues: [], classNames: [], styles: "", requestedPaths: [] };
}

const emptyAnchors: ReadonlyMap<number, string> = new Map();

/**
 * Returns a function that maps the lines of a block to the IDs of its headings and components. The function must be
 * called for the blocks in page order.
 */
function createAnchorReader(
  { references }: PartsScan,
  lineMap: LineMap,
): (part: PagePart) => ReadonlyMap<number, string> {
  const anchors = [...references.headings, ...references.anchors]
    .map(({ range, id }) => ({ line: getPosition(lineMap, range.start).line, id }))
    .sort((a, b) => a.line - b.line);
  let nextIndex = 0;
  return ({ lines: [firstLine, lastLine] }) => {
    while ((anchors[nextIndex]?.line ?? Infinity) < firstLine) nextIndex++;
    if ((anchors[nextIndex]?.line ?? Infinity) > lastLine) return emptyAnchors;
    const idsByLine = new Map<number, string>();
    for (; (anchors[nextIndex]?.line ?? Infinity) <= lastLine; nextIndex++) {
      const { line, id } = anchors[nextIndex] ?? { line: 0, id: "" };
      // If a line has several IDs, the heading's ID comes first and takes precedence.
      if (!idsByLine.has(line - firstLine)) idsByLine.set(line - firstLine, id);
    }
    return idsByLine;
  };
}

/** Returns a block's issues at the block's current position. */
function shiftIssues({ block, start }: LocatedBlock, { range }: PagePart, path: SitePath): readonly ViewIssue[] {
  const delta = range.start - start;
  if (delta === 0) return block.issues;
  const end = start + (range.end - range.start);
  return block.issues.map((issue) =>
    issue.file === path && issue.range.start >= start && issue.range.end <= end
      ? { ...issue, range: { start: issue.range.start + delta, end: issue.range.end + delta } }
      : issue,
  );
}

function renderFootnotes(footnotes: PageFootnotes, scope: PageScope): RenderedBlock[] {
  const footnoteList = createFootnoteList(footnotes);
  if (!footnoteList) return [];
  const text = "";
  return [
    renderBlock(
      { root: { type: "root", children: [footnoteList] }, range: { start: 0, end: 0 }, line: 0, text },
      scope,
      new Map(),
    ),
  ];
}

function createFootnoteBlock({ nodes }: RenderedBlock, lineMap: LineMap): ViewBlock {
  const lastLine = lineMap.lineStarts.length - 1;
  return { id: `notes-${getContentId(nodes)}`, lines: [lastLine, lastLine], nodes };
}

/** Returns the list of the page's headings, or `previousEntries` if the headings haven't changed. */
function createContents(
  { references }: PartsScan,
  lineMap: LineMap,
  previousEntries: readonly ContentsEntry[] = [],
): readonly ContentsEntry[] {
  const entries = references.headings.map(({ id, text, depth, range }) => ({
    id,
    text,
    depth,
    line: getPosition(lineMap, range.start).line,
  }));
  const isUnchanged =
    entries.length === previousEntries.length &&
    entries.every((entry, index) => isSameEntry(entry, previousEntries[index]));
  return isUnchanged ? previousEntries : entries;
}

function isSameEntry(a: ContentsEntry, b: ContentsEntry | undefined): boolean {
  return a.id === b?.id && a.text === b.text && a.depth === b.depth && a.line === b.line;
}

/**
 * Returns the page in the Markdown format that the service provides to agents: the title, the description, and the text
 * as written, without frontmatter and imports.
 */
export function formatAsMarkdown(source: PageSource): string {
  const { text, facts } = source;
  const { title, description } = readPageHead(scanPage(source.path, text), source);
  const body = text
    .slice(readFrontmatterRanges(text).bodyStart)
    .replace(/^import\s[^\n]*\n/gm, "")
    .replace(/\{\{([\w.-]{1,200})\}\}/g, (placeholder, name: string) => facts.variables.get(name) ?? placeholder)
    .trim();
  return `${[`# ${title}`, ...(description === undefined ? [] : [`> ${description}`]), body].join("\n\n")}\n`;
}
