import { defineRule } from "../rule.ts";
import { findSpecVersion, fixSpecVersion } from "../findings/spec-findings.ts";

export const asyncapiSpecVersionUnsupported = defineRule({
  code: "asyncapi/spec-version-unsupported",
  on: ["spec", "config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An AsyncAPI file is of a version that is not read.",
  why: "Channel pages are made from AsyncAPI 3. Of any other version no channel has a page.",
  messages: {
    swagger: "{version} is not read, so none of these channels has a page. Convert the file to AsyncAPI 3.",
    version: "{version} is not read, so none of these channels has a page. Convert the file to AsyncAPI 3.",
    number:
      'The version is a number here and not a text, so none of these channels has a page. Put it in quotes, as `"3.0.0"`.',
    none: 'The version is missing, so none of these channels has a page. Write it as a text, like `"3.0.0"`.',
    named:
      "`{file}` is {version}, which is not read, so readers get no channel pages from it. Use AsyncAPI 3.",
    here: "The version stands here.",
    quote: 'Write `"{version}"`',
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": [|"chat.yaml"|] }] } }
//- chat.yaml
asyncapi: [|2.6.0|]
channels: { chat: {} }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": "chat.yaml" }] } }
//- chat.yaml
asyncapi: 3.0.0
channels: { chat: {} }
`,
    },
  ],
  check: (subject, site) => findSpecVersion(subject, site, "asyncapi"),
  fixes: fixSpecVersion,
});
