import { getSource } from "../paint/source-map.ts";
import type { PageStore } from "./page-store.ts";
import type { PageHandle } from "./paint-page.tsx";
import { createScrollSync, type ScrollSync } from "./scroll-sync.ts";
import type { Transport } from "./transport.ts";

/**
 * The maximum time in milliseconds to wait for the target of a fragment. The page doesn't scroll to a target that
 * appears later, because the reader may have moved on.
 */
const maxWait = 4000;

/** The gap in pixels below the toolbar and the site's bars. */
const marginPixels = 12;

/**
 * Manages the page's scroll position. Scrolling the editor scrolls the page and vice versa, and positions on the page
 * link to their source.
 */
export class PageScrollManager {
  readonly #transport: Transport;
  readonly #handle: { readonly current: PageHandle | null };
  readonly #scrollSync: ScrollSync;
  #shownUrl: string | undefined;
  /**
   * The fragment to scroll to once its target is rendered. The target may not exist at first, because its operation is
   * still being read or the page is long.
   */
  #revealRequest: { readonly id: string; readonly endTime: number } | undefined;
  #markedElement: Element | undefined;

  constructor(transport: Transport, handle: { readonly current: PageHandle | null }) {
    this.#transport = transport;
    this.#handle = handle;
    this.#scrollSync = createScrollSync(
      () => document.querySelector(".dw-page"),
      getTopBarHeight,
      (line) => transport.send({ kind: "scrolled", line }),
    );
  }

  /** Scrolls to the positions that the editor reveals. Returns a function that stops listening. */
  listen(store: PageStore): () => void {
    return store.onReveal(({ file, line, trigger }) => {
      if (store.get().location.file !== file) return;
      if (trigger === "scroll") this.#scrollSync.follow(line);
      else void this.#markLine(Math.floor(line));
    });
  }

  /**
   * Scrolls after a different page has been rendered: to the top of the page, to the fragment in the URL, or to the
   * last position.
   */
  scrollToTarget(shownUrl: string, fragment: string | undefined, scrollTop: number): void {
    const isFirstPage = this.#shownUrl === undefined;
    if (this.#shownUrl === shownUrl && fragment === undefined) return;
    this.#shownUrl = shownUrl;
    this.#scrollSync.ignoreScroll();
    this.#revealRequest = fragment === undefined ? undefined : { id: fragment, endTime: performance.now() + maxWait };
    if (fragment !== undefined) this.refresh();
    else window.scrollTo({ top: isFirstPage ? scrollTop : 0, behavior: "instant" });
  }

  /** Tries to scroll to the fragment in the URL again, because more of the page has been rendered. */
  refresh(): void {
    const request = this.#revealRequest;
    if (!request) return;
    if (performance.now() > request.endTime) this.#revealRequest = undefined;
    void this.#handle.current?.revealId(request.id).then((element) => {
      if (element && this.#revealRequest === request) this.#revealRequest = undefined;
    });
  }

  /** Opens the source of the element under the pointer in the editor. */
  openSource(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    if (!target || target.closest("button, input, a[href], summary")) return;
    const source = getSource(target);
    if (source) this.#transport.send({ kind: "show", ...getFile(source), at: { line: source.line } });
  }

  /**
   * Marks the line that contains the cursor with a bar. Expands anything that hides the line, and scrolls to the line
   * if it's out of view.
   */
  async #markLine(line: number): Promise<void> {
    const element = await this.#handle.current?.revealLine(line);
    this.#markedElement?.removeAttribute("data-cursor");
    this.#markedElement = element;
    if (!element) {
      // These lines come before the first block. They contain the title, the frontmatter, and the imports.
      this.#scrollSync.ignoreScroll();
      window.scrollTo({ top: 0, behavior: "instant" });
      return;
    }
    element.setAttribute("data-cursor", "");
    this.#scrollSync.show(line);
  }
}

function getFile({ file }: { readonly file?: string }): { readonly file?: string } {
  return file === undefined ? {} : { file };
}

/** Returns the height of the bars at the top of the window, in pixels. */
function getTopBarHeight(): number {
  const header = document.querySelector(".dw-site-header");
  const toolbar = document.querySelector(".dwt");
  const barBox = (header ?? toolbar)?.getBoundingClientRect();
  const coveredHeight = header ? Math.max(36, (barBox?.height ?? 0) + 36) : 36;
  return coveredHeight + marginPixels;
}
