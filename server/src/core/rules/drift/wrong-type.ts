import { checkDrift, fixDrift, driftExample, requestSample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongType = defineRule({
  code: "drift/wrong-type",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A value or a described type is of another kind than the operation has.",
  why: "A value of another kind is refused by the API, and a type that is told wrong makes readers write such values.",
  messages: {
    wrong:
      "`{name}` in {holder} of `{operation}` is {expected}, not {found}, so what readers copy is refused. Correct it here or in `{spec}`.",
    there: "The type is said here.",
    correct: "Write what the API file says",
  },
  examples: [
    driftExample(
      requestSample('{ "item": "tea", "size": "small", "count": [|"2"|] }'),
      requestSample('{ "item": "tea", "size": "small", "count": 2 }'),
    ),
    driftExample(
      '<ParamField query="dry_run" type="[|string|]" />',
      '<ParamField query="dry_run" type="boolean" />',
    ),
  ],
  check: checkDrift("wrong-type", () => "wrong"),
  fixes: fixDrift("wrong-type", () => "correct"),
});
