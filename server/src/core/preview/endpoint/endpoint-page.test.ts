import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { defaultFormSettings } from "../../request/form/request-form.ts";
import { readChannelModel, readOperationModel } from "../../spec/model/operation-model.ts";
import type { EndpointPage, FieldView, SampleView } from "../view/endpoint-page.ts";
import { type EndpointFacts, type EndpointSource, createEndpointPage } from "./endpoint-page.ts";

const facts: EndpointFacts = {
  anchorFormat: "path",
  languages: ["curl", "python"],
  onlyRequired: false,
  generatesSamples: true,
  servers: [],
  authMethod: undefined,
  isAuthSetByPage: false,
  authName: undefined,
  display: { kind: "interactive" },
  form: defaultFormSettings,
  hasRequestExample: false,
  hasResponseExample: false,
};

const drawing = { describe: (text: string) => [text], highlight: () => undefined };

function read(source: EndpointSource): EndpointPage {
  return createEndpointPage(source, drawing);
}

function createPage(text: string, expected: string, other: Partial<EndpointFacts> = {}): EndpointPage {
  const [method = "", path = ""] = expected.split(" ");
  const wholeOperation = readOperationModel(specFilesOf({ "api.yaml": text }), {
    method,
    path,
    isWebhook: false,
  });
  assert.ok(wholeOperation);
  return read({ kind: "operation", wholeOperation, spec: "api.yaml", facts: { ...facts, ...other } });
}

/** Lists fields as `name: type!`, with nested fields indented. */
function formatOutline(fields: readonly FieldView[], indent = ""): string {
  return fields
    .map(({ name, type, required, children, choices, sameAs, isTruncated }) => {
      const mark = sameAs ? ` (as ${sameAs})` : isTruncated ? " (more)" : "";
      const innerText = children ? formatOutline(children, `${indent}  `) : "";
      const parts = (choices ?? []).map(
        ({ title, fields: own, wholeField }) =>
          `${indent}  | ${title}\n${formatOutline([...own, ...(wholeField ? [wholeField] : [])], `${indent}    `)}`,
      );
      return `${indent}${name}: ${type}${required ? "!" : ""}${mark}\n${innerText}${parts.join("")}`;
    })
    .join("");
}

function formatBody(page: EndpointPage, title: string): string {
  const section = page.sections.find((candidate) => candidate.title === title);
  return (section?.bodies ?? [])
    .map(
      ({ type, fields, wholeField }) =>
        `${type}\n${formatOutline([...fields, ...(wholeField ? [wholeField] : [])], "  ")}`,
    )
    .join("");
}

function getCode(samples: readonly SampleView[], label: string): string | undefined {
  const found = samples.find((candidate) => candidate.label === label);
  return found?.lines
    .map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece[0])).join(""))
    .join("\n");
}

const users = `
openapi: 3.1.0
servers: [{ url: "https://{region}.example.com/v1", variables: { region: { default: eu, enum: [eu, us] } } }]
security: [{ key: [] }, {}]
paths:
  /users/{id}:
    put:
      deprecated: true
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, maxLength: 40 }, description: Which., example: u1 }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      responses:
        "200":
          description: Fine
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/User" } } } }
        "404": { description: Nobody }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    User:
      type: object
      required: [name]
      properties:
        id: { type: string, readOnly: true }
        secret: { type: string, writeOnly: true }
        name: { type: string, examples: [Ada] }
        boss: { $ref: "#/components/schemas/User" }
        pet:
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { type: object, title: Dog, properties: { barks: { type: boolean } } }]
        kind: { type: [string, "null"], enum: [a, b, null] }
    Cat: { type: object, properties: { lives: { type: integer } } }
`;

describe("endpoint page", () => {
  const page = createPage(users, "PUT /users/{id}");

  it("shows parameters with their allowed values", () => {
    const [id] = page.sections[0]?.bodies[0]?.fields ?? [];
    assert.deepEqual(
      { ...id, location: undefined },
      {
        name: "id",
        anchor: "id",
        type: "string",
        required: true,
        deprecated: false,
        example: '"u1"',
        limits: ["at most 40 characters"],
        description: ["Which."],
        location: undefined,
      },
    );
    const [query] = page.sections[1]?.bodies[0]?.fields ?? [];
    assert.equal(query?.default, "1");
    assert.deepEqual(query?.limits, ["at least 1"]);
  });

  it("shows nested, alternative, and recursive body fields but omits read-only ones", () => {
    assert.equal(
      formatBody(page, "Body"),
      [
        "application/json",
        "  secret: string",
        "  name: string!",
        "  boss: User (as User)",
        "  pet: Cat or object",
        "    | Cat",
        "      lives: integer",
        "    | Dog",
        "      barks: boolean",
        "  kind: string or null",
        "",
      ].join("\n"),
    );
    assert.match(formatBody(page, "200"), /^application\/json\n {2}: array of User\n {4}id: string\n {4}name: string!/);
    assert.ok(!formatBody(page, "200").includes("secret"));
  });

  it("includes the parent fields in a nested field's anchor, in the profile's format", () => {
    const pet = page.sections
      .find(({ title }) => title === "Body")
      ?.bodies[0]?.fields.find(({ name }) => name === "pet");
    assert.equal(pet?.choices?.[0]?.fields[0]?.anchor, "pet.lives");
    assert.equal(page.linkPath, "/users/{id}");
    assert.equal(createPage(users, "PUT /users/{id}", { anchorFormat: "plain" }).linkPath, "");
  });

  it("shows authentication methods and whether they are optional", () => {
    assert.deepEqual(page.security, [
      [{ name: "key", kind: "API key", field: "X-Key", location: "header", scopes: [], anchor: "X-Key" }],
    ]);
  });

  it("generates samples for the request and the responses", () => {
    const curl = getCode(page.requests, "cURL") ?? "";
    assert.match(curl, /^curl ['"]?https:\/\/eu\.example\.com\/v1\/users\/u1\?page=1/);
    assert.match(curl, /X-Key: <api-key>/);
    assert.match(curl, /"name": "Ada"/);
    assert.ok(!curl.includes('"id"'));
    assert.match(getCode(page.requests, "Python") ?? "", /requests\.put\(/);
    const response: unknown = JSON.parse(getCode(page.responses, "200") ?? "");
    assert.ok(Array.isArray(response) && (response[0] as { name?: string }).name === "Ada");
    assert.deepEqual(
      page.requests.map(({ label }) => label),
      ["cURL", "Python"],
    );
  });

  it("omits generated samples if the page contains its own", () => {
    const own = createPage(users, "PUT /users/{id}", { hasRequestExample: true, hasResponseExample: true });
    assert.deepEqual([own.requests, own.responses], [[], []]);
    assert.deepEqual(createPage(users, "PUT /users/{id}", { generatesSamples: false }).requests, []);
  });

  it("prefers samples from the specification", () => {
    const text = users.replace("deprecated: true", 'x-codeSamples: [{ lang: Bash, label: Ours, source: "our put" }]');
    assert.equal(getCode(createPage(text, "PUT /users/{id}").requests, "Ours"), "our put");
  });
});

describe("endpoint page view", () => {
  it("is limited in size for deep and wide specifications", () => {
    const properties = Array.from({ length: 50 }, (_, i) => `p${i}: { $ref: "#/components/schemas/S${i % 20}" }`);
    const schemas = Array.from(
      { length: 20 },
      (_, i) => `    S${i}: { type: object, properties: { ${properties.join(", ")} } }`,
    );
    const text = `
openapi: 3.1.0
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/S0" } } } }
      responses: {}
components:
  schemas:
${schemas.join("\n")}
`;
    assertQuick(3000, () => createPage(text, "POST /a"));
    const page = createPage(text, "POST /a");
    assert.ok(page.isTruncated);
    assert.ok(JSON.stringify(page).length < 5_000_000);
  });

  it("is built from a page that documents its own endpoint", () => {
    const page = read({
      kind: "page",
      method: "POST",
      path: "/users",
      fields: [
        { location: "query", name: "dry", type: "boolean", required: false, example: undefined },
        { location: "body", name: "name", type: "string", required: true, example: "Ada" },
      ],
      facts: {
        ...facts,
        authMethod: "bearer",
        servers: [{ url: "https://api.example.com/", description: undefined, variables: [] }],
      },
    });
    assert.deepEqual(page.security[0]?.[0]?.kind, "Bearer token");
    const curl = getCode(page.requests, "cURL") ?? "";
    assert.match(curl, /https:\/\/api\.example\.com\/users\?dry=/);
    assert.match(curl, /Authorization: Bearer <token>/);
    assert.match(curl, /"name": "Ada"/);
  });

  it("shows a channel's messages from the reader's point of view", () => {
    const text = `
asyncapi: 3.0.0
info: { title: Chat, version: "1" }
channels:
  room:
    address: rooms/{room}
    parameters: { room: { description: Which. } }
    messages:
      said: { payload: { type: object, properties: { text: { type: string } } } }
operations:
  hear: { action: send, channel: { $ref: "#/channels/room" } }
`;
    const wholeChannel = readChannelModel(specFilesOf({ "chat.yaml": text }), "room");
    assert.ok(wholeChannel);
    const page = read({ kind: "channel", model: wholeChannel, facts });
    assert.equal(page.path, "rooms/{room}");
    assert.deepEqual(
      page.sections.map(({ title }) => title),
      ["Channel parameters", "Receive: said"],
    );
    assert.equal(formatBody(page, "Receive: said"), "\n  text: string\n");
  });
});
