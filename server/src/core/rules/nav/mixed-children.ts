import { findConfigFile } from "../../config/config.ts";
import { insertItem, formatJson, detectLayout, removeMember, getSourceText } from "../../config/json/json-edit.ts";
import { type JsonFile, getKeyLocation } from "../../config/json/json-tree.ts";
import {
  canHaveHref,
  childOrder,
  elementKinds,
  getLabelKey,
  type NavElement,
} from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import { areChildrenRepeated } from "../../site/navigation/navigation-pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { type FileEdit, isSameLocation } from "../../text/text-edit.ts";
import { checkConfig, defineRule, toFileEdits } from "../rule.ts";
import { getElementName, formatNames } from "../subjects/site-subjects.ts";

type ChildKey = NavElement["childProperties"][number];

export const mixedChildren = defineRule({
  code: "nav/mixed-children",
  subjectKinds: ["config"],
  severity: { standard: "error", mintlify: "warning" },
  summary: "A navigation element with several kinds of children.",
  why: "A navigation element can have only one kind of child. If it has several, the service picks one in a fixed order of precedence and silently ignores the rest.",
  howToFix:
    "Keep one kind of child, and move the other children into it. For example, put pages that are next to groups into a group.",
  whenToTurnOff: "Keep this rule on. If an element mixes several kinds of children, readers see only some of them.",
  messages: {
    dropped:
      "`{name}` has both `{kept}` and `{key}`, but the service uses only `{kept}`, so everything under `{key}` is left out of the docs. Move it into `{kept}`.",
    kept: "`{name}` has {dropped} in addition to `{key}`, but the service uses only `{key}`, so the rest is left out of the docs. Keep only one kind of child.",
    repeated:
      "`{name}` has both `{kept}` and `{key}`, but the service uses only `{kept}`. Everything under `{key}` is also listed elsewhere, so readers don't miss it. Remove `{key}`.",
    other: "`{key}` is here.",
    remove: "Remove `{key}`",
    wrap: "Move `{key}` into `{kept}`",
  },
  examples: [
    {
      bad: `{
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        [|"pages"|]: ["start"],
        [|"groups"|]: [
          { "group": "More", "pages": ["more"] }
        ]
      }
    ]
  }
}`,
      good: `{
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        "groups": [
          { "group": "More", "pages": ["more"] },
          { "group": "Guides", "pages": ["start"] }
        ]
      }
    ]
  }
}`,
    },
  ],
  check: checkConfig(function* (config, { profile }) {
    for (const element of getNavigation(config).elements) {
      const { retainedKey, droppedKeys } = findConflictingKeys(element, profile);
      if (!retainedKey) continue;
      const args = { name: getElementName(element) };
      const repeatedKeys = droppedKeys.filter((child) => areChildrenRepeated(config, element, child));
      for (const child of repeatedKeys)
        yield {
          message: "repeated",
          args: { ...args, key: child.key, kept: retainedKey.key },
          at: getKeyLocation(child.property),
          relatedLocations: [
            { at: getKeyLocation(retainedKey.property), message: "other", args: { key: retainedKey.key } },
          ],
          ...(profile.name === "mintlify" && { severity: "information" }),
          tags: ["unnecessary"],
        };
      const unrepeatedKeys = droppedKeys.filter((child) => !repeatedKeys.includes(child));
      if (unrepeatedKeys.length === 0) continue;
      const isPair = unrepeatedKeys.length === 1;
      const pairData = { pair: `${args.name}\n${retainedKey.property.keyRange.start}` };
      const toRelatedLocation = ({ key, property }: ChildKey) =>
        ({ at: getKeyLocation(property), message: "other", args: { key } }) as const;
      for (const child of unrepeatedKeys)
        yield {
          message: "dropped",
          args: { ...args, key: child.key, kept: retainedKey.key },
          at: getKeyLocation(child.property),
          relatedLocations: [toRelatedLocation(retainedKey)],
          ...(isPair && { data: pairData }),
        };
      yield {
        message: "kept",
        args: { ...args, key: retainedKey.key, dropped: formatNames(unrepeatedKeys.map(({ key }) => key)) },
        at: getKeyLocation(retainedKey.property),
        relatedLocations: unrepeatedKeys.map(toRelatedLocation),
        ...(isPair && { data: pairData }),
      };
    }
  }),
  grouping: {
    getCause: ({ at, data }) => (typeof data?.["pair"] === "string" ? `${at.file}\n${data["pair"]}` : undefined),
  },
  *createFixes(finding, site) {
    for (const element of getNavigation(site.config).elements) {
      const { retainedKey, droppedKeys } = findConflictingKeys(element, site.profile);
      if (!retainedKey) continue;
      for (const child of droppedKeys) {
        const isReportedChild = [child, retainedKey].some(({ property }) =>
          isSameLocation(getKeyLocation(property), finding.at),
        );
        const file = isReportedChild ? findConfigFile(site.config, child.property.file) : undefined;
        if (file && finding.message === "repeated") {
          const removalEdits = removeMember(file, child.property.keyRange);
          yield { title: "remove", args: { key: child.key }, edits: toFileEdits(file.path, removalEdits) };
          continue;
        }
        const edits = file ? createWrapEdits(file, element, child, retainedKey) : [];
        if (edits.length > 0) yield { title: "wrap", args: { key: child.key, kept: retainedKey.key }, edits };
      }
    }
  },
});

/**
 * Returns the kinds of children that conflict if an element has more than one: the kind that the service keeps, and the
 * kinds that it drops. Returns no dropped kinds if there is no conflict.
 */
function findConflictingKeys(
  element: NavElement,
  profile: Profile,
): { readonly retainedKey?: ChildKey; readonly droppedKeys: readonly ChildKey[] } {
  // Nearly all elements have only one kind of child.
  if (
    element.childProperties.length < 2 ||
    element.isIgnored ||
    element.kind === "root" ||
    element.kind === "global" ||
    element.parent?.kind === "global"
  )
    return noConflict;
  if (element.href && canHaveHref(element.kind)) return noConflict;
  const competingKeys = element.childProperties.filter(({ key }) => childOrder[element.kind].includes(key));
  const retainedKey = competingKeys.find(({ key }) => key === element.retainedKey);
  // In the `standard` profile, an element can have only one list. In the `mintlify` profile, additional empty lists are
  // allowed.
  const isDropped = ({ array }: ChildKey) => profile.name === "standard" || array?.items.length !== 0;
  const droppedKeys = competingKeys.filter((child) => child !== retainedKey && isDropped(child));
  return retainedKey && droppedKeys.length > 0 ? { retainedKey, droppedKeys } : noConflict;
}

const noConflict = { droppedKeys: [] };

/**
 * Returns the edits that wrap the dropped children in an element of the kind that the service keeps. Returns no edits
 * if the children are in different files or if an element of that kind can't contain them.
 */
function createWrapEdits(file: JsonFile, element: NavElement, child: ChildKey, retainedKey: ChildKey): FileEdit[] {
  const kind = elementKinds[retainedKey.key];
  const labelKey = getLabelKey(kind);
  const areInSameFile =
    child.array?.file === file.path && retainedKey.array?.file === file.path && child.property.file === file.path;
  if (!areInSameFile || !child.array || !retainedKey.array || !labelKey || retainedKey.key === "pages") return [];
  if (kind === "language" || kind === "version" || !childOrder[kind].includes(child.key)) return [];
  const wrapperText = formatJson(file, { [labelKey]: getElementName(element), [child.key]: 0 });
  const { eol, indentUnit } = detectLayout(file.text);
  const value = getSourceText(file, child.array.range).replaceAll(eol, eol + indentUnit);
  const insertEdits = insertItem(
    file,
    retainedKey.array,
    wrapperText.replace(/0(?=\s*\}$)/, () => value),
  );
  // If the list is incomplete, nothing can be inserted into it, and removing the children would lose them.
  return insertEdits.length > 0
    ? toFileEdits(file.path, [...removeMember(file, child.property.keyRange), ...insertEdits])
    : [];
}
