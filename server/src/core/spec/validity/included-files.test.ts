import assert from "node:assert/strict";
import { specFaultCases } from "../../../../../test/cases/spec-faults.ts";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { splitSpec } from "../../../../../test/harness/split-spec.ts";
import { validators } from "../../../workspace/specs/compiled-validators.cjs";
import { applyEdits } from "../../text/text-edit.ts";
import { readWholeSpec } from "../read-spec.ts";
import { type ValidityProblem, findValidityProblems } from "./analyze-spec.ts";
import { createJsonDocument } from "./validate-in-steps.ts";

function validate(files: ReadonlyMap<string, string>): readonly ValidityProblem[] {
  const [[path, text] = ["", ""]] = files;
  const specification = readWholeSpec(path, text, (file) => files.get(file));
  assert.ok(specification, "no specification");
  const steps = findValidityProblems(specification.files, specification.outline, { validators }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  assert.ok(step.value, "no result was returned");
  return step.value;
}

const formatShort = ({ kind, name, isTolerated }: ValidityProblem) => `${isTolerated ? "~" : ""}${kind} ${name}`;

/**
 * Fewer problems are reported for parameters in a path item in another file, because several paths may use the path
 * item.
 */
const toComparable = (faults: readonly ValidityProblem[]) =>
  faults
    .filter(({ kind }) => kind !== "path-parameter")
    .map(formatShort)
    .sort();

/** Returns `file kind name` for each problem. Asserts that the problems have the marked ranges, in file order. */
function getReported(marked: string): string[] {
  const { files, marks } = parseFixture(marked);
  const faults = validate(files);
  assert.deepEqual(
    faults.map(({ file, range }) => `${file} ${range.start} ${files.get(file)?.slice(range.start, range.end)}`),
    marks.map(({ file, range }) => `${file} ${range.start} ${files.get(file)?.slice(range.start, range.end)}`),
  );
  return faults.map((fault) => `${fault.file} ${formatShort(fault)}`);
}

const start = (version: string) => `//- api.yaml\nopenapi: ${version}\ninfo: { title: A, version: "1" }\n`;
const createPathSpec = (rest: string, version = "3.0.3") =>
  `${start(version)}paths: { /users: { $ref: paths/users.yaml } }\n//- paths/users.yaml\n${rest}`;
const createSchemaSpec = (reference: string, rest: string, version = "3.0.3") =>
  `${start(version)}paths: {}\ncomponents: { schemas: { User: { $ref: "${reference}" } } }\n${rest}`;
const fine = 'responses: { "200": { description: OK } }';

const cases: readonly (readonly [what: string, marked: string, messages: readonly string[]])[] = [
  ["aren't found in valid files", createPathSpec(`get: { ${fine} }\n`), []],
  ["are found in the keys of an operation", createPathSpec(`get:\n  [|sumary|]: List\n  ${fine}\n`), ["paths/users.yaml unknown-key sumary"]],
  ["are found if an operation lacks a key", createPathSpec("[|get|]: { summary: List }\n"), ["paths/users.yaml missing-key responses"]],
  ["are found in a file with content of the wrong type", createPathSpec("[|5|]\n"), ["paths/users.yaml wrong-type /users"]],
  ["are found in the keys of a file", createPathSpec(`[|gett|]: {}\nget: { ${fine} }\n`), ["paths/users.yaml unknown-key gett"]],
  ["are found for a repeated parameter", createPathSpec(`get:\n  parameters:\n    - { name: a, in: query, schema: {} }\n    - { name: [|a|], in: query, schema: {} }\n  ${fine}\n`), ["paths/users.yaml not-unique a"]],
  ["are found only in the referenced response of a file", `${start("3.0.3")}paths: { /a: { get: { responses: { "404": { $ref: "answers.yaml#/lost" } } } } }\n//- answers.yaml\nlost: { description: No }\n[|other|]: 5\n`.replace("[|other|]", "other"), []],
  ["are found for a response without a description", `${start("3.0.3")}paths: { /a: { get: { responses: { "404": { $ref: "answers.yaml#/lost" } } } } }\n//- answers.yaml\n[|lost|]: { content: {} }\n`, ["answers.yaml missing-key description"]],
  ["are found at the name of a YAML alias", `${start("3.0.3")}paths: { /a: { get: { responses: { "404": { $ref: "answers.yaml#/lost" } } } } }\n//- answers.yaml\nbase: &base { content: {} }\n[|lost|]: *base\n`, ["answers.yaml missing-key description"]],
  ["are found in a parameter", `${start("3.1.0")}paths: { /a: { parameters: [{ $ref: "common.json#/p/0" }] } }\n//- common.json\n{ "p": [{ "name": "a", "in": [|"querry"|], "schema": {} }] }\n`, ["common.json wrong-value querry"]],
  ["are found in a property of a 3.0 schema", createSchemaSpec("user.json", `//- user.json\n{ "type": "object", "properties": { "a": { "type": [|"strin"|] } } }\n`), ["user.json wrong-value strin"]],
  ["are found in a property of a 3.1 schema", createSchemaSpec("user.json", `//- user.json\n{ "type": "object", "properties": { "a": { "type": [|"strin"|] } } }\n`, "3.1.0"), ["user.json ~wrong-value strin"]],
  ["are found in a schema that has an `$anchor`", createSchemaSpec("user.json#user", `//- user.json\n{ "list": [{ "$defs": { "a": { "$anchor": "user", "type": [|"strin"|] } } }], "other": { "type": "txt" } }\n`, "3.1.0"), ["user.json ~wrong-value strin"]],
  ["are found only once in a schema that has an `$anchor` and is also validated as part of its file", createSchemaSpec("user.yaml#user", `//- user.yaml\nproperties: { a: { $anchor: user, type: [|strin|], items: { $ref: user.yaml } }, b: { type: [|txt|] } }\n`, "3.1.0"), ["user.yaml ~wrong-value strin", "user.yaml ~wrong-value txt"]],
  ["are found only once in a schema that has an `$anchor` and is repeated by a YAML alias", createSchemaSpec("user.yaml#user", `//- user.yaml\na: &a { $anchor: user, type: [|strin|], properties: { self: *a } }\nb: *a\n`, "3.1.0"), ["user.yaml ~wrong-value strin"]],
  ["are found in files that included files reference", createSchemaSpec("a/user.yaml", `//- a/user.yaml\nallOf: [{ $ref: "../b.yaml#/Base" }]\n//- b.yaml\nBase: { required: [|true|] }\n`), ["b.yaml wrong-type required"]],
  ["are found in a referenced section of the same file", createSchemaSpec("a.yaml#/User", `//- a.yaml\nUser: { properties: { b: { $ref: "#/Part" } } }\nPart: { [|typ|]: object }\n`), ["a.yaml unknown-key typ"]],
  ["are reported only once in a nested section", createSchemaSpec("a.yaml", `//- a.yaml\nallOf: [{ $ref: "#/properties/b" }]\nproperties: { b: { [|typ|]: object } }\n`), ["a.yaml unknown-key typ"]],
  ["are found in files that reference each other", createSchemaSpec("a.yaml", `//- a.yaml\nproperties: { b: { $ref: b.yaml } }\n//- b.yaml\nproperties: { a: { $ref: a.yaml }, c: { [|typ|]: object } }\n`), ["b.yaml unknown-key typ"]],
  ["are found in circular YAML aliases", createSchemaSpec("a.yaml#/User", "//- a.yaml\nUser: &u { type: object, properties: { b: *u, c: { [|typ|]: 1 } } }\n"), ["a.yaml unknown-key typ"]],
  ["aren't found for a reference back to the specification", createSchemaSpec("a.yaml", `//- a.yaml\nproperties: { b: { $ref: "api.yaml#/components/schemas/User" } }\n`), []],
  ["don't include references to missing or unreadable files", createSchemaSpec("a.yaml", `//- a.yaml\nproperties: { b: { $ref: b.yaml }, c: { $ref: c.yaml } }\n//- b.yaml\nproperties: [\n`), []],
  ["aren't searched for in a schema with its own dialect", createSchemaSpec("a.json", `//- a.json\n{ "$schema": "http://json-schema.org/draft-07/schema#", "const": 1, "definitions": {} }\n`), []],
  ["aren't searched for in another specification", createSchemaSpec("b.yaml#/components/schemas/A", `//- b.yaml\nopenapi: 3.0.0\ncomponents: { schemas: { A: { typ: 5 } } }\n`), []],
  ["aren't searched for in a file that is an example value", `${start("3.0.3")}paths: {}\ncomponents: { examples: { A: { $ref: a.json } } }\n//- a.json\n{ "id": 5 }\n`, []],
  ["are found in an example object", `${start("3.0.3")}paths: {}\ncomponents: { examples: { A: { $ref: a.json } } }\n//- a.json\n{ "value": 5, [|"sumary"|]: "x" }\n`, ["a.json unknown-key sumary"]],
  ["don't include references in data", `${start("3.0.3")}paths: {}\ncomponents: { schemas: { A: { example: { $ref: a.json } } } }\n//- a.json\n{ "typ": 5 }\n`, []],
  ["are found for a reference to an operation in the same file, which isn't allowed", `${start("3.0.3")}paths: { "/a/{id}": { get: { [|$ref|]: "#/x-get" } } }\nx-get: { sumary: 5 }\n`, ["api.yaml unknown-key $ref"]],
  ["are found for a reference to an operation in a missing file", `${start("3.0.3")}paths: { "/a": { get: { [|$ref|]: get.yaml } } }\n`, ["api.yaml unknown-key $ref"]],
  ["are found in an operation", `${start("3.0.3")}paths: { "/a/{id}": { get: { $ref: get.yaml } } }\n//- get.yaml\n${fine}\n[|sumary|]: 5\n`, ["get.yaml unknown-key sumary"]],
  ["are found in an operation of an included path item", createPathSpec(`get: { $ref: "get.yaml#/list" }\n//- paths/get.yaml\nlist: { ${fine}, parameters: [{ name: a, in: [|nowhere|], schema: {} }] }\n`, "3.1.0"), ["paths/get.yaml wrong-value nowhere"]],
  ["are found in an operation that is reached through two references", `${start("3.0.3")}paths: { /a: { get: { $ref: a.yaml } } }\n//- a.yaml\n$ref: b.yaml\n//- b.yaml\n${fine}\n[|sumary|]: 5\n`, ["b.yaml unknown-key sumary"]],
  ["are found for operations that reference each other", `${start("3.0.3")}paths: { /a: { get: { [|$ref|]: a.yaml } } }\n//- a.yaml\n$ref: b.yaml\n//- b.yaml\n$ref: a.yaml\n`, ["api.yaml unknown-key $ref"]],
  ["are found in an operation with a custom method", `${start("3.2.0")}paths: { /a: { additionalOperations: { COPY: { $ref: copy.yaml } } } }\n//- copy.yaml\n[|sumary|]: 5\n${fine}\n`, ["copy.yaml unknown-key sumary"]],
  ["don't include a path parameter that the included path item defines", `${start("3.0.3")}paths: { "/a/{id}": { $ref: a.yaml } }\n//- a.yaml\nparameters: [{ name: id, in: path, required: true, schema: {} }]\nget: { ${fine} }\n`, []],
  ["include a path parameter that no file defines", `${start("3.0.3")}paths: { [|"/a/{id}"|]: { $ref: a.yaml } }\n//- a.yaml\nget: { ${fine} }\n`, ["api.yaml ~path-parameter id"]],
  ["are found in a channel", `//- chat.yaml\nasyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels: { chat: { $ref: "channels.yaml#/chat" } }\n//- channels.yaml\nchat: { [|adress|]: / }\n`, ["channels.yaml unknown-key adress"]],
  ["are found in the payload of a message", `//- chat.yaml\nasyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels: { chat: { messages: { said: { payload: { $ref: said.json } } } } }\n//- said.json\n{ "type": [|"strin"|] }\n`, ["said.json wrong-value strin"]],
]; // prettier-ignore

describe("problems in files that a specification includes", () => {
  for (const [what, marked, expected] of cases) it(what, () => assert.deepEqual(getReported(marked), expected));

  describe("in a split specification", () => {
    for (const [what, marked] of specFaultCases) {
      const [[path, text] = ["", ""]] = parseFixture(marked).files;
      const ownProblems = validate(new Map([[path, text]]));
      const tree = readWholeSpec(path, text, () => undefined)?.files.getTree(path);
      // YAML aliases are lost when the values are serialized again.
      const document = tree?.sharedNodes.size === 0 && createJsonDocument(tree);
      if (!isTable(document)) continue;
      it(`are the same as in a single file: ${what}`, () => {
        const faults = validate(splitSpec(document));
        assert.deepEqual(toComparable(faults), toComparable(ownProblems));
      });
    }
  });

  it("are reported with the operation that the file contains", () => {
    const faults = validate(
      parseFixture(`${start("3.0.3")}paths:
  /users: { get: { $ref: list.yaml } }
  /people: { $ref: people.yaml }
//- people.yaml
get: { $ref: list.yaml }
post: { ${fine} }
//- list.yaml
sumary: List
parameters: [{ $ref: "page.yaml" }]
${fine}
//- page.yaml
{ name: page, in: nowhere, schema: {} }
`).files,
    );
    const formatOperation = (operation: NonNullable<ValidityProblem["operation"]>) =>
      `${operation.method} ${operation.path} ${operation.file ?? ""} ${operation.range.start}`;
    assert.deepEqual(
      faults
        .filter(({ file }) => file !== "api.yaml")
        .map(({ name, operation, users }) => [name, ...[operation ?? [], users ?? []].flat().map(formatOperation)]),
      [
        ["sumary", "GET /users list.yaml 0", "GET /people list.yaml 0"],
        ["nowhere", "GET /users list.yaml 0", "GET /people list.yaml 0"],
      ],
    );
  });

  it("are reported for the operation that contains them and for every other operation that uses them, directly or through components", () => {
    const faults = validate(
      parseFixture(`${start("3.1.0")}paths:
  /users: { $ref: paths/users.yaml }
  /all: { $ref: paths/users.yaml }
  /own: { get: { parameters: [{ $ref: "#/components/parameters/Page" }] } }
components: { parameters: { Page: { $ref: "common.yaml#/Page" } }, schemas: { Id: { type: 5 } } }
//- paths/users.yaml
get: { sumary: List }
put: { parameters: [{ $ref: "../api.yaml#/components/parameters/Page" }] }
//- common.yaml
Page: { name: page, in: nowhere, schema: {} }
`).files,
    );
    assert.deepEqual(
      faults
        .filter(({ isTolerated }) => !isTolerated)
        .map(({ name, operation, users }) => [
          name,
          operation && `${operation.method} ${operation.path} ${operation.file}`,
          users?.map(({ method, path, file = "" }) => `${method} ${path} ${file}`.trim()),
        ]),
      [
        ["sumary", "GET /users paths/users.yaml", ["GET /all paths/users.yaml"]],
        ["nowhere", undefined, ["GET /own", "PUT /users paths/users.yaml", "PUT /all paths/users.yaml"]],
      ],
    );
  });

  it("are reported with the channel that the file contains", () => {
    const [fault] = validate(
      parseFixture(`//- chat.yaml
asyncapi: 3.0.0
info: { title: A, version: "1" }
channels: { other: {}, chat: { $ref: "channels.yaml#/chat" } }
//- channels.yaml
chat: { adress: / }
`).files,
    );
    assert.deepEqual([fault?.name, fault?.operation?.method, fault?.operation?.path], ["adress", "CHANNEL", "chat"]);
  });

  it("have fixes that change the included file", () => {
    const { files } = parseFixture(createPathSpec("get:\n  sumary: List\n  responses: {}\n", "3.1.0"));
    const [fault] = validate(files);
    assert.equal(
      applyEdits(files.get("paths/users.yaml") ?? "", fault?.fix?.edits ?? []),
      "get:\n  summary: List\n  responses: {}\n",
    );
  });

  it("are found in a limited amount of time if references point into nested schemas", () => {
    const depth = 150;
    const nested = `${'{"properties":{"a":'.repeat(depth)}{"typ":1}${"}}".repeat(depth)}`;
    const inner = Array.from({ length: depth }, (_, i) => `a.json#${"/properties/a".repeat(i)}`).reverse();
    const schemas = inner.map((reference, i) => [`S${i}`, { $ref: reference }]);
    const api = {
      openapi: "3.0.0",
      info: { title: "A", version: "1" },
      paths: {},
      components: { schemas: Object.fromEntries(schemas) as unknown },
    };
    assertQuick(2000, () => {
      const faults = validate(
        new Map([
          ["api.json", JSON.stringify(api)],
          ["a.json", nested],
        ]),
      );
      assert.deepEqual(faults.map(formatShort), ["unknown-key typ"]);
    });
  });
});

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
