import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { buildResponseModel } from "../../spec/model/operation-model.ts";
import { checkResponse } from "./check-response.ts";

/** The number of pairs to compare. `DOCWRIGHT_RUNS` overrides it. */
const runs = Number(process.env["DOCWRIGHT_RUNS"] ?? 3_000);
const seed = Number(process.env["DOCWRIGHT_SEED"] ?? 6);

// Excludes `__proto__` and `constructor`, which ajv confuses with inherited properties.
const names = fc.constantFrom("a", "b", "c", "id", "d e");
const scalar = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.5, 2.25),
  fc.constantFrom("", "a", "ab", "id-7", "😀", "x y"),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const small = fc.integer({ min: 0, max: 3 });
const types = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");

/**
 * Schemas with all validation keywords in JSON Schema 2020-12, individually and in combination. Two kinds of schemas
 * are excluded because ajv validates them incorrectly. If `contains` requires each item to contain a string, ajv
 * accepts `[["a"], []]`. With `unevaluatedItems`, ajv counts items in branches that don't match. The same applies to
 * `unevaluatedProperties` if the branch is an `if`, so the test skips such schemas.
 */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const one = tie("schema");
  const many = fc.array(one, { minLength: 1, maxLength: 3 });
  const byName = fc.dictionary(names, one, { maxKeys: 3, noNullPrototype: true });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }),
    const: value,
    minimum: small,
    maximum: fc.integer({ min: 2, max: 9 }),
    exclusiveMinimum: small,
    exclusiveMaximum: fc.integer({ min: 2, max: 9 }),
    // For fractions, ajv uses floating-point division, but the draft defines this keyword for decimal numbers.
    multipleOf: fc.integer({ min: 1, max: 4 }),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom("^a", "\\d", "^.$", "[^a]"),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    properties: byName,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]", "_"), one, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: one,
    propertyNames: one,
    minProperties: small,
    maxProperties: small,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: byName,
    items: one,
    prefixItems: many,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    unevaluatedProperties: one,
    allOf: many,
    anyOf: many,
    oneOf: many,
    not: one,
    ...Object.fromEntries(["if", "then", "else"].map((key) => [key, one])),
    $ref: fc.constantFrom("#/$defs/one", "#/$defs/two"),
  };
  const withSome = fc
    .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 4 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, keywords[key] ?? fc.constant(true)]))));
  return { schema: fc.oneof({ depthSize: "small" }, fc.boolean(), { arbitrary: withSome, weight: 6 }) };
});

describe("schema validation", () => {
  it("returns the same results as Ajv", function () {
    this.timeout(300_000 + runs * 10);
    let valid = 0;
    let compared = 0;
    let places = 0;
    const full = fc.record({ root: schema, one: schema, two: schema, value });
    for (const { root, one, two, value: instance } of fc.sample(full, { numRuns: runs, seed })) {
      const text = JSON.stringify({ $defs: { one, two }, allOf: [root] });
      const theirs = validateWithAjv(text, instance);
      if (!theirs || (/"if"/.test(text) && /"unevaluatedProperties"/.test(text))) continue;
      const ours = validateWithDocwright(text, instance);
      const about = `${text} with ${JSON.stringify(instance)}`;
      assert.equal(ours.verdict, theirs.isValid ? "as-specified" : "differs", about);
      compared++;
      if (theirs.isValid) valid++;
      // For schemas with alternatives or a few other keywords, the locations aren't compared, because Docwright reports
      // mismatches with the most likely alternative.
      if (/"(anyOf"|oneOf"|not"|if"|propertyNames"|unevaluated\w+|items":false)/.test(text)) continue;
      assert.deepEqual(ours.pointers, theirs.pointers, about);
      places++;
    }
    // ajv fails on a few schemas, because of circular references or bugs in its generated code for unevaluated
    // properties.
    assert.ok(compared > runs * 0.7, `${compared} compared`);
    assert.ok(valid > runs * 0.1 && valid < runs * 0.7, `${valid} of ${compared} valid`);
    assert.ok(places > runs * 0.1, `${places} places`);
  });
});

function validateWithAjv(text: string, value: unknown): { isValid: boolean; pointers: readonly string[] } | undefined {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateSchema: false,
    ownProperties: true,
  });
  try {
    const validate = ajv.compile(JSON.parse(text) as object);
    const isValid = validate(value);
    // If a property isn't allowed, ajv reports the location of its object, but Docwright reports the property's own
    // location.
    const pointers = (validate.errors ?? []).map(({ instancePath, keyword, params }) =>
      keyword === "additionalProperties"
        ? `${instancePath}/${String((params as Record<string, unknown>)["additionalProperty"])}`
        : instancePath,
    );
    return { isValid, pointers: [...new Set(pointers)].sort() };
  } catch {
    return undefined;
  }
}

function validateWithDocwright(text: string, value: unknown): { verdict: string; pointers: readonly string[] } {
  const content = { "application/json": { schema: { $ref: "schema.json" } } };
  const spec = { openapi: "3.1.0", paths: { "/": { get: { responses: { 200: { content } } } } } };
  const files = specFilesOf({ "api.json": JSON.stringify(spec), "schema.json": text });
  const model = buildResponseModel(files, { method: "GET", path: "/" });
  assert.ok(model);
  const answer = { status: 200, type: "application/json", text: JSON.stringify(value) };
  const { verdict: result, mismatches } = checkResponse(model, answer, {
    matches: (pattern, tried) => new RegExp(pattern, "u").test(tried),
  });
  return { verdict: result, pointers: [...new Set(mismatches.map(({ pointer }) => pointer))].sort() };
}
