import { statuses, type Movement, type Shipment, type ShipmentStatus } from "./shipment.ts";

/** Returns the two shipments in the specification and generated ones, which are the same on every start. */
export function madeShipments(): Shipment[] {
  return [atSea, heldByCustoms, ...Array.from({ length: 36 }, (_, i) => madeShipment(i))];
}

const atSea: Shipment = {
  id: "shp_8K2MQ4",
  reference: "PO-20417",
  carrier: "NORVIK",
  status: "in_transit",
  origin: "SGSIN",
  destination: "DEHAM",
  estimate: { earliest: "2026-11-23T16:00:00Z", latest: "2026-11-25T04:00:00Z", confidence: 0.82 },
  hold: null,
  units: [{ kind: "container", number: "NVKU4410928" }],
  createdAt: "2026-10-30T11:02:45Z",
};

const heldByCustoms: Shipment = {
  id: "shp_3P9RT1",
  reference: "PO-20388",
  carrier: "SOUTHCAPE",
  status: "held",
  origin: "ZACPT",
  destination: "NLRTM",
  estimate: null,
  hold: {
    authority: "customs",
    reason: "Weight differs from the packing list",
    since: "2026-11-18T07:40:00Z",
  },
  units: [{ kind: "container", number: "SCPU9027714" }],
  createdAt: "2026-10-12T09:31:08Z",
};

const carriers = [
  { name: "NORVIK", vessel: "Norvik Aurora", imo: "9123452", letters: "NVKU" },
  { name: "SOUTHCAPE", vessel: "Southcape Lumen", imo: "9340016", letters: "SCPU" },
  { name: "BALTIK", vessel: "Baltik Heron", imo: "9401277", letters: "BLKU" },
] as const;
const origins = ["SGSIN", "ZACPT", "CNSHA", "BRSSZ", "USSAV"];
const destinations = ["DEHAM", "NLRTM", "DEBRV", "BEANR"];
const letters = Array.from("ABCDEFGHJKMNPQRSTVWXYZ23456789");
/** This number and 30 have no common divisors, so the IDs look like those in the specification and are unique. */
const mixed = 7_654_321;
const day = 86_400_000;
const firstDay = Date.parse("2026-10-01T08:00:00Z");

/** Returns the item at an index that wraps around. The lists in this file are never empty. */
function pick<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}

function madeShipment(i: number): Shipment {
  const carrier = pick(carriers, i);
  const status = pick(statuses, i);
  const created = firstDay + i * day;
  const number = 1_000_003 + i * 77_711;
  const id = Array.from({ length: 6 }, (_, at) => pick(letters, Math.floor((mixed * (i + 3)) / 30 ** at))).join("");
  const due = created + 28 * day;
  return {
    id: `shp_${id}`,
    reference: `PO-${20_300 + i}`,
    carrier: carrier.name,
    status,
    origin: status === "registered" ? null : pick(origins, i),
    destination: pick(destinations, i),
    estimate: isExpected(status)
      ? { earliest: time(due), latest: time(due + 1.5 * day), confidence: 0.6 + (i % 8) / 20 }
      : null,
    hold:
      status === "held"
        ? { authority: "terminal", reason: "Storage charges are unpaid", since: time(created + 20 * day) }
        : null,
    units: [
      { kind: "container", number: carrier.letters + String(number).slice(0, 7) },
      ...(i % 3 === 0 ? [{ kind: "pallet", number: `PAL-${i}`, weight: { value: 240 + i, unit: "kg" } } as const] : []),
    ],
    ...(i % 5 === 0 && { labels: { season: "winter", buyer: `team-${i % 4}` } }),
    createdAt: time(created),
  };
}

function isExpected(status: ShipmentStatus): boolean {
  return status === "in_transit" || status === "arriving";
}

/** Returns the movements of a shipment so far in chronological order, based on its status. */
export function madeMovements({ carrier: name, createdAt, origin, destination, status }: Shipment): Movement[] {
  const carrier = carriers.find((each) => each.name === name) ?? carriers[0];
  const vessel = { name: carrier.vessel, imo: carrier.imo };
  const from = origin ?? "SGSIN";
  const at = (days: number) => time(Date.parse(createdAt) + days * day);
  const course: Movement[] = [
    { kind: "gate", at: at(1), place: from, direction: "in", plate: "SBA1234A", reportedBy: "terminal" },
    { kind: "vessel", at: at(2), place: from, vessel, event: "loaded", reportedBy: name },
    { kind: "vessel", at: at(3), place: from, vessel, event: "departed", reportedBy: name },
    { kind: "vessel", at: at(19), place: destination, vessel, event: "arrived", reportedBy: name },
    { kind: "vessel", at: at(20), place: destination, vessel, event: "discharged", reportedBy: "terminal" },
    { kind: "customs", at: at(21), place: destination, decision: "inspected", reportedBy: "customs" },
    { kind: "customs", at: at(22), place: destination, decision: "released", reportedBy: "customs" },
    {
      kind: "gate",
      at: at(23),
      place: destination,
      direction: "out",
      plate: "HH-BL 204",
      reportedBy: "terminal",
    },
  ];
  return course.slice(0, seen[status]);
}

const seen: Readonly<Record<ShipmentStatus, number>> = {
  registered: 0,
  in_transit: 3,
  arriving: 3,
  discharged: 5,
  held: 6,
  released: 7,
  delivered: 8,
};

/** Formats a time without fractions of a second, such as `2026-11-20T08:15:00Z`. */
export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
