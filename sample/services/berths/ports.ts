export interface Port {
  readonly code: string;
  readonly name: string;
  readonly timeZone: string;
  readonly berths: number;
}

/** The schema `Berth` in the specification, without the times when the berth is free. */
export interface Berth {
  readonly id: string;
  readonly quay: QuaySection;
  /** The depth in meters at chart datum. */
  readonly depth: number;
  readonly cranes: number | null;
}

export interface QuaySection {
  readonly name: string;
  readonly length: number;
  readonly sections?: readonly QuaySection[];
}

/** The ports, sorted by code. */
export const ports: readonly Port[] = [
  { code: "BEANR", name: "Antwerp", timeZone: "Europe/Brussels", berths: 58 },
  { code: "DEBRV", name: "Bremerhaven", timeZone: "Europe/Berlin", berths: 22 },
  { code: "DEHAM", name: "Hamburg", timeZone: "Europe/Berlin", berths: 34 },
  { code: "NLRTM", name: "Rotterdam", timeZone: "Europe/Amsterdam", berths: 61 },
];

const quay = (name: string, length: number, ...parts: QuaySection[]): QuaySection => ({
  name,
  length,
  ...(parts.length > 0 && { sections: parts }),
});

export const berths: Readonly<Record<string, readonly Berth[]>> = {
  BEANR: [
    { id: "brt_DELWA1", quay: quay("Delwaide 1", 420), depth: 14.5, cranes: 6 },
    { id: "brt_CHURC2", quay: quay("Churchill 2", 280), depth: 11, cranes: null },
  ],
  DEBRV: [
    { id: "brt_STROM3", quay: quay("Stromkaje 3", 400), depth: 16.1, cranes: 5 },
    { id: "brt_KAISE1", quay: quay("Kaiserhafen 1", 240), depth: 9.5, cranes: null },
  ],
  DEHAM: [
    {
      id: "brt_BURCH4",
      quay: quay("Burchardkai 4", 380, quay("Burchardkai 4 west", 180), quay("Burchardkai 4 east", 200)),
      depth: 15.2,
      cranes: 5,
    },
    { id: "brt_BURCH5", quay: quay("Burchardkai 5", 320), depth: 14.2, cranes: 4 },
    { id: "brt_HANSA1", quay: quay("Hansahafen 1", 160), depth: 8.4, cranes: null },
  ],
  NLRTM: [
    { id: "brt_PETRO3", quay: quay("3e Petroleumhaven", 310), depth: 15, cranes: null },
    { id: "brt_EUROP1", quay: quay("Europahaven 1", 450), depth: 17.4, cranes: 8 },
  ],
};

export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the periods in which a berth is free. The berth is occupied for some time at noon each day, so that there are
 * gaps.
 */
export function freeHours({ from, to }: Period): readonly Period[] {
  const free: Period[] = [];
  const end = Date.parse(to);
  for (let start = Date.parse(from); start < end && free.length < 60;) {
    const noon = Math.floor(start / 86_400_000) * 86_400_000 + 12 * 3_600_000;
    const isBefore = start < noon;
    const until = Math.min(end, isBefore ? noon : noon + 86_400_000);
    if (until > start) free.push({ from: new Date(start).toISOString(), to: new Date(until).toISOString() });
    start = until + 4 * 3_600_000;
  }
  return free;
}
