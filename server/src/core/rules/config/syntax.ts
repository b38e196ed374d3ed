import { findConfigFile } from "../../config/config.ts";
import { findJsonSyntaxErrors, createJsonSyntaxFixes, createJsonSyntaxMessages } from "../findings/json-syntax.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const syntax = defineRule({
  code: "config/syntax",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A settings file that isn't plain JSON.",
  why: "The service reads docs.json and the files it includes as plain JSON and stops at the first error, so nothing is published.",
  howToFix: "Start with the first error, because it often causes the ones after it.",
  whenToTurnOff: "Keep this rule on. If the service can't read a settings file, it can't publish the site.",
  messages: createJsonSyntaxMessages("so the service can't read the file"),
  examples: [
    {
      bad: '{\n  [|// all pages|]\n  "navigation": { "pages": ["index"] }\n}',
      good: '{\n  "navigation": { "pages": ["index"] }\n}',
    },
    {
      bad: '{ "navigation": { "pages": ["index"[|,|]] } }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "name": "Acme[|"|] "navigation": { "pages": ["index"] } }',
      good: '{ "name": "Acme", "navigation": { "pages": ["index"] } }',
    },
    {
      bad: "{ [|navigation|]: { \"pages\": [[|'index'|]] } }",
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const file of config.files) yield* findJsonSyntaxErrors(file);
  }),
  *createFixes(finding, site) {
    const file = findConfigFile(site.config, finding.at.file);
    if (file) yield* createJsonSyntaxFixes(finding, file);
  },
});
