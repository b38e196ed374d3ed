import assert from "node:assert/strict";
import { readWholeSpec } from "../read-spec.ts";
import { checkDuplicates, checkPaths } from "./check-paths.ts";
import { checkRefStrings, checkSchemas } from "./check-schemas.ts";
import type { FoundProblem } from "./validator-errors.ts";

/** Returns a long file with one problem at its end for each check. */
function createLongFile() {
  const count = 2_000;
  const parameter = { name: "page", in: "query", schema: { type: "string" } };
  const shape = { type: "object", properties: { a: { type: "string" }, b: { items: { type: "number" } } } };
  const operation = { parameters: [parameter], responses: { 200: { description: "ok" } } };
  const paths = Array.from({ length: count }, (_, i) => [`/p${i}`, { get: operation, post: operation }] as const);
  const schemas = Array.from(
    { length: 2 * count },
    (_, i) => [`S${i}`, { properties: { c: shape, d: shape } }] as const,
  );
  const last = { get: { parameters: [parameter, parameter], responses: { $ref: 5 } } };
  const document = {
    openapi: "3.1.0",
    paths: { ...Object.fromEntries(paths), "/last/{id}": last },
    components: { schemas: { ...Object.fromEntries(schemas), Last: { type: "txt" } } },
  };
  const text = JSON.stringify(document);
  const specification = readWholeSpec("a.json", text, () => undefined);
  const root = specification?.files.getTree("a.json")?.root;
  assert.ok(specification && root);
  // The document contains no shared values.
  return { document: JSON.parse(text) as unknown, root, files: specification.files };
}

describe("checking a long file", () => {
  const { document, root, files } = createLongFile();
  const table: readonly (readonly [string, Generator<void, readonly FoundProblem[]>, string])[] = [
    ["references", checkRefStrings(document, root), "$ref"],
    ["repeated items", checkDuplicates(root, "openapi-3.1"), "page"],
    ["schemas", checkSchemas(document, root), "txt"],
    ["paths", checkPaths(files, "openapi-3.1"), "id"],
  ];
  for (const [what, check, name] of table)
    it(`lets other work run between steps: ${what}`, () => {
      let steps = 0;
      let step = check.next();
      for (; !step.done; step = check.next()) steps++;
      assert.deepEqual(
        step.value.map((fault) => fault.name),
        [name],
      );
      assert.ok(steps >= 2, String(steps));
    });
});
