import {
  checkDrift,
  createDriftFixes,
  createExample,
  formatSample,
  createDriftGrouping,
} from "../findings/drift-findings.ts";
import { formatPhrase } from "../../text/phrase.ts";
import { defineRule } from "../rule.ts";

export const driftWrongValue = defineRule({
  code: "drift/wrong-value",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A sample value that the operation doesn't accept or return.",
  why: "The operation accepts only certain values. Readers who copy any other value get an error. If a response shows another value, readers don't know which values to expect.",
  howToFix: "Use a value that the operation accepts, or add the value to the specification.",
  whenToTurnOff: "Turn off this rule if your samples intentionally show values that the API rejects.",
  messages: {
    wrong:
      "`{name}` in {holder} of `{operation}` is {found} here, but {expected} in `{spec}`, so copied samples may fail. Change one to match the other.",
    wrongItems:
      "`{name}` in {holder} of `{operation}` has {found} here, but {expected} in `{spec}`, so copied samples may fail. Change one to match the other.",
    answer:
      "`{name}` in {holder} of `{operation}` is {found} here, but {expected} in `{spec}`, so readers can't tell which is correct. Change one to match the other.",
    answerItems:
      "`{name}` in {holder} of `{operation}` has {found} here, but {expected} in `{spec}`, so readers can't tell which is correct. Change one to match the other.",
    whole:
      "In `{spec}`, {holder} of `{operation}` is {expected}, but it's {found} here, so readers can't tell which is correct. Change one to match the other.",
    there: "The values are listed here.",
    correct: "Change to `{replacement}`",
    correctAll: "Change all {count} values",
    fixAll: "Fix all {count} places",
  },
  examples: [
    createExample(
      formatSample('{ "item": "tea", "size": [|"smal"|] }'),
      formatSample('{ "item": "tea", "size": "small" }'),
    ),
  ],
  check: checkDrift("wrong-value", ({ drift, drifts }) => {
    if (drift.name === "") return "whole";
    const hasSeveralValues = new Set(drifts.map(({ actual }) => actual && formatPhrase(actual))).size > 1;
    if (drift.direction === "response") return hasSeveralValues ? "answerItems" : "answer";
    return hasSeveralValues ? "wrongItems" : "wrong";
  }),
  createFixes: createDriftFixes("wrong-value", (_, count) => (count > 1 ? "correctAll" : "correct")),
  grouping: createDriftGrouping("wrong-value", () => "fixAll"),
});
