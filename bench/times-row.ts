/** A row of a table: a name, how many times there are, and p50, p95, p99 and the longest in milliseconds. */
export function timesRow(name: string, times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const parts = [0.5, 0.95, 0.99, 1].map((part) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1),
  );
  return `| ${name} | ${times.length} | ${parts.join(" | ")} |`;
}

/** Of the time until the answer, what does not depend on what else the machine does. */
export const workName = "all of these: what the server's main thread works for it";
