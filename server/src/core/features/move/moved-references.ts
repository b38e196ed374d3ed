import { listImports } from "../../page/imports.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { type JsonString, getNodeLocation } from "../../config/json/json-tree.ts";
import type { PageReferences } from "../../page/page.ts";
import { findScriptImports } from "../../page/scan-script.ts";
import { getFolderChange, rewritePath } from "../../site/links/written-path.ts";
import { getSnippetPaths } from "../../site/navigation/used-files.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { getSettingsResult } from "../../site/settings/site-settings.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import { type Site, getFileText } from "../../site/site.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import { getFolderPath, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import { type SitePath, type TextEdit, type TextRange, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import { createPartEdit } from "../spec/rename.ts";
import { type SiteReference, listSiteReferences } from "../spec/symbols-and-references.ts";
import { type MovedFiles, getMovedSlugs, type RemainingLink } from "./moved-links.ts";

/** Extensions that can be omitted in imports. */
const extensions = ["", ".mdx", ".md", ".jsx", ".tsx", ".js", ".ts"];

/**
 * Returns edits that update imports in pages and scripts, and file names in older `<Snippet>` tags, after a move.
 * `readText` returns the text of a script, because a site stores only outlines of scripts.
 */
export function updateImports(
  site: Site,
  movedFiles: MovedFiles,
  readText: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  const getNewSource = createSourceUpdater(site, movedFiles);
  for (const page of site.references.values()) {
    // Lists are created only for the few pages that change.
    const isAffected = ({ source }: LocatedSource) => getNewSource(source, page.path) !== undefined;
    if (page.imports.some(isAffected) || page.dynamicImports.some(isAffected))
      addEdits(edits, page.path, createImportEdits(page, listImports(page), getNewSource));
    if (site.pages.get(page.path)?.snippets.length !== 0)
      addEdits(edits, page.path, createSnippetEdits(site, page, movedFiles));
  }
  for (const { path, imports } of site.scripts.values()) {
    const isAffected = movedFiles.has(path) || imports.some((source) => getNewSource(source, path));
    const text = isAffected ? readText(path) : undefined;
    if (text !== undefined)
      addEdits(edits, path, createImportEdits({ path, text }, findScriptImports(text), getNewSource));
  }
  return edits;
}

interface LocatedSource {
  readonly source: string;
  /** The range of the import source, without its quotes. */
  readonly range: TextRange;
}

function createImportEdits(
  { path, text }: Pick<PageReferences, "path" | "text">,
  sources: readonly LocatedSource[],
  getNewSource: SourceUpdater,
): TextEdit[] {
  return sources.flatMap(({ source, range }): TextEdit[] => {
    const newText = getNewSource(source, path);
    return newText === undefined ? [] : [createQuotedEdit(text, range, newText)];
  });
}

/**
 * Returns the edit that replaces a path in quotes, such as an import's source. If the new path contains the character
 * that the path is quoted with, the quotes change, too.
 */
function createQuotedEdit(text: string, range: TextRange, newText: string): TextEdit {
  const { start, end } = range;
  const quote = text.charAt(start - 1);
  const otherQuote = quote === '"' ? "'" : '"';
  const needsOtherQuotes = /["'`]/.test(quote) && newText.includes(quote);
  return needsOtherQuotes
    ? { range: { start: start - 1, end: end + 1 }, newText: otherQuote + newText + otherQuote }
    : { range, newText };
}

/** Returns the new source of an import in a file, or undefined if the source doesn't have to change. */
type SourceUpdater = (source: string, file: SitePath) => string | undefined;

/**
 * Returns a function that computes the new source of each path from the site's root only once, because it's the same in
 * all files, and thousands of pages can import the same snippet.
 */
function createSourceUpdater(site: Site, movedFiles: MovedFiles): SourceUpdater {
  const newSourceByPath = new Map<string, string | undefined>();
  return (source, file) => {
    if (!source.startsWith("/")) return getMovedSource(site, source, file, movedFiles);
    if (!newSourceByPath.has(source)) newSourceByPath.set(source, getMovedSource(site, source, file, movedFiles));
    return newSourceByPath.get(source);
  };
}

function getMovedSource(site: Site, source: string, file: SitePath, movedFiles: MovedFiles): string | undefined {
  const target = resolveImport(site, source, file);
  if (target.kind === "package" || target.kind === "outside-site") return undefined;
  const extension = extensions.find((candidate) => movedFiles.has(target.path + candidate));
  const newPath = extension === undefined ? undefined : movedFiles.get(target.path + extension);
  const folderChange = getFolderChange(file, movedFiles.get(file));
  const isInOtherFolder = !source.startsWith("/") && folderChange.newFolder !== folderChange.oldFolder;
  if (newPath === undefined && !isInOtherFolder) return undefined;
  const extensionLength =
    extension === undefined || extension === "" ? 0 : (/\.\w+$/.exec(newPath ?? "")?.[0].length ?? 0);
  const path =
    newPath === undefined ? target.path : extensionLength === 0 ? newPath : newPath.slice(0, -extensionLength);
  const change = { oldPath: target.path, newPath: path };
  const newSource = rewritePath(source, change, folderChange);
  // Without a leading dot or slash, the source would refer to a package.
  const relativeSource = /^\.{0,2}\//.test(newSource) ? newSource : `./${newSource}`;
  return relativeSource === source ? undefined : relativeSource;
}

/**
 * Returns edits that update the files in older `<Snippet>` tags. The service searches the snippet folders for the file
 * in `<Snippet file="note.mdx" />`, so only the path within these folders is updated.
 */
function createSnippetEdits(site: Site, page: PageReferences, movedFiles: MovedFiles): TextEdit[] {
  return page.tags.flatMap(({ name, attributes }): TextEdit[] => {
    const value = name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = getSnippetPaths(value.text).find((path) => site.pages.has(path));
    const newPath = file === undefined ? undefined : movedFiles.get(file);
    if (file === undefined || newPath === undefined) return [];
    const folder = /^_?snippets\//.exec(newPath)?.[0] ?? "";
    const pathResult = resolveSitePath(value.text.replace(/^\/+/, ""), "");
    const prefix = pathResult.ok && pathResult.path === file ? "" : folder;
    return [createQuotedEdit(page.text, value.range, newPath.slice(prefix.length))];
  });
}

/**
 * Returns edits that update the paths of images, fonts, and grammars in docs.json, and the paths in its `$ref`s, after
 * a move.
 */
export function updateSettings(site: Site, movedFiles: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { node } of getSettingsResult(site).files) {
    const text = getMovedSetting(node.value, movedFiles);
    const location = getNodeLocation(node);
    if (text !== undefined) addEdits(edits, location.file, [{ range: location.range, newText: toJsonString(text) }]);
  }
  for (const { location, rawPath } of site.config.refs) {
    const text = getMovedSettingsRef(rawPath, location.file, movedFiles);
    if (text !== undefined) addEdits(edits, location.file, [{ range: location.range, newText: toJsonString(text) }]);
  }
  return edits;
}

/** Returns the updated path of a file, relative to the site's root. A leading slash is preserved. */
function getMovedSetting(rawPath: string, movedFiles: MovedFiles): string | undefined {
  const value = rawPath.trim();
  if (value === "" || isAbsoluteReference(value)) return undefined;
  const pathLength = value.search(/[?#]|$/);
  const path = value.slice(0, pathLength);
  const pathResult = resolveSitePath(path);
  const newPath = pathResult.ok ? movedFiles.get(pathResult.path) : undefined;
  if (!pathResult.ok || newPath === undefined) return undefined;
  const root = { oldFolder: "", newFolder: "" };
  return rewritePath(path, { oldPath: pathResult.path, newPath }, root) + value.slice(pathLength);
}

/** Returns the updated path of a file, relative to the folder of the file that contains the path. */
function getMovedSettingsRef(rawPath: string, file: SitePath, movedFiles: MovedFiles): string | undefined {
  const pathLength = rawPath.search(/#|$/);
  const path = rawPath.slice(0, pathLength);
  const pathResult = resolveSitePath(path, getFolderPath(file));
  if (path === "" || !pathResult.ok) return undefined;
  const newPath = movedFiles.get(pathResult.path);
  const folderChange = getFolderChange(file, movedFiles.get(file));
  if (newPath === undefined && (path.startsWith("/") || folderChange.oldFolder === folderChange.newFolder))
    return undefined;
  const text =
    rewritePath(path, { oldPath: pathResult.path, newPath: newPath ?? pathResult.path }, folderChange) +
    rawPath.slice(pathLength);
  return text === rawPath ? undefined : text;
}

/**
 * Returns edits that update navigation entries and the `root` settings of groups after a move, in every language and
 * version.
 */
export function updateEntries(site: Site, movedFiles: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  const newSlugByOldSlug = getMovedSlugs(movedFiles);
  const { fileBySlug } = getPageSlugs(site.files);
  const add = (node: JsonString): void => {
    const text = isEndpointLike(node.value)
      ? undefined
      : getMovedEntry(node.value, newSlugByOldSlug, fileBySlug, movedFiles);
    if (text !== undefined) addEdits(edits, node.file, [{ range: node.range, newText: toJsonString(text) }]);
  };
  const navigation = getNavigation(site.config);
  for (const { node } of navigation.entries) add(node);
  for (const { root } of navigation.elements) if (root) add(root);
  return edits;
}

/** Returns the updated entry. A leading slash and the extension are preserved. */
function getMovedEntry(
  text: string,
  newSlugByOldSlug: ReadonlyMap<string, string>,
  fileBySlug: ReadonlyMap<string, string>,
  movedFiles: MovedFiles,
): string | undefined {
  const pageEntry = readPageEntry(text);
  const newSlug = pageEntry.kind === "page" ? newSlugByOldSlug.get(pageEntry.slug) : undefined;
  if (pageEntry.kind !== "page" || newSlug === undefined) return undefined;
  const file = movedFiles.get(fileBySlug.get(pageEntry.slug) ?? "");
  const ending = pageEntry.oddities.includes("extension") ? (/\.mdx?$/.exec(file ?? "")?.[0] ?? "") : "";
  const slashes = /^\/*/.exec(text)?.[0] ?? "";
  const pathPrefix = text.startsWith("./") ? "./" : "";
  return slashes + pathPrefix + newSlug + ending;
}

/**
 * Returns edits that update the paths of specifications in docs.json and frontmatter after a move. A reference to an
 * operation can't contain a path with a space, because spaces separate its parts, so such references remain unchanged.
 */
export function updateSpecNames(
  site: Site,
  movedFiles: MovedFiles,
): { edits: EditsByFile; remainingLinks: readonly RemainingLink[] } {
  const edits: EditsByFile = new Map();
  const remainingLinks: RemainingLink[] = [];
  for (const reference of listSiteReferences(site)) {
    const text = reference.namedSpec && getMovedName(reference, reference.namedSpec, movedFiles);
    if (text === undefined || !reference.namedSpec) continue;
    const { location, namedSpec } = reference;
    const { start, end } = namedSpec.nameRange;
    if (reference.reference && /\s/.test(text)) {
      remainingLinks.push({ ...location, url: reference.text.slice(start, end), why: "has-space" });
      continue;
    }
    const value = reference.text.slice(0, start) + text + reference.text.slice(end);
    addEdits(edits, location.file, [
      createPartEdit(getFileText(site, location.file), location.range, reference.text, value, namedSpec.nameRange),
    ]);
  }
  return { edits, remainingLinks };
}

/**
 * Returns the new name of a specification, or undefined if the name doesn't have to change. A file name without a
 * folder matches a file in any folder.
 */
function getMovedName(
  { text, location }: SiteReference,
  { spec, nameRange }: NonNullable<SiteReference["namedSpec"]>,
  movedFiles: MovedFiles,
): string | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  const oldText = text.slice(nameRange.start, nameRange.end);
  const newPath = movedFiles.get(spec.path);
  const folderChange = getFolderChange(location.file, movedFiles.get(location.file));
  const rootResolution = resolveSitePath(oldText);
  const isFromRoot = rootResolution.ok && rootResolution.path === spec.path;
  if (newPath === undefined && (isFromRoot || folderChange.oldFolder === folderChange.newFolder)) return undefined;
  if (isFromRoot) {
    const root = { oldFolder: "", newFolder: "" };
    return newPath === undefined ? undefined : rewritePath(oldText, { oldPath: spec.path, newPath }, root);
  }
  const relativeResolution = resolveSitePath(oldText, folderChange.oldFolder);
  if (!relativeResolution.ok || relativeResolution.path !== spec.path) {
    // The name consists of only the file name, so it matches the last segment of the specification's path.
    const [oldName, newName] = [spec.path, newPath ?? spec.path].map((path) => path.slice(path.lastIndexOf("/") + 1));
    return oldName === newName || newName === undefined ? undefined : `/${newPath ?? spec.path}`;
  }
  return rewritePath(oldText, { oldPath: spec.path, newPath: newPath ?? spec.path }, folderChange);
}

/**
 * Returns edits that update `$ref`s between specification files after a move. Preserves the quotes around each path.
 */
export function updateSpecRefs(
  refs: readonly SpecReference[],
  movedFiles: MovedFiles,
  readText: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { file, range, text } of refs) {
    const newText = getMovedSpecRef(text, file, movedFiles);
    const oldText = newText === undefined ? undefined : readText(file)?.slice(range.start, range.end);
    if (newText === undefined || oldText === undefined) continue;
    const quote = /^["']/.exec(oldText)?.[0] ?? "";
    addEdits(edits, file, [{ range, newText: quote + newText + quote }]);
  }
  return edits;
}

function getMovedSpecRef(text: string, file: SitePath, movedFiles: MovedFiles): string | undefined {
  const pathLength = text.search(/#|$/);
  const path = text.slice(0, pathLength);
  if (path === "" || isAbsoluteReference(path)) return undefined;
  const pathResult = resolveSitePath(path, getFolderPath(file));
  if (!pathResult.ok) return undefined;
  const to = movedFiles.get(pathResult.path);
  const folderChange = getFolderChange(file, movedFiles.get(file));
  if (to === undefined && (path.startsWith("/") || folderChange.oldFolder === folderChange.newFolder)) return undefined;
  const newPath =
    rewritePath(path, { oldPath: pathResult.path, newPath: to ?? pathResult.path }, folderChange) +
    text.slice(pathLength);
  return newPath === text ? undefined : newPath;
}
