import { locationOfNode } from "../../config/json/json-tree.ts";
import { duplicateLabels } from "../../site/navigation/navigation-suggestions.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const duplicateLanguage = defineRule({
  code: "nav/duplicate-language",
  on: ["config"],
  severity: "warning",
  summary: "Two entries of `languages` have the same code.",
  why: "Readers choose a language by its code; of two with the same code only one can be reached.",
  messages: {
    twice:
      "The language `{code}` is there twice, so readers can reach only one of them. Merge the two or correct the code.",
    first: "`{code}` stands here first.",
  },
  examples: [
    {
      bad: '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": [|"en"|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": ["b"] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const { label, first } of duplicateLabels(config, "languages"))
      yield {
        message: "twice",
        args: { code: label.value },
        at: locationOfNode(label),
        related: [{ at: locationOfNode(first), message: "first", args: { code: label.value } }],
      };
  }),
});
