import { checkDrift, createDriftFixes, createExample, driftGrouping } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongMethod = defineRule({
  code: "drift/wrong-method",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A sample request that uses a method its path doesn't support.",
  why: "Readers who copy the sample get an error because the API doesn't support this method at this path.",
  howToFix: "Change the method in the sample, or add the method to the specification.",
  whenToTurnOff:
    "Turn off this rule if your pages describe a version of the API whose specification isn't in the site.",
  messages: {
    wrong:
      "`{spec}` defines {expected} for `{name}`, but this request uses {found}, so readers who copy it may get an error. Change one to match the other.",
    there: "The operation is defined here.",
    correct: "Change to {expected}",
  },
  examples: [
    createExample(
      `\`\`\`bash
curl -X [|PUT|] https://shop.example.com/orders -d @order.json
\`\`\``,
      `\`\`\`bash
curl -X POST https://shop.example.com/orders -d @order.json
\`\`\``,
    ),
  ],
  check: checkDrift("wrong-method", () => "wrong"),
  createFixes: createDriftFixes("wrong-method", () => "correct"),
  grouping: driftGrouping,
});
