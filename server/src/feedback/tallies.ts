import type { Ratings } from "./view/panel-overview.ts";

/** Of each place: without a rating, up, down (as in `EntryColumns.ratings`), and agents. */
const width = 4;

/** Ratings counted at places from 0 on, in one block of numbers: 100,000 entries are counted in a millisecond or two. */
export class Tallies {
  readonly #counts: Uint32Array;

  constructor(places: number) {
    this.#counts = new Uint32Array(Math.max(0, places) * width);
  }

  /** Counts an entry; `rating` as in `EntryColumns.ratings`. */
  add(place: number, rating: number, isAgent: boolean): void {
    const at = place * width;
    const counts = this.#counts;
    counts[at + rating] = (counts[at + rating] ?? 0) + 1;
    if (isAgent) counts[at + 3] = (counts[at + 3] ?? 0) + 1;
  }

  of(place: number): Ratings {
    const [unrated = 0, up = 0, down = 0] = this.#counts.subarray(place * width, place * width + 3);
    return { up, down, unrated };
  }

  /** How many of all are of agents. */
  agents(place: number): number {
    return this.#counts[place * width + 3] ?? 0;
  }
}
