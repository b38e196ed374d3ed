import { group, list, madePq, pq, o, type GeneratedCase } from "./generated-case.ts";

const channels = (name: string, list: object, page: string): GeneratedCase => ({
  name,
  nav: { groups: [{ group: "g", asyncapi: "ws.json" }] },
  specs: { "ws.json": { asyncapi: "3.0.0", info: { title: "Acme", version: "1" }, channels: list } },
  both: [page],
});

/** Channels, and specifications for which no pages are generated. */
export const generatedSources: readonly GeneratedCase[] = [
  channels(
    "a channel with a tag and title",
    { e: { title: "User Events", tags: [{ name: "Live" }, { name: "B" }] } },
    "Live: api-reference/live/user-events (User Events)",
  ),
  channels(
    "a channel without a tag or title",
    { userEvents: { address: "/u" } },
    "Websockets: api-reference/websockets/userevents (User events)",
  ),
  channels("a channel with a dash", { "chat-room": {} }, "Websockets: api-reference/websockets/chat-room (Chat-room)"),
  channels(
    "a channel whose ID is an address",
    { "v1.0/users": {} },
    "Websockets: api-reference/websockets/v10users (V1.0/users)",
  ),
  channels(
    "braces in the title of a channel",
    { e: { title: "A {x} b, c.d" } },
    "Websockets: api-reference/websockets/a--b-cd (A {x} b, c.d)",
  ),
  {
    name: "two channels with the same title",
    nav: { groups: [{ group: "g", asyncapi: { source: "ws.json", directory: "ws" } }] },
    specs: { "ws.json": { asyncapi: "3.0.0", channels: { a: { title: "Same" }, b: { title: "Same" } } } },
    both: ["Websockets: ws/websockets/same (Same)", "Websockets: ws/websockets/same-1 (Same)"],
  },
  {
    name: "Swagger 2.0",
    nav: group(o),
    specs: { "o.json": { swagger: "2.0", paths: { "/x": { get: list } } } },
    both: [],
  },
  {
    name: "a specification with an unknown version",
    nav: group(o),
    specs: { "o.json": { ...pq, openapi: "4.0.0" } },
    both: [],
  },
  {
    name: "JSON with trailing commas",
    nav: group(o),
    specs: { "o.json": JSON.stringify(pq).replaceAll("}}", "},}") },
    both: madePq,
  },
  {
    name: "a file that isn't JSON",
    nav: group(o),
    specs: { "o.json": '{ "openapi": "3.1.0", "paths": {' },
    both: [],
  },
  { name: "a missing file", nav: group({ openapi: "gone.json" }), specs: {}, both: [] },
  {
    name: "a remote specification",
    nav: group({ openapi: "https://example.com/o.json" }, "GET /p"),
    specs: { "o.json": pq },
    both: [],
  },
  {
    name: "a specification outside of the site",
    nav: group({ openapi: "../o.json" }),
    specs: { "o.json": pq },
    both: [],
  },
  {
    name: "a YAML specification",
    nav: group({ openapi: "/api/o.yaml" }),
    specs: {
      "api/o.yaml": "openapi: 3.0.0\npaths:\n  /x:\n    get:\n      summary: List\n      tags: [T]\n",
    },
    both: ["T: api-reference/t/list (List)"],
  },
];
