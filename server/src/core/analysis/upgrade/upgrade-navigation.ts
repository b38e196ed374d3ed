import { isBlank } from "../../text/message.ts";

/** A value that `JSON.parse` returns. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonMap = { [key: string]: Json };

/** A setting in mint.json that can't be converted, and the reason. */
export interface SkippedSetting {
  /** The setting's path in mint.json, such as `feedback.raiseIssue` or `tabs[1].url`. */
  readonly path: string;
  /** The reason as a phrase, such as "no equivalent in docs.json". */
  readonly reason: string;
}

/**
 * The settings in a mint.json file. Each setting is removed when it's converted. `skipRemainingSettings` reports the
 * remaining settings so that none are silently lost.
 */
export class OldSettings {
  readonly #settings: JsonMap;
  readonly skippedSettings: SkippedSetting[] = [];

  constructor(settings: JsonMap) {
    this.#settings = copyMap(settings);
  }

  /** Removes and returns the value at a dotted path, or returns undefined if the value is missing. */
  takeValue(path: string): Json | undefined {
    return takeValueAt(this.#settings, path.split("."));
  }

  /** Removes and returns the object at a dotted path, with its numbers and flags as text. */
  takeTextMap(path: string): Json | undefined {
    const value = this.takeValue(path);
    if (!isJsonMap(value)) return value;
    const toText = (item: Json) => (typeof item === "number" || typeof item === "boolean" ? String(item) : item);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toText(item)]));
  }

  takeText(path: string): string | undefined {
    return this.#takeValid(path, (value) => typeof value === "string" && value !== "") as string | undefined;
  }

  takeFlag(path: string): boolean | undefined {
    return this.#takeValid(path, (value) => typeof value === "boolean") as boolean | undefined;
  }

  /** Returns the objects in a list. Items that aren't objects are reported as skipped. */
  takeMaps(path: string): JsonMap[] {
    const value = this.takeValue(path);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.skip(path, "not a list");
      return [];
    }
    return value.flatMap((item, index) => {
      if (isJsonMap(item)) return [item];
      this.skip(`${path}[${index}]`, "not an object");
      return [];
    });
  }

  skip(path: string, reason: string): void {
    this.skippedSettings.push({ path, reason });
  }

  /** Reports every setting that hasn't been removed, including the remaining keys of objects. */
  skipRemainingSettings(path = "", value: Json = this.#settings): void {
    if (isJsonMap(value)) {
      for (const [key, innerValue] of Object.entries(value))
        this.skipRemainingSettings(path === "" ? key : `${path}.${key}`, innerValue);
    } else if (path !== "") this.skip(path, "no equivalent in docs.json");
  }

  #takeValid(path: string, isExpected: (value: Json) => boolean): Json | undefined {
    const segments = path.split(".");
    const value = getValueAt(this.#settings, segments);
    return value !== undefined && isExpected(value) ? takeValueAt(this.#settings, segments) : undefined;
  }
}

export function isJsonMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value from an object and removes it. */
export function removeKey(map: JsonMap, key: string): Json | undefined {
  return takeValueAt(map, [key]);
}

function getValueAt(map: JsonMap, segments: readonly string[]): Json | undefined {
  let value: Json | undefined = map;
  for (const segment of segments)
    value = isJsonMap(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  return value;
}

function takeValueAt(map: JsonMap, segments: readonly string[]): Json | undefined {
  const parent = getValueAt(map, segments.slice(0, -1));
  const lastSegment = segments.at(-1) ?? "";
  if (!isJsonMap(parent) || !Object.hasOwn(parent, lastSegment)) return undefined;
  const value = parent[lastSegment];
  Reflect.deleteProperty(parent, lastSegment);
  return value;
}

/** Returns the entries as an object without undefined values, or undefined if all values are undefined. */
export function omitUndefined(entries: Readonly<Record<string, Json | undefined>>): JsonMap | undefined {
  const map: JsonMap = Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  return Object.keys(map).length > 0 ? map : undefined;
}

function copyMap(map: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, isJsonMap(value) ? copyMap(value) : copyItem(value)]),
  );
}

function copyItem(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyItem);
  return isJsonMap(value) ? copyMap(value) : value;
}

/** A tab or anchor in mint.json. It contains the groups whose pages are in its folder. */
interface OldSection {
  /** The path of the tab or anchor in mint.json, such as `anchors[0]`. */
  readonly path: string;
  readonly name: string;
  /** The folder without leading and trailing slashes. Undefined for an external URL. */
  readonly folder: string | undefined;
  readonly url: string;
  readonly version: string | undefined;
  /** The other properties, such as the icon, color, and specification. */
  readonly otherSettings: JsonMap;
}

interface OldNavigation {
  readonly groups: readonly Json[];
  readonly tabs: readonly OldSection[];
  readonly anchors: readonly OldSection[];
  readonly primaryTab: JsonMap;
  readonly topAnchor: JsonMap;
}

/**
 * Converts the navigation to the docs.json format. In mint.json, groups are a flat list, tabs and anchors are defined
 * separately as folders, and each item specifies its version. In docs.json, groups are nested in tabs and anchors,
 * which are nested in versions.
 */
export function upgradeNavigation(oldSettings: OldSettings): JsonMap {
  const oldNavigation = oldSettings.takeValue("navigation");
  if (oldNavigation !== undefined && !Array.isArray(oldNavigation))
    oldSettings.skip("navigation", "not a list of groups");
  const navigation: OldNavigation = {
    groups: Array.isArray(oldNavigation) ? oldNavigation : [],
    tabs: readSections(oldSettings, "tabs"),
    anchors: readSections(oldSettings, "anchors"),
    primaryTab: toMap(oldSettings.takeValue("primaryTab")),
    topAnchor: toMap(oldSettings.takeValue("topAnchor")),
  };
  oldSettings.skipRemainingSettings("primaryTab", removeKeys(navigation.primaryTab, ["name", "isDefaultHidden"]));
  oldSettings.skipRemainingSettings("topAnchor", removeKeys(navigation.topAnchor, ["name", "icon", "iconType"]));
  const anchors = navigation.anchors.filter((anchor) => {
    const isEmpty =
      isFolderSection(anchor) &&
      !containsPages(anchor, navigation.groups) &&
      !navigation.groups.some((group) => listsPage(group, anchor.folder));
    if (isEmpty) oldSettings.skip(anchor.path, "no page in this folder");
    return !isEmpty;
  });
  const links = anchors.filter((anchor) => !containsPages(anchor, navigation.groups));
  const navigationWithoutLinks = {
    ...navigation,
    anchors: anchors.filter((anchor) => !links.includes(anchor)),
  };
  const versions = readVersions(oldSettings);
  const global = links.length > 0 ? { anchors: links.map(createLink) } : undefined;
  if (versions.length === 0)
    for (const [index, group] of navigation.groups.entries())
      if (getVersion(group) !== undefined)
        oldSettings.skip(`navigation[${index}].version`, "not listed under `versions`");
  if (versions.length === 0)
    return { ...(global && { global }), ...assignGroups(oldSettings, navigationWithoutLinks, undefined) };
  const key = versions.every(({ locale }) => locale !== undefined) ? "languages" : "versions";
  const items = versions.map(({ name, locale, isDefault }): JsonMap => ({
    ...(key === "languages" ? { language: locale ?? name } : { version: name }),
    ...(isDefault && { default: true }),
    ...assignGroups(oldSettings, navigationWithoutLinks, name),
  }));
  return { ...(global && { global }), [key]: items };
}

/**
 * Whether the tab or anchor is for the pages in a folder, for example, `"url": "guides"`. Without pages, it isn't shown
 * (`processDivisions` in @mintlify/validation 0.1.876). A path that starts with a slash may be the URL of a page, and a
 * fragment or a host isn't a folder.
 */
function isFolderSection({ url, folder, otherSettings }: OldSection): boolean {
  return folder !== undefined && !/^(?:[/#]|[^/]*\.[a-z]{2})/i.test(url) && otherSettings["openapi"] === undefined;
}

function readSections(oldSettings: OldSettings, path: string): OldSection[] {
  return oldSettings.takeMaps(path).flatMap((map, index): OldSection[] => {
    const [name, url, version] = ["name", "url", "version"].map((key) => removeKey(map, key));
    if (typeof name !== "string" || typeof url !== "string") {
      oldSettings.skip(`${path}[${index}]`, "no name or URL");
      return [];
    }
    const hiddenFlag = removeKey(map, "isDefaultHidden");
    const icon = takeIcon(map);
    const color = removeKey(map, "color");
    const openapi = removeKey(map, "openapi");
    const isSingleColor = typeof color === "string";
    if (color !== undefined && !isSingleColor)
      oldSettings.skip(`${path}[${index}].color`, "docs.json supports a single color, not a gradient");
    oldSettings.skipRemainingSettings(`${path}[${index}]`, map);
    const otherSettings =
      omitUndefined({
        icon,
        color: isSingleColor ? { light: color, dark: color } : undefined,
        hidden: hiddenFlag,
        openapi,
      }) ?? {};
    const isExternal = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
    const folder = isExternal ? undefined : url.replace(/^\/+|\/+$/g, "");
    return [
      {
        path: `${path}[${index}]`,
        name,
        url,
        folder,
        version: typeof version === "string" ? version : undefined,
        otherSettings,
      },
    ];
  });
}

interface OldVersion {
  readonly name: string;
  readonly locale: string | undefined;
  readonly isDefault: boolean;
}

function readVersions(oldSettings: OldSettings): OldVersion[] {
  const value = oldSettings.takeValue("versions");
  return (Array.isArray(value) ? value : []).flatMap((item, index): OldVersion[] => {
    if (typeof item === "string") return [{ name: item, locale: undefined, isDefault: false }];
    if (!isJsonMap(item) || typeof item["name"] !== "string") {
      oldSettings.skip(`versions[${index}]`, "no name");
      return [];
    }
    const { name, locale, default: defaultFlag, ...rest } = item;
    oldSettings.skipRemainingSettings(`versions[${index}]`, rest);
    return [{ name, locale: typeof locale === "string" ? locale : undefined, isDefault: defaultFlag === true }];
  });
}

/** Converts the tabs, anchors, and groups of a single version, or of all versions if `version` is undefined. */
function assignGroups(oldSettings: OldSettings, navigation: OldNavigation, version: string | undefined): JsonMap {
  const appliesToVersion = (itemVersion: string | undefined) =>
    version === undefined || itemVersion === undefined || itemVersion === version;
  const groups = navigation.groups.filter((group) => appliesToVersion(getVersion(group)));
  const tabs = navigation.tabs.filter((tab) => appliesToVersion(tab.version));
  const anchors = navigation.anchors.filter((anchor) => appliesToVersion(anchor.version));
  if (tabs.length === 0) return nestInAnchors(groups, anchors, navigation.topAnchor);
  const sectionsByGroup = new Map(groups.map((group) => [group, findContainingSection(group, tabs)]));
  const otherGroups = groups.filter((group) => sectionsByGroup.get(group) === undefined);
  const { name: label = "Documentation", isDefaultHidden: hiddenFlag } = navigation.primaryTab;
  return {
    tabs: [
      ...(otherGroups.length > 0
        ? [
            {
              tab: label,
              ...(hiddenFlag === true && { hidden: hiddenFlag }),
              ...nestInAnchors(otherGroups, anchors, navigation.topAnchor),
            },
          ]
        : []),
      ...tabs.map((tab): JsonMap => {
        const tabGroups = groups.filter((group) => sectionsByGroup.get(group) === tab);
        if (tabGroups.length > 0)
          return {
            tab: tab.name,
            ...tab.otherSettings,
            ...nestInAnchors(tabGroups, anchors, navigation.topAnchor),
          };
        if (tab.otherSettings["openapi"] !== undefined) return { tab: tab.name, ...tab.otherSettings };
        return { tab: tab.name, ...tab.otherSettings, href: getUrl(tab) };
      }),
    ],
  };
}

function nestInAnchors(groups: readonly Json[], anchors: readonly OldSection[], topAnchor: JsonMap): JsonMap {
  const sectionsByGroup = new Map(groups.map((group) => [group, findContainingSection(group, anchors)]));
  const usedAnchors = anchors.filter((anchor) => groups.some((group) => sectionsByGroup.get(group) === anchor));
  if (usedAnchors.length === 0) return createContent(groups);
  const otherGroups = groups.filter((group) => sectionsByGroup.get(group) === undefined);
  const icon = takeIcon({ ...topAnchor });
  const name = typeof topAnchor["name"] === "string" ? topAnchor["name"] : "Documentation";
  return {
    anchors: [
      ...(otherGroups.length > 0
        ? [{ anchor: name, ...(icon !== undefined && { icon }), ...createContent(otherGroups) }]
        : []),
      ...usedAnchors.map((anchor) => ({
        anchor: anchor.name,
        ...anchor.otherSettings,
        ...createContent(groups.filter((group) => sectionsByGroup.get(group) === anchor)),
      })),
    ],
  };
}

/**
 * Returns the property that contains these groups. This is `groups` or, if some pages aren't in a group, `pages`, which
 * can contain both pages and groups.
 */
function createContent(groups: readonly Json[]): JsonMap {
  const upgradedGroups = groups.flatMap(upgradeGroup);
  return upgradedGroups.every(isJsonMap) ? { groups: upgradedGroups } : { pages: upgradedGroups };
}

/**
 * Converts a group. A group with an empty name is replaced by its pages, because mint.json shows such a group without a
 * title, and docs.json requires a name.
 */
function upgradeGroup(group: Json): Json[] {
  if (!isJsonMap(group)) return [group];
  const pages = Array.isArray(group["pages"]) ? group["pages"].flatMap(upgradeGroup) : group["pages"];
  const name = group["group"];
  if (typeof name === "string" && isBlank(name) && Array.isArray(pages)) return pages;
  const icon = takeIcon({ ...group });
  const otherProperties = removeKeys(group, ["version", "pages", "icon", "iconType"]);
  return [{ ...otherProperties, ...(icon !== undefined && { icon }), ...(pages !== undefined && { pages }) }];
}

/** Removes `icon` and `iconType` from an object and returns them as a single value. */
function takeIcon(map: JsonMap): Json | undefined {
  const [icon, style] = [removeKey(map, "icon"), removeKey(map, "iconType")];
  return typeof icon === "string" && typeof style === "string" && style !== "" ? { name: icon, style } : icon;
}

/**
 * Returns the tab or anchor whose folder contains the group's pages. If there are several, returns the one with the
 * longest folder path.
 */
function findContainingSection(group: Json, sections: readonly OldSection[]): OldSection | undefined {
  const page = findFirstPage(group);
  const matchingSections = sections.filter(({ folder }) => page !== undefined && isInFolder(page, folder));
  return matchingSections.sort((a, b) => (b.folder?.length ?? 0) - (a.folder?.length ?? 0))[0];
}

function containsPages(section: OldSection, groups: readonly Json[]): boolean {
  return groups.some((group) => findContainingSection(group, [section]) !== undefined);
}

function isInFolder(page: string, folder: string | undefined): boolean {
  return folder !== undefined && folder !== "" && `${page}/`.startsWith(`${folder}/`);
}

/** Whether a group or an entry lists the page with this path. */
function listsPage(entry: Json, path: string | undefined): boolean {
  if (typeof entry === "string") return entry.replace(/^\/+/, "") === path;
  const pages = isJsonMap(entry) ? entry["pages"] : undefined;
  return Array.isArray(pages) && pages.some((page) => listsPage(page, path));
}

function findFirstPage(group: Json): string | undefined {
  if (typeof group === "string") return group.replace(/^\/+/, "");
  const pages = isJsonMap(group) ? group["pages"] : undefined;
  for (const page of Array.isArray(pages) ? pages : []) {
    const firstPage = findFirstPage(page);
    if (firstPage !== undefined) return firstPage;
  }
  return undefined;
}

function getVersion(group: Json): string | undefined {
  const version = isJsonMap(group) ? group["version"] : undefined;
  return typeof version === "string" ? version : undefined;
}

function createLink(anchor: OldSection): JsonMap {
  return { anchor: anchor.name, ...anchor.otherSettings, href: getUrl(anchor) };
}

function getUrl({ url, folder }: OldSection): string {
  return folder === undefined ? url : `/${folder}`;
}

function toMap(value: Json | undefined): JsonMap {
  return isJsonMap(value) ? value : {};
}

function removeKeys(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}
