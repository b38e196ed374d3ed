import type { Case } from "./case.ts";
import { orders, swagger, users, usersYaml } from "./specs.ts";

const page = (yaml: string) => `---\n${yaml}\n---\n\nText.\n`;
const one = (
  name: string,
  yaml: string,
  result: Pick<Case, "both" | "standard" | "mintlify">,
  files: Readonly<Record<string, unknown>> = { "o.json": users },
): Case => ({
  name,
  files: { ...files, "index.mdx": page(yaml) },
  ...result,
});
const clean = { both: "clean" as const };
const notFound = { both: ["error openapi/operation-not-found"] };

/** The problem is reported at the entry. In the mintlify profile, readers find both pages, so it's a warning. */
const twice = ["error openapi/operation-twice `GET /users`"];
const twiceAsWarning = ["warning openapi/operation-twice `GET /users`"];

/** Operations, schemas, and webhooks that pages refer to with `openapi`, `openapi-schema`, and `webhook`. */
export const openapiPages: readonly Case[] = [
  // The frontmatter field `openapi` has the form `<METHOD> <path>` or `<spec file> <METHOD> <path>`.
  one("an operation", "openapi: GET /users", clean),
  one("a quoted operation", 'openapi: "GET /users"', clean),
  one("an operation in a YAML specification", "openapi: GET /users", clean, { "api/o.yaml": usersYaml }),
  one("two spaces after the method", 'openapi: "GET  /users"', clean),
  one("an operation with its file", "openapi: o.json GET /users", clean),
  one("a file with a leading slash", "openapi: /o.json GET /users", clean),
  one("a file without its extension", "openapi: o GET /users", clean),
  one("a file without its folder", "openapi: o.json GET /users", clean, { "api/v1/o.json": users }),
  {
    name: "a file next to the page's folder",
    nav: { pages: ["ref/a"] },
    pages: "",
    files: { "api/o.json": users, "ref/a.mdx": page("openapi: ../api/o.json GET /users") },
    both: "clean",
  },
  one("an additional trailing slash", "openapi: GET /users/", clean),
  one("a missing trailing slash", "openapi: GET /teams", clean),
  // If the method, path, or file in `openapi` doesn't match the specification, the operation isn't found.
  one("a path that doesn't exist", "openapi: GET /nope", {
    both: ["error openapi/operation-not-found `GET /nope`"],
  }),
  one("a method that doesn't exist", "openapi: DELETE /users", notFound),
  one("a path in another letter case", "openapi: GET /Users", notFound),
  // Mintlify uses any specification that contains the operation, regardless of the file in the page's reference, so the
  // mintlify profile reports only a warning.
  one(
    "a file that lacks the operation",
    "openapi: o.json GET /orders",
    {
      standard: ["error openapi/operation-not-found"],
      mintlify: ["warning openapi/operation-not-found"],
    },
    { "o.json": users, "p.json": orders },
  ),
  // The same applies if the file doesn't exist.
  one("a file that doesn't exist", "openapi: zzz.json GET /users", {
    standard: ["error openapi/spec-not-found"],
    mintlify: ["warning openapi/spec-not-found"],
  }),
  one("a site without specifications", "openapi: GET /users", { both: ["error *"] }, {}),
  // A lowercase method is an error in the standard profile and a hint in the mintlify profile.
  one("a lowercase method", "openapi: get /users", {
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: [],
  }),
  one("a file and a lowercase method", "openapi: o.json post /users", {
    standard: ["error openapi/method-not-uppercase `post`"],
    mintlify: [],
  }),
  one("a lowercase method without an operation", "openapi: get /nope", notFound),
  // A reference that doesn't have the form `[file] METHOD /path` is an error.
  one("only a method", "openapi: GET", { both: ["error openapi/malformed-reference"] }),
  one("only a path", "openapi: /users", { both: ["error openapi/malformed-reference"] }),
  one("four words", "openapi: a b GET /users", { both: ["error openapi/malformed-reference"] }),
  one("an unknown method", "openapi: FETCH /users", { both: ["error *"] }),
  one("a path without a slash", "openapi: GET users", { both: ["error *"] }),
  one("an array", 'openapi: ["GET /users"]', { both: ["error frontmatter/wrong-type"] }),
  one("a file above the site", "openapi: ../../s.json GET /users", {
    both: ["error openapi/spec-outside-site"],
  }),
  one("a remote file", "openapi: https://e.com/s.json GET /users", clean, {}),
  // `openapi/ambiguous-spec` is a warning if several specifications contain the operation and the page doesn't specify
  // one.
  one(
    "an operation in two files",
    "openapi: GET /users",
    { both: ["warning openapi/ambiguous-spec"] },
    { "o.json": users, "p.json": orders },
  ),
  one("an operation in two files, with the file", "openapi: p.json GET /users", clean, {
    "o.json": users,
    "p.json": orders,
  }),
  one("an operation in one of two files", "openapi: GET /orders", clean, {
    "o.json": users,
    "p.json": orders,
  }),
  // Ignored files aren't specifications of the site.
  one(
    "a specification that .mintignore excludes",
    "openapi: GET /users",
    { both: ["error *"] },
    { "old/o.json": users, ".mintignore": "old/\n" },
  ),
  one("a specification in a dot folder", "openapi: GET /users", { both: ["error *"] }, { ".github/o.json": users }),
  // Webhook references can be in any letter case in both profiles.
  one("a webhook", "openapi: webhook userCreated", clean, { "o.yaml": usersYaml }),
  one("an uppercase WEBHOOK with a file", "openapi: o.yaml WEBHOOK userCreated", clean, {
    "o.yaml": usersYaml,
  }),
  one("a webhook that doesn't exist", "openapi: webhook userDeleted", notFound, { "o.yaml": usersYaml }),
  // `openapi-schema` has the form `<Schema>` or `<spec> <Schema>`.
  one("a schema", "openapi-schema: User", clean),
  one("a schema with its file", "openapi-schema: o.json User", clean),
  one("a schema that doesn't exist", "openapi-schema: Usr", notFound),
  one("a schema of a missing file", "openapi-schema: zzz.json User", {
    standard: ["error openapi/spec-not-found"],
    mintlify: ["warning openapi/spec-not-found"],
  }),
  one("a schema reference with three words", "openapi-schema: a b User", {
    both: ["error openapi/malformed-reference"],
  }),
  // An operation with `x-hidden` can be shown only on its own page.
  one("a hidden operation", "openapi: GET /hidden", { both: ["no openapi/operation-hidden"] }),
  // A specification that only a page refers to.
  one("an operation in a Swagger 2.0 file", "openapi: o.json GET /users", { both: "fault" }, { "o.json": swagger }),
  one(
    "an operation in a file with a syntax error",
    "openapi: o.json GET /users",
    { both: "fault" },
    { "o.json": '{ "openapi": "3.0.0",, }' },
  ),
  // An operation must not have both a page and a navigation entry.
  {
    name: "a page and an entry for the same operation",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["a", "GET /users"] }] },
    pages: "",
    files: { "o.json": users, "a.mdx": page("openapi: GET /users") },
    standard: twice,
    mintlify: twiceAsWarning,
  },
  {
    name: "a page outside the navigation and an entry for the same operation",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["GET /users"] }] },
    pages: "",
    files: { "o.json": users, "a.mdx": page("openapi: GET /users") },
    standard: twice,
    mintlify: twiceAsWarning,
  },
  // No page is generated for an entry of an excluded operation, so the operation has only its own page.
  {
    name: "a page and an entry for the same excluded operation",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["a", "GET /old"] }] },
    pages: "",
    files: {
      "o.json": {
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        servers: [{ url: "https://api.example.com" }],
        paths: { "/old": { get: { "x-excluded": true, responses: { 200: { description: "ok" } } } } },
      },
      "a.mdx": page("openapi: GET /old"),
    },
    both: ["error openapi/operation-excluded"],
  },
  {
    name: "a snippet and an entry for the same operation",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["GET /users"] }] },
    pages: "",
    files: { "o.json": users, "snippets/a.mdx": page("openapi: GET /users") },
    both: "clean",
  },
  // If the operation is listed in several menus, it's unclear which menu the page belongs to.
  {
    name: "an unlisted page and entries in several languages",
    nav: {
      languages: [
        { language: "en", openapi: "o.json", pages: ["GET /users"] },
        { language: "fr", openapi: "o.json", pages: ["GET /users"] },
      ],
    },
    pages: "",
    files: { "o.json": users, "es/a.mdx": page("openapi: GET /users") },
    both: "clean",
  },
  {
    name: "a page in one language and an entry in another",
    nav: {
      languages: [
        { language: "en", openapi: "o.json", pages: ["GET /users"] },
        { language: "fr", pages: ["fr/a"] },
      ],
    },
    pages: "",
    files: { "o.json": users, "fr/a.mdx": page("openapi: GET /users") },
    both: "clean",
  },
  // The `x-service` extension can set `href` to another path, so that both pages can exist.
  ...(["x-service", "x-mint"] as const).map((extension) => {
    const spec = structuredClone(users) as { paths: { "/users": { get: object } } };
    Object.assign(spec.paths["/users"].get, { [extension]: { href: "/reference/users" } });
    return {
      name: `a page and an entry that ${extension} moves`,
      nav: { groups: [{ group: "API", openapi: "o.json", pages: ["a", "GET /users"] }] },
      pages: "",
      files: { "o.json": spec, "a.mdx": page("openapi: GET /users") },
      standard: extension === "x-service" ? ("clean" as const) : twice,
      mintlify: "clean" as const,
    };
  }),
  // `openapi/operation-on-several-pages` is reported only within one language and version.
  {
    name: "two pages for the same operation",
    nav: { pages: ["a", "b"] },
    pages: "",
    files: {
      "o.json": users,
      "a.mdx": page("title: A\nopenapi: GET /users"),
      "b.mdx": page("title: A\nopenapi: GET /users"),
    },
    both: "fault",
  },
  {
    name: "two pages with different titles for the same operation",
    nav: { pages: ["a", "b"] },
    pages: "",
    files: {
      "o.json": users,
      "a.mdx": page("title: A\nopenapi: GET /users"),
      "b.mdx": page("title: B\nopenapi: GET /users"),
    },
    both: "clean",
  },
  {
    name: "a page for the same operation in each language",
    nav: {
      languages: [
        { language: "en", pages: ["a"] },
        { language: "fr", pages: ["b"] },
      ],
    },
    pages: "",
    files: {
      "o.json": users,
      "a.mdx": page("title: A\nopenapi: GET /users"),
      "b.mdx": page("title: B\nopenapi: GET /users"),
    },
    both: "clean",
  },
  {
    name: "a page for the same operation in each version",
    nav: {
      versions: [
        { version: "1", pages: ["a"] },
        { version: "2", pages: ["b"] },
      ],
    },
    pages: "",
    files: {
      "o.json": users,
      "a.mdx": page("title: A\nopenapi: GET /users"),
      "b.mdx": page("title: B\nopenapi: GET /users"),
    },
    both: "clean",
  },
  // The slug of the generated page is `<directory|api-reference>/<tag>/<summary>`. An MDX file has the same slug.
  {
    name: "a page at the URL of a generated page",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["GET /users"] }] },
    pages: "api-reference/users/list-users",
    files: { "o.json": users },
    both: "fault",
  },
  {
    name: "a page next to the generated pages",
    nav: {
      groups: [
        {
          group: "API",
          openapi: { source: "o.json", directory: "ref" },
          pages: ["GET /users", "api-reference/users/list-users"],
        },
      ],
    },
    pages: "api-reference/users/list-users",
    files: { "o.json": users },
    both: "clean",
  },
  // An operation in the remote specification that `api` sets can't be checked offline.
  {
    name: "a page for an operation in a remote specification",
    settings: { api: { openapi: "https://example.com/o.json" } },
    files: { "index.mdx": page("openapi: GET /remote") },
    both: "clean",
  },
];
