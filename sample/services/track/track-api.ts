import type { Caller } from "../api/api-call.ts";
import type { ServedApi } from "../api/served-api.ts";
import type { LiveEvents } from "../live/live-events.ts";
import { problem } from "./problem.ts";
import { documentOperations } from "./document-operations.ts";
import { shipmentOperations } from "./shipment-operations.ts";
import { movementOperations } from "./movement-operations.ts";
import type { ShipmentStore } from "./shipment-store.ts";
import { subscriptionOperations } from "./subscription-operations.ts";
import type { Tokens } from "./tokens.ts";
import { time } from "./made-shipments.ts";

/** Creates the Berthline Track API, which accepts any key that starts with `demo-` or `sandbox-`. */
export function trackApi(tokens: Tokens, events: LiveEvents, shipments: ShipmentStore): ServedApi {
  return {
    specification: "openapi/tracking.yaml",
    base: "/v2",
    operations: {
      ping: () => ({ status: 200, json: { status: "ok", time: time(Date.now()) } }),
      ...shipmentOperations(shipments),
      ...movementOperations(shipments, events),
      ...documentOperations(shipments),
      ...subscriptionOperations(),
    },
    credentials: {
      bearerKey: ({ header }) => holderOf(header("authorization")),
      brokerLogin: ({ header }) => tokens.holderOf(header("authorization")),
    },
    refuse: problem,
    wrongBody: 422,
    isForBrowsers: true,
    limits: true,
  };
}

function holderOf(authorization: string | undefined): Caller | undefined {
  const key = /^Bearer ((?:demo|sandbox)-[\w-]{1,80})$/i.exec(authorization ?? "")?.[1];
  return key === undefined ? undefined : { name: key, scopes: [] };
}
