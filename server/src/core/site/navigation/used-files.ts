import type { Config } from "../../config/config.ts";
import type { PageOutline, PageReferences, PageTag } from "../../page/page.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { importedFile, isSnippet, publishedPages } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { listedSlugs } from "./navigation-pages.ts";

type Pages = ReadonlyMap<SitePath, PageOutline>;

/**
 * Whether readers see this file, as a page or within one: published pages and what they import, at any depth. Beside
 * the navigation, files ending in .md are notes for other programs more often than pages, so they do not count.
 */
export function isFileUsed(site: Site, path: SitePath): boolean {
  return usedFiles(site.config)(site.pages).has(path);
}

const usedFiles = derive((config: Config) =>
  derive((pages: Pages): ReadonlySet<SitePath> => {
    const notes = notesAmong(pages);
    if (notes.length === 0) return usedByPages(pages);
    const listed = listedSlugs(config).exact;
    const shown = notes.filter(({ slug }) => listed.has(slug)).map(({ path }) => path);
    return shown.length === 0 ? usedByPages(pages) : reachedFrom(shown, pages, usedByPages(pages));
  }),
);

/** The most of it, whatever the navigation, which changes more often. */
const usedByPages = derive((pages: Pages): ReadonlySet<SitePath> => {
  const paths = [...publishedPages(pages).bySlug.values()].map(({ path }) => path);
  return reachedFrom(
    paths.filter((path) => path.endsWith(".mdx")),
    pages,
  );
});

const notesAmong = derive((pages: Pages): readonly { readonly slug: string; readonly path: SitePath }[] =>
  [...publishedPages(pages).bySlug].flatMap(([slug, { path }]) =>
    path.endsWith(".mdx") ? [] : [{ slug, path }],
  ),
);

/** These files, what they pull in, at any depth, and what is known to be reached. */
function reachedFrom(
  paths: readonly SitePath[],
  pages: Pages,
  known: ReadonlySet<SitePath> = new Set(),
): ReadonlySet<SitePath> {
  const used = new Set(known);
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (used.has(path)) continue;
    used.add(path);
    const page = pages.get(path);
    if (!page) continue;
    for (const source of page.imports) waiting.push(importedFile(source, path) ?? path);
    for (const file of page.snippets)
      waiting.push(...snippetPlaces(file).filter((place) => pages.has(place)));
  }
  return used;
}

/** Where the file of an older `<Snippet file="…">` may lie. */
export function snippetPlaces(file: string): SitePath[] {
  return ["_snippets", "snippets", ""].flatMap((folder) => {
    const resolved = resolveSitePath(file.replace(/^\/+/, ""), folder);
    return resolved.ok ? [resolved.path] : [];
  });
}

/** Whether this file is a part of other pages and no page itself. */
export function isPart(site: Site, path: SitePath): boolean {
  return isSnippet(path) || publishedPages(site.pages).importedBy.has(path);
}

/** A tag in whose place the page shows another file of MDX. */
export interface ShownPart {
  readonly tag: PageTag;
  readonly file: SitePath;
}

const maxParts = 200;

/**
 * The parts of a page by which it shows itself again, without end; of each file the first tag. Those in braces do
 * not count: code may choose to show them no more. Circles of more than 200 files are not looked for.
 */
export function partsThatShow(site: Site, page: PageReferences): readonly ShownPart[] {
  const firsts = new Map<SitePath, ShownPart>();
  for (const part of shownParts(page)(site.references))
    if (!firsts.has(part.file)) firsts.set(part.file, part);
  return [...firsts.values()].filter(({ file }) => leadsTo(site.references, file, page.path));
}

const shownParts = derive((page: PageReferences) =>
  derive((references: Site["references"]): readonly ShownPart[] => {
    const files = new Map<string, SitePath>();
    for (const { source, names } of page.imports)
      for (const { imported, local } of names) {
        const file = imported === "default" ? importedFile(source, page.path) : undefined;
        if (file !== undefined && references.has(file)) files.set(local, file);
      }
    return page.tags.flatMap((tag) => {
      if (tag.inExpression) return [];
      const file = tag.name === "Snippet" ? legacyPart(tag, references) : files.get(tag.name);
      return file === undefined ? [] : [{ tag, file }];
    });
  }),
);

/** What `<Snippet file="note.mdx" />` shows. */
function legacyPart({ attributes }: PageTag, references: Site["references"]): SitePath | undefined {
  const value = attributes.find(({ name }) => name === "file")?.value;
  return value?.kind === "text"
    ? snippetPlaces(value.text).find((place) => references.has(place))
    : undefined;
}

/** Whether the file `from` shows `wanted`, itself or by what it shows. */
function leadsTo(references: Site["references"], from: SitePath, requested: SitePath): boolean {
  const met = new Set([from]);
  for (const file of met) {
    if (file === requested) return true;
    const page = references.get(file);
    if (!page || met.size > maxParts) continue;
    for (const part of shownParts(page)(references)) met.add(part.file);
  }
  return false;
}
