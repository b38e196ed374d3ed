import { getKeyLocation, getNodeLocation } from "../../config/json/json-tree.ts";
import { canHaveHref } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { getElementName } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

export const hrefWithChildren = defineRule({
  code: "nav/href-with-children",
  on: ["config"],
  severity: "warning",
  summary: "A navigation element with both a link and children.",
  why: "An element with `href` opens that link and nothing else. The service ignores its children.",
  howToFix: "To show the children, remove `href`. Otherwise, remove the children.",
  whenToTurnOff: "Keep this rule on. If an element has `href`, readers don't see its children.",
  messages: {
    dropped:
      "`{name}` has both `href` and `{key}`, but the service uses only `href`, so everything under `{key}` is left out of the docs. Remove one of the two.",
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
      const { href, childKeys } = element;
      if (!href || element.isLost || !canHaveHref(element.kind)) continue;
      for (const { key, property } of childKeys)
        yield {
          message: "dropped",
          args: { name: getElementName(element), key },
          at: getKeyLocation(property),
          related: [{ at: getNodeLocation(href), message: "href" }],
        };
    }
  }),
});
