import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";
import { orders, users } from "./specs.ts";

const onePage = { "a.mdx": "---\ntitle: A\ndescription: About a.\nopenapi: GET /users\n---\n" };
const wrongColor = '<Icon icon="flag" color="A8FF53" />';

/** Returns a case about pages with the same titles in two folders. */
function inTwoFolders(name: string, folders: readonly string[], shown: readonly string[]): Case {
  const pages = folders.flatMap((folder) => ["files/read", "write"].map((page) => [`${folder}/${page}`, page]));
  return {
    name,
    nav: { pages: ["index", ...pages.map(([path]) => path)] },
    files: Object.fromEntries(
      pages.map(([path, page]) => [`${path}.mdx`, `---\ntitle: ${page}\ndescription: About ${page}.\n---\n`]),
    ),
    both: "clean",
    shown,
  };
}

/** Returns a specification with `GET /users` and another operation. Both have a schema with a field of this type. */
function copyWith(other: string, type: string): object {
  const schema = { $ref: "#/components/schemas/List" };
  const get = {
    summary: "List",
    responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: { [other]: { get }, "/users": { get } },
    components: {
      schemas: {
        List: { type: "array", items: { $ref: "#/components/schemas/Item" } },
        Item: { type: "object", properties: { id: { type }, parent: { $ref: "#/components/schemas/Item" } } },
      },
    },
  };
}

/** Problems in several places that have the same cause are shown as one problem. */
export const causes: readonly Case[] = [
  {
    name: "legacy snippets on two pages",
    nav: { pages: ["index", "a"] },
    files: {
      "index.mdx": pageWith('<Snippet file="one.mdx" />\n\n<Snippet file="two.mdx" />'),
      "a.mdx": pageWith('<Snippet file="one.mdx" />'),
      "_snippets/one.mdx": "One.\n",
      "_snippets/two.mdx": "Two.\n",
    },
    both: "no error",
    shown: ["hint mdx/legacy-snippet"],
  },
  {
    name: "pages in two folders that aren't in the navigation",
    pages: "index guides/a guides/b guides/c help/a help/b",
    both: "clean",
    shown: ["hint nav/page-not-in-navigation", "hint nav/page-not-in-navigation"],
  },
  {
    name: "operations of a specification that aren't on any page",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["index", "GET /users"] }] },
    files: { "o.json": users },
    both: "no error",
    shown: ["hint openapi/operation-undocumented"],
  },
  // Three errors are shown individually, and a fourth problem represents the others.
  {
    name: "a specification with nine errors",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["index"] }] },
    files: {
      "o.json": {
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`no-slash-${i}`, {}])),
      },
    },
    both: "fault",
    shown: Array.from({ length: 4 }, () => "error openapi/spec-invalid"),
  },
  {
    name: "an operation in two identical specifications",
    nav: { pages: ["index", "a"] },
    files: { ...onePage, "v1/o.json": users, "v2/o.json": users },
    both: ["no openapi/ambiguous-spec"],
  },
  {
    name: "an operation in two different specifications",
    nav: { pages: ["index", "a"] },
    files: { ...onePage, "v1/o.json": users, "v2/o.json": orders },
    both: ["warning openapi/ambiguous-spec"],
  },
  {
    name: "an operation that is the same in two different specifications",
    nav: { pages: ["index", "a"] },
    files: {
      ...onePage,
      "v1/o.json": copyWith("/teams", "string"),
      "v2/o.json": copyWith("/orders", "string"),
    },
    both: ["no openapi/ambiguous-spec"],
  },
  {
    name: "an operation whose schema is different in two specifications",
    nav: { pages: ["index", "a"] },
    files: {
      ...onePage,
      "v1/o.json": copyWith("/teams", "string"),
      "v2/o.json": copyWith("/teams", "number"),
    },
    both: ["warning openapi/ambiguous-spec"],
  },
  {
    name: "an operation that has different servers in two specifications",
    nav: { pages: ["index", "a"] },
    files: {
      ...onePage,
      "v1/o.json": copyWith("/teams", "string"),
      "v2/o.json": { ...copyWith("/teams", "string"), servers: [{ url: "https://eu.example.com" }] },
    },
    both: ["warning openapi/ambiguous-spec"],
  },
  {
    name: "several operations in two different specifications",
    nav: { pages: ["index", "a", "b"] },
    files: {
      ...onePage,
      "b.mdx": onePage["a.mdx"].replace("/users", "/teams"),
      "c.mdx": onePage["a.mdx"],
      "v1/o.json": copyWith("/teams", "string"),
      "v2/o.json": copyWith("/teams", "number"),
    },
    both: ["warning openapi/ambiguous-spec", "warning openapi/ambiguous-spec"],
    shown: ["warning openapi/ambiguous-spec"],
  },
  {
    name: "an operation in two different specifications on a page outside the navigation",
    nav: { pages: ["index"] },
    files: {
      ...onePage,
      "v1/o.json": copyWith("/teams", "string"),
      "v2/o.json": copyWith("/teams", "number"),
    },
    both: ["information openapi/ambiguous-spec"],
  },
  {
    name: "pages in two tabs",
    nav: {
      tabs: [
        { tab: "A", pages: ["index", "a", "b"] },
        { tab: "B", pages: ["index", "a"] },
        { tab: "C", pages: ["b"] },
      ],
    },
    pages: "index a b",
    both: "clean",
    shown: ["information nav/page-listed-twice", "information nav/page-listed-twice"],
  },
  inTwoFolders(
    "pages with the same titles in two folders",
    ["sdk/js/v1", "sdk/py/v2"],
    ["information frontmatter/duplicate-title"],
  ),
  // The pages of two SDKs have the same paths and titles intentionally.
  inTwoFolders("pages with the same titles in two sibling folders", ["sdk/js", "sdk/py"], []),
  {
    name: "pages with the same title but different file names",
    nav: { pages: ["index", "guides/a", "guides/b"] },
    files: Object.fromEntries(
      ["a", "b"].map((page) => [`guides/${page}.mdx`, "---\ntitle: Same\ndescription: The same.\n---\n"]),
    ),
    both: "clean",
    shown: ["information frontmatter/duplicate-title"],
  },
  {
    name: "an invalid color in several locations on a page",
    files: { "index.mdx": pageWith(`${wrongColor}\n\n${wrongColor}\n\n${wrongColor}`) },
    both: "fault",
    shown: ["warning mdx/prop-value"],
  },
  {
    name: "an invalid color on two pages",
    nav: { pages: ["index", "a"] },
    files: { "index.mdx": pageWith(wrongColor), "a.mdx": pageWith(wrongColor) },
    both: "fault",
    shown: ["warning mdx/prop-value"],
  },
  {
    name: "three links to a missing page",
    files: { "index.mdx": pageWith("[x](/gone) [y](/gone) [z](/gone)") },
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "four links to a missing page, written differently and in different files",
    nav: { pages: ["index", "guides/a"] },
    settings: { navbar: { links: [{ label: "Gone", href: "/guides/gone" }] } },
    files: {
      "index.mdx": pageWith("[x](./guides/gone#part)"),
      "guides/a.mdx": pageWith('[x](./gone) <a href="/guides/gone?q=1">y</a>'),
    },
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "four links to two missing pages",
    files: { "index.mdx": pageWith("[a](/gone) [b](/gone) [c](/lost) [d](/lost)") },
    both: "fault",
    shown: ["warning link/page-not-found", "warning link/page-not-found"],
  },
  {
    name: "a missing page whose links are mostly suppressed",
    files: {
      "index.mdx": pageWith(
        "{/* docwright-ignore link/page-not-found */}\n[a](/gone) [b](/gone)\n\n[c](/gone) [d](/gone)",
      ),
    },
    both: "fault",
    shown: ["warning link/page-not-found"],
  },
  {
    name: "an image and a download that don't exist",
    nav: { pages: ["index", "a"] },
    files: Object.fromEntries(
      ["index", "a"].map((page) => [`${page}.mdx`, pageWith("![x](/x.png) ![y](/x.png)\n\n[x](/x.zip) [y](/x.zip)")]),
    ),
    both: "fault",
    shown: ["warning link/file-not-found", "warning link/file-not-found"],
  },
  {
    name: "links to a missing heading from its page and from another one",
    nav: { pages: ["index", "a"] },
    files: {
      "index.mdx": pageWith("[1](/a#gone) [2](/a#gone) [3](./a#gone) [4](/a#gone)"),
      "a.mdx": pageWith("[1](#gone) [2](#gone) [3](#gone) [4](#gone)"),
    },
    both: "fault",
    shown: ["warning link/anchor-not-found", "warning link/anchor-not-found"],
  },
  {
    name: "the same missing heading on four pages",
    nav: { pages: ["index", "a", "b", "c"] },
    files: Object.fromEntries(["index", "a", "b", "c"].map((page) => [`${page}.mdx`, pageWith("[x](#gone)")])),
    both: "fault",
    shown: Array.from({ length: 4 }, () => "warning link/anchor-not-found"),
  },
  {
    name: "a missing snippet on four pages",
    nav: { pages: ["index", "a", "b", "c"] },
    files: Object.fromEntries(
      ["index", "a", "b", "c"].map((page) => [
        `${page}.mdx`,
        pageWith('import Gone from "/snippets/gone.mdx";\n\n<Gone />'),
      ]),
    ),
    both: "fault",
    shown: ["warning mdx/snippet-not-found"],
  },
  {
    name: "redirects to two missing pages",
    settings: {
      redirects: [
        ...["a", "b", "c", "d"].map((page) => ({ source: `/${page}`, destination: "/gone" })),
        { source: "/e", destination: "/lost" },
      ],
    },
    both: "fault",
    shown: ["warning redirect/target-not-found", "warning redirect/target-not-found"],
  },
  {
    name: "an unknown icon in four groups of docs.json and on four pages",
    nav: {
      groups: ["a", "b", "c", "d"].map((page) => ({ group: page, icon: "nonesuch", pages: [page] })),
    },
    files: Object.fromEntries(
      ["a", "b", "c", "d"].map((page) => [`${page}.mdx`, `---\ntitle: ${page}\nicon: nonesuch\n---\n`]),
    ),
    both: "fault",
    shown: ["warning nav/unknown-icon", "warning frontmatter/unknown-icon"],
  },
  {
    name: "an invalid prop value on two components",
    files: {
      "index.mdx": pageWith(
        '<Badge color="nonesuch">A</Badge>\n\n'.repeat(4) + '<Icon icon="flag" iconType="nonesuch" />\n\n'.repeat(4),
      ),
    },
    both: "fault",
    shown: ["warning mdx/prop-value", "warning mdx/prop-value"],
  },
  {
    name: "two unknown settings, one of them in two groups",
    nav: {
      groups: ["a", "b"].map((page) => ({
        group: page,
        collapsed: true,
        ...(page === "b" && { quux: 1 }),
        pages: [page],
      })),
    },
    pages: "a b",
    both: "fault",
    shown: ["warning config/unknown-setting", "warning config/unknown-setting"],
  },
  {
    name: "two invalid colors",
    files: { "index.mdx": pageWith(["#zz", "#y"].map((color) => wrongColor.replace("A8FF53", color)).join("\n\n")) },
    both: "fault",
    shown: ["warning mdx/prop-value", "warning mdx/prop-value"],
  },
  {
    name: "two colors without a number sign",
    files: { "index.mdx": pageWith(`${wrongColor}\n\n${wrongColor.replace("A8", "B8")}`) },
    both: "fault",
    shown: ["warning mdx/prop-value"],
  },
  {
    name: "entries in a folder that doesn't exist, and in one that does",
    nav: { pages: ["index", "old/flow", "old/api/charge", "old/api/refund", "guides/zebra", "guides/quick"] },
    pages: "index guides/start",
    both: "fault",
    shown: ["error nav/page-not-found", "error nav/page-not-found", "error nav/page-not-found"],
  },
  {
    name: "snippets that include each other, with links to their headings",
    files: {
      "index.mdx": pageWith('import A from "/snippets/a.mdx";\n\n<A />\n\n[a](#a) [b](#b)'),
      "snippets/a.mdx": 'import B from "/snippets/b.mdx";\n\n## A\n\n[b](#b)\n\n<B />\n',
      "snippets/b.mdx": 'import A from "/snippets/a.mdx";\n\n## B\n\n[a](#a)\n\n<A />\n',
    },
    both: ["warning mdx/misplaced-component `B`", "warning mdx/misplaced-component `A`"],
    shown: ["warning mdx/misplaced-component"],
  },
  {
    name: "redirects from four anchors of a page, and from two of another",
    settings: {
      redirects: ["/a#1", "/a#2", "/b#1", "/a#3", "/a#4", "/b#2"].map((source) => ({
        source,
        destination: "/",
      })),
    },
    both: "fault",
    shown: ["warning redirect/source-with-anchor-or-query", "warning redirect/source-with-anchor-or-query"],
  },
  {
    name: "redirects from paths with the same query string",
    settings: {
      redirects: ["/a", "/b", "/c", "/d"].map((path) => ({ source: `${path}?ref=x`, destination: "/" })),
    },
    both: "fault",
    shown: ["warning redirect/source-with-anchor-or-query"],
  },
  {
    name: "links with the same text and no target on two pages, and others",
    nav: { pages: ["index", "a"] },
    files: {
      "index.mdx": pageWith("[iterator]() and [iterator]()\n\n[one]() [two]() [three]() [four]()"),
      "a.mdx": pageWith("[iterator]() or [iterator](<>)"),
    },
    both: "fault",
    shown: Array.from({ length: 5 }, () => "warning link/empty"),
  },
  {
    name: "an ID of four elements",
    files: { "index.mdx": pageWith('<div id="a">A</div>\n\n'.repeat(4)) },
    both: "fault",
    shown: ["warning mdx/duplicate-id"],
  },
  {
    name: "an operation on four pages",
    nav: { pages: ["index", "a", "b", "c", "d"] },
    files: {
      "o.json": users,
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((name) => [
          `${name}.mdx`,
          "---\ntitle: Users\ndescription: About.\nopenapi: GET /users\n---\n",
        ]),
      ),
    },
    both: "fault",
    shown: ["warning openapi/operation-on-several-pages"],
  },
  {
    name: "names that aren't defined, several times on a page",
    nav: { pages: ["index", "a"] },
    files: {
      "index.mdx": pageWith("GET /users/{id}\n\nPUT /users/{id}\n\nDELETE /users/{id}/{name}"),
      "a.mdx": pageWith("GET /orders/{id}"),
    },
    both: "fault",
    shown: ["warning mdx/undefined-name", "warning mdx/undefined-name"],
  },
  {
    name: "unknown components, several times on a page",
    nav: { pages: ["index", "a"] },
    files: {
      "index.mdx": pageWith("<Hint>A</Hint>\n\n<Hint>B</Hint>\n\n<Plan />\n\n<Plan />"),
      "a.mdx": pageWith("<Plan />"),
    },
    both: "fault",
    shown: ["warning mdx/unknown-component", "warning mdx/unknown-component"],
  },
  {
    name: "pages of an API whose specification doesn't exist",
    pages: "index",
    files: Object.fromEntries(
      ["a", "b", "c", "d"].map((page) => [
        `${page}.mdx`,
        `---\ntitle: ${page}\ndescription: About ${page}.\nopenapi: gone.json GET /${page}\n---\n`,
      ]),
    ),
    nav: { pages: ["index", "a", "b", "c", "d"] },
    both: "fault",
    shown: ["error openapi/spec-not-found"],
  },
  {
    name: "pages of an API whose specification has another name",
    pages: "index",
    files: {
      "users.json": users,
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((page) => [
          `${page}.mdx`,
          `---\ntitle: ${page}\ndescription: About ${page}.\nopenapi: user.json GET /${page}\n---\n`,
        ]),
      ),
    },
    nav: { pages: ["index", "a", "b", "c", "d"] },
    both: "fault",
    shown: ["error openapi/spec-not-found"],
  },
  {
    name: "an import of React on the pages in a folder",
    pages: "index",
    nav: { pages: ["index", "a/b", "a/c", "a/d", "a/e"] },
    files: Object.fromEntries(
      ["b", "c", "d", "e"].map((page) => [`a/${page}.mdx`, pageWith('import { useState } from "react";\n\nText.')]),
    ),
    both: "clean",
    shown: ["information mdx/package-import"],
  },
  {
    name: "names in the code of a table cell that a pipe ends",
    files: {
      "index.mdx":
        "---\ntitle: A\n---\n\n| a | b | c |\n| --- | --- | --- |\n| `{one} | {two}` | c |\n| `x | y={three}` | c | d |\n| {four} | `c` |\n",
    },
    shown: ["warning mdx/undefined-name", "warning mdx/undefined-name", "warning mdx/long-table-row"],
    offers: ["Escape as `\\|`", "Escape brace with backslash"],
    both: "fault",
  },
  {
    name: "headings without a space on a page",
    files: { "index.mdx": "---\ntitle: A\n---\n\n##One\n\nText.\n\n##Two\n\nText.\n" },
    both: "fault",
    shown: ["warning mdx/syntax"],
  },
  {
    name: "several undefined names in a line",
    files: { "index.mdx": pageWith("Download app-{version}-{os}-{arch} first.") },
    both: "fault",
    shown: ["warning mdx/undefined-name"],
  },
  {
    name: "undefined names in two lines",
    files: { "index.mdx": pageWith("Download {version}.\n\nDownload {os}.") },
    both: "fault",
    shown: ["warning mdx/undefined-name"],
  },
];
