import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { specFilesOf } from "../../../../test/harness/spec-files-of.ts";
import { checkReferences } from "./check-references.ts";
import { followRefs, type RefResult, resolveRef, getDocumentRoot } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-tree.ts";

const api = `
openapi: 3.1.0
$self: https://example.com/api
paths:
  /users/{id}: { get: { summary: Read } }
list: [zero, one]
"": { "": nothing, a: b }
__proto__: { own: 1 }
components:
  schemas:
    User: { properties: { name: { type: string } }, $anchor: user }
    "a/b~c{d}%": { title: odd }
    Alias: { $ref: "#/components/schemas/User" }
    Alias2: { $ref: "#/components/schemas/Alias" }
    Far: { $ref: "shared/models.yaml#/Order" }
    Beside: { $ref: "#/components/schemas/User", properties: { own: { type: integer } } }
    Broken: { $ref: "#/components/schemas/Gone" }
    Self: { $ref: "#/components/schemas/Self" }
    Ping: { $ref: "#/components/schemas/Pong" }
    Pong: { $ref: "#/components/schemas/Ping" }
    Named: { $id: "https://example.com/named", $defs: { x: { $anchor: inner, title: X } } }
`;
const others = {
  "specs/shared/models.yaml": `
Order: { properties: { user: { $ref: "../api.yaml#/components/schemas/User" }, line: { $ref: "#/Line" } } }
Line: { title: a line }
`,
  "specs/whole.json": `{"title":"whole"}`,
  "root.yaml": "title: root\n",
  "specs/two words.yaml": "title: two words\n",
  "specs/notes.txt": "title: no\n",
  "specs/broken.json": "{",
};
const files = specFilesOf({ "specs/api.yaml": api, ...others });
const formatResult = (result: RefResult) => (result.ok ? result.target.id : result.reason);
const resolveInApi = (reference: string, file = "specs/api.yaml") =>
  formatResult(resolveRef(files, reference, { file }));
const resolvePointer = (pointer: string) => `specs/api.yaml#${pointer}`;

describe("resolveRef", () => {
  const rows: readonly (readonly [reference: string, answer: string])[] = [
    ["#", resolvePointer("")],
    ["#/components/schemas/User", resolvePointer("/components/schemas/User")],
    ["#/paths/~1users~1{id}/get", resolvePointer("/paths/~1users~1{id}/get")],
    ["#/paths/~1users~1%7Bid%7D/get", resolvePointer("/paths/~1users~1{id}/get")],
    ["#/components/schemas/a~1b~0c%7Bd%7D%25", resolvePointer("/components/schemas/a~1b~0c{d}%")],
    ["#/list/1", resolvePointer("/list/1")],
    ["#/list/2", "no-node"],
    ["#/list/01", "no-node"],
    ["#/list/-", "no-node"],
    ["#/list/-1", "no-node"],
    ["#/list/length", "no-node"],
    ["#//", resolvePointer("//")],
    ["#//a", resolvePointer("//a")],
    ["#/list/", "no-node"],
    ["#/__proto__/own", resolvePointer("/__proto__/own")],
    ["#/components/__proto__", "no-node"],
    ["#/constructor/prototype", "no-node"],
    ["#/components/schemas/user", "no-node"],
    ["#user", resolvePointer("@")],
    ["#nobody", "no-node"],
    ["#inner", "no-node"],
    ["https://example.com/named#inner", resolvePointer("@")],
    ["https://example.com/named#/$defs/x", resolvePointer("@/$defs/x")],
    ["https://example.com/api#/list/0", resolvePointer("/list/0")],
    // References that pass through other references. The resulting ID doesn't include the references in between.
    ["#/components/schemas/Alias2/properties/name", resolvePointer("/components/schemas/User/properties/name")],
    ["#/components/schemas/Far/properties/user", "specs/shared/models.yaml#/Order/properties/user"],
    [
      "#/components/schemas/Far/properties/user/properties/name",
      resolvePointer("/components/schemas/User/properties/name"),
    ],
    ["#/components/schemas/Beside/properties/own", resolvePointer("/components/schemas/Beside/properties/own")],
    ["#/components/schemas/Broken", resolvePointer("/components/schemas/Broken")],
    ["#/components/schemas/Broken/properties", "lost-on-the-way"],
    ["#/components/schemas/Self/properties", "circle"],
    ["#/components/schemas/Ping/properties", "circle"],
    // References to other files.
    ["shared/models.yaml", "specs/shared/models.yaml#"],
    ["./shared/models.yaml#/Order", "specs/shared/models.yaml#/Order"],
    ["./shared/../shared/models.yaml#/Line", "specs/shared/models.yaml#/Line"],
    [".\\\\shared\\\\models.yaml#/Line".replaceAll("\\\\", "\\"), "specs/shared/models.yaml#/Line"],
    ["whole.json#", "specs/whole.json#"],
    ["../root.yaml#/title", "root.yaml#/title"],
    ["two%20words.yaml#/title", "specs/two words.yaml#/title"],
    ["two%2520words.yaml#/title", "no-file"],
    ["api.yaml#/list/0", resolvePointer("/list/0")],
    ["shared/models.yaml#/Nope", "no-node"],
    ["shared/Models.yaml#/Order", "no-file"],
    ["gone.yaml#/x", "no-file"],
    ["broken.json#/x", "no-file"],
    ["notes.txt#/title", "not-json-or-yaml"],
    ["", resolvePointer("")],
    ["gone", "not-json-or-yaml"],
    // References never lead outside the site.
    ["../../secret.json", "outside-site"],
    ["../../secret.json#/x", "outside-site"],
    ["%2e%2e/%2e%2e/secret.json", "outside-site"],
    ["%2E%2E%2F%2E%2E%2Fsecret.json", "outside-site"],
    ["..\\..\\secret.json", "outside-site"],
    ["x/../../../secret.json", "outside-site"],
    ["/etc/hostname", "outside-site"],
    ["/etc/secret.json", "outside-site"],
    ["%2Fetc/secret.json", "outside-site"],
    ["\\etc\\secret.json", "outside-site"],
    ["file:///etc/secret.json", "external"],
    ["FILE:/etc/secret.json", "external"],
    ["C:\\secret.json", "external"],
    ["\\\\server\\share\\secret.json", "external"],
    ["secret\0.json", "not-a-path"],
    ["secret%00.json", "not-a-path"],
    // References are never resolved over the network.
    ["http://169.254.169.254/latest.json", "external"],
    ["https://example.com/api.json#/x", "external"],
    ["http://2130706433/a.json", "external"],
    ["http://[::ffff:127.0.0.1]/a.json", "external"],
    ["http%3A//127.0.0.1/a.json", "external"],
    ["//127.0.0.1/a.json", "external"],
    ["data:application/json,{}", "external"],
  ];
  for (const [reference, answer] of rows)
    it(`resolves ${JSON.stringify(reference)} to ${answer}`, () => {
      assert.equal(resolveInApi(reference).replace(/@\d+/, "@"), answer);
    });

  it("resolves references relative to the file that contains them", () => {
    assert.equal(resolveInApi("../api.yaml#/list/0", "specs/shared/models.yaml"), resolvePointer("/list/0"));
    assert.equal(resolveInApi("#/Line", "specs/shared/models.yaml"), "specs/shared/models.yaml#/Line");
  });

  it("resolves references relative to the enclosing schema with an `$id` or, by default, to the file", () => {
    const result = resolveRef(files, "#/components/schemas/Named", { file: "specs/api.yaml" });
    assert.ok(result.ok);
    const resolveHere = (reference: string) => formatResult(resolveRef(files, reference, result.target));
    assert.equal(resolveHere("#/$defs/x"), resolvePointer("/components/schemas/Named/$defs/x"));
    assert.equal(resolveHere("#inner").replace(/@\d+/, "@"), resolvePointer("@"));
    assert.equal(resolveHere("#/components/schemas/User"), resolvePointer("/components/schemas/User"));
    assert.equal(resolveHere("#/nowhere"), "own-address");
    assert.equal(resolveHere("other"), "own-address");
  });

  it("requests only files that are referenced", () => {
    const loadedFiles = new Set<string>();
    const watched = specFilesOf({ "specs/api.yaml": api, ...others }, (path) => loadedFiles.add(path));
    for (const [reference] of rows.filter(([, answer]) => /outside|external|not-/.test(answer)))
      resolveRef(watched, reference, { file: "specs/api.yaml" });
    assert.deepEqual([...loadedFiles], ["specs/api.yaml"]);
  });
});

describe("followRefs", () => {
  const createSchemas = (count: number, write: (i: number) => string) =>
    specFilesOf({
      "a.json": `{"s":{${Array.from({ length: count }, (_, i) => `"n${i}":${write(i)}`).join(",")}}}`,
    });
  const followReference = (of: SpecFiles, reference: string): RefResult => {
    const start = resolveRef(of, reference, { file: of.entry });
    return start.ok ? followRefs(of, start.target) : start;
  };
  const checkTime = (work: () => void) => assertQuick(2000, work);

  it("follows a chain of 400 references", () => {
    const chain = createSchemas(400, (i) => (i < 399 ? `{"$ref":"#/s/n${i + 1}"}` : `{"end":true}`));
    assert.equal(formatResult(followReference(chain, "#/s/n0")), "a.json#/s/n399");
    assert.equal(formatResult(resolveRef(chain, "#/s/n0/end", { file: "a.json" })), "a.json#/s/n399/end");
  });

  it("reports circular references, whether in a chain of 1,000 schemas, a self-reference, a pair, or a cycle of files, and stops at a missing file in the cycle", () => {
    checkTime(() => {
      const ring = createSchemas(1_000, (i) => `{"$ref":"#/s/n${(i + 1) % 1_000}"}`);
      for (let i = 0; i < 1_000; i++) assert.equal(formatResult(followReference(ring, `#/s/n${i}`)), "circle");
      assert.deepEqual(checkReferences(ring, []), []);
      assert.equal(formatResult(followReference(files, "#/components/schemas/Self")), "circle");
      assert.equal(formatResult(followReference(files, "#/components/schemas/Ping")), "circle");
    });
    const names = Array.from({ length: 10 }, (_, i) => `f${i}.yaml`);
    const ring = Object.fromEntries(names.map((name, i) => [name, `a: { $ref: "${names[(i + 1) % 10] ?? ""}#/a" }\n`]));
    assert.equal(formatResult(followReference(specFilesOf(ring), "#/a")), "circle");
    delete ring["f5.yaml"];
    const broken = specFilesOf(ring);
    assert.equal(formatResult(followReference(broken, "#/a")), "no-file");
    const reads = names.filter((name) => name !== "f0.yaml");
    assert.deepEqual(
      checkReferences(broken, reads).map(({ kind, file, text, outcome }) => [kind, file, text, outcome]),
      [
        ["external-ref", undefined, "f1.yaml#/a", "followed"],
        ["dangling-ref", "f4.yaml", "f5.yaml#/a", undefined],
      ],
    );
  });

  it("takes a limited amount of time for 8 levels of 25 references each and for pointers through other pointers", () => {
    checkTime(() => {
      const fan = createSchemas(
        9 * 25,
        (i) =>
          `{"p":[${Array.from({ length: 25 }, (_, k) => `{"$ref":"#/s/n${Math.min(8, Math.floor(i / 25) + 1) * 25 + k}"}`).join(",")}]}`,
      );
      assert.equal(formatResult(resolveRef(fan, "#/s/n0/p/24/p/3/p/7/p/1", { file: "a.json" })), "a.json#/s/n82/p/1");
      assert.deepEqual(checkReferences(fan, []), []);
      const detours = createSchemas(60, (i) => `{"$ref":"#/s/n${i + 1}/x/x"}`);
      for (let i = 0; i < 60; i++) assert.equal(resolveRef(detours, `#/s/n${i}/x/x`, { file: "a.json" }).ok, false);
      const deep = createSchemas(5_000, (i) => `{"$ref":"#/s/n${i + 1}/x"}`);
      assert.equal(resolveRef(deep, "#/s/n0/x", { file: "a.json" }).ok, false);
    });
  });

  it("stops at circular YAML anchors", () => {
    const anchors = specFilesOf({ "a.yaml": "a: &a\n  b: *a\n  c: { $ref: '#/a/b/b/c' }\n" });
    assert.equal(formatResult(followReference(anchors, "#/a/b/c")), "circle");
    assert.ok(getDocumentRoot(anchors, "a.yaml"));
    assert.equal(formatResult(resolveRef(anchors, "#nobody", { file: "a.yaml" })), "no-node");
  });
});
