import { type JsonProperty, getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { listSiblingsUnder } from "../../site/navigation/navigation-suggestions.ts";
import { getElementName, findOwnProperty } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const severalDefaultVersions = defineRule({
  code: "nav/several-default-versions",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "More than one default version or language.",
  why: "Readers start in the default version or language. If more than one has `default: true`, you can't predict where they start.",
  howToFix: "Keep `default: true` only on the version or language where readers start.",
  whenToTurnOff: "Keep this rule on. If there's more than one default, you can't predict where readers start.",
  messages: {
    several:
      "`{name}` and `{first}` are both marked as the default, but readers can start in only one of them. Keep `default` on the one you want.",
    first: "`{first}` is marked as the default here.",
  },
  examples: [
    {
      bad: '{ "navigation": { "versions": [{ "version": "1", "default": true, "pages": ["a"] }, { "version": "2", "default": [|true|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "versions": [{ "version": "1", "pages": ["a"] }, { "version": "2", "default": true, "pages": ["b"] }] } }',
    },
    {
      bad: '{ "navigation": { "languages": [{ "language": "en", "default": true, "pages": ["a"] }, { "language": "fr", "default": [|true|], "pages": ["b"] }] } }',
      good: '{ "navigation": { "languages": [{ "language": "en", "default": true, "pages": ["a"] }, { "language": "fr", "default": false, "pages": ["b"] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const key of ["versions", "languages"] as const)
      for (const siblings of listSiblingsUnder(config, key)) {
        const [firstDefault, ...otherDefaults] = siblings.flatMap((element) => {
          const value = getDefaultProperty(element)?.value;
          return value?.kind === "boolean" && value.value ? [{ element, value }] : [];
        });
        if (!firstDefault) continue;
        const args = { first: getElementName(firstDefault.element) };
        for (const { element, value } of otherDefaults)
          yield {
            message: "several",
            args: { ...args, name: getElementName(element) },
            at: getNodeLocation(value),
            relatedLocations: [{ at: getNodeLocation(firstDefault.value), message: "first", args }],
          };
      }
  }),
});

function getDefaultProperty(element: NavElement): JsonProperty | undefined {
  return findOwnProperty(element, "default");
}
