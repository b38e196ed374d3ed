import type { PageOutline } from "../../page/page.ts";
import { fileName, folderOf, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** The pages that the files of a site make, before any is read. */
export interface PageSlugs {
  /** File of each page: `guides/start` → `guides/start.mdx`. Of `x.mdx` and `x.md` the first. */
  readonly fileOf: ReadonlyMap<string, SitePath>;
  /** Pages by their path in lower case, to find those that differ by letter case alone. */
  readonly byLowerCase: ReadonlyMap<string, readonly string[]>;
  /** Pages by folder (`""` for the root), and by the last part of their path. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** What lies in `snippets/`, or in `_snippets/` as on older sites, is for other pages to pull in and never a page itself. */
export function isSnippet(path: string): boolean {
  return path.startsWith("snippets/") || path.startsWith("_snippets/");
}

/** Read once per list of files. */
export const pageSlugsOf = derive((files: ReadonlySet<SitePath>): PageSlugs => {
  const fileOf = new Map<string, SitePath>();
  for (const file of files) {
    const slug = getPageSlug(file);
    if (slug !== undefined && !(fileOf.has(slug) && file.endsWith(".md"))) fileOf.set(slug, file);
  }
  const slugs = [...fileOf.keys()];
  return {
    fileOf,
    byLowerCase: groupBy(slugs, (slug) => slug.toLowerCase()),
    byFolder: groupBy(slugs, folderOf),
    byName: groupBy(slugs, fileName),
  };
});

/** Pages by their path with each accented letter as one character: macOS writes it as two. */
export const composedSlugs = derive(
  (files: ReadonlySet<SitePath>): ReadonlyMap<string, string> =>
    new Map([...pageSlugsOf(files).fileOf.keys()].map((slug) => [slug.normalize("NFC"), slug])),
);

/** `guides/start` for `guides/start.mdx`; undefined for a file that makes no page. */
export function getPageSlug(file: SitePath): string | undefined {
  return /\.mdx?$/.test(file) && !isSnippet(file) ? file.replace(/\.mdx?$/, "") : undefined;
}

function groupBy(slugs: readonly string[], keyOf: (slug: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const key = keyOf(slug);
    const group = groups.get(key);
    if (group) group.push(slug);
    else groups.set(key, [slug]);
  }
  return groups;
}

type Pages = ReadonlyMap<SitePath, PageOutline>;

/** The files that are pages of the published site, and what became of the others. */
export interface PublishedPages {
  /** `guides/start` → the page; of `x.mdx` and `x.md` the first. */
  readonly bySlug: ReadonlyMap<string, PageOutline>;
  /** Pages by their slug in lower case, for links that differ by letter case alone. */
  readonly byLowerCase: ReadonlyMap<string, readonly PageOutline[]>;
  /** Files that others import, with those that do. What is imported is a part of pages and no page itself. */
  readonly importedBy: ReadonlyMap<SitePath, readonly SitePath[]>;
}

/** Read once per set of page outlines. */
export const publishedPages = derive((pages: Pages): PublishedPages => {
  const importedBy = readImports(pages);
  const bySlug = new Map<string, PageOutline>();
  for (const page of pages.values()) {
    const slug = getPageSlug(page.path);
    if (slug === undefined || importedBy.has(page.path)) continue;
    if (!(bySlug.has(slug) && page.path.endsWith(".md"))) bySlug.set(slug, page);
  }
  const byLowerCase = new Map<string, PageOutline[]>();
  for (const [slug, page] of bySlug) {
    const same = byLowerCase.get(slug.toLowerCase());
    if (same) same.push(page);
    else byLowerCase.set(slug.toLowerCase(), [page]);
  }
  return { bySlug, byLowerCase, importedBy };
});

/** Whether this file is a page of its own, at the URL of its path. */
export function isPublished(pages: Pages, path: SitePath): boolean {
  const slug = getPageSlug(path);
  return slug !== undefined && publishedPages(pages).bySlug.get(slug)?.path === path;
}

/**
 * The URLs below the site's own under which a page answers, the usual one first. A navigation entry `guides` does
 * not name `guides/index` (research/docsjson.md §2), but readers who open `/guides` arrive there.
 */
export function urlsOf(slug: string): readonly string[] {
  if (slug === "index") return ["/", "/index"];
  return slug.endsWith("/index") ? [`/${slug}`, `/${slug.slice(0, -"/index".length)}`] : [`/${slug}`];
}

function readImports(pages: Pages): Map<SitePath, SitePath[]> {
  const importedBy = new Map<SitePath, SitePath[]>();
  for (const { path, imports } of pages.values())
    for (const source of imports) {
      const file = importedFile(source, path);
      if (file === undefined || file === path) continue;
      const importers = importedBy.get(file);
      if (importers) importers.push(path);
      else importedBy.set(file, [path]);
    }
  return importedBy;
}

/** The file an import names: `/x` from the root, `./x` from the page; anything else is a package. */
export function importedFile(source: string, page: SitePath): SitePath | undefined {
  if (!/^\.{0,2}\//.test(source)) return undefined;
  const resolved = resolveSitePath(source, folderOf(page));
  return resolved.ok ? resolved.path : undefined;
}
