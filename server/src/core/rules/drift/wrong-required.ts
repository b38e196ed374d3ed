import { checkDrift, fixDrift, driftExample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongRequired = defineRule({
  code: "drift/wrong-required",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A described field is marked as required or not, and the operation says otherwise.",
  why: "Readers leave out what is not marked as required, and look for values of what is. The API tells them that the page was wrong.",
  messages: {
    required:
      "`{name}` in {holder} of `{operation}` is required, which this does not say, so readers leave it out. Add `required`.",
    optional:
      "`{name}` in {holder} of `{operation}` is optional, so readers look for a value in vain. Remove `required`.",
    there: "The API file says so here.",
    add: "Add `required`",
    remove: "Remove `required`",
  },
  examples: [
    driftExample(
      `<ParamField body="[|item|]" type="string" />

<ParamField body="size" type="string" required />`,
      `<ParamField body="item" type="string" required />

<ParamField body="size" type="string" required />`,
    ),
    driftExample(
      '<ParamField query="dry_run" type="boolean" [|required|] />',
      '<ParamField query="dry_run" type="boolean" />',
    ),
  ],
  check: checkDrift("wrong-required", (args) => (args.expected === "required" ? "required" : "optional")),
  fixes: fixDrift("wrong-required", (finding) => (finding.message === "required" ? "add" : "remove")),
});
