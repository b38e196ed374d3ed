import type { Case, Verdict } from "./case.ts";
import { pageWith } from "./page-case.ts";

type Pair = readonly [source: string, destination: string];
type Row = readonly [name: string, redirects: readonly Pair[], verdict: Verdict, more?: Partial<Case>];

const noTarget = ["warning redirect/target-not-found"];
const basePath = (path: string) => ({ files: { ".docwright.json": { basePath: path } } });

// A missing target, a duplicate source, and a source that is an existing page are warnings. A loop and a redirect to
// itself are errors, or warnings in the mintlify profile. A chain is reported as information.
const rows: readonly Row[] = [
  ["a redirect to a page", [["/old", "/index"]], "clean"],
  ["a redirect to a missing page", [["/old", "/nowhere"]], noTarget],
  [
    "two redirects to missing pages",
    [
      ["/old", "/nowhere"],
      ["/older", "/no"],
    ],
    [...noTarget, ...noTarget],
  ],
  [
    "a redirect to a heading",
    [["/old", "/index#second-part"]],
    "clean",
    { files: { "index.mdx": pageWith("## Second part") } },
  ],
  ["a pattern to a heading whose name is in the path", [["/old/:name", "/index#:name"]], "clean"],
  ["a pattern to a heading whose name ends the path", [["/old/*", "/index#*"]], "clean"],
  ["a pattern to a missing heading", [["/old/:name", "/index#a"]], noTarget],
  // Readers start at the top of the page.
  ["a redirect to a missing heading", [["/old", "/index#a"]], noTarget],
  ["a redirect to a missing page with an anchor", [["/old", "/nowhere#a"]], noTarget],
  ["a redirect to a missing page with a query", [["/old", "/nowhere?a=1"]], noTarget],
  ["a redirect to a page with a query", [["/old", "/index?a=1"]], "clean"],
  ["a redirect to another site", [["/old", "https://e.com/a"]], "clean"],
  ["a redirect to the home page", [["/old", "/"]], "clean"],
  ["a redirect to another path on the site's host", [["/old", "/pricing"]], "clean"],
  // The paths of many real redirects exist only without the site's base path.
  ["a redirect to a page below the base path", [["/old", "/docs/index"]], "clean", basePath("/docs")],
  ["a redirect to a missing page below the base path", [["/old", "/docs/nowhere"]], noTarget, basePath("/docs")],
  ["a redirect from a path below the base path", [["/docs/old", "/docs/index"]], "clean", basePath("/docs")],
  // A chain of redirects is reported as information.
  [
    "a chain",
    [
      ["/a", "/b"],
      ["/b", "/index"],
    ],
    ["information redirect/chain"],
  ],
  [
    "a chain of three redirects",
    [
      ["/a", "/b"],
      ["/b", "/c"],
      ["/c", "/index"],
    ],
    ["information redirect/chain", "information redirect/chain"],
  ],
  [
    "redirects that don't form a chain",
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
  // A duplicate source is a warning.
  [
    "a repeated source",
    [
      ["/a", "/index"],
      ["/a", "https://e.com"],
    ],
    "fault",
  ],
  // The service's validator compares sources exactly as written.
  [
    "a source with and without a trailing slash",
    [
      ["/a", "/index"],
      ["/a/", "https://e.com"],
    ],
    "clean",
  ],
  [
    "a source with and without a leading slash",
    [
      ["/a", "/index"],
      ["a", "/index"],
    ],
    "clean",
  ],
  [
    "a repeated source with a trailing slash",
    [
      ["/a/", "/index"],
      ["/a/", "https://e.com"],
    ],
    ["warning redirect/duplicate-source"],
  ],
  [
    "a redirect that removes the trailing slash of another source",
    [
      ["/a", "/index"],
      ["/a/", "/a"],
    ],
    "clean",
  ],
  [
    "a redirect to a path that is redirected with and without a trailing slash",
    [
      ["/a", "/index"],
      ["/a/", "/index"],
      ["/b", "/a/"],
    ],
    ["information redirect/chain"],
  ],
  [
    "a redirect from a source with a trailing slash to a missing page",
    [
      ["/a", "/index"],
      ["/a/", "/nowhere"],
    ],
    noTarget,
  ],
  [
    "two similar sources",
    [
      ["/a", "/index"],
      ["/ab", "/index"],
    ],
    "clean",
  ],
  [
    "a path followed by a pattern that matches it",
    [
      ["/a/b", "/index"],
      ["/a/*", "https://e.com"],
    ],
    ["no redirect/duplicate-source"],
  ],
  // A redirect from the path of an existing page is a warning.
  [
    "a redirect from an existing page",
    [["/a", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "a"] }, pages: "index a" },
  ],
  // Authors keep such a page for platforms that don't support redirects.
  [
    "a redirect from a page that only links to the destination",
    [["/a", "/index"]],
    "clean",
    { nav: { pages: ["index", "a"] }, files: { "a.mdx": pageWith("This page has [moved](/index).") } },
  ],
  [
    "a redirect from a page that only links to another page",
    [["/a", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "a"] }, files: { "a.mdx": pageWith("This page has [moved](/a).") } },
  ],
  [
    "a redirect from a page with a link to the destination and other text",
    [["/a", "/index"]],
    ["warning redirect/shadows-page"],
    {
      nav: { pages: ["index", "a"] },
      files: { "a.mdx": pageWith(`[Start](/index). ${"Text. ".repeat(100)}`) },
    },
  ],
  [
    "a redirect from an existing page in a folder",
    [["/guides/a", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "guides/a"] }, pages: "index guides/a" },
  ],
  [
    "a pattern that matches a page in a subfolder",
    [["/guides/:rest*", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "guides/more/a"] }, pages: "index guides/more/a" },
  ],
  [
    "a redirect from the folder of an index page",
    [["/guides", "/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "guides/index"] }, pages: "index guides/index" },
  ],
  [
    "a redirect from an existing page below the base path",
    [["/docs/a", "/docs/index"]],
    ["warning redirect/shadows-page"],
    { nav: { pages: ["index", "a"] }, pages: "index a", ...basePath("/docs") },
  ],
  [
    "a pattern in a folder next to the page",
    [["/guide/:rest*", "/index"]],
    "clean",
    { nav: { pages: ["index", "guides/a"] }, pages: "index guides/a" },
  ],
  [
    "a redirect from an ignored page",
    [["/drafts/a", "/index"]],
    "clean",
    {
      files: { ".mintignore": "drafts/\n", "drafts/a.mdx": pageWith("x") },
    },
  ],
  // `redirect/source-with-anchor-or-query` is a warning, because such a redirect never matches.
  ["a redirect from a path with an anchor", [["/old#a", "/index"]], ["warning redirect/source-with-anchor-or-query"]],
  ["a redirect from a path with a query", [["/old?a=1", "/index"]], ["warning redirect/source-with-anchor-or-query"]],
  // Redirects with patterns.
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
    "an asterisk to pages",
    [["/old/*", "/new/*"]],
    "clean",
    {
      nav: { pages: ["index", "new/a"] },
      pages: "index new/a",
    },
  ],
  ["a pattern to a single page", [["/old/:slug*", "/index"]], "clean"],
  ["a pattern to a missing page", [["/old/:slug*", "/nowhere"]], noTarget],
  // The destination of a redirect can be a generated page.
  [
    "a redirect to a generated page",
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
    name: "a chain to a missing page if the rule for missing targets is off",
    settings: {
      redirects: objects([
        ["/a", "/b"],
        ["/b", "/nowhere"],
      ]),
    },
    files: { ".docwright.json": { rules: { "redirect/target-not-found": "off" } } },
    both: ["information redirect/chain"],
  },
  {
    name: "a redirect to itself",
    settings: { redirects: objects([["/old", "/old"]]) },
    standard: ["error redirect/to-itself"],
    mintlify: ["warning redirect/to-itself"],
  },
  {
    name: "a redirect to itself with a trailing slash",
    settings: { redirects: objects([["/old", "/old/"]]) },
    standard: "fault",
    mintlify: "fault",
  },
  {
    name: "a loop of two redirects",
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
    name: "a loop of three redirects",
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
    name: "a redirect that leads into a loop",
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
  // `redirect/missing-for-moved-page` is a warning. It's reported if a page existed in the HEAD commit and was removed
  // or moved without a redirect.
  {
    name: "a removed page without a redirect",
    ...moved([]),
    both: ["warning redirect/missing-for-moved-page"],
  },
  { name: "a removed page with a redirect", ...moved([["/guides/old", "/index"]]), both: "clean" },
  { name: "a removed page that a pattern redirects", ...moved([["/guides/*", "/index"]]), both: "clean" },
  {
    name: "an existing page with a redirect",
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
