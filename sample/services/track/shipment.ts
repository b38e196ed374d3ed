export const statuses = [
  "registered",
  "in_transit",
  "arriving",
  "discharged",
  "held",
  "released",
  "delivered",
] as const;
export type ShipmentStatus = (typeof statuses)[number];

/** The schema `Shipment` in the specification. */
export interface Shipment {
  readonly id: string;
  readonly reference: string;
  readonly carrier: string;
  readonly status: ShipmentStatus;
  readonly origin: string | null;
  readonly destination: string;
  readonly estimate: Estimate | null;
  readonly hold: Hold | null;
  readonly units: readonly Unit[];
  readonly notify?: readonly unknown[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly createdAt: string;
}

export interface Estimate {
  readonly earliest: string;
  readonly latest: string;
  readonly confidence: number;
}

export interface Hold {
  readonly authority: "customs" | "terminal" | "carrier";
  readonly reason: string;
  readonly since: string;
}

export interface Unit {
  readonly kind: "container" | "pallet" | "parcel";
  readonly number: string;
  readonly weight?: { readonly value: number; readonly unit: "kg" | "lb" };
  readonly contains?: readonly Unit[];
}

/** The schema `Movement` in the specification. */
export type Movement = {
  readonly at: string;
  readonly place: string;
  readonly reportedBy?: string;
} & (
  | { readonly kind: "gate"; readonly direction: "in" | "out"; readonly plate?: string }
  | {
      readonly kind: "vessel";
      readonly vessel: { readonly name: string; readonly imo?: string };
      readonly event: "loaded" | "departed" | "arrived" | "discharged";
    }
  | {
      readonly kind: "customs";
      readonly decision: "held" | "inspected" | "released" | "refused";
      readonly note?: string;
    }
);
