import { basename, dirname, join } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import type { RunOptions } from "../../core/rules/engine/run-rules.ts";
import { configEntry } from "../../core/site/site.ts";
import { getFolderPath } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { type Disk, isInside, maxTextSize, toSitePath } from "../files/disk.ts";
import {
  listAncestors,
  chooseSites,
  findConfigFolders,
  hasLinkBetween,
  mayContainSites,
  findFileSite,
  findSearchLocation,
} from "../files/find-sites.ts";
import { type OpenFile, OpenFiles } from "../files/file-stamps.ts";
import { createNodeDisk, usesAstro } from "../files/node-disk.ts";
import { ignoreFile, isDependency, settingsFile, type SiteFiles, createSinglePageFiles } from "../files/site-files.ts";
import { ChangeQueue, isRelevant, isFolder, maxSingleChanges } from "../files/watch-files.ts";
import { createPreviousPagesReader } from "../git/revisions.ts";
import type { MdxReader } from "../mdx/mdx-validator.ts";
import { addCopies, type RemoteSpecs } from "../specs/remote-specs.ts";
import type { SpecAnalyzer } from "../specs/spec-analysis.ts";
import { SiteState } from "./site-state.ts";
import type { ReadSpecs } from "./load-site.ts";
import { TaskScheduler, type TaskListener } from "./task-scheduler.ts";
import { addToGroup } from "../../core/text/maps.ts";

/** A file and the site it belongs to. */
export interface FileLocation {
  readonly site: SiteState;
  readonly path: SitePath;
}

export interface SiteStoreEvents {
  /** Called when there's a new snapshot, before its problems have been found. */
  readonly onChanged?: (site: SiteState) => void;
  readonly onProblems: (site: SiteState) => void;
  readonly onIdle: (site: SiteState) => void;
  readonly onRemoved: (site: SiteState) => void;
  /** Called when the page of a temporary site (see `openPage`) has become part of a site. */
  readonly onReplaced?: (site: SiteState) => void;
  readonly onScanChanged: (site: SiteState) => void;
  readonly onProgress: (site: SiteState, doneCount: number, total: number) => void;
  /** Called when the search for sites in the editor's folders is complete, even if it didn't find any. */
  readonly onSearchEnd?: () => void;
}

export interface SiteStoreOptions extends SiteStoreEvents, Pick<TaskListener, "handlesEditorRequests"> {
  readonly profile: ProfileName | "auto";
  /** Whether Git can be queried for the pages that were published at the last commit. */
  readonly canUseGit?: boolean;
  readonly readSpecs: ReadSpecs;
  readonly specAnalyzer: SpecAnalyzer;
  /** Local copies of remote specifications. Undefined if none are used. */
  readonly remoteSpecs?: RemoteSpecs;
  readonly mdxReader: MdxReader;
  readonly rules: RunOptions;
  readonly onFailed: (failedTask: string, error: unknown) => void;
}

/** The time in milliseconds during which events for other files may follow after an editor reloads a file from disk. */
const reloadMilliseconds = 400;

/**
 * Manages the sites in an editor's folders. Uses the folders, open files, and disk events (all with absolute paths) to
 * keep the sites and their problems up to date. `chooseSites` determines which folders are sites.
 */
export class SiteStore {
  readonly #options: SiteStoreOptions;
  readonly #scheduler: TaskScheduler;
  readonly #queue: ChangeQueue;
  readonly #openFiles = new OpenFiles();
  readonly #sitesByRoot = new Map<string, SiteState>();
  /** The temporary sites of pages outside all sites. */
  readonly #singlePages = new Set<FileLocation>();
  /**
   * Folders in which a docs.json has been found. Some of these folders belong to a site whose root is another folder.
   */
  readonly #configFolders = new Set<string>();
  #folders: readonly string[] = [];
  #searchPromise: Promise<void> = Promise.resolve();
  /** The number of site searches in progress. */
  #searchCount = 0;

  constructor(options: SiteStoreOptions) {
    this.#options = options;
    this.#scheduler = new TaskScheduler(options);
    this.#queue = new ChangeQueue((paths) => this.#applyQueuedChanges(paths));
  }

  get sites(): SiteState[] {
    return [...this.#sitesByRoot.values()];
  }

  /** Sets the folders that are open in the editor. Sites in their subfolders are found in the background. */
  async setFolders(folders: readonly string[]): Promise<void> {
    const addedFolders = folders.filter((folder) => !this.#folders.includes(folder));
    this.#folders = folders;
    this.#updateOpenSites();
    await this.#searchFolders(addedFolders);
    this.#options.onSearchEnd?.();
  }

  findSite(path: string): FileLocation | undefined {
    return findFileSite(this.#sitesByRoot.values(), ({ root }) => root, path);
  }

  /**
   * Creates a temporary site for a page outside all sites, in which the page can be previewed. The site's root is the
   * editor's folder that contains the page or, if there's none, the page's own folder. The site isn't in `sites`, and
   * its problems aren't reported. The caller must close it.
   */
  openPage(file: string): FileLocation {
    const root = this.#findFolder(file) ?? dirname(file);
    const path = toSitePath(root, file) ?? basename(file);
    const site = new SiteState({
      ...this.#options,
      files: createSinglePageFiles(this.#getFiles(root), path),
      onChanged: (siteState) => this.#options.onChanged?.(siteState),
      onProgress: () => undefined,
      onScanChanged: () => undefined,
    });
    const location = { site, path };
    this.#singlePages.add(location);
    void site.scan();
    return location;
  }

  /** Closes a temporary site. */
  closePage(location: FileLocation): void {
    this.#singlePages.delete(location);
    location.site.end();
  }

  getOpenFile(path: string): OpenFile | undefined {
    return this.#openFiles.get(path);
  }

  open(path: string, file: OpenFile): void {
    this.#openFiles.put(path, file);
    this.#openSite(path);
    this.onSaved(path);
    this.#handleChange(path);
  }

  edit(path: string, file: OpenFile): void {
    this.#openFiles.put(path, file);
    if (this.#isReload(path, file.text)) this.#queue.add([path], reloadMilliseconds);
    else this.#handleChange(path);
  }

  /** Records that the file on disk has the same text as in the editor. */
  onSaved(path: string): void {
    this.#openFiles.setStamp(path, this.#getStamp(path));
  }

  close(path: string): void {
    this.#openFiles.remove(path);
    const location = this.findSite(path);
    // The site may list the file's folder under another path. If the file isn't open, the site recognizes it only by
    // that other path.
    if (location && hasLinkBetween(location.site.root, getFolderPath(location.path))) void location.site.scan();
    else this.#handleChange(path);
    this.#updateOpenSites();
  }

  /** Handles files or folders that were created, changed, or deleted on disk. */
  onFilesChanged(paths: readonly string[]): void {
    this.#queue.add(paths);
  }

  /**
   * Whether the data about the file is out of date because its text has changed. If `scope` is `text`, returns whether
   * the text itself hasn't been read yet.
   */
  hasPendingChanges({ site, path }: FileLocation, scope: "text" | "all" = "all"): boolean {
    const isPending = scope === "text" ? site.isUnread(path) : site.hasPendingChanges(path);
    return isPending || this.#queue.has(join(site.root, path));
  }

  /**
   * Whether requests must wait because Docwright is searching for sites, reading a site, or waiting for the end of a
   * burst of changes.
   */
  get isReading(): boolean {
    return this.#searchCount > 0 || this.#queue.paths.size > 0 || this.sites.some((site) => !site.isCurrent);
  }

  /** Whether every reported change to the site's files is in its snapshot. False for a site that was closed. */
  isRead(site: SiteState): boolean {
    return this.#has(site) && site.isRead && !this.#hasQueuedChange(site);
  }

  /** Whether the snapshot contains the current text of each of these files, based on the changes detected so far. */
  areRead(site: SiteState, files: Iterable<SitePath>): boolean {
    return this.#has(site) && [...files].every((path) => !this.hasPendingChanges({ site, path }, "text"));
  }

  /**
   * Resolves when every change reported so far is in the snapshot and no burst of changes is in progress. More changes
   * may be reported while this method is waiting (see `isRead`).
   */
  async waitUntilRead(site: SiteState): Promise<void> {
    await this.#searchPromise;
    if (this.#hasQueuedChange(site)) await this.#queue.waitUntilIdle();
    await site.waitUntilRead();
  }

  /**
   * Checks the disk for changes that no event has reported, and reads the changed files. Checks only `files` or, if
   * `files` is absent, the complete site. Resolves to true if there were any changes.
   */
  async readUnreportedChanges(site: SiteState, files?: Iterable<SitePath>): Promise<boolean> {
    const changedPaths = files
      ? [...files].filter((path) => !site.isOnDisk(path))
      : await runTimeSliced(site.listFilesChangedOnDisk());
    // The check also finds files of nested sites. However, nested sites read their own files.
    const paths = changedPaths
      .map((path) => join(site.root, path))
      .filter((path) => this.findSite(path)?.site === site);
    // The editor will soon reload an open file. After that, edits in the editor will apply to the new text.
    const reloadedPaths = this.#openFiles.paths.filter(
      (path) => this.findSite(path)?.site === site && this.#openFiles.isStale(path, this.#getStamp(path)),
    );
    const pathsToRead = [...paths, ...reloadedPaths];
    if (pathsToRead.length === 0) return false;
    const mustWait = reloadedPaths.length > 0 || changedPaths.some((path) => site.mayBeUnfinished(path));
    this.#queue.add(pathsToRead, mustWait ? reloadMilliseconds : undefined);
    await this.#queue.waitUntilIdle();
    return true;
  }

  isIdle(site: SiteState): boolean {
    return site.isCurrent && this.#scheduler.isIdle(site);
  }

  /** Returns the site of a file once the problems for the file's current text can be determined. */
  async waitUntilReady(path: string): Promise<FileLocation | undefined> {
    if (!this.findSite(path)) await this.#searchPromise;
    await this.#queue.waitUntilIdle();
    const location = this.findSite(path);
    await location?.site.waitUntilReady(location.path);
    return location;
  }

  /**
   * Resolves when the file's problems match the text that has been read, or when the file or its site has been removed.
   */
  async waitUntilChecked({ site, path }: FileLocation): Promise<void> {
    await this.#scheduler.waitUntilChecked(site, path);
  }

  /** Resolves when the site of a file, if there is one, has been found and read for the first time. */
  async waitUntilLoaded(path: string): Promise<void> {
    if (!this.findSite(path)) await this.#searchPromise;
    await this.findSite(path)?.site.waitUntilLoaded();
  }

  /** Resolves when every site has been found and read for the first time. */
  async waitUntilAllLoaded(): Promise<void> {
    await this.#searchPromise;
    await Promise.all(this.sites.map((site) => site.waitUntilLoaded()));
  }

  /** Resolves when every site has been found and read, and no problem is stale. */
  async waitUntilIdle(): Promise<void> {
    do {
      await this.#searchPromise;
      await this.#queue.waitUntilIdle();
      for (const site of this.sites) {
        await site.waitUntilCurrent();
        await this.#scheduler.waitUntilIdle(site);
      }
    } while (!this.sites.every((site) => this.isIdle(site)));
  }

  end(): void {
    this.#queue.end();
    for (const site of this.sites) site.end();
    for (const location of this.#singlePages) this.closePage(location);
  }

  #has(site: SiteState): boolean {
    return this.#sitesByRoot.get(site.root) === site;
  }

  /**
   * Whether a change to a file in the site is waiting to be applied. Ignores files that don't belong to the site,
   * because build tools constantly write such files.
   */
  #hasQueuedChange(site: SiteState): boolean {
    for (const path of this.#queue.paths) {
      if (canAffectSites(path) && isInside(dirname(path), site.root)) return true;
      const sitePath = toSitePath(site.root, path);
      if (sitePath !== undefined && isRelevant({ site, path: sitePath })) return true;
    }
    return false;
  }

  #handleChange(path: string): void {
    this.#openFiles.markApplied(path);
    const location = this.findSite(path);
    location?.site.change(location.path);
    this.#changeSinglePages(path);
    if (canAffectSites(path)) this.#updateOpenSites();
  }

  /** Whether the site is in one of the editor's folders or contains an open file. */
  #isRequested(root: string): boolean {
    return [...this.#folders, ...this.#openFiles.paths.map(dirname)].some(
      (folder) => isInside(folder, root) || (this.#isOutside(folder) && isInside(root, folder)),
    );
  }

  #isOutside(path: string): boolean {
    return !this.#folders.some((folder) => isInside(folder, path));
  }

  async #searchFolder(folder: string): Promise<void> {
    for (const configFolder of await findConfigFolders(folder)) this.#configFolders.add(configFolder);
    this.#updateOpenSites();
  }

  /** Opens and closes sites to match the folders that currently contain a docs.json. */
  #updateOpenSites(): void {
    for (const folder of this.#configFolders)
      if (!this.#isRequested(folder) || !this.#hasConfig(folder)) this.#configFolders.delete(folder);
    const roots = chooseSites([...this.#configFolders], (folder) => ({
      disk: this.#getDisk(folder),
      readUnsavedText: (path) => this.#openFiles.get(join(folder, path))?.text,
      parsedConfig: this.#sitesByRoot.get(folder)?.current?.skeleton.configSources.get(configEntry),
    }));
    for (const site of this.sites) if (!roots.includes(site.root)) this.#remove(site);
    for (const root of roots) this.#add(root);
  }

  /**
   * Finds the site of an open file immediately so that the site is available before the search for all sites is
   * complete. If the file is outside all open folders, this is the only way to find its site.
   */
  #openSite(path: string): void {
    const editorFolder = this.#findFolder(path);
    const mayBeSite = (folder: string) =>
      // If the folder is reached through a link, it may be part of a site that is found under its real path. Only the
      // search can determine this.
      (editorFolder === undefined ||
        (isInside(editorFolder, folder) && !hasLinkBetween(editorFolder, toSitePath(editorFolder, folder) ?? ""))) &&
      !this.#configFolders.has(folder) &&
      mayContainSites(toSitePath(editorFolder ?? folder, folder) ?? "") &&
      this.#hasConfig(folder);
    const configFolders = listAncestors(path).filter(mayBeSite);
    for (const folder of configFolders) this.#configFolders.add(folder);
    if (configFolders.length > 0) this.#updateOpenSites();
  }

  #hasConfig(folder: string): boolean {
    return this.#openFiles.has(join(folder, configEntry)) || this.#getDisk(folder).getStamp(configEntry) !== undefined;
  }

  #getDisk(root: string): Disk {
    return createNodeDisk(root, this.#findFolder(root));
  }

  #findFolder(path: string): string | undefined {
    return this.#folders.find((folder) => isInside(folder, path));
  }

  #add(root: string): void {
    if (this.#sitesByRoot.has(root)) return;
    const outerSite = this.findSite(root)?.site;
    const site: SiteState = new SiteState({
      ...this.#options,
      files: addCopies(this.#options.remoteSpecs, this.#getFiles(root)),
      onChanged: (siteState) => (this.#options.onChanged?.(siteState), this.#scheduler.request(siteState)),
    });
    this.#sitesByRoot.set(root, site);
    void site.scan();
    if (outerSite?.current) void outerSite.scan();
    for (const location of this.#singlePages)
      if (this.findSite(join(location.site.root, location.path))) this.#options.onReplaced?.(location.site);
  }

  #getFiles(root: string): SiteFiles {
    return {
      disk: this.#getDisk(root),
      profile: this.#options.profile,
      isAstro: () => usesAstro(root, this.#findFolder(root)),
      ...(this.#options.canUseGit && { readPreviousPages: createPreviousPagesReader(root, "HEAD") }),
      listOpenPaths: () => this.#openFiles.paths.flatMap((path) => toSitePath(root, path) ?? []),
      readUnsavedText: (path) => this.#openFiles.get(join(root, path))?.text,
    };
  }

  /** Updates the temporary sites after a change to a file. Their pages may import the file. */
  #changeSinglePages(file: string): void {
    for (const { site, path: page } of this.#singlePages) {
      const path = toSitePath(site.root, file);
      if (path === undefined) continue;
      if (isDependency(page, path)) site.change(path);
      else this.#options.onChanged?.(site);
    }
  }

  #remove(site: SiteState): void {
    this.#sitesByRoot.delete(site.root);
    site.end();
    this.#scheduler.remove(site);
    this.#options.onRemoved(site);
    void this.findSite(site.root)?.site.scan();
  }

  #getStamp(path: string): string | undefined {
    const location = this.findSite(path);
    return location?.site.files.disk.getStamp(location.path);
  }

  /**
   * Whether the editor has reloaded text that another program changed on disk, most likely as part of a burst of
   * changes.
   */
  #isReload(path: string, text: string): boolean {
    const location = this.findSite(path);
    const stamp = this.#getStamp(path);
    const hasNewStamp = this.#openFiles.setStamp(path, stamp);
    if (!location || stamp === undefined || !hasNewStamp) return false;
    const file = location.site.files.disk.read(location.path, maxTextSize);
    return file.kind === "text" && file.text === text;
  }

  #applyQueuedChanges(paths: ReadonlySet<string>): void {
    const pathsBySite = new Map<SiteState, SitePath[]>();
    // Checking 50,000 paths one by one takes seconds, whereas scanning the folders once doesn't block other work.
    const hasManyChanges = paths.size > maxSingleChanges;
    if (hasManyChanges) this.#updateAllSites(paths);
    for (const path of paths) {
      if (this.#openFiles.has(path)) this.onSaved(path);
      if (!hasManyChanges) this.#updateSite(path);
      this.#changeSinglePages(path);
      if (basename(path) === "package.json") for (const site of this.sites) site.updateAstro(dirname(path));
      const location = this.findSite(path);
      if (!location || !isRelevant(location)) continue;
      if (this.#openFiles.isApplied(path)) {
        // The file's problems were hidden while the change was pending.
        location.site.problemStore.markChanged(location.path);
        this.#scheduler.request(location.site);
        continue;
      }
      addToGroup(pathsBySite, location.site, location.path);
    }
    for (const [site, changedPaths] of pathsBySite) {
      if (changedPaths.length > maxSingleChanges || changedPaths.some((path) => isFolder(site, path)))
        void site.scan(changedPaths.filter((path) => this.#openFiles.markApplied(join(site.root, path))));
      else for (const path of changedPaths) site.change(path);
    }
  }

  /** Updates the list of sites after a change to a path. Adding or removing a docs.json adds or removes its site. */
  #updateSite(path: string): void {
    const location = findSearchLocation(this.#folders, path);
    if (location && "site" in location) this.#configFolders.add(location.site);
    else if (location) void this.#searchFolders([location.folder]);
    const containsConfig = (folder: string) => isInside(path, join(folder, configEntry));
    if (canAffectSites(path) || [...this.#configFolders].some(containsConfig)) this.#updateOpenSites();
  }

  #updateAllSites(paths: ReadonlySet<string>): void {
    this.#updateOpenSites();
    const changedPaths = [...paths];
    void this.#searchFolders(this.#folders.filter((folder) => changedPaths.some((path) => isInside(folder, path))));
  }

  #searchFolders(folders: readonly string[]): Promise<void> {
    this.#searchCount++;
    this.#searchPromise = this.#searchPromise
      .then(async () => {
        for (const folder of folders) await this.#searchFolder(folder);
      })
      .catch((error: unknown) => this.#options.onFailed("finding sites", error))
      .finally(() => this.#searchCount--);
    return this.#searchPromise;
  }
}

/** Whether a change to this file can change which folders are sites. */
function canAffectSites(path: string): boolean {
  return [configEntry, settingsFile, ignoreFile].includes(basename(path));
}
