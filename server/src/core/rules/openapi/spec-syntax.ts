import { defineRule } from "../rule.ts";
import { findSpecSyntaxErrors, createSpecSyntaxFixes } from "../findings/spec-findings.ts";

export const specSyntax = defineRule({
  code: "openapi/spec-syntax",
  subjectKinds: ["spec", "config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "An OpenAPI file that isn't valid JSON or YAML.",
  why: "If a file can't be parsed, the service leaves out the whole file, so its operations have no pages. The service reads JSON as YAML, which allows trailing commas, so they're reported only as information. YAML doesn't allow a key to appear twice in the same object.",
  howToFix:
    "Fix the syntax at the position where parsing stops. The cause, such as a missing quote, a missing bracket, or wrong indentation, is often just above that position.",
  whenToTurnOff: "Keep this rule on. If a file can't be parsed, its operations don't have pages.",
  messages: {
    syntax: "The file can't be parsed from this point on ({reason}), so its operations have no pages. Fix the syntax.",
    refused: "The file isn't read because {reason}, so its operations have no pages. Make it smaller, or split it.",
    named: "`{file}` can't be parsed ({reason}), so its operations have no pages. Fix the file.",
    here: "Parsing stops here: {reason}.",
    trailingComma:
      "JSON doesn't allow a trailing comma. The service reads the file as YAML, so its operations get pages, but other tools can't read it. Remove the comma.",
    notJson:
      "This isn't valid JSON ({reason}). The service reads the file as YAML, so its operations get pages, but other tools can't read it. Fix the syntax.",
    yaml: "This file contains YAML, not JSON. The service reads it anyway, so its operations get pages, but other tools can't read it. Rename it to `{name}`, and change the references to it.",
    removeComma: "Remove comma",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"openapi.json"|] }] } }
//- openapi.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { [|"get"|] { "tags": ["Users"] } } }
}
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "openapi.json" }] } }
//- openapi.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { "get": { "tags": ["Users"] } } }
}
`,
    },
  ],
  check: (subject, site) => findSpecSyntaxErrors(subject, site, "openapi"),
  createFixes: createSpecSyntaxFixes,
});
