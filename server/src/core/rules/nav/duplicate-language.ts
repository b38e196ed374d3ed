import { getNodeLocation } from "../../config/json/json-tree.ts";
import { listDuplicateLabels } from "../../site/navigation/navigation-suggestions.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const duplicateLanguage = defineRule({
  code: "nav/duplicate-language",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "Two languages with the same code.",
  why: "Readers select a language by its code. If two languages have the same code, readers can reach only one of them.",
  howToFix: "Merge the two languages, or fix the code of one of them.",
  whenToTurnOff: "Keep this rule on. If two languages have the same code, readers can reach only one of them.",
  messages: {
    twice:
      "The language `{code}` is defined twice, so readers can reach only one of the two. Merge them, or fix the language code.",
    first: "`{code}` is first defined here.",
  },
  examples: [
    {
      bad: '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": [|"en"|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["b"] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const { label, firstLabel } of listDuplicateLabels(config, "languages"))
      yield {
        message: "twice",
        args: { code: label.value },
        at: getNodeLocation(label),
        relatedLocations: [{ at: getNodeLocation(firstLabel), message: "first", args: { code: label.value } }],
      };
  }),
});
