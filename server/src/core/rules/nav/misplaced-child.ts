import { getKeyLocation } from "../../config/json/json-tree.ts";
import { childOrder, elementKinds, type NavElement } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { getElementName, formatNames } from "../subjects/site-subjects.ts";
import { checkConfig, defineRule } from "../rule.ts";

type ChildKey = NavElement["childProperties"][number];

export const misplacedChild = defineRule({
  code: "nav/misplaced-child",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A child that its navigation element doesn't allow.",
  why: "The service reads only the kinds of children that an element allows and silently ignores the rest. An element can't contain another element of the same kind. `menu` is allowed only in elements that support menus. Nested groups belong in `pages`.",
  howToFix: "Move the child to an element that allows it.",
  whenToTurnOff: "Keep this rule on. If an element doesn't allow a child, readers don't see the child.",
  messages: {
    "own-kind":
      "`{key}` isn't allowed in `{name}` because `{kind}` elements can't be nested, so everything here is left out of the docs. Move it up one level.",
    group:
      "`{key}` isn't allowed in the group `{name}`, which accepts only `pages`, so everything here is left out of the docs. Put nested groups in `pages`.",
    menu: "`menu` isn't allowed in `{name}`, so everything under it is left out of the docs. Move it to an element that supports menus: {parents}.",
    "in-menu":
      "Menu item `{name}` accepts only `groups`, `pages`, or `href`, so everything in `{key}` is left out of the docs. Move it out of the menu.",
    other:
      "`{key}` isn't allowed in `{name}`, so everything under it is left out of the docs. Move it up one level, or use a kind of child that's allowed here.",
  },
  examples: [
    {
      bad: '{ "navigation": { "tabs": [{ "tab": "Guides", [|"tabs"|]: [{ "tab": "More", "pages": ["more"] }] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "Guides", "groups": [{ "group": "More", "pages": ["more"] }] }] } }',
    },
    {
      bad: '{ "navigation": { "products": [{ "product": "One", [|"menu"|]: [{ "item": "Start", "pages": ["start"] }] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "One", "menu": [{ "item": "Start", "pages": ["start"] }] }] } }',
    },
    {
      bad: '{ "navigation": { "groups": [{ "group": "A", "pages": ["a"], [|"groups"|]: [{ "group": "B", "pages": ["b"] }] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "A", "pages": ["a", { "group": "B", "pages": ["b"] }] }] } }',
      profile: "mintlify",
    },
  ],
  check: checkConfig(function* (config, { profile }) {
    for (const element of getNavigation(config).elements) {
      // Other rules report children of `global` (`config/unknown-setting`) and of its links (`nav/href-with-children`).
      if (element.isIgnored || element.kind === "global" || element.parent?.kind === "global") continue;
      for (const child of element.childProperties) {
        if (canContain(element, child, profile)) continue;
        yield {
          message: getMessageKey(element, child),
          args: {
            key: child.key,
            name: getElementName(element),
            kind: element.kind,
            parents: formatNames(profile.menuParents),
          },
          at: getKeyLocation(child.property),
        };
      }
    }
  }),
});

/**
 * Whether the element can contain children of this kind. For menus, this depends on the profile, because the `standard`
 * profile allows fewer kinds than the `mintlify` profile.
 */
function canContain(element: NavElement, { key }: ChildKey, profile: Profile): boolean {
  if (!childOrder[element.kind].includes(key)) return false;
  if (key === "menu") return profile.menuParents.some((parent) => parent === `${element.kind}s`);
  return element.kind !== "item" || profile.menuChildren.includes(key);
}

function getMessageKey(element: NavElement, { key }: ChildKey) {
  if (element.kind === "group") return "group";
  if (key === "menu" && element.kind !== "item") return "menu";
  if (elementKinds[key] === element.kind) return "own-kind";
  return element.kind === "item" ? "in-menu" : "other";
}
