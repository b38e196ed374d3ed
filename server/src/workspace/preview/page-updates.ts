import { changedBlocks } from "../../core/preview/changed-blocks.ts";
import type { PageUpdate, ViewBlock } from "../../core/preview/view/page-view.ts";
import { pageNews, type WholePage } from "./page-news.ts";

/**
 * What a page has been sent and what it is to be sent next: the newest version, of its blocks those that the page does
 * not know. Versions that came while the page was painting are left out.
 */
export class PageUpdates {
  #page: WholePage["page"] | undefined;
  #now: readonly ViewBlock[] = [];
  #textVersion = 0;
  /** Of what has been sent: the page answers each. */
  #count = 0;
  #sent: WholePage | undefined;
  #former: readonly ViewBlock[] | undefined;

  get hasPage(): boolean {
    return this.#page !== undefined;
  }

  take({ page, blocks }: WholePage, textVersion: number): void {
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
    const { same, ...news } = pageNews(this.#sent, now);
    this.#sent = now;
    const since = this.#count++;
    const version = this.#count;
    return { version, textVersion: this.#textVersion, ...news, ...(same && { same: { ...same, since } }) };
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
