import { locationOfKey } from "../../config/json/json-tree.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const severalRootPatterns = defineRule({
  code: "nav/several-root-patterns",
  on: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "The navigation has more than one pattern at its root.",
  why: "Of several patterns the service uses the one that comes first in its own order (products, languages, versions, tabs, dropdowns, anchors, groups, pages) and drops the others without a word.",
  messages: {
    dropped:
      "`{key}` stands beside `{kept}` in `navigation`, where only one pattern counts: everything under `{key}` is left out of the docs. Move it into `{kept}` or remove it.",
    kept: "`{kept}` is the pattern that counts.",
  },
  examples: [
    {
      bad: `{
  "navigation": {
    "tabs": [{ "tab": "Guides", "pages": ["start"] }],
    [|"groups"|]: [{ "group": "More", "pages": ["more"] }]
  }
}`,
      good: `{
  "navigation": {
    "tabs": [{ "tab": "Guides", "pages": ["start"] }, { "tab": "More", "pages": ["more"] }]
  }
}`,
    },
  ],
  check: checkConfig(function* (config) {
    const { root } = navigationOf(config);
    const patterns = (root?.childKeys ?? []).filter(({ key }) => key !== "menu");
    const retained = patterns.find(({ key }) => key === root?.keptKey);
    if (!retained) return;
    for (const pattern of patterns)
      if (pattern !== retained)
        yield {
          message: "dropped",
          args: { key: pattern.key, kept: retained.key },
          at: locationOfKey(pattern.property),
          related: [{ at: locationOfKey(retained.property), message: "kept", args: { kept: retained.key } }],
        };
  }),
});
