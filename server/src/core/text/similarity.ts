/**
 * The candidate a writer most likely meant, or undefined when none is near. Case and the separators `-` and `_`
 * count for nothing; up to a third of the name (at least one, at most four characters) may differ, a swap of two neighbours counting once.
 * Of as many words, each must be near its own: `delete-user` is no slip for `create-user`, nor `v2-7` for `v3-0`.
 */
export function findNearestNames(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const requested = simplify(name);
  if (requested === "") return undefined;
  const limit = Math.min(4, Math.max(1, Math.floor(requested.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate.length <= requested.length - bestDistance) continue;
    const simple = simplify(candidate);
    if (Math.abs(simple.length - requested.length) >= bestDistance) continue;
    const distance = editDistance(requested, simple, bestDistance - 1);
    if (distance < bestDistance && (distance === 0 || haveNearWords(name, candidate))) {
      bestDistance = distance;
      best = candidate;
      if (distance === 0) break;
    }
  }
  return best;
}

/** Nobody writes longer names, and to compare them would take long. */
const maxNameLength = 300;

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

/**
 * Optimal string alignment distance, or `limit + 1` as soon as it must exceed `limit`. Only what differs is looked at,
 * and of that only pairs of characters that lie at most `limit` apart.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [start, endA, endB] = [0, a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return distanceWithin(a.slice(start, endA), b.slice(start, endB), limit);
}

function distanceWithin(a: string, b: string, limit: number): number {
  if (a === "" || b === "") return Math.min(limit + 1, a.length + b.length);
  const far = limit + 1;
  let beforePrevious = Array.from({ length: b.length + 1 }, () => far);
  let previous = Array.from(beforePrevious, (_, i) => Math.min(i, far));
  let row = [...beforePrevious];
  for (let i = 1; i <= a.length; i++) {
    row.fill(far);
    if (i <= limit) row[0] = i;
    let smallest = far;
    const last = Math.min(b.length, i + limit);
    for (let j = Math.max(1, i - limit); j <= last; j++) {
      const replaced = (previous[j - 1] ?? far) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, (previous[j] ?? far) + 1, (row[j - 1] ?? far) + 1, far);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforePrevious[j - 2] ?? far) + 1);
      row[j] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest >= far && (row[0] ?? far) >= far) return far;
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return previous[b.length] ?? far;
}

/** How many characters two texts begin with alike. */
export function countCommonPrefix(one: string, other: string): number {
  if (one === other) return one.length;
  const max = Math.min(one.length, other.length);
  return countAlike(max, (from, to) => one.slice(from, to) === other.slice(from, to));
}

/** How many characters two texts end with alike, at most so many. */
export function countCommonSuffix(one: string, other: string, max: number): number {
  return countAlike(max, (from, to) => tail(one, from, to) === tail(other, from, to));
}

function tail(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

/** The greatest count up to `most` for which all before it is alike, found by halves: whole parts are compared far faster than characters. */
function countAlike(max: number, isAlike: (from: number, to: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isAlike(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
