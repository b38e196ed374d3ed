/** Returns a percentile of the values. `part` is the percentile, from 0 to 1. Returns 0 for an empty list. */
export function getPercentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Returns a table row with a name, the number of times, and their p50, p95, p99, and maximum in milliseconds. */
export function formatTimesRow(name: string, times: readonly number[]): string {
  const parts = [0.5, 0.95, 0.99, 1].map((part) => getPercentile(times, part).toFixed(1));
  return `| ${name} | ${times.length} | ${parts.join(" | ")} |`;
}

/** The part of the response time that doesn't depend on other load on the machine. */
export const workName = "All: CPU time of the server's main thread";
