import {
  createSingleEdit,
  findNoReplacementReason,
  findMovedSetting,
  createMoveEdits,
  parseOldSettings,
} from "../../analysis/upgrade/upgrade-config.ts";
import type { Json } from "../../analysis/upgrade/upgrade-navigation.ts";
import { findConfigFile, type Config } from "../../config/config.ts";
import { isIconName } from "../../config/icons/icons.ts";
import { removeMember, toJsonString } from "../../config/json/json-edit.ts";
import { findProperty, getJsonValue, getKeyLocation, type JsonFile, readJson } from "../../config/json/json-tree.ts";
import type { UnknownSettingProblem } from "../../config/settings/check-value.ts";
import {
  findAllowedSchemas,
  findValue,
  getAllowedSettings,
  isAllowedAt,
  splitPath,
} from "../../config/settings/schema-lookup.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { toCode } from "../../text/phrase.ts";
import { applyEdits, type FileEdit, type TextEdit } from "../../text/text-edit.ts";
import { isReported } from "../ignore-comments.ts";
import {
  checkConfig,
  defineRule,
  toFileEdits,
  type Finding,
  createMemberRemovalEdits,
  createReplaceEdits,
} from "../rule.ts";
import { listsIncludedFiles } from "./file-not-found.ts";
import { getPropertyId, listMisnamedLabels } from "../nav/missing-field.ts";
import { addsRejectedValues, formatEffect, getProblemEffect, isValidAt } from "../findings/broken-config.ts";
import { createTargetData, createAllEdits, groupByTarget, createRemovalEdits } from "../subjects/same-target.ts";

const combinedMessageKeys = {
  near: "severalNear",
  unknown: "severalUnknown",
  refusedNear: "severalRefusedNear",
  refused: "severalRefused",
  moved: "severalMoved",
  misplaced: "severalMisplaced",
  iconStyle: "severalIconStyle",
  included: "severalIncluded",
} as const;

export const unknownSetting = defineRule({
  code: "config/unknown-setting",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "An unknown setting.",
  why: "The service either ignores keys that it doesn't recognize or rejects the whole file. Either way, the setting you meant has no effect.",
  howToFix: "Fix the name of the setting, move it to the object that it belongs to, or remove it.",
  whenToTurnOff: "Turn off this rule if the service supports a setting that Docwright doesn't recognize yet.",
  messages: {
    near: "`{path}` isn't a setting, so it has no effect on the docs. Did you mean `{nearest}`?",
    unknown: "`{path}` isn't a setting, so it has no effect on the docs. Remove it, or check where it belongs.",
    elsewhere:
      "`{path}` isn't a top-level setting, so it has no effect on the docs. Move it to {places}, or remove it.",
    moved: "`{path}` is a mint.json setting, so it has no effect in docs.json. Use `{target}` instead.",
    misplaced: "`{path}` isn't a setting, so it has no effect on the docs. Did you mean `{target}`?",
    iconStyle: "`{path}` isn't a setting, so it has no effect on the docs. Set `style` in `icon` instead.",
    groupLink:
      "`{path}` isn't a setting, so readers don't see this link. Use an anchor, or a page with `url` in its frontmatter.",
    inDashboard:
      "`{path}` is a mint.json setting, so it has no effect in docs.json. Remove it, and change this setting in the service's dashboard.",
    withoutReplacement:
      "`{path}` is a mint.json setting that docs.json doesn't support, so it has no effect. Remove it.",
    refusedNear: "`{path}` isn't a setting, so {effect}. Did you mean `{nearest}`?",
    refused: "`{path}` isn't a setting, so {effect}. Remove it.",
    otherTheme:
      "`{path}` is used only by the `{theme}` theme, so it has no effect on this site. Remove it, or choose that theme.",
    overridden: "`{path}` has no effect because the same object also has `{other}`. Remove one of the two.",
    severalNear:
      "`{key}` is used in {count} places where it isn't a valid setting, so it has no effect there. Did you mean `{nearest}`?",
    severalUnknown:
      "`{key}` is used in {count} places where it isn't a valid setting, so it has no effect there. Remove it, or check where it belongs.",
    severalRefusedNear:
      "`{key}` is used in {count} places where it isn't a valid setting, so {effect}. Did you mean `{nearest}`?",
    severalRefused: "`{key}` is used in {count} places where it isn't a valid setting, so {effect}. Remove it.",
    severalMoved:
      "{count} settings in `{parent}` are from mint.json, so they have no effect in docs.json. Use `{targetParent}` instead.",
    included:
      "`{path}` isn't a setting and isn't needed, because the service includes all style sheets and scripts of the site. Remove it.",
    severalIncluded:
      "{count} keys, such as `{path}`, aren't settings and aren't needed, because the service includes all style sheets and scripts of the site. Remove them.",
    ignoredFiles: "`{path}` isn't a setting, so it has no effect on the docs. List these paths in `.mintignore`.",
    head: "`{path}` isn't a setting, so it has no effect on the docs. Put scripts and styles in `.js` and `.css` files, which the service includes on all pages.",
    severalMisplaced:
      "{count} settings in `{parent}` aren't valid there, so they have no effect on the docs. Move them to `{targetParent}`.",
    severalIconStyle:
      "`{key}` is used in {count} places where it isn't a valid setting, so it has no effect there. Set `style` in `icon` instead.",
    move: "Move to `{target}`",
    moveAll: "Move all {count} to `{target}`",
    rename: "Rename to `{nearest}`",
    renameAll: "Rename all {count} to `{nearest}`",
    remove: "Remove `{key}`",
    removeAll: "Remove all {count} uses of `{key}`",
    removeKeys: "Remove all {count} keys",
  },
  examples: [
    {
      bad: '{\n  "name": "Acme",\n  [|"navbr"|]: { "links": [] },\n  "navigation": { "pages": ["index"] }\n}',
      good: '{\n  "name": "Acme",\n  "navbar": { "links": [] },\n  "navigation": { "pages": ["index"] }\n}',
    },
    {
      bad: '{ "colors": { "primary": "#0F766E", [|"accent"|]: "#fff" }, "navigation": { "pages": ["index"] } }',
      good: '{ "colors": { "primary": "#0F766E" }, "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig((config, site) =>
    getSettingProblems(site, "unknown-setting")
      // A key such as `group` in `tabs` has an effect: the service rejects the tabs. Another rule reports it, unless
      // that rule is off.
      .filter(
        ({ property }) =>
          !listMisnamedLabels(config).has(getPropertyId(property)) ||
          !isReported("nav/missing-field", getKeyLocation(property), site),
      )
      .map((problem) => omitInvalidPlaces(problem, site))
      .map(
        (problem) =>
          createOldSettingFinding(problem, config, site) ??
          createMisplacedSettingFinding(problem, config, site) ??
          findIncludedFiles(problem, site) ??
          createIntendedFinding(problem, site) ??
          createFinding(problem, site),
      ),
  ),
  *createFixes({ at, args = {}, data }, site) {
    const file = findConfigFile(site.config, at.file);
    const oldPath = data?.["oldPath"];
    const path = typeof oldPath === "string" ? oldPath.split(".") : [];
    const parentPath = path.slice(0, -1);
    // The settings of an inner object, such as `api.auth`, belong together.
    const move =
      file &&
      ((parentPath.length > 1 && createMove(file, parentPath, site)) ||
        createMove(file, path, site, parsePathList(data?.["elsewhere"])));
    if (move) yield { title: "move", args: { target: move.target }, edits: move.edits };
    const target = getMoveTarget(data);
    const misplacedEdits = file && target !== undefined ? createMoveValueEdits(file, path, target) : [];
    if (misplacedEdits.length > 0 && target !== undefined)
      yield { title: "move", args: { target }, edits: toFileEdits(at.file, misplacedEdits) };
    const nearest = data?.["nearest"];
    if (typeof nearest === "string")
      yield { title: "rename", args: { nearest }, edits: createReplaceEdits(at, toJsonString(nearest)) };
    const edits = createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: { key: args["key"] ?? "" }, edits };
  },
  grouping: groupByTarget({
    combinedMessages: combinedMessageKeys,
    *createFixes(findings, site) {
      const { args, data } = findings[0] ?? {};
      const count = findings.length;
      const targetParent = args?.["targetParent"];
      const target = typeof targetParent === "string" ? targetParent : undefined;
      const movedEdits = target === undefined ? [] : createMoveAllEdits(findings, site);
      if (target !== undefined && movedEdits.length > 0)
        yield { title: "moveAll", args: { count, target }, edits: movedEdits };
      if (target !== undefined || findings[0]?.message === "iconStyle") return;
      const nearest = data?.["nearest"];
      if (typeof nearest === "string" && findings.every((finding) => finding.data?.["nearest"] === nearest)) {
        const edits = createAllEdits(findings, ({ at }) => createReplaceEdits(at, toJsonString(nearest)));
        if (edits.length > 0) yield { title: "renameAll", args: { count, nearest }, edits };
      }
      const edits = createRemovalEdits(
        site.config,
        findings.map(({ at }) => at),
      );
      if (edits.length === 0) return;
      if (findings[0]?.message === "included") yield { title: "removeKeys", args: { count }, edits };
      else yield { title: "removeAll", args: { count, key: args?.["key"] ?? "" }, edits };
    },
  }),
});

/**
 * Returns the path of a mint.json setting in docs.json and the edits that move the setting there, or undefined if it
 * can't be moved.
 */
function createMove(file: JsonFile, path: readonly string[], site: Site, alternatives?: readonly string[]) {
  const movedSetting = findMovedSetting(file, path, alternatives);
  const edits = movedSetting ? createMoveEdits(file, path, movedSetting) : [];
  if (!movedSetting || edits.length === 0 || addsRejectedValues(file, edits, site)) return undefined;
  return { target: movedSetting.target, edits: toFileEdits(file.path, edits) };
}

/**
 * Returns the finding for a mint.json setting that has another path in docs.json or isn't supported there. Returns
 * undefined for all other unknown settings.
 */
function createOldSettingFinding(
  problem: UnknownSettingProblem,
  config: Config,
  site: Site,
): Finding<MessageKey> | undefined {
  const { path, property, nearestKey, theme, otherPaths, overriddenBy } = problem;
  if (nearestKey !== undefined || theme !== undefined || overriddenBy !== undefined) return undefined;
  const finding = createFinding(problem, site);
  const file = property.file === config.entry ? findConfigFile(config, property.file) : undefined;
  const movedSetting = file && findMovedSetting(file, path.split("."), otherPaths);
  const data = { oldPath: path, elsewhere: otherPaths.join(" ") };
  if (movedSetting && otherPaths.includes(movedSetting.target))
    return { ...finding, data: { ...finding.data, ...data } };
  if (movedSetting) {
    const { target } = movedSetting;
    const [parent, targetParent] = [getParentPath(path), getParentPath(target)];
    const args = { ...finding.args, target, ...(parent !== "" && { parent, targetParent }) };
    // Settings that move together, such as those in `metadata`, have one cause.
    const groupingData = parent === "" ? {} : createTargetData(parent, "moved", targetParent);
    return { ...finding, message: "moved", args, data: { ...data, ...groupingData } };
  }
  const missingReplacement = path === property.key ? findNoReplacementReason(path) : undefined;
  if (missingReplacement === undefined) return undefined;
  return { ...finding, message: missingReplacement === "dashboard" ? "inDashboard" : "withoutReplacement" };
}

function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/**
 * Leaves out settings with the same name for which a single value isn't valid. For example, the address in `url` isn't
 * meant for `api.url`, which is a keyword.
 */
function omitInvalidPlaces(problem: UnknownSettingProblem, site: Site): UnknownSettingProblem {
  const { value } = problem.property;
  if (!value || value.kind === "object" || value.kind === "array") return problem;
  return { ...problem, otherPaths: problem.otherPaths.filter((path) => isValidAt(path.split("."), value, site)) };
}

/**
 * Returns the edit that moves settings of the same object to another one, or an empty list if any of them can't be
 * moved.
 */
function createMoveAllEdits(findings: readonly Finding[], { config }: Site): readonly FileEdit[] {
  const [firstFinding] = findings;
  const file = firstFinding && findConfigFile(config, firstFinding.at.file);
  if (!file) return [];
  let movedFile = file;
  for (const { data } of findings) {
    const oldPath = data?.["oldPath"];
    const path = typeof oldPath === "string" ? oldPath.split(".") : [];
    const target = getMoveTarget(data);
    const movedSetting = target === undefined ? findMovedSetting(movedFile, path) : undefined;
    const edits =
      target !== undefined
        ? createMoveValueEdits(movedFile, path, target)
        : movedSetting
          ? createMoveEdits(movedFile, path, movedSetting)
          : [];
    if (edits.length === 0) return [];
    movedFile = readJson(file.path, applyEdits(movedFile.text, edits));
  }
  return toFileEdits(file.path, [createSingleEdit(file.text, movedFile.text)]);
}

/**
 * Returns the finding for a setting in the wrong object, or undefined if its correct location isn't clear. The setting
 * is either valid in exactly one object above or below, such as `api.playground.examples`, which belongs in
 * `api.examples`, or it's `iconType` next to an icon, or a URL in a group.
 */
function createMisplacedSettingFinding(
  problem: UnknownSettingProblem,
  config: Config,
  site: Site,
): Finding<MessageKey> | undefined {
  const { path, property, nearestKey, theme, otherPaths, overriddenBy, isRejected } = problem;
  if (nearestKey !== undefined || theme !== undefined || overriddenBy !== undefined || isRejected) return undefined;
  if (otherPaths.length > 0 || property.file !== config.entry) return undefined;
  const steps = splitPath(path);
  const parentPath = steps.slice(0, -1);
  const finding = createFinding(problem, site);
  const targetPath = iconStyleKeys.has(property.key)
    ? [...parentPath, "icon", "style"]
    : findFittingPath(problem, steps, config, site);
  if (iconStyleKeys.has(property.key)) {
    const icon = getJsonValue(findValue(config.root, parentPath), "icon");
    if (
      icon?.kind !== "string" ||
      !isIconName(icon.value) ||
      !isAllowedAt(targetPath ?? [], property.value, site.profile.name)
    )
      return undefined;
    const data = { ...createTargetData(removeIndexes(problem), "iconStyle"), oldPath: path, moveTo: "icon.style" };
    return { ...finding, message: "iconStyle", data };
  }
  if (!targetPath) return isGroupLink(problem) ? { ...finding, message: "groupLink" } : undefined;
  const target = targetPath.join(".");
  const [parent, targetParent] = [getParentPath(path), getParentPath(target)];
  return {
    ...finding,
    message: "misplaced",
    args: { ...finding.args, target, parent, targetParent },
    // Settings that belong in the same object, such as the colors of `background`, have one cause.
    data: { ...createTargetData(parent, "misplaced", targetParent), oldPath: path, moveTo: target },
  };
}

/** Keys that authors use for the style of an icon. */
const iconStyleKeys: ReadonlySet<string> = new Set(["iconType", "iconStyle"]);

/** Whether the setting is a URL in a group, which has only pages. */
function isGroupLink({ path, property: { key, value } }: UnknownSettingProblem): boolean {
  const url = value?.kind === "array" ? value.items[0] : value;
  const isUrl = url?.kind === "string" && /^https?:\/\//.test(url.value);
  return isUrl && /^(?:href|url|link)$/.test(key) && /(?:^|\.)groups\[\d+\]\.[a-z]+$/.test(path);
}

/** Matches keys in `seo` for tags of the page's head, which belong in `seo.metatags`. */
const metaTagPattern = /^seo\.(?:canonical|description|image|keywords|ogImage|openGraph|title|twitter)$/;

/** Returns the finding for a key whose purpose is clear, but whose value needs another form. */
function createIntendedFinding(problem: UnknownSettingProblem, site: Site): Finding<MessageKey> | undefined {
  const { path, property } = problem;
  const finding = createFinding(problem, site);
  if (finding.message !== "unknown") return undefined;
  const values = property.value?.kind === "array" ? property.value.items : [property.value];
  const isText = (pattern: RegExp) =>
    values.every((value) => value?.kind === "string" && pattern.test(value.value)) && values.length > 0;
  if (/^(?:exclude|ignore)(?:d?Files|Paths|Patterns)?$/.test(path) && isText(/[./*]/))
    return { ...finding, message: "ignoredFiles" };
  if (/^(?:head|customHead|headTags)$/.test(path) && isText(/<(?:link|script|style)\b/i))
    return { ...finding, message: "head" };
  const otherTarget =
    path === "announcement" ? "banner" : /^codeblocks$/i.test(path) ? "styling.codeblocks" : undefined;
  // `seo.metatags` accepts only texts.
  const isMetaTag = metaTagPattern.test(path) && property.value?.kind !== "object" && property.value?.kind !== "array";
  const target = isMetaTag ? "seo.metatags" : otherTarget;
  if (target === undefined) return undefined;
  const args = { ...finding.args, target, parent: getParentPath(path), targetParent: target };
  const data = path.includes(".") ? createTargetData(getParentPath(path), "misplaced", target) : {};
  return { ...finding, message: "misplaced", args, data };
}

/** Returns the finding for a key that lists only style sheets and scripts of the site. */
function findIncludedFiles(problem: UnknownSettingProblem, site: Site): Finding<MessageKey> | undefined {
  const finding = createFinding(problem, site);
  if (finding.message !== "unknown" || !listsIncludedFiles(problem.property.value, site)) return undefined;
  return { ...finding, message: "included", data: createTargetData("included") };
}

/**
 * Returns the path above or below the parent where the key is a setting that accepts the value, or undefined if there
 * isn't exactly one such path.
 */
function findFittingPath(
  { property: { key, value } }: UnknownSettingProblem,
  steps: readonly (string | number)[],
  { root }: Config,
  site: Site,
): readonly string[] | undefined {
  const parentPath = steps.slice(0, -1).filter((step) => typeof step === "string");
  const canBeRecognized =
    value?.kind === "string" || value?.kind === "boolean" || (value?.kind === "object" && value.properties.length > 0);
  if (!canBeRecognized || parentPath.length < steps.length - 1) return undefined;
  if (parentPath.length === 0 || parentPath[0] === "navigation") return undefined;
  const parentSchemas = findAllowedSchemas(root, parentPath) ?? { setting: undefined, schemas: [] };
  const containerPaths = [
    ...parentPath.map((_, depth) => parentPath.slice(0, depth)),
    ...[...getAllowedSettings(parentSchemas, site.profile.name).keys()].map((child) => [...parentPath, child]),
  ];
  const fittingPaths = containerPaths
    .map((container) => [...container, key])
    .filter((path) => {
      const schemas = findAllowedSchemas(root, path);
      if (!schemas?.setting || schemas.setting.isMisplaced || findValue(root, path)) return false;
      if (!isValidAt(path, value, site)) return false;
      if (value.kind === "boolean") return path.length > parentPath.length + 1;
      // Almost any string is a valid name or path, so only a string in a special format, such as a color, is evidence.
      if (value.kind === "string")
        return schemas.schemas.some((schema) => schema.kind === "string" && schema.check === "color");
      const settings = getAllowedSettings(schemas, site.profile.name);
      return value.properties.every((property) => settings.has(property.key));
    });
  return fittingPaths.length === 1 ? fittingPaths[0] : undefined;
}

function getMoveTarget(data: Finding["data"]): string | undefined {
  const target = data?.["moveTo"];
  return typeof target === "string" ? target : undefined;
}

/** Returns the edits that move a value to another path in docs.json, or into the icon next to it. */
function createMoveValueEdits(file: JsonFile, path: readonly string[], target: string): readonly TextEdit[] {
  const steps = splitPath(path.join("."));
  const parent = findValue(file.root, steps.slice(0, -1));
  const property = parent?.kind === "object" ? findProperty(parent, String(steps.at(-1))) : undefined;
  if (!property?.value) return [];
  const { start, end } = property.value.range;
  const value = parseOldSettings(`{"value":${file.text.slice(start, end)}}`)?.["value"];
  if (value === undefined) return [];
  if (target !== "icon.style") {
    const [key = "", ...innerKeys] = target.split(".");
    const innerValue = innerKeys.reduceRight<Json>((inner, innerKey) => ({ [innerKey]: inner }), value);
    return createMoveEdits(file, path, { target, addedSettings: { [key]: innerValue } });
  }
  const icon = getJsonValue(parent, "icon");
  if (icon?.kind !== "string" || typeof value !== "string") return [];
  return [
    { range: icon.range, newText: `{ "name": ${toJsonString(icon.value)}, "style": ${toJsonString(value)} }` },
    ...removeMember(file, property.keyRange),
  ].sort((a, b) => a.range.start - b.range.start);
}

function parsePathList(pathList: unknown): readonly string[] {
  return typeof pathList === "string" && pathList !== "" ? pathList.split(" ") : [];
}

type MessageKey =
  | "moved"
  | "inDashboard"
  | "withoutReplacement"
  | "near"
  | "unknown"
  | "elsewhere"
  | "misplaced"
  | "iconStyle"
  | "groupLink"
  | "included"
  | "ignoredFiles"
  | "head"
  | "refusedNear"
  | "refused"
  | "otherTheme"
  | "overridden";

function createFinding(problem: UnknownSettingProblem, site: Site): Finding<MessageKey> {
  const { property, path, theme, otherPaths, overriddenBy } = problem;
  const effect = getProblemEffect(site, path);
  const nearest = overriddenBy === undefined || problem.isRejected ? problem.nearestKey : undefined;
  const message = getMessageKey(problem);
  const data = {
    ...createTargetData(removeIndexes(problem), message, nearest ?? ""),
    ...(nearest !== undefined && problem.isValidForNearestKey && { nearest }),
  };
  const isRejected = message === "refused" || message === "refusedNear";
  const hidesPages = effect.kind === "rejected" || effect.kind === "emptied";
  return {
    message,
    at: getKeyLocation(property),
    ...(isRejected && hidesPages && site.profile.name === "mintlify" && { severity: "error" }),
    args: {
      effect: formatEffect(effect),
      path,
      key: property.key,
      nearest: nearest ?? "",
      theme: theme ?? "",
      other: overriddenBy ?? "",
      places: { anyOf: otherPaths.map(toCode) },
    },
    ...(nearest === undefined && { tags: ["unnecessary"] as const }),
    data,
  };
}

/** Returns the setting's path without array indexes, so a setting has the same path in all navigation elements. */
function removeIndexes({ path, property }: UnknownSettingProblem): string {
  return path.startsWith("navigation.") ? `navigation.${property.key}` : path.replace(/\[\d+\]/g, "");
}

function getMessageKey({
  nearestKey,
  theme,
  isRejected: isRefused,
  otherPaths,
  overriddenBy,
}: UnknownSettingProblem): MessageKey {
  if (overriddenBy !== undefined && !isRefused) return "overridden";
  if (theme !== undefined) return "otherTheme";
  if (nearestKey !== undefined) return isRefused ? "refusedNear" : "near";
  if (otherPaths.length > 0) return "elsewhere";
  return isRefused ? "refused" : "unknown";
}
