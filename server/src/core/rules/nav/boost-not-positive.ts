import { locationOfNode } from "../../config/json/json-tree.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { propertyOf } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const boostNotPositive = defineRule({
  code: "nav/boost-not-positive",
  on: ["config"],
  severity: "warning",
  summary: "A `boost` that is not a number above 0.",
  why: "`boost` multiplies how high pages rank in the search. 0, a negative number or one without end ranks nothing.",
  messages: {
    zero: "`boost` is {value}, which cannot weigh the pages below in the search. Use a number above 0, such as 2 to lift them or 0.5 to lower them.",
    endless:
      "`boost` is too large to be a number, so it cannot weigh the pages below in the search. Use a number such as 2 to lift them or 0.5 to lower them.",
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
    for (const element of navigationOf(config).elements) {
      const value = propertyOf(element, "boost")?.value;
      if (element.lost || value?.kind !== "number") continue;
      if (!Number.isFinite(value.value)) yield { message: "endless", at: locationOfNode(value) };
      else if (value.value <= 0)
        yield { message: "zero", args: { value: value.value }, at: locationOfNode(value) };
    }
  }),
});
