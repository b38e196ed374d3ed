import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { validators } from "../../../workspace/compiled-validators.cjs";
import { applyEdits } from "../../text/text-edit.ts";
import { readWholeSpec, type ReadSpecification } from "../read-spec.ts";
import type { SpecFault } from "../spec-fault.ts";
import { specFaults } from "./spec-faults.ts";

interface Judged {
  readonly text: string;
  readonly faults: readonly SpecFault[] | undefined;
  readonly marks: readonly string[];
}

/** The faults of the one file, which is marked where they stand. */
function judge(marked: string): Judged {
  const { files, marks } = parseFixture(marked);
  const [[path, text] = ["", ""]] = files;
  const read = readWholeSpec(path, text, (file) => files.get(file));
  assert.ok(read, "no specification");
  return {
    text,
    faults: faultsOf(read, text),
    marks: marks.map(({ range }) => `${range.start} ${text.slice(range.start, range.end)}`),
  };
}

function faultsOf({ files, outline }: ReadSpecification, text: string): Judged["faults"] {
  const steps = specFaults(files, outline, { validators }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** `kind name`, with `~` where services let it pass; the places must be the marked ones. */
function told(marked: string): string[] {
  const { text, faults, marks } = judge(marked);
  assert.ok(faults, "no verdict");
  assert.deepEqual(
    faults.map(({ range }) => `${range.start} ${text.slice(range.start, range.end)}`),
    marks,
  );
  return faults.map(({ kind, name, isTolerated }) => `${isTolerated ? "~" : ""}${kind} ${name}`);
}

const yaml = (version: string, rest: string) =>
  `//- api.yaml\nopenapi: ${version}\ninfo: { title: Users, version: "1" }\n${rest}`;
const operation = (version: string, inside: string) =>
  yaml(version, `paths:\n  /users:\n    get:\n      responses: { "200": { description: OK } }\n${inside}`);

const cases: readonly (readonly [what: string, marked: string, told: readonly string[]])[] = [
  ["nothing wrong in 3.0", operation("3.0.3", "      tags: [Users]"), []],
  ["nothing wrong in 3.1", operation("3.1.1", "      tags: [Users]"), []],
  ["nothing wrong in 3.2", operation("3.2.0", "      tags: [Users]"), []],
  [
    "info is missing",
    `//- api.json\n{ [|"openapi"|]: "3.1.0", "paths": {} }`,
    ["missing-key info"],
  ],
  [
    "title is missing",
    `//- api.json\n{ "openapi": "3.0.0", [|"info"|]: { "version": "1" }, "paths": {} }`,
    ["missing-key title"],
  ],
  ["paths are missing in 3.0", `//- api.yaml\n[|openapi|]: 3.0.0\ninfo: { title: A, version: "1" }`, ["missing-key paths"]],
  ["a version that is a number", `//- api.yaml\nopenapi: 3.0.0\ninfo: { title: A, version: [|1.0|] }\npaths: {}`, ["wrong-type version"]],
  ["a version without its third part", `//- api.yaml\nopenapi: [|"3.1"|]\ninfo: { title: A, version: "1" }\npaths: {}`, ["wrong-form openapi"]],
  ["no responses in 3.0", yaml("3.0.0", "paths:\n  /users:\n    [|get|]: { summary: List }"), ["missing-key responses"]],
  ["no responses in 3.1, where they may be missing", yaml("3.1.0", "paths:\n  /users:\n    get: { summary: List }"), []],
  ["empty responses", yaml("3.1.0", "paths:\n  /users:\n    get: { [|responses|]: {} }"), ["too-few responses"]],
  [
    "an answer without description",
    `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/a": { "get": { "responses": { [|"200"|]: { "content": {} } } } } } }`,
    ["missing-key description"],
  ],
  ["an answer without description in 3.2, where it may be missing", yaml("3.2.0", 'paths: { /a: { get: { responses: { "200": {} } } } }'), []],
  ["a status that is none", yaml("3.0.0", 'paths: { /a: { get: { responses: { [|"20"|]: { description: OK } } } } }'), ["wrong-form 20"]],
  ["a path without slash", yaml("3.0.0", "paths:\n  [|users|]: {}"), ["wrong-form users"]],
  ["a path without slash in 3.1", yaml("3.1.0", "paths:\n  [|users|]: {}"), ["wrong-form users"]],
  ["a key that is not known", operation("3.0.3", "      [|sumary|]: List"), ["unknown-key sumary"]],
  ["a key that is misspelt and therefore missing", yaml("3.0.0", 'paths: { /a: { get: { [|response|]: { "200": { description: OK } } } } }'), ["unknown-key response"]],
  ["a fault below keys that pointers write otherwise (O 91)", yaml("3.1.0", 'paths:\n  "/a~b/{c}%7B/":\n    get:\n      parameters: [{ name: c, in: path, required: true, schema: {} }]\n      responses: { "200": { description: [|5|] } }'), ["wrong-type description"]],
  ["a fault behind an anchor, where it is written (O 86)", operation("3.1.0", '      parameters: &a [{ name: a, in: [|nowhere|], schema: {} }]\n    put: { parameters: *a }'), ["wrong-value nowhere"]],
  ["a key that is not known in 3.2", operation("3.2.0", "      [|sumary|]: List"), ["unknown-key sumary"]],
  ["a key of 3.2 in 3.1", yaml("3.1.0", 'paths: { /a: { [|query|]: { responses: { "200": { description: OK } } } } }'), ["unknown-key query"]],
  ["its own keys are the author's", operation("3.1.0", "      x-anything: [1, 2]"), []],
  ["a list that is a text", operation("3.0.3", "      tags: [|Users|]"), ["wrong-type tags"]],
  ["nothing where a text belongs", operation("3.1.0", "      [|summary|]:"), ["wrong-type summary"]],
  ["a parameter in no place", operation("3.1.0", "      parameters: [{ name: a, in: [|querry|], schema: {} }]"), ["wrong-value querry"]],
  ["a parameter in no place of 3.0", operation("3.0.0", "      parameters: [{ name: a, in: [|querry|], schema: {} }]"), ["wrong-value querry"]],
  ["a parameter without name", operation("3.1.0", "      parameters: [{ [|in|]: query, schema: {} }]"), ["missing-key name"]],
  ["a parameter without schema and content", operation("3.0.0", "      parameters: [{ [|name|]: a, in: query }]"), ["missing-key schema"]],
  ["a parameter without schema and content, with an example", operation("3.1.0", "      parameters: [{ [|name|]: a, in: query, example: 1 }]"), ["missing-key schema"]],
  ["a parameter with both", operation("3.1.0", "      parameters: [{ name: a, in: query, schema: {}, [|content|]: { a/b: {} } }]"), ["unknown-key content"]],
  ["a parameter with two sorts of examples", operation("3.0.0", "      parameters: [{ name: a, in: query, schema: {}, example: 1, [|examples|]: {} }]"), ["unknown-key examples"]],
  ["a style of another place", operation("3.1.0", "      parameters: [{ name: a, in: query, schema: {}, style: [|matrix|] }]"), ["wrong-value matrix"]],
  ["a parameter twice", operation("3.1.0", "      parameters: [{ name: a, in: query, schema: {} }, { name: [|a|], in: query, schema: {} }]"), ["~not-unique a"]],
  ["a parameter twice to the letter in 3.0", operation("3.0.0", "      parameters: [{ name: a, in: query, schema: {} }, { name: [|a|], in: query, schema: {} }]"), ["not-unique a"]],
  ["a parameter of the path that is not required", yaml("3.0.0", 'paths:\n  /a/{id}:\n    parameters: [{ [|name|]: id, in: path, schema: {} }]'), ["missing-key required"]],
  ["a parameter of the path that says it is not", yaml("3.1.0", 'paths:\n  /a/{id}:\n    parameters: [{ name: id, in: path, required: [|false|], schema: {} }]'), ["wrong-value false"]],
  ["a name in braces without parameter", yaml("3.1.0", "paths:\n  /a/{id}:\n    [|get|]: {}"), ["~path-parameter id"]],
  ["of all operations", yaml("3.1.0", "paths:\n  [|/a/{id}|]:\n    get: {}\n    put: {}"), ["~path-parameter id"]],
  ["a name in braces behind a reference that leads nowhere", yaml("3.1.0", 'paths:\n  /a/{id}:\n    get: { parameters: [{ $ref: "#/components/parameters/Id" }] }'), []],
  ["a name in braces behind a reference", yaml("3.1.0", 'paths:\n  /a/{id}:\n    get: { parameters: [{ $ref: "#/components/parameters/Id" }] }\ncomponents: { parameters: { Id: { name: id, in: path, required: true, schema: {} } } }'), []],
  ["a parameter that is in no path", operation("3.1.0", "      parameters: [{ name: [|id|], in: path, required: true, schema: {} }]"), ["~path-parameter id"]],
  ["two templates of one path", yaml("3.1.0", "paths:\n  /a/{x}: {}\n  [|/a/{y}|]: {}"), ["~same-path /a/{x}"]],
  ["a reference that is a number", operation("3.1.0", "      parameters: [{ $ref: [|5|] }]"), ["wrong-type $ref"]],
  ["keys beside a reference are nobody's concern", operation("3.1.0", '      parameters: [{ $ref: "#/components/parameters/A", required: true }]\ncomponents: { parameters: { A: { name: a, in: query, schema: {} } } }'), []],
  ["a security scheme of no kind", yaml("3.0.0", "paths: {}\ncomponents: { securitySchemes: { A: { type: [|key|] } } }"), ["wrong-value key"]],
  ["a security scheme that lacks two keys", yaml("3.1.0", "paths: {}\ncomponents: { securitySchemes: { [|A|]: { type: http } } }"), ["missing-key scheme"]],
  ["Bearer in capitals", yaml("3.0.0", "paths: {}\ncomponents: { securitySchemes: { A: { type: http, scheme: Bearer, bearerFormat: JWT } } }"), []],
  ["a field of no type in 3.1", yaml("3.1.0", "paths: {}\ncomponents: { schemas: { A: { properties: { b: { type: [|strin|] } } } } }"), ["~wrong-value strin"]],
  ["required as in a parameter, in 3.1", operation("3.1.0", "      parameters: [{ name: a, in: query, schema: { properties: { b: { required: [|true|] } } } }]"), ["~wrong-type required"]],
  ["a field that is a number, in 3.1", yaml("3.1.0", "paths: {}\ncomponents: { schemas: { A: { properties: { b: [|5|], type: { type: string }, required: { type: [string, 'null'] } } } } }"), ["~wrong-type b"]],
  ["a reference that is a number, in a shape of 3.1", yaml("3.1.0", "paths: {}\ncomponents: { schemas: { A: { allOf: [{ $ref: [|5|] }] } } }"), ["wrong-type $ref"]],
  ["a reference that is a number, among names", yaml("3.0.0", "paths: {}\ncomponents: { parameters: { $ref: [|5|] } }"), ["wrong-type $ref"]],
  ["a field that is called $ref", yaml("3.1.0", "paths: {}\ncomponents: { schemas: { A: { properties: { $ref: { type: string } } } } }"), []],
  ["examples are data", yaml("3.1.0", "paths: {}\ncomponents: { schemas: { A: { example: { type: 5, properties: 6 }, default: { items: 7 } } } }"), []],
  ["a dialect of its own", yaml("3.1.0", "jsonSchemaDialect: https://x\npaths: {}\ncomponents: { schemas: { A: { type: anything } } }"), []],
  ["a field of no type in 3.0", yaml("3.0.0", "paths: {}\ncomponents: { schemas: { A: { properties: { b: { type: [|strin|] } } } } }"), ["wrong-value strin"]],
  ["a field that is a number", yaml("3.0.0", "paths: {}\ncomponents: { schemas: { A: { properties: { b: [|5|] } } } }"), ["wrong-type b"]],
  ["required as in a parameter", yaml("3.0.0", "paths: {}\ncomponents: { schemas: { A: { required: [|true|] } } }"), ["wrong-type required"]],
  ["a licence with a name alone", `//- api.yaml\nopenapi: 3.1.0\ninfo: { title: A, version: "1", license: { name: MIT } }\npaths: {}`, []],
  ["a variable of a server with a description", yaml("3.1.0", "servers: [{ url: https://x, variables: { a: { default: b, description: c } } }]\npaths: {}"), []],
  ["a name of a component with a blank", yaml("3.1.0", 'paths: {}\ncomponents: { schemas: { [|"A B"|]: {} } }'), ["wrong-form A B"]],
  ["another method of 3.2", yaml("3.2.0", 'paths: { /a: { additionalOperations: { COPY: {}, [|GET|]: {} } } }'), ["wrong-form GET"]],
  ["the whole query string with a schema", yaml("3.2.0", "paths: { /a: { get: { parameters: [{ name: a, in: querystring, [|schema|]: {} }] } } }"), ["unknown-key schema"]],
  ["a parent that is no tag", yaml("3.2.0", "tags: [{ name: A, parent: [|B|] }]\npaths: {}"), ["wrong-value B"]],
  ["parents in a circle", yaml("3.2.0", "tags: [{ name: A, parent: [|B|] }, { name: B, parent: [|A|] }, { name: C, parent: A }]\npaths: {}"), ["wrong-value B", "wrong-value A"]],
  ["a tag twice", yaml("3.1.0", "tags: [{ name: A }, { name: [|A|] }]\npaths: {}"), ["~not-unique A"]],
  ["hidden that is a text is the extension's concern", operation("3.1.0", '      x-hidden: "true"'), []],
  ["an address of a channel that is misspelt", `//- a.yaml\nasyncapi: 3.0.0\ninfo: { title: A, version: "1" }\nchannels:\n  chat: { [|adress|]: /chat }`, ["unknown-key adress"]],
  ["an action that is none", `//- a.yaml\nasyncapi: 3.1.0\ninfo: { title: A, version: "1" }\noperations:\n  a: { action: [|sent|], channel: { $ref: "#/channels/a" } }`, ["wrong-value sent"]],
  ["a server without protocol", `//- a.json\n{ "asyncapi": "3.0.0", "info": { "title": "A", "version": "1" }, "servers": { [|"a"|]: { "host": "x" } } }`, ["missing-key protocol"]],
  ["a payload of no type", `//- a.yaml\nasyncapi: 3.0.0\ninfo: { title: A, version: "1" }\ncomponents: { messages: { A: { payload: { type: [|strin|] } } } }`, ["wrong-value strin"]],
]; // prettier-ignore

describe("specFaults", () => {
  for (const [what, marked, expected] of cases) it(what, () => assert.deepEqual(told(marked), expected));

  it("says nothing of a version it does not know", () => {
    assert.equal(judge("//- a.yaml\nasyncapi: 3.9.0\ninfo: {}").faults, undefined);
    assert.equal(judge("//- a.yaml\nopenapi: 4.0.0\ninfo: {}").faults, undefined);
  });

  it("says nothing of aliases that would fill the memory", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `  a${i + 1}: &a${i + 1} { p: *a${i}, q: *a${i} }`);
    const bomb = ["//- a.yaml", "openapi: 3.0.0", "x:", "  a0: &a0 {}", ...levels].join("\n");
    assert.equal(judge(bomb).faults, undefined);
  });

  it("goes round a circle of aliases once", () => {
    const circle = operation("3.0.0", "components:\n  schemas:\n    A: &a { properties: { b: *a } }");
    assert.deepEqual(judge(circle).faults, []);
  });

  it("names the operation around a fault, and those that use a component", () => {
    const { faults } = judge(
      operation(
        "3.1.0",
        '      sumary: List\n      parameters: [{ $ref: "#/components/parameters/Page" }]\ncomponents:\n  parameters:\n    Page: { name: page, in: nowhere, schema: { $ref: "#/components/schemas/A" } }\n  schemas: { A: 5 }',
      ),
    );
    assert.deepEqual(
      faults?.map(({ name, operation: inside, users }) => [
        name,
        inside?.method,
        users?.map(({ path }) => path),
      ]),
      [
        ["sumary", "GET", undefined],
        ["nowhere", undefined, ["/users"]],
        ["A", undefined, ["/users"]],
      ],
    );
  });

  it("takes keys like __proto__ for what they are", () => {
    const { faults } = judge(
      '//- a.json\n{ "openapi": "3.0.0", "info": { "title": "A", "version": "1", "__proto__": 1, "constructor": 2 }, "paths": {} }',
    );
    assert.deepEqual(faults?.map(({ name }) => name).sort(), ["__proto__", "constructor"]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it("keeps its time on a file that is wrong everywhere", () => {
    const wrong = Array.from({ length: 5_000 }, (_, i) => [`/p${i}`, { get: { a: 1, b: 2, c: 3 } }] as const);
    const paths: unknown = Object.fromEntries(wrong);
    const text = JSON.stringify({ openapi: "3.0.0", info: {}, paths });
    const read = readWholeSpec("a.json", text, () => undefined);
    assert.ok(read);
    const before = performance.now();
    assert.equal(faultsOf(read, text)?.length, 500);
    assert.ok(performance.now() - before < 3_000);
  });
});

describe("repairs of a specification", () => {
  const repaired = (marked: string): string => {
    const { text, faults } = judge(marked);
    return applyEdits(text, faults?.[0]?.repair?.edits ?? []);
  };
  const table: readonly (readonly [what: string, marked: string, from: string, to: string])[] = [
    ["a misspelt key", operation("3.0.0", "      sumary: List"), "sumary:", "summary:"],
    ["a misspelt key in quotes", operation("3.0.0", "      'sumary': List"), "'sumary'", "'summary'"],
    ["a value that was perhaps meant", operation("3.1.0", '      parameters: [{ name: a, in: "querry", schema: {} }]'), '"querry"', '"query"'],
    ["a number as a text", '//- a.yaml\nopenapi: 3.0.0\ninfo: { title: A, version: 1.0 }\npaths: {}', "1.0", '"1.0"'],
    ["a boolean in quotes", operation("3.0.0", '      deprecated: "true"'), '"true"', "true"],
    ["a slash", yaml("3.0.0", "paths:\n  users: {}"), "users:", "/users:"],
    ["required", yaml("3.0.0", "paths:\n  /a/{id}:\n    parameters:\n      - name: id\n        in: path\n        schema: {}"), "- name: id", "- required: true\n        name: id"],
    ["required: false", yaml("3.1.0", "paths:\n  /a/{id}:\n    parameters: [{ name: id, in: path, required: false, schema: {} }]"), "false", "true"],
    ["responses in YAML", yaml("3.0.0", "paths:\n  /a:\n    get:\n      summary: List"), "      summary", '      responses: { "default": { "description": "" } }\n      summary'],
    ["description in JSON", '//- a.json\n{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{\n\t"content": {}\n}}}}}}', '"content": {}\n', '"content": {},\n\t"description": ""\n'],
  ]; // prettier-ignore
  for (const [what, marked, from, to] of table)
    it(what, () => {
      const { text } = judge(marked);
      assert.ok(text.includes(from));
      assert.equal(
        repaired(marked),
        text.replace(from, () => to),
      );
    });

  it("leaves alone what only the author can know", () => {
    for (const inside of [
      "      anything: 1",
      "      tags: 5",
      '      parameters: [{ name: a, in: "elsewhere", schema: {} }]',
    ])
      assert.equal(judge(operation("3.0.0", inside)).faults?.[0]?.repair, undefined);
  });
});
