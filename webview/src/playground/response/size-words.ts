/** Bytes for reading: `812 B`, `4.2 kB`, `1.3 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1_000_000 ? ["kB", bytes / 1000] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9]; // prettier-ignore
  return `${rounded(Number(size))} ${unit}`;
}

/** Milliseconds for reading: `87 ms`, `1.4 s`, `2 min 5 s`. */
export function timeWords(milliseconds: number): string {
  if (milliseconds < 1) return "under 1 ms";
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${rounded(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function rounded(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}
