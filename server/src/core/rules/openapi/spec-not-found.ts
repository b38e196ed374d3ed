import { findMissingSpecs, fixMissingSpec } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const specNotFound = defineRule({
  code: "openapi/spec-not-found",
  on: ["config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An OpenAPI file that is named does not exist.",
  why: "`openapi` names a file of the site. When it is not there, no endpoint page is made from it, and everything that relies on it leads nowhere.",
  messages: {
    missing:
      "`{file}` is not in the site, so readers get no endpoint pages from it. Correct the path or add the file.",
    meant: "`{file}` is not in the site, so readers get no endpoint pages from it. Did you mean `{near}`?",
    instead:
      "`{file}` is not in the site, so the endpoint is taken by chance from `{near}`, or not shown. Name the right file.",
    "not-a-spec":
      "`{file}` has no `openapi` version at its root, so no endpoint pages are made from it. Name an OpenAPI file.",
    "wrong-kind": "`{file}` is an {kind} file, so no endpoint pages are made from it. Name an OpenAPI file.",
    ignored:
      "`{file}` is kept out of the site by its ignore rules, so readers get no endpoint pages from it. Move the file or change `.mintignore`.",
    use: "Write `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"opnapi.json"|] }] } }
//- openapi.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "openapi.json" }] } }
//- openapi.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["users"] } }
//- users.mdx
---
openapi: "[|zzz.json|] GET /users"
---
//- openapi.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["users"] } }
//- users.mdx
---
openapi: "openapi.json GET /users"
---
//- openapi.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  check: (subject, site) => findMissingSpecs(subject, site, "openapi"),
  fixes: fixMissingSpec,
});
