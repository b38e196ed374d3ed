import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { quoted } from "../../config/json/json-edit.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  type ResolvedLink,
  resolvedLinksOfConfig,
  resolvedLinksOfSpec,
  type Lead,
  linksOfPage,
  linksOnAllPages,
  findPagesImporting,
} from "../../site/links/links.ts";
import { redirectPath } from "../../site/links/redirects.ts";
import type { LinkTarget } from "../../site/links/resolve-link.ts";
import {
  encodedPath,
  type FolderChange,
  folderChange,
  linkStyleOf,
  resolveWrittenPath,
} from "../../site/links/written-path.ts";
import { isPublished, pageSlugsOf, getPageSlug, urlsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { fileName, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** A file and the place that it goes to. */
export interface FileMove {
  readonly from: SitePath;
  readonly to: SitePath;
}

/** The new place of every file that moves, by its old one. */
export type MovedFiles = ReadonlyMap<SitePath, SitePath>;

/**
 * Every file that moves when files and folders do: `guides` → `learn` moves `guides/start.mdx` to `learn/start.mdx`. Of
 * two moves of one file the nearer one counts.
 */
export function movedFiles(files: ReadonlySet<SitePath>, moves: readonly FileMove[]): MovedFiles {
  const nearestFirst = [...moves].sort((a, b) => b.from.length - a.from.length);
  const single = new Map(moves.map(({ from, to }) => [from, to]));
  const folders = nearestFirst.filter(({ from }) => !files.has(from));
  const moved = new Map<SitePath, SitePath>();
  for (const file of folders.length > 0 ? files : single.keys()) {
    const own = single.get(file);
    if (own !== undefined && files.has(file)) moved.set(file, own);
    if (own !== undefined) continue;
    const folder = folders.find(({ from }) => file.startsWith(`${from}/`));
    if (folder) moved.set(file, folder.to + file.slice(folder.from.length));
  }
  return moved;
}

/** Pages among them by their path: `guides/start` → `learn/start`. A page that becomes none is left out. */
export function movedSlugs(moved: MovedFiles): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  for (const [from, to] of moved) {
    const [old, now] = [getPageSlug(from), getPageSlug(to)];
    if (old !== undefined && now !== undefined && old !== now) slugs.set(old, now);
  }
  return slugs;
}

/** Where a folder of pages goes, when all of it goes there: `learn` for `guides`. */
export function movedFolder(
  files: ReadonlySet<SitePath>,
  folder: string,
  slugs: ReadonlyMap<string, string>,
): string | undefined {
  const pages = [...pageSlugsOf(files).fileOf.keys()].filter((slug) => slug.startsWith(`${folder}/`));
  const [first] = pages;
  const now = first === undefined ? undefined : slugs.get(first);
  const rest = first?.slice(folder.length) ?? "";
  if (now === undefined || !now.endsWith(rest)) return undefined;
  const to = now.slice(0, now.length - rest.length);
  const isFull = to !== "" && pages.every((slug) => slugs.get(slug) === to + slug.slice(folder.length));
  return isFull ? to : undefined;
}

/** Files that move, and where a folder goes of which every page does. */
export interface MovedSymbols {
  readonly moved: MovedFiles;
  readonly folderOf?: (folder: string) => string | undefined;
  /** Whether another page is at this path after the move, so that it isn't the short one of an index page. */
  readonly isTaken?: (slug: string) => boolean;
}

/** A link as it has to be written when files have moved; undefined where it can stay as it is. */
export function movedUrl(
  url: string,
  target: LinkTarget,
  folders: FolderChange,
  moved: MovedSymbols,
): string | undefined {
  const origin = /^(?:https?:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  const local = url.slice(origin.length);
  const cut = local.search(/[?#]|$/);
  const [path, rest] = [local.slice(0, cut), local.slice(cut)];
  if (path === "" || (origin === "" && /^[a-z][a-z0-9+.-]*:/i.test(path))) return undefined;
  const place = resolveSitePath(path, path.startsWith("/") ? "" : folders.oldFolder);
  if (!place.ok) return undefined;
  const now = newPlace(place.path, target, moved, folders.style?.withIndex === true);
  const isElsewhere =
    !path.startsWith("/") && (folders.isFromRoot === true || folders.newFolder !== folders.oldFolder);
  if (now === undefined && !isElsewhere) return undefined;
  // What it says is known only where it is shown.
  if (target.kind === "unverifiable" && /^(variable|expression)$/.test(target.reason)) return undefined;
  // What leads to nothing says nothing of what was meant.
  if (now === undefined && target.kind === "missing" && target.reason === "not-found") return undefined;
  const ending = path.length > 1 && path.endsWith("/") ? "/" : "";
  // Blanks that the author wrote as such stay: this place takes them.
  const encoded = encodedPath(now ?? place.path);
  const change = { from: place.path, to: path.includes(" ") ? encoded.replaceAll("%20", " ") : encoded };
  const written = resolveWrittenPath(path, change, folders) + ending;
  const result = origin + written + rest;
  return result === url ? undefined : result;
}

/** Where what the link names is afterwards, from the root: the prefix of a base path and an ending stay. */
function newPlace(
  place: string,
  target: LinkTarget,
  { moved, folderOf, isTaken = () => false }: MovedSymbols,
  withIndex: boolean,
): string | undefined {
  const exact = target.kind === "spelling" ? target.target : target;
  if (exact.kind === "folder") {
    const folder = folderOf?.(exact.path);
    const at = place.length - exact.path.length;
    return folder !== undefined && place.endsWith(exact.path) ? place.slice(0, at) + folder : undefined;
  }
  const file = exact.kind === "page" || exact.kind === "file" ? exact.file : undefined;
  if (file === undefined) return undefined;
  const losesPlace = exact.kind === "page" && getPageSlug(file) !== place && isTaken(place);
  const to = moved.get(file) ?? (losesPlace ? file : undefined);
  if (to === undefined) return undefined;
  if (exact.kind === "file") return place.endsWith(file) ? place.slice(0, -file.length) + to : to;
  const [old, now] = [getPageSlug(file), getPageSlug(to)];
  if (old === undefined || now === undefined) return undefined;
  const ending = /\.mdx?$/i.exec(place)?.[0] ?? "";
  const bare = ending === "" ? place : place.slice(0, -ending.length);
  const own = urlsOf(old)
    .map((each) => each.slice(1))
    .filter((each) => bare === each || bare.endsWith(`/${each}`) || each === "")
    .sort((a, b) => b.length - a.length)[0];
  const prefix =
    own === undefined || target.kind === "spelling" ? "" : bare.slice(0, bare.length - own.length);
  // An index is named as it was; what was none, as the site names others.
  const isLong =
    isTaken(shortestUrl(now)) || (old.endsWith("index") && own !== undefined ? own === old : withIndex);
  const shown = ending === "" && !isLong ? shortestUrl(now) : now;
  const joined = prefix !== "" && !prefix.endsWith("/") ? `${prefix}/${shown}` : prefix + shown;
  return ending === "" ? joined.replace(/\/$/, "") : joined + (/\.mdx?$/i.exec(to)?.[0] ?? ending);
}

/** `/guides` for `guides/index`, which is how links name it. */
function shortestUrl(slug: string): string {
  return (urlsOf(slug).toSorted((a, b) => a.length - b.length)[0] ?? `/${slug}`).slice(1);
}

/** Returns whether a path belongs to a page after the move, other than as the short path of an index page. */
export function getOccupiedPaths(site: Site, moved: MovedFiles): (slug: string) => boolean {
  const now = new Set([...moved.values()].map(getPageSlug));
  const { fileOf } = pageSlugsOf(site.files);
  return (slug) => {
    const file = fileOf.get(slug);
    return now.has(slug) || (file !== undefined && !moved.has(file) && isPublished(site.pages, file));
  };
}

/**
 * Returns the paths of a page, the usual one first: its slug, and the short path of an index page unless that belongs to
 * another page. The short path of the home page is empty.
 */
export function pathsOf(slug: string, isTaken: (slug: string) => boolean): readonly string[] {
  return urlsOf(slug)
    .map((url) => url.slice(1))
    .filter((path) => path === slug || !isTaken(path));
}

/** Returns the shortest path of a page: `guides` for `guides/index`, unless that belongs to another page. */
export function shortPath(slug: string, isTaken: (slug: string) => boolean): string {
  return pathsOf(slug, isTaken).toSorted((a, b) => a.length - b.length)[0] ?? slug;
}

/** Returns a path of the site as redirects write it, with the base path. */
export function redirectPathOf({ settings }: Pick<Site, "settings">, path: string): string {
  return `/${[redirectPath(settings.basePath ?? ""), path].filter((part) => part !== "").join("/")}`;
}

/** A link that doesn't work after the move and that the author has to change. */
export interface RemainingLink {
  readonly file: SitePath;
  readonly url: string;
  /**
   * `not-plain`: an expression or the like makes it, so that it can't be replaced safely. `differs-by-page`: a relative
   * link of a snippet that leads to other pages on other pages that include it.
   */
  readonly why: "not-plain" | "differs-by-page";
}

/** Links of pages, docs.json and specifications, images among them, as they have to be written after the move. */
export function movedLinks(
  site: Site,
  moved: MovedFiles,
): { edits: EditsByFile; left: readonly RemainingLink[] } {
  const edits: EditsByFile = new Map();
  const left: RemainingLink[] = [];
  const slugs = movedSlugs(moved);
  const all = {
    moved,
    folderOf: (folder: string) => movedFolder(site.files, folder, slugs),
    isTaken: getOccupiedPaths(site, moved),
  };
  const names = namesOf(moved);
  // Links to an index page by its folder's path, which another page takes.
  for (const slug of slugs.values()) names.add(fileName(slug).toLowerCase());
  const style = linkStyleOf(site.references);
  const root = { oldFolder: "", newFolder: "", style };
  const foldersOf = (page: SitePath | undefined): FolderChange =>
    page === undefined ? root : { ...folderChange(page, moved.get(page)), style };
  const add = (links: readonly ResolvedLink[]): void => {
    for (const { place, leads } of links) {
      const { at, url: old, writeAs } = place;
      const url = urlForAll(old, leads, foldersOf, all);
      if (url === old) continue;
      if (url === undefined) left.push({ file: at.file, url: old, why: "differs-by-page" });
      else if (writeAs === undefined) left.push({ file: at.file, url: old, why: "not-plain" });
      else addEdits(edits, at.file, [{ range: at.range, newText: writeAs === "json" ? quoted(url) : url }]);
    }
  };
  for (const page of site.references.values()) {
    const isConcerned =
      moved.has(page.path) ||
      linksOfPage(page).some(({ url }) => mayName(url, names)) ||
      isOnMovedPage(site, page, moved);
    if (isConcerned) add(linksOnAllPages(site, page));
  }
  for (const spec of site.specs.values()) add(resolvedLinksOfSpec(site, spec));
  add(resolvedLinksOfConfig(site));
  return { edits, left };
}

/**
 * Returns a link as it works after the move on every page that shows it: relative links of a snippet start in the folder
 * of the page that includes it. Undefined if no URL leads all readers to where they were led.
 */
function urlForAll(
  url: string,
  leads: readonly Lead[],
  foldersOf: (page: SitePath | undefined) => FolderChange,
  all: MovedSymbols,
): string | undefined {
  // A link that is broken on a page doesn't say where it should lead there.
  const known = leads.length > 1 ? leads.filter(({ target }) => target.kind !== "missing") : leads;
  const urls = new Set(known.map(({ page, target }) => movedUrl(url, target, foldersOf(page), all) ?? url));
  if (urls.size === 0) return url;
  const [only] = urls;
  if (urls.size === 1) return only;
  const fromRoot = new Set(
    known.map(({ page, target }) => movedUrl(url, target, { ...foldersOf(page), isFromRoot: true }, all)),
  );
  return fromRoot.size === 1 ? [...fromRoot][0] : undefined;
}

/** Whether a snippet has relative links, and a page that includes it moves. */
function isOnMovedPage(site: Site, page: PageReferences, moved: MovedFiles): boolean {
  return (
    !isPublished(site.pages, page.path) &&
    linksOfPage(page).some(({ url }) => /^[^/#?]/.test(url)) &&
    findPagesImporting(site, page.path).some((each) => moved.has(each))
  );
}

/** Last parts of paths that links to what moves can end in, in lower case: most pages name none of them. */
function namesOf(moved: MovedFiles): Set<string> {
  const names = new Set<string>();
  for (const file of moved.keys()) {
    const parts = file.toLowerCase().split("/");
    const last = parts.at(-1) ?? "";
    names.add(last).add(last.replace(/\.mdx?$/, ""));
    for (const folder of parts.slice(0, -1)) names.add(folder);
  }
  return names;
}

function mayName(url: string, names: ReadonlySet<string>): boolean {
  const path = url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
  const last = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  // `/`, `./`, and `..` lead to an index page.
  if (/[%{\\]|^\.*$/.test(last)) return true;
  return names.has(last) || names.has(last.replace(/\.mdx?$/, ""));
}
