import { findConfigFile, type Config } from "../../config/config.ts";
import { insertFirstProperty, insertProperty, formatJson, toJsonString } from "../../config/json/json-edit.ts";
import { getKeyLocation, type JsonProperty } from "../../config/json/json-tree.ts";
import { type ElementKind, getLabelKey, type NavElement } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { suggestLabel } from "../../site/navigation/navigation-suggestions.ts";
import { listMisreadFiles, getNavigation } from "../../site/settings/navigation.ts";
import { derive } from "../../text/maps.ts";
import { isSameLocation } from "../../text/text-edit.ts";
import { findSectionAbove } from "../findings/broken-config.ts";
import { checkConfig, defineRule, toFileEdits, type Finding, createReplaceEdits } from "../rule.ts";
import {
  getElementName,
  getElementLocation,
  isFromOtherRepository,
  findOwnProperty,
} from "../subjects/site-subjects.ts";

type MessageKey = "label" | "label-in" | "other-label" | "other-label-in" | "pages" | "add" | "rename";

export const missingField = defineRule<MessageKey>({
  code: "nav/missing-field",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A navigation element without a required field.",
  why: "The service can't show an element without a name, so it rejects the whole navigation, or leaves out the content of the tab, version, or other section that contains the element. A group also needs `pages`, unless its `openapi` or `asyncapi` provides them.",
  howToFix: "Add the field, or rename the one that's used instead.",
  whenToTurnOff: "Keep this rule on. If a required field is missing, the service may reject the whole navigation.",
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
    const misreadFiles = listMisreadFiles(config);
    for (const element of getNavigation(config).elements) {
      if (element.isIgnored || misreadFiles.has(element.node.file) || isFromOtherRepository(element)) continue;
      const finding = checkLabel(element) ?? checkPages(element, site.profile);
      if (finding) yield finding;
    }
  }),
  *createFixes(finding, site) {
    const element = getNavigation(site.config).elements.find((candidate) =>
      isSameLocation(getFindingLocation(candidate), finding.at),
    );
    const file = findConfigFile(site.config, finding.at.file);
    if (!element || !file) return;
    const field = finding.message === "pages" ? "pages" : getLabelKey(element.kind);
    const misnamedLabel = findMisnamedLabel(element);
    if (field === undefined) return;
    if (finding.message.startsWith("other-label") && misnamedLabel)
      yield {
        title: "rename",
        args: { field, other: misnamedLabel.key },
        edits: createReplaceEdits(finding.at, toJsonString(field)),
      };
    else if (finding.message === "pages")
      yield {
        title: "add",
        args: { field },
        edits: toFileEdits(file.path, insertProperty(file, element.node, field, "[]", "group")),
      };
    else {
      const label = formatJson(file, suggestLabel(element, site.profile));
      yield {
        title: "add",
        args: { field },
        edits: toFileEdits(file.path, insertFirstProperty(file, element.node, field, label)),
      };
    }
  },
});

function checkLabel(element: NavElement): Finding<MessageKey> | undefined {
  const field = getLabelKey(element.kind);
  if (field === undefined || findOwnProperty(element, field)) return undefined;
  const section = findSectionAbove(element);
  const args = { array: getArrayKey(element), field, parent: section ? getElementName(section) : "" };
  const misnamedLabel = findMisnamedLabel(element);
  const at = getFindingLocation(element);
  return misnamedLabel
    ? { message: section ? "other-label-in" : "other-label", args: { ...args, other: misnamedLabel.key }, at }
    : { message: section ? "label-in" : "label", args, at };
}

function checkPages(element: NavElement, profile: Profile): Finding<MessageKey> | undefined {
  if (element.kind !== "group" || !profile.groupsRequireContent) return undefined;
  const hasContent = ["pages", "openapi", "asyncapi", "sdk"].some((key) => findOwnProperty(element, key));
  // If the group has children under another key, `nav/misplaced-child` reports them.
  if (hasContent || element.childProperties.length > 0) return undefined;
  return { message: "pages", args: { name: getElementName(element) }, at: getElementLocation(element) };
}

/**
 * The properties whose keys are wrong for the kind of navigation element that contains them, such as `group` in an item
 * in `tabs`, by their locations (`getPropertyId`). This rule reports them.
 */
export const listMisnamedLabels = derive(
  (config: Config): ReadonlySet<string> =>
    new Set(
      getNavigation(config).elements.flatMap((element) => {
        const field = getLabelKey(element.kind);
        const isReported = field !== undefined && !element.isIgnored && !findOwnProperty(element, field);
        const misnamedLabel = isReported ? findMisnamedLabel(element) : undefined;
        return misnamedLabel ? [getPropertyId(misnamedLabel)] : [];
      }),
    ),
);

export function getPropertyId(property: JsonProperty): string {
  const { file, range } = getKeyLocation(property);
  return `${file}\n${range.start}`;
}

function getFindingLocation(element: NavElement) {
  const misnamedLabel = element.label ? undefined : findMisnamedLabel(element);
  return misnamedLabel ? getKeyLocation(misnamedLabel) : getElementLocation(element);
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
function findMisnamedLabel(element: NavElement) {
  const keys = labelKeys.filter((key) => key !== element.kind);
  return keys
    .map((key) => findOwnProperty(element, key))
    .find((property) => property?.value?.kind === "string" && property.file === element.node.file);
}

/** Returns the key of the array that contains the element. */
function getArrayKey(element: NavElement): string {
  const childKey = element.parent?.childProperties.find(({ array }) => array?.items.includes(element.node));
  return childKey?.key ?? "navigation";
}
