import type { Config } from "../../config/config.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { findPage, isVisible, getListedSlugs, getPageListings } from "../../site/navigation/navigation-pages.ts";
import { getMenuKey } from "../../site/settings/navigation.ts";
import { findDefaultPage } from "../../site/navigation/editions.ts";
import type { Site } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { derive } from "../../text/maps.ts";
import { checkConfig, defineRule, type Finding, createMemberRemovalEdits } from "../rule.ts";
import { maxSeparateFindings } from "../subjects/same-target.ts";
import { getElementName, getElementLocation } from "../subjects/site-subjects.ts";

export const pageListedTwice = defineRule({
  code: "nav/page-listed-twice",
  subjectKinds: ["config"],
  severity: "warning",
  summary: "A page listed twice in the same version and language.",
  why: "A page has one URL, so the sidebar highlights only one of its entries. The “next” and “previous” links continue from that entry, even if readers came from another one. Other versions, languages, and products can list the page again. If the entries are in different groups or sections, the problem is only information, or a hint if one of them is in a first group such as *Get started*. Entries in hidden elements aren't reported.",
  howToFix: "Keep one of the entries, and remove the others. Keep both if you want to list a selection of pages again.",
  whenToTurnOff: "Turn off this rule if you list pages in several sections intentionally.",
  messages: {
    twice:
      "`{page}` is listed twice in the same version and language, so readers see it twice and the sidebar highlights only one entry. Remove one.",
    severalTwice:
      "{count} entries, such as `{page}`, repeat pages of the same group, so readers see these pages several times and the sidebar highlights only one entry. Remove the repeated entries.",
    apart:
      "`{page}` is also listed under `{other}`. A page has only one URL, so readers who open it from here may end up there. Remove one unless you want both.",
    several:
      "{count} pages, such as `{page}`, are listed under both `{own}` and `{other}`. Each has one URL, so readers may end up in the other section. Remove one entry per page unless you want both.",
    severalNames:
      "{count} pages, such as `{page}` under `{own}` and `{other}`, are listed twice. Each has one URL, so readers may end up in the other section. Remove one entry per page unless you want both.",
    severalGroups:
      "{count} entries, such as `{page}`, are under `{hub}` and in other groups. Each page has one URL, so readers may end up in another group. Remove one entry per page unless you want both.",
    operation:
      "`{page}` is the page that the entry `{entry}` generates, so readers see it twice in the sidebar. Remove one of the entries.",
    first: "`{page}` is first listed here.",
    remove: "Remove entry",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["start", [|"start"|], "more"] }, { "group": "B", "pages": [[|"start"|]] }] } }
//- start.mdx
//- more.mdx
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": ["start", "more"] }] } }
//- start.mdx
//- more.mdx
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users", [|"api-reference/list"|]] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": { "summary": "List" } } } }
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json", "pages": ["GET /users"] }] } }
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": { "summary": "List" } } } }
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    // Translated groups have other names, so a problem with pages in several languages can't name them all.
    const findings = [...combineSelections([...findRepeatedEntries(config, site)])];
    const namesBySections = new Map<unknown, Set<string>>();
    for (const { args, data } of findings) {
      const names = namesBySections.get(data?.["menus"]) ?? new Set();
      namesBySections.set(data?.["menus"], names.add(createNamesKey(args)));
    }
    const listsWithManyPages = findListsWithManyPages(findings);
    for (const finding of findings) {
      const list = finding.data?.["list"];
      if (typeof list === "string" && listsWithManyPages.has(list)) {
        yield { ...finding, data: { ...finding.data, menus: list, isOneOfMany: true } };
        continue;
      }
      const sectionsKey = finding.data?.["menus"];
      const hasOtherNames = sectionsKey !== undefined && (namesBySections.get(sectionsKey)?.size ?? 0) > 1;
      yield hasOtherNames ? { ...finding, data: { ...finding.data, hasOtherNames } } : finding;
    }
  }),
  *createFixes({ at }, { config }) {
    const edits = createMemberRemovalEdits(config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
  grouping: {
    // Other languages and versions often repeat the same entries.
    getCause: ({ data }) => {
      const cause = data?.["menus"] ?? data?.["original"];
      return typeof cause === "string" ? cause : undefined;
    },
    combinedMessage: ({ message, data }) => {
      if (data?.["isSelection"] === true) return "severalGroups";
      if (message === "twice") return data?.["isOneOfMany"] === true ? "severalTwice" : "twice";
      return data?.["hasOtherNames"] === true ? "severalNames" : "several";
    },
  },
});

/** The number of other groups whose pages a group repeats, from which it's a selection of pages. */
const minSelectedGroups = 3;

/**
 * Gives findings for a group that repeats pages of several others, such as a selection of important pages, the same
 * cause. The same applies to findings for the same page in several groups.
 */
function* combineSelections(findings: readonly Finding<MessageKey>[]): Generator<Finding<MessageKey>> {
  const selections = new Map<string, { readonly partners: Set<string>; readonly pages: Set<unknown> }>();
  const namesByPair = new Map<unknown, ReadonlyMap<string, string>>();
  const getSelection = (key: string) => {
    const selection = selections.get(key) ?? { partners: new Set(), pages: new Set() };
    selections.set(key, selection);
    return selection;
  };
  for (const { args, data } of findings) {
    const [key, otherKey] = getStrings(data?.["elements"]);
    const [name = "", otherName = ""] = getStrings(data?.["names"]);
    // Translated entries have the cause of the first language.
    if (key === undefined || otherKey === undefined || data?.["menus"] !== createPairKey([key, otherKey])) continue;
    const names = [[key, name] as const, [otherKey, otherName] as const];
    namesByPair.set(data["menus"], new Map(names));
    getSelection(key).partners.add(otherKey);
    getSelection(otherKey).partners.add(key);
    for (const [element] of names) getSelection(element).pages.add(args?.["page"]);
  }
  const countPartners = (key: string) => getSelection(key).partners.size;
  for (const finding of findings) {
    const names = namesByPair.get(finding.data?.["menus"]);
    const [key = ""] = [...(names?.keys() ?? [])].sort((a, b) => countPartners(b) - countPartners(a));
    const { partners, pages } = getSelection(key);
    if (partners.size < (pages.size > 1 ? minSelectedGroups : 2)) yield finding;
    else
      yield {
        ...finding,
        args: { ...finding.args, hub: names?.get(key) ?? "" },
        data: { ...finding.data, menus: key, isSelection: true },
      };
  }
}

function getStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns the keys of the lists that contain several pages twice, usually because a part of the list was copied. */
function findListsWithManyPages(findings: readonly Finding[]): ReadonlySet<unknown> {
  const pagesByList = new Map<unknown, Set<unknown>>();
  for (const { args, data } of findings) {
    const list = data?.["list"];
    if (list !== undefined) pagesByList.set(list, (pagesByList.get(list) ?? new Set()).add(args?.["page"]));
  }
  return new Set([...pagesByList].flatMap(([list, pages]) => (pages.size > maxSeparateFindings ? [list] : [])));
}

/** Returns a key for the names of two groups. Their order doesn't matter. */
function createNamesKey(args: Finding["args"]): string {
  const names = [args?.["own"], args?.["other"]].flatMap((name) => (typeof name === "string" ? [name] : []));
  return names.toSorted().join("\n");
}

type MessageKey = "operation" | "apart" | "twice" | "first";

function* findRepeatedEntries(config: Config, site: Site): Generator<Finding<MessageKey>> {
  const earlierEntriesByMenu = new Map<string, Map<string, EarlierEntries>>();
  const generatedEntriesByMenu = getGeneratedEntries(site);
  // The keys of the first pairs of groups that list a page. Other languages and versions often repeat the same pairs.
  const pairKeyByPage = new Map<string, string>();
  const getPairKey = (firstEntry: NavEntry, entry: NavEntry, slug: string, count: number): string => {
    const pairSectionsKey = createPairKey(getPair(firstEntry, entry).map(getElementKey));
    const defaultSlug = findDefaultPage(site, slug);
    const pageKey = `${defaultSlug}\n${count}`;
    const firstPairKey = pairKeyByPage.get(pageKey);
    if (firstPairKey === undefined) pairKeyByPage.set(pageKey, pairSectionsKey);
    // A page can be in the same sections of several products. Only translations of the page have the same cause.
    return areInSeparateSections(firstEntry, entry) && slug === defaultSlug
      ? pairSectionsKey
      : (firstPairKey ?? pairSectionsKey);
  };
  const { has, hasRepeatedSlug } = getListedSlugs(config);
  if (!hasRepeatedSlug && !listSlugs(generatedEntriesByMenu).some(has)) return;
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "" || !isVisible(entry.parent)) continue;
    const menu = getMenuKey(entry.parent);
    const generatedEntry = generatedEntriesByMenu.get(menu)?.get(slug);
    const foundPage = generatedEntry && findPage(site, slug);
    // If a file also has this path, `nav/slug-collision` reports the conflict.
    if (generatedEntry && foundPage?.kind === "found" && foundPage.file === undefined) {
      yield {
        message: "operation",
        args: { page: slug, entry: generatedEntry.text },
        at: getNodeLocation(entry.node),
        relatedLocations: [{ at: getNodeLocation(generatedEntry.node), message: "first", args: { page: slug } }],
        ...(generatedEntry.parent !== entry.parent && { severity: "information" }),
      };
      continue;
    }
    const earlierEntries = getMenuEntries(menu, earlierEntriesByMenu).get(slug);
    // An entry in the same list matters more than one in another group, even if the other one comes first.
    const firstEntry = earlierEntries?.entriesByParent.get(entry.parent) ?? earlierEntries?.first;
    if (!earlierEntries)
      getMenuEntries(menu, earlierEntriesByMenu).set(slug, {
        first: entry,
        entriesByParent: new Map([[entry.parent, entry]]),
      });
    else if (!earlierEntries.entriesByParent.has(entry.parent)) earlierEntries.entriesByParent.set(entry.parent, entry);
    if (!firstEntry || firstEntry.node === entry.node) continue;
    const page = findPage(site, slug);
    // An entry for a page with `url` is a link, which doesn't lead to another section of the docs.
    const isLink = page.kind === "found" && page.file !== undefined && site.pages.get(page.file)?.fields.has("url");
    if (page.kind === "found" && !(isLink && firstEntry.parent !== entry.parent))
      yield {
        ...(firstEntry.parent !== entry.parent
          ? {
              message: "apart",
              args: { page: slug, ...getSectionNames(firstEntry, entry) },
              severity: isFirstSelection(firstEntry.parent) ? "hint" : "information",
              data: {
                menus: getPairKey(firstEntry, entry, slug, earlierEntries?.entriesByParent.size ?? 0),
                elements: getPair(firstEntry, entry).map(getElementKey),
                names: getPair(firstEntry, entry).map(getElementName),
              },
            }
          : {
              message: "twice",
              args: { page: slug },
              data: { original: findDefaultPage(site, slug), list: getElementKey(entry.parent) },
            }),
        at: getNodeLocation(entry.node),
        relatedLocations: [{ at: getNodeLocation(firstEntry.node), message: "first", args: { page: slug } }],
      };
  }
}

/** Whether the element is the first group of its menu, and its name says that it selects pages for new readers. */
function isFirstSelection(element: NavElement): boolean {
  const isFirst = element.parent !== undefined && getFirstElement(element.parent) === element;
  return element.kind === "group" && isFirst && selectionPattern.test(getLabel(element) ?? "");
}

const getFirstElement = derive((parent: NavElement) => parent.children.find((child) => child.type === "element"));

const selectionPattern = /^(?:get(?:ting)? started|home|introduction|overview|quick ?start|start here|welcome)$/i;

/** The earlier entries for a page in a menu: the first one, and the first one in each list. */
interface EarlierEntries {
  readonly first: NavEntry;
  readonly entriesByParent: Map<NavElement, NavEntry>;
}

/**
 * Returns the two sections that contain the entries or, if both are in the same section, the outermost groups that
 * contain only one of them.
 */
function getPair(a: NavEntry, b: NavEntry): readonly NavElement[] {
  return areInSeparateSections(a, b) ? getSections(a, b) : getSeparateGroups(a.parent, b.parent);
}

/** Returns a key for two elements. Their order doesn't matter. */
function createPairKey(elementKeys: readonly string[]): string {
  return elementKeys.toSorted().join(" ");
}

/** Returns the outermost groups that contain only one of the elements, or an element that contains the other one. */
function getSeparateGroups(a: NavElement, b: NavElement): readonly NavElement[] {
  const [ancestorsOfA, ancestorsOfB] = [listAncestors(a), listAncestors(b)];
  const index = ancestorsOfA.findIndex((ancestor, i) => ancestor !== ancestorsOfB[i]);
  const last = index < 0 ? ancestorsOfA.length : index;
  return [ancestorsOfA[last] ?? a, ancestorsOfB[last] ?? b];
}

/** Returns the element and those that contain it, outermost first. */
function listAncestors(element: NavElement): readonly NavElement[] {
  const ancestors: NavElement[] = [];
  for (let current: NavElement | undefined = element; current; current = current.parent) ancestors.push(current);
  return ancestors.reverse();
}

function getElementKey(element: NavElement): string {
  const { file, range } = getElementLocation(element);
  return `${file}:${range.start}`;
}

/**
 * Returns the names of the two sections or groups that contain the entries. If the names are equal, returns the names
 * of the nearest sections or groups around them that differ.
 */
function getSectionNames(firstEntry: NavEntry, entry: NavEntry): { readonly other: string; readonly own: string } {
  const [otherElement, ownElement] = getSections(firstEntry, entry);
  if (!otherElement || !ownElement) return { other: "", own: "" };
  const names = { other: getElementName(otherElement), own: getElementName(ownElement) };
  if (names.other !== names.own) return names;
  let [otherSection, ownSection] = [otherElement.parent, ownElement.parent];
  while (otherSection && ownSection && otherSection !== ownSection && getLabel(otherSection) === getLabel(ownSection))
    [otherSection, ownSection] = [otherSection.parent, ownSection.parent];
  if (otherSection === ownSection) return names;
  return { other: getLabel(otherSection) ?? names.other, own: getLabel(ownSection) ?? names.own };
}

function getLabel(element: NavElement | undefined): string | undefined {
  return element?.label?.value.trim();
}

/** Returns the sections that contain the entries or, if both are in the same section, their groups. */
function getSections(a: NavEntry, b: NavEntry): readonly NavElement[] {
  return [a, b].map(({ parent }) => (areInSeparateSections(a, b) ? (getNearestSection(parent) ?? parent) : parent));
}

/** Returns the entries that refer to operations, keyed by their menu and then by the path of their generated page. */
function getGeneratedEntries(site: Site): ReadonlyMap<string, ReadonlyMap<string, NavEntry>> {
  const entriesByMenu = new Map<string, Map<string, NavEntry>>();
  for (const { node, slug } of getGeneratedPages(site))
    if (node.type === "entry" && isVisible(node.parent))
      getMenuEntries(getMenuKey(node.parent), entriesByMenu).set(slug, node);
  return entriesByMenu;
}

function listSlugs(entriesByMenu: ReadonlyMap<string, ReadonlyMap<string, NavEntry>>): readonly string[] {
  return [...entriesByMenu.values()].flatMap((entries) => [...entries.keys()]);
}

/** Returns a menu's entries by slug. If the menu isn't in the map yet, adds it without entries. */
function getMenuEntries<T>(menu: string, entriesByMenu: Map<string, Map<string, T>>): Map<string, T> {
  const menuEntries = entriesByMenu.get(menu);
  if (menuEntries) return menuEntries;
  const newEntries = new Map<string, T>();
  entriesByMenu.set(menu, newEntries);
  return newEntries;
}

/** Whether the two entries are in different tabs or other sections, so readers see only one of them at a time. */
function areInSeparateSections(a: NavEntry, b: NavEntry): boolean {
  return getNearestSection(a.parent) !== getNearestSection(b.parent);
}

/**
 * Returns the nearest element that isn't a group, starting with this one, because all groups in a section are visible
 * together.
 */
function getNearestSection(element: NavElement): NavElement | undefined {
  return element.kind === "group" && element.parent ? getNearestSection(element.parent) : element;
}
