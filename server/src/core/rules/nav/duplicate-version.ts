import { getNodeLocation } from "../../config/json/json-tree.ts";
import { listDuplicateLabels } from "../../site/navigation/navigation-suggestions.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const duplicateVersion = defineRule({
  code: "nav/duplicate-version",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "Two versions with the same name.",
  why: "Readers select a version by its name. If two versions have the same name, readers can reach only one of them.",
  howToFix: "Merge the two versions, or rename one of them.",
  whenToTurnOff: "Keep this rule on. If two versions have the same name, readers can reach only one of them.",
  messages: {
    twice:
      "The version `{name}` is defined twice, so readers can reach only one of the two. Merge them, or rename one.",
    first: "`{name}` is first defined here.",
  },
  examples: [
    {
      bad: '{ "navigation": { "versions": [{ "version": "v1", "pages": ["a"] }, { "version": [|"v1"|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "versions": [{ "version": "v1", "pages": ["a"] }, { "version": "v2", "pages": ["b"] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const { label, firstLabel } of listDuplicateLabels(config, "versions"))
      yield {
        message: "twice",
        args: { name: label.value },
        at: getNodeLocation(label),
        relatedLocations: [{ at: getNodeLocation(firstLabel), message: "first", args: { name: label.value } }],
      };
  }),
});
