import { setImmediate } from "node:timers/promises";
import { createSiteIndex, getEffectiveBoost, toSearchDocument } from "../../core/preview/search-index.ts";
import type { FoundPage } from "../../core/preview/view/page-view.ts";
import { getPageSlug, isPublished, toTitle } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import { indexGeneratedPagesBySlug } from "../../core/site/specs/generated-pages.ts";

/** The time in milliseconds during which pages are read before other work can run. */
const sliceMilliseconds = 8;

/**
 * Searches one site. The site's pages are read on the first search, a few at a time. After that, only changed pages are
 * read.
 */
export class SiteSearch {
  readonly #index = createSiteIndex();
  /** The source of each page in the index, by the page's URL path. */
  readonly #sourcesByPath = new Map<string, unknown>();
  #lastSearch: Promise<void> = Promise.resolve();

  /** Returns the matching pages in the site as it was when the search began, best match first. */
  async find(site: Site, query: string): Promise<readonly FoundPage[]> {
    const searchPromise = this.#lastSearch.then(() => this.#updateIndex(site));
    this.#lastSearch = searchPromise;
    await searchPromise;
    // Each search gets its own turn of the event loop, because searching thousands of pages takes tens of milliseconds.
    await setImmediate();
    const files = new Map([...site.pages.keys()].map((file) => [getPageSlug(file), file]));
    return this.#index.search(query, (slug) => getEffectiveBoost(site, slug, files.get(slug)));
  }

  async #updateIndex(site: Site): Promise<void> {
    const foundSlugs = new Set<string>();
    let from = performance.now();
    const addPage = async (slug: string, source: unknown, add: () => void): Promise<void> => {
      foundSlugs.add(slug);
      if (this.#sourcesByPath.get(slug) !== source) {
        this.#sourcesByPath.set(slug, source);
        add();
      }
      if (performance.now() - from < sliceMilliseconds) return;
      await setImmediate();
      from = performance.now();
    };
    for (const [file, outline] of site.pages) {
      const slug = getPageSlug(file);
      const references = site.references.get(file);
      if (slug === undefined || !references || !isPublished(site.pages, file) || isHidden(outline.fields)) continue;
      const title = outline.fields.get("title");
      const pageTitle = typeof title === "string" && title !== "" ? title : toTitle(slug);
      await addPage(slug, references, () =>
        this.#index.update(toSearchDocument(slug, pageTitle, { outline, references })),
      );
    }
    for (const [slug, page] of indexGeneratedPagesBySlug(site)) {
      if (foundSlugs.has(slug) || page.unlistedReason !== undefined) continue;
      const operation = "operation" in page.target ? page.target.operation : undefined;
      const operationText = operation ? `${operation.method} ${operation.path} ${operation.summary ?? ""}` : "";
      await addPage(slug, page, () =>
        this.#index.update({
          id: slug,
          title: page.title,
          description: operationText,
          headings: "",
          text: page.content ?? "",
        }),
      );
    }
    for (const slug of this.#sourcesByPath.keys()) {
      if (foundSlugs.has(slug)) continue;
      this.#sourcesByPath.delete(slug);
      this.#index.remove(slug);
    }
  }
}

function isHidden(fields: ReadonlyMap<string, unknown>): boolean {
  return fields.get("hidden") === true || fields.get("searchable") === false || fields.get("noindex") === true;
}
