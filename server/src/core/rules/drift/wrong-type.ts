import {
  checkDrift,
  createDriftFixes,
  createExample,
  formatSample,
  createDriftGrouping,
} from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongType = defineRule({
  code: "drift/wrong-type",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A value or documented type that doesn't match the specification.",
  why: "The API rejects values of the wrong type, so a wrong type in the docs leads readers to send requests that fail.",
  howToFix: "Change the value or the type on the page, or change the schema in the specification.",
  whenToTurnOff: "Turn off this rule if your specification is less precise than your pages.",
  messages: {
    wrong:
      "`{name}` in {holder} of `{operation}` is {expected} in `{spec}`, but {found} here, so readers can't tell which is correct. Change one to match the other.",
    severalWrong:
      "{names} in {holder} of `{operation}` have other types in `{spec}` than here, so readers can't tell which are correct. Change one to match the other.",
    whole:
      "In `{spec}`, {holder} of `{operation}` is {expected}, but it's {found} here, so readers can't tell which is correct. Change one to match the other.",
    there: "The type is defined here.",
    correct: "Change to `{replacement}`",
    fixAll: "Fix all {count} places",
  },
  examples: [
    createExample(
      formatSample('{ "item": "tea", "size": "small", "count": [|"2"|] }'),
      formatSample('{ "item": "tea", "size": "small", "count": 2 }'),
    ),
    createExample('<ParamField query="dry_run" type="[|string|]" />', '<ParamField query="dry_run" type="boolean" />'),
  ],
  check: checkDrift("wrong-type", ({ drift: { name } }) => (name === "" ? "whole" : "wrong")),
  createFixes: createDriftFixes("wrong-type", () => "correct"),
  grouping: {
    ...createDriftGrouping("wrong-type", () => "fixAll"),
    combinedMessage: ({ message, args }) =>
      message === "wrong" && args?.["names"] !== undefined ? "severalWrong" : undefined,
  },
});
