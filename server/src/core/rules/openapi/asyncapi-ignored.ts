import { getKeyLocation } from "../../config/json/json-tree.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { getElementName, findOwnProperty } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const asyncapiIgnored = defineRule({
  code: "openapi/asyncapi-ignored",
  subjectKinds: ["config"],
  onlyProfile: "mintlify",
  severity: "warning",
  summary: "A group with both `openapi` and `asyncapi`.",
  why: "If a group has both, the service uses `openapi` and silently ignores `asyncapi`, so it generates no channel pages.",
  howToFix: "Move `asyncapi` to its own group.",
  whenToTurnOff: "Keep this rule on. If a group has both settings, the service generates no channel pages.",
  messages: {
    ignored:
      "`{name}` has both `openapi` and `asyncapi`, but the service uses only `openapi`, so readers see no channel pages. Move `asyncapi` to its own group.",
    openapi: "`openapi` is here.",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", [|"asyncapi"|]: "chat.json" }] } }
`,
      good: `
//- docs.json
{
  "navigation": {
    "groups": [{ "group": "API", "openapi": "api.json" }, { "group": "Live", "asyncapi": "chat.json" }]
  }
}
`,
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of getNavigation(config).elements) {
      const asyncapi = findOwnProperty(element, "asyncapi");
      const openapi = findOwnProperty(element, "openapi");
      if (element.kind !== "group" || element.isIgnored || !asyncapi || !openapi) continue;
      yield {
        message: "ignored",
        args: { name: getElementName(element) },
        at: getKeyLocation(asyncapi),
        relatedLocations: [{ at: getKeyLocation(openapi), message: "openapi" }],
      };
    }
  }),
});
