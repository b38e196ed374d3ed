import { findProperty, getKeyLocation } from "../../config/json/json-tree.ts";
import { listMisreadFiles, getNavigation } from "../../site/settings/navigation.ts";
import { getElementLocation } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const noRootPattern = defineRule({
  code: "nav/no-root-pattern",
  subjectKinds: ["config"],
  severity: "error",
  summary: "An empty navigation.",
  why: "Without `pages`, `groups`, `tabs`, `anchors`, `dropdowns`, `products`, `versions`, or `languages`, the service has no navigation to build and rejects the site.",
  howToFix: "Add one kind of child to `navigation`, for example, `pages`.",
  whenToTurnOff: "Keep this rule on, because the service rejects a site without navigation.",
  messages: {
    none: "`navigation` contains no `pages`, `groups`, `tabs`, or other children, so the service rejects the site and publishes nothing. Add one of them.",
  },
  examples: [
    {
      bad: '{ [|"navigation"|]: { "global": { "anchors": [{ "anchor": "Blog", "href": "https://example.com" }] } } }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* (config) {
    const { root } = getNavigation(config);
    if (!root || root.childProperties.length > 0 || listMisreadFiles(config).has(root.node.file)) return;
    // A `$ref` that isn't a string is reported separately, and it's unknown what it should include.
    if (findProperty(root.node, "$ref")) return;
    const property = config.root?.kind === "object" ? findProperty(config.root, "navigation") : undefined;
    if (!property) return;
    yield {
      message: "none",
      at: property.file === root.node.file ? getKeyLocation(property) : getElementLocation(root),
    };
  }),
});
