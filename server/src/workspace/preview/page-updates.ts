import type { PreviewLocation, ToPage } from "../../../../webview/src/protocol.ts";
import { mergeBlocks } from "../../core/preview/changed-blocks.ts";
import {
  type BlockSummary,
  type PageUpdate,
  type PageView,
  type PagePatch,
  findSameBlocks,
  type SameBlocks,
  type ViewBlock,
  applySameBlocks,
} from "../../core/preview/view/page-view.ts";
import type { RenderResult } from "./render-worker-host.ts";

/** The difference between two consecutive versions of a page. */
export interface PageDelta {
  readonly page: PagePatch;
  /** The number of unchanged blocks before and after the blocks in `order`. Absent if there's no previous version. */
  readonly sameBlocks?: SameBlocks;
  readonly order: readonly BlockSummary[];
  readonly newNodes: PageUpdate["newNodes"];
}

export interface FullPage {
  readonly page: Omit<PageView, "blocks">;
  readonly blocks: readonly ViewBlock[];
}

/** Returns the changes for a recipient that has `previousPage`, or the complete page if `previousPage` is undefined. */
export function computePageDelta(previousPage: FullPage | undefined, { page, blocks }: FullPage): PageDelta {
  if (!previousPage) return { page, order: blocks.map(removeNodes), newNodes: indexNodesById(blocks) };
  const sameBlocks = findSameBlocks(previousPage.blocks, blocks);
  const changedBlocks = blocks.slice(sameBlocks.head, blocks.length - sameBlocks.tail);
  const replacedBlocks = previousPage.blocks.slice(sameBlocks.head, previousPage.blocks.length - sameBlocks.tail);
  const removedIds = new Set(replacedBlocks.map(({ id }) => id));
  const newNodes = indexNodesById(changedBlocks.filter(({ id }) => !removedIds.has(id)));
  return {
    page: getChangedParts(page, previousPage.page),
    sameBlocks,
    order: changedBlocks.map(removeNodes),
    newNodes,
  };
}

/** Applies a delta to `previousPage`. Returns undefined if the delta refers to unknown blocks. */
export function applyPageDelta(
  previousPage: FullPage | undefined,
  { page, sameBlocks, order, newNodes }: PageDelta,
): FullPage | undefined {
  const previousView = previousPage?.page;
  const { contents = previousView?.contents, palette = previousView?.palette, styles = previousView?.styles } = page;
  if ((sameBlocks && !previousPage) || !contents || !palette || styles === undefined) return undefined;
  const getPreviousNodes = cacheResult(() => new Map(previousPage?.blocks.map(({ id, nodes }) => [id, nodes])));
  const orderedBlocks = order.map((blockSummary) => ({
    ...blockSummary,
    nodes: newNodes[blockSummary.id] ?? getPreviousNodes().get(blockSummary.id) ?? [],
  }));
  const blocks =
    sameBlocks && previousPage ? applySameBlocks(previousPage.blocks, sameBlocks, orderedBlocks) : orderedBlocks;
  return { page: { ...page, contents, palette, styles }, blocks };
}

function cacheResult<Value>(create: () => Value): () => Value {
  let memo: { readonly value: Value } | undefined;
  return () => (memo ??= { value: create() }).value;
}

/** Returns the page without the parts that haven't changed. Unchanged parts are the same objects as before. */
function getChangedParts(
  { contents, palette, styles, ...rest }: FullPage["page"],
  previousView: FullPage["page"],
): PagePatch {
  return {
    ...rest,
    ...(contents !== previousView.contents && { contents }),
    ...(palette !== previousView.palette && { palette }),
    ...(styles !== previousView.styles && { styles }),
  };
}

function indexNodesById(blocks: readonly ViewBlock[]): PageUpdate["newNodes"] {
  return Object.fromEntries(blocks.map(({ id, nodes }) => [id, nodes]));
}

function removeNodes(block: ViewBlock): BlockSummary {
  const { nodes: _, ...blockPlace } = block;
  return blockPlace;
}

/**
 * Tracks the data that a page has received, and computes the next update. An update contains the newest version, but
 * only the blocks that the page doesn't have. Versions that arrive while the page is painting are skipped.
 */
export class PageUpdates {
  #page: FullPage["page"] | undefined;
  #currentBlocks: readonly ViewBlock[] = [];
  #textVersion = 0;
  /** The number of updates sent so far. The page confirms each update. */
  #updateCount = 0;
  #sentPage: FullPage | undefined;
  #previousBlocks: readonly ViewBlock[] | undefined;

  get hasPage(): boolean {
    return this.#page !== undefined;
  }

  setPage({ page, blocks }: FullPage, textVersion: number): void {
    this.#page = page;
    this.#currentBlocks = blocks;
    this.#textVersion = textVersion;
  }

  /** Compares the page with these blocks from now on. Stops comparing if `previousBlocks` is undefined. */
  setPreviousBlocks(previousBlocks: readonly ViewBlock[] | undefined): void {
    this.#previousBlocks = previousBlocks;
  }

  /** Clears the record of sent data, because the page has reloaded or shows different content. */
  clearSentData(): void {
    this.#sentPage = undefined;
  }

  /** Discards the current page before another one is shown. */
  clear(): void {
    this.#page = undefined;
    this.clearSentData();
  }

  createNextUpdate(): PageUpdate | undefined {
    if (!this.#page) return undefined;
    const blocks = this.#previousBlocks ? markChanges(this.#previousBlocks, this.#currentBlocks) : this.#currentBlocks;
    const currentPage = { page: this.#page, blocks };
    const { sameBlocks, ...delta } = computePageDelta(this.#sentPage, currentPage);
    this.#sentPage = currentPage;
    const baseVersion = this.#updateCount++;
    const version = this.#updateCount;
    return {
      version,
      textVersion: this.#textVersion,
      ...delta,
      ...(sameBlocks && { sameBlocks: { ...sameBlocks, baseVersion } }),
    };
  }
}

/** Merges both versions into one page. Deleted blocks get new IDs, because an existing block may have the same ID. */
function markChanges(previousBlocks: readonly ViewBlock[], newBlocks: readonly ViewBlock[]): readonly ViewBlock[] {
  let line = 0;
  const markRemovedBlock = (block: ViewBlock): ViewBlock => ({
    ...block,
    id: `gone-${block.id}`,
    lines: [line, line],
    change: "removed",
  });
  return mergeBlocks(previousBlocks, newBlocks).flatMap(({ block, change, before }) => {
    if (change === "removed") return [markRemovedBlock(block)];
    line = block.lines[1];
    if (change === "same") return [block];
    return [...(before ? [markRemovedBlock(before)] : []), { ...block, change }];
  });
}

/**
 * The time in milliseconds after which the next version is sent even if the page hasn't confirmed that it has painted
 * the previous one.
 */
const maxPaintMilliseconds = 5000;

/**
 * Sends updates as fast as the page can paint them. While the page is painting a version, newer versions wait, and only
 * the newest one is sent.
 */
export class PageUpdateQueue {
  readonly #send: (message: ToPage) => void;
  readonly #updates = new PageUpdates();
  #location: PreviewLocation = { title: "" };
  /** The fragment to send with the next update so that the page scrolls to it. */
  #pendingFragment: string | undefined;
  #isReady = false;
  #hasPendingUpdate = false;
  #paintTimer: NodeJS.Timeout | undefined;

  constructor(sendToPage: (message: ToPage) => void) {
    this.#send = sendToPage;
  }

  get hasPage(): boolean {
    return this.#updates.hasPage;
  }

  /** Prepares for another page. Nothing is sent until that page has been rendered. */
  startPage(fragment: string | undefined): void {
    this.#updates.clear();
    this.#updates.setPreviousBlocks(undefined);
    this.#pendingFragment = fragment;
  }

  /** Updates the title or URL of the page. */
  setLocation(location: PreviewLocation): void {
    this.#location = location;
    this.#hasPendingUpdate ||= this.hasPage;
  }

  setResult(result: RenderResult, textVersion: number): void {
    this.#updates.setPage(result, textVersion);
    this.#hasPendingUpdate = true;
  }

  /** Marks changes relative to these blocks from now on. Marks no changes if `previousBlocks` is undefined. */
  setPreviousBlocks(previousBlocks: readonly ViewBlock[] | undefined): void {
    this.#updates.setPreviousBlocks(previousBlocks);
    this.#hasPendingUpdate = this.hasPage;
  }

  /** Starts over because the document has reloaded and the page's state is unknown. */
  restart(): void {
    this.#isReady = true;
    this.#hasPendingUpdate = this.hasPage;
    this.#updates.clearSentData();
    this.#endPainting();
  }

  onPainted(): void {
    this.#endPainting();
    this.flush();
  }

  /** Sends the pending update if there is one and the page is ready for it. */
  flush(): void {
    if (!this.#isReady || this.#paintTimer || !this.#hasPendingUpdate) return;
    const update = this.#updates.createNextUpdate();
    if (!update) return;
    this.#hasPendingUpdate = false;
    const fragment = this.#pendingFragment;
    this.#pendingFragment = undefined;
    this.#send({ kind: "page", update, location: this.#location, ...(fragment !== undefined && { fragment }) });
    this.#paintTimer = setTimeout(() => this.onPainted(), maxPaintMilliseconds);
  }

  end(): void {
    this.#endPainting();
    this.#isReady = false;
  }

  #endPainting(): void {
    clearTimeout(this.#paintTimer);
    this.#paintTimer = undefined;
  }
}
