import { checkDrift, fixDrift, driftExample } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongRequired = defineRule({
  code: "drift/wrong-required",
  on: ["page"],
  needs: ["specs"],
  severity: "warning",
  summary: "A field that the page marks as required or optional, contrary to the specification.",
  why: "Readers leave out fields that aren't marked as required, and look for values for fields that are. If the page is wrong, they find out only from the API.",
  messages: {
    required:
      "`{name}` in {holder} of `{operation}` is required but isn't marked as required here, so readers leave it out. Add `required`.",
    optional:
      "`{name}` in {holder} of `{operation}` is optional but is marked as required here, so readers look for a value that they don't need. Remove `required`.",
    there: "The specification defines the field here.",
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
  check: checkDrift("wrong-required", (drift) => (drift.expected === "required" ? "required" : "optional")),
  fixes: fixDrift("wrong-required", (finding) => (finding.message === "required" ? "add" : "remove")),
});
