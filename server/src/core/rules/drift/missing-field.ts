import {
  checkDrift,
  createDriftFixes,
  createExample,
  formatSample,
  createDriftGrouping,
} from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftMissingField = defineRule({
  code: "drift/missing-field",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A sample or field description that's missing a required field.",
  why: "The API rejects requests that omit a required field, so requests that readers copy from the page fail. If the page describes the fields, readers don't learn about the missing one.",
  howToFix: "Add the field to the page. If the API doesn't require it, make it optional in the specification.",
  whenToTurnOff:
    "Turn off this rule if your samples intentionally leave out required fields, for example, because an SDK adds them.",
  messages: {
    missing:
      "`{spec}` requires `{name}` in {holder} of `{operation}`, but it's missing here, so requests that readers copy may fail. Add it, or make it optional.",
    answer:
      "In `{spec}`, `{name}` is always in {holder} of `{operation}`, but it's missing here, so readers may not learn about it. Add it, or make it optional.",
    severalMissing:
      "`{spec}` requires {names} in {holder} of `{operation}`, but they're missing here, so copied requests may fail. Add them, or make them optional.",
    severalAnswers:
      "In `{spec}`, {names} are always in {holder} of `{operation}`, but missing here, so readers may not learn about them. Add them, or make them optional.",
    there: "Required here.",
    requiredHere: "`{name}` is required here.",
    add: "Add `{name}`",
    addAll: "Add all {count} fields",
    fixAll: "Fix all {count} places",
  },
  examples: [
    createExample(formatSample('[|{|] "item": "tea" }'), formatSample('{ "item": "tea", "size": "small" }')),
    createExample(
      '<[|ParamField|] body="item" type="string" required />',
      `<ParamField body="item" type="string" required />

<ParamField body="size" type="string" required />`,
    ),
  ],
  check: checkDrift(
    "missing-field",
    ({ drift, args }) => {
      if (drift.direction === "response") return args.names ? "severalAnswers" : "answer";
      return args.names ? "severalMissing" : "missing";
    },
    "requiredHere",
  ),
  createFixes: createDriftFixes("missing-field", (_, count) => (count > 1 ? "addAll" : "add")),
  grouping: createDriftGrouping("missing-field", () => "fixAll"),
});
