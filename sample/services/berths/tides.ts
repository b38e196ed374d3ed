export interface Tide {
  readonly at: string;
  /** The height in meters above chart datum. */
  readonly height: number;
  readonly kind: "high" | "low";
}

/**
 * Returns the high and low waters of a day. Like real tides, they're slightly more than six hours apart and occur later
 * each day.
 */
export function tidesOf(day: string): readonly Tide[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  const late = ((start / 86_400_000) % 12) * 50 * 60_000;
  const first = start + (late % (6 * 3_600_000));
  return [0, 1, 2, 3]
    .map((turn): Tide => {
      const isHigh = turn % 2 === 0;
      return {
        at: new Date(first + turn * 22_360_000).toISOString().replace(".000Z", "Z"),
        height: isHigh ? 3.52 - turn * 0.05 : -0.08 + turn * 0.02,
        kind: isHigh ? "high" : "low",
      };
    })
    .filter(({ at }) => at.startsWith(day));
}

export function tideTable(tides: readonly Tide[]): string {
  return ["at,height,kind", ...tides.map(({ at, height, kind }) => `${at},${height.toFixed(2)},${kind}`), ""].join(
    "\n",
  );
}
