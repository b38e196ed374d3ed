import { findMissingReplacement, findMovedSetting, moveSetting } from "../../analysis/upgrade/upgrade-config.ts";
import { findConfigFile, type Config } from "../../config/config.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { getKeyLocation } from "../../config/json/json-tree.ts";
import type { UnknownSettingProblem } from "../../config/settings/check-value.ts";
import { getSettingProblems } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { toCode } from "../../text/phrase.ts";
import { checkConfig, defineRule, toFileEdits, type Finding, removeMemberAt, createReplaceEdits } from "../rule.ts";
import { getPropertyId, listMisnamedLabels } from "../nav/missing-field.ts";
import { getProblemEffect, formatEffect } from "../findings/broken-config.ts";
import { createTargetData, createAllEdits, groupByTarget, removeAll } from "../subjects/same-target.ts";

const combinedKeys = {
  near: "severalNear",
  unknown: "severalUnknown",
  refusedNear: "severalRefusedNear",
  refused: "severalRefused",
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
    move: "Move to `{target}`",
    rename: "Rename to `{nearest}`",
    renameAll: "Rename all {count} to `{nearest}`",
    remove: "Remove `{key}`",
    removeAll: "Remove all {count} uses of `{key}`",
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
      // A key such as `group` in `tabs` has an effect: the service rejects the tabs. Another rule reports it.
      .filter(({ property }) => !listMisnamedLabels(config).has(getPropertyId(property)))
      .map((problem) => findOldSetting(problem, config, site) ?? createFinding(problem, site)),
  ),
  *createFixes({ at, args = {}, data }, site) {
    const file = findConfigFile(site.config, at.file);
    const oldPath = data?.["oldPath"];
    const path = typeof oldPath === "string" ? oldPath.split(".") : [];
    const movedSetting = file && findMovedSetting(file, path, getPaths(data?.["elsewhere"]));
    if (file && movedSetting) {
      const edits = toFileEdits(at.file, moveSetting(file, path, movedSetting));
      if (edits.length > 0) yield { title: "move", args: { target: movedSetting.target }, edits };
    }
    const nearest = data?.["nearest"];
    if (typeof nearest === "string")
      yield { title: "rename", args: { nearest }, edits: createReplaceEdits(at, toJsonString(nearest)) };
    const edits = removeMemberAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", args: { key: args["key"] ?? "" }, edits };
  },
  grouping: groupByTarget({
    combinedMessages: combinedKeys,
    *createFixes(findings, site) {
      const { args, data } = findings[0] ?? {};
      const count = findings.length;
      const nearest = data?.["nearest"];
      if (typeof nearest === "string" && findings.every((finding) => finding.data?.["nearest"] === nearest)) {
        const edits = createAllEdits(findings, ({ at }) => createReplaceEdits(at, toJsonString(nearest)));
        if (edits.length > 0) yield { title: "renameAll", args: { count, nearest }, edits };
      }
      const edits = removeAll(
        site.config,
        findings.map(({ at }) => at),
      );
      if (edits.length > 0) yield { title: "removeAll", args: { count, key: args?.["key"] ?? "" }, edits };
    },
  }),
});

/** Returns the finding for a mint.json setting that is replaced by a different setting in docs.json or that is lost. */
function findOldSetting(problem: UnknownSettingProblem, config: Config, site: Site): Finding<Key> | undefined {
  const { path, property, nearest, theme, otherPaths, overriddenBy } = problem;
  if (nearest !== undefined || theme !== undefined || overriddenBy !== undefined) return undefined;
  const finding = createFinding(problem, site);
  const file = property.file === config.entry ? findConfigFile(config, property.file) : undefined;
  const movedSetting = file && findMovedSetting(file, path.split("."), otherPaths);
  const data = { oldPath: path, elsewhere: otherPaths.join(" ") };
  if (movedSetting && otherPaths.includes(movedSetting.target))
    return { ...finding, data: { ...finding.data, ...data } };
  if (movedSetting)
    return { ...finding, message: "moved", args: { ...finding.args, target: movedSetting.target }, data };
  const missingReplacement = path === property.key ? findMissingReplacement(path) : undefined;
  if (missingReplacement === undefined) return undefined;
  return { ...finding, message: missingReplacement === "dashboard" ? "inDashboard" : "withoutReplacement" };
}

function getPaths(paths: unknown): readonly string[] {
  return typeof paths === "string" && paths !== "" ? paths.split(" ") : [];
}

type Key =
  | "moved"
  | "inDashboard"
  | "withoutReplacement"
  | "near"
  | "unknown"
  | "elsewhere"
  | "refusedNear"
  | "refused"
  | "otherTheme"
  | "overridden";

function createFinding(problem: UnknownSettingProblem, site: Site): Finding<Key> {
  const { property, path, theme, otherPaths, overriddenBy } = problem;
  const effect = getProblemEffect(site, path);
  const nearest = overriddenBy === undefined || problem.isRejected ? problem.nearest : undefined;
  const message = getMessage(problem);
  const data = {
    ...createTargetData(removeIndexes(problem), message, nearest ?? ""),
    ...(nearest !== undefined && problem.isValidForNearest && { nearest }),
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

function getMessage({ nearest, theme, isRejected: isRefused, otherPaths, overriddenBy }: UnknownSettingProblem): Key {
  if (overriddenBy !== undefined && !isRefused) return "overridden";
  if (theme !== undefined) return "otherTheme";
  if (nearest !== undefined) return isRefused ? "refusedNear" : "near";
  if (otherPaths.length > 0) return "elsewhere";
  return isRefused ? "refused" : "unknown";
}
