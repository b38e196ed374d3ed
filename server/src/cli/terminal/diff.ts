const context = 3;
/** The maximum number of differing lines. If there are more, all of the text is shown as a single change. */
const maxDifferences = 2000;

/** Returns a unified diff that `git apply` and `patch` accept, or an empty string if the texts are identical. */
export function formatUnifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const [old, now] = [splitLines(before), splitLines(after)];
  const changes = findChanges(old, now);
  let text = `--- a/${file}\n+++ b/${file}\n`;
  for (const hunk of groupHunks(changes)) text += formatHunk(hunk, old, now);
  return text;
}

/** A change that replaces the lines `from`–`to` of the old text with the lines `newFrom`–`newTo` of the new text. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Splits the text into lines that include their line endings. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function findChanges(old: readonly string[], now: readonly string[]): Change[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  const pairs = findCommonLines(old.slice(start, oldEnd), now.slice(start, nowEnd));
  const changes: Change[] = [];
  let [at, nowAt] = [start, start];
  for (const [i, j] of [...pairs, [oldEnd - start, nowEnd - start] as const]) {
    const [to, newTo] = [start + i, start + j];
    if (to > at || newTo > nowAt) changes.push({ from: at, to, newFrom: nowAt, newTo });
    [at, nowAt] = [to + 1, newTo + 1];
  }
  return changes;
}

/** Returns the longest common subsequence of lines, as pairs of indexes (Myers). */
function findCommonLines(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const history: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let stepCount = 0; stepCount <= Math.min(old.length + now.length, maxDifferences); stepCount++) {
    const nextReach = new Map(reach);
    history.push(reach);
    for (let k = -stepCount; k <= stepCount; k += 2) {
      const isDown =
        k === -stepCount || (k !== stepCount && (nextReach.get(k - 1) ?? -1) < (nextReach.get(k + 1) ?? -1));
      let x = isDown ? (nextReach.get(k + 1) ?? 0) : (nextReach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x++;
        y++;
      }
      nextReach.set(k, x);
      if (x >= old.length && y >= now.length) return backtrack(history, stepCount, old.length, now.length);
    }
    reach = nextReach;
  }
  return [];
}

function backtrack(
  history: readonly ReadonlyMap<number, number>[],
  stepCount: number,
  oldLength: number,
  newLength: number,
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [oldLength, newLength];
  for (let step = stepCount; step >= 0; step--) {
    const reach = history[step] ?? new Map<number, number>();
    const k = x - y;
    const isDown = k === -step || (k !== step && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = reach.get(fromK) ?? 0;
    const fromY = fromX - fromK;
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    if (step > 0) [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}

function groupHunks(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.from - last.to <= 2 * context) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function formatHunk(changes: readonly Change[], old: readonly string[], now: readonly string[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return "";
  const before = Math.min(context, first.from);
  const after = Math.min(context, old.length - last.to);
  let body = "";
  let at = first.from - before;
  const show = (sign: string, lines: readonly string[]) => {
    for (const line of lines)
      body += line.endsWith("\n") ? sign + line : line === "" ? "" : `${sign}${line}\n\\ No newline at end of file\n`;
  };
  for (const { from, to, newFrom, newTo } of changes) {
    show(" ", old.slice(at, from));
    show("-", old.slice(from, to));
    show("+", now.slice(newFrom, newTo));
    at = to;
  }
  show(" ", old.slice(at, last.to + after));
  const countLines = (lines: readonly string[]) => lines.filter((line) => line !== "").length;
  const oldCount = countLines(old.slice(first.from - before, last.to + after));
  const newCount = countLines(now.slice(first.newFrom - before, last.newTo + after));
  const formatStart = (from: number, count: number) => (count === 0 ? from - before : from - before + 1);
  return `@@ -${formatStart(first.from, oldCount)},${oldCount} +${formatStart(first.newFrom, newCount)},${newCount} @@\n${body}`;
}
