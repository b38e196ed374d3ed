import type { PageUpdate } from "../../core/preview/view/page-view.ts";
import type { ViewNode } from "../../core/preview/view/view-node.ts";
import type { RenderedPart } from "./preview-protocol.ts";

/**
 * What a page has been sent and what it is to be sent next: the newest version, of its blocks those that the page does
 * not know. Versions that came while the page was painting are left out.
 */
export class PageUpdates {
  #part: Omit<RenderedPart, "fresh" | "wanted"> | undefined;
  #textVersion = 0;
  #blocks: ReadonlyMap<string, readonly ViewNode[]> = new Map();
  #sent: ReadonlySet<string> = new Set();

  get hasPage(): boolean {
    return this.#part !== undefined;
  }

  /** A thread that was started anew sends all blocks; otherwise those that are not fresh are known here. */
  take({ fresh, wanted: _, ...part }: RenderedPart, textVersion: number): void {
    const known = this.#blocks;
    this.#blocks = new Map(part.order.map(({ id }) => [id, fresh[id] ?? known.get(id) ?? []]));
    this.#part = part;
    this.#textVersion = textVersion;
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
    const { version, page, order } = this.#part;
    const fresh: Record<string, readonly ViewNode[]> = {};
    for (const [id, nodes] of this.#blocks) if (!this.#sent.has(id)) fresh[id] = nodes;
    this.#sent = new Set(this.#blocks.keys());
    return { version, textVersion: this.#textVersion, page, order, fresh };
  }
}
