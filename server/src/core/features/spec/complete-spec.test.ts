import assert from "node:assert/strict";
import { labels, offered, taken, yaml } from "../../../../../test/harness/offered-in-spec.ts";

const createJson = (operation: string, more = "") => `//- api.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { "get": {
    ${operation}
  } } }${more}
}`;

describe("completion in specifications", () => {
  it("offers the extension fields that apply at the cursor and describes their effects", () => {
    assert.deepEqual(labels(yaml("      x-$0")), [
      "x-service",
      "x-hidden",
      "x-excluded",
      "x-codeSamples",
      "x-code-samples",
    ]);
    assert.ok(labels(yaml("      x-$0"), "mintlify").includes("x-mint"));
    const hidden = offered(yaml("      x-h$0")).items[0];
    assert.match(hidden?.description ?? "", /from the generated navigation[^]*The string "true" doesn't hide it/);
    assert.deepEqual(labels(yaml("", "tags:\n  - name: A\n    $0")), ["x-group"]);
    // OpenAPI 3.2, Path Item Object: operations with other methods.
    assert.ok(
      labels(yaml("", "webhooks:\n  a:\n    additionalOperations:\n      COPY:\n        x-$0")).includes("x-hidden"),
    );
    assert.ok(labels(yaml("", "components:\n  schemas:\n    A:\n      x-$0")).includes("x-default"));
    assert.deepEqual(labels(yaml("      x-hidden: true\n      x-h$0")).includes("x-hidden"), false);
  });

  it("inserts extension fields with any missing colon, indentation, and commas", () => {
    assert.match(taken(yaml("      x-h$0"), "x-hidden"), /\n {6}x-hidden: true\n/);
    assert.match(taken(yaml("      $0"), "x-service"), /\n {6}x-service:\n {8}$/m);
    assert.match(taken(yaml("      x-h$0: false"), "x-hidden"), /\n {6}x-hidden: false\n/);
    assert.match(
      taken(createJson('"summary": "a"\n    "x-$0"'), "x-hidden"),
      /"summary": "a",\n {4}"x-hidden": true\|\n/,
    );
    assert.match(taken(createJson('"x-$0"\n    "summary": "a"'), "x-service"), /"x-service": \{\|\},\n/);
  });

  it("offers the fields of an extension and its metadata, and their values", () => {
    const createYaml = (field: string) => yaml(`      x-service:\n        ${field}`);
    assert.deepEqual(labels(createYaml("$0")).slice(0, 3), ["href", "metadata", "content"]);
    assert.ok(labels(createYaml("metadata:\n          $0")).includes("sidebarTitle"));
    assert.ok(!labels(createYaml("metadata:\n          $0")).includes("openapi"));
    assert.deepEqual(labels(createYaml("metadata:\n          hidden: $0")), ["true", "false"]);
    assert.ok(labels(createYaml("mcp:\n          $0")).includes("enabled"));
    assert.deepEqual(labels(createYaml("mcp: { enabled: $0 }")), ["true", "false"]);
    assert.deepEqual(labels(createJson('"x-service": { "$0" }')).slice(0, 2), ["href", "metadata"]);
    assert.deepEqual(labels(createJson('"x-hidden": $0')), ["true", "false"]);
  });

  it("offers the reader groups used in pages and operations", () => {
    const site = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n---\ngroups: [admin, staff]\n---\n';
    assert.deepEqual(labels(site + yaml("      x-service:\n        groups: [$0]")).sort(), ["admin", "staff"]);
    assert.deepEqual(labels(site + yaml("      x-service:\n        groups:\n          - $0")).sort(), [
      "admin",
      "staff",
    ]);
    assert.match(taken(site + yaml("      x-service:\n        groups:\n          -$0"), "admin"), /- admin/);
  });

  it("offers matching components before files for a reference", () => {
    const parts = `components:
  schemas: { User: { title: A user }, "a/b": {} }
  parameters: { Page: { name: page, in: query } }`;
    const bodyText = `      responses:\n        "200":\n          content:\n            a/b:\n              schema:\n                $ref: "$0"`;
    assert.deepEqual(labels(yaml(bodyText, parts)), ["#/components/schemas/User", "#/components/schemas/a~1b"]);
    assert.deepEqual(labels(yaml('      parameters:\n        - $ref: "$0"', parts)), ["#/components/parameters/Page"]);
    assert.match(
      taken(yaml("      parameters:\n        - $ref: $0", parts), "#/components/parameters/Page"),
      /\$ref: "#\/components\/parameters\/Page"/,
    );
    const fileFixture = `${yaml(bodyText, parts)}\n//- models/pet.yaml\nPet: { type: object }`;
    assert.deepEqual(labels(fileFixture).slice(2), ["./models/pet.yaml#/Pet", "./models/pet.yaml"]);
    const list = createJson('"parameters": [{ "$ref": "#$0" }]', `,\n "components": { "parameters": { "Page": {} } }`);
    assert.match(taken(list, "#/components/parameters/Page"), /"\$ref": "#\/components\/parameters\/Page" \}/);
  });

  it("offers tags, authentication methods, and operation IDs", () => {
    const parts = `tags: [{ name: People, description: All of them }]
components:
  securitySchemes: { key: { type: http } }`;
    assert.deepEqual(labels(yaml("      tags: [$0]", parts)), ["People"]);
    assert.deepEqual(labels(yaml("      tags:\n        - $0", parts)), ["People"]);
    assert.match(taken(yaml("      security:\n        - $0", parts), "key: []"), /- key: \[\]/);
    assert.match(taken(yaml("      security: [{ $0 }]", parts), "key"), /security: \[\{ key: \[\|\] \}\]/);
    const link = `      operationId: list\n      responses: { "200": { links: { next: { operationId: $0 } } } }`;
    assert.deepEqual(labels(yaml(link, parts)), ["list"]);
  });

  it("offers nothing in free text", () => {
    for (const operation of ["      summary: $0", "      description: |\n        x-$0", "      # x-$0"])
      assert.deepEqual(labels(yaml(operation)), [], operation);
    assert.deepEqual(labels(yaml("      x-service:\n        content: $0")), []);
    assert.deepEqual(labels(yaml("      responses:\n        $0")), []);
  });
});
