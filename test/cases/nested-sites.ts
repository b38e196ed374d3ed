import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

const leftover = { navigation: { pages: ["index", "gone"] }, theme: "mint", name: "Acme", colors: {} };
const nested = ["warning config/nested-site"];
const unlisted = ["information config/nested-site"];
const own = (...folders: readonly unknown[]) => ({ ".docwright.json": { sites: folders } });
const notFound = (folder: string) => [`warning settings/site-not-found \`${folder}\``];

/**
 * The service publishes a single folder, with the docs.json at its root. Pages in subfolders are part of this site, and
 * a docs.json in a subfolder has no effect.
 */
export const nestedSites: readonly Case[] = [
  {
    name: "a docs.json in a subfolder whose pages the root lists",
    nav: { pages: ["index", "ja/index"] },
    pages: "index ja/index",
    files: { "ja/docs.json": leftover },
    both: nested,
  },
  {
    name: "links to and from pages next to a nested docs.json",
    nav: { pages: ["index", "ja/index"] },
    files: {
      "index.mdx": pageWith("[to](/ja/index) ![one](/ja/images/one.png)"),
      "ja/index.mdx": pageWith("[back](/index) [wrong](/gone) ![one](/ja/images/one.png)"),
      "ja/images/one.png": "png",
      "ja/docs.json": leftover,
    },
    both: [...nested, "warning link/page-not-found `/gone`"],
  },
  {
    name: "several nested docs.json files",
    files: { "a/docs.json": leftover, "a/b/docs.json": leftover },
    both: [...unlisted, ...unlisted],
  },
  {
    name: "a docs.json in an ignored folder",
    files: { ".mintignore": "ja/\n", "ja/docs.json": leftover },
    both: "clean",
  },
  // If the navigation doesn't list a folder with its own docs.json, the folder may be a separate site, so links in the
  // folder's pages that start with a slash are resolved from the folder.
  {
    name: "links in an unlisted folder with its own docs.json",
    files: {
      "old/docs.json": leftover,
      "old/index.mdx": pageWith("[a](/setup) [b](/api) [c](/) ![d](/images/d.png) [e](/gone) ![f](/images/f.png)"),
      "old/setup.mdx": pageWith("[a](/index)"),
      "old/api/start.mdx": pageWith("[a](/setup)"),
      "old/images/d.png": "png",
    },
    both: [...unlisted, "warning link/page-not-found `/gone`", "warning link/file-not-found `/images/f.png`"],
  },
  {
    name: "links in a listed folder with its own docs.json",
    nav: { pages: ["index", "sdk/overview"] },
    files: {
      "sdk/docs.json": leftover,
      "sdk/overview.mdx": pageWith("[a](/client) [b](/sdk/client)"),
      "sdk/client.mdx": pageWith("[a](/overview)"),
    },
    both: [...nested, "warning link/page-not-found `/client`", "warning link/page-not-found `/overview`"],
  },
  {
    name: "links from the outer site to an unlisted folder with its own docs.json",
    files: {
      "index.mdx": pageWith("[a](/setup) [b](/old/setup)"),
      "old/docs.json": leftover,
      "old/setup.mdx": pageWith("Text."),
    },
    both: [...unlisted, "warning link/page-not-found `/setup`"],
  },
  {
    name: "three nested docs.json files",
    files: {
      "a/docs.json": leftover,
      "a/start.mdx": pageWith("[a](/start) [b](/b/c)"),
      "a/b/docs.json": leftover,
      "a/b/c.mdx": pageWith("[a](/c) [b](/start)"),
    },
    both: [...unlisted, ...unlisted],
  },
  { name: "a mint.json in a subfolder", files: { "ja/mint.json": { name: "Acme" } }, both: "clean" },
  {
    name: "another program's docs.json in a subfolder",
    files: { "data/docs.json": [{ id: 1 }] },
    both: "clean",
  },
  {
    name: "a specification named docs.json",
    nav: {
      groups: [
        { group: "A", openapi: "api/docs.json", pages: ["GET /a"] },
        { group: "B", pages: ["index"] },
      ],
    },
    files: {
      "api/docs.json": {
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        servers: [{ url: "https://e.com" }],
        paths: { "/a": { get: { responses: { 200: { description: "OK" } } } } },
      },
    },
    both: "clean",
  },
  {
    name: "a docs.json that the root includes",
    files: {
      "docs.json": { $ref: "./config/docs.json" },
      "config/docs.json": { ...leftover, colors: { primary: "#0D6E6E" }, navigation: { pages: ["index"] } },
    },
    both: ["no config/nested-site"],
  },
  // .docwright.json declares the folder as a separate site, so the folder's files aren't part of this site.
  {
    name: "a subfolder listed as a separate site",
    files: { ...own("ja"), "ja/docs.json": leftover, "ja/index.mdx": pageWith("[x](/nowhere)") },
    both: "clean",
  },
  {
    name: "one of two subfolders listed as a separate site",
    files: { ...own("ja"), "ja/docs.json": leftover, "fr/docs.json": leftover },
    both: unlisted,
  },
  {
    name: "a listed subfolder with slashes in its path",
    files: { ...own("./ja/"), "ja/docs.json": leftover },
    both: "clean",
  },
  {
    name: "settings in a subfolder, which are ignored",
    files: { "ja/docs.json": leftover, "ja/.docwright.json": { rules: { "config/nested-site": "off" } } },
    both: unlisted,
  },
  {
    name: "a nested docs.json with the rule turned off",
    files: { ".docwright.json": { rules: { "config/nested-site": "off" } }, "ja/docs.json": leftover },
    both: "clean",
  },
  { name: "a listed folder that doesn't exist", files: own("jp"), both: notFound("jp") },
  {
    name: "a listed folder without a docs.json",
    pages: "index ja/index",
    files: own("ja"),
    both: notFound("ja"),
  },
  {
    name: "a listed folder with a typo in its name",
    files: { ...own("jaa"), "ja/docs.json": leftover },
    both: [...unlisted, ...notFound("jaa")],
  },
  { name: "a listed folder outside the site", files: own("../other"), both: notFound("../other") },
  { name: "the site itself as a listed folder", files: own("."), both: notFound(".") },
  {
    name: "a listed folder that is ignored",
    files: { ".mintignore": "ja/\n", ...own("ja"), "ja/docs.json": leftover },
    both: "clean",
  },
  {
    name: "a string as `sites`",
    files: { ".docwright.json": { sites: "ja" } },
    both: ["error settings/value-not-allowed"],
  },
  { name: "a number in `sites`", files: own(3), both: ["error settings/value-not-allowed"] },
];
