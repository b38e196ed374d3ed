import { isHiddenByRedirect } from "../../site/links/hiding-redirect.ts";
import { findDuplicateTitles } from "../../site/navigation/navigation-suggestions.ts";
import { derive } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getFrontmatterField, getFieldValueLocation } from "../subjects/page-subjects.ts";
import { checkPage, defineRule } from "../rule.ts";

export const duplicateTitle = defineRule({
  code: "frontmatter/duplicate-title",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "information",
  summary: "Two pages with the same title and description.",
  why: "Search results, browser tabs, and AI assistants show the title and description. Readers can't tell pages apart if they share both. Only pages in the same tab, version, or other part of the navigation are compared. Pages with the same path in sibling folders, such as `sdk/js/files` and `sdk/python/files`, and pages with the same file name in separate groups aren't.",
  howToFix: "Give each page its own title or description.",
  whenToTurnOff:
    "Turn off this rule if pages share titles and descriptions intentionally, for example, an *Overview* in each group.",
  messages: {
    same: "`{other}` has the same title and description, so readers can't tell the two pages apart in search results. Give one of them a different title or description.",
    several:
      "{count} pages in `{own}` and `{others}`, such as `{page}`, have the same titles and descriptions, so readers can't tell them apart. Make the titles or descriptions unique.",
    together:
      "{count} pages, such as `{page}` and `{other}`, share titles and descriptions, so readers can't tell them apart in search results. Make the titles or descriptions unique.",
    other: "Also used here.",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n//- a.mdx\n---\ntitle: [|Start|]\ndescription: First steps.\n---\n//- b.mdx\n---\ntitle: [|Start|]\ndescription: First steps.\n---\n',
      good: '//- docs.json\n{ "navigation": { "versions": [{ "version": "1", "pages": ["a"] }, { "version": "2", "pages": ["b"] }] } }\n//- a.mdx\n---\ntitle: Start\ndescription: First steps.\n---\n//- b.mdx\n---\ntitle: Start\ndescription: First steps.\n---\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { path } = page.outline;
    const otherPage = findDuplicateTitles(site).get(path);
    const field = getFrontmatterField(page, "title");
    if (otherPage === undefined || !field) return;
    // Readers and search engines don't see a page that a redirect hides.
    if (isHiddenByRedirect(site, path) || isHiddenByRedirect(site, otherPage)) return;
    const range = site.references.get(otherPage)?.frontmatter.fields.get("title")?.valueRange;
    const relatedLocations = range ? [{ at: { file: otherPage, range }, message: "other" as const }] : [];
    const folders = getParallelFolders(path, otherPage);
    const ownFolder = folders?.ownFolder ?? getFolder(path);
    const duplicates = findDuplicateTitles(site);
    const countTitles = (folder: string) => groupTitlesByFolder(duplicates).get(folder)?.size ?? 0;
    // The pages of both folders have one cause, whichever of them is checked.
    const [sharedFolder = ownFolder] = [ownFolder, getFolder(otherPage)]
      .toSorted()
      .toSorted((a, b) => countTitles(b) - countTitles(a));
    const hasManyTitles = countTitles(sharedFolder) > 1;
    yield {
      message: "same",
      args: {
        other: otherPage,
        own: ownFolder,
        // The path below the folders is the same for both pages.
        page: folders ? path.slice(folders.ownFolder.length).replace(/^\//, "") : path,
        ...(folders && { others: folders.otherFolder }),
      },
      at: getFieldValueLocation(page, field),
      relatedLocations,
      data: folders
        ? { cause: [folders.ownFolder, folders.otherFolder].sort().join("\n") }
        : { cause: hasManyTitles ? sharedFolder : getFirstPage(path, duplicates), isOneTitle: !hasManyTitles },
    };
  }),
  grouping: {
    getCause: ({ data }) => {
      const cause = data?.["cause"];
      return typeof cause === "string" ? cause : undefined;
    },
    // If the pages of a folder share only one title, the message contains the path of the other page, which helps more
    // than the name of their folder.
    combinedMessage: ({ args, data }) => {
      if (data?.["isOneTitle"] === true) return undefined;
      return args?.["others"] === undefined ? "together" : "several";
    },
  },
});

/** The first page of each title that several pages in a folder have, by folder. */
const groupTitlesByFolder = derive((duplicates: ReadonlyMap<SitePath, SitePath>) => {
  const titlesByFolder = new Map<string, Set<SitePath>>();
  for (const path of duplicates.keys()) {
    const folder = getFolder(path);
    const titles = titlesByFolder.get(folder) ?? new Set();
    titlesByFolder.set(folder, titles.add(getFirstPage(path, duplicates)));
  }
  return titlesByFolder;
});

/** Returns a page that is the same for all pages with the same title and description. */
function getFirstPage(path: SitePath, duplicates: ReadonlyMap<SitePath, SitePath>): SitePath {
  const otherPage = duplicates.get(path) ?? path;
  return [otherPage, duplicates.get(otherPage) ?? path].toSorted()[0] ?? path;
}

/**
 * Returns the two folders in which the pages have the same relative path, such as `sdk/js` and `sdk/python` for
 * `sdk/js/files/read.mdx` and `sdk/python/files/read.mdx`. Returns undefined if the file names differ or if
 * one of the pages is in the site's root folder.
 */
function getParallelFolders(a: SitePath, b: SitePath): { ownFolder: string; otherFolder: string } | undefined {
  const [ownFolder, otherSegments] = [a.split("/"), b.split("/")];
  let sharedCount = 0;
  while (
    sharedCount < Math.min(ownFolder.length, otherSegments.length) - 1 &&
    ownFolder.at(-1 - sharedCount) === otherSegments.at(-1 - sharedCount)
  )
    sharedCount++;
  if (sharedCount === 0) return undefined;
  const joinFolderSegments = (segments: readonly string[]) =>
    segments.slice(0, segments.length - sharedCount).join("/");
  return { ownFolder: joinFolderSegments(ownFolder), otherFolder: joinFolderSegments(otherSegments) };
}

/** Returns the path of a page's folder, or `/` if it's in the site's folder. */
function getFolder(path: SitePath): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "/";
}
