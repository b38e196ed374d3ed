import assert from "node:assert/strict";
import { specFaultCases, specWithOperation, yamlSpec } from "../../../../../test/cases/spec-faults.ts";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { validators } from "../../../workspace/specs/compiled-validators.cjs";
import { applyEdits } from "../../text/text-edit.ts";
import { type LoadedSpecification, readWholeSpec } from "../read-spec.ts";
import { analyzeSpecification, type ValidityProblem, findValidityProblems } from "./analyze-spec.ts";

interface Judged {
  readonly text: string;
  readonly faults: readonly ValidityProblem[] | undefined;
  readonly marks: readonly string[];
}

/** Returns the problems in a single-file fixture. The fixture marks the expected ranges. */
function validate(marked: string): Judged {
  const { files, marks } = parseFixture(marked);
  const [[path, text] = ["", ""]] = files;
  const specification = readWholeSpec(path, text, (file) => files.get(file));
  assert.ok(specification, "no specification");
  return {
    text,
    faults: listFaults(specification, text),
    marks: marks.map(({ range }) => `${range.start} ${text.slice(range.start, range.end)}`),
  };
}

function listFaults({ files, outline }: LoadedSpecification, text: string): Judged["faults"] {
  const steps = findValidityProblems(files, outline, { validators }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Returns `kind name` for each problem, with `~` if services tolerate the problem, and asserts that the problems have
 * the marked ranges.
 */
function getReported(marked: string): string[] {
  const { text, faults, marks } = validate(marked);
  assert.ok(faults, "no result was returned");
  assert.deepEqual(
    faults.map(({ range }) => `${range.start} ${text.slice(range.start, range.end)}`),
    marks,
  );
  return faults.map(({ kind, name, isTolerated }) => `${isTolerated ? "~" : ""}${kind} ${name}`);
}

describe("specFaults", () => {
  for (const [what, marked, expected] of specFaultCases)
    it(`returns the expected problems for ${what}`, () => assert.deepEqual(getReported(marked), expected));

  it("returns undefined for an unknown version", () => {
    assert.equal(validate("//- a.yaml\nasyncapi: 3.9.0\ninfo: {}").faults, undefined);
    assert.equal(validate("//- a.yaml\nopenapi: 4.0.0\ninfo: {}").faults, undefined);
  });

  it("returns undefined for aliases that would exhaust memory", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `  a${i + 1}: &a${i + 1} { p: *a${i}, q: *a${i} }`);
    const bomb = ["//- a.yaml", "openapi: 3.0.0", "x:", "  a0: &a0 {}", ...levels].join("\n");
    assert.equal(validate(bomb).faults, undefined);
  });

  it("follows a circular alias once", () => {
    const circle = specWithOperation("3.0.0", "components:\n  schemas:\n    A: &a { properties: { b: *a } }");
    assert.deepEqual(validate(circle).faults, []);
  });

  it("returns the operation that contains a problem and the operations that use an invalid component", () => {
    const { faults } = validate(
      specWithOperation(
        "3.1.0",
        '      sumary: List\n      parameters: [{ $ref: "#/components/parameters/Page" }]\ncomponents:\n  parameters:\n    Page: { name: page, in: nowhere, schema: { $ref: "#/components/schemas/A" } }\n  schemas: { A: 5 }',
      ),
    );
    assert.deepEqual(
      faults?.map(({ name, operation: inside, users }) => [name, inside?.method, users?.map(({ path }) => path)]),
      [
        ["sumary", "GET", undefined],
        ["nowhere", undefined, ["/users"]],
        ["A", undefined, ["/users"]],
      ],
    );
  });

  it("identifies an item by its array and index", () => {
    const { faults } = validate(specWithOperation("3.1.0", "      tags: [a, 1]\n      x-a: [[5]]"));
    assert.deepEqual(
      faults?.map(({ kind, name, expected }) => [kind, name, expected]),
      [["wrong-type", "tags[1]", "a string"]],
    );
  });

  it("treats keys like __proto__ as ordinary keys", () => {
    const { faults } = validate(
      '//- a.json\n{ "openapi": "3.0.0", "info": { "title": "A", "version": "1", "__proto__": 1, "constructor": 2 }, "paths": {} }',
    );
    assert.deepEqual(faults?.map(({ name }) => name).sort(), ["__proto__", "constructor"]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it("takes a limited amount of time for a file full of errors", () => {
    const wrong = Array.from({ length: 5_000 }, (_, i) => [`/p${i}`, { get: { a: 1, b: 2, c: 3 } }] as const);
    const paths: unknown = Object.fromEntries(wrong);
    const text = JSON.stringify({ openapi: "3.0.0", info: {}, paths });
    const specification = readWholeSpec("a.json", text, () => undefined);
    assert.ok(specification);
    assertQuick(3000, () => assert.equal(listFaults(specification, text)?.length, 500));
  });
});

describe("fixes for a specification", () => {
  const repairMarked = (marked: string): string => {
    const { text, faults } = validate(marked);
    return applyEdits(text, faults?.[0]?.fix?.edits ?? []);
  };
  const table: readonly (readonly [what: string, marked: string, from: string, to: string])[] = [
    ["change a misspelled key", specWithOperation("3.0.0", "      sumary: List"), "sumary:", "summary:"],
    ["change a misspelled key in quotes", specWithOperation("3.0.0", "      'sumary': List"), "'sumary'", "'summary'"],
    ["change a value to a similar valid one", specWithOperation("3.1.0", '      parameters: [{ name: a, in: "querry", schema: {} }]'), '"querry"', '"query"'],
    ["add quotes to a number", '//- a.yaml\nopenapi: 3.0.0\ninfo: { title: A, version: 1.0 }\npaths: {}', "1.0", '"1.0"'],
    ["remove the quotes from a Boolean", specWithOperation("3.0.0", '      deprecated: "true"'), '"true"', "true"],
    ["add a leading slash", yamlSpec("3.0.0", "paths:\n  users: {}"), "users:", "/users:"],
    ["add `required`", yamlSpec("3.0.0", "paths:\n  /a/{id}:\n    parameters:\n      - name: id\n        in: path\n        schema: {}"), "- name: id", "- required: true\n        name: id"],
    ["change `required: false`", yamlSpec("3.1.0", "paths:\n  /a/{id}:\n    parameters: [{ name: id, in: path, required: false, schema: {} }]"), "false", "true"],
    ["add `responses` in YAML", yamlSpec("3.0.0", "paths:\n  /a:\n    get:\n      summary: List"), "      summary", '      responses: { "default": { "description": "" } }\n      summary'],
    ["add `description` in JSON", '//- a.json\n{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{\n\t"content": {}\n}}}}}}', '"content": {}\n', '"content": {},\n\t"description": ""\n'],
  ]; // prettier-ignore
  for (const [what, marked, from, to] of table)
    it(what, () => {
      const { text } = validate(marked);
      assert.ok(text.includes(from));
      assert.equal(
        repairMarked(marked),
        text.replace(from, () => to),
      );
    });

  it("don't make changes that require the author's decision", () => {
    for (const inside of [
      "      anything: 1",
      "      tags: 5",
      '      parameters: [{ name: a, in: "elsewhere", schema: {} }]',
    ])
      assert.equal(validate(specWithOperation("3.0.0", inside)).faults?.[0]?.fix, undefined);
  });
});

describe("analyzeSpecification", () => {
  it("validates the specification only if that was requested", () => {
    const text = "openapi: 3.1.0\ninfo: { title: T }\npaths: {}\n";
    const specification = readWholeSpec("a.yaml", text, () => undefined);
    assert.ok(specification);
    const listFaultsFor = (checksValidity: boolean) => {
      const steps = analyzeSpecification(
        specification.files,
        specification.outline,
        { checksValidity, operations: [] },
        { checks: { validators }, text },
      );
      let step = steps.next();
      while (!step.done) step = steps.next();
      return step.value.problems?.map(({ kind, name }) => `${kind} ${name}`);
    };
    assert.equal(listFaultsFor(false), undefined);
    assert.deepEqual(listFaultsFor(true), ["missing-key version"]);
  });
});
