import { setImmediate } from "node:timers/promises";
import type { RunOptions } from "../../core/rules/engine/run-rules.ts";
import { type FileChange, type InvalidationScope, type SiteChange, applyFile } from "../../core/site/site.ts";
import { isRemoteSpec } from "../../core/spec/detect-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { Deferred } from "../async/time-slicing.ts";
import { isInside } from "../files/disk.ts";
import { ReadStamps } from "../files/file-stamps.ts";
import { mayBeSpecFile, settingsFile, type SiteFiles } from "../files/site-files.ts";
import { isRelevant } from "../files/watch-files.ts";
import { type MdxReader, MdxValidator } from "../mdx/mdx-validator.ts";
import { type RemoteSpecs, RemoteSpecTracker } from "../specs/remote-specs.ts";
import { SpecAnalysisService, type SpecAnalyzer } from "../specs/spec-analysis.ts";
import type { SiteToCheck } from "./checked-site.ts";
import { type AppliedChange, applyChange, type LoadedSite, loadSite, type ReadSpecs } from "./load-site.ts";
import { ProblemStore, RenderProblemTracker } from "./problem-store.ts";

/**
 * Returns the number of the stage that a scan has reached. The results of a later scan become visible when that scan
 * reaches the same stage as the last complete snapshot.
 */
export function getScanStage(loadedSite: LoadedSite | undefined): number {
  const { pages = false, specs = false } = loadedSite?.site.loaded ?? {};
  return Number(pages) + Number(specs);
}

export interface SiteStateOptions {
  readonly files: SiteFiles;
  readonly readSpecs: ReadSpecs;
  readonly specAnalyzer: SpecAnalyzer;
  readonly mdxReader: MdxReader;
  readonly remoteSpecs?: RemoteSpecs | undefined;
  readonly rules: RunOptions;
  /** Called when there's a new snapshot. */
  readonly onChanged: (site: SiteState) => void;
  /** Called with the number of pages that the first scan has read so far. */
  readonly onProgress: (site: SiteState, doneCount: number, total: number) => void;
  /** Called when a scan starts or ends. */
  readonly onScanChanged: (site: SiteState) => void;
  readonly onFailed: (action: string, error: unknown) => void;
}

/**
 * The current state of one site. The first scan publishes its results stage by stage. Later scans run in the background
 * and don't replace the snapshot until they're complete, so problems don't flicker.
 */
export class SiteState {
  readonly root: string;
  readonly problemStore: ProblemStore;
  readonly renderProblemTracker = new RenderProblemTracker((change) => this.#applyChanges(change));
  readonly #options: SiteStateOptions;
  #loadedSite: LoadedSite | undefined;
  #scanController: AbortController | undefined;
  #scanPromise: Promise<void> = Promise.resolve();
  /** Files that have changed since the scan started. The scan may have read earlier versions of these files. */
  readonly #changedFiles = new Set<SitePath>();
  /** Open files whose new text isn't visible until the scan is complete. */
  readonly #unreadFiles = new Set<SitePath>();
  #shouldRescan = false;
  /** The specifications that are queued. While they're being read, they're in `#currentSpecs`. */
  readonly #waitingSpecs = new Set<SitePath>();
  #currentSpecs: readonly SitePath[] = [];
  #specReadingPromise: Promise<void> | undefined;
  readonly #mdxValidator: MdxValidator;
  readonly #analysisService: SpecAnalysisService;
  readonly #copyTracker: RemoteSpecTracker;
  readonly #stages = { first: new Deferred(), pages: new Deferred() };
  /** The stamps of the files that the current snapshot was built from. */
  #stamps = new ReadStamps();
  #hasEnded = false;
  #scanCount = 0;
  #revision = 0;

  constructor(options: SiteStateOptions) {
    this.#options = options;
    this.root = options.files.disk.root;
    this.problemStore = new ProblemStore(options.rules, () => options.files.listOpenPaths?.() ?? []);
    const getSite = () => (this.#loadedSite?.site.loaded.pages ? this.#loadedSite.site : undefined);
    this.#mdxValidator = new MdxValidator(options.mdxReader, getSite, (path, problems) => {
      const hasChanged = problems.length > 0 || this.#loadedSite?.site.syntaxProblems.has(path) || this.#isOpen(path);
      if (hasChanged) this.#applyChanges({ kind: "syntax", path, problems });
    });
    this.#copyTracker = new RemoteSpecTracker(options.remoteSpecs);
    this.#analysisService = new SpecAnalysisService({
      specAnalyzer: options.specAnalyzer,
      siteFiles: options.files,
      getSite: () => (this.#loadedSite?.site.loaded.specs ? getSite() : undefined),
      applyChanges: (...changes) =>
        this.#applyChanges(...changes.map(({ path, analysis }) => ({ kind: "analysis", path, analysis }) as const)),
    });
  }

  /** The current snapshot. Undefined until docs.json has been read. */
  get current(): LoadedSite | undefined {
    return this.#loadedSite;
  }

  /** Returns the snapshot with a copy of its problems that isn't affected by later changes. */
  get siteToCheck(): SiteToCheck | undefined {
    const loadedSite = this.#loadedSite;
    return loadedSite && { loadedSite, files: this.files, problemStore: this.problemStore.fork(loadedSite.site) };
  }

  get files(): SiteFiles {
    return this.#options.files;
  }

  get isScanning(): boolean {
    return this.#scanController !== undefined;
  }

  /** Whether every change has been read. The MDX of pages that aren't open may not have been parsed yet. */
  get isCurrent(): boolean {
    const isReading = this.#scanController !== undefined || this.#specReadingPromise !== undefined;
    return !isReading && this.#analysisService.isCurrent && this.#mdxValidator.isCurrent;
  }

  /** The number of scans of the complete site that have started. */
  get scanCount(): number {
    return this.#scanCount;
  }

  /**
   * A number that changes when the text of a file changes. It doesn't change if there are only new results for the same
   * text.
   */
  get revision(): number {
    return this.#revision;
  }

  /** Whether every change to text that has been reported so far is in the snapshot. */
  get isRead(): boolean {
    return this.#scanController === undefined && this.#specReadingPromise === undefined && this.#unreadFiles.size === 0;
  }

  /** Whether the first scan is complete. Until then, parts of the site are empty. */
  get isLoaded(): boolean {
    return getScanStage(this.#loadedSite) === 2;
  }

  /** Resolves when the first scan is complete or has failed. */
  async waitUntilLoaded(): Promise<void> {
    if (!this.isLoaded) await this.#scanPromise;
  }

  /**
   * Resolves when the current text of every file is in the snapshot. Results derived from the text may still be
   * pending.
   */
  async waitUntilRead(): Promise<void> {
    while (!this.isRead && !this.#hasEnded) {
      await this.#scanPromise;
      await this.#specReadingPromise;
      await setImmediate();
    }
  }

  /**
   * Returns the files whose content on disk differs from the snapshot, regardless of reported events. Omits files that
   * are open in an editor.
   */
  *listFilesChangedOnDisk(): Generator<void, readonly SitePath[]> {
    const { disk, readUnsavedText } = this.files;
    if (!this.#loadedSite) return [];
    const { site, skeleton: frame } = this.#loadedSite;
    const changedPaths = yield* this.#stamps.listChangedFiles(disk, site.files, frame.isIgnored);
    return changedPaths.filter((path) => readUnsavedText?.(path) === undefined && isRelevant({ site: this, path }));
  }

  /**
   * Whether the file on disk is the version that the snapshot was built from. Always true for a file that is open in an
   * editor.
   */
  isOnDisk(path: SitePath): boolean {
    const { disk, readUnsavedText } = this.files;
    return readUnsavedText?.(path) !== undefined || this.#stamps.isUpToDate(path, disk);
  }

  /** Whether the file on disk is empty, possibly because a program is writing it. */
  mayBeUnfinished(path: SitePath): boolean {
    return this.#stamps.mayBeUnfinished(path);
  }

  /** Whether the data about the file is out of date because its text has changed. */
  hasPendingChanges(path: SitePath): boolean {
    return this.isUnread(path) || this.#mdxValidator.isPending(path);
  }

  /** Whether the file's current text hasn't been read yet, regardless of whether its syntax has been checked. */
  isUnread(path: SitePath): boolean {
    return this.#unreadFiles.has(path) || this.#waitingSpecs.has(path) || this.#currentSpecs.includes(path);
  }

  /**
   * Resolves when the problems in the file's current text can be determined. For an MDX file, all pages must have been
   * read.
   */
  async waitUntilReady(path: SitePath): Promise<void> {
    const isFirstScan = !this.#loadedSite?.site.loaded.specs;
    const stage = /\.mdx?$/i.test(path) ? this.#stages.pages : this.#stages.first;
    await (isFirstScan ? stage.promise : this.#scanPromise);
    while (this.#specReadingPromise && this.hasPendingChanges(path)) await this.#specReadingPromise;
    await this.#mdxValidator.waitUntilRead(path);
  }

  /** Resolves when every change has been read. */
  async waitUntilCurrent(): Promise<void> {
    await this.#scanPromise;
    await this.#specReadingPromise;
    await this.#analysisService.waitUntilCurrent();
    await this.#mdxValidator.waitUntilCurrent();
  }

  /**
   * Reads the complete site, and aborts any scan in progress. `changedPaths` contains open files whose new text must
   * not become visible before the scan's results.
   */
  scan(changedPaths: Iterable<SitePath> = []): Promise<void> {
    this.#scanController?.abort();
    const scanController = new AbortController();
    this.#scanController = scanController;
    this.#scanCount++;
    this.#changedFiles.clear();
    for (const path of changedPaths) this.#unreadFiles.add(path);
    this.#shouldRescan = false;
    this.#options.onScanChanged(this);
    this.#scanPromise = this.#runScan(scanController);
    return this.#scanPromise;
  }

  /**
   * Analyzes specifications and parses pages that aren't open until something changes. Call this method when there's
   * nothing else to do.
   */
  runIdleTasks(): void {
    if (this.#hasEnded || this.#scanController) return;
    this.#analysisService.refresh();
    this.#mdxValidator.prepareThread(this.#options.files.listOpenPaths?.() ?? []);
    this.#mdxValidator.sweep().catch((error: unknown) => this.#options.onFailed("reading pages", error));
  }

  /** Handles a change to the file at `path`, in an editor or on disk. */
  change(path: SitePath): void {
    this.#mdxValidator.pause();
    if (this.#scanController) this.#changedFiles.add(path);
    if (!this.#loadedSite) return;
    const scope = this.#applyFileChange(path);
    this.#mdxValidator.refresh(path);
    if (scope !== "none") this.#notifyChange(scope, path);
    if (this.#shouldRescan && !this.#scanController) void this.scan();
  }

  /** Handles a change to the package.json in a folder, which may determine whether the site is built with Astro. */
  updateAstro(folder: string): void {
    if (!isInside(folder, this.root)) return;
    const isAstro = this.#options.files.isAstro?.() ?? false;
    if (!this.#loadedSite || (this.#loadedSite.site.settings.isAstro ?? false) !== isAstro) this.change(settingsFile);
  }

  /** Handles a new or updated local copy of the specification at this URL. */
  onCopyUpdated(url: string): void {
    this.#updateCopies(url);
    this.#notifyChange("site");
  }

  end(): void {
    this.#hasEnded = true;
    this.#scanController?.abort();
    this.#mdxValidator.end();
    this.#analysisService.end();
    for (const stage of Object.values(this.#stages)) stage.open();
  }

  async #runScan(scanController: AbortController): Promise<void> {
    const isFirstScan = !this.#loadedSite?.site.loaded.specs;
    const stamps = new ReadStamps();
    try {
      await loadSite({
        ...this.#options.files,
        disk: stamps.wrapDisk(this.files.disk),
        readSpecs: this.#options.readSpecs,
        signal: scanController.signal,
        onStageEnd: (loadedSite) => {
          if (getScanStage(loadedSite) >= getScanStage(this.#loadedSite)) this.#setLoadedSite(loadedSite, stamps);
        },
        onProgress: (doneCount, total) => {
          if (isFirstScan) this.#options.onProgress(this, doneCount, total);
        },
      });
    } catch (error) {
      if (!scanController.signal.aborted) this.#options.onFailed(`reading ${this.root}`, error);
    }
    if (!scanController.signal.aborted) for (const stage of Object.values(this.#stages)) stage.open();
    if (this.#scanController !== scanController) return this.#scanPromise;
    this.#scanController = undefined;
    if (this.#hasEnded) return;
    if (this.#shouldRescan) return this.scan();
    this.#options.onScanChanged(this);
  }

  #setLoadedSite(loadedSite: LoadedSite, stamps: ReadStamps): void {
    this.#stamps = stamps;
    this.#revision++;
    const site = this.#copyTracker.addPreviousCopies(this.#loadedSite?.site, loadedSite.site);
    const analysisResults = {
      syntaxProblems: this.#mdxValidator.getCurrentResults(site),
      analyses: this.#analysisService.getCurrentAnalyses(site),
    };
    this.#loadedSite = {
      ...loadedSite,
      site: { ...site, ...analysisResults, ...this.renderProblemTracker.issuesForSite },
    };
    // An outline that is being read may be based on older text than the text that the scan has read.
    for (const path of this.#currentSpecs) this.#waitingSpecs.add(path);
    for (const path of this.#changedFiles) this.#applyFileChange(path);
    this.#updateCopies();
    this.problemStore.update(this.#loadedSite.site, "site");
    for (const path of [...this.#changedFiles, ...this.#unreadFiles])
      this.problemStore.update(this.#loadedSite.site, "file", path);
    this.#unreadFiles.clear();
    this.#mdxValidator.refreshAll(this.#options.files.listOpenPaths?.() ?? []);
    if (!this.#hasEnded) this.#options.onChanged(this);
    this.#stages.first.open();
    if (loadedSite.site.loaded.pages) this.#stages.pages.open();
  }

  /** Returns the site's files with a disk that records which versions the current snapshot is built from. */
  #createRecorder(): SiteFiles {
    return { ...this.files, disk: this.#stamps.wrapDisk(this.files.disk) };
  }

  #isOpen(path: SitePath): boolean {
    for (const openPath of this.#options.files.listOpenPaths?.() ?? []) if (openPath === path) return true;
    return false;
  }

  /** Applies a change to one file to the snapshot. Specifications are applied once they've been read. */
  #applyFileChange(path: SitePath): AppliedChange["scope"] {
    if (!this.#loadedSite) return "none";
    this.#revision++;
    this.#stamps.recordAgain(path, this.files.disk);
    const appliedChange = applyChange(this.#loadedSite, path, this.#createRecorder());
    this.#loadedSite = appliedChange.loadedSite;
    this.#shouldRescan ||= appliedChange.needsRescan;
    if (this.#loadedSite.site.loaded.specs) for (const spec of appliedChange.specPaths) this.#waitingSpecs.add(spec);
    this.#readWaitingSpecs();
    this.#updateCopies();
    return appliedChange.scope;
  }

  #updateCopies(updatedUrl?: string): void {
    if (!this.#loadedSite?.site.loaded.specs) return;
    const { site, pathsToRead } = this.#copyTracker.onSiteChanged(this.#loadedSite.site, updatedUrl);
    this.#loadedSite = { ...this.#loadedSite, site };
    for (const path of pathsToRead) this.#waitingSpecs.add(path);
    this.#readWaitingSpecs();
  }

  #readWaitingSpecs(): void {
    if (this.#waitingSpecs.size === 0) return;
    this.#specReadingPromise ??= this.#readSpecs().finally(() => {
      this.#specReadingPromise = undefined;
    });
  }

  #notifyChange(scope: InvalidationScope, path?: SitePath): void {
    if (!this.#loadedSite || this.#hasEnded) return;
    this.problemStore.update(this.#loadedSite.site, scope, path);
    this.#options.onChanged(this);
  }

  #applyChanges(...changes: readonly FileChange[]): void {
    if (!this.#loadedSite || this.#hasEnded) return;
    let siteChange: SiteChange = { site: this.#loadedSite.site, scope: "file" };
    for (const change of changes) siteChange = applyFile(siteChange.site, change);
    const [firstChange] = changes;
    if (siteChange.site === this.#loadedSite.site && firstChange?.kind === "rendered") return;
    this.#loadedSite = { ...this.#loadedSite, site: siteChange.site };
    const scope = changes.length === 1 ? siteChange.scope : "site";
    this.#notifyChange(scope, firstChange && "path" in firstChange ? firstChange.path : undefined);
  }

  /**
   * Reads the queued specifications, one at a time. If a file changes while it's being read, it's read again, and the
   * outline of the older text is never used.
   */
  async #readSpecs(): Promise<void> {
    try {
      while (this.#waitingSpecs.size > 0 && !this.#hasEnded) {
        this.#currentSpecs = [...this.#waitingSpecs];
        this.#waitingSpecs.clear();
        for (const path of this.#currentSpecs) await this.#readSpec(path);
        this.#currentSpecs = [];
      }
    } catch (error) {
      this.#options.onFailed("reading specifications", error);
    } finally {
      this.#currentSpecs = [];
    }
  }

  /**
   * Whether the file can still be a specification. The file may have been removed from the site while it was being
   * read.
   */
  #canBeSpec(path: SitePath): boolean {
    if (!this.#loadedSite) return false;
    const { site, skeleton: frame } = this.#loadedSite;
    if (isRemoteSpec(path)) return site.copies?.has(path) ?? false;
    return site.files.has(path) && mayBeSpecFile(path, frame);
  }

  /**
   * Reads one specification. Its new outline is applied together with its new analysis. If the new analysis isn't
   * available yet, an older analysis is used so that problems don't disappear temporarily.
   */
  async #readSpec(path: SitePath): Promise<void> {
    const request = this.#analysisService.createRequest(path);
    const spec = await this.#options.specAnalyzer.read(this.#createRecorder(), path, request);
    if (this.#waitingSpecs.has(path) || !this.#canBeSpec(path)) return;
    this.#revision++;
    const analysis = spec && this.#analysisService.getAnalysis(spec, request);
    this.#applyChanges(
      { kind: "spec", path, spec: spec?.outline },
      ...(analysis ? [{ kind: "analysis", path, analysis } as const] : []),
    );
  }
}
