/** Returns a table row with a name, the number of times, and their p50, p95, p99, and maximum in milliseconds. */
export function timesRow(name: string, times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const parts = [0.5, 0.95, 0.99, 1].map((part) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1),
  );
  return `| ${name} | ${times.length} | ${parts.join(" | ")} |`;
}

/** The part of the response time that doesn't depend on other load on the machine. */
export const workName = "All: CPU time of the server's main thread";
