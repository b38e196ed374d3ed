import { getHeadLocation } from "../../config/json/json-tree.ts";
import { isMisread } from "../../config/json/json-reader.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const notAnObject = defineRule({
  code: "config/not-an-object",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A settings file that is empty or doesn't contain an object.",
  why: "docs.json is a single object whose keys are the settings. Without it, the service can't build the site.",
  howToFix: 'Put the settings between `{` and `}`, for example, `{ "navigation": { "pages": ["index"] } }`.',
  whenToTurnOff: "Keep this rule on, because the service can't build the site without its settings.",
  messages: {
    empty:
      'docs.json is empty, so the service has no site to publish. Start with `{ "navigation": { "pages": ["index"] } }`.',
    emptyPart:
      "This file is empty, so the settings that docs.json includes from it are missing and the build fails. Add the settings.",
    notAnObject:
      "docs.json doesn't contain a JSON object, so the service has no site to publish. Put the settings between `{` and `}`.",
  },
  examples: [
    { bad: '//- docs.json\n[|"index"|]', good: '{ "navigation": { "pages": ["index"] } }' },
    { bad: "//- docs.json\n[||]", good: '{ "navigation": { "pages": ["index"] } }' },
  ],
  check: checkConfig(function* (config) {
    for (const { path, root, problems, refusal } of config.files)
      if (!root && !refusal && problems.length === 0)
        yield {
          message: path === config.entry ? "empty" : "emptyPart",
          at: { file: path, range: { start: 0, end: 0 } },
        };
    if (config.root && config.root.kind !== "object" && !config.files.some(isMisread))
      yield { message: "notAnObject", at: getHeadLocation(config.root) };
  }),
});
