/** The schema `NewBooking` in the specification. */
export interface NewBooking {
  readonly port: string;
  readonly berth?: string;
  readonly vessel: {
    readonly name: string;
    readonly imo?: string;
    readonly length: number;
    readonly draught: number;
  };
  readonly arrival: string;
  readonly departure: string;
  readonly cargo: Readonly<Record<string, unknown>>;
  readonly pilot?: boolean;
}

export const bookingStates = ["requested", "confirmed", "declined", "alongside", "departed", "cancelled"] as const;

/** The schema `Booking` in the specification. */
export type Booking = NewBooking & {
  readonly id: string;
  readonly state: (typeof bookingStates)[number];
  readonly declinedBecause?: string | null;
};

const first: Booking = {
  id: "bkg_5TQ8LM",
  state: "confirmed",
  port: "DEHAM",
  berth: "brt_BURCH4",
  vessel: { name: "Norvik Aurora", imo: "9123452", length: 230, draught: 11.4 },
  arrival: "2026-11-24T02:00:00Z",
  departure: "2026-11-25T06:00:00Z",
  cargo: { kind: "containers", moves: 640 },
  pilot: true,
};

/** Returns the booking in the specification and two dozen others, which are the same on every start. */
export function madeBookings(): readonly Booking[] {
  const arrival = Date.parse("2026-11-25T05:00:00Z");
  const others = Array.from({ length: 24 }, (_, i): Booking => {
    const state = bookingStates[i % bookingStates.length] ?? "requested";
    const begins = arrival + i * 7 * 3_600_000;
    return {
      id: `bkg_${String(100_000 + i * 7919).slice(0, 6)}`,
      state,
      port: ["DEHAM", "NLRTM", "BEANR", "DEBRV"][i % 4] ?? "DEHAM",
      vessel: { name: `Baltik Heron ${i + 1}`, length: 140 + i * 3, draught: 7 + (i % 6) / 2 },
      arrival: new Date(begins).toISOString(),
      departure: new Date(begins + 30 * 3_600_000).toISOString(),
      cargo: i % 3 === 0 ? { kind: "liquid", cubicMetres: 9000 + i } : { kind: "containers", moves: 200 + i },
      ...(state === "declined" && { declinedBecause: "No pilot at that hour" }),
    };
  });
  return [first, ...others];
}
