import { entryOrder } from "./entry-order.ts";
import type { SentEntry } from "./sent-entry.ts";

/** Returns the entries that exist at a time, which is in milliseconds since 1970. */
export type EntrySource = (now: number) => readonly SentEntry[];

/** The feedback entries in order. Added entries exist only until the service stops, unless `keep` stores them. */
export class FeedbackStore {
  readonly #source: EntrySource;
  readonly #keep: (entry: SentEntry) => void;
  #added: readonly SentEntry[] = [];
  #known: { readonly from: readonly SentEntry[]; readonly entries: readonly SentEntry[] } | undefined;

  constructor(source: EntrySource, keep: (entry: SentEntry) => void = () => undefined) {
    this.#source = source;
    this.#keep = keep;
  }

  /** Returns the entries, newest first. */
  entries(now: number): readonly SentEntry[] {
    const from = this.#source(now);
    if (this.#known?.from !== from) this.#known = { from, entries: [...from, ...this.#added].toSorted(entryOrder) };
    return this.#known.entries;
  }

  add(entry: SentEntry): void {
    this.#keep(entry);
    this.#added = [...this.#added, entry];
    this.#known = undefined;
  }
}
