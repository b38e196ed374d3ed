import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";
import { users } from "./specs.ts";

/** Problems that an author repeats in many places are shown as one. */
export const repeatedCauses: readonly Case[] = [
  {
    name: "a group without pages in two languages, and one in a language itself",
    nav: {
      languages: [
        {
          language: "en",
          groups: [
            { group: "A", pages: ["index"] },
            { group: "Later", pages: [] },
          ],
        },
        {
          language: "fr",
          groups: [
            { group: "A", pages: ["fr/index"] },
            { group: "Plus tard", pages: [] },
          ],
        },
        { language: "de", pages: [] },
        { language: "es", pages: [] },
      ],
    },
    pages: "index fr/index",
    both: "fault",
    shown: ["warning nav/empty-element", "warning nav/empty-element", "warning nav/empty-element"],
  },
  {
    name: "two groups without pages in one language",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", pages: [] },
        { group: "C", pages: [] },
      ],
    },
    both: "fault",
    shown: ["warning nav/empty-element", "warning nav/empty-element"],
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
    shown: Array.from({ length: 3 }, () => "warning redirect/source-with-anchor-or-query"),
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
    name: "an ID of five elements",
    files: { "index.mdx": pageWith('<div id="a">A</div>\n\n'.repeat(5)) },
    both: "fault",
    shown: ["warning mdx/duplicate-id"],
  },
  {
    name: "an ID of four elements",
    files: { "index.mdx": pageWith('<div id="a">A</div>\n\n'.repeat(4)) },
    both: "fault",
    shown: Array.from({ length: 3 }, () => "warning mdx/duplicate-id"),
  },
  {
    name: "an operation on four pages",
    nav: { pages: ["index", "a", "b", "c", "d"] },
    files: {
      "o.json": users,
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((name) => [
          `${name}.mdx`,
          `---\ntitle: ${name}\ndescription: About.\nopenapi: GET /users\n---\n`,
        ]),
      ),
    },
    both: "fault",
    shown: ["warning openapi/operation-on-several-pages"],
  },
  {
    name: "a link without a target on a page and in its translations",
    nav: {
      languages: [
        { language: "en", pages: ["index"] },
        { language: "fr", pages: ["fr/index"] },
      ],
    },
    files: {
      "index.mdx": pageWith("[Start]()"),
      "fr/index.mdx": pageWith("[Démarrer]()"),
    },
    both: "fault",
    shown: ["warning link/empty"],
  },
];
