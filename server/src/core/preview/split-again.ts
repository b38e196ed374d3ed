import { endsInCommon, type TextRange } from "../text/text-edit.ts";
import type { Gap, PageSplit, Stop } from "./page-split.ts";

/** From where everything goes on as in the text that was cut before. */
export interface RestOfSplit {
  readonly spans: readonly TextRange[];
  readonly gaps: readonly Gap[];
  readonly spent: number;
  /** Those of the rest, of which the first comes behind so many spans and gaps. */
  readonly stops: (spans: number, gaps: number) => readonly Stop[];
}

/** Characters that may be looked at twice before anything is cut otherwise for it, beside those of the text. */
const carefree = 200_000;

/**
 * What two texts that are cut have in common: up to the last stop in front of their difference everything is alike, and
 * from the first stop behind it at which as much is open.
 */
export class SplitAgain {
  readonly #before: PageSplit;
  readonly #start: number;
  readonly #same: { readonly start: number; readonly end: number };
  readonly #shift: number;
  readonly #length: number;
  #next = 0;

  constructor(before: PageSplit, text: string, bodyStart: number) {
    this.#before = before;
    this.#start = bodyStart;
    this.#same = endsInCommon(before.text, text);
    this.#shift = text.length - before.text.length;
    this.#length = text.length;
  }

  /** What is taken over of the beginning; undefined where nothing can be. */
  begin():
    | { readonly stop: Stop; readonly spans: TextRange[]; readonly gaps: Gap[]; readonly stops: Stop[] }
    | undefined {
    const { bodyStart, text, stops, spans, gaps } = this.#before;
    if (bodyStart !== this.#start) return undefined;
    const most = carefree + Math.min(text.length, this.#length);
    let last = -1;
    for (const { at, seen, spent } of stops) {
      // The character there decides whether the line break in front of it is a whole one.
      if (at >= this.#same.start || seen > this.#same.start || spent > most) break;
      last++;
    }
    const stop = stops[last];
    if (!stop) return undefined;
    return {
      stop,
      spans: spans.slice(0, stop.spans),
      gaps: gaps.slice(0, stop.gaps - 1),
      stops: stops.slice(0, last),
    };
  }

  /** The rest as it was before, when it is the same from this stop on. Stops are asked about in their order. */
  restFrom({ at, inList, spent }: Stop): RestOfSplit | undefined {
    const { text, stops, spans, gaps, spent: spentBefore } = this.#before;
    if (at - 1 < this.#length - this.#same.end) return undefined;
    const by = this.#shift;
    while ((stops[this.#next]?.at ?? Infinity) < at - by) this.#next++;
    const first = this.#next;
    const same = stops[first];
    if (!same || same.at !== at - by || same.inList !== inList) return undefined;
    const rest = spentBefore - same.spent;
    if (spentBefore > carefree + text.length || spent + rest > carefree + this.#length) return undefined;
    return {
      spans: spans.slice(same.spans).map(({ start, end }) => ({ start: start + by, end: end + by })),
      gaps: gaps.slice(same.gaps).map((gap) => ({ at: gap.at + by, next: gap.next + by })),
      spent: rest,
      stops: (spansBefore, gapsBefore) =>
        stops.slice(first + 1).map((stop) => ({
          at: stop.at + by,
          inList: stop.inList,
          spans: stop.spans - same.spans + spansBefore,
          gaps: stop.gaps - same.gaps + gapsBefore,
          spent: stop.spent - same.spent + spent,
          seen: stop.seen + by,
        })),
    };
  }
}
