import { isReadable } from "../../site/specs/specs.ts";
import { checkSpec, defineRule } from "../rule.ts";

export const duplicateOperationId = defineRule({
  code: "openapi/duplicate-operation-id",
  subjectKinds: ["spec"],
  requires: ["specs"],
  severity: "warning",
  summary: "Two operations with the same `operationId`.",
  why: "An `operationId` identifies a single operation. If two operations share one, client generators that use it reach only one of them.",
  howToFix: "Use a unique `operationId` for each operation.",
  whenToTurnOff: "Turn off this rule if no client generator uses the IDs.",
  messages: {
    twice:
      "`{id}` is already the ID of another operation, so generated clients reach only one of them. Use a unique ID.",
    several:
      "{count} operations, such as one with `{id}`, have the ID of another one, so generated clients don't reach all of them. Use unique IDs.",
    first: "First defined here.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { "get": { "operationId": "users" }, "post": { "operationId": [|"users"|] } } }
}
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { "get": { "operationId": "users" }, "post": { "operationId": "addUser" } } }
}
`,
    },
  ],
  check: checkSpec(function* (spec) {
    if (!isReadable(spec)) return;
    for (const problem of spec.problems) {
      if (problem.kind !== "duplicate-operation-id") continue;
      const { range, text, first } = problem;
      yield {
        message: "twice",
        args: { id: text },
        at: { file: spec.path, range },
        relatedLocations: first ? [{ at: { file: spec.path, range: first }, message: "first" }] : [],
      };
    }
  }),
  // The IDs were copied together with the operations.
  grouping: { getCause: ({ at }) => at.file, combinedMessage: "several" },
});
