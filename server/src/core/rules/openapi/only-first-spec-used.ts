import { namedSources } from "../../site/specs/specs.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";

export const onlyFirstSpecUsed = defineRule({
  code: "openapi/only-first-spec-used",
  on: ["config"],
  onlyIn: "mintlify",
  severity: "warning",
  summary: "An element of the navigation names several API files.",
  why: "The service makes pages from the first file of the list and passes over the others without a word.",
  messages: {
    unused:
      "Only the first file of this list is used, so `{file}` gives readers no pages. Give it an element of its own.",
    first: "This one is used.",
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
    for (const [i, { family, source, index, element }] of namedSources(config).entries()) {
      if (family !== "openapi" || index === 0 || !element || element.lost) continue;
      const first = namedSources(config)[i - index];
      yield {
        message: "unused",
        args: { file: source.source },
        at: source.at,
        tags: ["unnecessary"],
        related: first ? [{ at: first.source.at, message: "first" }] : [],
      };
    }
  }),
  *fixes({ at, args }, site) {
    const edits = removeAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: args ?? {}, edits };
  },
});
