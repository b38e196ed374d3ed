/** A line of two texts side by side: `same` in both, else in one of them. */
export interface ComparedLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Work that a comparison may take: lines of one text times lines of the other. */
const most = 4_000_000;

/** The lines of two texts, put together so that as many as can be are the same. Beyond a bound only the ends are. */
export function compareLines(before: string, after: string): readonly ComparedLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): ComparedLine => ({ kind: "same", text });
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function between(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  const removed = (text: string): ComparedLine => ({ kind: "removed", text });
  const added = (text: string): ComparedLine => ({ kind: "added", text });
  if (a.length * b.length > most) return [...a.map(removed), ...b.map(added)];
  // lengths[i][j]: how many lines are the same from a[i] and b[j] on.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left));
      i++;
    } else if (right !== undefined) {
      lines.push(added(right));
      j++;
    }
  }
  return lines;
}
