import { api, group, list, madePq, o, only, op, pq, titled, type GeneratedCase } from "./generated-case.ts";

const two = { "o.json": pq, "p.json": api({ "/r": { get: titled("R") } }) };
const three = only({ "/x": { get: list }, "/y": { get: list }, "/z": { get: list } });
const inDirectory = (name: string, directory: string, folder: string): GeneratedCase => ({
  name,
  nav: group({ openapi: { source: "o.json", directory } }),
  specs: only({ "/x": { get: list } }),
  both: [`T: ${folder}t/list (List)`],
});
const on = (key: string, name: string): GeneratedCase => ({
  name: `openapi on a ${key}`,
  nav: { [`${key}s`]: [{ [key]: name, ...o }] },
  specs: { "o.json": pq },
  both: madePq,
});
/** The position of specifications in the navigation, and which of their operations are listed. */
export const generatedNavigation: readonly GeneratedCase[] = [
  inDirectory("a directory", "ref", "ref/"),
  inDirectory("a directory with slashes", "/ref/v1/", "ref/v1/"),
  inDirectory("a directory with three folders", "a/b/c", "a/b/c/"),
  inDirectory("an empty directory", "", ""),
  inDirectory("a directory with a space", "my ref", "my ref/"),
  inDirectory("a directory with capitals", "API/V1", "api/v1/"),
  on("tab", "T"),
  on("anchor", "A"),
  on("dropdown", "D"),
  on("version", "v1"),
  on("language", "en"),
  on("product", "P"),
  {
    name: "openapi on a group without pages",
    nav: { groups: [{ group: "g", ...o }] },
    specs: { "o.json": pq },
    both: madePq,
  },
  { name: "openapi on a group with an empty array", nav: group(o), specs: { "o.json": pq }, both: madePq },
  { name: "openapi on a group of pages", nav: group(o, "index"), specs: { "o.json": pq }, both: madePq },
  {
    name: "openapi on a tab of pages",
    nav: { tabs: [{ tab: "T", ...o, pages: ["index"] }] },
    specs: { "o.json": pq },
    both: madePq,
  },
  {
    name: "openapi on the navigation",
    nav: { ...o, pages: ["index"] },
    specs: { "o.json": pq },
    standard: madePq,
    mintlify: ["-: api-reference/p (P)", "-: api-reference/q (Q)"],
  },
  {
    name: "openapi on the navigation, with an entry",
    nav: { ...o, ...group({}, "GET /p") },
    specs: { "o.json": pq },
    standard: ["api-reference/p (P)"],
    mintlify: ["api-reference/p (P)", "-: api-reference/p (P)", "-: api-reference/q (Q)"],
  },
  {
    name: "entries, which limit the pages to their operations",
    nav: group(o, "GET /q"),
    specs: { "o.json": pq },
    both: ["api-reference/q (Q)"],
  },
  {
    name: "pages and operations mixed",
    nav: group(o, "index", "GET /p", "guide", "GET /q"),
    specs: { "o.json": pq },
    both: ["api-reference/p (P)", "api-reference/q (Q)"],
  },
  {
    name: "an entry in the directory of its source",
    nav: group({ openapi: { source: "o.json", directory: "ref" } }, "GET /p"),
    specs: { "o.json": pq },
    both: ["ref/p (P)"],
  },
  {
    name: "an entry of another file in the directory of the inherited source",
    nav: group({ openapi: { source: "o.json", directory: "ref" } }, "p.json GET /r"),
    specs: two,
    both: ["ref/r (R)", "API Reference: ref/p (P)", "API Reference: ref/q (Q)"],
  },
  {
    name: "an entry that includes the inherited file, which doesn't count as a use of it",
    nav: group(o, "o.json GET /p"),
    specs: { "o.json": pq },
    both: ["api-reference/p (P)", ...madePq],
  },
  {
    name: "an entry with a file but without an inherited source",
    nav: group({}, "o.json GET /p"),
    specs: { "o.json": pq },
    both: ["api-reference/p (P)"],
  },
  {
    name: "entries with the same name, which have the same URL",
    nav: group(o, "GET /y", "GET /x"),
    specs: three,
    both: ["api-reference/t/list (List)", "api-reference/t/list (List)"],
  },
  {
    name: "an operation in two groups",
    nav: {
      groups: [
        { group: "g", ...o, pages: ["GET /p"] },
        { group: "h", ...o, pages: ["GET /p"] },
      ],
    },
    specs: { "o.json": pq },
    both: ["api-reference/p (P)", "api-reference/p (P)"],
  },
  {
    name: "an entry with a trailing slash that the file doesn't have",
    nav: group(o, "GET /p/"),
    specs: { "o.json": pq },
    both: ["api-reference/p (P)"],
  },
  {
    name: "a lowercase method",
    nav: group(o, "get /p"),
    specs: { "o.json": pq },
    // According to the specification, the entry doesn't match the operation, but the published generator accepts it.
    standard: [],
    mintlify: ["api-reference/p (P)"],
  },
  {
    name: "an entry of a hidden operation",
    nav: group(o, "GET /x"),
    specs: only({ "/x": { get: { ...list, "x-hidden": true } } }),
    both: ["api-reference/t/list (List)"],
  },
  {
    name: "an entry of an excluded operation",
    nav: group(o, "GET /x"),
    specs: only({ "/x": { get: { ...list, "x-excluded": true } } }),
    both: [],
  },
  {
    name: "an entry of a moved operation",
    nav: group(o, "GET /x"),
    specs: only({ "/x": { get: { ...list, "x-service": { href: "/Guides/X" } } } }),
    both: ["guides/x (List) [X]"],
  },
  {
    name: "an entry of a webhook in any letter case",
    nav: group(o, "WEBHOOK order.paid"),
    specs: only({}, { webhooks: { "order.paid": { post: titled("Order paid") } } }),
    both: ["api-reference/order-paid (Order paid)"],
  },
  {
    name: "openapi inherited over two levels",
    nav: {
      tabs: [{ tab: "T", ...o, groups: [{ group: "g", pages: ["GET /p", { group: "h", pages: ["GET /q"] }] }] }],
    },
    specs: { "o.json": pq },
    both: ["api-reference/p (P)", "api-reference/q (Q)"],
  },
  {
    name: "a child with its own specification among others that inherit one",
    nav: {
      tabs: [
        {
          tab: "T",
          ...o,
          groups: [
            { group: "g", openapi: "p.json", pages: ["GET /r"] },
            { group: "h", pages: ["GET /p"] },
          ],
        },
      ],
    },
    specs: two,
    both: ["api-reference/r (R)", "api-reference/p (P)"],
  },
  {
    name: "a child with its own specification, which doesn't limit its parent's pages",
    nav: {
      tabs: [
        {
          tab: "T",
          ...o,
          groups: [
            { group: "g", openapi: "p.json" },
            { group: "h", pages: ["index"] },
          ],
        },
      ],
    },
    specs: two,
    both: ["API Reference: api-reference/r (R)", ...madePq],
  },
  {
    name: "a group that only inherits openapi, which has no pages of its own",
    nav: { groups: [{ group: "g", ...o, pages: [{ group: "h", pages: ["index"] }] }] },
    specs: { "o.json": pq },
    both: madePq,
  },
  {
    name: "a specification in two groups, where each operation has one URL",
    nav: {
      groups: [
        { group: "g", ...o },
        { group: "h", ...o },
      ],
    },
    specs: { "o.json": pq },
    both: [...madePq, ...madePq],
  },
  {
    name: "a specification per version",
    nav: {
      versions: [
        { version: "v1", openapi: { source: "o.json", directory: "api/v1" } },
        {
          version: "v2",
          openapi: { source: "p.json", directory: "api/v2" },
          groups: [{ group: "g", pages: ["GET /r"] }],
        },
      ],
    },
    specs: two,
    both: ["API Reference: api/v1/p (P)", "API Reference: api/v1/q (Q)", "api/v2/r (R)"],
  },
  {
    name: "several specifications",
    nav: { tabs: [{ tab: "T", openapi: ["o.json", "p.json"] }] },
    specs: two,
    standard: [...madePq, "API Reference: api-reference/r (R)"],
    mintlify: madePq,
  },
  {
    name: "an entry of the second of several specifications",
    nav: group({ openapi: ["o.json", "p.json"] }, "GET /r"),
    specs: two,
    standard: ["api-reference/r (R)"],
    mintlify: [],
  },
  {
    name: "api.openapi, which isn't a default for entries",
    nav: group({}, "GET /p"),
    settings: { api: o },
    specs: { "o.json": pq },
    both: [],
  },
  {
    name: "asyncapi next to openapi on a group",
    nav: { groups: [{ group: "g", ...o, asyncapi: "ws.json" }] },
    specs: { "o.json": pq, "ws.json": { asyncapi: "3.0.0", channels: { chat: {} } } },
    standard: [...madePq, "Websockets: api-reference/websockets/chat (Chat)"],
    mintlify: madePq,
  },
  {
    name: "openapi under a key that the service ignores",
    nav: { tabs: [{ tab: "T", groups: [{ group: "g", pages: ["index"] }], pages: ["o.json GET /p"] }] },
    specs: { "o.json": pq },
    both: [],
  },
  {
    name: "openapi next to an href",
    nav: { tabs: [{ tab: "T", ...o, href: "https://example.com" }] },
    specs: { "o.json": pq },
    both: [],
  },
  {
    name: "a hidden group, which has pages",
    nav: { groups: [{ group: "g", hidden: true, ...o }] },
    specs: { "o.json": pq },
    both: madePq,
  },
  {
    name: "a specification without operations",
    nav: group(o),
    specs: { "o.json": api({ "/x": { parameters: [] } }) },
    both: [],
  },
  {
    name: "an operation without a summary in a directory",
    nav: group({ openapi: { source: "o.json", directory: "d" } }, "GET /x"),
    specs: only({ "/x": { get: op() } }),
    both: ["d/get-x (Get x)"],
  },
];
