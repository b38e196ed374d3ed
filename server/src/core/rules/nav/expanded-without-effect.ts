import { getKeyLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";
import { createRemovalEdits } from "../subjects/same-target.ts";
import { getElementName, findOwnProperty } from "../subjects/site-subjects.ts";

export const expandedWithoutEffect = defineRule({
  code: "nav/expanded-without-effect",
  subjectKinds: ["config"],
  severity: "information",
  summary: "`expanded` on a group that's always open.",
  why: "Top-level groups are always open. Only nested groups can be collapsed.",
  howToFix: "Remove `expanded`, or set it on a nested group.",
  whenToTurnOff:
    "Turn off this rule if you set `expanded` on all groups, so that it takes effect if you nest them later.",
  messages: {
    "top-level":
      "`{name}` is a top-level group, which is always open, so `expanded` has no effect. Remove it, or set it on a nested group.",
    unnamed:
      "This is a top-level group, which is always open, so `expanded` has no effect. Remove it, or set it on a nested group.",
    several:
      "`expanded` has no effect on {count} top-level groups, which are always open. Remove it, or set it on nested groups.",
    remove: "Remove `expanded`",
    removeAll: "Remove all {count} uses of `{key}`",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ "group": "Guides", [|"expanded"|]: true, "pages": ["start"] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["start", { "group": "More", "expanded": true, "pages": ["more"] }] }] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const element of getNavigation(config).elements) {
      if (element.isIgnored || element.kind !== "group" || element.parent?.kind === "group") continue;
      const expandedProperty = findOwnProperty(element, "expanded");
      if (expandedProperty?.value?.kind === "boolean")
        yield {
          ...(isNamed(element) && { args: { name: getElementName(element) } }),
          message: isNamed(element) ? "top-level" : "unnamed",
          at: getKeyLocation(expandedProperty),
          tags: ["unnecessary"],
        };
    }
  }),
  *createFixes({ at }, { config }) {
    const edits = createMemberRemovalEdits(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
  grouping: {
    getCause: () => "top-level",
    combinedMessage: "several",
    *createFixes(findings, { config }) {
      const edits = createRemovalEdits(
        config,
        findings.map(({ at }) => at),
      );
      if (edits.length > 0) yield { title: "removeAll", args: { count: findings.length, key: "expanded" }, edits };
    },
  },
});

function isNamed({ label }: NavElement): boolean {
  return label !== undefined && label.value.trim() !== "";
}
