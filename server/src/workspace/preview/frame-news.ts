import type { Reader } from "../../../../webview/src/protocol.ts";
import type { DrawIcon } from "../../core/preview/frame/frame-links.ts";
import { frameReading } from "../../core/preview/frame/frame-reading.ts";
import { divisionsAround, wayThrough, wayTo, type Way } from "../../core/preview/frame/page-places.ts";
import { siteFrame } from "../../core/preview/frame/site-frame.ts";
import type { FramePlace, SiteFrame } from "../../core/preview/view/site-frame.ts";
import type { SiteFiles } from "../read-frame.ts";
import { SiteSheets } from "./site-sheets.ts";
import type { Site } from "../../core/site/site.ts";
import { runInSlices } from "../run-in-slices.ts";
import { frameSteps, type LookedAt } from "./frame-steps.ts";
import { isSameJson, jsonInSteps, type JsonParts } from "../json-in-steps.ts";

type Part = keyof SiteFrame;
const parts: readonly Part[] = ["look", "surroundings", "menu", "page", "sheet", "unappliedSheets"];

/** While docs.json or titles are typed, the site around the page follows this often. Milliseconds. */
const pauseMilliseconds = 100;

/** A site that changes faster than it can be worked out is shown all the same. */
const mostTries = 3;

/** A page of a menu is two; so many take some milliseconds. */
const fewSteps = 500;

interface FrameNewsOptions {
  readonly drawIcon: DrawIcon;
  readonly site: { readonly files: SiteFiles };
}

/** The site around a page: sends the parts of it that the page that paints does not have yet. */
export class FrameNews {
  readonly #draw: DrawIcon;
  readonly #sheets: SiteSheets;
  readonly #send: (frame: Partial<SiteFrame>) => void;
  readonly #sent = new Map<Part, { readonly value: unknown; readonly text: JsonParts }>();
  /** Of parts that have been made, their JSON. */
  readonly #texts = new WeakMap<object, JsonParts>();
  #next: (() => SiteFrame) | undefined;
  #shown: { readonly site: Site; readonly slug: string; readonly audience: Reader } | undefined;
  /** By which divisions the reader has come. */
  #way: Way = [];
  #timer: NodeJS.Timeout | undefined;
  #preparing: AbortController | undefined;

  constructor({ drawIcon, site }: FrameNewsOptions, send: (frame: Partial<SiteFrame>) => void) {
    this.#draw = drawIcon;
    this.#sheets = new SiteSheets(site.files);
    this.#send = send;
  }

  /** The page has been loaded anew. */
  forgetSent(): void {
    this.#sent.clear();
  }

  /** The reader goes on: by the division that was clicked on, by another link from where the page is shown. */
  come(clicked: FramePlace | undefined): void {
    if (!this.#shown) return;
    const { site, slug, audience } = this.#shown;
    const reading = frameReading(site, audience, this.#draw);
    const chosen = clicked && wayTo(reading, clicked);
    this.#way = chosen ?? wayThrough(divisionsAround(reading, slug, this.#way));
  }

  /** What is shown next has not been come to by a click. */
  forgetWay(): void {
    this.#way = [];
  }

  /** This is the site and the page now; what is urgent is worked out at once, and sent before all else if it is little. */
  follow(site: Site, slug: string, audience: Reader, isUrgent: boolean): void {
    this.#shown = { site, slug, audience };
    this.#next = () => {
      const { text: sheet, unapplied: unappliedSheets } = this.#sheets.read(site.files);
      return { ...siteFrame(site, slug, audience, this.#draw, this.#way), sheet, unappliedSheets };
    };
    if (!isUrgent) this.#prepareIn(pauseMilliseconds);
    else if (this.#isSoonMade()) this.#tell();
    else this.#prepareIn(0);
  }

  /** A file has changed that changes nothing else of the site: a style sheet of it, maybe. */
  followSheets(): void {
    const { site } = this.#shown ?? {};
    if (!site) return;
    const { text, unapplied } = this.#sheets.read(site.files);
    if (text !== this.#sent.get("sheet")?.value || unapplied !== this.#sent.get("unappliedSheets")?.value)
      this.#prepareIn(pauseMilliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#preparing?.abort();
  }

  /** Works it out if that takes few steps; what of it takes more is remembered. */
  #isSoonMade(): boolean {
    const steps = this.#shown && this.#steps(this.#shown);
    for (let taken = 0; steps && taken < fewSteps; taken++) if (steps.next().done) return true;
    return false;
  }

  /** In so many milliseconds; what is being worked out already looks again at its end. */
  #prepareIn(milliseconds: number): void {
    if (this.#preparing || (this.#timer && milliseconds > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (milliseconds > 0) this.#timer = setTimeout(() => void this.#prepare(), milliseconds);
    else void this.#prepare();
  }

  /** Of a site of thousands of pages, in steps between which everything else comes through. */
  async #prepare(): Promise<void> {
    this.#timer = undefined;
    const { signal } = (this.#preparing = new AbortController());
    try {
      for (let tries = 0; tries < mostTries; tries++) {
        const shown = this.#shown;
        if (!shown) return;
        await runInSlices(this.#steps(shown), signal);
        if (this.#shown === shown) break;
      }
      this.#tell();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#preparing = undefined;
    }
  }

  /** At last as text, by which it is told whether it is news. */
  *#steps({ site, slug, audience }: Omit<LookedAt, "way"> & { readonly site: Site }): Generator<void, void> {
    const frame: { made?: SiteFrame | undefined } = {};
    yield* frameSteps(site, { slug, audience, way: this.#way }, this.#draw, () => {
      frame.made = this.#next?.();
    });
    for (const part of parts) {
      const value = frame.made?.[part];
      if (typeof value !== "object" || this.#sent.get(part)?.value === value) continue;
      this.#texts.set(value, yield* jsonInSteps(value));
    }
  }

  #tell(): void {
    const frame = this.#next?.();
    const fresh = frame ? parts.filter((part) => this.#isNews(part, frame[part])) : [];
    if (fresh.length > 0) this.#send(Object.fromEntries(fresh.map((part) => [part, frame?.[part]])));
  }

  #isNews(part: Part, value: unknown): boolean {
    const sent = this.#sent.get(part);
    if (sent?.value === value) return false;
    const known = typeof value === "object" && value ? this.#texts.get(value) : undefined;
    const text = known ?? atOnce(jsonInSteps(value));
    this.#sent.set(part, { value, text });
    return !sent || !isSameJson(sent.text, text);
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
