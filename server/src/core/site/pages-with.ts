import type { PageOutline } from "../page/page.ts";
import type { SitePath } from "../text/text-edit.ts";
import { legacySnippet } from "./anchors-of.ts";
import { derive } from "../text/view.ts";
import { listedSlugs } from "./navigation-pages.ts";
import { slugOf } from "./page-slugs.ts";
import { isPublished, publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/** What rules and features look at. */
export const mostPages = 50;

/**
 * The pages on which readers see what stands in this file: itself when it is a page, else those that import it, however
 * deep. None for a file that nothing shows, and for `.md` files beside the navigation, which are notes for authors.
 */
export function pagesWith(site: Site, path: SitePath): readonly SitePath[] {
  if (isPublished(site.pages, path)) {
    const isNote = path.endsWith(".md") && !listedSlugs(site.config).exact.has(slugOf(path) ?? "");
    return isNote ? [] : [path];
  }
  return importingPages(site.pages)(path).filter((page) => isPublished(site.pages, page));
}

/**
 * Returns the pages on which the links of a file are followed, all of them, as an edit must be right for each: the file
 * itself if it's a page or nothing includes it.
 */
export function pagesShowing({ pages }: Site, path: SitePath): readonly SitePath[] {
  return isPublished(pages, path) ? [path] : showing(pages)(path);
}

const showing = derive((pages: Site["pages"]) => {
  const known = new Map<SitePath, readonly SitePath[]>();
  return (path: SitePath): readonly SitePath[] => {
    const found = known.get(path);
    if (found) return found;
    const including = findImporting(pages, path, pages.size).filter((page) => isPublished(pages, page));
    const all = including.length > 0 ? including : [path];
    known.set(path, all);
    return all;
  };
});

const importingPages = derive((pages: Site["pages"]) => {
  const known = new Map<SitePath, readonly SitePath[]>();
  return (path: SitePath): readonly SitePath[] => {
    const found = known.get(path) ?? findImporting(pages, path, 10 * mostPages).slice(0, mostPages);
    known.set(path, found);
    return found;
  };
});

function findImporting(pages: Site["pages"], path: SitePath, limit: number): readonly SitePath[] {
  const seen = new Set<SitePath>([path]);
  for (const file of seen) {
    if (seen.size > limit) break;
    for (const importer of publishedPages(pages).importedBy.get(file) ?? []) seen.add(importer);
    for (const importer of legacyImporters(pages).get(file) ?? []) seen.add(importer);
  }
  seen.delete(path);
  return [...seen].sort();
}

const legacyImporters = derive((pages: ReadonlyMap<SitePath, PageOutline>) => {
  const importers = new Map<SitePath, SitePath[]>();
  for (const { path, snippets } of pages.values())
    for (const written of snippets) {
      const file = legacySnippet(written, pages);
      if (file === undefined) continue;
      const known = importers.get(file);
      if (known) known.push(path);
      else importers.set(file, [path]);
    }
  return importers;
});
