import { defineRule } from "../rule.ts";
import { findSpecSyntax } from "../findings/spec-findings.ts";

export const specSyntax = defineRule({
  code: "openapi/spec-syntax",
  on: ["spec", "config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An OpenAPI file is no valid JSON or YAML.",
  why: "A file that cannot be read is left out as a whole: none of its operations has a page.",
  messages: {
    syntax: "The file cannot be read here: {reason}. None of its operations has a page. Correct the syntax.",
    refused:
      "The file is not read, as {reason}. None of its operations has a page. Make it smaller or split it.",
    named: "`{file}` cannot be read: {reason}. None of its operations has a page. Correct the file.",
    here: "Reading ends here: {reason}.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"openapi.json"|] }] } }
//- openapi.json
{
  "openapi": "3.1.0",
  "paths": { "/users": { "get": { "tags": ["Users"[|,|]] } } }
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
  check: (subject, site) => findSpecSyntax(subject, site, "openapi"),
});
