import type { ModuleExport, PageImport, PageReferences } from "../../page/page.ts";
import { getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { Site } from "../site.ts";
import { findImportedFile, getPublishedPages } from "./pages.ts";

/** The file or package that an import refers to. */
export type ImportTarget =
  /** The source doesn't start with a slash or dots, so it's a package, such as `lodash` or `@/notes`. */
  | { readonly kind: "package" }
  | { readonly kind: "outside-site" }
  | { readonly kind: "missing"; readonly path: SitePath }
  /**
   * A file whose exports have been read. `isPage` is set for MDX and Markdown files, whose default export is their
   * content.
   */
  | {
      readonly kind: "module";
      readonly path: SitePath;
      readonly isPage: boolean;
      readonly exports: readonly ModuleExport[];
      /** Whether the file can have more exports, because it re-exports another file. */
      readonly isOpen: boolean;
    }
  /** The file exists but wasn't read, because its kind isn't supported or the file is ignored. */
  | { readonly kind: "unread"; readonly path: SitePath };

/** Extensions that an import can omit. */
const extensions = [".mdx", ".md", ".jsx", ".tsx", ".js", ".ts"];

/** Resolves an import's source, as written in `importingFile`. */
export function resolveImport(site: Site, source: string, importingFile: SitePath): ImportTarget {
  if (!/^\.{0,2}\//.test(source)) return { kind: "package" };
  const result = resolveSitePath(source, getFolderPath(importingFile));
  if (!result.ok)
    return result.reason === "outside-site"
      ? { kind: "outside-site" }
      : { kind: "missing", path: source.replace(/^\/+/, "") };
  const { path } = result;
  const page = site.pages.get(path);
  if (page) return { kind: "module", path, isPage: true, exports: page.exports, isOpen: false };
  const script = site.scripts.get(path);
  if (script) return { kind: "module", path, isPage: false, exports: script.exports, isOpen: script.exportsAll };
  const exists = site.files.has(path) || site.isIgnored(path) || hasExtension(site, path);
  return exists ? { kind: "unread", path } : { kind: "missing", path };
}

function hasExtension(site: Site, path: SitePath): boolean {
  return findFileWithExtension(site, path) !== undefined;
}

/** Returns the file with this path and an extension that an import can omit. Undefined if there is none. */
export function findFileWithExtension(site: Site, path: SitePath): SitePath | undefined {
  return extensions.map((extension) => path + extension).find((file) => site.files.has(file));
}

/**
 * Maps each name that a page's imports and exports define to its import, or to undefined if the name isn't imported.
 */
export const indexImportsByName = derive(
  (page: PageReferences): ReadonlyMap<string, PageImport | undefined> =>
    new Map<string, PageImport | undefined>([
      ...page.exports.map(({ name }) => [name, undefined] as const),
      ...page.imports.flatMap((pageImport) =>
        pageImport.names.map(({ localName }) => [localName, pageImport] as const),
      ),
    ]),
);

/** Whether the component's code uses this prop as a URL or path. The page must define or import the component. */
export function isLinkProp(site: Site, page: PageReferences, component: string, prop: string): boolean {
  const pageExport = page.exports.find(({ name }) => name === component);
  if (pageExport) return pageExport.linkProps?.includes(prop) === true;
  const pageImport = indexImportsByName(page).get(component);
  const target = pageImport && resolveImport(site, pageImport.source, page.path);
  if (target?.kind !== "module") return false;
  const importedName = pageImport?.names.find(({ localName }) => localName === component)?.importedName;
  const linkProps =
    target.isPage && importedName === "default"
      ? site.pages.get(target.path)?.linkProps
      : target.exports.find(({ name }) => name === importedName)?.linkProps;
  return linkProps?.includes(prop) === true;
}

/** Returns the name to use for importing a file's default export, such as `PriceTable` for `price-table.mdx`. */
export function createImportName(path: SitePath): string {
  const baseName = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const name = baseName
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}

/**
 * The maximum number of pages that are checked for the props and names that they provide to a snippet. If more pages
 * import the snippet, its props and names aren't checked.
 */
const maxImporters = 200;

/**
 * Whether a name can be used in a page's text, because the page imports or exports it, or because an imported file
 * exports it. A snippet can also use the names of the pages that import it, because the service inserts snippets into
 * those pages.
 */
export function isNameAvailable(site: Site, page: PageReferences, name: string): boolean {
  if (indexImportsByName(page).has(name)) return true;
  if (listImportedNames(site)(page).has(name)) return true;
  const importers = findImporters(site, page.path);
  if (importers.length > maxImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    return references !== undefined && indexImportsByName(references).has(name);
  });
}

/** Whether any page imports the file, or one of its exports, with this name. */
export function isImportedAs(site: Site, path: SitePath, name: string): boolean {
  return findImporters(site, path)
    .slice(0, maxImporters)
    .some((importer) => {
      const references = site.references.get(importer);
      const source = references && indexImportsByName(references).get(name)?.source;
      return source !== undefined && findImportedFile(source, importer) === path;
    });
}

/**
 * The exported names of the files that a page imports. The names are cached, because a page can use thousands of names.
 */
const listImportedNames = derive((site: Site) =>
  derive((page: PageReferences): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const source of new Set(page.imports.map((pageImport) => pageImport.source))) {
      const target = resolveImport(site, source, page.path);
      if (target.kind === "module") for (const { name } of target.exports) names.add(name);
    }
    return names;
  }),
);

/** Whether any page passes a prop with this name to the snippet, such as `word` in `<Note word="x" />`. */
export function isPropPassed(site: Site, path: SitePath, prop: string): boolean {
  const importers = findImporters(site, path);
  if (importers.length > maxImporters) return true;
  return importers.some((importer) => {
    const references = site.references.get(importer);
    const passedProps = references && groupPropsBySnippet(references).get(path);
    return !references || passedProps === "any" || passedProps?.has(prop) === true;
  });
}

/** Whether any page passes a prop to the snippet. */
export function receivesProps(site: Site, path: SitePath): boolean {
  return findImporters(site, path).some((importer) => {
    const references = site.references.get(importer);
    const passedProps = references && groupPropsBySnippet(references).get(path);
    return passedProps !== undefined && passedProps !== "any" && passedProps.size > 0;
  });
}

/** The props that a page passes to each imported snippet, or `any` if the props can't be determined. */
const groupPropsBySnippet = derive((page: PageReferences): ReadonlyMap<SitePath, ReadonlySet<string> | "any"> => {
  const fileByName = new Map<string, SitePath>();
  for (const { source, names } of page.imports) {
    const snippetFile = findImportedFile(source, page.path);
    if (snippetFile !== undefined) for (const { localName } of names) fileByName.set(localName, snippetFile);
  }
  const propsByFile = new Map<SitePath, Set<string> | "any">();
  for (const { name, hasSpread, attributes } of page.tags) {
    const snippetFile = fileByName.get(name);
    const props = snippetFile === undefined ? "any" : (propsByFile.get(snippetFile) ?? new Set<string>());
    if (snippetFile === undefined || props === "any") continue;
    for (const attribute of attributes) props.add(attribute.name);
    propsByFile.set(snippetFile, hasSpread ? "any" : props);
  }
  return propsByFile;
});

function findImporters(site: Site, path: SitePath): readonly SitePath[] {
  return getPublishedPages(site.pages).importersByFile.get(path) ?? [];
}
