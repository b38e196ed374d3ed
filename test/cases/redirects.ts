import type { Case, Verdict } from "./case.ts";
import { pageWith } from "./page-case.ts";

type Pair = readonly [source: string, destination: string];
type Row = readonly [name: string, redirects: readonly Pair[], verdict: Verdict, more?: Partial<Case>];

const noTarget = ["warning redirect/target-not-found"];
const basePath = (path: string) => ({ files: { ".docwright.json": { basePath: path } } });

// rules.md "redirect/target-not-found, loop, chain, duplicate-source, shadows-page, to-itself | W E(M: W) I W W E(M:
// W)"
const rows: readonly Row[] = [
  ["to a page", [["/old", "/index"]], "clean"],
  ["to no page", [["/old", "/nowhere"]], noTarget],
  [
    "two to no page",
    [
      ["/old", "/nowhere"],
      ["/older", "/no"],
    ],
    [...noTarget, ...noTarget],
  ],
  ["to a page with an anchor", [["/old", "/index#a"]], "no error"],
  ["to no page with an anchor", [["/old", "/nowhere#a"]], noTarget],
  ["to no page with a query", [["/old", "/nowhere?a=1"]], noTarget],
  ["to a page with a query", [["/old", "/index?a=1"]], "clean"],
  ["to another site", [["/old", "https://e.com/a"]], "clean"],
  ["to the start", [["/old", "/"]], "clean"],
  ["to a page of the host", [["/old", "/pricing"]], "clean"],
  // Many real redirects resolve only with the site's base path removed.
  ["to a page below the base path", [["/old", "/docs/index"]], "clean", basePath("/docs")],
  ["to no page below the base path", [["/old", "/docs/nowhere"]], noTarget, basePath("/docs")],
  ["from below the base path", [["/docs/old", "/docs/index"]], "clean", basePath("/docs")],
  // "chain | I"
  [
    "a chain",
    [
      ["/a", "/b"],
      ["/b", "/index"],
    ],
    ["information redirect/chain"],
  ],
  [
    "a chain of three",
    [
      ["/a", "/b"],
      ["/b", "/c"],
      ["/c", "/index"],
    ],
    ["information redirect/chain", "information redirect/chain"],
  ],
  [
    "no chain",
    [
      ["/a", "/index"],
      ["/b", "/index"],
    ],
    ["no redirect/chain"],
  ],
  [
    "a chain through a pattern",
    [
      ["/a", "/b/x"],
      ["/b/*", "/index"],
    ],
    ["information redirect/chain"],
  ],
  [
    "a chain to a missing page",
    [
      ["/a", "/b"],
      ["/b", "/nowhere"],
    ],
    "fault",
  ],
  [
    "a chain to another site",
    [
      ["/a", "/b"],
      ["/b", "https://e.com"],
    ],
    ["information redirect/chain"],
  ],
  // "duplicate-source | W"
  [
    "a source twice",
    [
      ["/a", "/index"],
      ["/a", "https://e.com"],
    ],
    "fault",
  ],
  // The service's validator compares sources as written.
  [
    "a source with and without a slash at the end",
    [
      ["/a", "/index"],
      ["/a/", "https://e.com"],
    ],
    "clean",
  ],
  [
    "a source with and without a slash at the start",
    [
      ["/a", "/index"],
      ["a", "/index"],
    ],
    "clean",
  ],
  [
    "a source twice, with a slash at the end",
    [
      ["/a/", "/index"],
      ["/a/", "https://e.com"],
    ],
    ["warning redirect/duplicate-source"],
  ],
  [
    "from a source with a slash to the one without",
    [
      ["/a", "/index"],
      ["/a/", "/a"],
    ],
    "clean",
  ],
  [
    "to a path that is redirected with and without a slash",
    [
      ["/a", "/index"],
      ["/a/", "/index"],
      ["/b", "/a/"],
    ],
    ["information redirect/chain"],
  ],
  [
    "from a source with a slash to no page",
    [
      ["/a", "/index"],
      ["/a/", "/nowhere"],
    ],
    noTarget,
  ],
  [
    "a source and its like",
    [
      ["/a", "/index"],
      ["/ab", "/index"],
    ],
    "clean",
  ],
  [
    "a pattern and a path in it, the path first",
    [
      ["/a/b", "/index"],
      ["/a/*", "https://e.com"],
    ],
    ["no redirect/duplicate-source"],
  ],
  // "shadows-page | W"
  [
    "from a page that is there",
    [["/a", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "a"] }, pages: "index a" },
  ],
  [
    "from a page that is there, in a folder",
    [["/guides/a", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "guides/a"] }, pages: "index guides/a" },
  ],
  [
    "from a page that is ignored",
    [["/drafts/a", "/index"]],
    "clean",
    {
      files: { ".mintignore": "drafts/\n", "drafts/a.mdx": pageWith("x") },
    },
  ],
  // `redirect/source-with-anchor-or-query` is a warning, because such a redirect never matches.
  ["from an anchor", [["/old#a", "/index"]], ["warning redirect/source-with-anchor-or-query"]],
  ["from a query", [["/old?a=1", "/index"]], ["warning redirect/source-with-anchor-or-query"]],
  // patterns
  [
    "a pattern to pages",
    [["/old/:slug*", "/new/:slug*"]],
    "clean",
    {
      nav: { pages: ["index", "new/a"] },
      pages: "index new/a",
    },
  ],
  [
    "a star to pages",
    [["/old/*", "/new/*"]],
    "clean",
    {
      nav: { pages: ["index", "new/a"] },
      pages: "index new/a",
    },
  ],
  ["a pattern to one page", [["/old/:slug*", "/index"]], "clean"],
  ["a pattern to no page", [["/old/:slug*", "/nowhere"]], noTarget],
  // Redirects can lead to a generated page.
  [
    "to a generated page",
    [["/old", "/api-reference/users/list-users"]],
    "clean",
    {
      nav: {
        groups: [
          { group: "A", pages: ["index"] },
          { group: "B", openapi: "api.json" },
        ],
      },
      files: {
        "api.json": {
          openapi: "3.1.0",
          info: { title: "A", version: "1" },
          servers: [{ url: "https://e.com" }],
          paths: {
            "/users": {
              get: { tags: ["users"], summary: "List users", responses: { 200: { description: "ok" } } },
            },
          },
        },
      },
    },
  ],
];

const moved = (redirects: readonly Pair[], more?: Partial<Case>): Omit<Case, "name"> => ({
  settings: { redirects: objects(redirects) },
  files: { "HEAD:index.mdx": "x", "HEAD:guides/old.mdx": "x", ...more?.files },
});

/** Cases about redirects in docs.json. */
export const redirects: readonly Case[] = [
  ...rows.map(([name, pairs, both, more]): Case => ({
    name,
    both,
    settings: { redirects: objects(pairs) },
    ...more,
  })),
  {
    name: "to itself",
    settings: { redirects: objects([["/old", "/old"]]) },
    standard: ["error redirect/to-itself"],
    mintlify: ["warning redirect/to-itself"],
  },
  {
    name: "to itself with a slash at the end",
    settings: { redirects: objects([["/old", "/old/"]]) },
    standard: "fault",
    mintlify: "fault",
  },
  {
    name: "a loop of two",
    settings: {
      redirects: objects([
        ["/a", "/b"],
        ["/b", "/a"],
      ]),
    },
    standard: "fault",
    mintlify: "fault",
  },
  {
    name: "a loop of three",
    settings: {
      redirects: objects([
        ["/a", "/b"],
        ["/b", "/c"],
        ["/c", "/a"],
      ]),
    },
    standard: "fault",
    mintlify: "fault",
  },
  {
    name: "a way into a loop",
    settings: {
      redirects: objects([
        ["/x", "/a"],
        ["/a", "/b"],
        ["/b", "/a"],
      ]),
    },
    standard: "fault",
    mintlify: "fault",
  },
  // `redirect/missing-for-moved-page` is a warning, compared with HEAD: a page was removed or moved without a redirect.
  {
    name: "a removed page without a redirect",
    ...moved([]),
    both: ["warning redirect/missing-for-moved-page"],
  },
  { name: "a removed page with a redirect", ...moved([["/guides/old", "/index"]]), both: "clean" },
  { name: "a removed page with a pattern", ...moved([["/guides/*", "/index"]]), both: "clean" },
  {
    name: "a page that stayed",
    ...moved([["/guides/old", "/index"]]),
    both: ["no redirect/missing-for-moved-page"],
  },
  {
    name: "redirects in a separate file",
    settings: { redirects: { $ref: "./redirects.json" } },
    files: { "redirects.json": objects([["/old", "/nowhere"]]) },
    both: noTarget,
  },
];

function objects(pairs: readonly Pair[]) {
  return pairs.map(([source, destination]) => ({ source, destination }));
}
