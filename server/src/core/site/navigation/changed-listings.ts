import type { Config, ConfigSources } from "../../config/config.ts";
import { type CompareProperties, haveSameContent, type JsonNode } from "../../config/json/json-tree.ts";
import { compareNavigationTexts, haveSameSharedSettings } from "../../config/shared-settings.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { pageSlugsOf } from "../pages/pages.ts";
import { navigationOf, readPageEntry } from "../settings/navigation.ts";
import { type Site, type SiteChange, withFile } from "../site.ts";
import { pagesWithEndpoint } from "../specs/operation-references.ts";
import { pagesNamedLike } from "./navigation-suggestions.ts";

/**
 * Returns the site after a change to docs.json or a file that it includes. If only entries for pages have changed, only
 * problems in docs.json, on these pages, and on pages with the same title can change.
 */
export function withConfig(site: Site, sources: ConfigSources): SiteChange {
  const changed = withFile(site, { kind: "config", sources });
  if (changed.reach === "file") return changed;
  const slugs = changedListings(site.config, changed.site.config);
  return { ...changed, reach: (slugs && filesAffectedBy(slugs, changed.site)) ?? "site" };
}

/**
 * Returns the slugs of the pages whose entries in the navigation differ between two versions. Returns undefined if
 * anything else differs that can affect problems in other files.
 */
function changedListings(before: Config, after: Config): ReadonlySet<string> | undefined {
  const slugs = new Set<string>();
  const compare: CompareProperties = (a, b) =>
    a.key === "pages" && a.value?.kind === "array" && b.value?.kind === "array"
      ? compareEntries(a.value.items, b.value.items)
      : compareNavigationTexts(a, b);
  /** Whether two lists differ only in the entries for pages. */
  const compareEntries = (a: readonly JsonNode[], b: readonly JsonNode[]): boolean => {
    let start = 0;
    let [endOfA, endOfB] = [a.length, b.length];
    for (; start < Math.min(endOfA, endOfB); start++) {
      const same = compareItems(a[start], b[start]);
      if (same === undefined) return false;
      if (!same) break;
    }
    for (; Math.min(endOfA, endOfB) > start; endOfA--, endOfB--) {
      const same = compareItems(a[endOfA - 1], b[endOfB - 1]);
      if (same === undefined) return false;
      if (!same) break;
    }
    return [...a.slice(start, endOfA), ...b.slice(start, endOfB)].every(noteEntry);
  };
  /**
   * Returns undefined for two different objects or arrays. In that case, the lists aren't compared any further, because
   * comparing the same items twice at each level would take exponential time.
   */
  const compareItems = (a: JsonNode | undefined, b: JsonNode | undefined): boolean | undefined =>
    haveSameContent(a, b, compare) || (isContainer(a) && isContainer(b) ? undefined : false);
  const noteEntry = (node: JsonNode): boolean => {
    if (node.kind !== "string" || isEndpointLike(node.value)) return false;
    const pageEntry = readPageEntry(node.value);
    if (pageEntry.kind === "page") slugs.add(pageEntry.slug);
    return true;
  };
  return haveSameSharedSettings(before, after, compare) ? slugs : undefined;
}

function isContainer(node: JsonNode | undefined): boolean {
  return node?.kind === "object" || node?.kind === "array";
}

/** The kinds of elements that determine which pages are counterparts, and in which menu an operation appears. */
const divisionKinds: ReadonlySet<string> = new Set(["language", "version", "product"]);

/**
 * Returns the files whose problems can depend on whether and where the navigation lists these pages: the pages
 * themselves, and those with the same title. Returns undefined if the files can't be determined, because the navigation
 * also determines the languages, versions, and products of pages, which `.md` files are pages, which folders are
 * separate sites, and where an operation is documented.
 */
function filesAffectedBy(slugs: ReadonlySet<string>, site: Site): ReadonlySet<SitePath> | undefined {
  const { config, files, links, nestedConfigs, pages } = site;
  if (links?.size || nestedConfigs?.size) return undefined;
  if (navigationOf(config).elements.some(({ kind }) => divisionKinds.has(kind))) return undefined;
  const { byLowerCase, fileOf } = pageSlugsOf(files);
  const endpoints = new Set(pagesWithEndpoint(pages).map(({ path }) => path));
  const affected = new Set<SitePath>();
  for (const slug of slugs) {
    if (files.has(`${slug}.md`)) return undefined;
    for (const spelling of byLowerCase.get(slug.toLowerCase()) ?? []) {
      const file = fileOf.get(spelling);
      if (file === undefined || endpoints.has(file)) return undefined;
      for (const path of [file, ...pagesNamedLike(file, pages)]) affected.add(path);
    }
  }
  return affected;
}
