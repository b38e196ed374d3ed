import { type JsonNode, getKeyLocation } from "../../config/json/json-tree.ts";
import { childOrder, type NavElement } from "../../config/settings/navigation.ts";
import { areChildrenRepeated } from "../../site/navigation/navigation-pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const severalRootPatterns = defineRule({
  code: "nav/several-root-patterns",
  subjectKinds: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "Several kinds of children at the root of the navigation.",
  why: "If the root has several kinds of children, the service uses only the first kind it finds, in this order: products, languages, versions, tabs, dropdowns, anchors, groups, pages. It silently ignores the others.",
  howToFix: "Move the ignored children into the kind that the service uses, or remove them.",
  whenToTurnOff: "Keep this rule on. If the root has several kinds of children, readers see only one kind.",
  messages: {
    dropped:
      "`navigation` has both `{kept}` and `{key}`, but the service uses only `{kept}`, so everything under `{key}` is left out of the docs. Move it into `{kept}`, or remove it.",
    links:
      "`navigation` has both `{kept}` and `{key}`, but the service uses only `{kept}`, so readers don't see these links. Move them into `navigation.global.{key}`.",
    repeated:
      "`navigation` has both `{kept}` and `{key}`, but the service uses only `{kept}`. Everything under `{key}` is also listed elsewhere, so readers don't miss it. Remove `{key}`.",
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
  check: checkConfig(function* (config, { profile }) {
    const { root } = getNavigation(config);
    const patterns = (root?.childProperties ?? []).filter(({ key }) => key !== "menu");
    const retainedPattern = patterns.find(({ key }) => key === root?.retainedKey);
    if (!root || !retainedPattern) return;
    for (const pattern of patterns)
      if (pattern !== retainedPattern) {
        const message = hasOnlyLinks(root, pattern)
          ? "links"
          : areChildrenRepeated(config, root, pattern)
            ? "repeated"
            : "dropped";
        yield {
          message,
          args: { key: pattern.key, kept: retainedPattern.key },
          at: getKeyLocation(pattern.property),
          ...(message === "repeated" && profile.name === "mintlify" && { severity: "information" }),
          relatedLocations: [
            {
              at: getKeyLocation(retainedPattern.property),
              message: "kept",
              args: { kept: retainedPattern.key },
            },
          ],
        };
      }
  }),
});

/** Whether the elements in a list belong in `navigation.global`, which accepts only links without children. */
function hasOnlyLinks({ childElements }: NavElement, { key, array }: NavElement["childProperties"][number]): boolean {
  const items = new Set<JsonNode>(array?.items);
  const elements = childElements.filter(({ node }) => items.has(node));
  return (
    globalKeys.has(key) &&
    elements.length > 0 &&
    elements.every((child) => child.childProperties.length === 0 && !child.openapi && !child.asyncapi)
  );
}

const globalKeys: ReadonlySet<string> = new Set(childOrder.global);
