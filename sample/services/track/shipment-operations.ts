import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import { pageOf } from "./page-of.ts";
import { noShipment, problem } from "./problem.ts";
import type { Shipment } from "./shipment.ts";
import type { ShipmentStore } from "./shipment-store.ts";

type NewShipment = Pick<Shipment, "reference" | "carrier" | "units" | "destination" | "notify" | "labels">;
type Operations = Readonly<Record<string, (call: ApiCall) => Reply>>;

export function shipmentOperations(shipments: ShipmentStore): Operations {
  /** Maps each `Idempotency-Key` to the ID that its first request created. */
  const made = new Map<string, string>();
  return {
    listShipments: ({ parameters }) => {
      const found = shipments.all().filter((shipment) => isWanted(shipment, parameters));
      const page = pageOf(found, ({ id }) => id, parameters);
      if (!page) return problem(400, "The cursor is invalid", [{ at: "query cursor", message: "doesn't exist" }]);
      return { status: 200, json: { shipments: page.entries, nextCursor: page.nextCursor } };
    },

    registerShipment: ({ body, parameters }) => {
      const requested = body as NewShipment;
      const key = parameters["Idempotency-Key"];
      const before = shipments.get(typeof key === "string" ? made.get(key) : undefined);
      if (before) return created(before);
      const same = shipments
        .all()
        .find(({ reference, status }) => reference === requested.reference && status !== "delivered");
      // The shipment that the documentation creates already exists, and it stays the same regardless of how often the
      // request is sent.
      if (same && JSON.stringify(same.units) !== JSON.stringify(requested.units))
        return problem(409, "The reference is already in use for a shipment that hasn't been delivered");
      const shipment = same ?? shipments.add(requested);
      if (typeof key === "string") made.set(key, shipment.id);
      return created(shipment);
    },

    getShipment: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      return shipment ? { status: 200, json: shipment } : noShipment();
    },

    updateShipment: ({ body, parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      const { reference, destination, notify } = body as Partial<NewShipment> & {
        notify?: Shipment["notify"] | null;
      };
      const { notify: before, ...rest } = shipment;
      const now = notify === undefined ? before : (notify ?? undefined);
      const changed: Shipment = {
        ...rest,
        ...(reference !== undefined && { reference }),
        ...(destination !== undefined && { destination }),
        ...(now && { notify: now }),
      };
      return { status: 200, json: shipments.put(changed) };
    },

    stopTracking: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      shipments.remove(shipment.id);
      return { status: 204 };
    },

    releaseShipment: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      if (shipment.carrier === "BALTIK") return problem(403, "You don't act for this importer");
      if (shipment.status !== "held") return problem(422, "The shipment isn't held");
      return { status: 200, json: shipments.put({ ...shipment, status: "released", hold: null }) };
    },
  };
}

function created(shipment: Shipment): Reply {
  return { status: 201, headers: { Location: `/v2/shipments/${shipment.id}` }, json: shipment };
}

function isWanted(shipment: Shipment, { status, port, eta }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(status) && !status.includes(shipment.status)) return false;
  if (port !== undefined && shipment.origin !== port && shipment.destination !== port) return false;
  if (typeof eta !== "object" || eta === null) return true;
  const { from, to } = eta as { readonly from?: string; readonly to?: string };
  const { estimate } = shipment;
  if (!estimate) return false;
  const isLate = from !== undefined && Date.parse(estimate.latest) < Date.parse(from);
  const isEarly = to !== undefined && Date.parse(estimate.earliest) >= Date.parse(to) + 86_400_000;
  return !isLate && !isEarly;
}
