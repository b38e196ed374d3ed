import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import type { LiveEvents } from "../live/live-events.ts";
import { followShipment } from "./follow-shipment.ts";
import { pageOf } from "./page-of.ts";
import { noShipment, problem } from "./problem.ts";
import type { Movement } from "./shipment.ts";
import type { ShipmentStore } from "./shipment-store.ts";

export function movementOperations(
  shipments: ShipmentStore,
  events: LiveEvents,
): Readonly<Record<string, (call: ApiCall) => Reply>> {
  return {
    listMovements: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      const page = pageOf(shipments.movements(shipment.id), (_, at) => String(at), parameters);
      if (!page) return problem(400, "The cursor is invalid", [{ at: "query cursor", message: "doesn't exist" }]);
      return { status: 200, json: { movements: page.entries, nextCursor: page.nextCursor } };
    },

    reportMovement: ({ parameters, body }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      shipments.report(shipment.id, body as Movement);
      return { status: 202 };
    },

    getEstimate: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      return shipment.estimate
        ? { status: 200, json: shipment.estimate }
        : problem(409, "No arrival is expected: the shipment has arrived, is held, or hasn't left yet");
    },

    followShipment: ({ parameters }) => {
      const shipment = shipments.get(parameters["shipmentId"]);
      if (!shipment) return noShipment();
      const behind = Number(parameters["Last-Event-ID"] ?? 0);
      const max = Number(parameters["events"] ?? Number.POSITIVE_INFINITY);
      return { status: 200, stream: (out) => followShipment(shipment, events, out, { behind, most: max }) };
    },
  };
}
