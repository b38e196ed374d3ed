import { defineRule } from "../rule.ts";
import { findUnsupportedVersion, createVersionFixes } from "../findings/spec-findings.ts";

export const asyncapiSpecVersionUnsupported = defineRule({
  code: "asyncapi/spec-version-unsupported",
  subjectKinds: ["spec", "config", "page"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "An AsyncAPI file with an unsupported version.",
  why: "The service generates channel pages only from AsyncAPI 3 files. Channels in files with any other version have no pages.",
  howToFix:
    'Convert the file to AsyncAPI 3, for example, with `asyncapi convert`. If it already uses AsyncAPI 3, set `asyncapi` to a string such as `"3.0.0"`.',
  whenToTurnOff:
    "If the file is only a download for readers, don't turn off this rule. Add the file to `ignore` in `.docwright.json` instead.",
  messages: {
    swagger: "{version} isn't supported, so these channels have no pages. Convert the file to AsyncAPI 3.",
    version: "{version} isn't supported, so these channels have no pages. Convert the file to AsyncAPI 3.",
    number:
      'The AsyncAPI version is a number instead of a string, so these channels have no pages. Put it in quotes, for example, `"3.0.0"`.',
    none: 'The AsyncAPI version is missing, so these channels have no pages. Add it as a string, for example, `"3.0.0"`.',
    named: "`{file}` uses {version}, which isn't supported, so no channel pages are generated from it. Use AsyncAPI 3.",
    namedInvalid:
      'The version in `{file}` is missing or isn\'t a string, so no channel pages are generated from it. Set it to a string, for example, `"3.0.0"`.',
    here: "The version is set here.",
    quote: 'Change to `"{text}"`',
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
  check: (subject, site) => findUnsupportedVersion(subject, site, "asyncapi"),
  createFixes: createVersionFixes,
});
