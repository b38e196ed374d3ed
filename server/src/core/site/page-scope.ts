import type { PageReferences } from "../page/page.ts";
import type { SitePath } from "../text/text-range.ts";
import { namesOf, resolveImport } from "./page-imports.ts";
import { importedFile, publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/** Of a part that more pages import, nobody can tell what each of them gives to it. */
const mostImporters = 200;

/**
 * Whether a name means something in the text of a page. Besides its own imports and exports these count, as the
 * service puts parts into the pages that import them: what the files it imports export, and, for a part, what the
 * pages around it know.
 */
export function knowsName(site: Site, page: PageReferences, name: string): boolean {
  if (namesOf(page).has(name)) return true;
  for (const { source } of page.imports) {
    const target = resolveImport(site, source, page.path);
    if (target.kind === "module" && target.exports.some((each) => each.name === name)) return true;
  }
  const importers = importersOf(site, page.path);
  if (importers.length > mostImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    return references !== undefined && namesOf(references).has(name);
  });
}

/** Whether some page gives a prop of this name to a part that it imports: `word` of `<Note word="x" />`. */
export function isGiven(site: Site, path: SitePath, prop: string): boolean {
  const importers = importersOf(site, path);
  if (importers.length > mostImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    if (!references) return true;
    const names = new Set(
      references.imports
        .filter(({ source }) => importedFile(source, importer) === path)
        .flatMap((each) => each.names.map(({ local }) => local)),
    );
    return references.tags.some(
      (tag) =>
        names.has(tag.name) && (tag.hasSpread || tag.attributes.some((attribute) => attribute.name === prop)),
    );
  });
}

function importersOf(site: Site, path: SitePath): readonly SitePath[] {
  return publishedPages(site.pages).importedBy.get(path) ?? [];
}
