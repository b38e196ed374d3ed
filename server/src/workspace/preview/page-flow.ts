import type { PagePlace, ToPage } from "../../../../webview/src/protocol.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import { PageUpdates } from "./page-updates.ts";
import type { RenderedPart } from "./preview-protocol.ts";

/** A page that does not say that it has painted is sent the next version all the same. Milliseconds. */
const longestPainting = 5000;

/**
 * Sends a page as fast as it can be painted: while one version is being painted those that come wait, and of them only
 * the newest is sent.
 */
export class PageFlow {
  readonly #send: (message: ToPage) => void;
  readonly #updates = new PageUpdates();
  #place: PagePlace = { title: "" };
  /** The part of the page that is to be shown next. */
  #goTo: string | undefined;
  #isReady = false;
  #hasNews = false;
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
    this.#hasNews ||= this.hasPage;
  }

  take(part: RenderedPart, textVersion: number): void {
    this.#updates.take(part, textVersion);
    this.#hasNews = true;
  }

  /** From now on changes from these blocks are marked; undefined: none are. */
  compareWith(former: readonly ViewBlock[] | undefined): void {
    this.#updates.compareWith(former);
    this.#hasNews = this.hasPage;
  }

  /** The document has been loaded anew: it knows nothing. */
  restart(): void {
    this.#isReady = true;
    this.#hasNews = this.hasPage;
    this.#updates.forgetSent();
    this.#endPainting();
  }

  painted(): void {
    this.#endPainting();
    this.flush();
  }

  /** Sends what there is, when there is something and the page can take it. */
  flush(): void {
    if (!this.#isReady || this.#painting || !this.#hasNews) return;
    const update = this.#updates.next();
    if (!update) return;
    this.#hasNews = false;
    const goTo = this.#goTo;
    this.#goTo = undefined;
    this.#send({ kind: "page", update, place: this.#place, ...(goTo !== undefined && { goTo }) });
    this.#painting = setTimeout(() => this.painted(), longestPainting);
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
