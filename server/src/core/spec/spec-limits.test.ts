import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { readSpec } from "./read-spec.ts";

describe("limits on specifications", () => {
  it("keep the cost of references proportional to their number, regardless of how they're chained", () => {
    const createRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas: Record<string, unknown> = {
      Self: createRef("Self"),
      A: createRef("B"),
      B: createRef("A"),
    };
    for (let i = 0; i < 400; i++) schemas[`Chain${i}`] = i === 399 ? { type: "string" } : createRef(`Chain${i + 1}`);
    for (let i = 0; i < 1_000; i++) schemas[`Cycle${i}`] = createRef(`Cycle${(i + 1) % 1_000}`);
    for (let level = 0; level < 8; level++)
      schemas[`Fan${level}`] = {
        properties: Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`p${i}`, createRef(`Fan${level + 1}`)])),
      };
    schemas["Fan8"] = { type: "string" };
    const names = ["Self", "A", "Chain0", "Cycle0", "Fan0"];
    const paths = Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        {
          get: {
            parameters: [{ name, in: "query", schema: createRef(name) }],
            requestBody: { content: { x: { schema: createRef(name) } } },
          },
        },
      ]),
    );
    const text = JSON.stringify({ openapi: "3.1.0", paths, components: { schemas } });
    assertQuick(2000, () => readSpec("a.json", text));
    const outline = readSpec("a.json", text);
    assert.deepEqual(
      outline?.operations.map(({ path }) => path),
      names.map((name) => `/${name}`),
    );
    assert.deepEqual(outline.problems, []);
  });

  it("omit the content of examples from the outline but record that examples exist", () => {
    const large = "z".repeat(5_000_000);
    const createSpec = (media: object) => ({
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { 200: { content: { "application/json": media } } } } } },
      components: { schemas: { User: { example: { name: "Ada" } } } },
    });
    const readReported = (media: object) => readSpec("a.json", JSON.stringify(createSpec(media)));
    const outline = readReported({ example: large });
    assert.equal(outline?.operations[0]?.hasExample, true);
    assert.ok(JSON.stringify(outline).length < 2_000);
    const has = [{ examples: { one: {} } }, { schema: { $ref: "#/components/schemas/User" } }, { schema: {} }];
    assert.deepEqual(
      has.map((media) => readReported(media)?.operations[0]?.hasExample),
      [true, true, false],
    );
  });
});
