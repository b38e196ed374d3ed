import { addEdits, type EditsByFile } from "../../text/text-edit.ts";
import type { Config } from "../../config/config.ts";
import { removeItems } from "../../config/json/change-members.ts";
import { insertItemsAfter, isUnclosed, toJsonString, formatFirstMember } from "../../config/json/json-edit.ts";
import { hasErrorsWithin } from "../../config/json/json-reader.ts";
import { findComma, skipTrailingComments } from "../../config/json/json-tokens.ts";
import { findProperty, type JsonArray, type JsonFile } from "../../config/json/json-tree.ts";
import { addRedirects, formatRedirect, type RedirectSetting } from "../../config/redirect-edits.ts";
import {
  getDestinationPath,
  findRedirect,
  type Redirect,
  toRedirectPath,
  getRedirects,
  formatRedirectPath,
} from "../../site/links/redirects.ts";
import { resolveLink } from "../../site/links/resolve-link.ts";
import { isPublished, getPublishedPages, getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { getFolderPath, getParentFolders } from "../../text/site-path.ts";
import {
  type MovedFiles,
  getMovedFolder,
  getMovedSlugs,
  type MoveContext,
  getMovedUrl,
  getPaths,
  getShortPath,
  createPathCheck,
} from "./moved-links.ts";

/** Returns edits that remove redirects from the list, together with their commas and lines. */
export function removeRedirects(config: Config, removedRedirects: ReadonlySet<Redirect>): EditsByFile {
  const list = findRedirectList(config);
  if (!list || removedRedirects.size === 0) return new Map();
  const removedStarts = getRemovedOffsets(list, removedRedirects);
  return new Map([[list.array.file, removeItems(list.file, list.array, ({ start }) => removedStarts.has(start))]]);
}

/** Returns edits that add redirects after the last remaining one, or no edits if the redirects can't be inserted. */
export function insertRedirects(
  config: Config,
  redirects: readonly RedirectSetting[],
  removedRedirects: ReadonlySet<Redirect>,
): EditsByFile {
  const list = findRedirectList(config);
  const removedStarts = list && getRemovedOffsets(list, removedRedirects);
  if (!list || !removedStarts || removedStarts.size === 0) {
    const addedEdits = addRedirects(config, redirects);
    return addedEdits ? new Map([[addedEdits.file, [...addedEdits.edits]]]) : new Map();
  }
  const { array, file } = list;
  const lastItem = array.items.findLast((item) => !removedStarts.has(item.range.start));
  const precedingRange = lastItem?.range ?? array.items.at(-1)?.range;
  if (!precedingRange || redirects.length === 0 || isUnclosed(file, array.range)) return new Map();
  const newRedirects = redirects.map((redirect) => formatRedirect(file, array, redirect));
  if (!lastItem) {
    const position = skipTrailingComments(file.text, array.range.start + 1);
    const newText = newRedirects.map((text) => formatFirstMember(file, array, precedingRange, text)).join(",");
    return new Map([[array.file, [{ range: { start: position, end: position }, newText }]]]);
  }
  const nextItem = array.items[array.items.indexOf(lastItem) + 1];
  const closingBracketOffset = array.range.end - 1;
  const commaOffset = findComma(file.text, lastItem.range.end, nextItem?.range.start ?? closingBracketOffset);
  // Removing redirects preserves a comma before the closing bracket.
  const hasLastComma =
    findComma(file.text, array.items.at(-1)?.range.end ?? closingBracketOffset, closingBracketOffset) !== undefined;
  return new Map([
    [
      array.file,
      insertItemsAfter(file, array, newRedirects, { ...lastItem.range, commaOffset, keepsComma: hasLastComma }),
    ],
  ]);
}

interface RedirectList {
  readonly array: JsonArray;
  readonly file: JsonFile;
}

function findRedirectList({ root, files }: Config): RedirectList | undefined {
  const array = root?.kind === "object" ? findProperty(root, "redirects")?.value : undefined;
  const file = array && files.find(({ path }) => path === array.file);
  return array?.kind === "array" && file ? { array, file } : undefined;
}

/**
 * Returns the start offsets of the redirects to remove from this list. Excludes redirects with syntax errors, because
 * their text may contain other redirects.
 */
function getRemovedOffsets(
  { array, file }: RedirectList,
  removedRedirects: ReadonlySet<Redirect>,
): ReadonlySet<number> {
  const removableRedirects = [...removedRedirects].filter(
    ({ node }) => node.file === array.file && !hasErrorsWithin(file, node.range),
  );
  return new Set(removableRedirects.map(({ node }) => node.range.start));
}

/** The changes to redirects that are necessary if pages move. */
export interface MovedRedirects {
  /** Edits that update the destinations of redirects, and edits that remove redirects that would hide a moved page. */
  readonly updatedEdits: EditsByFile;
  /** Edits that add redirects from the old paths of moved pages. */
  readonly addedEdits: EditsByFile;
  readonly redirects: readonly RedirectSetting[];
  /** Redirects that can't be added, because docs.json can't be edited safely. */
  readonly manualRedirects: readonly RedirectSetting[];
}

/**
 * Returns the redirects that are still missing after a move. Omits redirects that would hide a page, because the move
 * of the page may not have been applied.
 */
export function findMissingRedirects(site: Site, redirects: readonly RedirectSetting[]): readonly RedirectSetting[] {
  const existingPaths = new Set(getRedirects(site).map(({ path }) => path));
  const slugs = [...site.pages.keys()].flatMap((file) =>
    isPublished(site.pages, file) ? (getPageSlug(file) ?? []) : [],
  );
  return redirects.filter(({ source }) => {
    const path = toRedirectPath(source);
    const [folder = "", wildcard] = path.split("/:");
    const isPageHidden = slugs.some((slug) => (wildcard === undefined ? slug === path : slug.startsWith(`${folder}/`)));
    return !existingPaths.has(path) && !isPageHidden;
  });
}

const minRedirectsInFolder = 3;

/**
 * Updates redirects to a moved page so that they lead directly to its new path. Removes redirects whose source path now
 * belongs to a page, because they would hide that page.
 */
export function updateRedirects(site: Site, movedFiles: MovedFiles): MovedRedirects {
  const updatedEdits: EditsByFile = new Map();
  const newSlugByOldSlug = getMovedSlugs(movedFiles);
  const isPathInUse = createPathCheck(site, movedFiles);
  const conflictingRedirects = findConflictingRedirects(site, newSlugByOldSlug, isPathInUse);
  for (const redirect of getRedirects(site)) {
    const { destinationNode } = redirect;
    const url = conflictingRedirects.has(redirect)
      ? undefined
      : getMovedDestination(site, redirect, { movedFiles, isPathInUse }, newSlugByOldSlug);
    if (url !== undefined)
      addEdits(updatedEdits, destinationNode.file, [{ range: destinationNode.range, newText: toJsonString(url) }]);
  }
  for (const [file, edits] of removeRedirects(site.config, conflictingRedirects)) addEdits(updatedEdits, file, edits);
  const redirects = createRedirects(site, movedFiles, { newSlugByOldSlug, conflictingRedirects, isPathInUse });
  const addedEdits = insertRedirects(site.config, redirects, conflictingRedirects);
  return addedEdits.size > 0
    ? { updatedEdits, addedEdits, redirects, manualRedirects: [] }
    : { updatedEdits, addedEdits: new Map(), redirects: [], manualRedirects: redirects };
}

function findConflictingRedirects(
  site: Site,
  newSlugByOldSlug: ReadonlyMap<string, string>,
  isPathInUse: (slug: string) => boolean,
): ReadonlySet<Redirect> {
  const conflicts = new Set<Redirect>();
  for (const [oldPath, newPath] of newSlugByOldSlug)
    for (const path of getPaths(newPath, isPathInUse)) {
      const followedRedirect = findRedirect(site, path);
      if (!followedRedirect) continue;
      const isCircular = getDestinationPath(site, followedRedirect.destination) === oldPath;
      if (!followedRedirect.redirect.pattern || isCircular) conflicts.add(followedRedirect.redirect);
    }
  return conflicts;
}

function getMovedDestination(
  site: Site,
  { destination, pattern }: Redirect,
  moveContext: MoveContext,
  newSlugByOldSlug: ReadonlyMap<string, string>,
): string | undefined {
  if (!pattern || !/[:*]/.test(destination.replace(/^https?:/, "")))
    return getMovedUrl(
      destination,
      resolveLink(site, destination, undefined),
      { oldFolder: "", newFolder: "" },
      moveContext,
    );
  const [, slash = "", folder = "", wildcardSegments = ""] = /^(\/?)([^:*]*?)\/([^/]*[:*].*)$/s.exec(destination) ?? [];
  const folderPath = getDestinationPath(site, `/${folder}`) ?? "";
  const newFolder =
    folderPath === "" || !folder.endsWith(folderPath)
      ? undefined
      : getMovedFolder(site.files, folderPath, newSlugByOldSlug);
  return newFolder === undefined
    ? undefined
    : `${slash}${folder.slice(0, -folderPath.length)}${newFolder}/${wildcardSegments}`;
}

/** The paths of moved pages, and the redirects that conflict with them. */
interface MovedPaths {
  readonly newSlugByOldSlug: ReadonlyMap<string, string>;
  readonly conflictingRedirects: ReadonlySet<Redirect>;
  readonly isPathInUse: (slug: string) => boolean;
}

/**
 * Returns a redirect for each moved page, or a single redirect for all pages in a folder if the folder becomes empty.
 */
function createRedirects(
  site: Site,
  movedFiles: MovedFiles,
  { newSlugByOldSlug, conflictingRedirects, isPathInUse }: MovedPaths,
): RedirectSetting[] {
  const { pagesBySlug } = getPublishedPages(site.pages);
  const newSlugByPublishedSlug = new Map<string, string>();
  for (const oldPath of movedFiles.keys()) {
    const [slug, newPath] = [getPageSlug(oldPath), newSlugByOldSlug.get(getPageSlug(oldPath) ?? "")];
    if (slug !== undefined && newPath !== undefined && isPublished(site.pages, oldPath))
      newSlugByPublishedSlug.set(slug, newPath);
  }
  const newSlugs = [...movedFiles.values()].flatMap((file) => getPageSlug(file) ?? []);
  const otherSlugs = [...newSlugs, ...getGeneratedPages(site).map(({ slug }) => slug)];
  const usedPaths = new Set([...otherSlugs, ...getParentFolders(otherSlugs)]);
  const redirects: RedirectSetting[] = [];
  const coveredPaths = new Set<string>();
  for (const [folder, newPath] of getMovedFolders(
    site,
    newSlugByPublishedSlug,
    (path) => usedPaths.has(path) || isPathInUse(path),
  )) {
    redirects.push({
      source: `${formatRedirectPath(site, folder)}/:slug*`,
      destination: `${formatRedirectPath(site, newPath)}/:slug*`,
    });
    for (const slug of newSlugByPublishedSlug.keys()) if (slug.startsWith(`${folder}/`)) coveredPaths.add(slug);
  }
  for (const [slug, newPath] of newSlugByPublishedSlug)
    for (const path of getPaths(slug, (candidate) => pagesBySlug.has(candidate))) {
      const isCovered = coveredPaths.has(slug) && path === slug;
      const existingRedirect = findRedirect(site, path)?.redirect;
      const isDuplicate =
        existingRedirect !== undefined && !existingRedirect.pattern && !conflictingRedirects.has(existingRedirect);
      const isRetained = path === "" || isPathInUse(path) || getPaths(newPath, isPathInUse).includes(path);
      if (isCovered || isDuplicate || isRetained) continue;
      redirects.push({
        source: formatRedirectPath(site, path),
        destination: formatRedirectPath(site, getShortPath(newPath, isPathInUse)),
      });
    }
  return redirects;
}

/**
 * Maps each folder whose pages have all moved to its new path. A folder `g` is excluded if a page has the path `/g` or
 * a path below it after the move, because a redirect from `/g/:slug*` would hide the page. (It isn't documented whether
 * that pattern matches `/g` itself.)
 */
function getMovedFolders(
  site: Site,
  newSlugByPublishedSlug: ReadonlyMap<string, string>,
  isUsed: (path: string) => boolean,
): Map<string, string> {
  const folders = new Map<string, string>();
  for (const slug of newSlugByPublishedSlug.keys())
    for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder)) folders.set(folder, "");
  const newFolderByFolder = new Map<string, string>();
  for (const folder of [...folders.keys()].sort((a, b) => a.length - b.length)) {
    if ([...newFolderByFolder.keys()].some((parentFolder) => folder.startsWith(`${parentFolder}/`))) continue;
    const newFolder = getMovedFolder(site.files, folder, newSlugByPublishedSlug);
    const count = [...newSlugByPublishedSlug.keys()].filter((slug) => slug.startsWith(`${folder}/`)).length;
    if (newFolder === undefined || count < minRedirectsInFolder || isUsed(folder)) continue;
    if (`${folder}/`.startsWith(`${newFolder}/`)) continue;
    const hasRedirectInFolder = getRedirects(site).some(({ path }) => path.startsWith(`${folder}/`));
    if (!hasRedirectInFolder) newFolderByFolder.set(folder, newFolder);
  }
  return newFolderByFolder;
}
