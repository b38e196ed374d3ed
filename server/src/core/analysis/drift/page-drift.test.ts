import { deepStrictEqual } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findPageDrift } from "./page-drift.ts";

/** Returns an operation whose request body is either this variant or an object with two fields. */
function createSettlement(variant: object): object {
  const properties = { signatures: { type: "array", items: { type: "string" } }, amount: { type: "integer" } };
  return {
    requestBody: { content: { "application/json": { schema: { anyOf: [variant, { type: "object", properties }] } } } },
    responses: { 200: { description: "ok" } },
  };
}

const api = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com/v1" }],
  paths: {
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        parameters: [
          { name: "expand", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "region", in: "query", required: true, schema: { type: "string" } },
        ],
        security: [{ key: [] }],
        responses: {
          200: {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
        },
      },
      put: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
        },
        responses: { 204: { description: "ok" } },
      },
    },
    "/settle": {
      put: createSettlement({ type: "object" }),
      post: createSettlement({ type: "object", additionalProperties: false }),
      patch: createSettlement({ required: ["amount"] }),
    },
    "/proxy/{path}": {
      get: {
        parameters: [
          { name: "path", in: "path", required: true, schema: { type: "string" } },
          { name: "$ANY_QUERY_PARAMS", in: "query", required: true, schema: { type: "string" } },
        ],
        responses: { 200: { description: "ok" } },
      },
    },
    "/health": {
      get: {
        responses: {
          200: {
            description: "ok",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    status: { type: "string" },
                    uptime: { type: "integer" },
                    node: {
                      type: "object",
                      required: ["id"],
                      properties: { id: { type: "string" }, zone: { type: "string" } },
                    },
                  },
                },
              },
            },
          },
          500: {
            description: "down",
            content: {
              "application/json": { schema: { type: "object", properties: { reason: { type: "string" } } } },
            },
          },
        },
      },
    },
    "/pay": {
      post: {
        requestBody: {
          content: {
            "application/json": {
              schema: {
                oneOf: [
                  {
                    type: "object",
                    required: ["kind", "card"],
                    properties: { kind: { const: "card" }, card: { type: "string" } },
                  },
                  {
                    type: "object",
                    required: ["kind", "iban"],
                    properties: { kind: { const: "bank" }, iban: { type: "string" } },
                  },
                ],
              },
            },
          },
        },
        responses: { 200: { description: "ok" } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } },
    schemas: {
      Order: {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          {
            type: "object",
            required: ["item", "count"],
            properties: {
              item: { type: "string" },
              count: { type: "integer" },
              size: { type: "string", enum: ["small", "large"] },
              notes: { type: ["string", "null"] },
              labels: { type: "object", additionalProperties: { type: "string" } },
              parts: { type: "array", items: { $ref: "#/components/schemas/Order" } },
            },
          },
        ],
      },
      Base: { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } },
    },
  },
};

/** Returns the kind, name, and text of each drift on the page. */
function findDrifts(page: string): string[] {
  const { files } = parseFixture(
    `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n${page}\n//- api.json\n${JSON.stringify(api)}\n`,
  );
  const site = siteOf(files, "standard");
  const outline = site.pages.get("page.mdx");
  const references = site.references.get("page.mdx");
  if (!outline || !references) throw new Error("no page");
  return findPageDrift(site, { outline, references }).map(
    ({ kind, name, range }) => `${kind} ${name} ${references.text.slice(range.start, range.end)}`,
  );
}

/** Returns the name and suggestion of each unknown field in a command. */
function findSuggestions(command: string): string[] {
  const site = siteOf(
    parseFixture(
      `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- page.mdx\n---\nopenapi: GET /orders/{id}\n---\n\n${fence}bash\n${command}\n${fence}\n//- api.json\n${JSON.stringify(api)}\n`,
    ).files,
    "standard",
  );
  const outline = site.pages.get("page.mdx");
  const references = site.references.get("page.mdx");
  if (!outline || !references) throw new Error("no page");
  return findPageDrift(site, { outline, references })
    .filter(({ kind }) => kind === "unknown-field")
    .map(({ name, suggestedName }) => (suggestedName === undefined ? name : `${name} ${suggestedName}`));
}

const fence = "```";
const checkRequest = (json: string, operation = "PUT /orders/{id}") =>
  findDrifts(
    `---\nopenapi: ${operation}\n---\n\n<RequestExample>\n${fence}json\n${json}\n${fence}\n</RequestExample>\n`,
  );
const checkResponse = (json: string, title = "200") =>
  findDrifts(
    `---\nopenapi: GET /orders/{id}\n---\n\n<ResponseExample>\n${fence}json ${title}\n${json}\n${fence}\n</ResponseExample>\n`,
  );
const checkShell = (command: string, head = "openapi: GET /orders/{id}") =>
  findDrifts(`---\n${head}\n---\n\n${fence}bash\n${command}\n${fence}\n`);
const checkFields = (tags: string, operation = "PUT /orders/{id}") =>
  findDrifts(`---\nopenapi: ${operation}\n---\n\n${tags}\n`);

describe("drift detection in JSON code blocks", () => {
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    ["accepts a body that matches the schema", checkRequest('{ "item": "tea", "count": 2 }'), []],
    [
      "doesn't require a read-only field in a request",
      checkRequest('{ "item": "tea", "count": 1, "size": "large" }'),
      [],
    ],
    [
      "requires a read-only field in a response",
      checkResponse('{ "item": "tea", "count": 1 }'),
      ["missing-field id {"],
    ],
    [
      "ignores a second example component, which readers don't see",
      findDrifts(
        `---\nopenapi: PUT /orders/{id}\n---\n\n${['{ "item": "tea", "count": 2 }', '{ "item": "tea" }']
          .map((json) => `<RequestExample>\n${fence}json\n${json}\n${fence}\n</RequestExample>\n`)
          .join("\n")}`,
      ),
      [],
    ],
    ["reports a missing field", checkRequest('{ "item": "tea" }'), ["missing-field count {"]],
    [
      "reports an unknown field",
      checkRequest('{ "item": "tea", "count": 2, "colour": "red" }'),
      ['unknown-field colour "colour"'],
    ],
    ["reports a value of the wrong type", checkRequest('{ "item": 7, "count": 2 }'), ["wrong-type item 7"]],
    [
      "reports a fraction where an integer is required",
      checkRequest('{ "item": "tea", "count": 2.5 }'),
      ["wrong-type count 2.5"],
    ],
    [
      "reports a value that isn't in the enum",
      checkRequest('{ "item": "tea", "count": 2, "size": "tiny" }'),
      ['wrong-value size "tiny"'],
    ],
    ["accepts null as an example of any type", checkRequest('{ "item": null, "count": 2 }'), []],
    ["accepts a placeholder as an example of any type", checkRequest('{ "item": "tea", "count": "<count>" }'), []],
    ["accepts any key in a map", checkRequest('{ "item": "tea", "count": 2, "labels": { "a": "b" } }'), []],
    ["doesn't compare the values of a map", checkRequest('{ "item": "tea", "count": 2, "labels": { "a": 1 } }'), []],
    [
      "reports a field of a list item in a recursive schema",
      checkRequest('{ "item": "tea", "count": 2, "parts": [{ "item": "x", "count": "y" }] }'),
      ['wrong-type parts[].count "y"'],
    ],
    ["ignores a body that is abbreviated with dots", checkRequest('{ "item": "tea", ... }'), []],
    ["requires no fields in an object with dots", checkRequest('{ "item": "tea", "...": "..." }'), []],
    ["ignores a body that has no fields in common with the schema", checkRequest('{ "a": 1, "b": 2 }'), []],
    [
      "compares a body with the intended alternative",
      checkRequest('{ "kind": "bank", "iban": 5 }', "POST /pay"),
      ["wrong-type iban 5"],
    ],
    ["accepts a body that matches an alternative", checkRequest('{ "kind": "card", "card": "x" }', "POST /pay"), []],
    [
      "reports a field that no alternative defines",
      checkRequest('{ "kind": "card", "card": "x", "iba": "y" }', "POST /pay"),
      ['unknown-field iba "iba"'],
    ],
    ["ignores a response with an undocumented status", checkResponse('{ "item": 1 }', "404"), []],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found, expected));
});

describe("drift detection for requests in code blocks", () => {
  const url = "https://shop.example.com/v1/orders/7";
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    [
      "accepts a request that matches the operation",
      checkShell(`curl "${url}?region=eu&expand[]=parts&api_key=1"`),
      [],
    ],
    [
      "reports an unknown query parameter",
      checkShell(`curl "${url}?region=eu&limit=1"`),
      ["unknown-field limit limit"],
    ],
    [
      "ignores a query that is abbreviated with dots",
      [...checkShell(`curl "${url}?..."`), ...checkShell(`curl "${url}?expand[]=parts&…"`)],
      [],
    ],
    [
      "checks the other parameters of an abbreviated query",
      checkShell(`curl "${url}?limit=1&..."`),
      ["unknown-field limit limit"],
    ],
    ["reports a missing query parameter", checkShell(`curl ${url}`), [`missing-field region ${url}`]],
    [
      "suggests only a parameter that the request doesn't have yet",
      [
        ...findSuggestions(`curl "${url}?region=eu&regions=eu&expnd=parts"`),
        ...findSuggestions(`curl "${url}?regio=eu"`),
      ],
      ["regions", "expnd expand", "regio region"],
    ],
    [
      "ignores the indentation of the code block in a URL of several lines",
      findDrifts(
        `---\nopenapi: GET /orders/{id}\n---\n\n1. Send it:\n   ${fence}bash\n   curl "${url}?\\\n   region=eu&\\\n   limit=1"\n   ${fence}\n`,
      ),
      ["unknown-field limit limit"],
    ],
    ["ignores a query that can't be parsed", checkShell(`curl "${url}?$QUERY"`), []],
    [
      "finds the operation by its server on a page without an operation",
      checkShell(`curl "${url}?regio=eu"`, "title: x"),
      ["unknown-field regio regio"],
    ],
    [
      "ignores requests in changelog entries",
      findDrifts(
        `---\ntitle: x\n---\n\n<Update label="1">\n\n${fence}bash\ncurl "${url}?regio=eu"\n${fence}\n\n</Update>\n\n${fence}bash\ncurl "${url}?region=eu&now=1"\n${fence}\n\n<Update label="2">\n\n${fence}bash\ncurl ${url}\n${fence}\n\n</Update>\n`,
      ),
      ["unknown-field now now"],
    ],
    ["ignores a request to another server", checkShell("curl https://other.example.com/v1/orders/7", "title: x"), []],
    [
      "reports a method that the path doesn't support",
      checkShell(`curl -X PATCH ${url}`),
      ["wrong-method /orders/{id} PATCH"],
    ],
    [
      "compares a request with another operation on the same path",
      checkShell(`curl -X PUT ${url} -d '{"item": "tea", "count": "2"}'`),
      ['wrong-type count "2"'],
    ],
    [
      "accepts any query if a parameter's name is a placeholder",
      [
        ...checkShell("curl https://shop.example.com/v1/proxy/users"),
        ...checkShell('curl "https://shop.example.com/v1/proxy/users?limit=1"'),
      ],
      [],
    ],
    ["ignores a path that isn't in the specification", checkShell("curl https://shop.example.com/v1/nothing"), []],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found, expected));
});

describe("drift detection for documented fields", () => {
  const table: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
    [
      "accepts fields that match the specification",
      checkFields(
        '<ParamField body="item" type="string" required />\n<ParamField body="count" type="number" required />',
      ),
      [],
    ],
    [
      "compares the fields of a page that sets `api`",
      [
        ...findDrifts('---\napi: get /orders/{id}\n---\n\n<ParamField path="id" type="integer" required />\n'),
        ...findDrifts(
          '---\napi: PUT https://shop.example.com/v1/orders/{id}\n---\n\n<ParamField path="id" type="integer" required />\n',
        ),
        ...findDrifts(
          '---\napi: PUT https://other.example.com/v1/orders/{id}\n---\n\n<ParamField path="id" type="integer" required />\n',
        ),
      ],
      ["wrong-type id integer", "wrong-type id integer"],
    ],
    [
      "reports an unknown field",
      checkFields(
        '<ParamField body="item" type="string" required />\n<ParamField body="count" type="int" required />\n<ParamField body="colour" type="string" />',
      ),
      ["unknown-field colour colour"],
    ],
    [
      "reports a missing field",
      checkFields('<ParamField body="item" type="string" required />'),
      ["missing-field count ParamField"],
    ],
    [
      "reports a field of the wrong type",
      checkFields('<ParamField path="id" type="integer" required />'),
      ["wrong-type id integer"],
    ],
    [
      "accepts any field if one variant of the body is an object without properties",
      checkFields('<ParamField body="signature" type="string" />', "PUT /settle"),
      [],
    ],
    [
      "compares the fields of variants that allow no names or that only require one",
      ["POST", "PATCH"].flatMap((method) =>
        checkFields('<ParamField body="signature" type="string" />', `${method} /settle`),
      ),
      ["unknown-field signature signature", "unknown-field signature signature"],
    ],
    ["doesn't compare a custom type", checkFields('<ParamField path="id" type="OrderId" required />'), []],
    [
      "reports a required field that isn't marked as required",
      checkFields('<ParamField path="id" type="string" />'),
      ["wrong-required id id"],
    ],
    [
      "reports an optional field that is marked as required",
      checkFields(
        '<ParamField query="region" type="string" required />\n<ParamField query="expand" type="string[]" required />',
        "GET /orders/{id}",
      ),
      ["wrong-required expand required"],
    ],
    [
      "compares nested fields",
      checkFields(
        '<ResponseField name="parts" type="object[]">\n<Expandable title="part">\n<ResponseField name="id" type="string" />\n<ResponseField name="item" type="string" />\n<ResponseField name="count" type="string" />\n</Expandable>\n</ResponseField>',
        "GET /orders/{id}",
      ),
      [
        "missing-field id ResponseField",
        "missing-field item ResponseField",
        "missing-field count ResponseField",
        "wrong-type parts.count string",
      ],
    ],
    [
      "accepts required fields if no field of the response is required",
      checkFields('<ResponseField name="status" type="string" required />', "GET /health"),
      [],
    ],
    [
      "compares required fields at a level that has some",
      checkFields(
        '<ResponseField name="node" type="object">\n<Expandable title="node">\n<ResponseField name="id" type="string" required />\n<ResponseField name="zone" type="string" required />\n</Expandable>\n</ResponseField>',
        "GET /health",
      ),
      ["wrong-required node.zone required"],
    ],
    [
      "accepts the fields of error responses",
      checkFields(
        '<ResponseField name="status" type="string" />\n<ResponseField name="uptime" type="integer" />\n<ResponseField name="reason" type="string" />\n<ResponseField name="cause" type="string" />',
        "GET /health",
      ),
      ["unknown-field cause cause"],
    ],
    [
      "doesn't report unknown fields if the sample response is of another kind",
      checkFields(
        `<ResponseExample>\n${fence}json\n[{ "state": "up" }]\n${fence}\n</ResponseExample>\n\n<ResponseField name="statuses" type="string" />`,
        "GET /health",
      ).map((drift) => drift.split(" ", 1)[0] ?? ""),
      ["wrong-type"],
    ],
    [
      "reports unknown fields with a similar name",
      checkFields('<ResponseField name="statuses" type="string" />', "GET /health"),
      ["unknown-field statuses statuses"],
    ],
    [
      "ignores fields if none of them belongs to the operation",
      checkFields('<ParamField query="x" type="string" />\n<ParamField query="y" type="string" />', "GET /orders/{id}"),
      [],
    ],
  ];
  for (const [caseName, found, expected] of table) it(caseName, () => deepStrictEqual(found.sort(), expected.sort()));

  const wrongId = '<ParamField path="id" type="integer" required />';
  const wrongRegion = '<ParamField query="region" type="integer" required />';
  const createCurl = (method: string, path: string) =>
    `\`\`\`bash\ncurl -X ${method} https://shop.example.com/v1${path}\n\`\`\``;
  /** The sections are on a page that documents `PUT /orders/{id}`, which has no query parameters. */
  const sections: typeof table = [
    [
      "in the section of another endpoint",
      checkFields(`## GET /orders/{id}\n\n${wrongRegion}`),
      ["wrong-type region integer"],
    ],
    [
      "below the section of another endpoint",
      checkFields(`## Read \`GET /v1/orders/:id\`\n\n### Query\n\n${wrongRegion}`),
      ["wrong-type region integer"],
    ],
    [
      "after an endpoint on a separate line",
      checkFields(`## Read\n\n**GET** \`/orders/{id}\`\n\n${wrongRegion}`),
      ["wrong-type region integer"],
    ],
    [
      "before a request in the same section",
      checkFields(`## Read\n\n${wrongRegion}\n\n${createCurl("GET", "/orders/1?region=eu")}`),
      ["wrong-type region integer"],
    ],
    [
      "between two endpoints of a section",
      checkFields(`## Both\n\nGET /orders/{id}\n\n${wrongRegion}\n\nPUT /orders/{id}\n\n${wrongId}`),
      ["wrong-type region integer", "wrong-type id integer"],
    ],
    [
      "of an endpoint that isn't in the specification",
      checkFields(`## Cancel\n\n${createCurl("POST", "/cancel")}\n\n${wrongId}`),
      [],
    ],
    [
      "of the page's own endpoint",
      checkFields(`## Cancel\n\n${createCurl("PUT", "/orders/1")}\n\n${wrongId}`),
      ["wrong-type id integer"],
    ],
    [
      "after the section of another endpoint",
      checkFields(`## Read\n\nGET /orders/{id}\n\n## Parameters\n\n${wrongId}`),
      ["wrong-type id integer"],
    ],
    [
      "after a sentence about another endpoint",
      checkFields(`## Parameters\n\nRead it with \`GET /orders/{id}\` first.\n\n${wrongId}`),
      ["wrong-type id integer"],
    ],
  ];
  for (const [caseName, found, expected] of sections)
    it(`compares fields ${caseName}`, () => deepStrictEqual(found.sort(), expected.sort()));
});
