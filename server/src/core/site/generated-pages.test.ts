import assert from "node:assert/strict";
import type { ProfileName } from "../config/profile.ts";
import { profiles } from "../config/profile.ts";
import { readJson } from "../config/json-tree.ts";
import { readSpec } from "../spec/read-spec.ts";
import { buildSite } from "./build-site.ts";
import { generatedPages } from "./generated-pages.ts";
import { noSettings } from "./site-settings.ts";
import type { Site } from "./site.ts";

/** A site of docs.json and specifications; no pages are needed to know what is generated. */
function siteOf(navigation: object, specs: Readonly<Record<string, object>>, profile: ProfileName): Site {
  const files = ["docs.json", ...Object.keys(specs)];
  return buildSite({
    profile: profiles[profile],
    settings: noSettings,
    files: new Set(files),
    isIgnored: () => false,
    configSources: new Map([["docs.json", readJson("docs.json", JSON.stringify({ navigation }))]]),
    pages: [],
    specs: Object.entries(specs).flatMap(([path, spec]) => readSpec(path, JSON.stringify(spec)) ?? []),
    loaded: { pages: true, specs: true },
  });
}

const api = {
  openapi: "3.1.0",
  paths: {
    "/users": { get: { summary: "List users", tags: ["Users"] }, post: { summary: "Create user" } },
    "/hid": { get: { "x-hidden": true, summary: "Hidden op" } },
    "/exc": { get: { "x-excluded": true, summary: "Excl op" } },
    "/a/{id}/b": { get: {} },
  },
};
const withOperations = (paths: object, more: object = {}) => ({
  "o.json": { openapi: "3.1.0", paths, ...more },
});

interface Case {
  readonly name: string;
  readonly navigation: object;
  readonly specs?: Readonly<Record<string, object>>;
  readonly profile?: ProfileName;
  /** `group/group: slug (title)`; a page outside navigation has `-` for its groups, a listed one has none. */
  readonly expected: readonly string[];
}

const list = { summary: "List", tags: ["T"] };
const cases: Case[] = [
  {
    name: "a group without pages has all operations: tags, no tag, no summary, hidden, excluded",
    navigation: { groups: [{ group: "g", pages: [], openapi: "o.json" }] },
    expected: [
      "Users: api-reference/users/list-users (List users)",
      "API Reference: api-reference/create-user (Create user)",
      "-: api-reference/hidden-op (Hidden op)",
      "API Reference: api-reference/get-a-b (Get a b)",
    ],
  },
  {
    name: "a directory takes the place of api-reference",
    navigation: { tabs: [{ tab: "T", openapi: { source: "/o.json", directory: "/ref/v1/" } }] },
    specs: withOperations({ "/x": { get: list } }),
    expected: ["T: ref/v1/t/list (List)"],
  },
  {
    name: "entries list what they name and nothing else",
    navigation: {
      groups: [{ group: "g", openapi: "o.json", pages: ["index", "GET /users", "GET /hid", "GET /exc"] }],
    },
    expected: ["api-reference/users/list-users (List users)", "api-reference/hidden-op (Hidden op)"],
  },
  {
    name: "entries inherit the specification over two levels",
    navigation: {
      tabs: [
        {
          tab: "T",
          openapi: "o.json",
          groups: [{ group: "g", pages: ["GET /users", { group: "h", pages: ["POST /users/"] }] }],
        },
      ],
    },
    expected: ["api-reference/users/list-users (List users)", "api-reference/create-user (Create user)"],
  },
  {
    name: "a group of MDX pages only has all operations appended",
    navigation: { groups: [{ group: "g", openapi: "o.json", pages: ["index"] }] },
    specs: withOperations({ "/x": { get: list } }),
    expected: ["T: api-reference/t/list (List)"],
  },
  {
    name: "a child that sets its own specification is read by that, the rest by the inherited one",
    navigation: {
      tabs: [
        {
          tab: "T",
          openapi: "o.json",
          groups: [
            { group: "own", openapi: "p.json", pages: ["GET /p"] },
            { group: "rest", pages: ["GET /x"] },
          ],
        },
      ],
    },
    specs: {
      ...withOperations({ "/x": { get: { summary: "X" } }, "/y": { get: { summary: "Y" } } }),
      "p.json": {
        openapi: "3.0.0",
        paths: { "/p": { get: { summary: "P" } }, "/q": { get: { summary: "Q" } } },
      },
    },
    expected: ["api-reference/p (P)", "api-reference/x (X)"],
  },
  {
    name: "an entry with a file of its own leaves the inherited specification to be generated whole",
    navigation: { groups: [{ group: "g", openapi: "o.json", pages: ["p.json GET /p"] }] },
    specs: {
      ...withOperations({ "/x": { get: { summary: "X" } } }),
      "p.json": { openapi: "3.0.0", paths: { "/p": { get: { summary: "P" } } } },
    },
    expected: ["api-reference/p (P)", "API Reference: api-reference/x (X)"],
  },
  {
    name: "equal summaries in one group get a number; an entry is named as if it were alone",
    navigation: {
      groups: [
        { group: "g", openapi: "o.json" },
        { group: "h", pages: ["o.json GET /y"] },
      ],
    },
    specs: withOperations({ "/x": { get: list }, "/y": { get: list }, "/z": { get: list } }),
    expected: [
      "T: api-reference/t/list (List)",
      "T: api-reference/t/list-1 (List)",
      "T: api-reference/t/list-2 (List)",
      "api-reference/t/list (List)",
    ],
  },
  {
    name: "braces and marks are taken out of the address",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: withOperations({
      "/x": { get: { summary: "List users, it's v1.2 (beta) {all}", tags: ["My Tag"] } },
      "/users/{id}": { delete: {} },
    }),
    expected: [
      "My Tag: api-reference/my-tag/list-users-its-v12-beta- (List users, it's v1.2 (beta) {all})",
      "API Reference: api-reference/delete-users (Delete users)",
    ],
  },
  {
    name: "the vendor extension sets address and title",
    profile: "mintlify",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: withOperations({
      "/x": { get: { ...list, "x-mint": { href: "/Guides/X", metadata: { title: "Own title" } } } },
      "/y": { get: { summary: "Y", "x-mint": { href: "/y", groups: "not a list" } } },
      "/z": { get: { summary: "Z", "x-service": { href: "/zz" } } },
    }),
    expected: ["T: guides/x (Own title)", "API Reference: api-reference/y (Y)", "API Reference: zz (Z)"],
  },
  {
    name: "the standard profile knows its own extension only and ignores only the faulty field",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: withOperations({
      "/x": { get: { summary: "X", "x-mint": { href: "/elsewhere" } } },
      "/y": { get: { summary: "Y", "x-service": { href: "/y", groups: "not a list" } } },
    }),
    expected: ["API Reference: api-reference/x (X)", "API Reference: y (Y)"],
  },
  {
    name: "webhooks",
    navigation: { groups: [{ group: "g", openapi: "o.json", pages: ["webhook order.paid"] }] },
    specs: withOperations(
      {},
      { webhooks: { "order.paid": { post: { summary: "Order paid" } }, other: { post: {} } } },
    ),
    expected: ["api-reference/order-paid (Order paid)"],
  },
  {
    name: "AsyncAPI channels, with and without tag",
    navigation: { groups: [{ group: "g", asyncapi: "ws.json" }] },
    specs: {
      "ws.json": {
        asyncapi: "3.0.0",
        channels: { userEvents: { tags: [{ name: "Live" }], title: "User events" }, "chat-room": {} },
      },
    },
    expected: [
      "Live: api-reference/live/user-events (User events)",
      "Websockets: api-reference/websockets/chat-room (Chat-room)",
    ],
  },
  {
    name: "tags of OpenAPI 3.2 make a tree; a badge is no group",
    navigation: { groups: [{ group: "g", openapi: "o.json" }] },
    specs: {
      "o.json": {
        openapi: "3.2.0",
        tags: [
          { name: "new", kind: "badge" },
          { name: "shop", summary: "Shop" },
          { name: "orders", parent: "shop", kind: "nav" },
          { name: "a", parent: "b" },
          { name: "b", parent: "a" },
        ],
        paths: {
          "/o": { get: { summary: "List", tags: ["new", "orders"] }, put: { summary: "Put", tags: ["a"] } },
        },
      },
    },
    expected: ["Shop/orders: api-reference/orders/list (List)", "b/a: api-reference/a/put (Put)"],
  },
  {
    name: "of several specifications one service takes the first",
    profile: "mintlify",
    navigation: { tabs: [{ tab: "T", openapi: ["o.json", "p.json"] }] },
    specs: {
      ...withOperations({ "/x": { get: list } }),
      "p.json": { openapi: "3.0.0", paths: { "/p": { get: list } } },
    },
    expected: ["T: api-reference/t/list (List)"],
  },
  {
    name: "the specification has them all",
    navigation: { tabs: [{ tab: "T", openapi: ["o.json", "p.json"] }] },
    specs: {
      ...withOperations({ "/x": { get: { summary: "X" } } }),
      "p.json": { openapi: "3.0.0", paths: { "/p": { get: { summary: "P" } } } },
    },
    expected: ["API Reference: api-reference/x (X)", "API Reference: api-reference/p (P)"],
  },
  {
    name: "api.openapi is no default for entries, and a faulty or remote specification makes no page",
    navigation: {
      groups: [
        { group: "a", pages: ["GET /users"] },
        { group: "b", openapi: "old.json" },
        { group: "c", openapi: "https://example.com/o.json", pages: ["GET /users"] },
        { group: "d", openapi: "gone.json" },
      ],
    },
    specs: { "o.json": api, "old.json": { swagger: "2.0", paths: { "/x": { get: list } } } },
    expected: [],
  },
  {
    name: "what a losing key holds is not generated",
    navigation: {
      tabs: [{ tab: "T", groups: [{ group: "g", pages: ["index"] }], pages: ["o.json GET /users"] }],
    },
    expected: [],
  },
];

describe("generatedPages", () => {
  for (const { name, navigation, specs = { "o.json": api }, profile = "standard", expected } of cases)
    it(name, () => {
      const site = siteOf(navigation, specs, profile);
      const shown = generatedPages(site).map(({ slug, title, groups, listed }) => {
        const place = listed ? groups.join("/") : "-";
        return `${place}${place && ": "}${slug} (${title})`;
      });
      assert.deepEqual(shown, expected);
      const withoutPages: Site = { ...site, pages: new Map() };
      assert.equal(generatedPages(withoutPages), generatedPages(site), "not computed again");
    });
});
