/** `812 bytes`, `3.4 KB`, `1.2 MB`: of 1,000 each, as file managers count. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size < 100 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}
