const steps = [
  [60_000, 1000, "s"],
  [3_600_000, 60_000, "min"],
  [86_400_000, 3_600_000, "h"],
] as const;

/** How long ago, for reading: `just now`, `5 min ago`, `3 days ago`. */
export function agoWords(milliseconds: number): string {
  if (milliseconds < 5000) return "just now";
  for (const [below, unit, name] of steps)
    if (milliseconds < below) return `${Math.floor(milliseconds / unit)} ${name} ago`;
  const days = Math.floor(milliseconds / 86_400_000);
  return days === 1 ? "yesterday" : `${days} days ago`;
}
