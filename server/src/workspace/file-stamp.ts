import type { Stats } from "node:fs";

/** Changes whenever the file does. The change time shows edits that preserve the size and the modification time. */
export function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

/** When the file was last written, in milliseconds since 1970. */
export function modifiedAt(stamp: string): number {
  return Number.parseFloat(stamp);
}

/** When the file was last touched in any way, in milliseconds since 1970; undefined for a stamp that isn't `stampOf`'s. */
export function touchedAt(stamp: string): number | undefined {
  const [modified, changed] = stamp.split(":").map(Number);
  return modified !== undefined && changed !== undefined ? Math.max(modified, changed) : undefined;
}
