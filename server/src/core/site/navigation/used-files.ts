import type { PageOutline, PageReferences, PageTag } from "../../page/page.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { compactList, derive } from "../../text/maps.ts";
import { findImportedFile, isSnippet, getPublishedPages } from "../pages/pages.ts";
import { type Site, createSiteView } from "../site.ts";
import { getListedSlugs } from "./navigation-pages.ts";

type PagesByPath = ReadonlyMap<SitePath, PageOutline>;

/**
 * Whether readers see this file as a page or as part of a page. Readers see published pages and all files that these
 * pages import directly or indirectly. Ignores `.md` files outside the navigation, because they're usually notes for
 * other tools.
 */
export function isFileUsed(site: Pick<Site, "config" | "pages">, path: SitePath): boolean {
  return listUsedFiles(site).has(path);
}

const listUsedFiles = createSiteView(["config", "pages"], ({ config, pages }): ReadonlySet<SitePath> => {
  const markdownPages = listMarkdownPages(pages);
  if (markdownPages.length === 0) return listFilesUsedByPages(pages);
  const { has: isListed } = getListedSlugs(config);
  const listedPages = markdownPages.filter(({ slug }) => isListed(slug)).map(({ path }) => path);
  return listedPages.length === 0
    ? listFilesUsedByPages(pages)
    : listReachablePaths(listedPages, pages, listFilesUsedByPages(pages));
});

/**
 * The files that `.mdx` pages use. They're computed separately, because they make up most of the result and don't
 * depend on the navigation, which changes more often.
 */
const listFilesUsedByPages = derive((pages: PagesByPath): ReadonlySet<SitePath> => {
  const paths = [...getPublishedPages(pages).pagesBySlug.values()].map(({ path }) => path);
  return listReachablePaths(
    paths.filter((path) => path.endsWith(".mdx")),
    pages,
  );
});

const listMarkdownPages = derive((pages: PagesByPath): readonly { readonly slug: string; readonly path: SitePath }[] =>
  [...getPublishedPages(pages).pagesBySlug].flatMap(([slug, { path }]) =>
    path.endsWith(".mdx") ? [] : [{ slug, path }],
  ),
);

/** Returns these files, everything that they import directly or indirectly, and the files in `initialPaths`. */
function listReachablePaths(
  paths: readonly SitePath[],
  pages: PagesByPath,
  initialPaths: ReadonlySet<SitePath> = new Set(),
): ReadonlySet<SitePath> {
  const usedFiles = new Set(initialPaths);
  const pendingPaths = [...paths];
  for (let path = pendingPaths.pop(); path !== undefined; path = pendingPaths.pop()) {
    if (usedFiles.has(path)) continue;
    usedFiles.add(path);
    const page = pages.get(path);
    if (!page) continue;
    for (const source of page.imports) pendingPaths.push(findImportedFile(source, path) ?? path);
    for (const file of page.snippets)
      pendingPaths.push(...getSnippetPaths(file).filter((candidate) => pages.has(candidate)));
  }
  return usedFiles;
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
  return isSnippet(path) || getPublishedPages(site.pages).importersByFile.has(path);
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
  const includedFilesByPath = new Map<SitePath, IncludedFile>();
  for (const includedFile of listIncludedFiles(site.references)(page))
    if (!includedFilesByPath.has(includedFile.file)) includedFilesByPath.set(includedFile.file, includedFile);
  return [...includedFilesByPath.values()].filter(({ file }) => listShownFiles(site.references)(file).has(page.path));
}

/**
 * Returns the file whose name comes first in a loop of files that include each other. The result is the same for all
 * files in the loop.
 */
export function findFirstInLoop({ references }: Site, path: SitePath): SitePath {
  const getShownFiles = listShownFiles(references);
  let firstFile = path;
  for (const file of getShownFiles(path)) if (file < firstFile && getShownFiles(file).has(path)) firstFile = file;
  return firstFile;
}

const listIncludedFiles = derive((references: Site["references"]) =>
  derive((page: PageReferences): readonly IncludedFile[] => {
    const filesByName = new Map<string, SitePath>();
    for (const { source, names } of page.imports)
      for (const { importedName, localName } of names) {
        const file = importedName === "default" ? findImportedFile(source, page.path) : undefined;
        if (file !== undefined && references.has(file)) filesByName.set(localName, file);
      }
    return compactList(
      page.tags.flatMap((tag) => {
        if (tag.isInExpression) return [];
        const file = tag.name === "Snippet" ? findLegacySnippet(tag, references) : filesByName.get(tag.name);
        return file === undefined ? [] : [{ tag, file }];
      }),
    );
  }),
);

/** Returns the file that `<Snippet file="note.mdx" />` includes. */
function findLegacySnippet({ attributes }: PageTag, references: Site["references"]): SitePath | undefined {
  const value = attributes.find(({ name }) => name === "file")?.value;
  return value?.kind === "text" ? getSnippetPaths(value.text).find((path) => references.has(path)) : undefined;
}

/** Returns a file and every file that it includes, directly or indirectly. */
const listShownFiles = derive((references: Site["references"]) => {
  const shownFilesByPath = new Map<SitePath, ReadonlySet<SitePath>>();
  return (path: SitePath): ReadonlySet<SitePath> => {
    const shownFiles = shownFilesByPath.get(path) ?? findShownFiles(references, path);
    shownFilesByPath.set(path, shownFiles);
    return shownFiles;
  };
});

function findShownFiles(references: Site["references"], path: SitePath): ReadonlySet<SitePath> {
  const visitedPaths = new Set([path]);
  for (const file of visitedPaths) {
    const page = references.get(file);
    if (!page || visitedPaths.size > maxParts) continue;
    for (const includedFile of listIncludedFiles(references)(page)) visitedPaths.add(includedFile.file);
  }
  return visitedPaths;
}
