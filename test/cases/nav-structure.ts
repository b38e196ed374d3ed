import type { Case } from "./case.ts";

const group = (name: string, ...pages: unknown[]) => ({ group: name, pages });
const mixed = (...keys: string[]) => ({
  standard: keys.map((key) => `error nav/mixed-children \`${key}\``),
  mintlify: keys.map((key) => `warning nav/mixed-children \`${key}\``),
});

/** Root patterns, mixed children, and fields of elements. */
export const navStructure: readonly Case[] = [
  // The navigation must have exactly one root pattern. Several patterns are an error, or a warning in the mintlify
  // profile.
  { name: "an object without a pattern", nav: {}, both: ["error nav/no-root-pattern"] },
  {
    name: "only `global`",
    nav: { global: { anchors: [{ anchor: "A", href: "https://e.com" }] } },
    both: ["error nav/no-root-pattern"],
  },
  { name: "only `directory`", nav: { directory: "card" }, both: ["error nav/no-root-pattern"] },
  { name: "navigation as an array", nav: ["index"], both: ["error config/wrong-type"] },
  { name: "navigation as a string", nav: "index", both: ["error config/wrong-type"] },
  { name: "navigation as null", nav: null, both: ["error config/wrong-type"] },
  {
    name: "an anchor with groups and an empty list of pages",
    nav: { anchors: [{ anchor: "A", pages: [], groups: [group("G", "index")] }] },
    standard: mixed("pages", "groups").standard,
    mintlify: "clean",
  },
  {
    name: "tabs and groups",
    nav: { tabs: [{ tab: "A", pages: ["a"] }], groups: [group("G", "b")] },
    pages: "a b",
    standard: ["error nav/several-root-patterns"],
    mintlify: ["warning nav/several-root-patterns"],
  },
  {
    name: "groups and pages",
    nav: { groups: [group("G", "a")], pages: ["b"] },
    pages: "a b",
    standard: ["error nav/several-root-patterns `pages`"],
    mintlify: ["warning nav/several-root-patterns `pages`"],
  },
  {
    name: "groups and pages that are also in the groups",
    nav: { groups: [group("G", "a", "b")], pages: ["b"] },
    pages: "a b",
    standard: ["error nav/several-root-patterns `pages`"],
    mintlify: ["information nav/several-root-patterns `pages`"],
  },
  // Nothing is left out of the docs, so there's nothing to move.
  {
    name: "a tab whose pages are also in its groups",
    nav: { tabs: [{ tab: "T", pages: ["b", "/a.mdx"], groups: [group("G", "a"), group("H", "b")] }] },
    pages: "a b",
    standard: ["error nav/mixed-children `pages`"],
    mintlify: ["information nav/mixed-children `pages`"],
    offers: ["Remove `pages`", "no Move `pages` into `groups`"],
  },
  {
    name: "a tab with a page that only a hidden group of the tab lists",
    nav: { tabs: [{ tab: "T", pages: ["a", "b"], groups: [group("G", "a"), { ...group("H", "b"), hidden: true }] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
    offers: ["no Remove `pages`", "Move `pages` into `groups`"],
  },
  {
    name: "a link with pages that are also in another tab",
    nav: {
      tabs: [
        { tab: "T", href: "/a", pages: ["a"] },
        { tab: "U", pages: ["a", "b"] },
      ],
    },
    pages: "a b",
    both: ["information nav/href-with-children `pages`"],
  },
  {
    name: "a version with a page that only another version lists in its groups",
    nav: {
      versions: [
        { version: "1", pages: ["a"], groups: [group("G", "b")] },
        { version: "2", groups: [group("G", "a")] },
      ],
    },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "`global` next to a pattern",
    nav: { global: { anchors: [{ anchor: "A", href: "https://e.com" }] }, pages: ["index"] },
    both: "clean",
  },
  // `tabs` and similar lists need at least one entry. `dropdowns` can be empty.
  ...["tabs", "anchors", "versions", "languages"].map((kind) => ({
    name: `an empty ${kind} array`,
    nav: { [kind]: [] },
    pages: "",
    both: ["error *"],
  })),
  ...["dropdowns", "products", "groups", "pages"].map((kind) => ({
    name: `an empty ${kind} array`,
    nav: { [kind]: [] },
    pages: "",
    both: ["warning nav/empty-element"],
  })),
  // An element can't mix two kinds of children at the same level (for example, anchors and groups in one tab). This is
  // an error, or in the mintlify profile a warning that marks both keys.
  {
    name: "pages and groups in a tab",
    nav: { tabs: [{ tab: "T", pages: ["a"], groups: [group("G", "b")] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "anchors and groups in a tab",
    nav: { tabs: [{ tab: "T", anchors: [{ anchor: "A", pages: ["a"] }], groups: [group("G", "b")] }] },
    pages: "a b",
    ...mixed("anchors", "groups"),
  },
  {
    name: "pages and tabs in a version",
    nav: { versions: [{ version: "1", pages: ["a"], tabs: [{ tab: "T", pages: ["b"] }] }] },
    pages: "a b",
    ...mixed("pages", "tabs"),
  },
  {
    name: "groups and tabs in a language",
    nav: { languages: [{ language: "en", groups: [group("G", "a")], tabs: [{ tab: "T", pages: ["b"] }] }] },
    pages: "a b",
    ...mixed("groups", "tabs"),
  },
  {
    name: "pages and groups in an anchor",
    nav: { anchors: [{ anchor: "A", pages: ["a"], groups: [group("G", "b")] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "pages and groups in a dropdown",
    nav: { dropdowns: [{ dropdown: "D", pages: ["a"], groups: [group("G", "b")] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "pages and groups in a product",
    nav: { products: [{ product: "P", pages: ["a"], groups: [group("G", "b")] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "pages and groups in a menu item",
    nav: { tabs: [{ tab: "T", menu: [{ item: "I", pages: ["a"], groups: [group("G", "b")] }] }] },
    pages: "a b",
    ...mixed("pages", "groups"),
  },
  {
    name: "a menu and pages in a tab",
    nav: { tabs: [{ tab: "T", menu: [{ item: "I", pages: ["a"] }], pages: ["b"] }] },
    pages: "a b",
    ...mixed("menu", "pages"),
  },
  // A `pages` list can contain pages, groups, and operations.
  {
    name: "pages and groups in the same array",
    nav: { pages: ["a", group("G", "b", group("H", "c"))] },
    pages: "a b c",
    both: "clean",
  },
  // An element with both `href` and children is a warning.
  {
    name: "`href` and pages in a tab",
    nav: { tabs: [{ tab: "T", href: "https://e.com", pages: ["index"] }] },
    both: ["warning nav/href-with-children"],
  },
  // The service ignores an invalid `href`, so the children are used.
  ...["preview/overview", ""].map((href) => ({
    name: `the invalid \`href\` "${href}" and groups`,
    nav: {
      tabs: [{ tab: "T", href, groups: [group("G", "index")] }],
      global: { anchors: [{ anchor: "A", href: "/index" }] },
    },
    both: ["warning config/invalid-value", "no nav/href-with-children", "no nav/page-not-in-navigation"],
  })),
  {
    name: "`href` and groups in a menu item",
    nav: {
      tabs: [{ tab: "T", menu: [{ item: "I", href: "https://e.com", groups: [group("G", "index")] }] }],
    },
    both: ["warning nav/href-with-children"],
  },
  // A menu item can have an `href`, or contain only groups, pages, and external links.
  {
    name: "a menu item with an external link",
    nav: {
      tabs: [
        {
          tab: "T",
          menu: [
            { item: "I", href: "https://e.com" },
            { item: "J", pages: ["index"] },
          ],
        },
      ],
    },
    both: "clean",
  },
  {
    name: "a typical menu item",
    nav: {
      tabs: [{ tab: "T", menu: [{ item: "I", icon: "house", description: "All of it", pages: ["index"] }] }],
    },
    both: "clean",
  },
  {
    name: "a menu item with an internal link",
    nav: {
      tabs: [
        {
          tab: "T",
          menu: [
            { item: "I", href: "/index" },
            { item: "J", pages: ["index"] },
          ],
        },
      ],
    },
    mintlify: "clean",
    standard: "no error",
  },
  // A group requires `group` and `pages`. It doesn't require `pages` if it sets `openapi` or `asyncapi` itself. Missing
  // `pages` are an error in the standard profile and valid in the mintlify profile.
  {
    name: "a group without pages",
    nav: { groups: [{ group: "G" }] },
    standard: ["error nav/missing-field"],
    mintlify: "no error",
  },
  {
    name: "a nested group without pages",
    nav: { pages: ["index", { group: "G" }] },
    standard: ["error nav/missing-field"],
    mintlify: "no error",
  },
  {
    name: "a group with pages as a string",
    nav: { groups: [{ group: "G", pages: "index" }] },
    both: ["error config/wrong-type `index`"],
  },
  {
    name: "a group with an empty array",
    nav: { groups: [group("G"), group("H", "index")] },
    both: ["warning nav/empty-element"],
  },
  {
    name: "a tab without children",
    nav: { tabs: [{ tab: "T" }, { tab: "U", pages: ["index"] }] },
    both: ["warning nav/empty-element"],
  },
  {
    name: "a tab with an empty array",
    nav: {
      tabs: [
        { tab: "T", pages: [] },
        { tab: "U", pages: ["index"] },
      ],
    },
    both: ["warning nav/empty-element"],
  },
  {
    name: "a version without children",
    nav: { versions: [{ version: "1" }, { version: "2", pages: ["index"] }] },
    both: ["warning nav/empty-element"],
  },
  {
    name: "a tab with an external link",
    nav: {
      tabs: [
        { tab: "T", href: "https://e.com" },
        { tab: "U", pages: ["index"] },
      ],
    },
    both: "clean",
  },
  // A number, null, or nested array in `pages` has the wrong type.
  { name: "a number in pages", nav: { pages: ["index", 3] }, both: ["error config/wrong-type `3`"] },
  { name: "null in pages", nav: { pages: ["index", null] }, both: ["error config/wrong-type `null`"] },
  {
    name: "an array in pages",
    nav: { pages: ["index", ["a"]] },
    pages: "index a",
    both: ["error config/wrong-type"],
  },
  {
    name: "a Boolean in pages",
    nav: { groups: [group("G", "index", true)] },
    both: ["error config/wrong-type `true`"],
  },
  {
    name: "a section in pages",
    nav: { pages: ["index", { tab: "T", pages: ["a"] }] },
    pages: "index a",
    both: "fault",
  },
  // `global` accepts languages, versions, tabs, dropdowns, anchors, and products. Every entry requires `href`.
  {
    name: "groups in `global`",
    nav: { global: { groups: [group("G", "index")] }, pages: ["index"] },
    both: "fault",
  },
  {
    name: "a global anchor without `href`",
    nav: { global: { anchors: [{ anchor: "A" }] }, pages: ["index"] },
    both: "fault",
  },
  {
    name: "an unnamed global anchor",
    nav: { global: { anchors: [{ href: "https://e.com" }] }, pages: ["index"] },
    both: "fault",
  },
  { name: "an empty `global`", nav: { global: {}, pages: ["index"] }, both: "clean" },
];
