import { defineRule } from "../rule.ts";
import { findSpecSyntax } from "../findings/spec-findings.ts";

export const asyncapiSpecSyntax = defineRule({
  code: "asyncapi/spec-syntax",
  on: ["spec", "config", "page"],
  needs: ["pages", "specs"],
  severity: "error",
  summary: "An AsyncAPI file is no valid JSON or YAML.",
  why: "A file that cannot be read is left out as a whole: none of its channels has a page.",
  messages: {
    syntax: "The file cannot be read here: {reason}. None of its channels has a page. Correct the syntax.",
    refused:
      "The file is not read, as {reason}. None of its channels has a page. Make it smaller or split it.",
    named: "`{file}` cannot be read: {reason}. None of its channels has a page. Correct the file.",
    here: "Reading ends here: {reason}.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["chat"] } }
//- chat.mdx
---
asyncapi: [|chat.yaml|] chat
---
//- chat.yaml
asyncapi: 3.0.0
channels:
  chat: [|*room|]
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["chat"] } }
//- chat.mdx
---
asyncapi: chat.yaml chat
---
//- chat.yaml
asyncapi: 3.0.0
channels:
  chat: {}
`,
    },
  ],
  check: (subject, site) => findSpecSyntax(subject, site, "asyncapi"),
});
