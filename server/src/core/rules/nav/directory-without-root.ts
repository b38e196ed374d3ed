import { locationOfKey } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";
import { elementName, propertyOf } from "../subjects/site-subjects.ts";

export const directoryWithoutRoot = defineRule({
  code: "nav/directory-without-root",
  on: ["config"],
  severity: "information",
  summary: "`directory` where no group has a `root` page.",
  why: "`directory` decides how the root page of a group lists what is below it. Where no group has a `root` page there is nothing it could change.",
  messages: {
    "no-root":
      "`directory` shapes the list on the `root` page of groups, and no group in `{name}` has one, so nothing changes. Give a group a `root` page or remove `directory`.",
    remove: "Remove `directory`",
  },
  examples: [
    {
      bad: '{ "navigation": { "tabs": [{ "tab": "Guides", [|"directory"|]: "card", "groups": [{ "group": "A", "pages": ["a"] }] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "Guides", "directory": "card", "groups": [{ "group": "A", "root": "a", "pages": ["b"] }] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of navigationOf(config).elements) {
      const directory = element.directory;
      const property = propertyOf(element, "directory");
      if (element.lost || !property || !directory || directory.inherited || directory.value === "none")
        continue;
      if (!hasRoot(element))
        yield {
          message: "no-root",
          args: { name: elementName(element) },
          at: locationOfKey(property),
          tags: ["unnecessary"],
        };
    }
  }),
  *fixes({ at }, { config }) {
    const edits = removeAt(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

function hasRoot(element: NavElement): boolean {
  if (element.kind === "group" && element.root) return true;
  return element.children.some((child) => child.type === "element" && !child.lost && hasRoot(child));
}
