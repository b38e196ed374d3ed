import type { PageOutline, PageReferences, PageTag } from "../../page/page.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { compactList, derive } from "../../text/maps.ts";
import { findImportedFile, isSnippet, getPublishedPages } from "../pages/pages.ts";
import { type Site, createSiteView } from "../site.ts";
import { getListedSlugs } from "./navigation-pages.ts";

type Pages = ReadonlyMap<SitePath, PageOutline>;

/**
 * Whether readers see this file as a page or as part of a page. Readers see published pages and all files that these
 * pages import directly or indirectly. Ignores `.md` files outside the navigation, because they're usually notes for
 * other tools.
 */
export function isFileUsed(site: Pick<Site, "config" | "pages">, path: SitePath): boolean {
  return listUsedFiles(site).has(path);
}

const listUsedFiles = createSiteView(["config", "pages"], ({ config, pages }): ReadonlySet<SitePath> => {
  const notes = listNotes(pages);
  if (notes.length === 0) return listUsedByPages(pages);
  const { has: isListed } = getListedSlugs(config);
  const listedNotes = notes.filter(({ slug }) => isListed(slug)).map(({ path }) => path);
  return listedNotes.length === 0 ? listUsedByPages(pages) : listReached(listedNotes, pages, listUsedByPages(pages));
});

/**
 * The files that `.mdx` pages use. They're computed separately, because they make up most of the result and don't
 * depend on the navigation, which changes more often.
 */
const listUsedByPages = derive((pages: Pages): ReadonlySet<SitePath> => {
  const paths = [...getPublishedPages(pages).bySlug.values()].map(({ path }) => path);
  return listReached(
    paths.filter((path) => path.endsWith(".mdx")),
    pages,
  );
});

const listNotes = derive((pages: Pages): readonly { readonly slug: string; readonly path: SitePath }[] =>
  [...getPublishedPages(pages).bySlug].flatMap(([slug, { path }]) => (path.endsWith(".mdx") ? [] : [{ slug, path }])),
);

/** Returns these files, everything that they import directly or indirectly, and the files in `knownPaths`. */
function listReached(
  paths: readonly SitePath[],
  pages: Pages,
  knownPaths: ReadonlySet<SitePath> = new Set(),
): ReadonlySet<SitePath> {
  const used = new Set(knownPaths);
  const pending = [...paths];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (used.has(path)) continue;
    used.add(path);
    const page = pages.get(path);
    if (!page) continue;
    for (const source of page.imports) pending.push(findImportedFile(source, path) ?? path);
    for (const file of page.snippets)
      pending.push(...getSnippetPaths(file).filter((candidate) => pages.has(candidate)));
  }
  return used;
}

/** Returns the possible locations of the file in an older `<Snippet file="…">`. */
export function getSnippetPaths(file: string): SitePath[] {
  return ["_snippets", "snippets", ""].flatMap((folder) => {
    const result = resolveSitePath(file.replace(/^\/+/, ""), folder);
    return result.ok ? [result.path] : [];
  });
}

/** Whether this file is included in pages and isn't a page itself. */
export function isIncludedFile(site: Site, path: SitePath): boolean {
  return isSnippet(path) || getPublishedPages(site.pages).importedBy.has(path);
}

/** A tag that is replaced with the content of another MDX file. */
export interface IncludedFile {
  readonly tag: PageTag;
  readonly file: SitePath;
}

const maxParts = 200;

/**
 * Returns the tags that cause a page to include itself endlessly. For each included file, only the first such tag is
 * returned. Tags in braces are ignored, because code can stop the recursion. Loops of more than 200 files aren't
 * detected.
 */
export function findSelfInclusions(site: Site, page: PageReferences): readonly IncludedFile[] {
  const firstFiles = new Map<SitePath, IncludedFile>();
  for (const included of listIncludedFiles(site.references)(page))
    if (!firstFiles.has(included.file)) firstFiles.set(included.file, included);
  return [...firstFiles.values()].filter(({ file }) => listShownFiles(site.references)(file).has(page.path));
}

/**
 * Returns the file whose name comes first in a loop of files that include each other. The result is the same for all
 * files in the loop.
 */
export function findFirstInLoop({ references }: Site, path: SitePath): SitePath {
  const getShownFiles = listShownFiles(references);
  let first = path;
  for (const file of getShownFiles(path)) if (file < first && getShownFiles(file).has(path)) first = file;
  return first;
}

const listIncludedFiles = derive((references: Site["references"]) =>
  derive((page: PageReferences): readonly IncludedFile[] => {
    const files = new Map<string, SitePath>();
    for (const { source, names } of page.imports)
      for (const { imported, local } of names) {
        const file = imported === "default" ? findImportedFile(source, page.path) : undefined;
        if (file !== undefined && references.has(file)) files.set(local, file);
      }
    return compactList(
      page.tags.flatMap((tag) => {
        if (tag.isInExpression) return [];
        const file = tag.name === "Snippet" ? findLegacyPart(tag, references) : files.get(tag.name);
        return file === undefined ? [] : [{ tag, file }];
      }),
    );
  }),
);

/** Returns the file that `<Snippet file="note.mdx" />` includes. */
function findLegacyPart({ attributes }: PageTag, references: Site["references"]): SitePath | undefined {
  const value = attributes.find(({ name }) => name === "file")?.value;
  return value?.kind === "text" ? getSnippetPaths(value.text).find((path) => references.has(path)) : undefined;
}

/** Returns a file and every file that it includes, directly or indirectly. */
const listShownFiles = derive((references: Site["references"]) => {
  const cache = new Map<SitePath, ReadonlySet<SitePath>>();
  return (path: SitePath): ReadonlySet<SitePath> => {
    const found = cache.get(path) ?? findShown(references, path);
    cache.set(path, found);
    return found;
  };
});

function findShown(references: Site["references"], path: SitePath): ReadonlySet<SitePath> {
  const visited = new Set([path]);
  for (const file of visited) {
    const page = references.get(file);
    if (!page || visited.size > maxParts) continue;
    for (const included of listIncludedFiles(references)(page)) visited.add(included.file);
  }
  return visited;
}
