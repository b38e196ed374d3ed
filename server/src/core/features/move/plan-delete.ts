import { removeItems, removeProperty } from "../../config/json/change-members.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { type JsonArray, getJsonValue } from "../../config/json/json-tree.ts";
import { planRedirects, type RedirectPlan, type RedirectSetting } from "../../config/redirect-edits.ts";
import { isMediaFileUsed, isUnlistedPage, isUnusedMediaFile, isUnusedSnippet } from "../../site/files/file-usage.ts";
import {
  getResolvableScriptLinks,
  type LinkReference,
  getConfigLinks,
  getPageLinks,
  getSpecLinks,
  resolveOnAllPages,
} from "../../site/links/links.ts";
import {
  getDestinationPath,
  findRedirect,
  toRedirectPath,
  getRedirects,
  formatRedirectPath,
} from "../../site/links/redirects.ts";
import { getFinalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { isIncludedFile } from "../../site/navigation/used-files.ts";
import { isPublished, isSnippet, getPageSlugs, getPublishedPages, getPageSlug } from "../../site/pages/pages.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getFolderPath } from "../../text/site-path.ts";
import { type FileEdit, type SiteLocation, type SitePath, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import { findReferences, findLinksWithSegment, getLastSegments } from "../references/find-references.ts";
import type { SymbolReference } from "../references/symbol-at.ts";
import { getPaths, getShortPath } from "./moved-links.ts";

/** The effects of deleting files. Includes redirects from the paths of deleted pages to nearby pages. */
export interface DeletePlan extends RedirectPlan {
  readonly files: readonly SitePath[];
  /** Edits that remove navigation entries and `root` settings of groups if they refer to deleted pages. */
  readonly edits: readonly FileEdit[];
  /**
   * References to deleted files that remain in links, imports, and settings. Also contains navigation entries that
   * can't be removed because docs.json has errors.
   */
  readonly remainingReferences: readonly SymbolReference[];
}

/** Plans the deletion of the files and folders in `paths`. */
export function planDelete(site: Site, paths: readonly SitePath[]): DeletePlan {
  const deletedPaths = findDeletedFiles(site, paths);
  const edits: EditsByFile = new Map();
  removeEntries(site, deletedPaths, edits);
  const redirects = createRedirects(site, deletedPaths);
  updateRedirectsToDeletedPages(site, deletedPaths, redirects, edits);
  const kinds = new Set<SymbolReference["kind"]>(["link", "import", "snippet", "setting", "reference"]);
  const isRetained = ({ kind, location }: SymbolReference) =>
    kinds.has(kind) || ((kind === "entry" || kind === "root") && !isCovered(location, edits));
  return {
    files: [...deletedPaths],
    edits: [...edits].map(([file, fileEdits]): FileEdit => ({ kind: "edit", file, edits: fileEdits })),
    ...planRedirects(site.config, redirects),
    remainingReferences: [...deletedPaths].flatMap((file) =>
      findReferences(site, { kind: site.pages.has(file) ? "page" : "file", file }).filter(
        (reference) => isRetained(reference) && !deletedPaths.has(reference.location.file),
      ),
    ),
  };
}

function isCovered({ file, range: { start, end } }: SiteLocation, edits: EditsByFile): boolean {
  return (edits.get(file) ?? []).some(({ range }) => range.start <= start && end <= range.end);
}

function findDeletedFiles(site: Site, paths: readonly SitePath[]): ReadonlySet<SitePath> {
  const deletedPaths = new Set(paths.filter((path) => site.files.has(path)));
  const folders = paths.filter((path) => !site.files.has(path));
  if (folders.length > 0)
    for (const file of site.files) if (folders.some((folder) => file.startsWith(`${folder}/`))) deletedPaths.add(file);
  return deletedPaths;
}

function removeEntries(site: Site, deletedPaths: ReadonlySet<SitePath>, edits: EditsByFile): void {
  const { fileBySlug } = getPageSlugs(site.files);
  const isDeleted = (text: string) => {
    const pageEntry = readPageEntry(text);
    return pageEntry.kind === "page" && deletedPaths.has(fileBySlug.get(pageEntry.slug) ?? "");
  };
  const findFile = (path: SitePath) => site.config.files.find((file) => file.path === path);
  for (const { root, node } of getNavigation(site.config).elements) {
    const file = root && isDeleted(root.value) ? findFile(root.file) : undefined;
    if (file) addEdits(edits, file.path, removeProperty(file, node, "root"));
  }
  const arrays = new Set<JsonArray>();
  for (const { parent, text } of getNavigation(site.config).entries)
    if (isDeleted(text)) for (const { array } of parent.childProperties) if (array) arrays.add(array);
  for (const array of arrays) {
    const file = findFile(array.file);
    if (!file) continue;
    const removedStarts = new Set(
      array.items.filter((item) => item.kind === "string" && isDeleted(item.value)).map(({ range }) => range.start),
    );
    addEdits(
      edits,
      array.file,
      removeItems(file, array, ({ start }) => removedStarts.has(start)),
    );
  }
}

/**
 * Returns a redirect from each deleted page to a sibling in the navigation or, if there's none, to the nearest page
 * above it or the home page.
 */
function createRedirects(site: Site, deletedPaths: ReadonlySet<SitePath>): RedirectSetting[] {
  const { fileBySlug } = getPageSlugs(site.files);
  const getRetainedSlug = (text: string): string | undefined => {
    const pageEntry = readPageEntry(text);
    const file = pageEntry.kind === "page" ? fileBySlug.get(pageEntry.slug) : undefined;
    return pageEntry.kind === "page" && file !== undefined && !deletedPaths.has(file) ? pageEntry.slug : undefined;
  };
  const { entries } = getNavigation(site.config);
  const { pagesBySlug } = getPublishedPages(site.pages);
  const isPathInUse = (path: string) => !deletedPaths.has(pagesBySlug.get(path)?.path ?? "") && pagesBySlug.has(path);
  return [...deletedPaths].flatMap((file) => {
    const slug = getPageSlug(file);
    if (slug === undefined || !isPublished(site.pages, file)) return [];
    const entry = entries.find(({ text }) => fileBySlug.get(getSlug(text)) === file);
    const siblings = entry?.parent.children.flatMap((child) =>
      child.type === "entry" ? (getRetainedSlug(child.text) ?? []) : [],
    );
    // The redirect uses the target's short path, which is `/` for the home page.
    const target = getShortPath(siblings?.[0] ?? findNearestFolder(slug, fileBySlug, deletedPaths) ?? "", isPathInUse);
    return getPaths(slug, (path) => pagesBySlug.has(path))
      .filter((path) => path !== "" && path !== target && findRedirect(site, path) === undefined)
      .map((path) => ({
        source: formatRedirectPath(site, path),
        destination: formatRedirectPath(site, target),
      }));
  });
}

function getSlug(text: string): string {
  const pageEntry = readPageEntry(text);
  return pageEntry.kind === "page" ? pageEntry.slug : "";
}

function findNearestFolder(
  slug: string,
  fileBySlug: ReadonlyMap<string, SitePath>,
  deletedPaths: ReadonlySet<SitePath>,
): string | undefined {
  for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder))
    for (const candidate of [folder, `${folder}/index`]) {
      const file = fileBySlug.get(candidate);
      if (file !== undefined && !deletedPaths.has(file)) return folder;
    }
  return undefined;
}

/**
 * Adds edits that change redirects to a deleted page so that they lead directly to the destination of that page's new
 * redirect.
 */
function updateRedirectsToDeletedPages(
  site: Site,
  deletedPaths: ReadonlySet<SitePath>,
  redirects: readonly RedirectSetting[],
  edits: EditsByFile,
): void {
  const newUrlBySlug = new Map(
    redirects.map(({ source, destination }) => [getDestinationPath(site, source), destination]),
  );
  for (const { destination, destinationNode, pattern } of getRedirects(site)) {
    const oldTarget = pattern ? undefined : resolveLink(site, destination, undefined);
    const newUrl =
      oldTarget?.kind === "page" && deletedPaths.has(oldTarget.file) ? newUrlBySlug.get(oldTarget.slug) : undefined;
    if (oldTarget?.kind !== "page" || newUrl === undefined) continue;
    // If the destination starts with the path that the site is hosted under, such as `/docs`, that path is preserved.
    const path = toRedirectPath(destination);
    const prefix = path.endsWith(`/${oldTarget.slug}`) ? `/${path.slice(0, -oldTarget.slug.length - 1)}` : "";
    const target = prefix === "" ? newUrl : `${prefix}/${getDestinationPath(site, newUrl) ?? ""}`;
    if (getJsonValue(site.config.root, "redirects") !== undefined)
      addEdits(edits, destinationNode.file, [{ range: destinationNode.range, newText: toJsonString(target) }]);
  }
}

/** A file that readers don't see. */
export interface UnusedFile {
  readonly file: SitePath;
  /**
   * The kind of the file. A `page` is published, but it isn't in the navigation and nothing on the site links to it, so
   * only readers who know its URL find it.
   */
  readonly kind: "media" | "snippet" | "page";
  /** Whether other unused files refer to this file. */
  readonly isReferenced: boolean;
}

/**
 * Returns the unused media files, snippets, and pages, and the files that only these files use, directly or indirectly.
 * Sorted by path.
 */
export function findUnusedFiles(site: Site): readonly UnusedFile[] {
  const previouslyUnusedFiles = getUnusedFiles(site);
  const unusedFiles = [
    ...previouslyUnusedFiles.map((file) => ({ file, isReferenced: false })),
    ...findNewlyUnusedFiles(site, new Set(previouslyUnusedFiles)).map((file) => ({ file, isReferenced: true })),
  ].map(({ file, isReferenced }): UnusedFile => ({
    file,
    isReferenced,
    kind: isSnippet(file) && !isAsset(site, file) ? "snippet" : "media",
  }));
  const pages = findUnlinkedPages(site).map((file): UnusedFile => ({ file, kind: "page", isReferenced: false }));
  return [...unusedFiles, ...pages].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns the media files and snippets that are currently used but become unused if these files are deleted. */
export function findNewlyUnusedFiles(site: Site, deletedPaths: ReadonlySet<SitePath>): readonly SitePath[] {
  const initiallyUnusedFiles = new Set(getUnusedFiles(site));
  const allPaths = new Set(deletedPaths);
  const unusedFiles: SitePath[] = [];
  for (let addedCount = 1; addedCount > 0;) {
    // Files whose use can't be determined now are excluded, because it can't be determined after the deletion either.
    const newlyUnusedFiles = getUnusedFiles(removeFiles(site, allPaths)).filter(
      (file) => !initiallyUnusedFiles.has(file) && (isSnippet(file) || isMediaFileUsed(site, file) === true),
    );
    for (const file of newlyUnusedFiles) allPaths.add(file);
    unusedFiles.push(...newlyUnusedFiles);
    addedCount = newlyUnusedFiles.length;
  }
  return unusedFiles;
}

function getUnusedFiles(site: Site): SitePath[] {
  return [...site.files].filter((file) => isUnusedMediaFile(site, file) || isUnusedSnippet(site, file));
}

function isAsset(site: Site, file: SitePath): boolean {
  return !site.pages.has(file) && !site.scripts.has(file);
}

function removeFiles(site: Site, deletedPaths: ReadonlySet<SitePath>): Site {
  const omitDeletedPaths = <V>(entries: ReadonlyMap<SitePath, V>): ReadonlyMap<SitePath, V> =>
    new Map([...entries].filter(([path]) => !deletedPaths.has(path)));
  return {
    ...site,
    files: new Set([...site.files].filter((file) => !deletedPaths.has(file))),
    pages: omitDeletedPaths(site.pages),
    references: omitDeletedPaths(site.references),
    scripts: omitDeletedPaths(site.scripts),
    scriptReferences: omitDeletedPaths(site.scriptReferences),
    ...(site.mentions && { mentions: omitDeletedPaths(site.mentions) }),
  };
}

/** Returns pages outside the navigation that no link, redirect, or setting in another file leads to. */
function findUnlinkedPages(site: Site): SitePath[] {
  const unlistedPages = [...site.pages.values()].filter(
    (page) => !isIncludedFile(site, page.path) && isUnlistedPage(site, page),
  );
  if (unlistedPages.length === 0) return [];
  const reachedPaths = findReachedPages(site, new Set(unlistedPages.flatMap(({ path }) => [...getLastSegments(path)])));
  return unlistedPages.map(({ path }) => path).filter((path) => !reachedPaths.has(path));
}

/**
 * Returns the pages that a link, redirect, or setting leads to. Only links that end with one of `lastSegments` are
 * resolved.
 */
function findReachedPages(site: Site, lastSegments: ReadonlySet<string>): ReadonlySet<SitePath> {
  const reachedPaths = new Set<SitePath>();
  const add = (target: LinkTarget, linkingPage?: SitePath) => {
    const finalTarget = getFinalTarget(target);
    if (finalTarget.kind === "page" && finalTarget.file !== linkingPage) reachedPaths.add(finalTarget.file);
  };
  const addLinks = (path: SitePath, links: readonly LinkReference[]) => {
    for (const { targets } of resolveOnAllPages(site, path, findLinksWithSegment(links, lastSegments)))
      for (const { target } of targets) add(target, path);
  };
  for (const script of site.scriptReferences.values()) addLinks(script.path, getResolvableScriptLinks(site, script));
  for (const page of site.references.values()) addLinks(page.path, getPageLinks(page));
  const rootLinks = [
    ...getConfigLinks(site.config),
    ...[...site.specs.values()].flatMap(getSpecLinks),
    ...getRedirects(site).map(({ destination }) => ({ url: destination })),
  ];
  for (const { url } of rootLinks) add(resolveLink(site, url, undefined));
  return reachedPaths;
}
