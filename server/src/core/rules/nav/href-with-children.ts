import { getKeyLocation, getNodeLocation } from "../../config/json/json-tree.ts";
import { canHaveHref } from "../../config/settings/navigation.ts";
import { areChildrenRepeated } from "../../site/navigation/navigation-pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { getElementName } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const hrefWithChildren = defineRule({
  code: "nav/href-with-children",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A navigation element with both a link and children.",
  why: "An element with `href` opens that link and nothing else. The service ignores its children.",
  howToFix: "To show the children, remove `href`. Otherwise, remove the children.",
  whenToTurnOff: "Keep this rule on. If an element has `href`, readers don't see its children.",
  messages: {
    dropped:
      "`{name}` has both `href` and `{key}`, but the service uses only `href`, so everything under `{key}` is left out of the docs. Remove one of the two.",
    repeated:
      "`{name}` has both `href` and `{key}`, but the service uses only `href`. Everything under `{key}` is also listed elsewhere, so readers don't miss it. Remove `{key}`.",
    href: "The link is here.",
  },
  examples: [
    {
      bad: '{ "navigation": { "tabs": [{ "tab": "Blog", "href": "https://example.com", [|"pages"|]: ["blog"] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "Blog", "href": "https://example.com" }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of getNavigation(config).elements) {
      const { href, childProperties } = element;
      if (!href || element.isIgnored || !canHaveHref(element.kind)) continue;
      for (const child of childProperties) {
        const isRepeated = areChildrenRepeated(config, element, child);
        yield {
          message: isRepeated ? "repeated" : "dropped",
          args: { name: getElementName(element), key: child.key },
          at: getKeyLocation(child.property),
          relatedLocations: [{ at: getNodeLocation(href), message: "href" }],
          ...(isRepeated && { severity: "information" }),
        };
      }
    }
  }),
});
