import { deepStrictEqual } from "node:assert/strict";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { sampleOfSchema } from "./sample-value.ts";

const at = { file: "a.yaml", range: { start: 0, end: 0 } };
const none: SchemaModel = {
  at,
  types: [],
  nullable: false,
  examples: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  properties: [],
  required: [],
  allOf: [],
  oneOf: [],
  anyOf: [],
  limits: {},
  extensions: {},
};
const schemas = new Map([["a.yaml#/Mode", { ...none, types: ["string" as const], enum: ["fast", "slow"] }]]);
const named: SchemaModel = { ...none, ref: "a.yaml#/Mode" };
const onlyNull: SchemaModel = { ...none, nullable: true };

function sampleOf(schema: SchemaModel): unknown {
  return sampleOfSchema(schema, { schemas }, { direction: "request", onlyRequired: false });
}

describe("a sample of a schema", () => {
  it("is of the kind that may also be missing, however the choice is written", () => {
    deepStrictEqual(sampleOf({ ...none, oneOf: [onlyNull, named] }), "fast");
    deepStrictEqual(sampleOf({ ...none, oneOf: [named, onlyNull] }), "fast");
    deepStrictEqual(sampleOf({ ...none, anyOf: [onlyNull, { ...none, types: ["boolean"] }] }), true);
  });

  it("lies above a limit that is not included", () => {
    const limits = { minimum: -2147483648, exclusiveMinimum: 0, maximum: 2147483647 };
    deepStrictEqual(sampleOf({ ...none, types: ["integer"], limits }), 1);
  });
});
