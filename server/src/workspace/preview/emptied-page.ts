import type { PageSource } from "../../core/preview/source/page-source.ts";

/** How long a page may seem to be written before what there is of it is believed, in milliseconds. */
const longest = 300;

type PageText = Pick<PageSource, "path" | "text">;

/** Systems write whole pages of memory; in bytes. */
const memoryPage = 4096;

/**
 * Whoever writes a file empties it first, and on a busy machine some time goes by before all of its text is there. A page
 * that is read meanwhile is not shown, as it would vanish and come again.
 */
export class EmptiedPage {
  #timer: NodeJS.Timeout | undefined;
  #isBelieved = false;

  /** Whether the text is not to be shown yet in place of `before`. `again` is run when it is to be believed after all. */
  isHeld(before: PageText | undefined, now: PageText, again: () => void): boolean {
    if (before?.path !== now.path || !seemsUnfinished(before.text, now.text)) {
      this.end();
      return false;
    }
    if (!this.#isBelieved)
      this.#timer ??= setTimeout(() => {
        this.#isBelieved = true;
        again();
      }, longest);
    return !this.#isBelieved;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isBelieved = false;
  }
}

function seemsUnfinished(before: string, now: string): boolean {
  return now.length < before.length && Buffer.byteLength(now) % memoryPage === 0;
}
