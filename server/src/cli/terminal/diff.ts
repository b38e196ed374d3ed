const contextLineCount = 3;
/** The maximum number of differing lines. If there are more, all of the text is shown as a single change. */
const maxDifferences = 2000;

/** Returns a unified diff that `git apply` and `patch` accept, or an empty string if the texts are identical. */
export function formatUnifiedDiff(file: string, oldText: string, newText: string): string {
  if (oldText === newText) return "";
  const [oldLines, newLines] = [splitLines(oldText), splitLines(newText)];
  const changes = findChanges(oldLines, newLines);
  let text = `--- a/${file}\n+++ b/${file}\n`;
  for (const hunk of groupHunks(changes)) text += formatHunk(hunk, oldLines, newLines);
  return text;
}

/**
 * A change that replaces the lines from `oldStart` up to, but not including, `oldEnd` in the old text with the lines
 * from `newStart` up to, but not including, `newEnd` in the new text.
 */
interface Change {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Splits the text into lines that include their line endings. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function findChanges(oldLines: readonly string[], newLines: readonly string[]): Change[] {
  let start = 0;
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start++;
  let [oldEnd, newEnd] = [oldLines.length, newLines.length];
  while (oldEnd > start && newEnd > start && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const pairs = findCommonLines(oldLines.slice(start, oldEnd), newLines.slice(start, newEnd));
  const changes: Change[] = [];
  let [oldIndex, newIndex] = [start, start];
  for (const [i, j] of [...pairs, [oldEnd - start, newEnd - start] as const]) {
    const [to, newTo] = [start + i, start + j];
    if (to > oldIndex || newTo > newIndex)
      changes.push({ oldStart: oldIndex, oldEnd: to, newStart: newIndex, newEnd: newTo });
    [oldIndex, newIndex] = [to + 1, newTo + 1];
  }
  return changes;
}

/** Returns the longest common subsequence of lines, as pairs of indexes (Myers). */
function findCommonLines(oldLines: readonly string[], newLines: readonly string[]): (readonly [number, number])[] {
  const steps: Map<number, number>[] = [];
  let endsByDiagonal = new Map<number, number>([[1, 0]]);
  for (let stepCount = 0; stepCount <= Math.min(oldLines.length + newLines.length, maxDifferences); stepCount++) {
    const nextEndsByDiagonal = new Map(endsByDiagonal);
    steps.push(endsByDiagonal);
    for (let k = -stepCount; k <= stepCount; k += 2) {
      const isDown =
        k === -stepCount ||
        (k !== stepCount && (nextEndsByDiagonal.get(k - 1) ?? -1) < (nextEndsByDiagonal.get(k + 1) ?? -1));
      let x = isDown ? (nextEndsByDiagonal.get(k + 1) ?? 0) : (nextEndsByDiagonal.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < oldLines.length && y < newLines.length && oldLines[x] === newLines[y]) {
        x++;
        y++;
      }
      nextEndsByDiagonal.set(k, x);
      if (x >= oldLines.length && y >= newLines.length)
        return backtrack(steps, stepCount, oldLines.length, newLines.length);
    }
    endsByDiagonal = nextEndsByDiagonal;
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
    const endsByDiagonal = history[step] ?? new Map<number, number>();
    const k = x - y;
    const isDown = k === -step || (k !== step && (endsByDiagonal.get(k - 1) ?? -1) < (endsByDiagonal.get(k + 1) ?? -1));
    const previousK = isDown ? k + 1 : k - 1;
    const previousX = endsByDiagonal.get(previousK) ?? 0;
    const previousY = previousX - previousK;
    while (x > previousX && y > previousY) pairs.push([--x, --y]);
    if (step > 0) [x, y] = [previousX, previousY];
  }
  return pairs.reverse();
}

function groupHunks(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const lastChange = hunks.at(-1)?.at(-1);
    if (lastChange && change.oldStart - lastChange.oldEnd <= 2 * contextLineCount) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function formatHunk(changes: readonly Change[], oldLines: readonly string[], newLines: readonly string[]): string {
  const [firstChange, lastChange] = [changes[0], changes.at(-1)];
  if (!firstChange || !lastChange) return "";
  const leadingLineCount = Math.min(contextLineCount, firstChange.oldStart);
  const trailingLineCount = Math.min(contextLineCount, oldLines.length - lastChange.oldEnd);
  let body = "";
  let lineIndex = firstChange.oldStart - leadingLineCount;
  const appendLines = (sign: string, lines: readonly string[]) => {
    for (const line of lines)
      body += line.endsWith("\n") ? sign + line : line === "" ? "" : `${sign}${line}\n\\ No newline at end of file\n`;
  };
  for (const { oldStart, oldEnd, newStart: newFrom, newEnd: newTo } of changes) {
    appendLines(" ", oldLines.slice(lineIndex, oldStart));
    appendLines("-", oldLines.slice(oldStart, oldEnd));
    appendLines("+", newLines.slice(newFrom, newTo));
    lineIndex = oldEnd;
  }
  appendLines(" ", oldLines.slice(lineIndex, lastChange.oldEnd + trailingLineCount));
  const countLines = (lines: readonly string[]) => lines.filter((line) => line !== "").length;
  const oldCount = countLines(
    oldLines.slice(firstChange.oldStart - leadingLineCount, lastChange.oldEnd + trailingLineCount),
  );
  const newCount = countLines(
    newLines.slice(firstChange.newStart - leadingLineCount, lastChange.newEnd + trailingLineCount),
  );
  const formatStart = (start: number, count: number) =>
    count === 0 ? start - leadingLineCount : start - leadingLineCount + 1;
  return `@@ -${formatStart(firstChange.oldStart, oldCount)},${oldCount} +${formatStart(firstChange.newStart, newCount)},${newCount} @@\n${body}`;
}
