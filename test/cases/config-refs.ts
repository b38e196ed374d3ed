import type { Case } from "./case.ts";

const missing = ["error config/ref-not-found"];

/** docs.json split with `$ref`. */
export const configRefs: readonly Case[] = [
  // A `$ref` to an existing file and to a missing file.
  {
    name: "the navigation",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": { pages: ["index"] } },
    both: "clean",
  },
  {
    name: "without ./",
    nav: { $ref: "nav.json" },
    files: { "nav.json": { pages: ["index"] } },
    both: "clean",
  },
  { name: "a missing file", nav: { $ref: "./nav.json" }, both: ["error config/ref-not-found `./nav.json`"] },
  {
    name: "an error in the file is reported there",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": { pages: ["index", "nope"] } },
    both: ["error nav/page-not-found `nope`"],
  },
  // A nested `$ref` is relative to its own file.
  {
    name: "nested, relative to its own file",
    nav: { $ref: "config/nav.json" },
    files: {
      "config/nav.json": { groups: { $ref: "./groups.json" } },
      "config/groups.json": [{ group: "G", pages: ["index"] }],
    },
    both: "clean",
  },
  {
    name: "nested, up again but inside",
    nav: { $ref: "config/nav.json" },
    files: {
      "config/nav.json": { groups: { $ref: "../groups.json" } },
      "groups.json": [{ group: "G", pages: ["index"] }],
    },
    both: "clean",
  },
  // A `$ref` can be a version or an element of a `pages` array.
  {
    name: "an element of pages",
    nav: { pages: ["index", { $ref: "./group.json" }] },
    pages: "index a",
    files: { "group.json": { group: "G", pages: ["a"] } },
    both: "clean",
  },
  {
    name: "a version",
    nav: { versions: [{ $ref: "./v1.json" }] },
    files: { "v1.json": { version: "1", pages: ["index"] } },
    both: "clean",
  },
  {
    name: "redirects",
    settings: { redirects: { $ref: "./redirects.json" } },
    files: { "redirects.json": [{ source: "/a", destination: "/index" }] },
    both: "clean",
  },
  // Siblings of a `$ref` are merged into an object and ignored for other values.
  {
    name: "siblings of an object",
    nav: { versions: [{ $ref: "./v1.json", version: "2" }] },
    files: { "v1.json": { version: "1", pages: ["index"] } },
    both: "clean",
  },
  {
    name: "siblings of a list",
    settings: { redirects: { $ref: "./redirects.json", permanent: true } },
    files: { "redirects.json": [] },
    both: ["warning config/ref-ignored `permanent`"],
  },
  {
    name: "one file from two places",
    settings: {
      logo: { light: "https://e.com/a.svg", dark: "https://e.com/b.svg" },
      navbar: { $ref: "./bar.json" },
    },
    nav: { languages: [{ language: "en", pages: ["index"], navbar: { $ref: "./bar.json" } }] },
    files: { "bar.json": { links: [{ label: "A", href: "https://e.com" }] } },
    both: "clean",
  },
  // "circular/missing/invalid = error"
  {
    name: "a file that includes itself",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": { $ref: "./nav.json" } },
    both: ["error config/ref-cycle"],
  },
  {
    name: "two files that include each other",
    nav: { $ref: "./a.json" },
    files: { "a.json": { groups: { $ref: "./b.json" } }, "b.json": { $ref: "./a.json" } },
    both: ["error config/ref-cycle"],
  },
  { name: "docs.json itself", nav: { $ref: "./docs.json" }, both: ["error config/ref-cycle"] },
  {
    name: "a file with a syntax error",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": '{ "pages": ["index"], }' },
    both: ["error config/syntax `,`"],
  },
  { name: "an empty file", nav: { $ref: "./nav.json" }, files: { "nav.json": "" }, both: "fault" },
  {
    name: "a file of another kind of value",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": "3" },
    both: ["error config/wrong-type"],
  },
  // A `$ref` that points outside the site.
  {
    name: "above the site",
    nav: { $ref: "../nav.json" },
    both: ["error config/ref-outside-site `../nav.json`"],
  },
  {
    name: "far above the site",
    nav: { $ref: "a/../../../etc/x.json" },
    both: ["error config/ref-outside-site"],
  },
  { name: "a drive of Windows", nav: { $ref: "C:\\x.json" }, both: ["error *"] },
  { name: "backslashes upwards", nav: { $ref: "..\\..\\x.json" }, both: ["error *"] },
  { name: "percent-encoded dots", nav: { $ref: "%2e%2e/x.json" }, both: ["error *"] },
  { name: "NUL", nav: { $ref: "a\u0000.json" }, both: ["error *"] },
  { name: "a URL", nav: { $ref: "https://example.com/nav.json" }, both: ["error *"] },
  { name: "a file URL", nav: { $ref: "file:///etc/passwd" }, both: ["error *"] },
  { name: "a number", nav: { $ref: 3 }, both: ["error *"] },
  { name: "an empty text", nav: { $ref: "" }, both: ["error *"] },
  // A problem outside the navigation doesn't affect how pages are checked.
  {
    name: "a missing file outside the navigation keeps the pages known",
    settings: { redirects: { $ref: "./nope.json" } },
    pages: "index lost",
    both: [...missing, "hint nav/page-not-in-navigation"],
  },
  {
    name: "a missing file inside the navigation leaves the pages unknown",
    nav: { groups: [{ group: "G", pages: ["index"] }, { $ref: "./nope.json" }] },
    pages: "index lost",
    both: [...missing, "no nav/page-not-in-navigation"],
  },
  {
    name: "inherited openapi reaches into the file",
    nav: { tabs: [{ tab: "API", openapi: "o.json", groups: { $ref: "./groups.json" } }] },
    files: {
      "groups.json": [{ group: "G", pages: ["GET /users", "GET /nope"] }],
      "o.json": {
        openapi: "3.0.3",
        info: { title: "t", version: "1" },
        paths: { "/users": { get: { responses: { 200: { description: "ok" } } } } },
      },
    },
    both: ["error openapi/operation-not-found"],
  },
];
