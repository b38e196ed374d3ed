import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import type { Config } from "../../config/config.ts";
import { removeItems } from "../../config/json/change-members.ts";
import { insertAfter, isUnclosed, toJsonString, formatFirstMember } from "../../config/json/json-edit.ts";
import { hasErrorsWithin } from "../../config/json/json-reader.ts";
import { findComma, skipTrailingComments } from "../../config/json/json-tokens.ts";
import { findProperty, type JsonArray, type JsonFile } from "../../config/json/json-tree.ts";
import { addRedirects, formatRedirect, type WrittenRedirect } from "../../config/redirect-edits.ts";
import {
  destinationPath,
  findRedirect,
  type Redirect,
  redirectPath,
  redirectsOf,
  formatRedirectPath,
} from "../../site/links/redirects.ts";
import { resolveLink } from "../../site/links/resolve-link.ts";
import { isPublished, publishedPages, getPageSlug } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { generatedPages } from "../../site/specs/generated-pages.ts";
import { folderOf, getParentFolders } from "../../text/site-path.ts";
import {
  type MovedFiles,
  getMovedFolder,
  movedSlugs,
  type MovedSymbols,
  movedUrl,
  pathsOf,
  shortPath,
  occupiedPathCheck,
} from "./moved-links.ts";

/** Returns edits that remove redirects from the list, together with their commas and lines. */
export function withoutRedirects(config: Config, removedRedirects: ReadonlySet<Redirect>): EditsByFile {
  const list = redirectList(config);
  if (!list || removedRedirects.size === 0) return new Map();
  const removed = getRemovedRanges(list, removedRedirects);
  return new Map([[list.array.file, removeItems(list.file, list.array, ({ start }) => removed.has(start))]]);
}

/** Returns edits that add redirects after the last remaining one, or no edits if the redirects can't be inserted. */
export function withRedirects(
  config: Config,
  requested: readonly WrittenRedirect[],
  removedRedirects: ReadonlySet<Redirect>,
): EditsByFile {
  const list = redirectList(config);
  const removed = list && getRemovedRanges(list, removedRedirects);
  if (!list || !removed || removed.size === 0) {
    const added = addRedirects(config, requested);
    return added ? new Map([[added.file, [...added.edits]]]) : new Map();
  }
  const { array, file } = list;
  const last = array.items.findLast((item) => !removed.has(item.range.start));
  const after = last?.range ?? array.items.at(-1)?.range;
  if (!after || requested.length === 0 || isUnclosed(file, array.range)) return new Map();
  const added = requested.map((redirect) => formatRedirect(file, array, redirect));
  if (!last) {
    const at = skipTrailingComments(file.text, array.range.start + 1);
    const newText = added.map((text) => formatFirstMember(file, array, after, text)).join(",");
    return new Map([[array.file, [{ range: { start: at, end: at }, newText }]]]);
  }
  const next = array.items[array.items.indexOf(last) + 1];
  const closingBracket = array.range.end - 1;
  const comma = findComma(file.text, last.range.end, next?.range.start ?? closingBracket);
  // Removing redirects preserves a comma before the closing bracket.
  const hasLastComma =
    findComma(file.text, array.items.at(-1)?.range.end ?? closingBracket, closingBracket) !== undefined;
  return new Map([
    [array.file, insertAfter(file, array, added, { ...last.range, comma, keepsComma: hasLastComma })],
  ]);
}

interface RedirectList {
  readonly array: JsonArray;
  readonly file: JsonFile;
}

function redirectList({ root, files }: Config): RedirectList | undefined {
  const array = root?.kind === "object" ? findProperty(root, "redirects")?.value : undefined;
  const file = array && files.find(({ path }) => path === array.file);
  return array?.kind === "array" && file ? { array, file } : undefined;
}

/**
 * Returns the start offsets of the redirects to remove from this list. Excludes redirects with syntax errors, because
 * their text may contain other redirects.
 */
function getRemovedRanges(
  { array, file }: RedirectList,
  removedRedirects: ReadonlySet<Redirect>,
): ReadonlySet<number> {
  const ownRedirects = [...removedRedirects].filter(
    ({ node }) => node.file === array.file && !hasErrorsWithin(file, node.range),
  );
  return new Set(ownRedirects.map(({ node }) => node.range.start));
}

/** The changes to redirects that are necessary if pages move. */
export interface MovedRedirects {
  /** Edits that update the destinations of redirects, and edits that remove redirects that would hide a moved page. */
  readonly updated: EditsByFile;
  /** Edits that add redirects from the old paths of moved pages. */
  readonly added: EditsByFile;
  readonly redirects: readonly WrittenRedirect[];
  /** Redirects that can't be added, because docs.json can't be edited safely. */
  readonly manualRedirects: readonly WrittenRedirect[];
}

/**
 * Returns the redirects that are still missing after a move. Omits redirects that would hide a page, because the move
 * of the page may not have been applied.
 */
export function missingRedirects(
  site: Site,
  requested: readonly WrittenRedirect[],
): readonly WrittenRedirect[] {
  const existingPaths = new Set(redirectsOf(site).map(({ path }) => path));
  const slugs = [...site.pages.keys()].flatMap((file) =>
    isPublished(site.pages, file) ? (getPageSlug(file) ?? []) : [],
  );
  return requested.filter(({ source }) => {
    const path = redirectPath(source);
    const [folder = "", wildcard] = path.split("/:");
    const hidesPage = slugs.some((slug) =>
      wildcard === undefined ? slug === path : slug.startsWith(`${folder}/`),
    );
    return !existingPaths.has(path) && !hidesPage;
  });
}

const fewestOfFolder = 3;

/**
 * Updates redirects to a moved page so that they lead directly to its new path. Removes redirects whose source path now
 * belongs to a page, because they would hide that page.
 */
export function movedRedirects(site: Site, moved: MovedFiles): MovedRedirects {
  const updated: EditsByFile = new Map();
  const slugs = movedSlugs(moved);
  const isTaken = occupiedPathCheck(site, moved);
  const conflicting = findConflictingRedirects(site, slugs, isTaken);
  for (const redirect of redirectsOf(site)) {
    const { destinationNode: node } = redirect;
    const url = conflicting.has(redirect)
      ? undefined
      : movedDestination(site, redirect, { moved, isTaken }, slugs);
    if (url !== undefined) addEdits(updated, node.file, [{ range: node.range, newText: toJsonString(url) }]);
  }
  for (const [file, edits] of withoutRedirects(site.config, conflicting)) addEdits(updated, file, edits);
  const redirects = createRedirects(site, moved, { slugs, conflicting, isTaken });
  const added = withRedirects(site.config, redirects, conflicting);
  return added.size > 0
    ? { updated, added, redirects, manualRedirects: [] }
    : { updated, added: new Map(), redirects: [], manualRedirects: redirects };
}

function findConflictingRedirects(
  site: Site,
  slugs: ReadonlyMap<string, string>,
  isTaken: (slug: string) => boolean,
): ReadonlySet<Redirect> {
  const found = new Set<Redirect>();
  for (const [old, now] of slugs)
    for (const path of pathsOf(now, isTaken)) {
      const followed = findRedirect(site, path);
      if (!followed) continue;
      const leadsBack = destinationPath(site, followed.destination) === old;
      if (!followed.redirect.pattern || leadsBack) found.add(followed.redirect);
    }
  return found;
}

function movedDestination(
  site: Site,
  { destination, pattern }: Redirect,
  moved: MovedSymbols,
  slugs: ReadonlyMap<string, string>,
): string | undefined {
  if (!pattern || !/[:*]/.test(destination.replace(/^https?:/, "")))
    return movedUrl(
      destination,
      resolveLink(site, destination, undefined),
      { oldFolder: "", newFolder: "" },
      moved,
    );
  const [, slash = "", folder = "", rest = ""] = /^(\/?)([^:*]*?)\/([^/]*[:*].*)$/s.exec(destination) ?? [];
  const folderPath = destinationPath(site, `/${folder}`) ?? "";
  const to =
    folderPath === "" || !folder.endsWith(folderPath)
      ? undefined
      : getMovedFolder(site.files, folderPath, slugs);
  return to === undefined ? undefined : `${slash}${folder.slice(0, -folderPath.length)}${to}/${rest}`;
}

/** The paths of moved pages, and the redirects that conflict with them. */
interface MovedPaths {
  readonly slugs: ReadonlyMap<string, string>;
  readonly conflicting: ReadonlySet<Redirect>;
  readonly isTaken: (slug: string) => boolean;
}

/**
 * Returns a redirect for each moved page, or a single redirect for all pages in a folder if the folder becomes empty.
 */
function createRedirects(
  site: Site,
  moved: MovedFiles,
  { slugs, conflicting: inTheWay, isTaken }: MovedPaths,
): WrittenRedirect[] {
  const { bySlug } = publishedPages(site.pages);
  const published = new Map<string, string>();
  for (const from of moved.keys()) {
    const [slug, to] = [getPageSlug(from), slugs.get(getPageSlug(from) ?? "")];
    if (slug !== undefined && to !== undefined && isPublished(site.pages, from)) published.set(slug, to);
  }
  const newSlugs = [...moved.values()].flatMap((file) => getPageSlug(file) ?? []);
  const otherSlugs = [...newSlugs, ...generatedPages(site).map(({ slug }) => slug)];
  const usedPaths = new Set([...otherSlugs, ...getParentFolders(otherSlugs)]);
  const found: WrittenRedirect[] = [];
  const covered = new Set<string>();
  for (const [folder, to] of getMovedFolders(
    site,
    published,
    (path) => usedPaths.has(path) || isTaken(path),
  )) {
    found.push({
      source: `${formatRedirectPath(site, folder)}/:slug*`,
      destination: `${formatRedirectPath(site, to)}/:slug*`,
    });
    for (const slug of published.keys()) if (slug.startsWith(`${folder}/`)) covered.add(slug);
  }
  for (const [slug, to] of published)
    for (const path of pathsOf(slug, (occupied) => bySlug.has(occupied))) {
      const isCovered = covered.has(slug) && path === slug;
      const existing = findRedirect(site, path)?.redirect;
      const alreadyExists = existing !== undefined && !existing.pattern && !inTheWay.has(existing);
      const isRetained = path === "" || isTaken(path) || pathsOf(to, isTaken).includes(path);
      if (isCovered || alreadyExists || isRetained) continue;
      found.push({
        source: formatRedirectPath(site, path),
        destination: formatRedirectPath(site, shortPath(to, isTaken)),
      });
    }
  return found;
}

/**
 * Returns the folders whose pages have all moved away. A folder `g` is excluded if a page has the path `/g` or a path
 * below it after the move, because a redirect from `/g/:slug*` would hide the page. (It isn't documented whether that
 * pattern matches `/g` itself.)
 */
function getMovedFolders(
  site: Site,
  published: ReadonlyMap<string, string>,
  isUsed: (path: string) => boolean,
): Map<string, string> {
  const folders = new Map<string, string>();
  for (const slug of published.keys())
    for (let folder = folderOf(slug); folder !== ""; folder = folderOf(folder)) folders.set(folder, "");
  const full = new Map<string, string>();
  for (const folder of [...folders.keys()].sort((a, b) => a.length - b.length)) {
    if ([...full.keys()].some((parentFolder) => folder.startsWith(`${parentFolder}/`))) continue;
    const to = getMovedFolder(site.files, folder, published);
    const count = [...published.keys()].filter((slug) => slug.startsWith(`${folder}/`)).length;
    if (to === undefined || count < fewestOfFolder || isUsed(folder)) continue;
    if (`${folder}/`.startsWith(`${to}/`)) continue;
    const hasOwn = redirectsOf(site).some(({ path }) => path.startsWith(`${folder}/`));
    if (!hasOwn) full.set(folder, to);
  }
  return full;
}
