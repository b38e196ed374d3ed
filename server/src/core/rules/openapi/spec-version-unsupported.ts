import { defineRule } from "../rule.ts";
import { findUnsupportedVersion, createVersionFixes } from "../findings/spec-findings.ts";

export const specVersionUnsupported = defineRule({
  code: "openapi/spec-version-unsupported",
  subjectKinds: ["spec", "config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "An OpenAPI file with an unsupported version.",
  why: "The service generates pages from OpenAPI 3.0, 3.1, and 3.2 files. Operations in files with any other version, including Swagger 2.0, have no pages.",
  howToFix:
    'To convert Swagger 2.0, run `docwright convert`. If the file already uses OpenAPI 3, set `openapi` to a string such as `"3.1.0"`.',
  whenToTurnOff:
    "If the file is only a download for readers, don't turn off this rule. Add the file to `ignore` in `.docwright.json` instead.",
  messages: {
    swagger:
      "{version} isn't supported, so these operations have no pages. Convert the file with “Convert Swagger 2.0 to OpenAPI” or `docwright convert`.",
    version: "{version} isn't supported, so these operations have no pages. Use version 3.0, 3.1, or 3.2.",
    number:
      'The OpenAPI version is a number instead of a string, so these operations have no pages. Put it in quotes, for example, `"3.1.0"`.',
    none: 'The OpenAPI version is missing, so these operations have no pages. Add it as a string, for example, `"3.1.0"`.',
    named:
      "`{file}` uses {version}, which isn't supported, so no endpoint pages are generated from it. Use OpenAPI 3. To convert Swagger 2.0, run `docwright convert`.",
    namedInvalid:
      'The version in `{file}` is missing or isn\'t a string, so no endpoint pages are generated from it. Set it to a string, for example, `"3.1.0"`.',
    here: "The version is set here.",
    quote: 'Change to `"{text}"`',
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
{ "navigation": { "groups": [{ "group": "API", "openapi": [|"api.yaml"|] }] } }
//- api.yaml
openapi: [|3.1|]
paths: {}
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml" }] } }
//- api.yaml
openapi: "3.1.0"
paths: {}
`,
    },
  ],
  check: (subject, site) => findUnsupportedVersion(subject, site, "openapi"),
  createFixes: createVersionFixes,
});
