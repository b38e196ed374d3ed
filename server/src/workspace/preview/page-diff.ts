import type { PageChange, PageSettings } from "../../../../webview/src/protocol.ts";
import { getPageHref } from "../../core/preview/frame/frame-links.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import { getPageSlug } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { listFilesAt, readTextAt } from "../git/git.ts";
import { listChangedFiles } from "../git/revisions.ts";
import type { RenderDetail, RenderWorker } from "./render-worker-host.ts";

/** Returns the files in the site that differ from the last commit. */
export type ReadChanges = () => Promise<ReadonlyMap<SitePath, PageChange>>;

/** The minimum pause between two comparisons, in milliseconds. */
const minPause = 2000;
/**
 * The minimum pause after a comparison, as a multiple of the comparison's duration. A comparison reads all files, so
 * the pause limits comparisons to at most a twentieth of the time.
 */
const minPauseFactor = 20;

/** Tracks which pages differ from the last commit as the site changes. */
export class ChangedPages {
  readonly #readChanges: ReadChanges;
  readonly #onChange: () => void;
  readonly #onFailed: (error: unknown) => void;
  #changesByPath: ReadonlyMap<SitePath, PageChange> = new Map();
  /** Whether a comparison, or the pause after it, is in progress. */
  #isBusy = false;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(read: ReadChanges, onChanged: () => void, onFailed: (error: unknown) => void) {
    this.#readChanges = read;
    this.#onChange = onChanged;
    this.#onFailed = onFailed;
    this.onSiteChanged();
  }

  /** Schedules a new comparison, because files in the site may have changed. */
  onSiteChanged(): void {
    if (this.#hasEnded) return;
    this.#isStale = this.#isBusy;
    if (this.#isBusy) return;
    this.#isBusy = true;
    void this.#updateChanges();
  }

  /** Returns the changes, keyed by the URL path that the navigation links to. */
  indexByHref(site: Site): Readonly<Record<string, PageChange>> {
    const changes = [...this.#changesByPath].flatMap(([path, change]) => {
      const slug = site.pages.has(path) ? getPageSlug(path) : undefined;
      return slug === undefined ? [] : [[getPageHref(site, slug), change] as const];
    });
    return Object.fromEntries(changes);
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  async #updateChanges(): Promise<void> {
    const startTime = performance.now();
    try {
      const changesByPath = await this.#readChanges();
      const hasChanged = JSON.stringify([...changesByPath]) !== JSON.stringify([...this.#changesByPath]);
      this.#changesByPath = changesByPath;
      if (hasChanged && !this.#hasEnded) this.#onChange();
    } catch (error) {
      this.#onFailed(error);
    }
    if (this.#hasEnded) return;
    const delay = Math.max(minPause, (performance.now() - startTime) * minPauseFactor);
    this.#timer = setTimeout(() => {
      this.#isBusy = false;
      if (this.#isStale) this.onSiteChanged();
    }, delay);
    this.#timer.unref();
  }
}

/** Returns the text of a file in the last commit, or undefined if the file didn't exist. */
export type PreviousPageReader = (file: SitePath) => Promise<string | undefined>;

/** A page as of the last commit, rendered with the current versions of its imports. */
export class PreviousPage {
  readonly #renderWorker: RenderWorker;
  readonly #id: number;
  readonly #read: PreviousPageReader;
  #file: SitePath | undefined;

  constructor(renderWorker: RenderWorker, id: number, read: PreviousPageReader) {
    this.#renderWorker = renderWorker;
    this.#id = id;
    this.#read = read;
  }

  /**
   * Returns the page's blocks, or an empty list if the page didn't exist in the last commit. Returns undefined if the
   * blocks haven't changed since the last call, or if another page has been requested.
   */
  async getBlocks(file: SitePath, source: PageSource): Promise<readonly ViewBlock[] | undefined> {
    if (this.#file === file) return undefined;
    this.#file = file;
    const text = await this.#read(file);
    if (this.#file !== file) return undefined;
    if (text === undefined) return [];
    const outcome = await this.#renderWorker.render(this.#id, { ...source, text });
    this.#renderWorker.forget(this.#id);
    if (outcome.kind !== "rendered" || this.#file !== file) return undefined;
    return outcome.result.blocks;
  }
}

export interface PageComparisonOptions {
  readonly renderWorker: RenderWorker;
  /** Identifies the previous version of the page in the worker thread. */
  readonly id: number;
  readonly host: {
    /** Reads a page from the last commit. Absent if Git can't be used. */
    readonly readHeadText?: PreviousPageReader | undefined;
    readonly readChanges?: ReadChanges | undefined;
    readonly onFailed: (action: string, error: unknown) => void;
  };
  /** Called when the set of changed pages changes. */
  readonly onChanges: () => void;
  /** Called with the blocks of the page from the last commit. */
  readonly onPreviousBlocks: (previousBlocks: readonly ViewBlock[]) => void;
}

/**
 * Compares a page with the last commit. Stores whether changes are shown, along with the page's text in that commit.
 */
export class PageComparison {
  readonly #options: PageComparisonOptions;
  #previousPage: PreviousPage | undefined;
  #changedPages: ChangedPages | undefined;
  #path: string | undefined;

  constructor(options: PageComparisonOptions) {
    this.#options = options;
  }

  /** Returns the comparison settings for the page, or an empty object if a comparison isn't possible. */
  getSettings(site: Site | undefined): Pick<PageSettings, "isCompared" | "changedPages"> {
    if (!this.#options.host.readHeadText) return {};
    return {
      isCompared: this.#previousPage !== undefined,
      changedPages: (site && this.#changedPages?.indexByHref(site)) ?? {},
    };
  }

  /**
   * Returns the level of detail for rendering the page. A comparison requires a complete rendering, because code with
   * different colors would be considered changed.
   */
  get detail(): RenderDetail {
    return this.#previousPage ? "complete" : "whole";
  }

  setEnabled(isEnabled: boolean): void {
    const { host, renderWorker, id, onChanges } = this.#options;
    this.#previousPage =
      isEnabled && host.readHeadText ? new PreviousPage(renderWorker, id, host.readHeadText) : undefined;
    this.#changedPages?.end();
    this.#changedPages =
      isEnabled && host.readChanges
        ? new ChangedPages(host.readChanges, onChanges, (error) => host.onFailed("comparing the site", error))
        : undefined;
  }

  onSiteChanged(): void {
    this.#changedPages?.onSiteChanged();
  }

  /** Updates the page that is shown. `source` is undefined for a page without a file. */
  refresh(source: PageSource | undefined): void {
    const previousPage = this.#previousPage;
    this.#path = source?.path;
    if (!previousPage || !source) return;
    previousPage
      .getBlocks(source.path, source)
      .then((blocks) => {
        const isCurrent = this.#previousPage === previousPage && this.#path === source.path;
        if (blocks && isCurrent) this.#options.onPreviousBlocks(blocks);
      })
      .catch((error: unknown) => this.#options.host.onFailed(`comparing ${source.path}`, error));
  }
}

/**
 * Returns the files below `root` whose content on disk differs from the last commit, or an empty result if there's no
 * commit.
 */
export async function listChangesSinceHead(root: string): Promise<ReadonlyMap<SitePath, PageChange>> {
  const [changedPaths, result] = await Promise.all([listChangedFiles(root, "HEAD"), listFilesAt(root, "HEAD")]);
  if (!changedPaths.ok || !result.ok) return new Map();
  const committedPaths = new Set(result.value.map(({ path }) => path));
  return new Map([...changedPaths.value].map((path) => [path, committedPaths.has(path) ? "changed" : "added"]));
}

/** Returns the text of a file below `root` in the last commit, or undefined if Git doesn't have it. */
export async function readTextAtHead(root: string, file: SitePath): Promise<string | undefined> {
  const result = await readTextAt(root, "HEAD", file);
  return result.ok ? result.value : undefined;
}
