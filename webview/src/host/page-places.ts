import { sourceAt } from "../paint/source-map.ts";
import type { PageStore } from "./page-store.ts";
import type { PageHandle } from "./paint-page.tsx";
import { scrollSync, type ScrollSync } from "./scroll-sync.ts";
import type { Transport } from "./transport.ts";

/** A part that comes later than this is not jumped to any more: the reader is elsewhere by then. Milliseconds. */
const maxWait = 4000;

/** Below the bars of the toolbar and the site, with a little air. */
const airPixels = 12;

/** Where the page stands: it follows the editor, the editor follows it, and a place of it leads to its text. */
export class PagePlaces {
  readonly #transport: Transport;
  readonly #handle: { readonly current: PageHandle | null };
  readonly #sync: ScrollSync;
  #shown: string | undefined;
  /** A part of the page that is not painted yet: of an operation that is still being read, or of a long page. */
  #requested: { readonly id: string; readonly until: number } | undefined;
  #marked: Element | undefined;

  constructor(transport: Transport, handle: { readonly current: PageHandle | null }) {
    this.#transport = transport;
    this.#handle = handle;
    this.#sync = scrollSync(
      () => document.querySelector(".dw-page"),
      edge,
      (line) => transport.send({ kind: "scrolled", line }),
    );
  }

  /** Hears what the editor shows. Answers how to stop. */
  listen(store: PageStore): () => void {
    return store.onReveal(({ file, line, why }) => {
      if (store.get().place.file !== file) return;
      if (why === "scroll") this.#sync.follow(line);
      else void this.#markLine(Math.floor(line));
    });
  }

  /** Another page is painted: its top, the part that the address names, or where it was left. */
  arrive(shown: string, goTo: string | undefined, left: number): void {
    const isFirst = this.#shown === undefined;
    if (this.#shown === shown && goTo === undefined) return;
    this.#shown = shown;
    this.#sync.keepQuiet();
    this.#requested = goTo === undefined ? undefined : { id: goTo, until: performance.now() + maxWait };
    if (goTo !== undefined) this.refresh();
    else window.scrollTo({ top: isFirst ? left : 0, behavior: "instant" });
  }

  /** More of the page is painted: the part that the address names may be there now. */
  refresh(): void {
    const requested = this.#requested;
    if (!requested) return;
    if (performance.now() > requested.until) this.#requested = undefined;
    void this.#handle.current?.revealId(requested.id).then((found) => {
      if (found && this.#requested === requested) this.#requested = undefined;
    });
  }

  /** Its text in the editor, of whatever stands under the pointer. */
  openSource(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined;
    if (!target || target.closest("button, input, a[href], summary")) return;
    const place = sourceAt(target);
    if (place) this.#transport.send({ kind: "show", ...fileIn(place), at: { line: place.line } });
  }

  /** The line of the cursor: what hides it is opened, a bar marks it, and it is scrolled to when it is out of sight. */
  async #markLine(line: number): Promise<void> {
    const element = await this.#handle.current?.revealLine(line);
    this.#marked?.removeAttribute("data-cursor");
    this.#marked = element;
    if (!element) {
      // The title, what is set for the page and what it imports stand above its first block.
      this.#sync.keepQuiet();
      window.scrollTo({ top: 0, behavior: "instant" });
      return;
    }
    element.setAttribute("data-cursor", "");
    this.#sync.show(line);
  }
}

function fileIn({ file }: { readonly file?: string }): { readonly file?: string } {
  return file === undefined ? {} : { file };
}

/** Pixels at the top of the window that bars cover. */
function edge(): number {
  const header = document.querySelector(".dw-site-header");
  const toolbar = document.querySelector(".dwt");
  const below = (header ?? toolbar)?.getBoundingClientRect();
  const covered = header ? Math.max(36, (below?.height ?? 0) + 36) : 36;
  return covered + airPixels;
}
