import { getKeyLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";
import { getElementName, findOwnProperty } from "../subjects/site-subjects.ts";

export const directoryWithoutRoot = defineRule({
  code: "nav/directory-without-root",
  subjectKinds: ["config"],
  severity: "information",
  summary: "`directory` on an element whose groups have no `root` page.",
  why: "`directory` controls how the `root` page of a group lists the pages below it. If no group has a `root` page, `directory` has no effect.",
  howToFix: "Add `root` to a group in this element, or remove `directory`.",
  whenToTurnOff: "Turn off this rule if you plan to add `root` pages later.",
  messages: {
    "no-root":
      "No group in `{name}` has a `root` page, so `directory` has no effect. Add `root` to a group, or remove `directory`.",
    remove: "Remove `directory`",
  },
  examples: [
    {
      bad: '{ "navigation": { "tabs": [{ "tab": "Guides", [|"directory"|]: "card", "groups": [{ "group": "A", "pages": ["a"] }] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "Guides", "directory": "card", "groups": [{ "group": "A", "root": "a", "pages": ["b"] }] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of getNavigation(config).elements) {
      const directory = element.directory;
      const property = findOwnProperty(element, "directory");
      if (element.isIgnored || !property || !directory || directory.isInherited || directory.value === "none") continue;
      if (!hasRoot(element))
        yield {
          message: "no-root",
          args: { name: getElementName(element) },
          at: getKeyLocation(property),
          tags: ["unnecessary"],
        };
    }
  }),
  *createFixes({ at }, { config }) {
    const edits = createMemberRemovalEdits(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

function hasRoot(element: NavElement): boolean {
  if (element.kind === "group" && element.root) return true;
  return element.childElements.some((child) => !child.isIgnored && hasRoot(child));
}
