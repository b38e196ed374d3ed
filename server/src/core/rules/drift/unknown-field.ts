import {
  checkDrift,
  createDriftFixes,
  createExample,
  formatSample,
  createDriftGrouping,
  isUnknown,
} from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftUnknownField = defineRule({
  code: "drift/unknown-field",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A sample or field description with a field that the operation doesn't have.",
  why: "Readers rely on the fields that a page shows. If the operation doesn't define a field, the API ignores or rejects it, and readers can't tell why.",
  howToFix: "Fix the name, remove the field from the page, or add it to the specification.",
  whenToTurnOff: "Turn off this rule if the API has fields that your specification intentionally leaves out.",
  messages: {
    near: "`{name}` is on this page, but not in {holder} of `{operation}` in `{spec}`, so readers can't tell which is correct. Did you mean `{near}`?",
    unknown:
      "`{name}` is on this page, but not in {holder} of `{operation}` in `{spec}`, so readers can't tell which is correct. Change the page or the specification.",
    severalUnknown:
      "{names} are on this page, but not in {holder} of `{operation}` in `{spec}`, so one of the two is wrong. Change the page or the specification.",
    unknownOnPages:
      "Names such as `{name}` are on several pages, but not in {holder} of `{operation}` in `{spec}`, so one of the two is wrong. Change the pages or the specification.",
    instead:
      "`{name}` is on this page, but `{spec}` requires `{near}` in {holder} of `{operation}` instead, so one of the two is wrong. Change the page or the specification.",
    there: "The specification defines the available fields here.",
    use: "Change to `{near}`",
    fixAll: "Fix all {count} places",
  },
  examples: [
    createExample(
      formatSample('{ "item": "tea", "size": "small", [|"cont"|]: 2 }'),
      formatSample('{ "item": "tea", "size": "small", "count": 2 }'),
    ),
    createExample('<ParamField query="[|dryrun|]" type="boolean" />', '<ParamField query="dry_run" type="boolean" />'),
  ],
  check: checkDrift("unknown-field", ({ drift: { suggestedName, isCertain }, args }) =>
    suggestedName !== undefined ? (isCertain ? "near" : "instead") : args.names ? "severalUnknown" : "unknown",
  ),
  createFixes: createDriftFixes("unknown-field", () => "use"),
  grouping: {
    ...createDriftGrouping("unknown-field", () => "fixAll"),
    combinesByFile: true,
    combinedMessage: ({ message }) => (isUnknown(message) ? "unknownOnPages" : undefined),
  },
});
