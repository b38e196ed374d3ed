import type { ModuleExport, PageImport, PageReferences } from "../../page/page.ts";
import { folderOf, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { importedFile, publishedPages } from "./pages.ts";

/** What the source of an import names. */
export type ImportTarget =
  /** Neither begins with a slash nor with dots, so a package is meant: `lodash`, `@/notes`. */
  | { readonly kind: "package" }
  | { readonly kind: "outside-site" }
  | { readonly kind: "missing"; readonly path: SitePath }
  /** A file whose exports are known; `isPage` for MDX and Markdown, whose content is the default export. */
  | {
      readonly kind: "module";
      readonly path: SitePath;
      readonly isPage: boolean;
      readonly exports: readonly ModuleExport[];
      /** More names may come from a file it passes on. */
      readonly isOpen: boolean;
    }
  /** There, but nobody looked into it: another kind of file, or one that is left out. */
  | { readonly kind: "unread"; readonly path: SitePath };

/** Endings that may be left out where a file with one of them is there. */
const endings = [".mdx", ".md", ".jsx", ".tsx", ".js", ".ts"];

/** What `source`, as written in the page `from`, names in this site. */
export function resolveImport(site: Site, source: string, from: SitePath): ImportTarget {
  if (!/^\.{0,2}\//.test(source)) return { kind: "package" };
  const resolved = resolveSitePath(source, folderOf(from));
  if (!resolved.ok)
    return resolved.reason === "outside-site"
      ? { kind: "outside-site" }
      : { kind: "missing", path: source.replace(/^\/+/, "") };
  const { path } = resolved;
  const page = site.pages.get(path);
  if (page) return { kind: "module", path, isPage: true, exports: page.exports, isOpen: false };
  const script = site.scripts.get(path);
  if (script)
    return { kind: "module", path, isPage: false, exports: script.exports, isOpen: script.exportsAll };
  const isThere = site.files.has(path) || site.isIgnored(path) || hasEnding(site, path);
  return isThere ? { kind: "unread", path } : { kind: "missing", path };
}

function hasEnding(site: Site, path: SitePath): boolean {
  return endings.some((ending) => site.files.has(path + ending));
}

/** Names that imports and exports of a page give to its text, with the import they come from. */
export const namesOf = derive(
  (page: PageReferences): ReadonlyMap<string, PageImport | undefined> =>
    new Map<string, PageImport | undefined>([
      ...page.exports.map(({ name }) => [name, undefined] as const),
      ...page.imports.flatMap((each) => each.names.map(({ local }) => [local, each] as const)),
    ]),
);

/** The name that a file gives to what it exports as default: `PriceTable` for `price-table.mdx`. */
export function importNameOfFile(path: SitePath): string {
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const name = base
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}

/** Of a part that more pages import, nobody can tell what each of them gives to it. */
const maxImporters = 200;

/**
 * Whether a name means something in the text of a page. Besides its own imports and exports these count, as the
 * service puts parts into the pages that import them: what the files it imports export, and, for a part, what the
 * pages around it know.
 */
export function knowsName(site: Site, page: PageReferences, name: string): boolean {
  if (namesOf(page).has(name)) return true;
  if (importedNames(site)(page).has(name)) return true;
  const importers = importersOf(site, page.path);
  if (importers.length > maxImporters) return true;
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
  if (importers.length > maxImporters) return true;
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
