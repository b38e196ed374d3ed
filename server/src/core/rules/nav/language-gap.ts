import { insertItem, mergeInsertions, toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findConfigFile, type Config } from "../../config/config.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import { findPage, getPageListings } from "../../site/navigation/navigation-pages.ts";
import {
  findSiblingGaps,
  getEntrySlug,
  groupPagesByElement,
  type MissingCounterpart,
  type SiblingGap,
} from "../../site/navigation/translations.ts";
import { findRedirect } from "../../site/links/redirects.ts";
import { parseLinkUrl, splitLocalUrl } from "../../site/pages/urls.ts";
import { getNavigation, isNavigationComplete } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { type FileEdit, isSameLocation, type TextEdit } from "../../text/text-edit.ts";
import { checkConfig, defineRule } from "../rule.ts";
import { createPageEdit } from "../subjects/fixes.ts";
import { getElementName, getElementLocation, formatElementName } from "../subjects/site-subjects.ts";

const maxRelatedLocations = 10;
const maxMirroredEntries = 50;

export const languageGap = defineRule({
  code: "nav/language-gap",
  subjectKinds: ["config"],
  severity: "information",
  summary: "A language that's missing pages listed in other languages.",
  why: "Readers who switch languages lose their place if their current page isn't listed in the other language. Pages are compared by their path within each language's folder.",
  howToFix:
    "Add the missing pages to the language's navigation, and translate them. The quick fix adds the entries and creates the files.",
  whenToTurnOff: "Turn off this rule if your languages intentionally have different pages.",
  messages: {
    one: "`{page}` is in `{sibling}` but not in `{name}`, so readers can't find it there. Add it, or ignore this problem if that's intentional.",
    several:
      "`{name}` is missing {count} pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add them, or ignore this problem if that's intentional.",
    languages:
      "{count} languages, such as `{name}`, are missing pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add them, or ignore this problem if that's intentional.",
    oneExtra:
      "`{page}` is in `{sibling}` but not in `{name}`, so readers can't find it there. Add it, remove it from `{sibling}`, or ignore this problem if that's intentional.",
    severalExtra:
      "`{name}` is missing {count} pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add or remove them, or ignore this problem if that's intentional.",
    languagesExtra:
      "{count} languages, such as `{name}`, are missing pages that others list, such as `{page}` in `{sibling}`, so readers can't find them there. Add or remove them, or ignore this problem if that's intentional.",
    unlistedOne:
      "`{page}` exists but isn't listed in `{name}`, so readers can't find it there. Add it to the navigation, or ignore this problem if that's intentional.",
    unlistedSeveral:
      "`{name}` doesn't list {count} of its pages that others list, such as `{page}`, so readers can't find them there. Add them to the navigation, or ignore this problem if that's intentional.",
    unlistedLanguages:
      "{count} languages, such as `{name}`, don't list some of their pages that others list, such as `{page}`. Add them to the navigation, or ignore this problem if that's intentional.",
    listed: "`{sibling}` lists `{page}`.",
    unlisted: "`{page}` exists, but `{name}` doesn't list it.",
    mirror: "Add missing pages to {section}",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["start", "usage", "help"]
      },
      {
        "language": [|"fr"|],
        "pages": ["fr/start", "fr/help"]
      }
    ]
  }
}
//- start.mdx
//- usage.mdx
//- help.mdx
//- fr/start.mdx
//- fr/help.mdx
`,
      good: `
//- docs.json
{
  "navigation": {
    "languages": [
      {
        "language": "en",
        "pages": ["start", "usage"]
      },
      {
        "language": "fr",
        "pages": ["fr/start", "fr/usage"]
      }
    ]
  }
}
//- start.mdx
//- usage.mdx
//- fr/start.mdx
//- fr/usage.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    if (!isNavigationComplete(config)) return;
    for (const { element, missingCounterparts, isSeparate } of findGaps(site)) {
      const [firstCounterpart] = missingCounterparts;
      if (!firstCounterpart) continue;
      const name = getElementName(element);
      const isUnlisted = ({ slug }: MissingCounterpart) => findPage(site, slug).kind === "found";
      const areUnlisted = missingCounterparts.every(isUnlisted);
      const args = {
        name,
        count: missingCounterparts.length,
        page: areUnlisted ? firstCounterpart.slug : firstCounterpart.entry.text,
        sibling: getElementName(firstCounterpart.listedBy),
      };
      // Pages that only translations have may be left over.
      const areExtra = missingCounterparts.every(({ isExtra }) => isExtra);
      const message = getMessageKeys(areUnlisted, areExtra)[missingCounterparts.length === 1 ? 0 : 1];
      yield {
        message,
        args,
        at: getElementLocation(element),
        relatedLocations: missingCounterparts.slice(0, maxRelatedLocations).map((page) => {
          const at = getNodeLocation(page.entry.node);
          return isUnlisted(page)
            ? { at, message: "unlisted" as const, args: { page: page.slug, name } }
            : {
                at,
                message: "listed" as const,
                args: { page: page.entry.text, sibling: getElementName(page.listedBy) },
              };
        }),
        data: {
          list: element.parent?.node.range.start ?? 0,
          cause: [areUnlisted, ...(isSeparate ? ["apart"] : missingCounterparts.map((page) => page.relativeSlug))].join(
            "\n",
          ),
        },
      };
    }
  }),
  *createFixes({ at }, site) {
    const gap = findGaps(site).find(({ element }) => isSameLocation(getElementLocation(element), at));
    if (!gap || gap.missingCounterparts.length > maxMirroredEntries) return;
    const entryLocations = findMirrorLocations(site.config, gap);
    if (entryLocations.length < gap.missingCounterparts.length) return;
    yield {
      title: "mirror",
      args: { section: formatElementName(gap.element) },
      edits: [
        ...createEntryEdits(entryLocations, site),
        ...entryLocations.flatMap(({ slug }) => createPageEdit(site, slug) ?? []),
      ],
    };
  },
  grouping: {
    getCause: ({ at, data }) => `${at.file}\n${String(data?.["list"])}\n${String(data?.["cause"])}`,
    combinedMessage: ({ message }) => getMessageKeys(message.startsWith("unlisted"), message.endsWith("Extra"))[2],
  },
});

/** Returns the messages for one page, for several pages, and for several languages. */
function getMessageKeys(areUnlisted: boolean, areExtra: boolean) {
  if (areUnlisted) return ["unlistedOne", "unlistedSeveral", "unlistedLanguages"] as const;
  return areExtra
    ? (["oneExtra", "severalExtra", "languagesExtra"] as const)
    : (["one", "several", "languages"] as const);
}

/**
 * Returns the pages that each language is missing. Leaves out pages whose listed counterparts don't exist, because
 * `nav/page-not-found` already reports them. Also leaves out pages of versions that the language doesn't offer, paths
 * that redirect readers to another page, and pages that the language only links to.
 */
function findGaps(site: Site): readonly SiblingGap[] {
  const linkedPathsByElement = groupLinkedPaths(site.config);
  return findSiblingGaps(site.config)
    .map((gap) => {
      const isLinked = createLinkedPageCheck(gap, linkedPathsByElement.get(gap.element));
      return {
        ...gap,
        missingCounterparts: gap.missingCounterparts.filter(
          (page) =>
            findPage(site, page.listedSlug).kind === "found" &&
            findRedirect(site, page.slug) === undefined &&
            offersVersionOf(site.config, gap.element, page) &&
            !isLinked(page),
        ),
      };
    })
    .filter(({ missingCounterparts }) => missingCounterparts.length > 0);
}

/** The paths that the elements of each language link to with `href` instead of listing pages. */
const groupLinkedPaths = derive((config: Config): ReadonlyMap<NavElement, readonly string[]> => {
  const pathsByElement = new Map<NavElement, string[]>();
  for (const { href, parent } of getNavigation(config).elements) {
    let language = parent;
    while (language && language.kind !== "language") language = language.parent;
    const url = href && parseLinkUrl(href.value);
    const path =
      url?.kind === "web" ? splitLocalUrl(url.pathAndQuery).path : url?.kind === "local" ? url.path : undefined;
    if (language && path !== undefined) addToGroup(pathsByElement, language, path.replace(/^\/|\/$/g, ""));
  }
  return pathsByElement;
});

/**
 * Returns a function that checks whether the language links to a page that it's missing, or to another page in the same
 * top-level element, such as a tab, of its sibling. With such a link, readers find these pages in the sibling's
 * language.
 */
function createLinkedPageCheck(
  { missingCounterparts }: SiblingGap,
  paths: readonly string[] = [],
): (page: MissingCounterpart) => boolean {
  if (paths.length === 0) return () => false;
  const linkedPaths = new Set(paths);
  const linkedElements = new Set<NavElement | NavEntry>();
  for (const page of missingCounterparts)
    if (linkedPaths.has(page.listedSlug)) linkedElements.add(getOutermostElement(page));
  return (page) => linkedElements.has(getOutermostElement(page));
}

/** Returns the element directly in the sibling that contains the page, or the page's entry if there is none. */
function getOutermostElement({ entry, listedBy }: MissingCounterpart): NavElement | NavEntry {
  let outermostElement: NavElement | NavEntry = entry;
  while (outermostElement.parent && outermostElement.parent !== listedBy) outermostElement = outermostElement.parent;
  return outermostElement;
}

/**
 * Whether the language offers a version in which its sibling lists the page. A language without versions offers only
 * the sibling's default version. Versions whose names are translated can't be compared.
 */
function offersVersionOf(config: Config, element: NavElement, { listedBy, listedSlug }: MissingCounterpart): boolean {
  const versionsByLanguage = getVersionsByLanguage(config);
  const pageVersionNames = versionsByLanguage.get(listedBy)?.versionsByPage.get(listedSlug);
  if (!pageVersionNames) return true;
  const offeredVersionNames = [...(versionsByLanguage.get(element)?.versionNames ?? [])];
  const sibling = versionsByLanguage.get(listedBy);
  if (offeredVersionNames.length === 0)
    return sibling?.defaultVersionName === undefined || pageVersionNames.has(sibling.defaultVersionName);
  return (
    offeredVersionNames.some((name) => pageVersionNames.has(name)) ||
    !offeredVersionNames.some((name) => sibling?.versionNames.has(name))
  );
}

interface LanguageVersions {
  readonly versionNames: Set<string>;
  defaultVersionName?: string;
  readonly versionsByPage: Map<string, Set<string>>;
}

/** The versions of each language, and the versions in which it lists each page. */
const getVersionsByLanguage = derive((config: Config): ReadonlyMap<NavElement, LanguageVersions> => {
  const versionsByElement = new Map<NavElement, LanguageVersions>();
  for (const { entry, slug } of getPageListings(config)) {
    const { version } = entry.parent;
    let language: NavElement | undefined = entry.parent;
    let isDefault = false;
    while (language && language.kind !== "language") {
      isDefault ||= language.kind === "version" && language.isDefault;
      language = language.parent;
    }
    if (!language || version === undefined) continue;
    const languageVersions: LanguageVersions = versionsByElement.get(language) ?? {
      versionNames: new Set(),
      versionsByPage: new Map(),
    };
    versionsByElement.set(language, languageVersions);
    languageVersions.versionNames.add(version);
    if (isDefault) languageVersions.defaultVersionName = version;
    languageVersions.versionsByPage.set(slug, (languageVersions.versionsByPage.get(slug) ?? new Set()).add(version));
  }
  return versionsByElement;
});

/** Returns the edits that add the pages to the navigation, grouped by configuration file. */
function createEntryEdits(
  entryLocations: readonly { readonly slug: string; readonly previousEntry: NavEntry }[],
  site: Site,
): FileEdit[] {
  const editsByFile = new Map<string, TextEdit[]>();
  for (const { slug, previousEntry } of entryLocations) {
    const array = previousEntry.parent.childProperties.find(({ array: candidate }) =>
      candidate?.items.includes(previousEntry.node),
    )?.array;
    const file = array?.file === previousEntry.node.file ? findConfigFile(site.config, array.file) : undefined;
    if (!array || !file) continue;
    const edits = editsByFile.get(file.path) ?? [];
    const newEntries = insertItem(file, array, toJsonString(slug), previousEntry.node.range);
    editsByFile.set(file.path, mergeInsertions(file, [...edits, ...newEntries]));
  }
  return [...editsByFile].map(([file, edits]) => ({ kind: "edit", file, edits }));
}

/**
 * Returns positions for the missing pages. Each page is placed after the counterpart of its nearest neighbor in the
 * sibling's list. If possible, the neighbor precedes the page. Otherwise, it follows the page. Pages without such a
 * neighbor are omitted.
 */
function findMirrorLocations(
  config: Config,
  { element, missingCounterparts }: SiblingGap,
): { readonly slug: string; readonly previousEntry: NavEntry }[] {
  const entriesBySlug = new Map(
    (groupPagesByElement(config).get(element) ?? []).map(({ slug, entry }) => [slug, entry]),
  );
  const predecessorsBySlug = new Map<string, NavEntry>();
  return missingCounterparts.flatMap(({ entry, listedSlug, slug }) => {
    const toOwnSlug = (other: string) => (other.length > 0 ? getCounterpartSlug(listedSlug, slug, other) : undefined);
    const siblings = entry.parent.children.flatMap((child) => (child.type === "entry" ? [child] : []));
    const index = siblings.indexOf(entry);
    const siblingsByDistance = [...siblings.slice(0, index).reverse(), ...siblings.slice(index + 1)];
    const previousEntry = siblingsByDistance
      .map((sibling) => toOwnSlug(getEntrySlug(sibling)))
      .map((other) => (other === undefined ? undefined : (entriesBySlug.get(other) ?? predecessorsBySlug.get(other))))
      .find((entry) => entry !== undefined);
    if (!previousEntry) return [];
    predecessorsBySlug.set(slug, previousEntry);
    return [{ slug, previousEntry }];
  });
}

/**
 * Returns the counterpart of the page `otherSlug`, given that `counterpartSlug` is the counterpart of `listedSlug`.
 * Only the page's folder is replaced.
 */
function getCounterpartSlug(listedSlug: string, counterpartSlug: string, otherSlug: string): string | undefined {
  let sharedLength = 0;
  const maxLength = Math.min(listedSlug.length, counterpartSlug.length);
  while (sharedLength < maxLength && listedSlug.at(-1 - sharedLength) === counterpartSlug.at(-1 - sharedLength))
    sharedLength++;
  const listedFolder = listedSlug.slice(0, listedSlug.length - sharedLength);
  const counterpartFolder = counterpartSlug.slice(0, counterpartSlug.length - sharedLength);
  return otherSlug.startsWith(listedFolder) ? counterpartFolder + otherSlug.slice(listedFolder.length) : undefined;
}
