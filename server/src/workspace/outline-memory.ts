import { BoundedMap } from "../core/text/bounded-map.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";

const mostRemembered = 500;

/** Outlines by what they were read from; an `undefined` one is a file that is no specification. */
export class OutlineMemory {
  readonly #outlines = new BoundedMap<string, SpecOutline | undefined>(mostRemembered);
  /** By place the latest key of a text that is known by another name than its hash. */
  readonly #largeKeys = new Map<string, string>();

  has(key: string): boolean {
    return this.#outlines.has(key);
  }

  get(key: string): SpecOutline | undefined {
    return this.#outlines.get(key);
  }

  /** Of large files the latest only: each outline is some megabytes, and there is one for every key struck. */
  set(place: string, key: string, outline: SpecOutline | undefined): void {
    if (!/^[\da-f]/.test(key)) {
      const before = this.#largeKeys.get(place);
      if (before !== undefined) this.#outlines.delete(before);
      this.#largeKeys.set(place, key);
    }
    this.#outlines.set(key, outline);
  }

  clear(): void {
    this.#outlines.clear();
    this.#largeKeys.clear();
  }
}
