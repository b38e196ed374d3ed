import { api, api32, extended, list, only, op, titled, type GeneratedCase } from "./generated-case.ts";

const moved = (name: string, href: unknown, slug: string, label: string): GeneratedCase => ({
  name,
  specs: extended({ href }),
  both: [`T: ${slug} (List) [${label}]`],
});
const tree = (
  name: string,
  tags: readonly object[],
  used: readonly string[],
  page: string,
): GeneratedCase => ({
  name,
  specs: { "o.json": api32({ "/x": { get: titled("List", ...used) } }, { tags }) },
  both: [page],
});
const unmoved = "T: api-reference/t/list (List)";

/** Flags and vendor extensions of operations, tags, webhooks, and channels. */
export const generatedMarks: readonly GeneratedCase[] = [
  {
    name: "x-hidden: a page that no menu shows",
    specs: only({ "/x": { get: { ...list, "x-hidden": true } } }),
    both: ["-: api-reference/t/list (List)"],
  },
  {
    name: "x-excluded: no page",
    specs: only({ "/x": { get: { ...list, "x-excluded": true } }, "/y": { get: titled("Y") } }),
    both: ["API Reference: api-reference/y (Y)"],
  },
  {
    // trust.md O 94
    name: 'x-hidden: "true" as text',
    specs: only({ "/x": { get: { ...list, "x-hidden": "true" } } }),
    standard: [unmoved],
    mintlify: ["-: api-reference/t/list (List)"],
  },
  {
    name: 'x-excluded: "true" as text',
    specs: only({ "/x": { get: { ...list, "x-excluded": "true" } } }),
    standard: [unmoved],
    mintlify: [],
  },
  {
    name: "x-hidden: false, and a mark on the path",
    specs: only({ "/x": { "x-hidden": true, get: { ...list, "x-hidden": false } } }),
    both: [unmoved],
  },
  moved("href takes the place of the whole address", "/guides/x", "guides/x", "X"),
  moved("href is in lower case", "/Guides/My-Page", "guides/my-page", "My page"),
  moved("href without a slash", "guides/x", "guides/x", "X"),
  moved("href with a slash at its end", "/guides/x/", "guides/x", "X"),
  { name: "an empty href is ignored", specs: extended({ href: "" }), both: [unmoved] },
  {
    name: "two operations with one href",
    specs: only({
      "/x": { get: { ...list, "x-service": { href: "/a" } } },
      "/y": { get: { ...list, "x-service": { href: "/a" } } },
    }),
    both: ["T: a (List) [A]", "T: a-1 (List) [A]"],
  },
  {
    name: "href on the URL of another page",
    specs: only({
      "/x": { get: list },
      "/y": { get: { ...list, "x-service": { href: "/api-reference/t/list" } } },
    }),
    both: [unmoved, "T: api-reference/t/list-1 (List) [List]"],
  },
  {
    name: "metadata.title",
    specs: extended({ metadata: { title: "Own" } }),
    both: ["T: api-reference/t/list (Own)"],
  },
  {
    name: "metadata.sidebarTitle",
    specs: extended({ href: "/a", metadata: { sidebarTitle: "Side" } }),
    both: ["T: a (List) [Side]"],
  },
  {
    name: "metadata.openapi is ignored",
    specs: extended({ metadata: { openapi: "GET /other", title: "Own" } }),
    both: ["T: api-reference/t/list (Own)"],
  },
  {
    name: "metadata.hidden",
    specs: extended({ metadata: { hidden: true } }),
    both: ["-: api-reference/t/list (List)"],
  },
  {
    // If a known field of the extension has the wrong type, the entire object is ignored.
    name: "a field of a wrong type",
    specs: extended({ href: "/a", groups: "staff" }),
    standard: ["T: a (List) [A]"],
    mintlify: [unmoved],
  },
  {
    name: "an href that isn't text",
    specs: extended({ href: 5, metadata: { title: "Own" } }),
    standard: ["T: api-reference/t/list (Own)"],
    mintlify: [unmoved],
  },
  {
    name: "an unknown field does no harm",
    specs: extended({ href: "/a", color: "red" }),
    both: ["T: a (List) [A]"],
  },
  { name: "an extension that isn't an object", specs: extended("/a"), both: [unmoved] },
  {
    name: "the extension of a path moves nothing",
    specs: only({ "/x": { "x-service": { href: "/a", groups: ["staff"] }, get: list } }),
    both: [unmoved],
  },
  {
    name: "x-mint in its own profile only, and before x-service",
    specs: only({ "/x": { get: { ...list, "x-mint": { href: "/m" }, "x-service": { href: "/s" } } } }),
    standard: ["T: s (List) [S]"],
    mintlify: ["T: m (List) [M]"],
  },
  {
    name: "x-group is the label, the tag the URL",
    specs: only({ "/x": { get: list } }, { tags: [{ name: "T", "x-group": "Things" }] }),
    both: ["Things: api-reference/t/list (List)"],
  },
  {
    name: "an x-group that isn't text",
    specs: only({ "/x": { get: list } }, { tags: [{ name: "T", "x-group": 5 }] }),
    both: [unmoved],
  },
  tree(
    "a tag tree",
    [
      { name: "shop", summary: "Shop" },
      { name: "orders", parent: "shop" },
    ],
    ["orders"],
    "Shop › orders: api-reference/orders/list (List)",
  ),
  tree(
    "three levels, x-group before summary",
    [{ name: "a" }, { name: "b", parent: "a" }, { name: "c", parent: "b", "x-group": "C!", summary: "no" }],
    ["c"],
    "a › b › C!: api-reference/c/list (List)",
  ),
  tree(
    "a badge isn't a group",
    [
      { name: "new", kind: "badge" },
      { name: "T", kind: "nav" },
    ],
    ["new", "T"],
    unmoved,
  ),
  tree("badges alone", [{ name: "new", kind: "badge" }], ["new"], "API Reference: api-reference/list (List)"),
  tree("kind nav before others", [{ name: "S" }, { name: "T", kind: "nav" }], ["S", "T"], unmoved),
  tree("a listed tag before one that isn't", [{ name: "T" }], ["S", "T"], unmoved),
  tree("an unknown parent is passed over", [{ name: "T", parent: "gone" }], ["T"], unmoved),
  tree(
    "a parent that is a badge is passed over",
    [
      { name: "new", kind: "badge" },
      { name: "T", parent: "new" },
    ],
    ["T"],
    unmoved,
  ),
  tree(
    "parents in a circle",
    [
      { name: "a", parent: "b" },
      { name: "b", parent: "a" },
    ],
    ["a"],
    "b › a: api-reference/a/list (List)",
  ),
  tree("its own parent", [{ name: "T", parent: "T" }], ["T"], unmoved),
  {
    name: "before 3.2 tags make no tree",
    specs: only(
      { "/x": { get: titled("List", "T", "U") } },
      { tags: [{ name: "T", parent: "U", summary: "no" }, { name: "U" }] },
    ),
    both: [unmoved],
  },
  {
    name: "the method query and additionalOperations of 3.2",
    specs: { "o.json": api32({ "/x": { additionalOperations: { COPY: op() }, query: op(), get: op() } }) },
    both: ["get-x (Get x)", "query-x (Query x)", "copy-x (Copy x)"].map(
      (page) => `API Reference: api-reference/${page}`,
    ),
  },
  {
    name: "webhooks follow the operations, in the same groups",
    specs: only(
      { "/x": { get: list } },
      {
        webhooks: {
          "order.paid": { post: titled("Order paid") },
          other: { post: op() },
          tagged: { post: titled("W", "T") },
        },
      },
    ),
    both: [
      unmoved,
      "API Reference: api-reference/order-paid (Order paid)",
      "API Reference: api-reference/other (Other)",
      "T: api-reference/t/w (W)",
    ],
  },
  {
    name: "webhooks alone, hidden and excluded",
    specs: {
      "o.json": {
        ...api({}),
        webhooks: {
          a: { post: op({ "x-hidden": true }) },
          b: { post: op({ "x-excluded": true }) },
          c: { post: op() },
        },
      },
    },
    both: ["-: api-reference/a (A)", "API Reference: api-reference/c (C)"],
  },
];
