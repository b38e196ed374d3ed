import { insertImport, type NewImport } from "../../page/imports.ts";
import type { ModuleExport } from "../../page/page.ts";
import { findImportedFile, isSnippet, getPublishedPages } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getFileName } from "../../text/site-path.ts";
import type { SitePath, TextEdit } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { PageCursor } from "../cursor/page-cursor.ts";
import { getRelativePath } from "./complete-links.ts";
import type { Suggestion } from "./completion.ts";
import type { PageCaret } from "./context.ts";
import { computeSimilarity, computeNearness, splitWords } from "./ranking.ts";

/** A name that a page can use because the page defines or imports it, or could import it. */
export interface ImportableName {
  readonly name: string;
  readonly isComponent: boolean;
  /** The import source, or `this page` for names that the page itself defines. */
  readonly source: string;
  /** The edit that adds the import. Undefined if the import already exists. */
  readonly importEdit?: TextEdit;
}

/** Returns the page's own exports and imports, followed by the exports of the site's snippets and scripts. */
export function getImportableNames(caret: PageCaret): readonly ImportableName[] {
  const { page, site, path } = caret;
  const pageNames: ImportableName[] = [
    ...(page?.exports ?? []).map(({ name, isComponent }) => ({ name, isComponent, source: "this page" })),
    ...(page?.imports ?? []).flatMap(({ source, names }) =>
      names.map(({ localName }) => ({ name: localName, isComponent: /^[A-Z]/.test(localName), source })),
    ),
  ];
  const namesOnPage = new Set(pageNames.map(({ name }) => name));
  const importedFiles = new Set((page?.imports ?? []).flatMap(({ source }) => findImportedFile(source, path) ?? []));
  const importableFiles = findImportableFiles(site).filter((file) => file !== path);
  const otherNames = importableFiles.flatMap((file) =>
    getExports(site, file)
      .filter(({ name }) => !(name === "default" && importedFiles.has(file)))
      .flatMap(({ name, isComponent }): ImportableName[] => {
        const localName = name === "default" ? getComponentName(file) : name;
        if (namesOnPage.has(localName)) return [];
        const source = getImportSource(caret, file);
        const importEdit = createImportInsertion(caret, { importedName: name, localName, source });
        return [{ name: localName, isComponent, source, importEdit }];
      }),
  );
  return [...pageNames, ...otherNames];
}

/**
 * Returns the edit that adds an import to the page. A new page hasn't been parsed yet, so its existing imports and line
 * endings aren't considered.
 */
export function createImportInsertion({ page, text }: PageCaret, newImport: NewImport): TextEdit {
  return insertImport({ text, eol: page?.eol ?? "\n", imports: page?.imports ?? [] }, newImport);
}

/** Returns the files that pages can import: files in `snippets/`, files that pages already import, and scripts. */
export function findImportableFiles(site: Site): readonly SitePath[] {
  return [...findImportablePages(site.pages), ...site.scripts.keys()];
}

const findImportablePages = derive((pages: Site["pages"]): readonly SitePath[] => {
  const { importersByFile } = getPublishedPages(pages);
  return [...pages.keys()].filter((path) => isSnippet(path) || importersByFile.has(path));
});

/** Returns a file's exports. MDX and Markdown files export themselves as `default`. */
export function getExports(site: Site, file: SitePath): readonly ModuleExport[] {
  const script = site.scripts.get(file);
  if (script) return script.exports;
  const page = site.pages.get(file);
  return page ? [{ name: "default", isComponent: true }, ...page.exports] : [];
}

/** Returns a component name derived from the file name, such as `ApiNote` for `api-note.mdx`. */
export function getComponentName(file: SitePath): string {
  const name = getFileName(file)
    .replace(/\.\w+$/, "")
    .split(/[^A-Za-z0-9]+/)
    .map((segment) => segment.charAt(0).toUpperCase() + segment.slice(1))
    .join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}

/**
 * Returns the import source in the style of the page's other imports: either an absolute path from the site's root or a
 * path relative to the page.
 */
export function getImportSource({ page, path }: PageCaret, file: SitePath): string {
  const localImports = (page?.imports ?? []).filter(({ source }) => /^\.{0,2}\//.test(source));
  const relativeCount = localImports.filter(({ source }) => source.startsWith(".")).length;
  return relativeCount * 2 > localImports.length ? getRelativePath(file, path) : `/${file}`;
}

/**
 * Suggests importable files. Files that export the imported names come first, followed by files that nearby pages
 * import.
 */
export function completeImportSources(
  caret: PageCaret,
  cursor: Extract<PageCursor, { kind: "import-source" }>,
): Suggestion[] {
  const { site, path, page } = caret;
  const names = [...cursor.clause.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name).filter((name) => name !== "as");
  const terms = splitWords(names.join(" "));
  const importedFiles = new Set((page?.imports ?? []).map(({ source }) => findImportedFile(source, path)));
  const importCounts = caret.getUsageCounts().imports;
  const isRelative = cursor.typedText.startsWith(".");
  // In quotes, a file whose path contains the same quote can't be imported.
  return findImportableFiles(site)
    .filter((file) => file !== path && !(cursor.quote !== "" && file.includes(cursor.quote)))
    .map((file): Suggestion => {
      const source = isRelative ? getRelativePath(file, path) : getImportSource(caret, file);
      const exportCount = getExports(site, file).filter(({ name }) => names.includes(name)).length;
      return {
        kind: "file",
        label: source,
        text: `${cursor.quote === "" ? '"' : ""}${source}${cursor.needsClosing ? cursor.quote || '"' : ""}`,
        rank:
          (importedFiles.has(file) ? 3 : 0) -
          (names.includes(getComponentName(file)) ? 4 : 0) -
          4 * computeSimilarity(splitWords(getComponentName(file)), terms) -
          (names.length > 0 ? (5 * exportCount) / names.length : 0) -
          Math.log2(1 + (importCounts.get(source) ?? 0)) -
          computeNearness(file, path),
      };
    });
}

/** Suggests a file's exports. Names that the page already uses as tags without importing them come first. */
export function completeExports(caret: PageCaret, cursor: Extract<PageCursor, { kind: "import-name" }>): Suggestion[] {
  const { site, page, path } = caret;
  const file = findImportedFile(cursor.source, path);
  if (file === undefined) return [];
  const importedNames = new Set([...cursor.clause.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name));
  const usedNames = new Set([...(page?.tags ?? []), ...(page?.names ?? [])].map(({ name }) => name));
  return getExports(site, file).flatMap(({ name }): Suggestion[] => {
    const isDefault = name === "default";
    const localName = isDefault ? getComponentName(file) : name;
    if (isDefault === cursor.isInBraces || (importedNames.has(localName) && localName !== cursor.typedText)) return [];
    return [{ kind: "variable", label: localName, text: localName, rank: usedNames.has(localName) ? 0 : 1 }];
  });
}
