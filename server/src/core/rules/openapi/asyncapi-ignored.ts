import { locationOfKey } from "../../config/json/json-tree.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { elementName, propertyOf } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const asyncapiIgnored = defineRule({
  code: "openapi/asyncapi-ignored",
  on: ["config"],
  onlyIn: "mintlify",
  severity: "warning",
  summary: "A group has `asyncapi` beside `openapi`.",
  why: "Of the two the service keeps `openapi` on a group and drops `asyncapi` without a word, so no channel page is made.",
  messages: {
    ignored:
      "`{name}` has `openapi` too, beside which `asyncapi` is dropped on a group, so its channels have no pages. Give them a group of their own.",
    openapi: "`openapi` stands here.",
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
    for (const element of navigationOf(config).elements) {
      const asyncapi = propertyOf(element, "asyncapi");
      const openapi = propertyOf(element, "openapi");
      if (element.kind !== "group" || element.lost || !asyncapi || !openapi) continue;
      yield {
        message: "ignored",
        args: { name: elementName(element) },
        at: locationOfKey(asyncapi),
        related: [{ at: locationOfKey(openapi), message: "openapi" }],
      };
    }
  }),
});
