import { checkDrift, fixDrift, driftExample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongMethod = defineRule({
  code: "drift/wrong-method",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample calls the path of the page with a method that the path does not have.",
  why: "Readers who copy the sample get an error: the API has no such method at this path.",
  messages: {
    wrong:
      "`{name}` has no {found} in `{spec}`, so what readers copy from here fails. This page is about {expected}: write that.",
    there: "The operation is here.",
    correct: "Write {expected}",
  },
  examples: [
    driftExample(
      `\`\`\`bash
curl -X [|PUT|] https://shop.example.com/orders -d @order.json
\`\`\``,
      `\`\`\`bash
curl -X POST https://shop.example.com/orders -d @order.json
\`\`\``,
    ),
  ],
  check: checkDrift("wrong-method", () => "wrong"),
  fixes: fixDrift("wrong-method", () => "correct"),
});
