import { basename, dirname, join } from "node:path";
import type { ProfileName } from "../core/config/settings/profile.ts";
import type { RunOptions } from "../core/rules/engine/run-rules.ts";
import { configEntry } from "../core/site/site.ts";
import { folderOf } from "../core/text/site-path.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { ChangeQueue, mostSingleChanges } from "./change-queue.ts";
import { isInside, placeOf } from "./contained-path.ts";
import { largestText, type Disk } from "./disk.ts";
import { chooseSites, findConfigFolders, ancestorsOf, mayHoldSites, siteOfFile } from "./find-sites.ts";
import { formerPagesAt } from "./former-pages.ts";
import { LiveSite } from "./live-site.ts";
import { concerns, isFolder } from "./news-of-disk.ts";
import { nodeDisk } from "./node-disk.ts";
import { ignoreFile, settingsFile } from "./read-frame.ts";
import { OpenFiles, type OpenFile } from "./open-files.ts";
import { runInSlices } from "./run-in-slices.ts";
import { Schedule, type ScheduleListener } from "./schedule.ts";
import type { SpecStudying } from "./live-studies.ts";
import { filesWithCopies } from "./remote-copies.ts";
import type { RemoteSpecs } from "./remote-specs.ts";
import type { ReadSpecs } from "./site-loader.ts";
import type { SyntaxReader } from "./syntax-reader.ts";
import { isThroughLink, whereToLook } from "./where-to-look.ts";

/** A file and the site that answers for it. */
export interface SitePlace {
  readonly site: LiveSite;
  readonly path: SitePath;
}

export interface SiteStoreEvents {
  /** A new snapshot is there; its problems follow. */
  readonly onChanged?: (site: LiveSite) => void;
  readonly onProblems: (site: LiveSite) => void;
  readonly onRest: (site: LiveSite) => void;
  readonly onRemoved: (site: LiveSite) => void;
  readonly onScanning: (site: LiveSite) => void;
  readonly onProgress: (site: LiveSite, done: number, total: number) => void;
}

export interface SiteStoreOptions extends SiteStoreEvents, Pick<ScheduleListener, "answersAreAsked"> {
  readonly profile: ProfileName | "auto";
  /** Whether git may be asked what was published at the last commit. */
  readonly git?: boolean;
  readonly readSpecs: ReadSpecs;
  readonly specs: SpecStudying;
  /** Copies of specifications on the web; absent where none are used. */
  readonly remote?: RemoteSpecs;
  readonly syntax: SyntaxReader;
  readonly rules: RunOptions;
  readonly onFailed: (what: string, error: unknown) => void;
}

/** When an editor reads a file again from disk, the news of other files follows within this time. */
const reloadMilliseconds = 400;

/**
 * The sites of an editor's folders, as they are now. Folders, open files and news of the disk come in (absolute
 * paths), sites with their problems come out. `chooseSites` decides which folders are sites.
 */
export class SiteStore {
  readonly #options: SiteStoreOptions;
  readonly #schedule: Schedule;
  readonly #queue: ChangeQueue;
  readonly #open = new OpenFiles();
  readonly #sites = new Map<string, LiveSite>();
  /** Folders known to have a docs.json; some are part of the site of another. */
  readonly #configFolders = new Set<string>();
  #folders: readonly string[] = [];
  #finding: Promise<void> = Promise.resolve();
  /** How many searches for sites haven't finished. */
  #unfinished = 0;

  constructor(options: SiteStoreOptions) {
    this.#options = options;
    this.#schedule = new Schedule(options);
    this.#queue = new ChangeQueue((paths) => this.#workIn(paths));
  }

  get sites(): LiveSite[] {
    return [...this.#sites.values()];
  }

  /** The folders that are open in the editor. Sites below them are found in the background. */
  setFolders(folders: readonly string[]): Promise<void> {
    const added = folders.filter((folder) => !this.#folders.includes(folder));
    this.#folders = folders;
    this.#choose();
    return this.#lookFor(added);
  }

  siteOf(path: string): SitePlace | undefined {
    return siteOfFile(this.#sites.values(), ({ root }) => root, path);
  }

  openFile(path: string): OpenFile | undefined {
    return this.#open.get(path);
  }

  open(path: string, file: OpenFile): void {
    this.#open.put(path, file);
    this.#foundBy(path);
    this.saved(path);
    this.#change(path);
  }

  edit(path: string, file: OpenFile): void {
    this.#open.put(path, file);
    if (this.#isReload(path, file.text)) this.#queue.add([path], reloadMilliseconds);
    else this.#change(path);
  }

  /** The disk has what the editor has. */
  saved(path: string): void {
    this.#open.stamp(path, this.#stampOf(path));
  }

  close(path: string): void {
    this.#open.remove(path);
    const place = this.siteOf(path);
    // Its folder may be listed by another path, by which alone the site has the file if it isn't open.
    if (place && isThroughLink(place.site.root, folderOf(place.path))) void place.site.scan();
    else this.#change(path);
    this.#choose();
  }

  /** Files or folders that are new, changed or gone on disk. */
  watched(paths: readonly string[]): void {
    this.#queue.add(paths);
  }

  /** Whether what is known of the file is older than its text; of `text`: whether that has not even been read. */
  isBehind({ site, path }: SitePlace, what: "text" | "all" = "all"): boolean {
    const isOlder = what === "text" ? site.isUnread(path) : site.isBehind(path);
    return isOlder || this.#queue.has(join(site.root, path));
  }

  /** Whether Docwright is looking for sites, reading one, or waiting for the end of a burst, so that requests wait. */
  get isReading(): boolean {
    return this.#unfinished > 0 || this.#queue.paths.size > 0 || this.sites.some((site) => !site.isCurrent);
  }

  /** Whether every change of the site's files that has been reported is in its snapshot; false for one that has ended. */
  isRead(site: LiveSite): boolean {
    return this.#has(site) && site.isRead && !this.#isAwaited(site);
  }

  /** Whether these files, as far as known, are in the snapshot with their present texts. */
  areRead(site: LiveSite, files: Iterable<SitePath>): boolean {
    return this.#has(site) && [...files].every((path) => !this.isBehind({ site, path }, "text"));
  }

  /**
   * Resolves when every change that has been reported so far is in the snapshot, and once nothing more follows of a
   * burst. More may have been reported in the meantime (`isRead`).
   */
  async whenRead(site: LiveSite): Promise<void> {
    await this.#finding;
    if (this.#isAwaited(site)) await this.#queue.whenAtRest();
    await site.whenRead();
  }

  /**
   * Looks at the disk, all of it or these files, and reads again what no event has reported yet. Resolves to whether
   * there was anything.
   */
  async readUnreported(site: LiveSite, files?: Iterable<SitePath>): Promise<boolean> {
    const changed = files
      ? [...files].filter((path) => !site.isOnDisk(path))
      : await runInSlices(site.changedOnDisk());
    // The walk reaches files of sites inside this one, which are theirs to read.
    const paths = changed
      .map((path) => join(site.root, path))
      .filter((path) => this.siteOf(path)?.site === site);
    // An editor reads an open file again soon, and its edits are then about the new text.
    const reloaded = this.#open.paths.filter(
      (path) => this.siteOf(path)?.site === site && this.#open.isStale(path, this.#stampOf(path)),
    );
    const all = [...paths, ...reloaded];
    if (all.length === 0) return false;
    this.#queue.add(all, reloaded.length > 0 ? reloadMilliseconds : undefined);
    await this.#queue.whenAtRest();
    return true;
  }

  isAtRest(site: LiveSite): boolean {
    return site.isCurrent && this.#schedule.isAtRest(site);
  }

  /** The site of a file as soon as problems can be told that hold for its present text. */
  async whenReady(path: string): Promise<SitePlace | undefined> {
    if (!this.siteOf(path)) await this.#finding;
    await this.#queue.whenAtRest();
    const place = this.siteOf(path);
    await place?.site.whenReady(place.path);
    return place;
  }

  /** Resolves when the problems of the file are up to date with what has been read; or when they will not be. */
  async whenChecked({ site, path }: SitePlace): Promise<void> {
    await this.#schedule.whenChecked(site, path);
  }

  /** Resolves when every site has been found and read, and no problem is stale. */
  async whenAtRest(): Promise<void> {
    do {
      await this.#finding;
      await this.#queue.whenAtRest();
      for (const site of this.sites) {
        await site.whenCurrent();
        await this.#schedule.whenAtRest(site);
      }
    } while (!this.sites.every((site) => this.isAtRest(site)));
  }

  end(): void {
    this.#queue.end();
    for (const site of this.sites) site.end();
  }

  #has(site: LiveSite): boolean {
    return this.#sites.get(site.root) === site;
  }

  /** Whether a change of a file of the site waits to be worked in. Builds write files that no site is made of all the time. */
  #isAwaited(site: LiveSite): boolean {
    for (const path of this.#queue.paths) {
      if (decidesSites(path) && isInside(dirname(path), site.root)) return true;
      const place = placeOf(site.root, path);
      if (place !== undefined && concerns({ site, path: place })) return true;
    }
    return false;
  }

  #change(path: string): void {
    this.#open.markWorkedIn(path);
    const place = this.siteOf(path);
    place?.site.change(place.path);
    if (decidesSites(path)) this.#choose();
  }

  /** Sites of the editor's folders, and those an open file has led to. */
  #isWanted(root: string): boolean {
    return [...this.#folders, ...this.#open.paths.map(dirname)].some(
      (folder) => isInside(folder, root) || (this.#isOutside(folder) && isInside(root, folder)),
    );
  }

  #isOutside(path: string): boolean {
    return !this.#folders.some((folder) => isInside(folder, path));
  }

  async #find(folder: string): Promise<void> {
    for (const each of await findConfigFolders(folder)) this.#configFolders.add(each);
    this.#choose();
  }

  /** Opens and ends sites, so that they are those of the folders with a docs.json as these are now. */
  #choose(): void {
    for (const folder of this.#configFolders)
      if (!this.#isWanted(folder) || !this.#hasConfig(folder)) this.#configFolders.delete(folder);
    const roots = chooseSites([...this.#configFolders], (folder) => ({
      disk: this.#diskOf(folder),
      unsaved: (path) => this.#open.get(join(folder, path))?.text,
      parsed: this.#sites.get(folder)?.current?.frame.configSources.get(configEntry),
    }));
    for (const site of this.sites) if (!roots.includes(site.root)) this.#remove(site);
    for (const root of roots) this.#add(root);
  }

  /** An open file shows its site before all others are found; outside every folder it is the only way to a site. */
  #foundBy(path: string): void {
    const limit = this.#folders.find((folder) => isInside(folder, path));
    const isFound = (folder: string) =>
      // A link may lead to a site that is known by its own path, so the search decides.
      (limit === undefined ||
        (isInside(limit, folder) && !isThroughLink(limit, placeOf(limit, folder) ?? ""))) &&
      !this.#configFolders.has(folder) &&
      mayHoldSites(placeOf(limit ?? folder, folder) ?? "") &&
      this.#hasConfig(folder);
    const found = ancestorsOf(path).filter(isFound);
    for (const folder of found) this.#configFolders.add(folder);
    if (found.length > 0) this.#choose();
  }

  #hasConfig(folder: string): boolean {
    return this.#open.has(join(folder, configEntry)) || this.#diskOf(folder).stamp(configEntry) !== undefined;
  }

  #diskOf(root: string): Disk {
    return nodeDisk(
      root,
      this.#folders.find((folder) => isInside(folder, root)),
    );
  }

  #add(root: string): void {
    if (this.#sites.has(root)) return;
    const outer = this.siteOf(root)?.site;
    const site: LiveSite = new LiveSite({
      ...this.#options,
      from: filesWithCopies(this.#options.remote, {
        disk: this.#diskOf(root),
        profile: this.#options.profile,
        ...(this.#options.git && { formerPages: formerPagesAt(root, "HEAD") }),
        openPaths: () => this.#open.paths.flatMap((path) => placeOf(root, path) ?? []),
        unsaved: (path) => this.#open.get(join(root, path))?.text,
      }),
      onChanged: (changed) => (this.#options.onChanged?.(changed), this.#schedule.request(changed)),
    });
    this.#sites.set(root, site);
    void site.scan();
    if (outer?.current) void outer.scan();
  }

  #remove(site: LiveSite): void {
    this.#sites.delete(site.root);
    site.end();
    this.#schedule.forget(site);
    this.#options.onRemoved(site);
    void this.siteOf(site.root)?.site.scan();
  }

  #stampOf(path: string): string | undefined {
    const place = this.siteOf(path);
    return place?.site.files.disk.stamp(place.path);
  }

  /** The editor has taken over a text that came to the disk from elsewhere: part of a burst, most likely. */
  #isReload(path: string, text: string): boolean {
    const place = this.siteOf(path);
    const stamp = this.#stampOf(path);
    const isNew = this.#open.stamp(path, stamp);
    if (!place || stamp === undefined || !isNew) return false;
    const file = place.site.files.disk.read(place.path, largestText);
    return file.kind === "text" && file.text === text;
  }

  #workIn(paths: ReadonlySet<string>): void {
    const bySite = new Map<LiveSite, SitePath[]>();
    // To look at each of 50,000 paths takes seconds, to look through the folders once does not hold anything up.
    const isMany = paths.size > mostSingleChanges;
    if (isMany) this.#followAllSites(paths);
    for (const path of paths) {
      if (this.#open.has(path)) this.saved(path);
      if (!isMany) this.#followSite(path);
      const place = this.siteOf(path);
      if (!place || !concerns(place)) continue;
      if (this.#open.isWorkedIn(path)) {
        // Its problems weren't shown while the change waited.
        place.site.problems.showAgain(place.path);
        this.#schedule.request(place.site);
        continue;
      }
      const group = bySite.get(place.site);
      if (group) group.push(place.path);
      else bySite.set(place.site, [place.path]);
    }
    for (const [site, changed] of bySite) {
      if (changed.length > mostSingleChanges || changed.some((path) => isFolder(site, path)))
        void site.scan(changed.filter((path) => this.#open.markWorkedIn(join(site.root, path))));
      else for (const path of changed) site.change(path);
    }
  }

  /** Sites come and go with their docs.json. */
  #followSite(path: string): void {
    const place = whereToLook(this.#folders, path);
    if (place && "site" in place) this.#configFolders.add(place.site);
    else if (place) void this.#lookFor([place.folder]);
    const decides = (folder: string) => isInside(path, join(folder, configEntry));
    if (decidesSites(path) || [...this.#configFolders].some(decides)) this.#choose();
  }

  #followAllSites(paths: ReadonlySet<string>): void {
    this.#choose();
    const changed = [...paths];
    void this.#lookFor(this.#folders.filter((folder) => changed.some((path) => isInside(folder, path))));
  }

  #lookFor(folders: readonly string[]): Promise<void> {
    this.#unfinished++;
    this.#finding = this.#finding
      .then(async () => {
        for (const folder of folders) await this.#find(folder);
      })
      .catch((error: unknown) => this.#options.onFailed("looking for sites", error))
      .finally(() => this.#unfinished--);
    return this.#finding;
  }
}

/** Returns whether a change of this file can change which folders are sites. */
function decidesSites(path: string): boolean {
  return [configEntry, settingsFile, ignoreFile].includes(basename(path));
}
