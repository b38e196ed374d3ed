import { listNamedSources } from "../../site/specs/specs.ts";
import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";

export const onlyFirstSpecUsed = defineRule({
  code: "openapi/only-first-spec-used",
  subjectKinds: ["config"],
  onlyProfile: "mintlify",
  severity: "warning",
  summary: "A navigation element with several specifications.",
  why: "The service generates pages from the first file in the list and silently ignores the others.",
  howToFix: "Add a separate element for each specification.",
  whenToTurnOff:
    "Keep this rule on. If a list contains several files, the service generates pages only from the first one.",
  messages: {
    unused:
      "Only the first file in this list is used, so no pages are generated from `{file}`. Move it to its own navigation element.",
    first: "The service uses this file.",
    remove: "Remove `{file}` from the list",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "tabs": [{ "tab": "API", "openapi": ["users.json", [|"orders.json"|]] }] } }
`,
      good: `
//- docs.json
{ "navigation": { "tabs": [{ "tab": "Users", "openapi": "users.json" }, { "tab": "Orders", "openapi": "orders.json" }] } }
`,
    },
  ],
  check: checkConfig(function* (config) {
    for (const [i, { family, source, index, element }] of listNamedSources(config).entries()) {
      if (family !== "openapi" || index === 0 || !element || element.isIgnored) continue;
      const firstSource = listNamedSources(config)[i - index];
      yield {
        message: "unused",
        args: { file: source.source },
        at: source.location,
        tags: ["unnecessary"],
        relatedLocations: firstSource ? [{ at: firstSource.source.location, message: "first" }] : [],
      };
    }
  }),
  *createFixes({ at, args }, site) {
    const edits = createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
});
