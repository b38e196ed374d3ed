import type { PageChange } from "../../../../webview/src/protocol.ts";
import { pageHref } from "../../core/preview/frame/frame-links.ts";
import { slugOf } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** The files of the site that are others than at the last commit. */
export type ReadChanges = () => Promise<ReadonlyMap<SitePath, PageChange>>;

/** Between two questions, at the least. Milliseconds. */
const leastPause = 2000;
/** All files are read for an answer, so that no more than a twentieth of the time is spent on it. */
const pausePerWork = 20;

/** Which pages are others than at the last commit, asked again as the site changes. */
export class ChangedPages {
  readonly #read: ReadChanges;
  readonly #onNews: () => void;
  readonly #onFailed: (error: unknown) => void;
  #files: ReadonlyMap<SitePath, PageChange> = new Map();
  #isResting = false;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(read: ReadChanges, onNews: () => void, onFailed: (error: unknown) => void) {
    this.#read = read;
    this.#onNews = onNews;
    this.#onFailed = onFailed;
    this.follow();
  }

  /** Something in the site may be another. */
  follow(): void {
    if (this.#ended) return;
    this.#isStale = this.#isResting;
    if (this.#isResting) return;
    this.#isResting = true;
    void this.#ask();
  }

  /** By the addresses that menus lead to. */
  byHref(site: Site): Readonly<Record<string, PageChange>> {
    const changes = [...this.#files].flatMap(([path, change]) => {
      const slug = site.pages.has(path) ? slugOf(path) : undefined;
      return slug === undefined ? [] : [[pageHref(site, slug), change] as const];
    });
    return Object.fromEntries(changes);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    const from = performance.now();
    try {
      const files = await this.#read();
      const isNews = JSON.stringify([...files]) !== JSON.stringify([...this.#files]);
      this.#files = files;
      if (isNews && !this.#ended) this.#onNews();
    } catch (error) {
      this.#onFailed(error);
    }
    if (this.#ended) return;
    const pause = Math.max(leastPause, (performance.now() - from) * pausePerWork);
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      if (this.#isStale) this.follow();
    }, pause);
    this.#timer.unref();
  }
}
