import { checkDrift, fixDrift, driftExample, requestSample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftMissingField = defineRule({
  code: "drift/missing-field",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample, or the fields a page describes, lack one that the operation requires.",
  why: "A request without a field that the operation requires is refused, so what readers copy from the page does not work; and where fields are described, they never learn of this one.",
  messages: {
    missing:
      "{Holder} of `{operation}` needs `{name}`, which is not here, so what readers copy is refused. Add it.",
    answer:
      "{Holder} of `{operation}` always has `{name}`, which is not here, so readers do not learn of it. Add it.",
    there: "It is required here.",
    add: "Add `{name}`",
  },
  examples: [
    driftExample(requestSample('[|{|] "item": "tea" }'), requestSample('{ "item": "tea", "size": "small" }')),
    driftExample(
      '<[|ParamField|] body="item" type="string" required />',
      `<ParamField body="item" type="string" required />

<ParamField body="size" type="string" required />`,
    ),
  ],
  check: checkDrift("missing-field", (args) => (args.holder.startsWith("the answer") ? "answer" : "missing")),
  fixes: fixDrift("missing-field", () => "add"),
});
