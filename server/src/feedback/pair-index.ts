/** Which texts have two letters beside each other: by that most texts are ruled out without being looked at. */
export interface PairIndex {
  /** Takes in the text at a place. */
  readonly add: (place: number, text: string) => void;
  /** Places that may have a term, a bit each; undefined when nothing is known about its letters. */
  readonly candidates: (term: string) => Candidates | undefined;
}

export interface Candidates {
  /** Place 0 is the lowest bit of the first number. */
  readonly bits: Uint32Array;
  /** Whether every one of them has the term. */
  readonly isExact: boolean;
}

/** Letters that are told apart: a to z, 0 to 9 and the space are 1 to 37, all others 0. */
const told = "abcdefghijklmnopqrstuvwxyz0123456789 ";
const codes = Uint8Array.from({ length: 128 }, (_, unit) => told.indexOf(String.fromCharCode(unit)) + 1);
const letters = told.length + 1;

/** For texts at places below `count`, folded. A pair takes a bit for each place, once it occurs. */
export function pairIndex(count: number): PairIndex {
  /** A letter alone stands where its pair with none would be. */
  const rows: (Uint32Array | undefined)[] = Array.from({ length: letters * letters });
  const set = (pair: number, word: number, bit: number): void => {
    const row = (rows[pair] ??= new Uint32Array((count + 31) >> 5));
    row[word] = (row[word] ?? 0) | bit;
  };
  return {
    add: (place, text) => {
      const [word, bit] = [place >> 5, 1 << (place & 31)];
      let before = 0;
      for (let at = 0; at < text.length; at++) {
        const code = codeOf(text.charCodeAt(at));
        if (code !== 0) {
          set(code, word, bit);
          if (before !== 0) set(before * letters + code, word, bit);
        }
        before = code;
      }
    },
    candidates: (term) => {
      const pairs = pairsOf(term);
      if (pairs.length === 0) return undefined;
      const bits = new Uint32Array((count + 31) >> 5).fill(0xffff_ffff);
      for (const pair of pairs) {
        const row = rows[pair];
        if (!row) return { bits: bits.fill(0), isExact: true };
        for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (row[word] ?? 0);
      }
      // One letter or one pair: what has it has the term.
      return { bits, isExact: term.length === 1 || (term.length === 2 && (pairs[0] ?? 0) >= letters) };
    },
  };
}

/** The pairs of a term, each once; letters that have no known neighbour stand alone. */
function pairsOf(term: string): readonly number[] {
  const found = new Set<number>();
  for (let at = 0; at < term.length; at++) {
    const code = codeOf(term.charCodeAt(at));
    const before = at > 0 ? codeOf(term.charCodeAt(at - 1)) : 0;
    const next = at + 1 < term.length ? codeOf(term.charCodeAt(at + 1)) : 0;
    if (code !== 0 && before !== 0) found.add(before * letters + code);
    if (code !== 0 && before === 0 && next === 0) found.add(code);
  }
  return [...found];
}

function codeOf(unit: number): number {
  return unit < 128 ? (codes[unit] ?? 0) : 0;
}
