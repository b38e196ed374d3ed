import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { toIconLibrary, getSettingsResult, getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource } from "../subjects/fixes.ts";
import { findIconProblem, iconMessages, severalIconMessages } from "../subjects/page-subjects.ts";
import { createJsonStringGroupFix, groupByTarget } from "../subjects/same-target.ts";

export const unknownIcon = defineRule({
  code: "nav/unknown-icon",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "An icon that isn't in the configured library.",
  why: "The service looks up icons by name in the library set by `icons.library` or by the icon's own `library`. If the library doesn't have the icon, no icon is shown.",
  howToFix: "Use an icon from the library, choose another library, or use the path or URL of an image.",
  whenToTurnOff: "Turn off this rule if the service supports icons that Docwright doesn't recognize yet.",
  messages: iconMessages,
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "Guides", "icon": [|"rockt"|], "pages": ["start"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "icon": "rocket", "pages": ["start"] }] } }',
    },
  ],
  check: checkConfig(function* (_config, site) {
    const guess = createSuggestionSource();
    for (const { node, library: ownLibrary } of getSettingsResult(site).icons) {
      const problem = findIconProblem(toIconLibrary(ownLibrary) ?? getSiteIconLibrary(site), node.value, guess);
      if (problem) yield { ...problem, at: getNodeLocation(node) };
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield {
        title: "use",
        args: { near: suggestion },
        edits: createReplaceEdits(at, toJsonString(suggestion)),
      };
  },
  grouping: groupByTarget({
    combinedMessages: severalIconMessages,
    createFixes: (findings) => createJsonStringGroupFix(findings),
  }),
});
