/** What a reader has opened and chosen on a page. It outlives what is painted: edits, other pages, a reload. */
export interface ReaderState {
  readonly get: (key: string) => Kept | undefined;
  readonly set: (key: string, value: Kept) => void;
  /** A tab title was chosen: groups that have one of that name follow. */
  readonly choose: (title: string) => void;
  /** When a title was last chosen, as a count that grows; 0 for never. */
  readonly chosenAt: (title: string) => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** Plain data, to make the same state again with `readerState`. */
  readonly snapshot: () => ReaderSnapshot;
}

/** Open or not; or which of several, and when it was chosen. */
export type Kept = boolean | { readonly index: number; readonly at: number };

export interface ReaderSnapshot {
  readonly kept: Readonly<Record<string, Kept>>;
  readonly chosen: readonly string[];
}

/** More than anybody opens; the oldest are forgotten. */
const mostKept = 2_000;

export function readerState(from?: ReaderSnapshot): ReaderState {
  const kept = new Map<string, Kept>(Object.entries(from?.kept ?? {}));
  const chosen = new Map<string, number>();
  const listeners = new Set<() => void>();
  let count = 0;
  for (const title of from?.chosen ?? []) chosen.set(title, ++count);
  for (const value of kept.values()) if (typeof value === "object") count = Math.max(count, value.at);
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    get: (key) => kept.get(key),
    set: (key, value) => {
      kept.delete(key);
      kept.set(key, typeof value === "object" ? { ...value, at: ++count } : value);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      tell();
    },
    choose: (title) => {
      chosen.delete(title);
      chosen.set(title, ++count);
      tell();
    },
    chosenAt: (title) => chosen.get(title) ?? 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => ({ kept: Object.fromEntries(kept), chosen: [...chosen.keys()] }),
  };
}
