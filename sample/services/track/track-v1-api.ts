import { loginOf } from "../api/login-of.ts";
import type { ServedApi } from "../api/served-api.ts";
import type { ShipmentStatus } from "./shipment.ts";
import type { ShipmentStore } from "./shipment-store.ts";

/**
 * Creates version 1 of the API, which is deprecated. It accepts any name with a password that starts with `demo-`. Its
 * error responses have no body.
 */
export function trackV1Api(shipments: ShipmentStore): ServedApi {
  return {
    specification: "openapi/tracking-v1.json",
    base: "",
    operations: {
      trackV1: ({ parameters }) => {
        const found = shipments.all().find(({ reference }) => reference === parameters["reference"]);
        if (!found) return { status: 404 };
        const { reference, status, origin, estimate } = found;
        return {
          status: 200,
          json: {
            reference,
            state: stateOf(status),
            lastPort: origin,
            eta: estimate?.earliest.slice(0, 10) ?? null,
          },
        };
      },
      addV1: () => ({ status: 201 }),
    },
    credentials: { accountLogin: ({ header }) => loginOf(header("authorization")) },
    refuse: (status) => ({ status }),
    wrongBody: 400,
    isForBrowsers: false,
    limits: false,
  };
}

function stateOf(status: ShipmentStatus): string {
  if (status === "registered") return "WAITING";
  return status === "delivered" ? "ARRIVED" : "MOVING";
}
