import { checkDrift, fixDrift, driftExample, requestSample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftUnknownField = defineRule({
  code: "drift/unknown-field",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A sample or a described field that the operation does not have.",
  why: "Readers copy what a page shows. A field that the operation does not know is ignored or refused, and the author of the API will not tell them why.",
  messages: {
    near: "{Holder} of `{operation}` has no `{name}`, so what readers copy from here does not work. Did you mean `{expected}`?",
    unknown:
      "{Holder} of `{operation}` has no `{name}`, so what readers copy from here does not work. Remove it or add it to `{spec}`.",
    there: "What the API file says is here.",
    use: "Write `{expected}`",
  },
  examples: [
    driftExample(
      requestSample('{ "item": "tea", "size": "small", [|"cont"|]: 2 }'),
      requestSample('{ "item": "tea", "size": "small", "count": 2 }'),
    ),
    driftExample(
      '<ParamField query="[|dryrun|]" type="boolean" />',
      '<ParamField query="dry_run" type="boolean" />',
    ),
  ],
  check: checkDrift("unknown-field", (args) => (args.expected === "" ? "unknown" : "near")),
  fixes: fixDrift("unknown-field", () => "use"),
});
