import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { findNearestPage } from "../../site/links/link-suggestions.ts";
import { findPage, getPageListings, isVisible } from "../../site/navigation/navigation-pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { checkConfig, defineRule, removeMemberAt } from "../rule.ts";
import { createPageEdit, createSuggestionSource, replaceWithPagePath } from "../subjects/fixes.ts";
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
      const folderPage = lookup.kind === "missing" ? findFolderPage(element, slug, site) : undefined;
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
      yield { title: "use", args: { near: suggestion }, edits: replaceWithPagePath(at, suggestion) };
    const slug = data?.["slug"];
    const page = typeof slug === "string" ? createPageEdit(site, slug) : undefined;
    if (page) yield { title: "create", args: { fileName: toVerbatim(page.file) }, edits: [page] };
    const edits = removeMemberAt(site.config, at);
    if (edits.length > 0) yield { title: "remove", edits };
  },
});

/**
 * Returns the page that opens at a folder's path, so that the title isn't a dead link: the index page, or the first page
 * that the navigation lists in the folder. If the group itself lists pages in the folder, returns the first of them.
 */
function findFolderPage(element: NavElement, folder: string, site: Site): string | undefined {
  const isFound = (page: string) => findPage(site, page).kind === "found";
  if (isFound(`${folder}/index`)) return `${folder}/index`;
  const listings = getPageListings(site.config).filter(
    ({ entry, slug }) => slug.startsWith(`${folder}/`) && isVisible(entry.parent) && isFound(slug),
  );
  return (listings.find(({ entry }) => isInElement(entry.parent, element)) ?? listings[0])?.slug;
}

function isInElement(inner: NavElement, element: NavElement): boolean {
  return inner === element || (inner.parent !== undefined && isInElement(inner.parent, element));
}
