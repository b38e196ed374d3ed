import {
  type ResolvedLink,
  resolveConfigLinks,
  resolveSpecLinks,
  type TargetOnPage,
  getPageLinks,
  getResolvableScriptLinks,
  type LinkReference,
  resolveOnAllPages,
  findResolutionPages,
} from "../../site/links/links.ts";
import { type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { getFolderAboveIndex } from "../../site/navigation/editions.ts";
import {
  encodePath,
  type FolderChange,
  getFolderChange,
  formatLink,
  getLinkStyle,
  rewritePath,
  toWritableUrl,
} from "../../site/links/written-path.ts";
import { isPublished, getPageSlugs, getPageSlug, listUrls } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getFileName, getFolderPath, removePageExtension, resolveSitePath } from "../../text/site-path.ts";
import { type SitePath, type TextRange, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import { getLinkSegments, wildcardSegment } from "../references/find-references.ts";

/** A file or folder to move, and its new path. */
export interface FileMove {
  readonly from: SitePath;
  readonly to: SitePath;
}

/** Maps the old path of each moved file to its new path. */
export type MovedFiles = ReadonlyMap<SitePath, SitePath>;

/**
 * Returns all files that move if the given files and folders are moved. For example, moving `guides` to `learn` moves
 * `guides/start.mdx` to `learn/start.mdx`. If several moves apply to a file, the most specific one takes precedence.
 */
export function findMovedFiles(files: ReadonlySet<SitePath>, moves: readonly FileMove[]): MovedFiles {
  const sortedMoves = [...moves].sort((a, b) => b.from.length - a.from.length);
  const newPathByOldPath = new Map(moves.map(({ from, to }) => [from, to]));
  const folderMoves = sortedMoves.filter(({ from }) => !files.has(from));
  const movedFiles = new Map<SitePath, SitePath>();
  for (const file of folderMoves.length > 0 ? files : newPathByOldPath.keys()) {
    const newFile = newPathByOldPath.get(file);
    if (newFile !== undefined && files.has(file)) movedFiles.set(file, newFile);
    if (newFile !== undefined) continue;
    const folderMove = folderMoves.find(({ from }) => file.startsWith(`${from}/`));
    if (folderMove) movedFiles.set(file, folderMove.to + file.slice(folderMove.from.length));
  }
  return movedFiles;
}

/**
 * Maps the old slug of each moved page to its new slug, such as `guides/start` to `learn/start`. Excludes files that
 * are no longer pages after the move.
 */
export function getMovedSlugs(movedFiles: MovedFiles): ReadonlyMap<string, string> {
  const newSlugByOldSlug = new Map<string, string>();
  for (const [oldPath, newPath] of movedFiles) {
    const [oldSlug, newSlug] = [getPageSlug(oldPath), getPageSlug(newPath)];
    if (oldSlug !== undefined && newSlug !== undefined && oldSlug !== newSlug) newSlugByOldSlug.set(oldSlug, newSlug);
  }
  return newSlugByOldSlug;
}

/**
 * Returns the new path of a folder, such as `learn` for `guides`. Returns undefined if the folder's pages don't all
 * move to the same new folder.
 */
export function getMovedFolder(
  files: ReadonlySet<SitePath>,
  folder: string,
  newSlugByOldSlug: ReadonlyMap<string, string>,
): string | undefined {
  const slugs = [...getPageSlugs(files).fileBySlug.keys()].filter((slug) => slug.startsWith(`${folder}/`));
  const [firstSlug] = slugs;
  const newSlug = firstSlug === undefined ? undefined : newSlugByOldSlug.get(firstSlug);
  const pathInFolder = firstSlug?.slice(folder.length) ?? "";
  if (newSlug === undefined || !newSlug.endsWith(pathInFolder)) return undefined;
  const newFolder = newSlug.slice(0, newSlug.length - pathInFolder.length);
  const isMovedCompletely =
    newFolder !== "" && slugs.every((slug) => newSlugByOldSlug.get(slug) === newFolder + slug.slice(folder.length));
  return isMovedCompletely ? newFolder : undefined;
}

/** The moved files, and the new paths of folders whose pages all move. */
export interface MoveContext {
  readonly movedFiles: MovedFiles;
  readonly getFolder?: (folder: string) => string | undefined;
  /**
   * Whether another page has this path after the move. If so, the path can't be used as the short path of an index
   * page.
   */
  readonly isPathInUse?: (slug: string) => boolean;
}

/** Returns the updated URL after files have moved, or undefined if the URL doesn't have to change. */
export function getMovedUrl(
  url: string,
  target: LinkTarget,
  folderChange: FolderChange,
  moveContext: MoveContext,
): string | undefined {
  const origin = /^(?:https?:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  const localUrl = url.slice(origin.length);
  const suffixStart = localUrl.search(/[?#]|$/);
  const [path, suffix] = [localUrl.slice(0, suffixStart), localUrl.slice(suffixStart)];
  if (path === "" || (origin === "" && /^[a-z][a-z0-9+.-]*:/i.test(path))) return undefined;
  const pathResult = resolveSitePath(path, path.startsWith("/") ? "" : folderChange.oldFolder);
  if (!pathResult.ok) return undefined;
  const movedPath = getNewPath(pathResult.path, target, moveContext, folderChange.style);
  const isInOtherFolder =
    !path.startsWith("/") && (folderChange.isFromRoot === true || folderChange.newFolder !== folderChange.oldFolder);
  if (movedPath === undefined && !isInOtherFolder) return undefined;
  // The link contains a variable or expression, so its target isn't known until the page is rendered.
  if (target.kind === "unverifiable" && /^(variable|expression)$/.test(target.reason)) return undefined;
  // The link is broken, so its intended target is unknown.
  if (movedPath === undefined && target.kind === "missing" && target.reason === "not-found") return undefined;
  const trailingSlash = path.length > 1 && path.endsWith("/") ? "/" : "";
  const newPath = encodePath(
    rewritePath(path, { oldPath: pathResult.path, newPath: movedPath ?? pathResult.path }, folderChange) +
      trailingSlash,
  );
  // If the author didn't encode spaces or apostrophes, they stay unencoded, because this link's syntax allows them.
  const pathWithSpaces = path.includes(" ") ? newPath.replaceAll("%20", " ") : newPath;
  const newUrl = origin + (path.includes("'") ? pathWithSpaces.replaceAll("%27", "'") : pathWithSpaces) + suffix;
  return newUrl === url ? undefined : newUrl;
}

/**
 * Returns the path from the root to the link's new target, or undefined if the link doesn't need to change. Preserves
 * the base path and the extension.
 */
function getNewPath(
  path: string,
  target: LinkTarget,
  { movedFiles, getFolder, isPathInUse = () => false }: MoveContext,
  style: FolderChange["style"],
): string | undefined {
  const linkTarget = target.kind === "spelling" ? target.target : target;
  if (linkTarget.kind === "folder") {
    const folder = getFolder?.(linkTarget.path);
    const index = path.length - linkTarget.path.length;
    return folder !== undefined && path.endsWith(linkTarget.path) ? path.slice(0, index) + folder : undefined;
  }
  const file = linkTarget.kind === "page" || linkTarget.kind === "file" ? linkTarget.file : undefined;
  if (file === undefined) return undefined;
  const isPathLost = linkTarget.kind === "page" && getPageSlug(file) !== path && isPathInUse(path);
  const to = movedFiles.get(file) ?? (isPathLost ? file : undefined);
  if (to === undefined) return undefined;
  if (linkTarget.kind === "file") return path.endsWith(file) ? path.slice(0, -file.length) + to : to;
  const [oldSlug, newSlug] = [getPageSlug(file), getPageSlug(to)];
  if (oldSlug === undefined || newSlug === undefined) return undefined;
  const extension = /\.mdx?$/i.exec(path)?.[0] ?? "";
  const trimmedPath = extension === "" ? path : path.slice(0, -extension.length);
  const matchingUrl = listUrls(oldSlug)
    .map((url) => url.slice(1))
    .filter((candidate) => trimmedPath === candidate || trimmedPath.endsWith(`/${candidate}`) || candidate === "")
    .sort((a, b) => b.length - a.length)[0];
  const prefix =
    matchingUrl === undefined || target.kind === "spelling"
      ? ""
      : trimmedPath.slice(0, trimmedPath.length - matchingUrl.length);
  // A link to an index page stays in its short or long form. If the target becomes an index page only because of the
  // move, the link uses the form that most of the site's links use.
  const shortPath = getShortestPath(newSlug);
  const isLongForm =
    shortPath === newSlug ||
    isPathInUse(shortPath) ||
    (oldSlug.endsWith("index") && matchingUrl !== undefined ? matchingUrl === oldSlug : style?.hasIndex === true);
  const newPath = extension === "" && !isLongForm ? shortPath : newSlug;
  const urlWithPrefix = prefix !== "" && !prefix.endsWith("/") ? `${prefix}/${newPath}` : prefix + newPath;
  return extension === "" ? urlWithPrefix.replace(/\/$/, "") : urlWithPrefix + (/\.mdx?$/i.exec(to)?.[0] ?? extension);
}

/** Returns a page's shortest path, such as `guides` for `guides/index`, because links usually use this form. */
function getShortestPath(slug: string): string {
  return (listUrls(slug).toSorted((a, b) => a.length - b.length)[0] ?? `/${slug}`).slice(1);
}

/**
 * Returns a function that checks whether a path belongs to a page after the move. Ignores the short paths of index
 * pages.
 */
export function createPathCheck(site: Site, movedFiles: MovedFiles): (slug: string) => boolean {
  const newSlugs = new Set([...movedFiles.values()].map(getPageSlug));
  const { fileBySlug } = getPageSlugs(site.files);
  return (slug) => {
    const file = fileBySlug.get(slug);
    return newSlugs.has(slug) || (file !== undefined && !movedFiles.has(file) && isPublished(site.pages, file));
  };
}

/**
 * Returns a page's paths, with the usual one first. These are its slug and, for an index page, the short path unless
 * another page has that path. The home page's short path is empty.
 */
export function getPaths(slug: string, isPathInUse: (slug: string) => boolean): readonly string[] {
  return listUrls(slug)
    .map((url) => url.slice(1))
    .filter((path) => path === slug || !isPathInUse(path));
}

/** Returns a page's shortest path. For `guides/index`, this is `guides`, unless another page has that path. */
export function getShortPath(slug: string, isPathInUse: (slug: string) => boolean): string {
  return getPaths(slug, isPathInUse).toSorted((a, b) => a.length - b.length)[0] ?? slug;
}

/** A link or reference that won't work after the move and that the author has to change manually. */
export interface RemainingLink {
  readonly file: SitePath;
  readonly range: TextRange;
  readonly url: string;
  /**
   * `not-plain`: the link comes from an expression or similar code, so it can't be replaced safely. `differs-by-page`:
   * the link is a relative link in a snippet and leads to different pages, depending on the page that includes the
   * snippet. `has-space`: the new path of a specification contains a space, which a reference to an operation can't
   * contain.
   */
  readonly why: "not-plain" | "differs-by-page" | "has-space";
}

/** Returns edits that update links and images in pages, code files, docs.json, and specifications after a move. */
export function updateLinks(
  site: Site,
  movedFiles: MovedFiles,
): { edits: EditsByFile; remainingLinks: readonly RemainingLink[] } {
  const edits: EditsByFile = new Map();
  const remainingLinks: RemainingLink[] = [];
  const newSlugByOldSlug = getMovedSlugs(movedFiles);
  const isPathInUse = createPathCheck(site, movedFiles);
  const moveContext = {
    movedFiles,
    getFolder: (folder: string) => getMovedFolder(site.files, folder, newSlugByOldSlug),
    isPathInUse,
  };
  const segments = getPossibleSegments(movedFiles);
  // A moved page may get a path that links currently use as the short path of an index page, so these links are
  // checked, too.
  for (const slug of newSlugByOldSlug.values()) addSegment(segments, getFileName(slug));
  const style = getLinkStyle(site.references);
  const rootFolderChange = { oldFolder: "", newFolder: "", style };
  const getPageFolderChange = (page: SitePath | undefined): FolderChange =>
    page === undefined ? rootFolderChange : { ...getFolderChange(page, movedFiles.get(page)), style };
  const getMovedUrlOnPage: UrlMover = (oldUrl, { page, target }, isFromRoot = false) => {
    const folderChange = { ...getPageFolderChange(page), isFromRoot };
    if (page === undefined || !isLinkFromFolderAbove(site, oldUrl, target, page))
      return getMovedUrl(oldUrl, target, folderChange, moveContext);
    const newPage = movedFiles.get(page) ?? page;
    const newFolder = getFolderAboveIndex(site, newPage) ?? folderChange.newFolder;
    const oldFolder = getFolderAboveIndex(site, page) ?? folderChange.oldFolder;
    const url = getMovedUrl(oldUrl, target, { ...folderChange, oldFolder, newFolder }, moveContext) ?? oldUrl;
    // From the new folder of the index page, the relative link would lead to another page.
    const pathResult = resolveSitePath(url.replace(/[?#].*$/s, ""), getFolderPath(newPage));
    return !isFromRoot &&
      pathResult.ok &&
      newFolder !== getFolderPath(newPage) &&
      isPathInUse(removePageExtension(pathResult.path))
      ? getMovedUrlOnPage(oldUrl, { page, target }, true)
      : url;
  };
  const add = (links: readonly ResolvedLink[]): void => {
    for (const { reference, targets } of links) {
      const { location, encoding } = reference;
      const oldUrl = toWritableUrl(reference);
      const url = getUrlForAllPages(oldUrl, targets, getMovedUrlOnPage);
      if (url === oldUrl) continue;
      if (url === undefined) remainingLinks.push({ ...location, url: oldUrl, why: "differs-by-page" });
      else if (encoding === undefined) remainingLinks.push({ ...location, url: oldUrl, why: "not-plain" });
      else addEdits(edits, location.file, [{ range: location.range, newText: formatLink(url, encoding) }]);
    }
  };
  const addLinks = (path: SitePath, links: readonly LinkReference[]): void => {
    const areAllAffected = movedFiles.has(path) || isSnippetOnMovedPage(site, path, links, movedFiles);
    const affectedLinks = areAllAffected
      ? links
      : getLinkSegments(links).some((segment) => segments.has(segment))
        ? links.filter(({ url }) => canEndWithSegment(url, segments))
        : [];
    if (affectedLinks.length > 0) add(resolveOnAllPages(site, path, affectedLinks));
  };
  for (const page of site.references.values()) addLinks(page.path, getPageLinks(page));
  for (const script of site.scriptReferences.values()) addLinks(script.path, getResolvableScriptLinks(site, script));
  for (const spec of site.specs.values()) add(resolveSpecLinks(site, spec));
  add(resolveConfigLinks(site));
  return { edits, remainingLinks };
}

/** Returns the URL of a link on a page after the move, as an absolute path if `isFromRoot` is true. */
type UrlMover = (url: string, targetOnPage: TargetOnPage, isFromRoot?: boolean) => string | undefined;

/**
 * Returns a URL that, on every page that shows the link, leads to the same target as before the move. Returns undefined
 * if no single URL does. Relative links in a snippet are resolved against the folder of the page that includes the
 * snippet.
 */
function getUrlForAllPages(url: string, targets: readonly TargetOnPage[], moveUrl: UrlMover): string | undefined {
  // Pages on which the link is broken are ignored, because its intended target is unknown.
  const workingTargets = targets.length > 1 ? targets.filter(({ target }) => target.kind !== "missing") : targets;
  const urls = new Set(workingTargets.map((target) => moveUrl(url, target) ?? url));
  if (urls.size === 0) return url;
  const [onlyUrl] = urls;
  if (urls.size === 1) return onlyUrl;
  const rootUrls = new Set(workingTargets.map((target) => moveUrl(url, target, true)));
  return rootUrls.size === 1 ? [...rootUrls][0] : undefined;
}

/** Whether a link on an index page works only from the folder above, as with `tour` on `guides/index` for `/tour`. */
function isLinkFromFolderAbove(site: Site, url: string, target: LinkTarget, path: SitePath): boolean {
  if (target.kind === "missing" || /^[/#?]/.test(url) || getFolderAboveIndex(site, path) === undefined) return false;
  // Links on other pages are resolved only from the page's own folder.
  return resolveLink(site, url, { path: `${getFolderPath(path)}/page.mdx` }).kind === "missing";
}

/** Whether a snippet contains relative links and is included in a page that moves. */
function isSnippetOnMovedPage(
  site: Site,
  path: SitePath,
  links: readonly LinkReference[],
  movedFiles: MovedFiles,
): boolean {
  return (
    !isPublished(site.pages, path) &&
    links.some(({ url }) => /^[^/#?]/.test(url)) &&
    findResolutionPages(site, path).some((importer) => movedFiles.has(importer))
  );
}

/**
 * Returns the possible last segments of links to moved files (see `getLinkSegments`). Most pages don't contain any of
 * them and can be skipped. A link to an index page can end with a slash, so the segment can be empty.
 */
function getPossibleSegments(movedFiles: MovedFiles): Set<string> {
  const segments = new Set([wildcardSegment, ""]);
  for (const file of movedFiles.keys()) for (const name of file.split("/")) addSegment(segments, name);
  return segments;
}

function addSegment(segments: Set<string>, name: string): void {
  const lowerName = name.toLowerCase();
  segments.add(lowerName).add(lowerName.replace(/\.mdx?$/, ""));
}

function canEndWithSegment(url: string, segments: ReadonlySet<string>): boolean {
  // A link that consists of only a fragment leads to the same page, so it doesn't change.
  if (url.startsWith("#")) return false;
  let end = url.search(/[?#]|$/);
  while (url[end - 1] === "/") end--;
  const lastSegment = url.slice(url.lastIndexOf("/", end - 1) + 1, end).toLowerCase();
  // Links such as `/`, `./`, and `..` lead to an index page. Links with escapes or variables can't be ruled out.
  if (/[%{\\]|^\.*$/.test(lastSegment)) return true;
  return segments.has(lastSegment) || segments.has(lastSegment.replace(/\.mdx?$/, ""));
}
