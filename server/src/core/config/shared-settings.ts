import type { Config } from "./config.ts";
import { findMediaNames } from "../text/media-types.ts";
import { derive } from "../text/maps.ts";
import { type PropertyComparer, haveSameProperties, type JsonFile, type JsonProperty } from "./json/json-tree.ts";

/**
 * The settings in docs.json that can affect problems in other files. All other settings, such as `colors`, can affect
 * these problems only if they mention media files (see `shared-settings.test.ts`).
 */
export const sharedSettings: ReadonlySet<string> = new Set([
  "$schema",
  "api",
  "icons",
  "navigation",
  "redirects",
  "seo",
  "server",
  "variables",
]);

/**
 * The keys of strings in the navigation that can't affect problems in other files, because only readers see them. The
 * names of languages, versions, and products aren't included, because they determine which pages are in the same menu.
 */
export const navigationLabelKeys: ReadonlySet<string> = new Set([
  "anchor",
  "description",
  "dropdown",
  "group",
  "icon",
  "item",
  "name",
  "tab",
  "tag",
]);

/** Returns the names of the media files that any setting in the file mentions, because these files are in use. */
export const findMentionedMediaFiles = derive(({ text }: JsonFile): ReadonlySet<string> => findMediaNames(text));

/** Treats two properties in the navigation as equal if both are strings that only readers see. */
export const compareNavigationLabels: PropertyComparer = ({ key, value: a }, { value: b }) =>
  navigationLabelKeys.has(key) && a?.kind === "string" && b?.kind === "string" ? true : undefined;

/**
 * Whether two versions of docs.json agree on everything that can affect problems in other files. The positions of
 * settings don't matter. Returns false if either version has errors, because its content is then uncertain.
 * `compareInNavigation` decides which properties in the navigation count as equal.
 */
export function haveSameSharedSettings(
  a: Config,
  b: Config,
  compareInNavigation: PropertyComparer = compareNavigationLabels,
): boolean {
  const oldSettings = readSharedSettings(a);
  const newSettings = readSharedSettings(b);
  return (
    oldSettings !== undefined &&
    newSettings !== undefined &&
    a.files.length === b.files.length &&
    a.files.every(({ path }, i) => path === b.files[i]?.path) &&
    haveSameProperties(oldSettings.otherProperties, newSettings.otherProperties) &&
    a.files.every((file, i) => haveSameMediaFiles(file, b.files[i])) &&
    haveSameProperties(oldSettings.navigation, newSettings.navigation, compareInNavigation)
  );
}

function haveSameMediaFiles(a: JsonFile, b: JsonFile | undefined): boolean {
  if (!b) return false;
  const [namesInA, namesInB] = [findMentionedMediaFiles(a), findMentionedMediaFiles(b)];
  return namesInA.size === namesInB.size && [...namesInA].every((name) => namesInB.has(name));
}

interface SharedSettings {
  readonly navigation: readonly JsonProperty[];
  readonly otherProperties: readonly JsonProperty[];
}

/** Returns the shared settings, or undefined if a file contains errors or a `$ref` can't be resolved. */
function readSharedSettings({ root, files, refs, requestedPaths }: Config): SharedSettings | undefined {
  const isComplete =
    requestedPaths.length === 0 &&
    files.every(({ problems, refusal }) => problems.length === 0 && !refusal) &&
    refs.every(({ result }) => result.kind === "resolved");
  if (!isComplete || root?.kind !== "object") return undefined;
  const sharedProperties = root.properties.filter(({ key }) => sharedSettings.has(key));
  return {
    navigation: sharedProperties.filter(({ key }) => key === "navigation"),
    otherProperties: sharedProperties.filter(({ key }) => key !== "navigation"),
  };
}
