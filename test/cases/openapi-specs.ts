import type { Case } from "./case.ts";
import { apiWith, chat, users } from "./specs.ts";

const listed = (spec: unknown, results: Pick<Case, "both" | "standard" | "mintlify">, name: string): Case => ({
  name,
  nav: { groups: [{ group: "API", openapi: "o.json", pages: ["GET /users"] }] },
  files: { "o.json": spec },
  ...results,
});
const ofChat = (
  name: string,
  fields: object,
  files: Readonly<Record<string, unknown>>,
  both: Case["both"],
  pages?: readonly unknown[],
): Case => ({
  name,
  nav: { groups: [{ group: "Chat", ...fields, ...(pages ? { pages } : {}) }] },
  files,
  both: both ?? "clean",
});
const ok = { responses: { 200: { description: "ok" } } };

/** Problems in specifications, including AsyncAPI documents. */
export const openapiSpecs: readonly Case[] = [
  // A reference to a missing component is an error, an external reference is information (an error in the mintlify
  // profile), and a duplicate operation ID is a warning.
  listed(
    apiWith({ responses: { 200: { $ref: "#/components/responses/Nope" } } }),
    { both: ["error openapi/dangling-ref `#/components/responses/Nope`"] },
    "a reference to a missing component",
  ),
  listed(
    apiWith(
      { responses: { 200: { $ref: "#/components/responses/A~1b" } } },
      { components: { responses: { "A/b": { description: "ok" } } } },
    ),
    { both: "clean" },
    "an escaped reference",
  ),
  listed(
    apiWith({ requestBody: { $ref: "#/__proto__" } }),
    { both: ["error openapi/dangling-ref"] },
    "a reference to __proto__",
  ),
  listed(
    apiWith({ responses: { 200: { $ref: "https://example.com/responses.json#/Ok" } } }),
    { standard: ["information openapi/external-ref"], mintlify: ["error openapi/external-ref"] },
    "a reference to the web",
  ),
  {
    ...listed(
      apiWith({ responses: { 200: { $ref: "./responses.json#/Ok" } } }),
      { standard: ["information openapi/external-ref"], mintlify: ["error openapi/external-ref"] },
      "a reference to another file",
    ),
    files: {
      "o.json": apiWith({ responses: { 200: { $ref: "./responses.json#/Ok" } } }),
      "responses.json": { Ok: { description: "ok" } },
    },
  },
  listed(
    apiWith({ responses: { 200: { $ref: "./responses.json#/Ok" } } }),
    { standard: ["error openapi/dangling-ref"], mintlify: ["error openapi/external-ref"] },
    "a reference to a file that doesn't exist",
  ),
  listed(
    apiWith(
      { operationId: "a", tags: ["x"] },
      { paths: { "/users": { get: { operationId: "a", ...ok }, post: { operationId: "a", ...ok } } } },
    ),
    { both: ["warning openapi/duplicate-operation-id"] },
    "a repeated operationId",
  ),
  listed(
    apiWith({}, { components: { schemas: { Node: { properties: { next: { $ref: "#/components/schemas/Node" } } } } } }),
    { both: "clean" },
    "a type that refers to itself",
  ),
  listed(
    apiWith({}, { components: { examples: { A: { value: { $ref: "#/not/a/reference" } } } } }),
    { standard: "clean", mintlify: ["error openapi/dangling-ref `#/not/a/reference`"] },
    "an example that shows a reference",
  ),
  // The published service resolves every `$ref`, even in data (@mintlify/openapi-parser 0.0.8, resolveReferences.js),
  // and rejects references to other files there (@mintlify/common 1.0.1176, checkForExternalRefs.js).
  listed(
    apiWith({ "x-note": { $ref: "#/info" }, "x-other": { $ref: "#/nothing" } }),
    { both: "clean" },
    "extensions with references that the published service can resolve or skip",
  ),
  listed(
    apiWith({}, { components: { examples: { A: { value: { $ref: "users.json" } } } } }),
    { standard: "clean", mintlify: ["error openapi/external-ref"] },
    "an example that shows a reference to another file",
  ),
  listed(
    apiWith({ "x-note": [{ $ref: "https://example.com/a" }, { $ref: "https://example.com/a#b" }] }),
    { standard: "clean", mintlify: ["error openapi/external-ref"] },
    "an extension with references to the web",
  ),
  // The published service validates formats (@mintlify/openapi-parser 0.0.8, Validator.js), and its schema for OpenAPI
  // 3.1 has no `$ref` in path items.
  listed(
    apiWith({}, { info: { title: "Users", version: "1", contact: { email: "" } } }),
    { standard: "clean", mintlify: ["error openapi/spec-invalid"] },
    "an empty email address",
  ),
  listed(
    apiWith({ externalDocs: { url: "https://example.com/my docs" } }),
    { standard: "clean", mintlify: ["error openapi/spec-invalid"] },
    "a URL with a space",
  ),
  listed(
    apiWith(
      {},
      {
        openapi: "3.1.0",
        paths: {
          "/users": { get: { summary: "List users", ...ok } },
          "/people": { $ref: "#/paths/~1users" },
        },
      },
    ),
    { standard: "no error", mintlify: ["error openapi/spec-invalid"] },
    "a reference in place of a path item",
  ),
  // @mintlify/common 1.0.1211, validate.js, resolves these references before validation.
  listed(
    apiWith(
      {},
      {
        openapi: "3.1.0",
        paths: {
          "/users": { get: { summary: "List users", ...ok } },
          "/people": { $ref: "#/components/pathItems/People" },
        },
        components: { pathItems: { People: {} } },
      },
    ),
    { both: "no error" },
    "a reference to a path item in components",
  ),
  // A missing server is reported as information.
  listed(apiWith({}, { servers: [] }), { both: ["information openapi/no-server"] }, "no server"),
  // `openapi/extension-invalid` is a warning about unknown fields and wrong types in the vendor extension.
  listed(
    apiWith({ "x-service": { href: 3 } }),
    { standard: ["warning openapi/extension-invalid"], mintlify: "fault" },
    "x-service with a number as href",
  ),
  listed(
    apiWith({ "x-mint": { href: 3 } }),
    { standard: "clean", mintlify: ["warning openapi/extension-invalid"] },
    "x-mint with a number as href",
  ),
  listed(
    apiWith({ "x-mint": { href: "/a", metadata: { title: "A" }, content: "Hi" } }),
    { both: "clean" },
    "x-mint in its usual form",
  ),
  listed(
    apiWith({ "x-service": { href: "/a", metadata: { title: "A" }, content: "Hi" } }),
    { both: "clean" },
    "x-service in its usual form",
  ),
  listed(
    apiWith({ "x-mint": "a" }),
    { standard: "clean", mintlify: ["warning openapi/extension-invalid"] },
    "x-mint as a string",
  ),
  listed(
    apiWith({ "x-mint": { hreff: "/a" } }),
    { standard: "clean", mintlify: ["warning openapi/extension-invalid"] },
    "x-mint with an unknown field",
  ),
  listed(
    apiWith({ "x-mint": { metadata: { openapi: "GET /a" } } }),
    { standard: "clean", mintlify: ["information openapi/extension-invalid"] },
    "x-mint with openapi in its metadata",
  ),
  // `x-hidden: "true"` is a string, not a boolean value.
  listed(apiWith({ "x-hidden": "true" }), { both: "no error" }, "x-hidden as text"),
  // JSON files that aren't specifications.
  {
    name: "other JSON files",
    files: { "package.json": { name: "x" }, "data.yaml": "a: 1\n", "broken.json": "{ nope" },
    both: "clean",
  },
  // A specification to which nothing refers has no problems.
  { name: "an unused specification", files: { "o.json": users }, both: "clean" },
  // AsyncAPI specifications, from which WebSocket reference pages can be generated. Their problems (`asyncapi/*`) are
  // errors.
  ofChat("AsyncAPI", { asyncapi: "chat.yaml" }, { "chat.yaml": chat }, "clean"),
  ofChat(
    "AsyncAPI in an object",
    { asyncapi: { source: "chat.yaml", directory: "ws" } },
    { "chat.yaml": chat },
    "clean",
    [],
  ),
  ofChat("AsyncAPI in an array", { asyncapi: ["chat.yaml"] }, { "chat.yaml": chat }, "clean", []),
  ofChat("a missing AsyncAPI", { asyncapi: "zzz.yaml" }, {}, ["error asyncapi/spec-not-found `zzz.yaml`"], []),
  ofChat(
    "AsyncAPI 2",
    { asyncapi: "chat.yaml" },
    { "chat.yaml": chat.replace("3.0.0", "2.6.0") },
    ["error asyncapi/spec-version-unsupported", "error asyncapi/spec-version-unsupported `chat.yaml`"],
    [],
  ),
  ofChat(
    "AsyncAPI with a syntax error",
    { asyncapi: "chat.yaml" },
    { "chat.yaml": "asyncapi: 3.0.0\nchannels: [\n" },
    ["error asyncapi/spec-syntax", "error asyncapi/spec-syntax `chat.yaml`"],
    [],
  ),
  // The published service reads only schemas in AsyncAPI's own language and JSON Schema draft 7 (@asyncapi/parser 3
  // without schema parsers, in validateAsyncApi.js of @mintlify/common 1.0.1176).
  ...["application/vnd.apache.avro;version=1.9.0", "application/schema+json;version=draft-04"].map((format): Case => ({
    name: `AsyncAPI with ${format}`,
    nav: { groups: [{ group: "Chat", asyncapi: "chat.yaml" }] },
    files: {
      "chat.yaml": chat.replace("{ type: object }", `{ schemaFormat: ${format}, schema: { type: string } }`),
    },
    standard: "clean",
    mintlify: ["error asyncapi/spec-invalid"],
  })),
  ...["application/vnd.aai.asyncapi+yaml;version=3.0.0", "application/schema;version=draft-07"].map((format): Case => ({
    name: `AsyncAPI with ${format}`,
    nav: { groups: [{ group: "Chat", asyncapi: "chat.yaml" }] },
    files: { "chat.yaml": chat.replace("{ type: object }", `{ schemaFormat: ${format}, schema: {} }`) },
    both: "clean",
  })),
  ofChat("OpenAPI in place of AsyncAPI", { asyncapi: "o.json" }, { "o.json": users }, "fault", []),
  ofChat("AsyncAPI in place of OpenAPI", { openapi: "chat.yaml" }, { "chat.yaml": chat }, "fault", []),
  ofChat("a remote AsyncAPI", { asyncapi: "https://example.com/chat.yaml" }, {}, "clean", []),
  {
    name: "a missing AsyncAPI specification in `api`",
    settings: { api: { asyncapi: "zzz.yaml" } },
    both: ["warning asyncapi/spec-not-found `zzz.yaml`"],
  },
  {
    name: "an AsyncAPI specification in `api`",
    settings: { api: { asyncapi: ["chat.yaml"] } },
    files: { "chat.yaml": chat },
    both: "clean",
  },
  // `openapi/asyncapi-ignored` is a warning that is reported only in the `mintlify` profile.
  {
    name: "openapi and asyncapi on the same group",
    nav: { groups: [{ group: "API", openapi: "o.json", asyncapi: "chat.yaml", pages: [] }] },
    files: { "o.json": users, "chat.yaml": chat },
    standard: "clean",
    mintlify: ["warning openapi/asyncapi-ignored"],
  },
  {
    name: "openapi and asyncapi on the same tab",
    nav: { tabs: [{ tab: "API", openapi: "o.json", asyncapi: "chat.yaml" }] },
    files: { "o.json": users, "chat.yaml": chat },
    both: "clean",
  },
  // The frontmatter field `asyncapi` has the form `<channelId>` or `<file> <channelId>`.
  {
    name: "a channel",
    files: { "chat.yaml": chat, "index.mdx": "---\nasyncapi: messages\n---\n" },
    both: "clean",
  },
  // A version that isn't valid is reported as a syntax error in the file.
  {
    name: "an invalid version in YAML",
    nav: { groups: [{ group: "API", openapi: "o.yaml", pages: ["index"] }] },
    files: { "o.yaml": "openapi: { nope\ninfo: { title: A, version: '1' }\npaths: {}\n" },
    both: ["error openapi/spec-syntax `o.yaml`", "error openapi/spec-syntax"],
  },
  {
    name: "only an invalid version in YAML",
    files: { "o.yaml": "openapi: { nope" },
    both: ["information openapi/spec-syntax"],
  },
  {
    name: "an invalid version in JSON",
    nav: { groups: [{ group: "API", openapi: "o.json", pages: ["index"] }] },
    files: { "o.json": '{ "openapi": { nope, "paths": {} }' },
    both: ["error openapi/spec-syntax `o.json`", "error openapi/spec-syntax"],
  },
  {
    name: "settings with the same key",
    files: {
      "tool.yaml": "openapi: ./api.json\nother: [\n",
      "tool.json": '{ "tool": { "openapi": { "a": 1, } } }',
    },
    both: ["no openapi/spec-syntax"],
  },
  {
    name: "a channel with its file",
    files: { "chat.yaml": chat, "index.mdx": "---\nasyncapi: /chat.yaml messages\n---\n" },
    both: "clean",
  },
  {
    name: "a channel with a file next to the page",
    nav: { pages: ["ws/a"] },
    pages: "",
    files: { "ws/chat.yaml": chat, "ws/a.mdx": "---\nasyncapi: chat.yaml messages\n---\n" },
    both: "clean",
  },
  {
    name: "a channel that doesn't exist",
    files: { "chat.yaml": chat, "index.mdx": "---\nasyncapi: nope\n---\n" },
    both: ["error asyncapi/channel-not-found"],
  },
  {
    name: "a channel in a missing file",
    files: { "chat.yaml": chat, "index.mdx": "---\nasyncapi: zzz.yaml messages\n---\n" },
    both: ["error asyncapi/spec-not-found"],
  },
  {
    name: "a channel on a site without AsyncAPI",
    files: { "index.mdx": "---\nasyncapi: messages\n---\n" },
    both: ["error *"],
  },
];
