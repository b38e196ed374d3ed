import { readFileSync } from "node:fs";
import path from "node:path";
import { project } from "../harness/source-files.ts";

/** A request to the sample API, and the response status that the specification documents for it. */
export interface SampleCall {
  readonly operation: string;
  readonly status: number;
  /** The path below the API's base URL, such as `/ping`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

const json = { "Content-Type": "application/json" };
const merge = { "Content-Type": "application/merge-patch+json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const text = { "Content-Type": "text/plain" };
const unauthenticated = { Authorization: "" };
const shipment = "/shipments/shp_8K2MQ4";
const strange = "/shipments/shp_ZZZZZZ";
const unit = { kind: "container", number: "NVKU4410928" };
const freight = { reference: "PO-20417", carrier: "NORVIK", units: [unit], destination: "DEHAM" };
const gate = { kind: "gate", at: "2026-11-20T06:30:00Z", place: "DEHAM", direction: "out" };

function upload(bytes: Uint8Array, fields: Readonly<Record<string, string>> = { kind: "packing_list" }): FormData {
  const parts = new FormData();
  for (const [name, value] of Object.entries(fields)) parts.set(name, value);
  parts.set("file", new Blob([new Uint8Array(bytes)]), "list.pdf");
  return parts;
}

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");

export const trackCalls: readonly SampleCall[] = [
  { operation: "ping", status: 200, path: "/ping", headers: unauthenticated },
  { operation: "listShipments", status: 200, path: "/shipments" },
  {
    operation: "listShipments",
    status: 200,
    path: "/shipments?status=held,delivered&port=DEHAM&eta[from]=2026-11-20",
  },
  { operation: "listShipments", status: 400, path: "/shipments?limit=101" },
  { operation: "listShipments", status: 400, path: "/shipments?status=lost" },
  { operation: "listShipments", status: 400, path: "/shipments?cursor=nonsense" },
  { operation: "listShipments", status: 401, path: "/shipments", headers: unauthenticated },
  { operation: "listShipments", status: 401, path: "/shipments", headers: { Authorization: "Bearer other" } },
  {
    operation: "registerShipment",
    status: 201,
    path: "/shipments",
    headers: json,
    body: JSON.stringify(freight),
  },
  {
    operation: "registerShipment",
    status: 409,
    path: "/shipments",
    headers: json,
    body: JSON.stringify({ ...freight, units: [{ kind: "pallet", number: "PAL-1" }] }),
  },
  { operation: "registerShipment", status: 400, path: "/shipments", headers: json, body: "{" },
  { operation: "registerShipment", status: 415, path: "/shipments", headers: text, body: "PO-1" },
  {
    operation: "registerShipment",
    status: 422,
    path: "/shipments",
    headers: json,
    body: JSON.stringify({ ...freight, units: [] }),
  },
  { operation: "getShipment", status: 200, path: shipment },
  { operation: "getShipment", status: 200, path: `${shipment}?expand=units%7Cdocuments` },
  { operation: "getShipment", status: 400, path: "/shipments/8K2MQ4" },
  { operation: "getShipment", status: 404, path: strange },
  {
    operation: "updateShipment",
    status: 200,
    path: shipment,
    headers: merge,
    body: '{"destination":"DEBRV"}',
  },
  {
    operation: "updateShipment",
    status: 404,
    path: strange,
    headers: merge,
    body: '{"destination":"DEBRV"}',
  },
  {
    operation: "updateShipment",
    status: 415,
    path: shipment,
    headers: json,
    body: '{"destination":"DEBRV"}',
  },
  { operation: "updateShipment", status: 422, path: shipment, headers: merge, body: "{}" },
  { operation: "listMovements", status: 200, path: `${shipment}/movements?limit=2` },
  { operation: "listMovements", status: 404, path: `${strange}/movements` },
  {
    operation: "reportMovement",
    status: 202,
    path: `${shipment}/movements`,
    headers: json,
    body: JSON.stringify(gate),
  },
  {
    operation: "reportMovement",
    status: 422,
    path: `${shipment}/movements`,
    headers: json,
    body: JSON.stringify({ ...gate, direction: "up" }),
  },
  { operation: "getEstimate", status: 200, path: `${shipment}/estimate` },
  { operation: "getEstimate", status: 409, path: "/shipments/shp_3P9RT1/estimate" },
  { operation: "followShipment", status: 200, path: `${shipment}/live?events=2` },
  { operation: "followShipment", status: 404, path: `${strange}/live` },
  { operation: "uploadDocument", status: 201, path: `${shipment}/documents`, body: upload(pdf) },
  {
    operation: "uploadDocument",
    status: 422,
    path: `${shipment}/documents`,
    body: upload(pdf, { kind: "packing_list", pages: "0" }),
  },
  {
    operation: "uploadDocument",
    status: 415,
    path: `${shipment}/documents`,
    body: upload(Buffer.from("MZ")),
  },
  {
    operation: "uploadDocument",
    status: 413,
    path: `${shipment}/documents`,
    body: upload(Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)])),
  },
  { operation: "downloadDocument", status: 200, path: "/documents/doc_71QWNB/file" },
  { operation: "downloadDocument", status: 200, path: "/documents/doc_4PN6C0/file" },
  { operation: "downloadDocument", status: 200, path: "/documents/doc_9JP3G1/file" },
  { operation: "downloadDocument", status: 404, path: "/documents/doc_ZZZZZZ/file" },
  {
    operation: "releaseShipment",
    status: 401,
    path: "/shipments/shp_3P9RT1/release",
    headers: { ...form, ...unauthenticated },
    body: "declaration=26DE",
  },
  {
    operation: "releaseShipment",
    status: 403,
    path: "/shipments/shp_3P9RT1/release",
    headers: form,
    body: "declaration=26DE",
  },
  {
    operation: "releaseShipment",
    status: 200,
    path: "/shipments/shp_3P9RT1/release",
    headers: { ...form, Authorization: "Bearer demo-broker" },
    body: "declaration=26DE483920174655M2&dutyPaid=true",
  },
  { operation: "listSubscriptions", status: 200, path: "/webhook-subscriptions" },
  {
    operation: "createSubscription",
    status: 201,
    path: "/webhook-subscriptions",
    headers: json,
    body: '{"url":"https://hooks.example/a","events":["movement.recorded"]}',
  },
  {
    operation: "createSubscription",
    status: 422,
    path: "/webhook-subscriptions",
    headers: json,
    body: '{"url":"http://hooks.example/a","events":["movement.recorded"]}',
  },
  {
    operation: "replayDeliveries",
    status: 202,
    path: "/webhook-subscriptions/sub_D40X9A/replay?since=2026-11-20T08:00:00Z",
  },
  { operation: "replayDeliveries", status: 400, path: "/webhook-subscriptions/sub_D40X9A/replay" },
  { operation: "deleteSubscription", status: 204, path: "/webhook-subscriptions/sub_D40X9A" },
  { operation: "deleteSubscription", status: 404, path: "/webhook-subscriptions/sub_D40X9A" },
  { operation: "stopTracking", status: 204, path: shipment },
  { operation: "stopTracking", status: 404, path: shipment },
];

const agent = { "X-Agent-Key": "demo-agency" };
const login = { Authorization: `Basic ${btoa("mara:demo-password")}` };
const call = "/bookings/bkg_5TQ8LM";
/** The example request in the specification. */
const berthRequest = (
  JSON.parse(readFileSync(path.join(project, "sample/site/openapi/berths.json"), "utf8")) as {
    paths: {
      "/bookings": {
        post: {
          requestBody: { content: { "application/json": { examples: { tanker: { value: unknown } } } } };
        };
      };
    };
  }
).paths["/bookings"].post.requestBody.content["application/json"].examples.tanker.value;
const booking = JSON.stringify(berthRequest);

export const berthCalls: readonly SampleCall[] = [
  { operation: "listPorts", status: 200, path: "/ports?country=DE", headers: agent },
  { operation: "listPorts", status: 200, path: "/ports", headers: login },
  { operation: "listPorts", status: 400, path: "/ports?minDepth=-1", headers: agent },
  { operation: "listPorts", status: 401, path: "/ports" },
  {
    operation: "listBerths",
    status: 200,
    path: "/ports/DEHAM/berths?from=2026-11-24T06:00:00Z&to=2026-11-25T18:00:00Z",
    headers: agent,
  },
  {
    operation: "listBerths",
    status: 400,
    path: "/ports/DEHAM/berths?from=tomorrow&to=2026-11-25T18:00:00Z",
    headers: agent,
  },
  {
    operation: "listBerths",
    status: 404,
    path: "/ports/GBFXT/berths?from=2026-11-24T06:00:00Z&to=2026-11-25T18:00:00Z",
    headers: agent,
  },
  { operation: "getTides", status: 200, path: "/ports/DEHAM/tides?day=2026-11-24", headers: agent },
  {
    operation: "getTides",
    status: 200,
    path: "/ports/DEHAM/tides?day=2026-11-24",
    headers: { ...agent, Accept: "text/csv" },
  },
  { operation: "listBookings", status: 200, path: "/bookings?page=2", headers: agent },
  { operation: "listBookings", status: 200, path: "/bookings?state=declined", headers: agent },
  {
    operation: "requestBerth",
    status: 201,
    path: "/bookings",
    headers: { ...agent, ...json },
    body: booking,
  },
  {
    operation: "requestBerth",
    status: 409,
    path: "/bookings",
    headers: { ...agent, ...json },
    body: booking.replace('"draught":9.8', '"draught":26'),
  },
  {
    operation: "requestBerth",
    status: 415,
    path: "/bookings",
    headers: { ...agent, ...text },
    body: booking,
  },
  { operation: "requestBerth", status: 400, path: "/bookings", headers: { ...agent, ...json }, body: "{}" },
  { operation: "getBooking", status: 200, path: call, headers: agent },
  { operation: "getBooking", status: 404, path: "/bookings/none", headers: agent },
  { operation: "replaceBooking", status: 200, path: call, headers: { ...agent, ...json }, body: booking },
  { operation: "confirmBooking", status: 401, path: `${call}/confirm` },
  // The operation requires both credentials.
  { operation: "confirmBooking", status: 401, path: `${call}/confirm`, headers: agent },
  { operation: "confirmBooking", status: 200, path: `${call}/confirm`, headers: { ...agent, ...login } },
  { operation: "getQuayPicture", status: 200, path: `${call}/camera`, headers: agent },
  { operation: "getRadioCall", status: 200, path: `${call}/radio`, headers: agent },
  { operation: "cancelBooking", status: 204, path: `${call}?reason=weather`, headers: agent },
  { operation: "replaceBooking", status: 409, path: call, headers: { ...agent, ...json }, body: booking },
  { operation: "recalculateOccupancy", status: 202, path: "/upkeep/recalculate", headers: agent },
];

export const firstVersionCalls: readonly SampleCall[] = [
  { operation: "trackV1", status: 200, path: "/v1/track/PO-20417", headers: login },
  { operation: "trackV1", status: 401, path: "/v1/track/PO-20417" },
  { operation: "trackV1", status: 404, path: "/v1/track/PO-1", headers: login },
  {
    operation: "addV1",
    status: 201,
    path: "/v1/track",
    headers: { ...login, ...json },
    body: '{"reference":"A","container":"B"}',
  },
  { operation: "addV1", status: 400, path: "/v1/track", headers: { ...login, ...json }, body: "{}" },
];
