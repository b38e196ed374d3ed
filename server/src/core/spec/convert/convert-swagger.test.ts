import assert from "node:assert/strict";
import SwaggerParser from "@apidevtools/swagger-parser";
import { swaggerPets as pets } from "../../../../../test/harness/swagger-pets.ts";
import { readYamlTree } from "../parse-yaml.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { type ConversionTarget, convertText } from "./convert-swagger.ts";
import type { JsonObject } from "./json-values.ts";

function convertSource(source: unknown, target: ConversionTarget): { document: JsonObject; notes: readonly string[] } {
  const result = convertText("api.json", JSON.stringify(source), target);
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  return { document: JSON.parse(result.text) as JsonObject, notes: result.notes };
}

/** Returns the nested value at these keys. */
function getAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((one, key) => (one as JsonObject | undefined)?.[key], value);
}

describe("convertText", () => {
  for (const target of ["3.0", "3.1"] as const) {
    const { document, notes } = convertSource(pets, target);
    const getOperation = (method: string, path = "/pets") => getAt(document, "paths", path, method);

    describe(`when converting to OpenAPI ${target}`, () => {
      it("creates a valid file", async () => {
        // This value is plain data, but the validator would treat it as a reference.
        const text = JSON.stringify(document).replace(/"\$ref":"#\/definitions\/Fake",/, "");
        await new SwaggerParser().validate(JSON.parse(text) as never, { resolve: { external: false } });
        assert.equal(String(document["openapi"]).slice(0, 3), target);
        assert.deepEqual(Object.keys(document).slice(0, 3), ["openapi", "info", "servers"]);
      });

      it("converts host, path, and schemes to servers, including those for individual operations", () => {
        assert.deepEqual(document["servers"], [
          { url: "https://api.example.com/v1" },
          { url: "http://api.example.com/v1" },
        ]);
        assert.deepEqual(getAt(getOperation("post"), "servers"), [{ url: "wss://api.example.com/v1" }]);
      });

      it("converts security schemes completely", () => {
        assert.deepEqual(getAt(document, "components", "securitySchemes"), {
          basic: { type: "http", scheme: "basic", description: "Old" },
          an_odd_name: { type: "apiKey", in: "header", name: "X-Key" },
          code: {
            type: "oauth2",
            flows: {
              authorizationCode: {
                authorizationUrl: "https://example.com/auth",
                tokenUrl: "https://example.com/token",
                scopes: { "read:pets": "Read" },
              },
            },
            description: "New",
            "x-extra": 1,
          },
          app: {
            type: "oauth2",
            flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: {} } },
          },
        });
        assert.deepEqual(document["security"], [{ code: ["read:pets"] }, { an_odd_name: [] }]);
      });

      it("converts body parameters to request bodies, including shared ones", () => {
        const schema = { $ref: "#/components/schemas/Pet" };
        assert.deepEqual(getAt(getOperation("post"), "requestBody"), {
          required: true,
          content: { "application/json": { schema } },
        });
        assert.equal(getAt(getOperation("post"), "parameters"), undefined);
      });

      it("converts form parameters to a form body with all their settings", () => {
        assert.deepEqual(getAt(getOperation("post", "/pets/{id}/photo"), "requestBody"), {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: {
                  file: { description: "The photo", type: "string", format: "binary" },
                  labels: { type: "array", items: { type: "string" } },
                  kind: { type: "string", default: "a", enum: ["a", "b"], "x-k": 1 },
                },
                required: ["file"],
              },
              encoding: { labels: { style: "form", explode: true } },
            },
          },
        });
      });

      it("adds the operation's media types to its responses", () => {
        const list = getAt(getOperation("get"), "responses");
        assert.deepEqual(getAt(list, "200", "content"), {
          "text/csv": {
            schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
            example: "a,b",
          },
        });
        assert.deepEqual(getAt(list, "200", "headers", "X-Total"), {
          description: "All",
          schema: { type: "integer" },
        });
        assert.deepEqual(Object.keys(getAt(list, "404", "content") as object), ["text/csv"]);
        assert.deepEqual(getAt(getOperation("post"), "responses", "404"), {
          $ref: "#/components/responses/Gone",
        });
        assert.deepEqual(
          Object.keys(getAt(document, "components", "responses", "Gone", "content") as object),
          pets.produces,
        );
      });

      it("preserves the format of array parameters", () => {
        const parameters = getAt(getOperation("get"), "parameters") as JsonObject[];
        assert.deepEqual(
          parameters.map(({ name, style, explode }) => [name, style, explode]),
          [
            ["multi", "form", true],
            ["pipes", "pipeDelimited", false],
            ["plain", "form", false],
            ["tabs", undefined, undefined],
          ],
        );
        assert.equal(parameters[1]?.["example"], "1|2");
      });

      it("preserves the author's data and properties, regardless of their names", () => {
        const pet = getAt(document, "components", "schemas", "Pet");
        assert.deepEqual(getAt(pet, "example"), pets.definitions.Pet.example);
        assert.deepEqual(getAt(pet, "properties", "example"), pets.definitions.Pet.properties.example);
        assert.deepEqual(getAt(pet, "discriminator"), { propertyName: "kind" });
        assert.deepEqual(getAt(document, "components", "schemas", "Error", "x-of"), {
          $ref: "#/components/schemas/Pet",
        });
        assert.equal(getAt(document, "paths", "/pets/{id}/photo", "x-internal"), null);
      });

      it("notes differences from the original", () => {
        assert.deepEqual([...notes].sort(), [
          "The component Reply«Pet» was renamed to Reply_Pet because OpenAPI 3 allows fewer characters in names.",
          "The component an odd name was renamed to an_odd_name because OpenAPI 3 allows fewer characters in names.",
          "The list tabs uses a format that OpenAPI 3 doesn't support (tsv).",
        ]);
      });
    });
  }

  it("writes null and limits in the syntax that each version requires", () => {
    const getProperties = (target: ConversionTarget) =>
      getAt(convertSource(pets, target).document, "components", "schemas", "Pet", "properties");
    assert.deepEqual(getAt(getProperties("3.0"), "owner"), { type: "string", nullable: true });
    assert.deepEqual(getAt(getProperties("3.1"), "owner"), { type: ["string", "null"] });
    assert.deepEqual(getAt(getProperties("3.0"), "age"), {
      type: "integer",
      minimum: 0,
      exclusiveMinimum: true,
    });
    assert.deepEqual(getAt(getProperties("3.1"), "age"), { type: "integer", exclusiveMinimum: 0 });
    assert.deepEqual(getAt(getProperties("3.1"), "state"), {
      anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }],
    });
  });

  it("notes assumptions that it makes", () => {
    const bare = {
      swagger: "2.0",
      info: { title: "A", version: "1" },
      host: "a.example",
      paths: {
        "/a": { $ref: "other.yaml#/a" },
        "/b": { get: { responses: { "200": { description: "", schema: {} } } } },
      },
    };
    const { document, notes } = convertSource(bare, "3.1");
    assert.deepEqual(document["servers"], [{ url: "https://a.example" }]);
    assert.equal(notes.length, 3);
    for (const word of [
      /https is assumed/,
      /application\/json is assumed/,
      /other\.yaml isn't converted\. Convert it separately/,
    ])
      assert.ok(
        notes.some((note) => word.test(note)),
        String(word),
      );
  });

  it("preserves YAML formatting, line endings, and digits, and notes that comments are removed", () => {
    const text = `# About\r\nswagger: "2.0"\r\ninfo:\r\n    title: A\r\n    version: 1.10\r\npaths: {}\r\ndefinitions:\r\n    A: &a\r\n        type: integer\r\n        maximum: 9223372036854775807\r\n    B: *a\r\n`;
    const result = convertText("api.yaml", text, "3.1");
    assert.ok(result.ok);
    assert.equal(
      result.text,
      "openapi: 3.1.1\r\ninfo:\r\n    title: A\r\n    version: '1.10'\r\npaths: {}\r\ncomponents:\r\n    schemas:\r\n        A:\r\n            type: integer\r\n            maximum: 9223372036854775807\r\n        B:\r\n            type: integer\r\n            maximum: 9223372036854775807\r\n",
    );
    assert.equal(readYamlTree(result.text).error, undefined);
    assert.deepEqual(result.notes, ["Comments aren't preserved.", "YAML anchors are expanded."]);
  });

  for (const indent of ["\t", "  ", "    ", ""])
    it(`preserves an indentation of ${JSON.stringify(indent)} in JSON`, () => {
      const source = { swagger: "2.0", info: { title: "A", version: "1" }, paths: {} };
      const result = convertText("api.json", JSON.stringify(source, undefined, indent), "3.0");
      const expected = { openapi: "3.0.4", info: { title: "A", version: "1" }, paths: {} };
      assert.equal(result.ok && result.text, `${JSON.stringify(expected, undefined, indent)}\n`);
    });

  describe("JSON layout", () => {
    const reformatted = "The file is reformatted, so its line breaks and spaces may differ.";
    const rest = `"info":{"title":"A","version":"1"},"tags":[{"name":"a"}],"paths":{}`;
    const wide = `{\n  "swagger": "2.0",\n  "info": { "title": "A", "version": "1" },\n  "paths": {}\n}\n`;
    const spread = `{\n  "openapi": "3.0.4",\n  "info": {\n    "title": "A",\n    "version": "1"\n  },\n  "paths": {}\n}\n`;
    const table: readonly (readonly [what: string, text: string, written: string, notes: readonly string[]])[] = [
      ["keeps a file on one line", `{"swagger":"2.0",${rest}}`, `{"openapi":"3.0.4",${rest}}\n`, []],
      ["keeps a file with spaces on one line and notes that it was reformatted", `{ "swagger": "2.0", ${rest} }\n`, `{"openapi":"3.0.4",${rest}}\n`, [reformatted]],
      ["expands short objects over several lines and notes that the file was reformatted", wide, spread, [reformatted]],
      ["keeps CRLF line endings", `${wide.replace('{ "title": "A", "version": "1" }', "{}").replaceAll("\n", "\r\n")}`, `{\r\n  "openapi": "3.0.4",\r\n  "info": {},\r\n  "paths": {}\r\n}\r\n`, []],
      ["keeps every digit of a number", `{"swagger":"2.0","info":{"x-id":12345678901234567890},"paths":{}}`, `{"openapi":"3.0.4","info":{"x-id":12345678901234567890},"paths":{}}\n`, []],
    ]; // prettier-ignore
    for (const [what, text, expected, notes] of table)
      it(what, () => {
        const result = convertText("api.json", text, "3.0");
        assert.ok(result.ok);
        assert.equal(result.text, expected);
        assert.deepEqual(
          result.notes.filter((note) => /line/.test(note)),
          notes,
        );
      });
  });

  const refused: Readonly<Record<string, readonly [path: string, text: string, reason: RegExp]>> = {
    "OpenAPI 3": ["api.json", `{"openapi":"3.0.0","paths":{}}`, /isn't a Swagger 2\.0 specification/],
    "Swagger 1.2": ["api.json", `{"swagger":"1.2"}`, /isn't a Swagger 2\.0 specification/],
    "broken JSON": ["api.json", `{"swagger":"2.0",`, /can't be read/],
    "cyclic YAML": ["api.yaml", `swagger: "2.0"\npaths: &a\n  /a: *a\n`, /expands to more data|can't be read/],
    "YAML with aliases that expand endlessly": [
      "api.yaml",
      `swagger: "2.0"\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghijk"
        .split("")
        .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(",")}]`)
        .join("\n")}\n`,
      /expands to more data/,
    ],
  };
  for (const [what, [path, text, reason]] of Object.entries(refused))
    it(`rejects ${what}`, () => {
      const result = convertText(path, text, "3.1");
      assert.match(result.ok ? "" : formatMessageInEnglish(result.reason), reason);
    });

  it("doesn't let the file's content change object prototypes", () => {
    const text = `{"swagger":"2.0","paths":{"__proto__":{"get":{"polluted":1}},"constructor":{"prototype":{"polluted":1}}},"definitions":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}`;
    convertText("api.json", text, "3.1");
    assert.equal(({} as JsonObject)["polluted"], undefined);
  });

  it("rejects a malformed Swagger document and never throws", () => {
    const odd = [null, [], "x", 3, [null], { get: null }, { get: [] }, { get: { parameters: "x", responses: [null] } }];
    for (const value of odd)
      for (const key of [
        "paths",
        "definitions",
        "parameters",
        "responses",
        "securityDefinitions",
        "info",
        "host",
        "schemes",
      ])
        for (const holder of [value, { "/a": value }])
          convertText("api.json", JSON.stringify({ swagger: "2.0", paths: {}, [key]: holder }), "3.1");
  });
});
