import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isSiteConfig, type JsonFile, mayBecomeSiteConfig, readJson } from "../../core/config/json/json-tree.ts";
import { createIgnoreMatcher, skippedFolders } from "../../core/site/settings/ignore.ts";
import { readSettings } from "../../core/site/settings/site-settings.ts";
import { configEntry } from "../../core/site/site.ts";
import { getFileName, getFolderPath } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runInBackground } from "../async/time-slicing.ts";
import { type Disk, isInside, toSitePath } from "./disk.ts";
import { createNodeDisk } from "./node-disk.ts";
import { ignoreFile, readFile, settingsFile, type SiteFiles, getFileText } from "./site-files.ts";

/**
 * The files in a folder that may be a site, along with the folder's docs.json if it has already been parsed.
 */
export interface SiteCandidate extends SiteFiles {
  readonly parsedConfig?: JsonFile | null | undefined;
}

/**
 * Returns the root of every site at or below a folder, outermost first. The folder itself is a site if it contains a
 * docs.json, regardless of the folders above it.
 */
export async function findSites(
  folder: string,
  signal?: AbortSignal,
  openDisk: (root: string) => Disk = createNodeDisk,
): Promise<string[]> {
  const folders = await findConfigFolders(folder, signal, openDisk);
  return chooseSites(folders, (root) => ({ disk: openDisk(root) }));
}

/**
 * Returns the root of the site that contains a file, or undefined if the file isn't in a site. All folders above the
 * file are considered.
 */
export function findSiteAbove(file: string): string | undefined {
  const folders = listAncestors(file).filter((folder) => createNodeDisk(folder).getStamp(configEntry) !== undefined);
  return findFileSite(chooseSites(folders, createCandidate), (root) => root, file)?.site;
}

/**
 * Returns every folder at or below this one that contains a docs.json. Skips folders that can't be part of a site (dot
 * folders, node_modules).
 */
export async function findConfigFolders(
  folder: string,
  signal?: AbortSignal,
  openDisk: (root: string) => Disk = createNodeDisk,
): Promise<string[]> {
  const { files } = await runInBackground(openDisk(folder).list(mayContainSites), signal);
  return files.filter((path) => getFileName(path) === configEntry).map((path) => join(folder, getFolderPath(path)));
}

/**
 * Returns the roots of sites among folders that contain a docs.json, outermost first. Because the service publishes one
 * folder with the docs.json at its root, the outermost docs.json determines the site, and any docs.json in a subfolder
 * is part of that site. There are three exceptions. First, `.docwright.json` at the root can list a folder below it as
 * a separate site (`sites`). Second, the root's docs.json doesn't apply to a folder that its `.mintignore` excludes.
 * Third, a docs.json that doesn't configure a site is replaced by those in its subfolders that do. If sites are found,
 * a docs.json that belongs to another program, such as the output of TypeDoc or Stencil, isn't treated as a site.
 */
export function chooseSites(folders: readonly string[], getCandidate: (folder: string) => SiteCandidate): string[] {
  const isSiteByFolder = new Map<string, boolean>();
  const isConfigured = (folder: string): boolean => {
    const isSite = isSiteByFolder.get(folder) ?? configuresSite(getCandidate(folder));
    isSiteByFolder.set(folder, isSite);
    return isSite;
  };
  const outerSitesByRoot = new Map<string, OuterSite>();
  const toOuterSite = (root: string): OuterSite => {
    const outerSite = outerSitesByRoot.get(root) ?? readOuterSite(getCandidate(root));
    outerSitesByRoot.set(root, outerSite);
    return outerSite;
  };
  /**
   * Whether a folder is a separate site. Any enclosing site can list the folder as a separate site, but only the ignore
   * rules of the nearest enclosing site apply.
   */
  const isIndependent = (outerFolders: readonly string[], folder: string): boolean => {
    const isListed = outerFolders.some((root) =>
      toOuterSite(root).listedSites.includes(toSitePath(root, folder) ?? ""),
    );
    const [nearestFolder] = outerFolders;
    if (isListed || nearestFolder === undefined) return isListed;
    return toOuterSite(nearestFolder).isExcluded(toSitePath(nearestFolder, folder) ?? "") && isConfigured(folder);
  };
  const roots = new Set<string>();
  for (const folder of [...folders].sort(compareDepth)) {
    const outerFolders = listEnclosingFolders(folder, roots).filter(
      (root) => isConfigured(root) || !isConfigured(folder),
    );
    if (outerFolders.length === 0 || isIndependent(outerFolders, folder)) roots.add(folder);
  }
  for (const root of roots) {
    const outerFolders = listEnclosingFolders(root, roots);
    if (outerFolders.length > 0 && isConfigured(root))
      for (const outerFolder of outerFolders) if (!isConfigured(outerFolder)) roots.delete(outerFolder);
  }
  if (roots.size < 2) return [...roots];
  const siteRoots = [...roots].filter((root) => isConfigured(root) || mayBecomeSite(getCandidate(root)));
  return siteRoots.length > 0 ? siteRoots : [...roots];
}

/** Determines which folders below a site's root aren't part of it. */
interface OuterSite {
  readonly listedSites: readonly SitePath[];
  readonly isExcluded: (folder: SitePath) => boolean;
}

function readOuterSite(candidate: SiteCandidate): OuterSite {
  const isIgnored = createIgnoreMatcher(getFileText(readFile(candidate, ignoreFile)));
  return {
    listedSites: readSettings(getFileText(readFile(candidate, settingsFile))).sites,
    // `ja/**` excludes everything in the folder. If only `ja/docs.json` is excluded, the folder's pages remain in the
    // outer site.
    isExcluded: (folder) => isIgnored(`${folder}/${configEntry}`) && isIgnored(`${folder}/index.mdx`),
  };
}

/** Returns the site that a file belongs to: the site with the innermost folder that contains the file. */
export function findFileSite<Site>(
  sites: Iterable<Site>,
  getRoot: (site: Site) => string,
  file: string,
): { readonly site: Site; readonly path: SitePath } | undefined {
  let nearestSite: { readonly site: Site; readonly path: SitePath } | undefined;
  for (const site of sites) {
    if (nearestSite && getRoot(site).length < getRoot(nearestSite.site).length) continue;
    const path = toSitePath(getRoot(site), file);
    if (path !== undefined) nearestSite = { site, path };
  }
  return nearestSite;
}

/** Whether the search for sites enters this folder. */
export function mayContainSites(folder: SitePath): boolean {
  return folder.split("/").every((name) => !name.startsWith(".") && !skippedFolders.has(name));
}

function createCandidate(root: string): SiteCandidate {
  return { disk: createNodeDisk(root) };
}

/** Returns the given folders that contain this one, innermost first. */
function listEnclosingFolders(folder: string, folders: ReadonlySet<string>): string[] {
  return listAncestors(folder).filter((folderAbove) => folders.has(folderAbove));
}

/** Returns every folder that contains an absolute path, innermost first. */
export function listAncestors(path: string): string[] {
  const folders: string[] = [];
  for (let folder = path; folder !== dirname(folder);) folders.push((folder = dirname(folder)));
  return folders;
}

function compareDepth(a: string, b: string): number {
  return a.split(/[\\/]/).length - b.split(/[\\/]/).length || (a < b ? -1 : 1);
}

function configuresSite(candidate: SiteCandidate): boolean {
  return checkConfig(candidate, isSiteConfig);
}

function mayBecomeSite(candidate: SiteCandidate): boolean {
  return checkConfig(candidate, mayBecomeSiteConfig);
}

function checkConfig(candidate: SiteCandidate, check: (config: JsonFile) => boolean): boolean {
  const file = readFile(candidate, configEntry);
  if (file.kind !== "text") return file.kind === "unreadable";
  const { parsedConfig } = candidate;
  return check(parsedConfig?.text === file.text ? parsedConfig : readJson(configEntry, file.text));
}

/** The folder of a new site, or a folder that may contain new sites. Paths are absolute. */
export type SearchLocation = { readonly site: string } | { readonly folder: string };

/**
 * Returns where to look for new sites after an event for a file or folder. If the path goes through a link, returns the
 * editor's folders. The link may lead outside these folders or to a site that has already been found, and only a
 * complete search detects both cases.
 */
export function findSearchLocation(folders: readonly string[], path: string): SearchLocation | undefined {
  const isEntry = basename(path) === configEntry;
  const folder = isEntry ? dirname(path) : path;
  const editorFolder = folders.find((candidate) => isInside(candidate, folder));
  const relativePath = editorFolder === undefined ? undefined : toSitePath(editorFolder, folder);
  if (editorFolder === undefined || relativePath === undefined || !mayContainSites(relativePath)) return undefined;
  if (!createNodeDisk(editorFolder).isFolder(relativePath)) return undefined;
  if (hasLinkBetween(editorFolder, relativePath)) return { folder: editorFolder };
  if (!isEntry) return { folder };
  return createNodeDisk(folder).getStamp(configEntry) === undefined ? undefined : { site: folder };
}

/** Whether the path from a folder to a folder below it goes through a link. */
export function hasLinkBetween(outerFolder: string, folder: string): boolean {
  try {
    return realpathSync.native(join(outerFolder, folder)) !== join(realpathSync.native(outerFolder), folder);
  } catch {
    return true;
  }
}
