import type { Case } from "./case.ts";
import { apiWith } from "./specs.ts";

/** Unusual positions in the navigation. */
export const harderNavigation: readonly Case[] = [
  // `hidden` divisions are also part of the navigation, but readers don't see any of their entries.
  {
    name: "a missing page in a hidden tab",
    nav: {
      tabs: [
        { tab: "T", hidden: true, pages: ["nope"] },
        { tab: "U", pages: ["index"] },
      ],
    },
    both: ["warning nav/page-not-found `nope`"],
  },
  {
    name: "a public group",
    nav: { groups: [{ group: "G", public: true, pages: ["index"] }] },
    both: "clean",
  },
  // If the service ignores a child because its parent mixes kinds of children, only the child is reported, not the
  // problems in it.
  {
    name: "a missing page in content that the service ignores",
    nav: { tabs: [{ tab: "T", pages: ["nope"], groups: [{ group: "G", pages: ["index"] }] }] },
    standard: ["error nav/mixed-children `pages`", "error nav/mixed-children `groups`"],
    mintlify: ["warning nav/mixed-children `pages`", "warning nav/mixed-children `groups`"],
  },
  // Variables in docs.json, and a `sourceRef` with additional keys.
  {
    name: "a mounted repository with additional keys",
    nav: {
      tabs: [
        { tab: "T", pages: ["index"] },
        { sourceRef: "docs-b", tab: "B" },
      ],
    },
    both: "fault",
  },
  // Icons that published sites refer to by their former names.
  ...["home", "cog", "edit", "file-alt", "stars", "sparkles", "message-bot", "github", "x-twitter"].map((icon) => ({
    name: `the icon ${icon}`,
    nav: { groups: [{ group: "G", icon, pages: ["index"] }] },
    both: "clean" as const,
  })),
  // A group or division is empty if readers don't see anything in it.
  {
    name: "a tab with only hidden operations",
    nav: {
      tabs: [
        { tab: "T", openapi: "o.json" },
        { tab: "U", pages: ["index"] },
      ],
    },
    files: { "o.json": apiWith({ "x-hidden": true }) },
    both: ["warning nav/empty-element `T`"],
  },
  {
    name: "a tab with hidden operations and a page",
    nav: { tabs: [{ tab: "T", openapi: "o.json", pages: ["index"] }] },
    files: { "o.json": apiWith({ "x-hidden": true }) },
    both: "clean",
  },
  {
    name: "a group with an AsyncAPI specification without channels",
    nav: { pages: ["index", { group: "G", asyncapi: "c.yaml" }] },
    files: { "c.yaml": "asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\n" },
    both: ["warning nav/empty-element `G`"],
  },
  {
    name: "a group with two specifications, one of which has operations",
    nav: { groups: [{ group: "G", openapi: ["o.json", "p.json"] }] },
    files: { "o.json": apiWith({ "x-hidden": true }), "p.json": apiWith({}) },
    standard: "clean",
    mintlify: ["warning openapi/only-first-spec-used", "no nav/empty-element"],
  },
  // The problem is reported at the reference, and suggests the nearest file.
  {
    name: "a specification above the site with the name of one on the site",
    nav: { groups: [{ group: "G", openapi: "../o.json", pages: ["GET /users"] }] },
    files: {
      "api/o.json": apiWith({}),
      "index.mdx": "---\ntitle: A\nopenapi: ../../o.json GET /users\n---\n",
    },
    both: ["error openapi/spec-outside-site `../o.json`", "error openapi/spec-outside-site `../../o.json`"],
  },
  // The NFC and NFD forms of `é` are different characters in a path, which is reported as a warning.
  {
    name: "an accented letter in another normalization form",
    nav: { pages: ["index", "caf\u00e9"] },
    files: { "cafe\u0301.mdx": "---\ntitle: Coffee\n---\n" },
    both: ["warning nav/page-not-found `caf\u00e9`"],
  },
  // Values that have a special meaning in YAML.
  ...[
    ["`no`, which is text in YAML 1.2", "title: no"],
    ["a number with a leading zero", "title: 012"],
    ["many harmless aliases", `title: &t A\n${Array.from({ length: 150 }, (_, index) => `x${index}: *t`).join("\n")}`],
    ["a merged map", "base: &b { icon: house }\n<<: *b\ntitle: A"],
    ["empty strings for fields with fixed values", "title: A\nmode: ''\nplayground: ''"],
  ].map(([name = "", yaml = ""]) => ({
    name: `frontmatter with ${name}`,
    files: { "index.mdx": `---\n${yaml}\n---\n` },
    both: "clean" as const,
  })),
  {
    name: "frontmatter with a self-referencing alias",
    files: { "index.mdx": "---\ntitle: A\nx: &a [*a]\n---\n" },
    both: ["error frontmatter/too-large"],
  },
  {
    name: "frontmatter with 800 levels",
    files: { "index.mdx": `---\ntitle: A\nx: ${"[".repeat(800)}${"]".repeat(800)}\n---\n` },
    both: ["error frontmatter/too-large"],
  },
  {
    name: "frontmatter with an unknown tag",
    files: { "index.mdx": "---\ntitle: !foo x\n---\n" },
    both: ["error frontmatter/syntax `!foo`"],
  },
  {
    name: "a script URL as server",
    settings: { server: "javascript:alert(1)" },
    standard: ["error config/invalid-value"],
    // The published service doesn't have this setting.
    mintlify: "clean",
  },
];
