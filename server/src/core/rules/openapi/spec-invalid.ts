import { defineRule } from "../rule.ts";
import {
  validityGrouping,
  findSpecProblems,
  createValidityFixes,
  createValidityMessages,
} from "../findings/spec-findings.ts";

export const specInvalid = defineRule({
  code: "openapi/spec-invalid",
  subjectKinds: ["spec", "file"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "An invalid OpenAPI file.",
  why: "Invalid operations are left out of the docs. Some services leave out the entire file.",
  howToFix:
    "Fix the file at the reported position. Docwright lists only the three most severe errors in a file, so more errors may appear after you fix these.",
  whenToTurnOff:
    "Turn off this rule if another tool already validates your OpenAPI files. The service still leaves out invalid operations.",
  messages: createValidityMessages({
    one: "this operation is left out of the docs",
    users: "operations that use it are left out of the docs",
    whole: "no pages are generated from this file",
    pages: "readers see nothing from this file on pages that refer to it",
  }),
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.0.3
info: { title: Users, version: [|1.0|] }
paths:
  /users:
    get:
      [|sumary|]: List users
      responses:
        "200": { description: The users }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: 3.0.3
info: { title: Users, version: "1.0" }
paths:
  /users:
    get:
      summary: List users
      responses:
        "200": { description: The users }
`,
    },
    {
      profile: "mintlify",
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{
  "openapi": "3.0.3",
  "info": { "title": "Users", "version": "1" },
  "paths": { "/users": { [|"get"|]: { "summary": "List users" } } }
}
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{
  "openapi": "3.0.3",
  "info": { "title": "Users", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": { "200": { "description": "OK" } } } } }
}
`,
    },
  ],
  check: (subject, site) => findSpecProblems(subject, site, "openapi"),
  createFixes: createValidityFixes,
  grouping: validityGrouping,
});
