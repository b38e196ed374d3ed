import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { removeItems, removeProperty } from "../../config/json/change-members.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { type JsonArray, getJsonValue } from "../../config/json/json-tree.ts";
import { planRedirects, type RedirectPlan, type WrittenRedirect } from "../../config/redirect-edits.ts";
import { isMediaUsed, isUnlistedPage, isUnusedMedia, isUnusedSnippet } from "../../site/files/file-usage.ts";
import {
  knownLinksOfScript,
  type LinkReference,
  linksOfConfig,
  linksOfPage,
  linksOfSpec,
  linksOnAllPages,
} from "../../site/links/links.ts";
import {
  destinationPath,
  findRedirect,
  redirectPath,
  redirectsOf,
  formatRedirectPath,
} from "../../site/links/redirects.ts";
import { finalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { isIncludedFile } from "../../site/navigation/used-files.ts";
import { isPublished, isSnippet, pageSlugsOf, publishedPages, getPageSlug } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { folderOf } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation, SitePath } from "../../text/text-edit.ts";
import { findReferences, linksWithTail, tailsOf } from "../references/find-references.ts";
import type { SymbolReference } from "../references/symbol-at.ts";
import { pathsOf, shortPath } from "./moved-links.ts";

/** The effects of deleting files. Includes redirects from the paths of deleted pages to nearby pages. */
export interface DeletePlan extends RedirectPlan {
  readonly files: readonly SitePath[];
  /** Edits that remove navigation entries and `root` settings of groups if they refer to deleted pages. */
  readonly edits: readonly FileEdit[];
  /**
   * References to deleted files that remain in links, imports, and settings. Also contains navigation entries that
   * can't be removed because docs.json has errors.
   */
  readonly uses: readonly SymbolReference[];
}

/** Plans the deletion of the files and folders in `paths`. */
export function planDelete(site: Site, paths: readonly SitePath[]): DeletePlan {
  const deleted = deletedFiles(site, paths);
  const edits: EditsByFile = new Map();
  removeEntries(site, deleted, edits);
  const redirects = createRedirects(site, deleted);
  followRedirects(site, deleted, redirects, edits);
  const kinds = new Set<SymbolReference["kind"]>(["link", "import", "snippet", "setting", "reference"]);
  const isRetained = ({ kind, at }: SymbolReference) =>
    kinds.has(kind) || ((kind === "entry" || kind === "root") && !isCovered(at, edits));
  return {
    files: [...deleted],
    edits: [...edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own })),
    ...planRedirects(site.config, redirects),
    uses: [...deleted].flatMap((file) =>
      findReferences(site, { kind: site.pages.has(file) ? "page" : "file", file }).filter(
        (reference) => isRetained(reference) && !deleted.has(reference.at.file),
      ),
    ),
  };
}

function isCovered({ file, range: { start, end } }: SiteLocation, edits: EditsByFile): boolean {
  return (edits.get(file) ?? []).some(({ range }) => range.start <= start && end <= range.end);
}

function deletedFiles(site: Site, paths: readonly SitePath[]): ReadonlySet<SitePath> {
  const deleted = new Set(paths.filter((path) => site.files.has(path)));
  const folders = paths.filter((path) => !site.files.has(path));
  if (folders.length > 0)
    for (const file of site.files)
      if (folders.some((folder) => file.startsWith(`${folder}/`))) deleted.add(file);
  return deleted;
}

function removeEntries(site: Site, deleted: ReadonlySet<SitePath>, edits: EditsByFile): void {
  const { fileOf } = pageSlugsOf(site.files);
  const isGone = (text: string) => {
    const pageEntry = readPageEntry(text);
    return pageEntry.kind === "page" && deleted.has(fileOf.get(pageEntry.slug) ?? "");
  };
  const fileAt = (path: SitePath) => site.config.files.find((file) => file.path === path);
  for (const { root, node } of navigationOf(site.config).elements) {
    const file = root && isGone(root.value) ? fileAt(root.file) : undefined;
    if (file) addEdits(edits, file.path, removeProperty(file, node, "root"));
  }
  const arrays = new Set<JsonArray>();
  for (const { parent, text } of navigationOf(site.config).entries)
    if (isGone(text)) for (const { array } of parent.childKeys) if (array) arrays.add(array);
  for (const array of arrays) {
    const file = fileAt(array.file);
    if (!file) continue;
    const removedItems = new Set(
      array.items
        .filter((item) => item.kind === "string" && isGone(item.value))
        .map(({ range }) => range.start),
    );
    addEdits(
      edits,
      array.file,
      removeItems(file, array, ({ start }) => removedItems.has(start)),
    );
  }
}

/**
 * Returns a redirect from each deleted page to a sibling in the navigation or, if there's none, to the nearest page
 * above it or the home page.
 */
function createRedirects(site: Site, deleted: ReadonlySet<SitePath>): WrittenRedirect[] {
  const { fileOf } = pageSlugsOf(site.files);
  const getRetainedSlug = (text: string): string | undefined => {
    const pageEntry = readPageEntry(text);
    const file = pageEntry.kind === "page" ? fileOf.get(pageEntry.slug) : undefined;
    return pageEntry.kind === "page" && file !== undefined && !deleted.has(file) ? pageEntry.slug : undefined;
  };
  const { entries } = navigationOf(site.config);
  const { bySlug } = publishedPages(site.pages);
  const isTaken = (path: string) => !deleted.has(bySlug.get(path)?.path ?? "") && bySlug.has(path);
  return [...deleted].flatMap((file) => {
    const slug = getPageSlug(file);
    if (slug === undefined || !isPublished(site.pages, file)) return [];
    const entry = entries.find(({ text }) => fileOf.get(slugIn(text)) === file);
    const siblings = entry?.parent.children.flatMap((child) =>
      child.type === "entry" ? (getRetainedSlug(child.text) ?? []) : [],
    );
    // The redirect uses the target's short path, which is `/` for the home page.
    const target = shortPath(siblings?.[0] ?? nearestRemaining(slug, fileOf, deleted) ?? "", isTaken);
    return pathsOf(slug, (path) => bySlug.has(path))
      .filter((path) => path !== "" && path !== target && findRedirect(site, path) === undefined)
      .map((path) => ({
        source: formatRedirectPath(site, path),
        destination: formatRedirectPath(site, target),
      }));
  });
}

function slugIn(text: string): string {
  const pageEntry = readPageEntry(text);
  return pageEntry.kind === "page" ? pageEntry.slug : "";
}

function nearestRemaining(
  slug: string,
  fileOf: ReadonlyMap<string, SitePath>,
  deleted: ReadonlySet<SitePath>,
): string | undefined {
  for (let folder = folderOf(slug); folder !== ""; folder = folderOf(folder))
    for (const candidate of [folder, `${folder}/index`]) {
      const file = fileOf.get(candidate);
      if (file !== undefined && !deleted.has(file)) return folder;
    }
  return undefined;
}

/**
 * Adds edits that change redirects to a deleted page so that they lead directly to the destination of that page's new
 * redirect.
 */
function followRedirects(
  site: Site,
  deleted: ReadonlySet<SitePath>,
  redirects: readonly WrittenRedirect[],
  edits: EditsByFile,
): void {
  const newUrls = new Map(
    redirects.map(({ source, destination }) => [destinationPath(site, source), destination]),
  );
  for (const { destination, destinationNode, pattern } of redirectsOf(site)) {
    const old = pattern ? undefined : resolveLink(site, destination, undefined);
    const newUrl = old?.kind === "page" && deleted.has(old.file) ? newUrls.get(old.slug) : undefined;
    if (old?.kind !== "page" || newUrl === undefined) continue;
    // If the destination starts with the path that the site is hosted under, such as `/docs`, that path is preserved.
    const path = redirectPath(destination);
    const prefix = path.endsWith(`/${old.slug}`) ? `/${path.slice(0, -old.slug.length - 1)}` : "";
    const target = prefix === "" ? newUrl : `${prefix}/${destinationPath(site, newUrl) ?? ""}`;
    if (getJsonValue(site.config.root, "redirects") !== undefined)
      addEdits(edits, destinationNode.file, [
        { range: destinationNode.range, newText: toJsonString(target) },
      ]);
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
  readonly isNamed: boolean;
}

/**
 * Returns the unused images, snippets, and pages, and the files that only these files use, directly or indirectly.
 * Sorted by path.
 */
export function findUnused(site: Site): readonly UnusedFile[] {
  const alreadyUnused = getUnusedFiles(site);
  const found = [
    ...alreadyUnused.map((file) => ({ file, isNamed: false })),
    ...leftUnused(site, new Set(alreadyUnused)).map((file) => ({ file, isNamed: true })),
  ].map(({ file, isNamed }): UnusedFile => ({
    file,
    isNamed,
    kind: isSnippet(file) && !isMedia(site, file) ? "snippet" : "media",
  }));
  const pages = unlinkedPages(site).map((file): UnusedFile => ({ file, kind: "page", isNamed: false }));
  return [...found, ...pages].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns the images and snippets that are currently used but become unused if these files are deleted. */
export function leftUnused(site: Site, deleted: ReadonlySet<SitePath>): readonly SitePath[] {
  const before = new Set(getUnusedFiles(site));
  const all = new Set(deleted);
  const remaining: SitePath[] = [];
  for (let more = 1; more > 0;) {
    // Files whose use can't be determined now are excluded, because it can't be determined after the deletion either.
    const next = getUnusedFiles(withoutFiles(site, all)).filter(
      (file) => !before.has(file) && (isSnippet(file) || isMediaUsed(site, file) === true),
    );
    for (const file of next) all.add(file);
    remaining.push(...next);
    more = next.length;
  }
  return remaining;
}

function getUnusedFiles(site: Site): SitePath[] {
  return [...site.files].filter((file) => isUnusedMedia(site, file) || isUnusedSnippet(site, file));
}

function isMedia(site: Site, file: SitePath): boolean {
  return !site.pages.has(file) && !site.scripts.has(file);
}

function withoutFiles(site: Site, deleted: ReadonlySet<SitePath>): Site {
  const removeDeleted = <V>(entries: ReadonlyMap<SitePath, V>): ReadonlyMap<SitePath, V> =>
    new Map([...entries].filter(([path]) => !deleted.has(path)));
  return {
    ...site,
    files: new Set([...site.files].filter((file) => !deleted.has(file))),
    pages: removeDeleted(site.pages),
    references: removeDeleted(site.references),
    scripts: removeDeleted(site.scripts),
    scriptReferences: removeDeleted(site.scriptReferences),
    ...(site.mentions && { mentions: removeDeleted(site.mentions) }),
  };
}

/** Returns pages outside the navigation that no link, redirect, or setting in another file leads to. */
function unlinkedPages(site: Site): SitePath[] {
  const unlisted = [...site.pages.values()].filter(
    (page) => !isIncludedFile(site, page.path) && isUnlistedPage(site, page),
  );
  if (unlisted.length === 0) return [];
  const reached = reachedPages(site, new Set(unlisted.flatMap(({ path }) => [...tailsOf(path)])));
  return unlisted.map(({ path }) => path).filter((path) => !reached.has(path));
}

/**
 * Returns the pages that a link, redirect, or setting leads to. Only links that end with one of `lastSegments` are
 * resolved.
 */
function reachedPages(site: Site, lastSegments: ReadonlySet<string>): ReadonlySet<SitePath> {
  const reached = new Set<SitePath>();
  const add = (target: LinkTarget, from?: SitePath) => {
    const finalTargetOfLink = finalTarget(target);
    if (finalTargetOfLink.kind === "page" && finalTargetOfLink.file !== from)
      reached.add(finalTargetOfLink.file);
  };
  const addLinks = (path: SitePath, links: readonly LinkReference[]) => {
    for (const { targets } of linksOnAllPages(site, path, linksWithTail(links, lastSegments)))
      for (const { target } of targets) add(target, path);
  };
  for (const script of site.scriptReferences.values())
    addLinks(script.path, knownLinksOfScript(site, script));
  for (const page of site.references.values()) addLinks(page.path, linksOfPage(page));
  const fromRoot = [
    ...linksOfConfig(site.config),
    ...[...site.specs.values()].flatMap(linksOfSpec),
    ...redirectsOf(site).map(({ destination }) => ({ url: destination })),
  ];
  for (const { url } of fromRoot) add(resolveLink(site, url, undefined));
  return reached;
}
