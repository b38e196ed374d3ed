import type { Reader } from "../../../../webview/src/protocol.ts";
import type { DrawIcon } from "../../core/preview/frame/frame-icon.ts";
import { siteFrame } from "../../core/preview/frame/site-frame.ts";
import type { SiteFrame } from "../../core/preview/view/site-frame.ts";
import type { Site } from "../../core/site/site.ts";

type Part = keyof SiteFrame;
const parts: readonly Part[] = ["look", "surroundings", "menu", "page"];

/** The site around a page, and which parts of it the page that paints does not have yet. */
export class FrameNews {
  readonly #draw: DrawIcon;
  #frame: SiteFrame | undefined;
  readonly #sent = new Map<Part, { readonly value: unknown; readonly text: string }>();

  constructor(draw: DrawIcon) {
    this.#draw = draw;
  }

  /** The page has been loaded anew. */
  forgetSent(): void {
    this.#sent.clear();
  }

  look(site: Site, slug: string, audience: Reader): void {
    this.#frame = siteFrame(site, slug, audience, this.#draw);
  }

  /** The parts that are others than those sent last; undefined when there are none. */
  next(): Partial<SiteFrame> | undefined {
    const frame = this.#frame;
    const fresh = frame ? parts.filter((part) => this.#isNews(part, frame[part])) : [];
    return fresh.length === 0 ? undefined : Object.fromEntries(fresh.map((part) => [part, frame?.[part]]));
  }

  #isNews(part: Part, value: unknown): boolean {
    const sent = this.#sent.get(part);
    if (sent?.value === value) return false;
    const text = JSON.stringify(value);
    this.#sent.set(part, { value, text });
    return sent?.text !== text;
  }
}
