import { listImports } from "../../page/imports.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { type JsonString, locationOfNode } from "../../config/json/json-tree.ts";
import type { PageReferences } from "../../page/page.ts";
import { findScriptSources } from "../../page/scan-script.ts";
import { getFolderChange, resolveWrittenPath } from "../../site/links/written-path.ts";
import { getSnippetPaths } from "../../site/navigation/used-files.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { settingsOf } from "../../site/settings/site-settings.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import { type Site, textOfFile } from "../../site/site.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import type { SpecReference } from "../../spec/spec-tree.ts";
import { folderOf, isAbsoluteReference, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import { editPart } from "../spec/rename.ts";
import { type SiteReference, listSiteReferences } from "../spec/symbols-and-references.ts";
import { type MovedFiles, movedSlugs, type RemainingLink } from "./moved-links.ts";

/** Extensions that can be omitted in imports. */
const extensions = ["", ".mdx", ".md", ".jsx", ".tsx", ".js", ".ts"];

/**
 * Returns edits that update imports in pages and scripts, and file names in older `<Snippet>` tags, after a move.
 * `textOf` returns the text of a script, because a site stores only outlines of scripts.
 */
export function movedImports(
  site: Site,
  moved: MovedFiles,
  textOf: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const page of site.references.values()) {
    addEdits(edits, page.path, importEdits(site, page, listImports(page), moved));
    addEdits(edits, page.path, snippetEdits(site, page, moved));
  }
  for (const { path, imports } of site.scripts.values()) {
    const isAffected = moved.has(path) || imports.some((source) => movedSource(site, source, path, moved));
    const text = isAffected ? textOf(path) : undefined;
    if (text !== undefined)
      addEdits(edits, path, importEdits(site, { path, text }, findScriptSources(text), moved));
  }
  return edits;
}

interface WrittenSource {
  readonly source: string;
  /** The range of the import source, without its quotes. */
  readonly range: TextRange;
}

function importEdits(
  site: Site,
  { path, text }: Pick<PageReferences, "path" | "text">,
  sources: readonly WrittenSource[],
  moved: MovedFiles,
): TextEdit[] {
  return sources.flatMap(({ source, range }): TextEdit[] => {
    const newText = movedSource(site, source, path, moved);
    return newText === undefined ? [] : [editInQuotes(text, range, newText)];
  });
}

/**
 * Returns the edit that replaces a path in quotes, such as an import's source. If the new path contains the character
 * that the path is quoted with, the quotes change, too.
 */
function editInQuotes(text: string, range: TextRange, newText: string): TextEdit {
  const { start, end } = range;
  const quote = text.charAt(start - 1);
  const other = quote === '"' ? "'" : '"';
  const breaksQuotes = /["'`]/.test(quote) && newText.includes(quote);
  return breaksQuotes
    ? { range: { start: start - 1, end: end + 1 }, newText: other + newText + other }
    : { range, newText };
}

/** Returns the new source of an import, or undefined if the source doesn't have to change. */
function movedSource(site: Site, source: string, file: SitePath, moved: MovedFiles): string | undefined {
  const target = resolveImport(site, source, file);
  if (target.kind === "package" || target.kind === "outside-site") return undefined;
  const extension = extensions.find((candidate) => moved.has(target.path + candidate));
  const to = extension === undefined ? undefined : moved.get(target.path + extension);
  const folders = getFolderChange(file, moved.get(file));
  const isElsewhere = !source.startsWith("/") && folders.newFolder !== folders.oldFolder;
  if (to === undefined && !isElsewhere) return undefined;
  const extensionLength =
    extension === undefined || extension === "" ? 0 : (/\.\w+$/.exec(to ?? "")?.[0].length ?? 0);
  const path = to === undefined ? target.path : extensionLength === 0 ? to : to.slice(0, -extensionLength);
  const change = { from: target.path, to: path };
  const newSource = resolveWrittenPath(source, change, folders);
  // Without a leading dot or slash, the source would refer to a package.
  const relativeSource = /^\.{0,2}\//.test(newSource) ? newSource : `./${newSource}`;
  return relativeSource === source ? undefined : relativeSource;
}

/**
 * Returns edits that update the files in older `<Snippet>` tags. The service searches the snippet folders for the file
 * in `<Snippet file="note.mdx" />`, so only the path within these folders is updated.
 */
function snippetEdits(site: Site, page: PageReferences, moved: MovedFiles): TextEdit[] {
  return page.tags.flatMap(({ name, attributes }): TextEdit[] => {
    const value =
      name === "Snippet" ? attributes.find((attribute) => attribute.name === "file")?.value : undefined;
    if (value?.kind !== "text") return [];
    const file = getSnippetPaths(value.text).find((path) => site.pages.has(path));
    const to = file === undefined ? undefined : moved.get(file);
    if (file === undefined || to === undefined) return [];
    const folder = /^_?snippets\//.exec(to)?.[0] ?? "";
    const resolvedPath = resolveSitePath(value.text.replace(/^\/+/, ""), "");
    const prefix = resolvedPath.ok && resolvedPath.path === file ? "" : folder;
    return [editInQuotes(page.text, value.range, to.slice(prefix.length))];
  });
}

/**
 * Returns edits that update the paths of images, fonts, and grammars in docs.json, and the paths in its `$ref`s, after
 * a move.
 */
export function movedSettings(site: Site, moved: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { node } of settingsOf(site).files) {
    const text = movedSetting(node.value, moved);
    const at = locationOfNode(node);
    if (text !== undefined) addEdits(edits, at.file, [{ range: at.range, newText: toJsonString(text) }]);
  }
  for (const { at, written } of site.config.refs) {
    const text = movedSettingsRef(written, at.file, moved);
    if (text !== undefined) addEdits(edits, at.file, [{ range: at.range, newText: toJsonString(text) }]);
  }
  return edits;
}

/** Returns the updated path of a file, relative to the site's root. A leading slash is preserved. */
function movedSetting(rawPath: string, moved: MovedFiles): string | undefined {
  const value = rawPath.trim();
  if (value === "" || isAbsoluteReference(value)) return undefined;
  const cut = value.search(/[?#]|$/);
  const path = value.slice(0, cut);
  const resolvedPath = resolveSitePath(path);
  const to = resolvedPath.ok ? moved.get(resolvedPath.path) : undefined;
  if (!resolvedPath.ok || to === undefined) return undefined;
  const root = { oldFolder: "", newFolder: "" };
  return resolveWrittenPath(path, { from: resolvedPath.path, to }, root) + value.slice(cut);
}

/** Returns the updated path of a file, relative to the folder of the file that contains the path. */
function movedSettingsRef(rawPath: string, file: SitePath, moved: MovedFiles): string | undefined {
  const cut = rawPath.search(/#|$/);
  const path = rawPath.slice(0, cut);
  const resolvedPath = resolveSitePath(path, folderOf(file));
  if (path === "" || !resolvedPath.ok) return undefined;
  const to = moved.get(resolvedPath.path);
  const folders = getFolderChange(file, moved.get(file));
  if (to === undefined && (path.startsWith("/") || folders.oldFolder === folders.newFolder)) return undefined;
  const text =
    resolveWrittenPath(path, { from: resolvedPath.path, to: to ?? resolvedPath.path }, folders) +
    rawPath.slice(cut);
  return text === rawPath ? undefined : text;
}

/**
 * Returns edits that update navigation entries and the `root` settings of groups after a move, in every language and
 * version.
 */
export function movedEntries(site: Site, moved: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  const slugs = movedSlugs(moved);
  const { fileOf } = pageSlugsOf(site.files);
  const add = (node: JsonString): void => {
    const text = isEndpointLike(node.value) ? undefined : movedEntry(node.value, slugs, fileOf, moved);
    if (text !== undefined) addEdits(edits, node.file, [{ range: node.range, newText: toJsonString(text) }]);
  };
  const navigation = navigationOf(site.config);
  for (const { node } of navigation.entries) add(node);
  for (const { root } of navigation.elements) if (root) add(root);
  return edits;
}

/** Returns the updated entry. A leading slash and the extension are preserved. */
function movedEntry(
  text: string,
  slugs: ReadonlyMap<string, string>,
  fileOf: ReadonlyMap<string, string>,
  moved: MovedFiles,
): string | undefined {
  const pageEntry = readPageEntry(text);
  const to = pageEntry.kind === "page" ? slugs.get(pageEntry.slug) : undefined;
  if (pageEntry.kind !== "page" || to === undefined) return undefined;
  const file = moved.get(fileOf.get(pageEntry.slug) ?? "");
  const ending = pageEntry.oddities.includes("extension") ? (/\.mdx?$/.exec(file ?? "")?.[0] ?? "") : "";
  const slashes = /^\/*/.exec(text)?.[0] ?? "";
  const dot = text.startsWith("./") ? "./" : "";
  return slashes + dot + to + ending;
}

/**
 * Returns edits that update the paths of specifications in docs.json and frontmatter after a move. A reference to an
 * operation can't contain a path with a space, because spaces separate its parts, so such references remain unchanged.
 */
export function movedSpecNames(
  site: Site,
  moved: MovedFiles,
): { edits: EditsByFile; remaining: readonly RemainingLink[] } {
  const edits: EditsByFile = new Map();
  const remaining: RemainingLink[] = [];
  for (const reference of listSiteReferences(site)) {
    const text = reference.named && movedName(reference, reference.named, moved);
    if (text === undefined || !reference.named) continue;
    const { at, named } = reference;
    const { start, end } = named.part;
    if (reference.reference && /\s/.test(text)) {
      remaining.push({ ...at, url: reference.text.slice(start, end), why: "has-space" });
      continue;
    }
    const value = reference.text.slice(0, start) + text + reference.text.slice(end);
    addEdits(edits, at.file, [
      editPart(textOfFile(site, at.file), at.range, reference.text, value, named.part),
    ]);
  }
  return { edits, remaining };
}

/**
 * Returns the new name of a specification, or undefined if the name doesn't have to change. A file name without a
 * folder matches a file in any folder.
 */
function movedName(
  { text, at }: SiteReference,
  { spec, part }: NonNullable<SiteReference["named"]>,
  moved: MovedFiles,
): string | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  const oldText = text.slice(part.start, part.end);
  const to = moved.get(spec.path);
  const folders = getFolderChange(at.file, moved.get(at.file));
  const fromRoot = resolveSitePath(oldText);
  const isFromRoot = fromRoot.ok && fromRoot.path === spec.path;
  if (to === undefined && (isFromRoot || folders.oldFolder === folders.newFolder)) return undefined;
  if (isFromRoot) {
    const root = { oldFolder: "", newFolder: "" };
    return to === undefined ? undefined : resolveWrittenPath(oldText, { from: spec.path, to }, root);
  }
  const relativeToFile = resolveSitePath(oldText, folders.oldFolder);
  if (!relativeToFile.ok || relativeToFile.path !== spec.path) {
    // The name consists of only the file name, so it matches the last segment of the specification's path.
    const [oldName, newName] = [spec.path, to ?? spec.path].map((path) =>
      path.slice(path.lastIndexOf("/") + 1),
    );
    return oldName === newName || newName === undefined ? undefined : `/${to ?? spec.path}`;
  }
  return resolveWrittenPath(oldText, { from: spec.path, to: to ?? spec.path }, folders);
}

/**
 * Returns edits that update `$ref`s between specification files after a move. Preserves the quotes around each path.
 */
export function movedSpecRefs(
  refs: readonly SpecReference[],
  moved: MovedFiles,
  textOf: (file: SitePath) => string | undefined,
): EditsByFile {
  const edits: EditsByFile = new Map();
  for (const { file, range, text } of refs) {
    const newText = movedSpecRef(text, file, moved);
    const oldText = newText === undefined ? undefined : textOf(file)?.slice(range.start, range.end);
    if (newText === undefined || oldText === undefined) continue;
    const quote = /^["']/.exec(oldText)?.[0] ?? "";
    addEdits(edits, file, [{ range, newText: quote + newText + quote }]);
  }
  return edits;
}

function movedSpecRef(text: string, file: SitePath, moved: MovedFiles): string | undefined {
  const cut = text.search(/#|$/);
  const path = text.slice(0, cut);
  if (path === "" || isAbsoluteReference(path)) return undefined;
  const resolvedPath = resolveSitePath(path, folderOf(file));
  if (!resolvedPath.ok) return undefined;
  const to = moved.get(resolvedPath.path);
  const folders = getFolderChange(file, moved.get(file));
  if (to === undefined && (path.startsWith("/") || folders.oldFolder === folders.newFolder)) return undefined;
  const newPath =
    resolveWrittenPath(path, { from: resolvedPath.path, to: to ?? resolvedPath.path }, folders) +
    text.slice(cut);
  return newPath === text ? undefined : newPath;
}
