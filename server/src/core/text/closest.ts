/**
 * The candidate a writer most likely meant, or undefined when none is near. Case and the separators `-` and `_`
 * count for nothing; up to a third of the name (at least one, at most four characters) may differ, a swap of two neighbours counting once.
 * Of as many words, each must be near its own: `delete-user` is no slip for `create-user`, nor `v2-7` for `v3-0`.
 */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = simplify(name);
  if (wanted === "") return undefined;
  const limit = Math.min(4, Math.max(1, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const simple = simplify(candidate);
    if (Math.abs(simple.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, simple, bestDistance - 1);
    if (distance < bestDistance && (distance === 0 || haveNearWords(name, candidate))) {
      bestDistance = distance;
      best = candidate;
      if (distance === 0) break;
    }
  }
  return best;
}

function haveNearWords(name: string, candidate: string): boolean {
  const words = wordsOf(name);
  const others = wordsOf(candidate);
  if (words.length < 2 || words.length !== others.length) return true;
  return words.every((word, i) => {
    const other = others[i] ?? "";
    if (word === other) return true;
    if (/^\d+$/.test(word) || /^\d+$/.test(other)) return false;
    const limit = Math.max(1, Math.floor(word.length / 3));
    return editDistance(word, other, limit) <= limit;
  });
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[-_.]/);
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Optimal string alignment distance, or `limit + 1` as soon as it must exceed `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
