/** Shorter lines say nothing of what a text is about. */
const shortestLine = 3;

/** How much of two texts is the same, by their lines in any order: from 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [linesOf(a), linesOf(b)];
  const [size, other] = [sum(left), sum(right)];
  if (size === 0 || other === 0) return 0;
  let shared = 0;
  for (const [line, count] of left) shared += Math.min(count, right.get(line) ?? 0) * line.length;
  return shared / Math.max(size, other);
}

function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim();
    if (words.length >= shortestLine) lines.set(words, (lines.get(words) ?? 0) + 1);
  }
  return lines;
}

function sum(lines: ReadonlyMap<string, number>): number {
  let characters = 0;
  for (const [line, count] of lines) characters += count * line.length;
  return characters;
}
