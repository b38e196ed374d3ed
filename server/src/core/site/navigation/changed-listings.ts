import type { Config, ConfigSources } from "../../config/config.ts";
import { type PropertyComparer, haveSameContent, type JsonNode } from "../../config/json/json-tree.ts";
import { compareNavigationLabels, haveSameSharedSettings } from "../../config/shared-settings.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { derive } from "../../text/maps.ts";
import { getFileName, removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPageSlugs } from "../pages/pages.ts";
import { getNavigation, readPageEntry } from "../settings/navigation.ts";
import { type Site, type SiteChange, applyFile } from "../site.ts";
import { listPagesWithEndpoint } from "../specs/operation-references.ts";
import { findPagesWithSameTitle } from "./navigation-suggestions.ts";

/**
 * Returns the site after a change to docs.json or a file that it includes. If only entries for pages have changed, only
 * problems in docs.json, on these pages, and on pages with the same title can change.
 */
export function applyConfig(site: Site, sources: ConfigSources): SiteChange {
  const siteChange = applyFile(site, { kind: "config", sources });
  if (siteChange.scope === "file") return siteChange;
  const slugs = findChangedListings(site.config, siteChange.site.config);
  return { ...siteChange, scope: (slugs && findAffectedFiles(slugs, siteChange.site)) ?? "site" };
}

/**
 * Returns the slugs of the pages whose entries in the navigation differ between two versions. Returns undefined if
 * anything else differs that can affect problems in other files.
 */
function findChangedListings(oldConfig: Config, newConfig: Config): ReadonlySet<string> | undefined {
  const slugs = new Set<string>();
  const compare: PropertyComparer = (a, b) =>
    a.key === "pages" && a.value?.kind === "array" && b.value?.kind === "array"
      ? differOnlyInPages(a.value.items, b.value.items)
      : compareNavigationLabels(a, b);
  /** Whether two lists differ only in the entries for pages. */
  const differOnlyInPages = (a: readonly JsonNode[], b: readonly JsonNode[]): boolean => {
    let commonStart = 0;
    let [endOfA, endOfB] = [a.length, b.length];
    for (; commonStart < Math.min(endOfA, endOfB); commonStart++) {
      const isSameItem = compareItems(a[commonStart], b[commonStart]);
      if (isSameItem === undefined) return false;
      if (!isSameItem) break;
    }
    for (; Math.min(endOfA, endOfB) > commonStart; endOfA--, endOfB--) {
      const isSameItem = compareItems(a[endOfA - 1], b[endOfB - 1]);
      if (isSameItem === undefined) return false;
      if (!isSameItem) break;
    }
    return [...a.slice(commonStart, endOfA), ...b.slice(commonStart, endOfB)].every(collectSlug);
  };
  /**
   * Whether two items have the same content. Returns undefined for two different objects or arrays. In that case, the
   * lists aren't compared any further, because comparing the same items twice at each level would take exponential
   * time.
   */
  const compareItems = (a: JsonNode | undefined, b: JsonNode | undefined): boolean | undefined =>
    haveSameContent(a, b, compare) || (isContainer(a) && isContainer(b) ? undefined : false);
  /**
   * Adds the slug if the item is an entry for a page. Returns false if the item isn't a string or if it refers to an
   * endpoint.
   */
  const collectSlug = (node: JsonNode): boolean => {
    if (node.kind !== "string" || isEndpointLike(node.value)) return false;
    const pageEntry = readPageEntry(node.value);
    if (pageEntry.kind === "page") slugs.add(pageEntry.slug);
    return true;
  };
  return haveSameSharedSettings(oldConfig, newConfig, compare) ? slugs : undefined;
}

function isContainer(node: JsonNode | undefined): boolean {
  return node?.kind === "object" || node?.kind === "array";
}

/** The kinds of elements that determine which pages are counterparts, and in which menu an operation appears. */
const menuKinds: ReadonlySet<string> = new Set(["language", "version", "product"]);

/**
 * Returns the files whose problems can depend on whether and where the navigation lists these pages: the pages
 * themselves, and those with the same title. Returns undefined if the files can't be determined, because the navigation
 * also determines the languages, versions, and products of pages, which `.md` files are pages, which folders are
 * separate sites, and where an operation is documented.
 */
function findAffectedFiles(slugs: ReadonlySet<string>, site: Site): ReadonlySet<SitePath> | undefined {
  const { config, files, links, nestedConfigs, pages } = site;
  if (links?.size || nestedConfigs?.size) return undefined;
  if (getNavigation(config).elements.some(({ kind }) => menuKinds.has(kind))) return undefined;
  const { slugsByLowerCase, fileBySlug } = getPageSlugs(files);
  const endpoints = new Set(listPagesWithEndpoint(pages).map(({ path }) => path));
  const affectedFiles = new Set<SitePath>();
  for (const slug of slugs) {
    if (files.has(`${slug}.md`)) return undefined;
    if (!fileBySlug.has(slug))
      for (const path of groupPagesByLinkName(site.references).get(getFileName(slug)) ?? []) affectedFiles.add(path);
    for (const spelling of slugsByLowerCase.get(slug.toLowerCase()) ?? []) {
      const file = fileBySlug.get(spelling);
      if (file === undefined || endpoints.has(file)) return undefined;
      for (const path of [file, ...findPagesWithSameTitle(file, pages)]) affectedFiles.add(path);
    }
  }
  return affectedFiles;
}

/** Maps the last name in the path of each link, such as `start` in `/guides/start.mdx#a`, to the pages with the link. */
export const groupPagesByLinkName = derive(
  (references: Site["references"]): ReadonlyMap<string, ReadonlySet<SitePath>> => {
    const pagesByName = new Map<string, Set<SitePath>>();
    for (const { path, links } of references.values())
      for (const { target } of links) {
        const name = getFileName(removePageExtension(target.replace(/[?#].*$/s, "")));
        const pages = pagesByName.get(name);
        if (pages) pages.add(path);
        else pagesByName.set(name, new Set([path]));
      }
    return pagesByName;
  },
);
