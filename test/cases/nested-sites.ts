import type { Case } from "./case.ts";
import { pageWith } from "./page-case.ts";

const leftover = { navigation: { pages: ["index", "gone"] }, theme: "mint", name: "Acme", colors: {} };
const nested = ["warning config/nested-site"];
const unlisted = ["information config/nested-site"];
const own = (...folders: readonly unknown[]) => ({ ".docwright.json": { sites: folders } });
const notFound = (folder: string) => [`warning settings/site-not-found \`${folder}\``];

/**
 * The service publishes one folder with the docs.json at its root. Pages in subfolders are pages of that site, and a
 * docs.json there has no effect.
 */
export const nestedSites: readonly Case[] = [
  {
    name: "a leftover below, whose pages the root lists",
    nav: { pages: ["index", "ja/index"] },
    pages: "index ja/index",
    files: { "ja/docs.json": leftover },
    both: nested,
  },
  {
    name: "links to and from its pages",
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
    name: "each of several",
    files: { "a/docs.json": leftover, "a/b/docs.json": leftover },
    both: [...unlisted, ...unlisted],
  },
  {
    name: "in a folder that is ignored",
    files: { ".mintignore": "ja/\n", "ja/docs.json": leftover },
    both: "clean",
  },
  // In a folder that the navigation leaves out, the pages of a separate site link to each other from that folder.
  {
    name: "links of a folder that the navigation leaves out",
    files: {
      "old/docs.json": leftover,
      "old/index.mdx": pageWith(
        "[a](/setup) [b](/api) [c](/) ![d](/images/d.png) [e](/gone) ![f](/images/f.png)",
      ),
      "old/setup.mdx": pageWith("[a](/index)"),
      "old/api/start.mdx": pageWith("[a](/setup)"),
      "old/images/d.png": "png",
    },
    both: [...unlisted, "warning link/page-not-found `/gone`", "warning link/file-not-found `/images/f.png`"],
  },
  {
    name: "links of a folder that the navigation lists",
    nav: { pages: ["index", "sdk/overview"] },
    files: {
      "sdk/docs.json": leftover,
      "sdk/overview.mdx": pageWith("[a](/client) [b](/sdk/client)"),
      "sdk/client.mdx": pageWith("[a](/overview)"),
    },
    both: [...nested, "warning link/page-not-found `/client`", "warning link/page-not-found `/overview`"],
  },
  {
    name: "links from the outer site to a folder that the navigation leaves out",
    files: {
      "index.mdx": pageWith("[a](/setup) [b](/old/setup)"),
      "old/docs.json": leftover,
      "old/setup.mdx": pageWith("Text."),
    },
    both: [...unlisted, "warning link/page-not-found `/setup`"],
  },
  {
    name: "three sites in each other",
    files: {
      "a/docs.json": leftover,
      "a/start.mdx": pageWith("[a](/start) [b](/b/c)"),
      "a/b/docs.json": leftover,
      "a/b/c.mdx": pageWith("[a](/c) [b](/start)"),
    },
    both: [...unlisted, ...unlisted],
  },
  { name: "an old mint.json below", files: { "ja/mint.json": { name: "Acme" } }, both: "clean" },
  { name: "another program's docs.json", files: { "data/docs.json": [{ id: 1 }] }, both: "clean" },
  {
    name: "a specification of this name",
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
    name: "one that the root includes",
    files: {
      "docs.json": { $ref: "./config/docs.json" },
      "config/docs.json": { ...leftover, colors: { primary: "#0D6E6E" }, navigation: { pages: ["index"] } },
    },
    both: ["no config/nested-site"],
  },
  // .docwright.json makes the folder a separate site, so its files aren't part of this site.
  {
    name: "a separate site",
    files: { ...own("ja"), "ja/docs.json": leftover, "ja/index.mdx": pageWith("[x](/nowhere)") },
    both: "clean",
  },
  {
    name: "one of two",
    files: { ...own("ja"), "ja/docs.json": leftover, "fr/docs.json": leftover },
    both: unlisted,
  },
  { name: "written with slashes", files: { ...own("./ja/"), "ja/docs.json": leftover }, both: "clean" },
  {
    name: "its settings are ignored",
    files: { "ja/docs.json": leftover, "ja/.docwright.json": { rules: { "config/nested-site": "off" } } },
    both: unlisted,
  },
  {
    name: "turned off",
    files: { ".docwright.json": { rules: { "config/nested-site": "off" } }, "ja/docs.json": leftover },
    both: "clean",
  },
  { name: "a folder that isn't one", files: own("jp"), both: notFound("jp") },
  { name: "a folder without docs.json", pages: "index ja/index", files: own("ja"), both: notFound("ja") },
  {
    name: "a folder nearly named",
    files: { ...own("jaa"), "ja/docs.json": leftover },
    both: [...unlisted, ...notFound("jaa")],
  },
  { name: "a folder outside", files: own("../other"), both: notFound("../other") },
  { name: "the site itself", files: own("."), both: notFound(".") },
  {
    name: "an ignored folder",
    files: { ".mintignore": "ja/\n", ...own("ja"), "ja/docs.json": leftover },
    both: "clean",
  },
  {
    name: "sites as a text",
    files: { ".docwright.json": { sites: "ja" } },
    both: ["error settings/value-not-allowed"],
  },
  { name: "a site that is a number", files: own(3), both: ["error settings/value-not-allowed"] },
];
