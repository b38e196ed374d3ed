import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { getGeneratedPages } from "../specs/generated-pages.ts";
import { getNavigationTree, type TreeElement, type TreeNode } from "./navigation-tree.ts";

const responses = { 200: { description: "Done" } };
const createOperation = (summary: string, more: object = {}) => ({ summary, responses, ...more });
const spec = {
  openapi: "3.2.0",
  info: { title: "Acme", version: "1" },
  tags: [
    { name: "shop", summary: "Shop" },
    { name: "orders", parent: "shop", summary: "Orders" },
  ],
  paths: {
    "/o": {
      get: createOperation("List orders", { tags: ["orders"] }),
      post: createOperation("Secret", { tags: ["hid"], "x-hidden": true }),
    },
    "/s": {
      get: createOperation("Open", { tags: ["shop"] }),
      delete: createOperation("Gone", { "x-excluded": true }),
    },
    "/u": { get: createOperation("Untagged") },
  },
};

function formatTree(navigation: object, profile: ProfileName = "standard"): string[] {
  const pages = ["index", "api-reference/untagged"].map((slug) => [`${slug}.mdx`, "---\ntitle: A\n---\n"] as const);
  const site = siteOf(
    new Map([["docs.json", JSON.stringify({ navigation })], ["o.json", JSON.stringify(spec)], ...pages]),
    profile,
  );
  const tree = getNavigationTree(site);
  assert.equal(getNavigationTree({ ...site, keys: new Map() } as typeof site), tree, "the tree was created again");
  return tree ? formatLines(tree, "") : [];
}

function formatLines(node: TreeNode, indent: string): string[] {
  const formatBelow = (children: readonly TreeNode[]) => children.flatMap((child) => formatLines(child, `${indent}  `));
  const mark = "hiddenReason" in node && node.hiddenReason !== undefined ? ` (${node.hiddenReason})` : "";
  switch (node.kind) {
    case "element":
      return [
        `${indent}${node.element.kind} ${node.element.label?.value ?? ""}${mark}${node.groupsKey ? ` in ${node.groupsKey}` : ""}`,
        ...formatBelow(node.children),
        ...node.excludedOperations.map(formatLeftOut).map((text) => `${indent}  ! ${text}`),
      ];
    case "group":
      return [`${indent}[${node.label}]${mark}`, ...formatBelow(node.children)];
    case "page":
      return [`${indent}${node.slug}${node.file === undefined ? "" : ` = ${node.file}`}${mark}`];
    case "link":
      return [`${indent}-> ${node.url}`];
    case "nothing":
      return [`${indent}${node.entry.text}: ${node.reason}`];
  }
}

const formatLeftOut = ({ reason, operation }: TreeElement["excludedOperations"][number]) =>
  `${reason}${operation ? ` ${operation.method} ${operation.path}` : ""}`;

describe("navigationWithPages", () => {
  it("adds generated groups after a group's pages", () => {
    assert.deepEqual(
      formatTree({
        groups: [{ group: "API", openapi: "o.json", pages: ["index", "https://acme.com", "gone"] }],
      }),
      [
        "root ",
        "  group API in pages",
        "    index = index.mdx",
        "    -> https://acme.com",
        "    gone: page-not-found",
        "    [Shop]",
        "      [Orders]",
        "        api-reference/orders/list-orders",
        "      api-reference/shop/open",
        "    [hid] (empty)",
        "      api-reference/hid/secret (mark)",
        "    [API Reference]",
        "      api-reference/untagged = api-reference/untagged.mdx",
        "    ! excluded DELETE /s",
      ],
    );
  });

  it("lists entries in order and gives a reason for each entry that doesn't show a page", () => {
    assert.deepEqual(
      formatTree({
        tabs: [
          {
            tab: "A",
            openapi: "o.json",
            groups: [{ group: "g", pages: ["GET /u", "POST /o", "DELETE /s", "GET /none"] }],
          },
          { tab: "B", hidden: true, openapi: "gone.json", pages: ["api-reference/shop/open", "GET users"] },
        ],
        pages: ["index"],
      }),
      [
        "root ",
        "  tab A",
        "    group g",
        "      api-reference/untagged = api-reference/untagged.mdx",
        "      api-reference/hid/secret",
        "      DELETE /s: excluded",
        "      GET /none: target-not-found",
        "    ! listed-one-by-one",
        "  tab B (hidden)",
        "    api-reference/shop/open: page-not-found",
        "    GET users: malformed",
        "    ! listed-one-by-one",
        "  index = index.mdx (dropped)",
      ],
    );
  });

  it("marks elements that the service excludes", () => {
    assert.deepEqual(
      formatTree(
        {
          tabs: [
            { tab: "A", openapi: ["o.json", "p.json"] },
            { tab: "B", openapi: "https://acme.com/o.json" },
          ],
        },
        "mintlify",
      ).filter((line) => line.includes("!") || line.includes(" in ")),
      ["  tab A in groups", "    ! excluded DELETE /s", "    ! not-the-first", "    ! remote"],
    );
  });

  it("takes little time for 5,000 pages with the same name", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`/p${i}`, { get: createOperation("Same", { tags: ["T"] }) }]),
    );
    const files = new Map([
      ["docs.json", JSON.stringify({ navigation: { groups: [{ group: "g", openapi: "o.json" }] } })],
      ["o.json", JSON.stringify({ ...spec, tags: [], paths })],
    ]);
    // The time includes creating the site, because derived data is cached with the site.
    assertQuick(7000, () => {
      const site = siteOf(files);
      assert.equal(new Set(getGeneratedPages(site).map(({ slug }) => slug)).size, 5000);
      assert.ok(getNavigationTree(site));
    });
  }).timeout(60_000);
});
