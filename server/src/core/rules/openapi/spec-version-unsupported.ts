import { defineRule } from "../rule.ts";
import { findSpecVersion, fixSpecVersion } from "../findings/spec-findings.ts";

export const specVersionUnsupported = defineRule({
  code: "openapi/spec-version-unsupported",
  on: ["spec", "config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An API description is of a version that is not read.",
  why: "Pages are made from OpenAPI 3.0, 3.1 and 3.2. Of any other version, Swagger 2.0 among them, no operation has a page.",
  messages: {
    swagger:
      "{version} is not read, so none of these operations has a page. Convert the file to OpenAPI 3: command “Convert Swagger 2.0 to OpenAPI”, or `docwright convert`.",
    version: "{version} is not read, so none of these operations has a page. Write version 3.0, 3.1 or 3.2.",
    number:
      'The version is a number here and not a text, so none of these operations has a page. Put it in quotes, as `"3.1.0"`.',
    none: 'The version is missing, so none of these operations has a page. Write it as a text, like `"3.1.0"`.',
    named:
      "`{file}` is {version}, which is not read, so readers get no endpoint pages from it. Use OpenAPI 3; `docwright convert` makes it of Swagger 2.0.",
    here: "The version stands here.",
    quote: 'Write `"{version}"`',
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"api.json"|] }] } }
//- api.json
{ "swagger": [|"2.0"|], "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "pages": [] } }
//- api.yaml
openapi: [|3.1|]
paths: {}
`,
      good: `
//- docs.json
{ "navigation": { "pages": [] } }
//- api.yaml
openapi: "3.1.0"
paths: {}
`,
    },
  ],
  check: (subject, site) => findSpecVersion(subject, site, "openapi"),
  fixes: fixSpecVersion,
});
