import { findMissingSpecs, createMissingSpecFix, missingSpecGrouping } from "../subjects/site-subjects.ts";
import { defineRule } from "../rule.ts";

export const specNotFound = defineRule({
  code: "openapi/spec-not-found",
  subjectKinds: ["config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "A reference to an OpenAPI file that doesn't exist.",
  why: "`openapi` refers to a file in the site. If the file doesn't exist, the service generates no endpoint pages from it, so navigation entries for those pages and links to them are broken. The published service finds the operation of a page in any other file, so a page with such an operation has only a warning.",
  howToFix: "Use the path of an OpenAPI file in the site, or add the file to the site.",
  whenToTurnOff: "Turn off this rule if a build step creates the file after Docwright checks the site.",
  messages: {
    missing: "`{file}` doesn't exist, so no endpoint pages are generated from it. Fix the path, or add the file.",
    meant: "`{file}` doesn't exist, so no endpoint pages are generated from it. Did you mean `{near}`?",
    api: "`{file}` doesn't exist, so pages can't use its content. Fix the path, or remove this setting.",
    "api-meant": "`{file}` doesn't exist, so pages can't use its content. Did you mean `{near}`?",
    instead:
      "`{file}` doesn't exist, so the service may show the endpoint from `{other}` or no endpoint at all. Use the correct file.",
    "instead-near": "`{file}` doesn't exist, so this page may show the wrong endpoint or none. Did you mean `{near}`?",
    insteads: "`{file}` doesn't exist, so {count} pages may show the wrong endpoint or none. Use the correct file.",
    "insteads-near":
      "`{file}` doesn't exist, so {count} pages may show the wrong endpoint or none. Did you mean `{near}`?",
    "not-a-spec":
      "`{file}` has no `openapi` version at its root, so the service generates no endpoint pages from it. Use an OpenAPI file.",
    "wrong-kind":
      "`{file}` is an {format} file, so the service generates no endpoint pages from it. Use an OpenAPI file.",
    extension:
      "`{file}` has an extension with capital letters, so the service doesn't read it as a specification. Rename the file.",
    ignored:
      "`{file}` is excluded by the site's ignore rules, so no endpoint pages are generated from it. Move the file, or change `.mintignore`.",
    link: "`{file}` is a symbolic link to a file outside the site, so it isn't checked, and the service may not generate endpoint pages from it. Copy the file into the site.",
    unread:
      "`{file}` can't be checked, because Docwright doesn't read folders whose name starts with a dot. Make sure that the file exists, or move it.",
    use: "Change to `{near}`",
    useAll: "Change all {count} to `{near}`",
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
  createFixes: createMissingSpecFix,
  grouping: missingSpecGrouping,
});
