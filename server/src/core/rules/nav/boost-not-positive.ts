import { getNodeLocation } from "../../config/json/json-tree.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { findOwnProperty } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const boostNotPositive = defineRule({
  code: "nav/boost-not-positive",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A `boost` that isn't greater than 0.",
  why: "`boost` multiplies the search ranking of pages. If the value is 0, negative, or infinite, the service can't rank them.",
  howToFix:
    "Use a number greater than 1 to raise the pages in search results, or a number between 0 and 1 to lower them.",
  whenToTurnOff: "Keep this rule on. If `boost` isn't a positive, finite number, the service can't rank the pages.",
  messages: {
    zero: "`boost` is {boost}, so it can't be used to rank these pages. Use a number greater than 0, such as 2 to raise them or 0.5 to lower them.",
    endless:
      "`boost` is too large, so it can't be used to rank these pages. Use a smaller number, such as 2 to raise them or 0.5 to lower them.",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "A", "boost": [|-1|], "pages": ["a"] }, { "group": "B", "boost": [|0|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "A", "boost": 0.5, "pages": ["a"] }] } }',
    },
    {
      bad: '{ "navigation": { "groups": [{ "group": "A", "boost": [|1e999|], "pages": ["a"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "A", "boost": 3, "pages": ["a"] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of getNavigation(config).elements) {
      const value = findOwnProperty(element, "boost")?.value;
      if (element.isIgnored || value?.kind !== "number") continue;
      if (!Number.isFinite(value.value)) yield { message: "endless", at: getNodeLocation(value) };
      else if (value.value <= 0) yield { message: "zero", args: { boost: value.value }, at: getNodeLocation(value) };
    }
  }),
});
