import type { Case } from "./case.ts";
import { orders, users, usersYaml } from "./specs.ts";

const group = (fields: object, ...pages: unknown[]) => ({ groups: [{ group: "API", ...fields, pages }] });
const o = { openapi: "o.json" };
const spec = { "o.json": users };
const lowercase = (method: string) => ({
  standard: [`error openapi/method-not-uppercase \`${method}\``],
  mintlify: [],
});

/** Operations that are listed in docs.json, and their specifications. */
export const openapiNavigation: readonly Case[] = [
  // An entry in `pages` is a string of the form `<METHOD> <path>`. `openapi` is set on the element or one of its
  // ancestors.
  { name: "an entry for an operation", nav: group(o, "GET /users"), files: spec, both: "clean" },
  {
    name: "operations and pages mixed",
    nav: group(o, "index", "GET /users", "POST /users"),
    files: spec,
    both: "clean",
  },
  {
    name: "the specification of an ancestor",
    nav: {
      tabs: [
        {
          tab: "T",
          ...o,
          groups: [{ group: "G", pages: ["GET /users", { group: "H", pages: ["POST /users"] }] }],
        },
      ],
    },
    files: spec,
    both: "clean",
  },
  {
    name: "a specification on the group itself",
    nav: { tabs: [{ tab: "T", ...o, groups: [{ group: "G", openapi: "p.json", pages: ["GET /orders"] }] }] },
    files: { ...spec, "p.json": orders },
    both: "clean",
  },
  {
    name: "a specification on the group itself that lacks an operation of the ancestor's specification",
    nav: { tabs: [{ tab: "T", ...o, groups: [{ group: "G", openapi: "p.json", pages: ["POST /users"] }] }] },
    files: { ...spec, "p.json": orders },
    both: ["error openapi/operation-not-found `POST /users`"],
  },
  {
    name: "a specification in YAML",
    nav: group({ openapi: "o.yaml" }, "GET /users"),
    files: { "o.yaml": usersYaml },
    both: "clean",
  },
  {
    name: "a slash before the file name",
    nav: group({ openapi: "/o.json" }, "GET /users"),
    files: spec,
    both: "clean",
  },
  {
    name: "a dot segment before the file name",
    nav: group({ openapi: "./o.json" }, "GET /users"),
    files: spec,
    both: "clean",
  },
  {
    name: "a specification in a folder",
    nav: group({ openapi: "api/o.json" }, "GET /users"),
    files: { "api/o.json": users },
    both: "clean",
  },
  {
    name: "an object as openapi",
    nav: group({ openapi: { source: "o.json", directory: "ref" } }, "GET /users"),
    files: spec,
    both: "clean",
  },
  { name: "a path template", nav: group(o, "GET /a/{id}/b"), files: spec, both: "clean" },
  // A trailing slash that's only in the entry or only in the specification is ignored.
  { name: "an additional trailing slash", nav: group(o, "GET /users/"), files: spec, both: "clean" },
  { name: "a missing trailing slash", nav: group(o, "GET /teams"), files: spec, both: "clean" },
  // Matching is case-sensitive.
  {
    name: "a path in another letter case",
    nav: group(o, "GET /Users"),
    files: spec,
    both: ["error openapi/operation-not-found `GET /Users`"],
  },
  {
    name: "another parameter name in the path template",
    nav: group(o, "GET /a/{name}/b"),
    files: spec,
    both: ["error openapi/operation-not-found"],
  },
  {
    name: "a path that doesn't exist",
    nav: group(o, "GET /nope"),
    files: spec,
    both: ["error openapi/operation-not-found `GET /nope`"],
  },
  {
    name: "a method that doesn't exist",
    nav: group(o, "DELETE /users"),
    files: spec,
    both: ["error openapi/operation-not-found `DELETE /users`"],
  },
  // A lowercase method in a navigation entry doesn't match the operation, which is an error in the standard profile.
  // The mintlify profile accepts it.
  { name: "a lowercase method", nav: group(o, "get /users"), files: spec, ...lowercase("get") },
  { name: "a method in two letter cases", nav: group(o, "Get /users"), files: spec, ...lowercase("Get") },
  // If only one of two entries matches the operation, only the other entry is reported. If both match, the entry that
  // other services don't accept must be removed.
  {
    name: "a lowercase method before the right entry",
    nav: group(o, "get /users", "GET /users", "POST /users"),
    files: spec,
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: ["warning openapi/operation-on-several-pages `get /users`"],
  },
  {
    name: "a lowercase method after the right entry",
    nav: group(o, "GET /users", "get /users", "POST /users"),
    files: spec,
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: ["warning openapi/operation-on-several-pages `get /users`"],
  },
  {
    name: "a lowercase method next to a page of the operation",
    nav: group(o, "list", "get /users", "POST /users"),
    files: { ...spec, "list.mdx": "---\ntitle: L\nopenapi: GET /users\n---\n" },
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: ["warning openapi/operation-twice `get /users`"],
  },
  // A lowercase method is reported only as `openapi/method-not-uppercase` if the operation exists with the uppercase
  // method. Otherwise, only the missing operation is reported.
  {
    name: "a lowercase method without an operation",
    nav: group(o, "get /nope"),
    files: spec,
    both: ["error openapi/operation-not-found"],
  },
  // If neither the entry nor any of its ancestors sets a specification, no pages are generated.
  {
    name: "an entry without a specification",
    nav: group({}, "GET /users"),
    files: spec,
    both: ["error openapi/no-spec `GET /users`"],
  },
  {
    name: "an entry on a site without specifications",
    nav: group({}, "GET /users"),
    both: ["error openapi/no-spec `GET /users`"],
  },
  {
    name: "several entries without a specification",
    nav: group({}, "GET /users", "POST /users"),
    files: spec,
    both: ["error openapi/no-spec", "error openapi/no-spec"],
  },
  // In the mintlify profile, `api.openapi` isn't the default specification for endpoint entries in the navigation.
  {
    name: "a specification only in `api`",
    nav: group({}, "GET /users"),
    settings: { api: o },
    files: spec,
    both: ["error openapi/no-spec `GET /users`"],
  },
  { name: "an empty openapi", nav: group({ openapi: "" }, "index"), both: ["error openapi/no-spec"] },
  {
    name: "an openapi value of spaces",
    nav: { tabs: [{ tab: "T", openapi: " ", pages: ["index"] }] },
    both: ["error openapi/no-spec"],
  },
  {
    name: "an element whose sibling has a specification",
    nav: {
      groups: [
        { group: "A", ...o, pages: ["GET /users"] },
        { group: "B", pages: ["POST /users"] },
      ],
    },
    files: spec,
    both: ["error openapi/no-spec `POST /users`"],
  },
  // An entry has the form `METHOD /path` and can start with the path of a specification.
  {
    name: "an entry that includes its file",
    nav: group({}, "o.json GET /users"),
    files: spec,
    both: "clean",
  },
  {
    name: "an entry that includes a missing file",
    nav: group({}, "zzz.json GET /users"),
    files: spec,
    both: ["error openapi/spec-not-found"],
  },
  {
    name: "an entry that includes another file",
    nav: group(o, "p.json GET /orders"),
    files: { ...spec, "p.json": orders },
    both: "clean",
  },
  { name: "an entry with four words", nav: group(o, "a b GET /users"), files: spec, both: ["error *"] },
  { name: "an entry with only a method", nav: group(o, "GET"), files: spec, both: ["error *"] },
];
