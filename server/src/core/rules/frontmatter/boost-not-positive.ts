import { getFrontmatterFields, locationOfFieldValue } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const boostNotPositive = defineRule({
  code: "frontmatter/boost-not-positive",
  on: ["page"],
  severity: "warning",
  summary: "A `boost` that is not a number above 0.",
  why: "`boost` multiplies how high the page ranks in the search. 0, a negative number or one without end ranks nothing.",
  messages: {
    zero: "`boost` is {value}, which cannot weigh the page in the search. Use a number above 0, such as 2 to lift it or 0.5 to lower it.",
    endless:
      "`boost` is no finite number, so it cannot weigh the page in the search. Use a number such as 2 to lift it or 0.5 to lower it.",
  },
  examples: [
    { bad: "---\ntitle: Start\nboost: [|0|]\n---\n", good: "---\ntitle: Start\nboost: 0.5\n---\n" },
    { bad: "---\ntitle: Start\nboost: [|.inf|]\n---\n", good: "---\ntitle: Start\nboost: 3\n---\n" },
  ],
  check: checkPage(function* (page) {
    for (const field of getFrontmatterFields(page)) {
      if (field.key !== "boost" || typeof field.value !== "number") continue;
      const at = locationOfFieldValue(page, field);
      if (!Number.isFinite(field.value)) yield { message: "endless", at };
      else if (field.value <= 0) yield { message: "zero", args: { value: field.value }, at };
    }
  }),
});
