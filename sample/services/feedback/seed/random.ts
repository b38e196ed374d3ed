/** A pseudorandom generator that returns the same values for the same text. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** Picks a value from a weighted list. */
  readonly weighted: <T>(list: readonly (readonly [weight: number, value: T])[]) => T;
}

/** Creates a mulberry32 generator whose seed is a hash (FNV-1a) of the text. */
export function randomOf(text: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(list: readonly T[], i: number): T => {
    if (list.length === 0) throw new Error("The list is empty.");
    return list[Math.min(i, list.length - 1)] as T;
  };
  return {
    next,
    chance: (share) => next() < share,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted: (list) => {
      let left = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      const found = list.findIndex(([weight]) => (left -= weight) < 0);
      return at(list, found < 0 ? list.length - 1 : found)[1];
    },
  };
}
