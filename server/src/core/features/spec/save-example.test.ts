import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { saveResponseAsExample, type SavedExample } from "./save-example.ts";

const operation = { method: "GET", path: "/users" };

function save(
  texts: Readonly<Record<string, string>>,
  response: { status?: number; type?: string; text?: string; value?: unknown } = {},
): SavedExample {
  const { status = 200, type = "application/json", value = { id: 1 }, text = JSON.stringify(value) } = response;
  return saveResponseAsExample(specFilesOf(texts), (path) => texts[path], { operation, status, type, text });
}

/** Saves the example, and returns the resulting file. */
function saveAndRead(texts: Readonly<Record<string, string>>, response?: Parameters<typeof save>[1]): string {
  const result = save(texts, response);
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  return applyEdits(texts[result.file] ?? "", result.edits);
}

const yaml = `openapi: 3.1.0
paths:
  /users:
    get:
      responses:
        "200":
          # all of them
          content:
            application/json:
              schema: { type: object } # kept
        default:
          $ref: "#/components/responses/Fault"
components:
  responses:
    Fault:
      content:
        application/problem+json:
          schema:
            type: object
`;

describe("saveResponseAsExample in YAML", () => {
  it("inserts the example before the schema and leaves the rest unchanged", () => {
    const value = {
      id: 1,
      name: "Ada: x",
      tags: ["a", "true"],
      none: [],
      deep: [{ a: null, b: [1, [2.5]] }, {}],
    };
    const example = `example:
                id: 1
                name: "Ada: x"
                tags:
                  - a
                  - "true"
                none: []
                deep:
                  - a: null
                    b:
                      - 1
                      - - 2.5
                  - {}
              `;
    assert.equal(
      saveAndRead({ "api.yaml": yaml }, { value }),
      yaml.replace("schema: { type: object } # kept", `${example}schema: { type: object } # kept`),
    );
  });

  it("replaces an existing example, whether it's a single line, several lines, a list, or a long string", () => {
    const createYaml = (example: string) =>
      yaml.replace("schema: { type: object } # kept", `${example}\n              schema: {}`);
    const expected = createYaml("example:\n                id: 1");
    for (const oldText of [
      "example: { a: 1 }",
      "example:\n                a: 1\n\n                b: [2]",
      "example:\n              - 1\n              - 2",
      "example: |\n                {\n                  a\n                }",
      "example: null",
    ])
      assert.equal(saveAndRead({ "api.yaml": createYaml(oldText) }), expected, oldText);
  });

  it("follows a reference to the response, including to another file", () => {
    const problem = { status: 500, type: "application/problem+json" };
    assert.ok(
      saveAndRead({ "api.yaml": yaml }, problem).endsWith(
        "problem+json:\n          example:\n            id: 1\n          schema:\n            type: object\n",
      ),
    );
    const other = "Fault:\r\n  content:\r\n    application/problem+json:\r\n      schema: {}\r\n";
    const entry = yaml.replace('"#/components/responses/Fault"', '"parts/faults.yaml#/Fault"');
    assert.equal(
      saveAndRead({ "api.yaml": entry, "parts/faults.yaml": other }, problem),
      other.replace("schema", "example:\r\n        id: 1\r\n      schema"),
    );
  });

  it("writes text that isn't JSON as a string", () => {
    const text = yaml.replace("application/json:", "text/csv:");
    assert.ok(
      saveAndRead({ "api.yaml": text }, { type: "text/csv", text: "a,b\n1,2\n" }).includes('example: "a,b\\n1,2\\n"\n'),
    );
  });

  it("returns the reason if it doesn't write an example", () => {
    const getReason = (texts: Record<string, string>, response?: Parameters<typeof save>[1]) => {
      const result = save(texts, response);
      return result.ok ? "written" : formatMessageInEnglish(result.reason);
    };
    const flow = yaml.replace(/application\/json:\n.*/, "application/json: { schema: {} }");
    assert.match(getReason({ "api.yaml": flow }), /written in braces/);
    const anchor = yaml.replace("schema: { type: object } # kept", "example: &one { a: 1 }\n              schema: {}");
    assert.match(getReason({ "api.yaml": anchor }), /anchor/);
    const namedYaml = yaml.replace("schema: { type: object } # kept", "examples: {}");
    assert.match(getReason({ "api.yaml": namedYaml }), /named `examples`/);
    assert.match(
      getReason({ "api.yaml": yaml }, { type: "text/html", text: "" }),
      /doesn't define content of this type/,
    );
    assert.match(
      getReason({ "api.yaml": yaml.replace("default", '"404"') }, { status: 500 }),
      /doesn't define a response with status 500/,
    );
    assert.match(getReason({ "api.yaml": yaml }, { text: "{" }), /isn't valid JSON/);
    assert.match(getReason({ "api.yaml": yaml }, { text: '{"id":1234567890123456789}' }), /16 or more digits/);
    assert.match(getReason({ "api.yaml": yaml }, { text: `"${"x".repeat(100_000)}"` }), /too long/);
    assert.match(getReason({ "api.yaml": yaml }, { text: "[".repeat(60) + "]".repeat(60) }), /nested more than/);
    assert.match(getReason({ "api.yaml": `${yaml}\n  : [` }), /no longer contains this operation|contains an error/);
  });
});

describe("saveResponseAsExample in JSON", () => {
  const createMedia = (example: string) =>
    `{\n\t"openapi": "3.0.0",\n\t"paths": {\n\t\t"/users": {\n\t\t\t"get": {\n\t\t\t\t"responses": {\n\t\t\t\t\t"200": {\n\t\t\t\t\t\t"content": {\n\t\t\t\t\t\t\t"application/json": {\n\t\t\t\t\t\t\t\t"schema": {}${example}\n\t\t\t\t\t\t\t}\n\t\t\t\t\t\t}\n\t\t\t\t\t}\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}\n`;
  const at = "\n\t\t\t\t\t\t\t\t";

  it("adds the example after the schema with the file's indentation", () => {
    assert.equal(saveAndRead({ "api.json": createMedia("") }), createMedia(`,${at}"example": {${at}\t"id": 1${at}}`));
  });

  it("replaces an existing example", () => {
    assert.equal(
      saveAndRead({ "api.json": createMedia(`,${at}"example": [1, 2]`) }),
      createMedia(`,${at}"example": {${at}\t"id": 1${at}}`),
    );
  });

  it("preserves CRLF line endings and keeps single-line files on one line", () => {
    const windows = createMedia("").replaceAll("\n", "\r\n");
    assert.equal(
      saveAndRead({ "api.json": windows }),
      createMedia(`,${at}"example": {${at}\t"id": 1${at}}`).replaceAll("\n", "\r\n"),
    );
    const line = JSON.stringify(JSON.parse(createMedia("")));
    assert.equal(saveAndRead({ "api.json": line }), line.replace('"schema":{}', '"schema":{}, "example": { "id": 1 }'));
  });
});
