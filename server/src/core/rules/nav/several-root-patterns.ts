import { locationOfKey } from "../../config/json/json-tree.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const severalRootPatterns = defineRule({
  code: "nav/several-root-patterns",
  on: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "Several kinds of children at the root of the navigation.",
  why: "If the root has several kinds of children, the service uses only the first kind it finds, in this order: products, languages, versions, tabs, dropdowns, anchors, groups, pages. It silently ignores the others.",
  howToFix: "Move the ignored children into the kind that the service uses, or remove them.",
  whenToTurnOff: "Keep this rule on. If the root has several kinds of children, readers see only one kind.",
  messages: {
    dropped:
      "`navigation` has both `{kept}` and `{key}`, but the service uses only `{kept}`, so everything under `{key}` is left out of the docs. Move it into `{kept}`, or remove it.",
    kept: "The service uses `{kept}`.",
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
    const retained = patterns.find(({ key }) => key === root?.retainedKey);
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
