import { deepStrictEqual } from "node:assert/strict";
import { shopApi, versionOf } from "../../../../../test/harness/version-of.ts";
import { specDifference } from "./compare-specs.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the severity and text of each finding for the operation `GET /a`. */
function findings(before: Json, after: Json, schemas: readonly [Json, Json] = [{}, {}]): string[] {
  const side = (operation: Json, own: Json) =>
    versionOf(
      shopApi(
        { "/a": { get: { responses: { 204: { description: "ok" } }, ...operation } } },
        { components: { schemas: own } },
      ),
    );
  const difference = specDifference(side(before, schemas[0]), side(after, schemas[1]), undefined);
  return difference.operations.flatMap((operation) =>
    operation.findings.map(({ weight, text }) => `${weight}: ${text}`),
  );
}

const query = (schema: Json, more: Json = {}) => ({
  parameters: [{ name: "q", in: "query", schema, ...more }],
});
const body = (schema: Json, more: Json = {}) => ({
  requestBody: { content: { "application/json": { schema } }, ...more },
});
const answer = (schema: Json) => ({
  responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
});
const object = (properties: Json, required: readonly string[] = [], more: Json = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const text = { type: "string" };
const full = { type: "integer" };
const user = { $ref: "#/components/schemas/User" };

describe("comparing operations", () => {
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    ["reports nothing for the same operation", findings(query(text), query(text)), []],
    [
      "reports a new optional parameter",
      findings({}, query(text)),
      ["addition: query parameter `q` was added"],
    ],
    [
      "reports a new required parameter",
      findings({}, query(text, { required: true })),
      ["breaking: query parameter `q` was added and is required"],
    ],
    ["reports a removed parameter", findings(query(text), {}), ["breaking: query parameter `q` was removed"]],
    [
      "reports a parameter that becomes required",
      findings(query(text), query(text, { required: true })),
      ["breaking: query parameter `q` is now required"],
    ],
    [
      "reports a parameter that becomes optional",
      findings(query(text, { required: true }), query(text)),
      ["addition: query parameter `q` is no longer required"],
    ],
    [
      "reports a parameter whose type changes",
      findings(query(text), query(full)),
      ["breaking: query parameter `q` is now `integer` (was `string`)"],
    ],
    [
      "reports a parameter that changes from integer to number",
      findings(query(full), query({ type: "number" })),
      ["addition: query parameter `q` is now `number` (was `integer`)"],
    ],
    [
      "reports a parameter that moves to a header",
      findings(query(text), { parameters: [{ name: "q", in: "header", schema: text }] }),
      ["breaking: header `q` was previously a query parameter"],
    ],
    [
      "ignores the letter case of header names",
      findings(
        { parameters: [{ name: "X-Id", in: "header", schema: text }] },
        { parameters: [{ name: "x-id", in: "header", schema: text }] },
      ),
      [],
    ],
    [
      "reports added and removed enum values",
      findings(query({ enum: ["a", "b"] }), query({ enum: ["b", "c"] })),
      ["addition: query parameter `q` can now be `c`", "breaking: query parameter `q` can no longer be `a`"],
    ],
    [
      "reports a removed enum value in a response as nonbreaking",
      findings(answer({ enum: ["a", "b"] }), answer({ enum: ["b"] })),
      ["addition: the `200` response can no longer be `a`"],
    ],
    [
      "reports a stricter limit",
      findings(query({ ...full, maximum: 100 }), query({ ...full, maximum: 50 })),
      ["breaking: query parameter `q` must now be at most `50` (was `100`)"],
    ],
    [
      "reports a removed limit",
      findings(query({ ...full, maximum: 50 }), query(full)),
      ["addition: query parameter `q` no longer has to be at most `50`"],
    ],
    [
      "reports a different default",
      findings(query({ ...full, default: 10 }), query({ ...full, default: 20 })),
      ["breaking: query parameter `q` now has the default `20` (was `10`)"],
    ],
    [
      "reports a deprecated parameter",
      findings(query(text), query(text, { deprecated: true })),
      ["wording: query parameter `q` is deprecated"],
    ],
    [
      "reports a new required body field",
      findings(body(object({ a: text })), body(object({ a: text, b: text }, ["b"]))),
      ["breaking: `b` in the request body was added and is required"],
    ],
    [
      "reports added and removed response fields",
      findings(answer(object({ a: text, b: text })), answer(object({ a: text, c: text }))),
      ["addition: `c` in the `200` response was added", "breaking: `b` in the `200` response was removed"],
    ],
    [
      "reports a required body field that no property defines",
      findings(body(object({ a: text })), body(object({ a: text }, ["b"]))),
      ["breaking: `b` in the request body is now required"],
    ],
    [
      "reports a body field that no property defines and that is no longer required",
      findings(body(object({ a: text }, ["b"])), body(object({ a: text }))),
      ["addition: `b` in the request body is no longer required"],
    ],
    [
      "reports nothing breaking if a required body field gets a definition",
      findings(body(object({ a: text }, ["b"])), body(object({ a: text, b: text }, ["b"]))),
      ["addition: `b` in the request body was added"],
    ],
    [
      "reports a removed body field that becomes required",
      findings(body(object({ a: text, b: text })), body(object({ a: text }, ["b"]))),
      ["breaking: `b` in the request body was removed", "breaking: `b` in the request body is now required"],
    ],
    [
      "reports required request and response fields that become optional",
      [
        ...findings(body(object({ a: text }, ["a"])), body(object({ a: text }))),
        ...findings(answer(object({ a: text }, ["a"])), answer(object({ a: text }))),
      ],
      [
        "addition: `a` in the request body is no longer required",
        "breaking: `a` in the `200` response is no longer always present",
      ],
    ],
    [
      "reports that a name without a property was required when it gets an optional property",
      findings(answer(object({}, ["a"])), answer(object({ a: text }))),
      [
        "addition: `a` in the `200` response was added",
        "breaking: `a` in the `200` response is no longer always present",
      ],
    ],
    [
      "reports request and response fields that become nullable",
      [
        ...findings(body(object({ a: text })), body(object({ a: { type: ["string", "null"] } }))),
        ...findings(answer(object({ a: text })), answer(object({ a: { type: ["string", "null"] } }))),
      ],
      [
        "addition: `a` in the request body can now be `null`",
        "breaking: `a` in the `200` response can now be `null`",
      ],
    ],
    [
      "reports a body field that becomes read-only as removed",
      findings(body(object({ a: text, b: text })), body(object({ a: text, b: { ...text, readOnly: true } }))),
      ["breaking: `b` in the request body was removed"],
    ],
    [
      "reports changes to nested fields in references, arrays, and `allOf`",
      findings(
        body(object({ users: { type: "array", items: { allOf: [user, object({ role: text })] } } })),
        body(object({ users: { type: "array", items: { allOf: [user, object({ role: text })] } } })),
        [{ User: object({ name: text }) }, { User: object({ name: full }) }],
      ),
      ["breaking: `users[].name` in the request body is now `integer` (was `string`)"],
    ],
    [
      "stops at circular references",
      findings(answer(user), answer(user), [
        { User: object({ friend: user, name: text }) },
        { User: object({ friend: user, name: full }) },
      ]),
      ["breaking: `name` in the `200` response is now `integer` (was `string`)"],
    ],
    [
      "ignores the name of a schema",
      findings(answer(user), answer({ $ref: "#/components/schemas/Person" }), [
        { User: object({ name: text }) },
        { Person: object({ name: text }) },
      ]),
      [],
    ],
    [
      "reports an additional alternative",
      findings(
        body({ oneOf: [user, { $ref: "#/components/schemas/Team" }] }),
        body({ oneOf: [user, { $ref: "#/components/schemas/Team" }, { $ref: "#/components/schemas/Bot" }] }),
        [
          { User: object({ name: text }), Team: object({ team: text }) },
          { User: object({ name: text }), Team: object({ team: text }), Bot: object({ bot: text }) },
        ],
      ),
      ["addition: the request body can now be `Bot`"],
    ],
    [
      "reports a schema that becomes one of several alternatives",
      findings(answer(user), answer({ oneOf: [user, { $ref: "#/components/schemas/Bot" }] }), [
        { User: object({ name: text }) },
        { User: object({ name: text }), Bot: object({ bot: text }) },
      ]),
      ["breaking: the `200` response can now be `Bot`"],
    ],
    [
      "reports a body that no longer accepts additional fields",
      findings(body(object({ a: text })), body(object({ a: text }, [], { additionalProperties: false }))),
      ["breaking: the request body now accepts only the listed fields"],
    ],
    [
      "reports a new request body",
      findings({}, body(text, { required: true })),
      ["breaking: the request body was added and is required"],
    ],
    [
      "reports added and removed responses",
      findings(
        { responses: { 200: { description: "ok" }, 404: { description: "no" } } },
        { responses: { 201: { description: "ok" } } },
      ),
      [
        "addition: the `201` response was added",
        "breaking: the `200` response was removed",
        "addition: the `404` response was removed",
      ],
    ],
    [
      "reports an additional authentication method",
      findings({ security: [{ key: [] }] }, { security: [{ key: [] }, { token: ["read"] }] }),
      ["addition: the operation now requires `key` or `token` (`read`) (previously `key`)"],
    ],
    [
      "reports an operation that starts to require authentication",
      findings({}, { security: [{ key: [] }] }),
      ["breaking: the operation now requires `key` (previously no authentication)"],
    ],
    [
      "reports added and removed servers",
      findings(
        { servers: [{ url: "https://a.example.com" }] },
        { servers: [{ url: "https://b.example.com" }] },
      ),
      [
        "addition: the operation is now available at `https://b.example.com`",
        "breaking: the operation is no longer available at `https://a.example.com`",
      ],
    ],
    [
      "classifies changes to descriptions and examples as wording",
      findings(
        { description: "A", ...query(text, { description: "one", example: "x" }) },
        { description: "B", ...query(text, { description: "two", example: "y" }) },
      ),
      [
        "wording: the operation has a different description",
        "wording: query parameter `q` has a different description",
        "wording: query parameter `q` has a different example",
      ],
    ],
    [
      "classifies changes to code samples as wording",
      findings(
        { "x-codeSamples": [{ lang: "go", source: "a" }] },
        { "x-codeSamples": [{ lang: "go", source: "b" }] },
      ),
      ["wording: the operation has different code samples"],
    ],
    [
      "classifies the deprecation of an operation as wording",
      findings({}, { deprecated: true }),
      ["wording: the operation is deprecated"],
    ],
  ];
  for (const [what, found, expected] of table) it(what, () => deepStrictEqual(found, expected));
});
