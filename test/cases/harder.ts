import type { Case } from "./case.ts";
import { apiWith, chat, orders, swagger, users, usersYaml } from "./specs.ts";

const page = (yaml: string) => `---\n${yaml}\n---\n\nText.\n`;
const ok = { responses: { 200: { description: "ok" } } };

/** Sites in which several files affect each other. */
export const harder: readonly Case[] = [
  // A child element inherits the `openapi` of its ancestors unless it sets its own.
  {
    name: "the nearest of several inherited specifications",
    nav: {
      products: [
        {
          product: "P",
          openapi: "o.json",
          versions: [
            { version: "1", groups: [{ group: "A", pages: ["POST /users"] }] },
            { version: "2", openapi: "p.json", groups: [{ group: "A", pages: ["GET /orders"] }] },
          ],
        },
      ],
    },
    files: { "o.json": users, "p.json": orders },
    both: "clean",
  },
  {
    name: "a child's empty openapi, which isn't a specification",
    nav: {
      tabs: [{ tab: "T", openapi: "o.json", groups: [{ group: "G", openapi: "", pages: ["GET /users"] }] }],
    },
    files: { "o.json": users },
    both: "fault",
  },
  {
    name: "an empty array as openapi",
    nav: { tabs: [{ tab: "T", openapi: [], pages: ["GET /users"] }] },
    files: { "o.json": users },
    both: "fault",
  },
  {
    name: "a specification at the root",
    nav: { openapi: "o.json", groups: [{ group: "G", pages: ["GET /users"] }] },
    files: { "o.json": users },
    both: "clean",
  },
  // If an element has `openapi` but no `pages`, pages are generated for all operations.
  {
    name: "a specification at the root and a group without pages",
    nav: { tabs: [{ tab: "T", openapi: "o.json", groups: [{ group: "G" }] }] },
    files: { "o.json": users },
    standard: ["error nav/missing-field"],
    mintlify: "no error",
  },
  // The service silently removes an invalid `openapi` or `asyncapi` value on a group.
  {
    name: "a number as a group's openapi",
    nav: { groups: [{ group: "G", openapi: 3, pages: ["index"] }] },
    both: ["warning config/wrong-type `3`"],
  },
  {
    name: "a group's openapi without a source",
    nav: { groups: [{ group: "G", openapi: { directory: "x" }, pages: ["index"] }] },
    both: "fault",
  },
  {
    name: "a number as a group's asyncapi",
    nav: { groups: [{ group: "G", asyncapi: 3, pages: ["index"] }] },
    both: ["warning config/wrong-type `3`"],
  },
  // Swagger 2.0 isn't supported, but a file that nothing refers to is ignored.
  {
    name: "an unused Swagger 2.0 specification",
    files: { "o.json": swagger },
    both: ["information openapi/spec-version-unsupported `2.0`"],
  },
  {
    name: "a Swagger 2.0 specification in YAML",
    nav: { tabs: [{ tab: "T", openapi: "o.yaml" }] },
    files: { "o.yaml": "swagger: '2.0'\ninfo: { title: t, version: '1' }\npaths: {}\n" },
    both: ["error openapi/spec-version-unsupported `o.yaml`", "error openapi/spec-version-unsupported `'2.0'`"],
  },
  {
    name: "a Swagger 2.0 specification in `api`",
    settings: { api: { openapi: "o.json" } },
    files: { "o.json": swagger },
    both: ["error openapi/spec-version-unsupported `o.json`", "error openapi/spec-version-unsupported `2.0`"],
  },
  {
    name: "a Swagger 2.0 specification that .mintignore excludes",
    files: { "o.json": swagger, ".mintignore": "o.json\n" },
    both: "clean",
  },
  {
    name: "an unused AsyncAPI 2 specification",
    files: { "c.yaml": chat.replace("3.0.0", "2.6.0") },
    both: ["information asyncapi/spec-version-unsupported"],
  },
  // An invalid file that nothing refers to has no effect on readers.
  {
    name: "an unused invalid specification",
    files: { "o.json": '{ "openapi": "3.0.0", "paths": {,} }' },
    both: ["information openapi/spec-syntax"],
  },
  // Hidden operations are left out of the generated navigation, which isn't reported as a problem.
  {
    name: "a specification whose operations are all hidden",
    nav: {
      tabs: [
        { tab: "T", openapi: "o.json" },
        { tab: "U", pages: ["index"] },
      ],
    },
    files: { "o.json": apiWith({ "x-hidden": true }) },
    both: "no error",
  },
  // A `pages` array can contain both pages and operations.
  {
    name: "a page for one operation and an entry for another",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["a", "POST /users"] }] },
    pages: "",
    files: { "o.json": users, "a.mdx": page("openapi: GET /users") },
    both: "clean",
  },
  {
    name: "a page for one operation in a tab with the same specification and no entries",
    nav: { tabs: [{ tab: "T", openapi: "o.json", pages: ["a"] }] },
    pages: "",
    files: { "o.json": users, "a.mdx": page("openapi: POST /users") },
    both: "no error",
  },
  {
    name: "an operation with a page in one version and an entry in another",
    nav: {
      versions: [
        { version: "1", pages: ["a"] },
        { version: "2", openapi: "o.json", pages: ["GET /users"] },
      ],
    },
    pages: "",
    files: { "o.json": users, "a.mdx": page("openapi: GET /users") },
    both: "clean",
  },
  {
    name: "the same path in two files, each with an entry",
    nav: {
      groups: [
        { group: "A", openapi: "o.json", pages: ["GET /users"] },
        { group: "B", openapi: "p.json", pages: ["GET /users"] },
      ],
    },
    files: { "o.json": users, "p.json": orders },
    both: "clean",
  },
  {
    name: "a repeated entry",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["GET /users", "GET /users"] }] },
    files: { "o.json": users },
    both: "fault",
  },
  {
    name: "a repeated entry, once with a trailing slash",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["GET /users", "GET /users/"] }] },
    files: { "o.json": users },
    both: "fault",
  },
  {
    name: "paths that differ only in a trailing slash",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["GET /a", "GET /a/"] }] },
    files: {
      "o.json": apiWith(
        {},
        { paths: { "/a": { get: { summary: "One", ...ok } }, "/a/": { get: { summary: "Two", ...ok } } } },
      ),
    },
    both: "clean",
  },
  {
    name: "an entry and its page in two languages",
    nav: {
      languages: [
        { language: "en", openapi: "o.json", pages: ["GET /users"] },
        { language: "fr", openapi: "o.json", pages: ["GET /users"] },
      ],
    },
    files: { "o.json": users },
    both: "no error",
  },
  // If two operations have the same summary, a number is added to the slug of one of them.
  {
    name: "two operations with the same summary",
    nav: { tabs: [{ tab: "T", openapi: "o.json" }] },
    files: {
      "o.json": apiWith({}, { paths: { "/a": { get: { summary: "One", ...ok }, post: { summary: "One", ...ok } } } }),
    },
    both: "no error",
  },
  // `x-mint.href` replaces the slug, so the generated page conflicts with a page that has the same URL.
  {
    name: "a page at the URL that href sets",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["GET /users", "ref/users"] }] },
    pages: "ref/users",
    files: { "o.json": apiWith({ "x-mint": { href: "/ref/users" }, "x-service": { href: "/ref/users" } }) },
    both: "fault",
  },
  // Generated pages can be listed in the same way as other pages.
  {
    name: "an entry for a generated page by its path",
    nav: {
      groups: [
        { group: "A", openapi: "o.json", pages: ["GET /users"] },
        { group: "B", pages: ["api-reference/users/list-users"] },
      ],
    },
    files: { "o.json": users },
    both: "no error",
  },
  // Webhooks require OpenAPI 3.1 or later. Their names are case-insensitive.
  {
    name: "a webhook in another letter case",
    nav: { groups: [{ group: "A", openapi: "o.yaml", pages: ["webhook usercreated"] }] },
    files: { "o.yaml": usersYaml },
    both: "fault",
  },
  // OpenAPI 3.2 allows additional methods, whose names are in uppercase.
  {
    name: "a method of OpenAPI 3.2",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["QUERY /users"] }] },
    files: {
      "o.json": {
        ...apiWith({}),
        openapi: "3.2.0",
        paths: { "/users": { query: { summary: "Ask", ...ok } } },
      },
    },
    both: "clean",
  },
  // `directory` is inherited recursively, and any descendant can override it.
  {
    name: "a directory of a tab that a child overrides",
    nav: {
      tabs: [
        {
          tab: "T",
          directory: "card",
          groups: [{ group: "G", root: "a", directory: "none", pages: ["index"] }],
        },
      ],
    },
    pages: "index a",
    both: "clean",
  },
  // A page entry that looks like an endpoint is never reported as a missing page.
  {
    name: "entries of a missing specification, which have no problems of their own",
    nav: { groups: [{ group: "A", openapi: "zzz.json", pages: ["GET /users", "get /users", "nope"] }] },
    both: ["error openapi/spec-not-found `zzz.json`", "error nav/page-not-found `nope`"],
  },
  // `api.openapi` sets the specification that contains the operations of pages.
  {
    name: "an operation in two files, one of them in `api`",
    settings: { api: { openapi: "o.json" } },
    files: { "o.json": users, "p.json": orders, "index.mdx": page("openapi: GET /users") },
    both: "no error",
  },
  // Encoded, accented, and long paths are treated like any other path.
  {
    name: "a path with unusual characters",
    nav: {
      groups: [{ group: "A", openapi: "o.json", pages: ["GET /users/{id}:activate", "GET /a.b/~c/%20"] }],
    },
    files: {
      "o.json": apiWith(
        {},
        {
          paths: {
            "/users/{id}:activate": { get: { summary: "A", ...ok } },
            "/a.b/~c/%20": { get: { summary: "B", ...ok } },
          },
        },
      ),
    },
    both: "clean",
  },
  {
    name: "an operation with the path __proto__",
    nav: { groups: [{ group: "A", openapi: "o.json", pages: ["GET /__proto__", "GET /constructor"] }] },
    files: { "o.json": users },
    both: ["error openapi/operation-not-found", "error openapi/operation-not-found"],
  },
];
