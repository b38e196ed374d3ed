import type { Case } from "./case.ts";
import { orders, swagger, users, usersYaml } from "./specs.ts";

const group = (fields: object, ...pages: unknown[]) => ({ groups: [{ group: "API", ...fields, pages }] });
const o = { openapi: "o.json" };
const spec = { "o.json": users };

/** The specifications in docs.json, and their problems. */
export const openapiSources: readonly Case[] = [
  // If an OpenAPI document is invalid or missing, its API pages aren't displayed. Each entry has one problem.
  {
    name: "a missing file",
    nav: group({ openapi: "zzz.json" }, "index"),
    both: ["error openapi/spec-not-found `zzz.json`"],
  },
  {
    name: "a missing file with operations",
    nav: group({ openapi: "zzz.json" }, "GET /users", "POST /users"),
    both: ["error openapi/spec-not-found `zzz.json`"],
  },
  {
    name: "a missing file in an object",
    nav: group({ openapi: { source: "zzz.json" } }, "index"),
    both: ["error openapi/spec-not-found `zzz.json`"],
  },
  {
    name: "a missing file in `api`",
    settings: { api: { openapi: "zzz.json" } },
    both: ["warning openapi/spec-not-found `zzz.json`"],
  },
  {
    name: "a missing file in an array in `api`",
    settings: { api: { openapi: ["o.json", "zzz.json"] } },
    files: spec,
    both: ["warning openapi/spec-not-found `zzz.json`"],
  },
  // The published service reads folders whose name starts with a dot, except those on a fixed list. Docwright doesn't.
  {
    name: "a file in a folder whose name starts with a dot",
    nav: group({ openapi: ".speakeasy/out.json" }, "index", "GET /users"),
    files: { ".speakeasy/out.json": users, "o.json": users },
    standard: ["error openapi/spec-not-found `.speakeasy/out.json`"],
    mintlify: ["information openapi/spec-not-found `.speakeasy/out.json`"],
  },
  {
    name: "a page that refers to a file in a folder whose name starts with a dot",
    files: {
      ".well-known/api.json": users,
      "o.json": users,
      "index.mdx": "---\ntitle: A\nopenapi: .well-known/api.json GET /users\n---\n",
    },
    standard: ["error openapi/spec-not-found `.well-known/api.json`"],
    mintlify: ["information openapi/spec-not-found `.well-known/api.json`"],
  },
  {
    name: "a file in a folder that the service ignores",
    nav: group({ openapi: ".github/api.json" }, "index"),
    files: { ".github/api.json": users },
    both: ["error openapi/spec-not-found `.github/api.json`"],
  },
  {
    name: "a JSON file that contains YAML",
    nav: group({ openapi: "y.json" }, "index", "GET /users"),
    files: { "y.json": usersYaml },
    both: ["information openapi/spec-syntax"],
  },
  {
    name: "a file name in another letter case",
    nav: group({ openapi: "O.json" }, "GET /users"),
    files: spec,
    both: ["error openapi/spec-not-found `O.json`"],
  },
  // The published service compares the decoded name of the file with the text in docs.json, and reads only files with
  // a lowercase extension (@mintlify/prebuild 1.0.1333, categorizeFilePaths.js and generateOpenApiFromDocsConfig.js).
  {
    name: "a file with a percent-encoded name",
    nav: group({ openapi: "my%20api.json" }, "GET /users"),
    files: { "my api.json": users },
    standard: "clean",
    mintlify: ["error openapi/spec-not-found `my%20api.json`"],
  },
  {
    name: "a file with an uppercase extension",
    nav: group({ openapi: "api.JSON" }, "GET /users"),
    files: { "api.JSON": users },
    standard: "clean",
    mintlify: ["error openapi/spec-not-found `api.JSON`"],
  },
  {
    name: "a file with a space in its name",
    nav: group({ openapi: "./my api.json" }, "GET /users"),
    files: { "my api.json": users },
    both: "clean",
  },
  {
    name: "a file that isn't a specification",
    nav: group({ openapi: "package.json" }, "index"),
    files: { "package.json": { name: "x" } },
    both: "fault",
  },
  {
    name: "a file that .mintignore excludes",
    nav: group(o, "index"),
    files: { ...spec, ".mintignore": "o.json\n" },
    both: "fault",
  },
  {
    name: "a file above the site",
    nav: group({ openapi: "../o.json" }, "index"),
    both: ["error openapi/spec-outside-site `../o.json`"],
  },
  {
    name: "a file with a syntax error",
    nav: group(o, "index"),
    files: { "o.json": '{ "openapi": "3.0.0", "paths": {, } }' },
    both: ["error openapi/spec-syntax", "error openapi/spec-syntax `o.json`"],
  },
  // The service parses every specification with js-yaml, regardless of its file name (@mintlify/prebuild 1.0.1370,
  // categorizeFilePaths.js). YAML allows a trailing comma, but it doesn't allow empty items or duplicate keys.
  {
    name: "JSON with trailing commas",
    nav: group(o, "GET /users"),
    files: { "o.json": JSON.stringify(users).replaceAll("}}", "},}") },
    both: ["information openapi/spec-syntax"],
  },
  {
    name: "JSON with a trailing comma and a duplicate key",
    nav: group(o, "index"),
    files: { "o.json": '{ "openapi": "3.0.0", "info": {}, "info": {}, "paths": {}, }' },
    both: ["error openapi/spec-syntax", "error openapi/spec-syntax `o.json`"],
  },
  {
    name: "YAML with a syntax error",
    nav: group({ openapi: "o.yaml" }, "index"),
    files: { "o.yaml": "openapi: 3.0.0\ninfo: [\n" },
    both: ["error openapi/spec-syntax", "error openapi/spec-syntax `o.yaml`"],
  },
  // OpenAPI 2.0 isn't supported and must be converted to OpenAPI 3.
  {
    name: "Swagger 2.0",
    nav: group(o, "GET /users"),
    files: { "o.json": swagger },
    both: ["error openapi/spec-version-unsupported", "error openapi/spec-version-unsupported `o.json`"],
  },
  {
    name: "OpenAPI 4",
    nav: group(o, "index"),
    files: { "o.json": { ...users, openapi: "4.0.0" } },
    both: "fault",
  },
  {
    name: "a number as the version",
    nav: group(o, "index"),
    files: { "o.json": { ...users, openapi: 3 } },
    both: "fault",
  },
  ...["3.0.0", "3.0.4", "3.1.1", "3.2.0"].map((version) => ({
    name: `OpenAPI ${version}`,
    nav: group(o, "GET /users"),
    files: { "o.json": { ...users, openapi: version } },
    both: "clean" as const,
  })),
  // A remote file can't be checked offline, so it's never reported as an error.
  {
    name: "a remote file",
    nav: group({ openapi: "https://example.com/o.json" }, "GET /users"),
    both: ["hint openapi/remote-spec"],
  },
  {
    name: "a remote file in an object",
    nav: { tabs: [{ tab: "T", openapi: { source: "https://example.com/o.json", directory: "ref" } }] },
    both: ["hint openapi/remote-spec"],
  },
  // A navigation element with `openapi` and without `pages` generates pages for all operations.
  {
    name: "all operations of a group",
    nav: { groups: [{ group: "API", ...o }] },
    files: spec,
    both: "clean",
  },
  { name: "all operations of a group with an empty array", nav: group(o), files: spec, both: "clean" },
  { name: "all operations of a tab", nav: { tabs: [{ tab: "API", ...o }] }, files: spec, both: "clean" },
  {
    name: "all operations of a version",
    nav: { versions: [{ version: "1", ...o }] },
    files: spec,
    both: "clean",
  },
  {
    name: "all operations of a product",
    nav: {
      products: [
        { product: "A", ...o },
        { product: "B", openapi: "p.json" },
      ],
    },
    files: { ...spec, "p.json": orders },
    both: "clean",
  },
  {
    name: "the same operations in two versions",
    nav: {
      versions: [
        { version: "1", ...o },
        { version: "2", ...o },
      ],
    },
    files: spec,
    both: "no error",
  },
  // `openapi/only-first-spec-used` is a warning about an array of specifications on a navigation element. It's reported
  // only in the `mintlify` profile.
  {
    name: "an array of files",
    nav: { tabs: [{ tab: "API", openapi: ["o.json", "p.json"] }] },
    files: { ...spec, "p.json": { ...orders, paths: { "/orders": orders.paths["/orders"] } } },
    standard: "clean",
    mintlify: ["warning openapi/only-first-spec-used"],
  },
  {
    name: "an array of files in `api`",
    settings: { api: { openapi: ["o.json", "p.json"] } },
    files: { ...spec, "p.json": orders },
    both: "clean",
  },
  {
    name: "an unknown key next to source",
    nav: group({ openapi: { source: "o.json", dir: "x" } }, "GET /users"),
    files: spec,
    both: "fault",
  },
  // Webhooks preserve their letter case in both profiles.
  {
    name: "a webhook",
    nav: group({ openapi: "o.yaml" }, "webhook userCreated"),
    files: { "o.yaml": usersYaml },
    both: ["no openapi/method-not-uppercase"],
  },
  {
    name: "an uppercase WEBHOOK",
    nav: group({ openapi: "o.yaml" }, "WEBHOOK userCreated"),
    files: { "o.yaml": usersYaml },
    both: ["no openapi/method-not-uppercase"],
  },
  {
    name: "a webhook that doesn't exist",
    nav: group({ openapi: "o.yaml" }, "webhook userDeleted"),
    files: { "o.yaml": usersYaml },
    both: ["error openapi/operation-not-found"],
  },
  // Operations with `x-hidden: true` are excluded from the generated navigation.
  {
    name: "a hidden operation",
    nav: group(o, "GET /hidden"),
    files: spec,
    both: ["information openapi/operation-hidden"],
  },
  {
    name: "an excluded operation",
    nav: group(o, "GET /excluded"),
    files: spec,
    both: ["error openapi/operation-excluded `GET /excluded`"],
  },
  // A page has only one URL, so the same page is in the sidebar twice.
  {
    name: "a generated page next to its operation",
    nav: group(o, "GET /users", "api-reference/users/list-users"),
    files: spec,
    both: ["warning nav/page-listed-twice `api-reference/users/list-users`"],
  },
  {
    name: "a generated page before its operation",
    nav: group(o, "api-reference/users/list-users", "POST /users", "GET /users"),
    files: spec,
    both: ["warning nav/page-listed-twice `api-reference/users/list-users`"],
  },
  {
    name: "a generated page in another language than its operation",
    nav: {
      languages: [
        { language: "en", ...group(o, "GET /users") },
        { language: "fr", ...group({}, "api-reference/users/list-users") },
      ],
    },
    files: spec,
    both: ["no nav/page-listed-twice"],
  },
  {
    name: "an unlisted operation",
    nav: group(o, "GET /users"),
    files: spec,
    both: ["hint openapi/operation-undocumented"],
  },
];
