import { getFrontmatterFields, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const boostNotPositive = defineRule({
  code: "frontmatter/boost-not-positive",
  subjectKinds: ["page"],
  severity: "warning",
  summary: "A `boost` that isn't greater than 0.",
  why: "`boost` multiplies the rank of the page in search results. If the value is 0, negative, or infinite, the service can't rank the page.",
  howToFix: "Use a number greater than 1 to raise the page in search results, or a number between 0 and 1 to lower it.",
  whenToTurnOff: "Keep this rule on. If `boost` isn't a positive, finite number, the service can't rank the page.",
  messages: {
    zero: "`boost` is {boost}, so it can't be used to rank the page. Use a number greater than 0, such as 2 to raise the page or 0.5 to lower it.",
    endless:
      "`boost` isn't a finite number, so it can't be used to rank the page. Use a number such as 2 to raise the page or 0.5 to lower it.",
  },
  examples: [
    { bad: "---\ntitle: Start\nboost: [|0|]\n---\n", good: "---\ntitle: Start\nboost: 0.5\n---\n" },
    { bad: "---\ntitle: Start\nboost: [|.inf|]\n---\n", good: "---\ntitle: Start\nboost: 3\n---\n" },
  ],
  check: checkPage(function* (page) {
    for (const field of getFrontmatterFields(page)) {
      if (field.key !== "boost" || typeof field.value !== "number") continue;
      const at = getFieldValueLocation(page, field);
      if (!Number.isFinite(field.value)) yield { message: "endless", at };
      else if (field.value <= 0) yield { message: "zero", args: { boost: field.value }, at };
    }
  }),
});
