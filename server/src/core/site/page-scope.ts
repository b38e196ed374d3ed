import type { PageReferences } from "../page/page.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
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
  if (importedNames(site)(page).has(name)) return true;
  const importers = importersOf(site, page.path);
  if (importers.length > mostImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    return references !== undefined && namesOf(references).has(name);
  });
}

/** What the files that a page imports export; read once for the thousands of names that a page may have. */
const importedNames = derive((site: Site) =>
  derive((page: PageReferences): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const source of new Set(page.imports.map((each) => each.source))) {
      const target = resolveImport(site, source, page.path);
      if (target.kind === "module") for (const { name } of target.exports) names.add(name);
    }
    return names;
  }),
);

/** Whether some page gives a prop of this name to a part that it imports: `word` of `<Note word="x" />`. */
export function isGiven(site: Site, path: SitePath, prop: string): boolean {
  const importers = importersOf(site, path);
  if (importers.length > mostImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    const given = references && givenProps(references).get(path);
    return !references || given === "any" || given?.has(prop) === true;
  });
}

/** What a page gives to each part that it imports; `any` where it passes on what cannot be told. */
const givenProps = derive((page: PageReferences): ReadonlyMap<SitePath, ReadonlySet<string> | "any"> => {
  const partOf = new Map<string, SitePath>();
  for (const { source, names } of page.imports) {
    const part = importedFile(source, page.path);
    if (part !== undefined) for (const { local } of names) partOf.set(local, part);
  }
  const given = new Map<SitePath, Set<string> | "any">();
  for (const { name, hasSpread, attributes } of page.tags) {
    const part = partOf.get(name);
    const props = part === undefined ? "any" : (given.get(part) ?? new Set<string>());
    if (part === undefined || props === "any") continue;
    for (const attribute of attributes) props.add(attribute.name);
    given.set(part, hasSpread ? "any" : props);
  }
  return given;
});

function importersOf(site: Site, path: SitePath): readonly SitePath[] {
  return publishedPages(site.pages).importedBy.get(path) ?? [];
}
