import type { PagePlace, ToPage } from "../../../../webview/src/protocol.ts";
import { changedBlocks } from "../../core/preview/changed-blocks.ts";
import {
  type BlockPlace,
  type PageUpdate,
  type PageView,
  type PartOfPage,
  sameBlocks,
  type SameBlocks,
  type ViewBlock,
  withSameBlocks,
} from "../../core/preview/view/page-view.ts";
import type { RenderedPart } from "./render-worker-host.ts";

/** What one version of a page has beside the one before. */
export interface PageDelta {
  readonly page: PartOfPage;
  /** Blocks of the one before that stay, around those of `order`; absent where there is none before. */
  readonly same?: SameBlocks;
  readonly order: readonly BlockPlace[];
  readonly fresh: PageUpdate["fresh"];
}

export interface FullPage {
  readonly page: Omit<PageView, "blocks">;
  readonly blocks: readonly ViewBlock[];
}

/** What to tell whoever has `before`; everything where that is undefined. */
export function computePageDelta(before: FullPage | undefined, { page, blocks }: FullPage): PageDelta {
  if (!before) return { page, order: blocks.map(placeOf), fresh: nodesOf(blocks) };
  const same = sameBlocks(before.blocks, blocks);
  const between = blocks.slice(same.head, blocks.length - same.tail);
  const gone = before.blocks.slice(same.head, before.blocks.length - same.tail);
  const known = new Set(gone.map(({ id }) => id));
  const fresh = nodesOf(between.filter(({ id }) => !known.has(id)));
  return { page: diffBlocks(page, before.page), same, order: between.map(placeOf), fresh };
}

/** The other way round; undefined for news of something that is not known. */
export function applyPageDelta(
  before: FullPage | undefined,
  { page, same, order, fresh }: PageDelta,
): FullPage | undefined {
  const known = before?.page;
  const { contents = known?.contents, palette = known?.palette, styles = known?.styles } = page;
  if ((same && !before) || !contents || !palette || styles === undefined) return undefined;
  const gone = lazily(() => new Map(before?.blocks.map(({ id, nodes }) => [id, nodes])));
  const between = order.map((place) => ({ ...place, nodes: fresh[place.id] ?? gone().get(place.id) ?? [] }));
  const blocks = same && before ? withSameBlocks(before.blocks, same, between) : between;
  return { page: { ...page, contents, palette, styles }, blocks };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What is kept is the same value for as long as it says the same. */
function diffBlocks(
  { contents, palette, styles, ...rest }: FullPage["page"],
  before: FullPage["page"],
): PartOfPage {
  return {
    ...rest,
    ...(contents !== before.contents && { contents }),
    ...(palette !== before.palette && { palette }),
    ...(styles !== before.styles && { styles }),
  };
}

function nodesOf(blocks: readonly ViewBlock[]): PageUpdate["fresh"] {
  return Object.fromEntries(blocks.map(({ id, nodes }) => [id, nodes]));
}

function placeOf(block: ViewBlock): BlockPlace {
  const { nodes: _, ...place } = block;
  return place;
}

/**
 * What a page has been sent and what it is to be sent next: the newest version, of its blocks those that the page does
 * not know. Versions that came while the page was painting are left out.
 */
export class PageUpdates {
  #page: FullPage["page"] | undefined;
  #now: readonly ViewBlock[] = [];
  #textVersion = 0;
  /** Of what has been sent: the page answers each. */
  #count = 0;
  #sent: FullPage | undefined;
  #former: readonly ViewBlock[] | undefined;

  get hasPage(): boolean {
    return this.#page !== undefined;
  }

  take({ page, blocks }: FullPage, textVersion: number): void {
    this.#page = page;
    this.#now = blocks;
    this.#textVersion = textVersion;
  }

  /** From now on the page is compared with these blocks; undefined: with none. */
  compareWith(former: readonly ViewBlock[] | undefined): void {
    this.#former = former;
  }

  /** The page has been loaded anew, or shows something else. */
  forgetSent(): void {
    this.#sent = undefined;
  }

  /** Another page is to be shown. */
  clear(): void {
    this.#page = undefined;
    this.forgetSent();
  }

  next(): PageUpdate | undefined {
    if (!this.#page) return undefined;
    const blocks = this.#former ? withChanges(this.#former, this.#now) : this.#now;
    const now = { page: this.#page, blocks };
    const { same, ...delta } = computePageDelta(this.#sent, now);
    this.#sent = now;
    const since = this.#count++;
    const version = this.#count;
    return { version, textVersion: this.#textVersion, ...delta, ...(same && { same: { ...same, since } }) };
  }
}

/** Both versions as one page; what is gone has a name of its own, as its id may be that of a block that is there. */
function withChanges(former: readonly ViewBlock[], now: readonly ViewBlock[]): readonly ViewBlock[] {
  let line = 0;
  const gone = (block: ViewBlock): ViewBlock => ({
    ...block,
    id: `gone-${block.id}`,
    lines: [line, line],
    change: "removed",
  });
  return changedBlocks(former, now).flatMap(({ block, change, before }) => {
    if (change === "removed") return [gone(block)];
    line = block.lines[1];
    if (change === "same") return [block];
    return [...(before ? [gone(before)] : []), { ...block, change }];
  });
}

/** A page that does not say that it has painted is sent the next version all the same. Milliseconds. */
const maxPainting = 5000;

/**
 * Sends a page as fast as it can be painted: while one version is being painted those that come wait, and of them only
 * the newest is sent.
 */
export class PageUpdateQueue {
  readonly #send: (message: ToPage) => void;
  readonly #updates = new PageUpdates();
  #place: PagePlace = { title: "" };
  /** The part of the page that is to be shown next. */
  #goTo: string | undefined;
  #isReady = false;
  #hasDelta = false;
  #painting: NodeJS.Timeout | undefined;

  constructor(send: (message: ToPage) => void) {
    this.#send = send;
  }

  get hasPage(): boolean {
    return this.#updates.hasPage;
  }

  /** Another page is to be shown, and nothing until it has been rendered. */
  clear(goTo: string | undefined): void {
    this.#updates.clear();
    this.#updates.compareWith(undefined);
    this.#goTo = goTo;
  }

  /** The page is called otherwise, or has another address. */
  setPlace(place: PagePlace): void {
    this.#place = place;
    this.#hasDelta ||= this.hasPage;
  }

  take(part: RenderedPart, textVersion: number): void {
    this.#updates.take(part, textVersion);
    this.#hasDelta = true;
  }

  /** From now on changes from these blocks are marked; undefined: none are. */
  compareWith(former: readonly ViewBlock[] | undefined): void {
    this.#updates.compareWith(former);
    this.#hasDelta = this.hasPage;
  }

  /** The document has been loaded anew: it knows nothing. */
  restart(): void {
    this.#isReady = true;
    this.#hasDelta = this.hasPage;
    this.#updates.forgetSent();
    this.#endPainting();
  }

  painted(): void {
    this.#endPainting();
    this.flush();
  }

  /** Sends what there is, when there is something and the page can take it. */
  flush(): void {
    if (!this.#isReady || this.#painting || !this.#hasDelta) return;
    const update = this.#updates.next();
    if (!update) return;
    this.#hasDelta = false;
    const goTo = this.#goTo;
    this.#goTo = undefined;
    this.#send({ kind: "page", update, place: this.#place, ...(goTo !== undefined && { goTo }) });
    this.#painting = setTimeout(() => this.painted(), maxPainting);
  }

  end(): void {
    this.#endPainting();
    this.#isReady = false;
  }

  #endPainting(): void {
    clearTimeout(this.#painting);
    this.#painting = undefined;
  }
}
