import { checkDrift, fixDrift, driftExample, requestSample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongValue = defineRule({
  code: "drift/wrong-value",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample has a value that is not among those that the operation takes.",
  why: "The operation takes certain values only. Readers who copy another one get an error.",
  messages: {
    wrong:
      "`{name}` in {holder} of `{operation}` is {expected}, so {found} is refused when readers copy it. Use one of those.",
    there: "The values are listed here.",
    correct: "Write what the API file says",
  },
  examples: [
    driftExample(
      requestSample('{ "item": "tea", "size": [|"smal"|] }'),
      requestSample('{ "item": "tea", "size": "small" }'),
    ),
  ],
  check: checkDrift("wrong-value", () => "wrong"),
  fixes: fixDrift("wrong-value", () => "correct"),
});
