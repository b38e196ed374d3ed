import {
  insertFirstProperty,
  insertProperty,
  formatJson,
  toJsonString,
} from "../../config/json/json-edit.ts";
import { locationOfKey } from "../../config/json/json-tree.ts";
import { type ElementKind, getLabelKey, type NavElement } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { suggestLabel } from "../../site/navigation/navigation-suggestions.ts";
import { misreadFiles, navigationOf } from "../../site/settings/navigation.ts";
import { isSameLocation } from "../../text/text-edit.ts";
import { sectionAbove } from "../findings/broken-config.ts";
import { checkConfig, configFile, defineRule, editsOf, type Finding, createReplaceEdits } from "../rule.ts";
import { elementName, getElementLocation, isMounted, propertyOf } from "../subjects/site-subjects.ts";

type Message = "label" | "label-in" | "other-label" | "other-label-in" | "pages" | "add" | "rename";

export const missingField = defineRule<Message>({
  code: "nav/missing-field",
  on: ["config"],
  severity: "error",
  summary: "A navigation element without a required field.",
  why: "The service can't show an element without a name, so it rejects the whole navigation, or leaves out the content of the tab, version, or other section that contains the element. A group also needs `pages`, unless its `openapi` or `asyncapi` provides them.",
  howToFix: "Add the field, or rename the one that's used instead.",
  whenToTurnOff:
    "Keep this rule on. If a required field is missing, the service may reject the whole navigation.",
  messages: {
    label:
      "An item in `{array}` has no `{field}`, so it has no name and the service rejects the navigation. Add `{field}`.",
    "label-in":
      "An item in `{array}` has no `{field}`, so it has no name and readers see nothing under `{parent}`. Add `{field}`.",
    "other-label":
      "This item in `{array}` has `{other}` instead of `{field}`, so the service rejects the navigation. Rename the key to `{field}`.",
    "other-label-in":
      "This item in `{array}` has `{other}` instead of `{field}`, so readers see nothing under `{parent}`. Rename the key to `{field}`.",
    pages:
      "The group `{name}` has no `pages` and no specification, so readers see nothing there. Add `pages`, or add `openapi` to generate pages.",
    add: "Add `{field}`",
    rename: "Rename `{other}` to `{field}`",
  },
  examples: [
    {
      bad: '{ "navigation": { "groups": [{ [|"pages"|]: ["guides/start"] }, { "group": [|"Empty"|] }] } }',
      good: '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["guides/start"] }, { "group": "API", "openapi": "api.json" }] } }',
    },
    {
      bad: '{ "navigation": { "tabs": [{ [|"group"|]: "Guides", "pages": ["start"] }] } }',
      good: '{ "navigation": { "tabs": [{ "tab": "Guides", "pages": ["start"] }] } }',
      profile: "mintlify",
    },
  ],
  check: checkConfig(function* (config, site) {
    const filesMisread = misreadFiles(config);
    for (const element of navigationOf(config).elements) {
      if (element.lost || filesMisread.has(element.node.file) || isMounted(element)) continue;
      const finding = labelFinding(element) ?? pagesFinding(element, site.profile);
      if (finding) yield finding;
    }
  }),
  *fixes(finding, site) {
    const element = navigationOf(site.config).elements.find((candidate) =>
      isSameLocation(getFindingLocation(candidate), finding.at),
    );
    const file = configFile(site.config, finding.at.file);
    if (!element || !file) return;
    const field = finding.message === "pages" ? "pages" : getLabelKey(element.kind);
    const otherKey = otherLabel(element);
    if (field === undefined) return;
    if (finding.message.startsWith("other-label") && otherKey)
      yield {
        title: "rename",
        args: { field, other: otherKey.key },
        edits: createReplaceEdits(finding.at, toJsonString(field)),
      };
    else if (finding.message === "pages")
      yield {
        title: "add",
        args: { field },
        edits: editsOf(file.path, insertProperty(file, element.node, field, "[]", "group")),
      };
    else {
      const label = formatJson(file, suggestLabel(element, site.profile));
      yield {
        title: "add",
        args: { field },
        edits: editsOf(file.path, insertFirstProperty(file, element.node, field, label)),
      };
    }
  },
});

function labelFinding(element: NavElement): Finding<Message> | undefined {
  const field = getLabelKey(element.kind);
  if (field === undefined || propertyOf(element, field)) return undefined;
  const section = sectionAbove(element);
  const args = { array: arrayOf(element), field, parent: section ? elementName(section) : "" };
  const other = otherLabel(element);
  const at = getFindingLocation(element);
  return other
    ? { message: section ? "other-label-in" : "other-label", args: { ...args, other: other.key }, at }
    : { message: section ? "label-in" : "label", args, at };
}

function pagesFinding(element: NavElement, profile: Profile): Finding<Message> | undefined {
  if (element.kind !== "group" || !profile.groupNeedsPages) return undefined;
  const isFilled = ["pages", "openapi", "asyncapi", "sdk"].some((key) => propertyOf(element, key));
  // If the group has children under another key, `nav/misplaced-child` reports them.
  if (isFilled || element.childKeys.length > 0) return undefined;
  return { message: "pages", args: { name: elementName(element) }, at: getElementLocation(element) };
}

function getFindingLocation(element: NavElement) {
  const other = element.label ? undefined : otherLabel(element);
  return other ? locationOfKey(other) : getElementLocation(element);
}

const labelKeys: readonly ElementKind[] = [
  "tab",
  "anchor",
  "dropdown",
  "product",
  "version",
  "language",
  "item",
  "group",
];

/**
 * Returns the property that contains the element's name but belongs to another kind of element, such as `tab` in an
 * item in `groups`.
 */
function otherLabel(element: NavElement) {
  const keys = labelKeys.filter((key) => key !== element.kind);
  return keys
    .map((key) => propertyOf(element, key))
    .find((property) => property?.value?.kind === "string" && property.file === element.node.file);
}

/** Returns the key of the array that contains the element. */
function arrayOf(element: NavElement): string {
  const found = element.parent?.childKeys.find(({ array }) => array?.items.includes(element.node));
  return found?.key ?? "navigation";
}
