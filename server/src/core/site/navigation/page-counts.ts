import { getPublishedPages } from "../pages/pages.ts";
import { getNavigation } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { getGeneratedPages } from "../specs/generated-pages.ts";
import { groupListingsBySlug } from "./coverage.ts";
import { isVisible } from "./navigation-pages.ts";

/** Page counts for a site, grouped by where readers can find the pages. */
export interface PageCounts {
  /** The number of pages with a file that the menu shows. Includes the home page, because the logo links to it. */
  readonly shown: number;
  /** The number of pages in the menu that the service generates from specifications. */
  readonly generated: number;
  /** The number of pages that have `hidden: true` or are only in hidden parts of the navigation. */
  readonly hidden: number;
  /**
   * The number of other pages that aren't in the navigation. `.md` files outside the navigation aren't counted, because
   * they're notes.
   */
  readonly unlisted: number;
  /**
   * The number of pages in the menu of each language, in docs.json order. `versions` contains the corresponding numbers
   * for versions. Each list is empty if the site has only one language or version.
   */
  readonly languages: readonly NamedCount[];
  readonly versions: readonly NamedCount[];
}

export interface NamedCount {
  readonly name: string;
  readonly pages: number;
}

export function countPages(site: Site): PageCounts {
  const elementsBySlug = groupListingsBySlug(site);
  const { pagesBySlug } = getPublishedPages(site.pages);
  const counts = { shown: 0, hidden: 0, unlisted: 0 };
  const languageCounts = new MenuCounts(site, "language");
  const versionCounts = new MenuCounts(site, "version");
  for (const [slug, { path, fields }] of pagesBySlug) {
    const elements = elementsBySlug.get(slug) ?? [];
    const visibleElements = fields.get("hidden") === true ? [] : elements.filter(isVisible);
    for (const { language, version } of visibleElements) {
      languageCounts.add(language, slug);
      versionCounts.add(version, slug);
    }
    if (visibleElements.length > 0) counts.shown++;
    else if (fields.get("hidden") === true || elements.length > 0) counts.hidden++;
    else if (slug === "index") counts.shown++;
    else if (!path.endsWith(".md")) counts.unlisted++;
  }
  const generatedSlugs = new Set<string>();
  for (const { slug, isListed, node, language, version } of getGeneratedPages(site)) {
    if (!isListed || pagesBySlug.has(slug) || !isVisible(node.type === "entry" ? node.parent : node)) continue;
    generatedSlugs.add(slug);
    languageCounts.add(language, slug);
    versionCounts.add(version, slug);
  }
  return {
    ...counts,
    generated: generatedSlugs.size,
    languages: languageCounts.counts,
    versions: versionCounts.counts,
  };
}

/** Counts the pages in each language or version. A page that is listed more than once counts only once. */
class MenuCounts {
  readonly #slugsByName: ReadonlyMap<string, Set<string>>;

  constructor({ config }: Site, kind: "language" | "version") {
    const elements = getNavigation(config).elements.filter((element) => element.kind === kind);
    const names = elements.flatMap((element) => element[kind] ?? []);
    this.#slugsByName = new Map(names.map((name) => [name, new Set<string>()]));
  }

  add(name: string | undefined, slug: string): void {
    if (name !== undefined) this.#slugsByName.get(name)?.add(slug);
  }

  get counts(): readonly NamedCount[] {
    if (this.#slugsByName.size < 2) return [];
    return [...this.#slugsByName].map(([name, slugs]) => ({ name, pages: slugs.size }));
  }
}
