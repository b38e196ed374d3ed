import { api, api32, extended, list, only, op, titled, type GeneratedCase } from "./generated-case.ts";

const moved = (name: string, href: unknown, slug: string, label: string): GeneratedCase => ({
  name,
  specs: extended({ href }),
  both: [`T: ${slug} (List) [${label}]`],
});
const tree = (name: string, tags: readonly object[], used: readonly string[], page: string): GeneratedCase => ({
  name,
  specs: { "o.json": api32({ "/x": { get: titled("List", ...used) } }, { tags }) },
  both: [page],
});
const unmoved = "T: api-reference/t/list (List)";

/** Flags and vendor extensions in operations, tags, webhooks, and channels. */
export const generatedMarks: readonly GeneratedCase[] = [
  {
    name: "x-hidden, which generates a page outside the navigation",
    specs: only({ "/x": { get: { ...list, "x-hidden": true } } }),
    both: ["-: api-reference/t/list (List)"],
  },
  {
    name: "x-excluded, which generates no page",
    specs: only({ "/x": { get: { ...list, "x-excluded": true } }, "/y": { get: titled("Y") } }),
    both: ["API Reference: api-reference/y (Y)"],
  },
  {
    // A string isn't a boolean value.
    name: 'x-hidden with the string "true"',
    specs: only({ "/x": { get: { ...list, "x-hidden": "true" } } }),
    standard: [unmoved],
    mintlify: ["-: api-reference/t/list (List)"],
  },
  {
    name: 'x-excluded with the string "true"',
    specs: only({ "/x": { get: { ...list, "x-excluded": "true" } } }),
    standard: [unmoved],
    mintlify: [],
  },
  {
    name: "x-hidden: false with x-hidden on the path",
    specs: only({ "/x": { "x-hidden": true, get: { ...list, "x-hidden": false } } }),
    both: [unmoved],
  },
  moved("an href that replaces the whole URL", "/guides/x", "guides/x", "X"),
  moved("an href with capital letters", "/Guides/My-Page", "guides/my-page", "My page"),
  moved("an href without a leading slash", "guides/x", "guides/x", "X"),
  moved("an href with a trailing slash", "/guides/x/", "guides/x", "X"),
  { name: "an empty href, which is ignored", specs: extended({ href: "" }), both: [unmoved] },
  {
    name: "two operations with the same href",
    specs: only({
      "/x": { get: { ...list, "x-service": { href: "/a" } } },
      "/y": { get: { ...list, "x-service": { href: "/a" } } },
    }),
    both: ["T: a (List) [A]", "T: a-1 (List) [A]"],
  },
  {
    name: "an href with the URL of another page",
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
    name: "metadata.openapi, which is ignored",
    specs: extended({ metadata: { openapi: "GET /other", title: "Own" } }),
    both: ["T: api-reference/t/list (Own)"],
  },
  {
    name: "metadata.hidden",
    specs: extended({ metadata: { hidden: true } }),
    both: ["-: api-reference/t/list (List)"],
  },
  {
    // If a supported field of the extension has the wrong type, the entire extension is ignored.
    name: "a field of the wrong type",
    specs: extended({ href: "/a", groups: "staff" }),
    standard: ["T: a (List) [A]"],
    mintlify: [unmoved],
  },
  {
    name: "an href that isn't a string",
    specs: extended({ href: 5, metadata: { title: "Own" } }),
    standard: ["T: api-reference/t/list (Own)"],
    mintlify: [unmoved],
  },
  {
    name: "an unknown field, which is ignored",
    specs: extended({ href: "/a", color: "red" }),
    both: ["T: a (List) [A]"],
  },
  { name: "an extension that isn't an object", specs: extended("/a"), both: [unmoved] },
  {
    name: "an href in the extension of a path, which has no effect",
    specs: only({ "/x": { "x-service": { href: "/a", groups: ["staff"] }, get: list } }),
    both: [unmoved],
  },
  {
    name: "x-mint, which applies only in its profile and takes precedence over x-service",
    specs: only({ "/x": { get: { ...list, "x-mint": { href: "/m" }, "x-service": { href: "/s" } } } }),
    standard: ["T: s (List) [S]"],
    mintlify: ["T: m (List) [M]"],
  },
  {
    name: "x-group, which sets the label but not the URL",
    specs: only({ "/x": { get: list } }, { tags: [{ name: "T", "x-group": "Things" }] }),
    both: ["Things: api-reference/t/list (List)"],
  },
  {
    name: "an x-group that isn't a string",
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
    "three levels of tags with x-group and summaries",
    [{ name: "a" }, { name: "b", parent: "a" }, { name: "c", parent: "b", "x-group": "C!", summary: "no" }],
    ["c"],
    "a › b › C!: api-reference/c/list (List)",
  ),
  tree(
    "a badge tag, which isn't a group",
    [
      { name: "new", kind: "badge" },
      { name: "T", kind: "nav" },
    ],
    ["new", "T"],
    unmoved,
  ),
  tree("only badge tags", [{ name: "new", kind: "badge" }], ["new"], "API Reference: api-reference/list (List)"),
  tree(
    "a tag of the kind nav, which takes precedence",
    [{ name: "S" }, { name: "T", kind: "nav" }],
    ["S", "T"],
    unmoved,
  ),
  tree("a listed tag, which takes precedence over an unlisted one", [{ name: "T" }], ["S", "T"], unmoved),
  tree("an unknown parent, which is ignored", [{ name: "T", parent: "gone" }], ["T"], unmoved),
  tree(
    "a badge as parent, which is ignored",
    [
      { name: "new", kind: "badge" },
      { name: "T", parent: "new" },
    ],
    ["T"],
    unmoved,
  ),
  tree(
    "circular parents",
    [
      { name: "a", parent: "b" },
      { name: "b", parent: "a" },
    ],
    ["a"],
    "b › a: api-reference/a/list (List)",
  ),
  tree("a tag that is its own parent", [{ name: "T", parent: "T" }], ["T"], unmoved),
  {
    name: "tags before 3.2, which don't form a tree",
    specs: only(
      { "/x": { get: titled("List", "T", "U") } },
      { tags: [{ name: "T", parent: "U", summary: "no" }, { name: "U" }] },
    ),
    both: [unmoved],
  },
  {
    name: "the query method and additionalOperations of 3.2",
    specs: { "o.json": api32({ "/x": { additionalOperations: { COPY: op() }, query: op(), get: op() } }) },
    both: ["get-x (Get x)", "query-x (Query x)", "copy-x (Copy x)"].map(
      (page) => `API Reference: api-reference/${page}`,
    ),
  },
  {
    name: "webhooks, which follow the operations in the same groups",
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
    name: "only webhooks, including hidden and excluded ones",
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
