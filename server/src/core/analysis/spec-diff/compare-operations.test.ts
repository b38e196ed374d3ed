import { deepStrictEqual } from "node:assert/strict";
import { shopApi, versionOf } from "../../../../../test/harness/version-of.ts";
import { compareSpecs } from "./compare-specs.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the severity and text of each finding for the operation `GET /a`. */
function listFindings(before: Json, after: Json, schemas: readonly [Json, Json] = [{}, {}]): string[] {
  const createSide = (operation: Json, own: Json) =>
    versionOf(
      shopApi(
        { "/a": { get: { responses: { 204: { description: "ok" } }, ...operation } } },
        { components: { schemas: own } },
      ),
    );
  const difference = compareSpecs(createSide(before, schemas[0]), createSide(after, schemas[1]), undefined);
  return difference.operations.flatMap((operation) =>
    operation.findings.map(({ weight, text }) => `${weight}: ${text}`),
  );
}

const createQuery = (schema: Json, more: Json = {}) => ({
  parameters: [{ name: "q", in: "query", schema, ...more }],
});
const createBody = (schema: Json, more: Json = {}) => ({
  requestBody: { content: { "application/json": { schema } }, ...more },
});
const createResponse = (schema: Json) => ({
  responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
});
const createObject = (properties: Json, required: readonly string[] = [], more: Json = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const text = { type: "string" };
const integerSchema = { type: "integer" };
const user = { $ref: "#/components/schemas/User" };

describe("comparing operations", () => {
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    ["reports nothing for the same operation", listFindings(createQuery(text), createQuery(text)), []],
    [
      "reports a new optional parameter",
      listFindings({}, createQuery(text)),
      ["addition: query parameter `q` was added"],
    ],
    [
      "reports a new required parameter",
      listFindings({}, createQuery(text, { required: true })),
      ["breaking: query parameter `q` was added and is required"],
    ],
    ["reports a removed parameter", listFindings(createQuery(text), {}), ["breaking: query parameter `q` was removed"]],
    [
      "reports a parameter that becomes required",
      listFindings(createQuery(text), createQuery(text, { required: true })),
      ["breaking: query parameter `q` is now required"],
    ],
    [
      "reports a parameter that becomes optional",
      listFindings(createQuery(text, { required: true }), createQuery(text)),
      ["addition: query parameter `q` is no longer required"],
    ],
    [
      "reports a parameter whose type changes",
      listFindings(createQuery(text), createQuery(integerSchema)),
      ["breaking: query parameter `q` is now `integer` (was `string`)"],
    ],
    [
      "reports a parameter that changes from integer to number",
      listFindings(createQuery(integerSchema), createQuery({ type: "number" })),
      ["addition: query parameter `q` is now `number` (was `integer`)"],
    ],
    [
      "reports a parameter that moves to a header",
      listFindings(createQuery(text), { parameters: [{ name: "q", in: "header", schema: text }] }),
      ["breaking: header `q` was previously a query parameter"],
    ],
    [
      "ignores the letter case of header names",
      listFindings(
        { parameters: [{ name: "X-Id", in: "header", schema: text }] },
        { parameters: [{ name: "x-id", in: "header", schema: text }] },
      ),
      [],
    ],
    [
      "reports added and removed enum values",
      listFindings(createQuery({ enum: ["a", "b"] }), createQuery({ enum: ["b", "c"] })),
      ["addition: query parameter `q` can now be `c`", "breaking: query parameter `q` can no longer be `a`"],
    ],
    [
      "reports a removed enum value in a response as nonbreaking",
      listFindings(createResponse({ enum: ["a", "b"] }), createResponse({ enum: ["b"] })),
      ["addition: the `200` response can no longer be `a`"],
    ],
    [
      "reports a stricter limit",
      listFindings(createQuery({ ...integerSchema, maximum: 100 }), createQuery({ ...integerSchema, maximum: 50 })),
      ["breaking: query parameter `q` must now be at most `50` (was `100`)"],
    ],
    [
      "reports a removed limit",
      listFindings(createQuery({ ...integerSchema, maximum: 50 }), createQuery(integerSchema)),
      ["addition: query parameter `q` no longer has to be at most `50`"],
    ],
    [
      "reports a different default",
      listFindings(createQuery({ ...integerSchema, default: 10 }), createQuery({ ...integerSchema, default: 20 })),
      ["breaking: query parameter `q` now has the default `20` (was `10`)"],
    ],
    [
      "reports a deprecated parameter",
      listFindings(createQuery(text), createQuery(text, { deprecated: true })),
      ["wording: query parameter `q` is deprecated"],
    ],
    [
      "reports a new required body field",
      listFindings(createBody(createObject({ a: text })), createBody(createObject({ a: text, b: text }, ["b"]))),
      ["breaking: `b` in the request body was added and is required"],
    ],
    [
      "reports added and removed response fields",
      listFindings(
        createResponse(createObject({ a: text, b: text })),
        createResponse(createObject({ a: text, c: text })),
      ),
      ["addition: `c` in the `200` response was added", "breaking: `b` in the `200` response was removed"],
    ],
    [
      "reports a required body field that no property defines",
      listFindings(createBody(createObject({ a: text })), createBody(createObject({ a: text }, ["b"]))),
      ["breaking: `b` in the request body is now required"],
    ],
    [
      "reports a body field that no property defines and that is no longer required",
      listFindings(createBody(createObject({ a: text }, ["b"])), createBody(createObject({ a: text }))),
      ["addition: `b` in the request body is no longer required"],
    ],
    [
      "reports nothing breaking if a required body field gets a definition",
      listFindings(createBody(createObject({ a: text }, ["b"])), createBody(createObject({ a: text, b: text }, ["b"]))),
      ["addition: `b` in the request body was added"],
    ],
    [
      "reports a removed body field that becomes required",
      listFindings(createBody(createObject({ a: text, b: text })), createBody(createObject({ a: text }, ["b"]))),
      ["breaking: `b` in the request body was removed", "breaking: `b` in the request body is now required"],
    ],
    [
      "reports required request and response fields that become optional",
      [
        ...listFindings(createBody(createObject({ a: text }, ["a"])), createBody(createObject({ a: text }))),
        ...listFindings(createResponse(createObject({ a: text }, ["a"])), createResponse(createObject({ a: text }))),
      ],
      [
        "addition: `a` in the request body is no longer required",
        "breaking: `a` in the `200` response is no longer always present",
      ],
    ],
    [
      "reports that a name without a property was required when it gets an optional property",
      listFindings(createResponse(createObject({}, ["a"])), createResponse(createObject({ a: text }))),
      [
        "addition: `a` in the `200` response was added",
        "breaking: `a` in the `200` response is no longer always present",
      ],
    ],
    [
      "reports request and response fields that become nullable",
      [
        ...listFindings(
          createBody(createObject({ a: text })),
          createBody(createObject({ a: { type: ["string", "null"] } })),
        ),
        ...listFindings(
          createResponse(createObject({ a: text })),
          createResponse(createObject({ a: { type: ["string", "null"] } })),
        ),
      ],
      ["addition: `a` in the request body can now be `null`", "breaking: `a` in the `200` response can now be `null`"],
    ],
    [
      "reports a body field that becomes read-only as removed",
      listFindings(
        createBody(createObject({ a: text, b: text })),
        createBody(createObject({ a: text, b: { ...text, readOnly: true } })),
      ),
      ["breaking: `b` in the request body was removed"],
    ],
    [
      "reports changes to nested fields in references, arrays, and `allOf`",
      listFindings(
        createBody(createObject({ users: { type: "array", items: { allOf: [user, createObject({ role: text })] } } })),
        createBody(createObject({ users: { type: "array", items: { allOf: [user, createObject({ role: text })] } } })),
        [{ User: createObject({ name: text }) }, { User: createObject({ name: integerSchema }) }],
      ),
      ["breaking: `users[].name` in the request body is now `integer` (was `string`)"],
    ],
    [
      "stops at circular references",
      listFindings(createResponse(user), createResponse(user), [
        { User: createObject({ friend: user, name: text }) },
        { User: createObject({ friend: user, name: integerSchema }) },
      ]),
      ["breaking: `name` in the `200` response is now `integer` (was `string`)"],
    ],
    [
      "ignores the name of a schema",
      listFindings(createResponse(user), createResponse({ $ref: "#/components/schemas/Person" }), [
        { User: createObject({ name: text }) },
        { Person: createObject({ name: text }) },
      ]),
      [],
    ],
    [
      "reports an additional alternative",
      listFindings(
        createBody({ oneOf: [user, { $ref: "#/components/schemas/Team" }] }),
        createBody({
          oneOf: [user, { $ref: "#/components/schemas/Team" }, { $ref: "#/components/schemas/Bot" }],
        }),
        [
          { User: createObject({ name: text }), Team: createObject({ team: text }) },
          {
            User: createObject({ name: text }),
            Team: createObject({ team: text }),
            Bot: createObject({ bot: text }),
          },
        ],
      ),
      ["addition: the request body can now be `Bot`"],
    ],
    [
      "reports a schema that becomes one of several alternatives",
      listFindings(createResponse(user), createResponse({ oneOf: [user, { $ref: "#/components/schemas/Bot" }] }), [
        { User: createObject({ name: text }) },
        { User: createObject({ name: text }), Bot: createObject({ bot: text }) },
      ]),
      ["breaking: the `200` response can now be `Bot`"],
    ],
    [
      "reports a body that no longer accepts additional fields",
      listFindings(
        createBody(createObject({ a: text })),
        createBody(createObject({ a: text }, [], { additionalProperties: false })),
      ),
      ["breaking: the request body now accepts only the listed fields"],
    ],
    [
      "reports a new request body",
      listFindings({}, createBody(text, { required: true })),
      ["breaking: the request body was added and is required"],
    ],
    [
      "reports added and removed responses",
      listFindings(
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
      listFindings({ security: [{ key: [] }] }, { security: [{ key: [] }, { token: ["read"] }] }),
      ["addition: the operation now requires `key` or `token` (`read`) (previously `key`)"],
    ],
    [
      "reports an operation that starts to require authentication",
      listFindings({}, { security: [{ key: [] }] }),
      ["breaking: the operation now requires `key` (previously no authentication)"],
    ],
    [
      "reports added and removed servers",
      listFindings({ servers: [{ url: "https://a.example.com" }] }, { servers: [{ url: "https://b.example.com" }] }),
      [
        "addition: the operation is now available at `https://b.example.com`",
        "breaking: the operation is no longer available at `https://a.example.com`",
      ],
    ],
    [
      "classifies changes to descriptions and examples as wording",
      listFindings(
        { description: "A", ...createQuery(text, { description: "one", example: "x" }) },
        { description: "B", ...createQuery(text, { description: "two", example: "y" }) },
      ),
      [
        "wording: the operation has a different description",
        "wording: query parameter `q` has a different description",
        "wording: query parameter `q` has a different example",
      ],
    ],
    [
      "classifies changes to code samples as wording",
      listFindings(
        { "x-codeSamples": [{ lang: "go", source: "a" }] },
        { "x-codeSamples": [{ lang: "go", source: "b" }] },
      ),
      ["wording: the operation has different code samples"],
    ],
    [
      "classifies the deprecation of an operation as wording",
      listFindings({}, { deprecated: true }),
      ["wording: the operation is deprecated"],
    ],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found, expected));
});
