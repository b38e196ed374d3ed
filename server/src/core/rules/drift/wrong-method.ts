import { checkDrift, createDriftFixes, createExample, createDriftGrouping } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongMethod = defineRule({
  code: "drift/wrong-method",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A sample request with a method that its path doesn't support, or with the body of another operation.",
  why: "Readers who copy the sample get an error because the API doesn't support this method at this path. If the body is for the operation that the page documents, but the URL or method is of another one, readers call the wrong operation.",
  howToFix: "Change the method or the URL in the sample, or add the method to the specification.",
  whenToTurnOff:
    "Turn off this rule if your pages describe a version of the API whose specification isn't in the site.",
  messages: {
    wrong:
      "`{spec}` defines {expected} for `{name}`, but this request uses {found}, so readers who copy it may get an error. Change one to match the other.",
    other:
      "This request calls `{name}`, but its body is for `{operation}`, which this page documents, so copied requests may fail. Change the URL or the method.",
    there: "The operation is defined here.",
    correct: "Change to {expected}",
    use: "Change to `{replacement}`",
    fixAll: "Fix all {count} places",
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
  check: checkDrift("wrong-method", ({ drift }) => (drift.expected === undefined ? "other" : "wrong")),
  createFixes: createDriftFixes("wrong-method", ({ message }) => (message === "other" ? "use" : "correct")),
  grouping: createDriftGrouping("wrong-method", () => "fixAll"),
});
