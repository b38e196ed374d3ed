import type { Case } from "./case.ts";

const missing = ["error config/ref-not-found"];

/** docs.json split with `$ref`. */
export const configRefs: readonly Case[] = [
  // A `$ref` to an existing file and to a missing file.
  {
    name: "a `$ref` for the navigation",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": { pages: ["index"] } },
    both: "clean",
  },
  {
    name: "a `$ref` without `./`",
    nav: { $ref: "nav.json" },
    files: { "nav.json": { pages: ["index"] } },
    both: "clean",
  },
  { name: "a missing file", nav: { $ref: "./nav.json" }, both: ["error config/ref-not-found `./nav.json`"] },
  { name: "the site's own folder", nav: { $ref: "./" }, both: ["error config/ref-not-found `./`"] },
  {
    name: "a folder of the site",
    nav: { $ref: "config" },
    files: { "config/nav.json": { pages: ["index"] } },
    both: ["error config/ref-not-found `config`"],
  },
  {
    name: "an error in an included file",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": { pages: ["index", "nope"] } },
    both: ["error nav/page-not-found `nope`"],
  },
  // A nested `$ref` is relative to its own file.
  {
    name: "a nested `$ref` relative to its own file",
    nav: { $ref: "config/nav.json" },
    files: {
      "config/nav.json": { groups: { $ref: "./groups.json" } },
      "config/groups.json": [{ group: "G", pages: ["index"] }],
    },
    both: "clean",
  },
  {
    name: "a nested `$ref` with a parent segment inside the site",
    nav: { $ref: "config/nav.json" },
    files: {
      "config/nav.json": { groups: { $ref: "../groups.json" } },
      "groups.json": [{ group: "G", pages: ["index"] }],
    },
    both: "clean",
  },
  // A `$ref` can be a version or an element of a `pages` array.
  {
    name: "a `$ref` among pages",
    nav: { pages: ["index", { $ref: "./group.json" }] },
    pages: "index a",
    files: { "group.json": { group: "G", pages: ["a"] } },
    both: "clean",
  },
  {
    name: "a `$ref` for a version",
    nav: { versions: [{ $ref: "./v1.json" }] },
    files: { "v1.json": { version: "1", pages: ["index"] } },
    both: "clean",
  },
  {
    name: "a `$ref` for redirects",
    settings: { redirects: { $ref: "./redirects.json" } },
    files: { "redirects.json": [{ source: "/a", destination: "/index" }] },
    both: "clean",
  },
  // If a `$ref` leads to an object, its siblings are merged into the object. Otherwise, they're ignored.
  {
    name: "siblings of a `$ref` to an object",
    nav: { versions: [{ $ref: "./v1.json", version: "2" }] },
    files: { "v1.json": { version: "1", pages: ["index"] } },
    both: "clean",
  },
  {
    name: "siblings of a `$ref` to an array",
    settings: { redirects: { $ref: "./redirects.json", permanent: true } },
    files: { "redirects.json": [] },
    both: ["warning config/ref-ignored `permanent`"],
  },
  {
    name: "a file that is included twice",
    settings: {
      logo: { light: "https://e.com/a.svg", dark: "https://e.com/b.svg" },
      navbar: { $ref: "./bar.json" },
    },
    nav: { languages: [{ language: "en", pages: ["index"], navbar: { $ref: "./bar.json" } }] },
    files: { "bar.json": { links: [{ label: "A", href: "https://e.com" }] } },
    both: "clean",
  },
  // A circular, missing, or invalid `$ref` is an error.
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
  { name: "a `$ref` to docs.json itself", nav: { $ref: "./docs.json" }, both: ["error config/ref-cycle"] },
  {
    name: "an included file with a syntax error",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": '{ "pages": ["index"], }' },
    both: ["error config/syntax `,`"],
  },
  { name: "an empty included file", nav: { $ref: "./nav.json" }, files: { "nav.json": "" }, both: "fault" },
  {
    name: "an included file with another type of value",
    nav: { $ref: "./nav.json" },
    files: { "nav.json": "3" },
    both: ["error config/wrong-type"],
  },
  // A `$ref` that points outside the site.
  {
    name: "a `$ref` to a file above the site",
    nav: { $ref: "../nav.json" },
    both: ["error config/ref-outside-site `../nav.json`"],
  },
  {
    name: "a `$ref` to a file far above the site",
    nav: { $ref: "a/../../../etc/x.json" },
    both: ["error config/ref-outside-site"],
  },
  { name: "a `$ref` to a Windows drive", nav: { $ref: "C:\\x.json" }, both: ["error *"] },
  {
    name: "a `$ref` with backslashes to a parent folder",
    nav: { $ref: "..\\..\\x.json" },
    both: ["error *"],
  },
  { name: "a `$ref` with percent-encoded dots", nav: { $ref: "%2e%2e/x.json" }, both: ["error *"] },
  { name: "a `$ref` with a NUL character", nav: { $ref: "a\u0000.json" }, both: ["error *"] },
  { name: "a URL as `$ref`", nav: { $ref: "https://example.com/nav.json" }, both: ["error *"] },
  { name: "a file URL as `$ref`", nav: { $ref: "file:///etc/passwd" }, both: ["error *"] },
  { name: "a number as `$ref`", nav: { $ref: 3 }, both: ["error *"] },
  { name: "an empty string as `$ref`", nav: { $ref: "" }, both: ["error *"] },
  // A problem outside the navigation doesn't affect the checks of pages.
  {
    name: "a missing file outside the navigation, so that pages remain known",
    settings: { redirects: { $ref: "./nope.json" } },
    pages: "index lost",
    both: [...missing, "hint nav/page-not-in-navigation"],
  },
  {
    name: "a missing file inside the navigation, so that pages are unknown",
    nav: { groups: [{ group: "G", pages: ["index"] }, { $ref: "./nope.json" }] },
    pages: "index lost",
    both: [...missing, "no nav/page-not-in-navigation"],
  },
  {
    name: "`openapi` inherited by an included file",
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
