import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { findNearestPage } from "../../site/links/link-suggestions.ts";
import { findPage, getPageListings, isVisible, type ListedEntry } from "../../site/navigation/navigation-pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { derive } from "../../text/maps.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule, createMemberRemovalEdits } from "../rule.ts";
import { createPageEdit, createSuggestionSource, createPagePathEdits } from "../subjects/fixes.ts";
import { getElementName } from "../subjects/site-subjects.ts";

export const rootPageNotFound = defineRule({
  code: "nav/root-page-not-found",
  subjectKinds: ["config"],
  severity: "error",
  summary: "A group whose `root` page doesn't exist.",
  why: "The title of a group opens its `root` page. If the page doesn't exist, the title is a dead link.",
  howToFix: "Create the page, use the path of an existing page, or remove `root`.",
  whenToTurnOff: "Turn off this rule if a build step creates the pages after Docwright checks the site.",
  messages: {
    missing: "`{page}` doesn't exist, so the title of `{group}` is a dead link. Create the page, or remove `root`.",
    meant: "`{page}` doesn't exist, so the title of `{group}` is a dead link. Did you mean `{near}`?",
    folder:
      "`{page}` is a folder, not a page, so the build warns that the `root` page of `{group}` is missing. Use `{near}` instead.",
    faulty:
      "`{page}` isn't a page path on this site, so the title of `{group}` is a dead link. Use the path of a page, or remove `root`.",
    create: "Create the page {fileName}",
    use: "Change to `{near}`",
    remove: "Remove `root`",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": [|"guides/overveiw"|], "pages": ["guides/start"] }] } }
//- guides/overview.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": "guides/overview", "pages": ["guides/start"] }] } }
//- guides/overview.mdx
//- guides/start.mdx
`,
    },
    {
      bad: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": [|"guides"|], "pages": ["guides/start"] }] } }
//- guides/index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{ "navigation": { "groups": [{ "group": "Guides", "root": "guides/index", "pages": ["guides/start"] }] } }
//- guides/index.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (config, site) {
    const guess = createSuggestionSource();
    const findFolderPage = createFolderPageFinder(site);
    for (const element of getNavigation(config).elements) {
      if (element.isIgnored || element.kind !== "group" || !element.root) continue;
      const args = { page: element.root.value, group: getElementName(element) };
      const at = getNodeLocation(element.root);
      const pageEntry = readPageEntry(element.root.value);
      if (pageEntry.kind !== "page") {
        yield { message: "faulty", args, at };
        continue;
      }
      const lookup = findPage(site, pageEntry.slug);
      const { slug } = pageEntry;
      if (lookup.kind === "found" || lookup.kind === "not-known") continue;
      const folderPage = lookup.kind === "missing" ? findFolderPage(element, slug) : undefined;
      if (folderPage !== undefined) {
        const data = { near: folderPage };
        yield { message: "folder", args: { ...args, near: folderPage }, at, severity: "warning", data };
        continue;
      }
      const suggestion =
        lookup.kind === "wrong-case" ? lookup.slug : guess(slug, () => findNearestPage(site.files, slug));
      yield suggestion === undefined
        ? { message: "missing", args, at, data: { slug } }
        : { message: "meant", args: { ...args, near: suggestion }, at, data: { slug, near: suggestion } };
    }
  }),
  *createFixes({ at, data }, site) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: createPagePathEdits(at, suggestion) };
    const slug = data?.["slug"];
    const page = typeof slug === "string" ? createPageEdit(site, slug) : undefined;
    if (page) yield { title: "create", args: { fileName: toVerbatim(page.file) }, edits: [page] };
    const edits = createMemberRemovalEdits(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

/**
 * Returns a function that finds the page that opens at a folder's path, so that the title isn't a dead link: the index
 * page, or the first page that the navigation lists in the folder. If the group itself lists pages in the folder, returns
 * the first of them.
 */
function createFolderPageFinder(site: Site): (element: NavElement, folder: string) => string | undefined {
  const isFound = (page: string) => findPage(site, page).kind === "found";
  const listingsByFolder = new Map<string, FolderListings>();
  return (element, folder) => {
    if (isFound(`${folder}/index`)) return `${folder}/index`;
    const listings = listingsByFolder.get(folder) ?? createFolderListings(site, folder, isFound);
    listingsByFolder.set(folder, listings);
    return listings.firstPageByElement.get(element) ?? listings.firstPage;
  };
}

/** The pages in a folder that readers see in the navigation. */
interface FolderListings {
  readonly firstPage: string | undefined;
  /** The first page in each navigation element, including the pages in its inner elements. */
  readonly firstPageByElement: ReadonlyMap<NavElement, string>;
}

function createFolderListings(site: Site, folder: string, isFound: (page: string) => boolean): FolderListings {
  const listings = findListingsInFolder(sortListings(getPageListings(site.config)), folder).filter(
    ({ entry, slug }) => isVisible(entry.parent) && isFound(slug),
  );
  const firstPageByElement = new Map<NavElement, string>();
  for (const { entry, slug } of listings) {
    let element: NavElement | undefined = entry.parent;
    // If an element has a page already, its outer elements have one, too.
    while (element && !firstPageByElement.has(element)) {
      firstPageByElement.set(element, slug);
      element = element.parent;
    }
  }
  return { firstPage: listings[0]?.slug, firstPageByElement };
}

interface SortedListing {
  readonly listing: ListedEntry;
  /** The position in the navigation. */
  readonly index: number;
}

/** Sorts the listings by path, so that the pages in a folder follow each other. */
const sortListings = derive((listings: readonly ListedEntry[]): readonly SortedListing[] =>
  listings
    .map((listing, index) => ({ listing, index }))
    .sort(({ listing: a }, { listing: b }) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0)),
);

/** Returns the listings of the pages in a folder, in the order of the navigation. */
function findListingsInFolder(sortedListings: readonly SortedListing[], folder: string): readonly ListedEntry[] {
  const prefix = `${folder}/`;
  let [low, high] = [0, sortedListings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedListings[middle]?.listing.slug ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sortedListings[end]?.listing.slug.startsWith(prefix)) end++;
  return sortedListings
    .slice(low, end)
    .sort((a, b) => a.index - b.index)
    .map(({ listing }) => listing);
}
