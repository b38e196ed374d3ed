import { checkDrift, createDriftFixes, createExample, createDriftGrouping } from "../findings/drift-findings.ts";
import { defineRule } from "../rule.ts";

export const driftWrongRequired = defineRule({
  code: "drift/wrong-required",
  subjectKinds: ["page"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A field that's required on the page but optional in the specification, or vice versa.",
  why: "Readers leave out fields that aren't marked as required, and look for values for fields that are. If the page is wrong, readers find out only when they call the API.",
  howToFix: "Change `required` on the page, or change the required fields in the specification.",
  whenToTurnOff:
    "Turn off this rule if your fields are required only under conditions that the specification can't express.",
  messages: {
    required:
      "`{name}` in {holder} of `{operation}` is required in `{spec}`, but not here, so readers may leave it out. Change one to match the other.",
    optional:
      "`{name}` in {holder} of `{operation}` is required here, but optional in `{spec}`, so readers may look for a value they don't need. Change one to match the other.",
    always:
      "`{name}` in {holder} of `{operation}` is always present according to this page, but optional in `{spec}`, so readers' code may fail without it. Change one to match the other.",
    severalRequired:
      "{names} in {holder} of `{operation}` are required in `{spec}`, but not here, so readers may leave them out. Change one to match the other.",
    severalOptional:
      "{names} in {holder} of `{operation}` are required here, but optional in `{spec}`, so readers may look for values they don't need. Change one to match the other.",
    severalAlways:
      "{names} in {holder} of `{operation}` are always present here, but optional in `{spec}`, so readers' code may fail without them. Change one to match the other.",
    there: "The specification defines the field here.",
    add: "Add `required`",
    remove: "Remove `required`",
    fixAll: "Fix all {count} places",
  },
  examples: [
    createExample(
      `<ParamField body="[|item|]" type="string" />

<ParamField body="size" type="string" required />`,
      `<ParamField body="item" type="string" required />

<ParamField body="size" type="string" required />`,
    ),
    createExample(
      '<ParamField query="dry_run" type="boolean" [|required|] />',
      '<ParamField query="dry_run" type="boolean" />',
    ),
  ],
  check: checkDrift("wrong-required", ({ drift }) =>
    drift.isRequired ? "required" : drift.direction === "response" ? "always" : "optional",
  ),
  createFixes: createDriftFixes("wrong-required", (finding) => (finding.message === "required" ? "add" : "remove")),
  grouping: {
    ...createDriftGrouping("wrong-required", () => "fixAll"),
    combinedMessage: ({ message, args }) => (args?.["names"] === undefined ? undefined : combinedMessages[message]),
  },
});

const combinedMessages: Readonly<Record<string, "severalRequired" | "severalOptional" | "severalAlways" | undefined>> =
  {
    required: "severalRequired",
    optional: "severalOptional",
    always: "severalAlways",
  };
