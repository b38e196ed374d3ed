/** A reproducible random generator. The same seed produces the same choices. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `count`. */
  readonly nextBelow: (count: number) => number;
  readonly nextChance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  readonly shuffle: <T>(list: readonly T[]) => T[];
  /** Returns random letters and digits. */
  readonly nextWord: (length: number) => string;
}

/** Creates a generator. `seed` can be any text, so each kind and round can have an independent sequence. */
export function createRandom(seed: string): Random {
  let state = hashText(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const nextBelow = (count: number) => Math.floor(next() * count);
  return {
    nextBelow,
    nextChance: (probability) => next() < probability,
    pick: (list) => list[nextBelow(list.length)],
    shuffle: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = nextBelow(i + 1);
        const [a, b] = [copy[i], copy[j]];
        if (a !== undefined && b !== undefined) [copy[i], copy[j]] = [b, a];
      }
      return copy;
    },
    nextWord: (length) =>
      Array.from({ length }, () => "abcdefghijkmnpqrstuvwxyz23456789"[nextBelow(32)] ?? "a").join(""),
  };
}

function hashText(text: string): number {
  let value = 2166136261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  return value;
}
