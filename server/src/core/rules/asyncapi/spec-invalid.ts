import { defineRule } from "../rule.ts";
import {
  validityGrouping,
  findSpecProblems,
  createValidityFixes,
  createValidityMessages,
} from "../findings/spec-findings.ts";

export const asyncapiSpecInvalid = defineRule({
  code: "asyncapi/spec-invalid",
  subjectKinds: ["spec", "file"],
  requires: ["pages", "specs"],
  severity: "error",
  summary: "An invalid AsyncAPI file.",
  why: "Invalid channels are left out of the docs. Some services leave out the entire file.",
  howToFix:
    "Fix the file at the reported position. Docwright lists only the three most severe errors in a file, so more errors may appear after you fix these.",
  whenToTurnOff:
    "Turn off this rule if another tool already validates your AsyncAPI files. The service still leaves out invalid channels.",
  messages: createValidityMessages({
    one: "this channel is left out of the docs",
    users: "channels that use it are left out of the docs",
    whole: "no pages are generated from this file",
    pages: "readers see nothing from this file on pages that refer to it",
  }),
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": "chat.yaml" }] } }
//- chat.yaml
asyncapi: 3.0.0
info: { title: Chat, version: "1" }
channels:
  chat:
    [|adress|]: /chat
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Live", "asyncapi": "chat.yaml" }] } }
//- chat.yaml
asyncapi: 3.0.0
info: { title: Chat, version: "1" }
channels:
  chat:
    address: /chat
`,
    },
  ],
  check: (subject, site) => findSpecProblems(subject, site, "asyncapi"),
  createFixes: createValidityFixes,
  grouping: validityGrouping,
});
