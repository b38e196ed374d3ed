import { locationOfKey } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule, removeAt } from "../rule.ts";
import { elementName, propertyOf } from "../subjects/site-subjects.ts";

export const expandedWithoutEffect = defineRule({
  code: "nav/expanded-without-effect",
  on: ["config"],
  severity: "information",
  summary: "`expanded` on a group that is always open.",
  why: "Groups at the top level are always open; only groups inside groups fold.",
  messages: {
    "top-level":
      "`{name}` is a group at the top level, and those are always open, so `expanded` does nothing here. Remove it, or set it on a group inside a group.",
    unnamed:
      "This group is at the top level, and those are always open, so `expanded` does nothing here. Remove it, or set it on a group inside a group.",
    remove: "Remove `expanded`",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "Guides", [|"expanded"|]: true, "pages": ["start"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["start", { "group": "More", "expanded": true, "pages": ["more"] }] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of navigationOf(config).elements) {
      if (element.lost || element.kind !== "group" || element.parent?.kind === "group") continue;
      const expanded = propertyOf(element, "expanded");
      if (expanded?.value?.kind === "boolean")
        yield {
          ...(isNamed(element) && { args: { name: elementName(element) } }),
          message: isNamed(element) ? "top-level" : "unnamed",
          at: locationOfKey(expanded),
          tags: ["unnecessary"],
        };
    }
  }),
  *fixes({ at }, { config }) {
    const edits = removeAt(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

function isNamed({ label }: NavElement): boolean {
  return label !== undefined && label.value.trim() !== "";
}
