import { changedBlocks } from "../../core/preview/changes/changed-blocks.ts";
import type { PageUpdate, ViewBlock } from "../../core/preview/view/page-view.ts";
import type { ViewNode } from "../../core/preview/view/view-node.ts";
import type { RenderedPart } from "./preview-protocol.ts";

/**
 * What a page has been sent and what it is to be sent next: the newest version, of its blocks those that the page does
 * not know. Versions that came while the page was painting are left out.
 */
export class PageUpdates {
  #part: Omit<RenderedPart, "fresh" | "wanted" | "isRough"> | undefined;
  #textVersion = 0;
  /** Of what has been sent: the page answers each. */
  #count = 0;
  #blocks: ReadonlyMap<string, readonly ViewNode[]> = new Map();
  #sent: ReadonlySet<string> = new Set();
  #former: readonly ViewBlock[] | undefined;

  get hasPage(): boolean {
    return this.#part !== undefined;
  }

  /** A thread that was started anew sends all blocks; otherwise those that are not fresh are known here. */
  take(rendered: RenderedPart, textVersion: number): void {
    const { fresh, wanted: _, isRough: _rough, ...part } = rendered;
    const known = this.#blocks;
    this.#blocks = new Map(part.order.map(({ id }) => [id, fresh[id] ?? known.get(id) ?? []]));
    this.#part = part;
    this.#textVersion = textVersion;
  }

  /** From now on the page is compared with these blocks; undefined: with none. */
  compareWith(former: readonly ViewBlock[] | undefined): void {
    this.#former = former;
  }

  /** The page has been loaded anew, or shows something else. */
  forgetSent(): void {
    this.#sent = new Set();
  }

  /** Another page is to be shown. */
  clear(): void {
    this.#part = undefined;
    this.forgetSent();
  }

  next(): PageUpdate | undefined {
    if (!this.#part) return undefined;
    const { page, order } = this.#part;
    const own = order.map((block) => ({ ...block, nodes: this.#blocks.get(block.id) ?? [] }));
    const blocks = this.#former ? withChanges(this.#former, own) : own;
    const fresh: Record<string, readonly ViewNode[]> = {};
    for (const { id, nodes } of blocks) if (!this.#sent.has(id)) fresh[id] = nodes;
    this.#sent = new Set(blocks.map(({ id }) => id));
    const places = blocks.map(placeOf);
    return { version: ++this.#count, textVersion: this.#textVersion, page, order: places, fresh };
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

function placeOf(block: ViewBlock): PageUpdate["order"][number] {
  const { nodes: _, ...place } = block;
  return place;
}
