import { equal } from "node:assert/strict";
import type { ParameterSummary } from "../../spec/spec-outline.ts";
import { contradictsParameters } from "./compare-value.ts";

type Limits = Pick<ParameterSummary, "constraints"> & { readonly type?: string };

describe("contradictsParameters", () => {
  const uuid: Limits = { constraints: { format: "uuid" } };
  const size: Limits = { constraints: { values: ["small", "large"] } };
  const code: Limits = { constraints: { pattern: "^ab-[0-9]{2}$" } };
  const cases: readonly [segment: string, schema: Limits, expected: boolean][] = [
    ["presign", uuid, true],
    ["6e4d4047-db14-4c09-b238-1215aee50d03", uuid, false],
    ["1234", uuid, false],
    ["payment_id", uuid, false],
    ["PAYMENT_ID", uuid, false],
    ["<id>", uuid, false],
    ["$ID", uuid, false],
    ["latest", { type: "integer" }, true],
    ["12", { type: "integer" }, false],
    ["1.5", { type: "number" }, false],
    ["latest", { type: "number" }, true],
    ["yes", { type: "boolean" }, true],
    ["medium", size, true],
    ["small", size, false],
    ["ab-1", code, true],
    ["ab-12", code, false],
    ["anything", { constraints: { pattern: "^(a+)+$" } }, false],
    ["anything", { type: "string" }, false],
  ];
  for (const [segment, { type, constraints }, expected] of cases)
    it(`is ${expected} for ${segment} and ${JSON.stringify({ type, ...constraints })}`, () => {
      const parameter = { name: "id", in: "path", required: true, type, ...(constraints && { constraints }) };
      const request = {
        parameters: [parameter],
        bodyTypes: [],
        isBodyRequired: false,
        security: [],
        responses: [],
      };
      equal(contradictsParameters({ path: "/payments/{id}", request }, ["v1", "payments", segment]), expected);
    });
});
