import type { PageChange, PageSettings } from "../../../../webview/src/protocol.ts";
import { pageHref } from "../../core/preview/frame/frame-links.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import { getPageSlug } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { listFilesAt, readTextAt } from "../git/git.ts";
import { changedFiles } from "../git/revisions.ts";
import type { RenderDetail, RenderWorker } from "./render-worker-host.ts";

/** The files of the site that are others than at the last commit. */
export type ReadChanges = () => Promise<ReadonlyMap<SitePath, PageChange>>;

/** Between two questions, at the least. Milliseconds. */
const leastPause = 2000;
/** All files are read for an answer, so that no more than a twentieth of the time is spent on it. */
const pausePerWork = 20;

/** Which pages are others than at the last commit, asked again as the site changes. */
export class ChangedPages {
  readonly #read: ReadChanges;
  readonly #onChange: () => void;
  readonly #onFailed: (error: unknown) => void;
  #files: ReadonlyMap<SitePath, PageChange> = new Map();
  #isResting = false;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(read: ReadChanges, onDelta: () => void, onFailed: (error: unknown) => void) {
    this.#read = read;
    this.#onChange = onDelta;
    this.#onFailed = onFailed;
    this.onSiteChanged();
  }

  /** Something in the site may be another. */
  onSiteChanged(): void {
    if (this.#ended) return;
    this.#isStale = this.#isResting;
    if (this.#isResting) return;
    this.#isResting = true;
    void this.#request();
  }

  /** By the addresses that menus lead to. */
  byHref(site: Site): Readonly<Record<string, PageChange>> {
    const changes = [...this.#files].flatMap(([path, change]) => {
      const slug = site.pages.has(path) ? getPageSlug(path) : undefined;
      return slug === undefined ? [] : [[pageHref(site, slug), change] as const];
    });
    return Object.fromEntries(changes);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #request(): Promise<void> {
    const from = performance.now();
    try {
      const files = await this.#read();
      const isDelta = JSON.stringify([...files]) !== JSON.stringify([...this.#files]);
      this.#files = files;
      if (isDelta && !this.#ended) this.#onChange();
    } catch (error) {
      this.#onFailed(error);
    }
    if (this.#ended) return;
    const pause = Math.max(leastPause, (performance.now() - from) * pausePerWork);
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      if (this.#isStale) this.onSiteChanged();
    }, pause);
    this.#timer.unref();
  }
}

/** The text of a file at the last commit; undefined where it was not there. */
export type PreviousPageReader = (file: SitePath) => Promise<string | undefined>;

/** The page as the last commit has it, with what it imports as that is now. */
export class PreviousPage {
  readonly #thread: RenderWorker;
  readonly #id: number;
  readonly #read: PreviousPageReader;
  #of: SitePath | undefined;

  constructor(thread: RenderWorker, id: number, read: PreviousPageReader) {
    this.#thread = thread;
    this.#id = id;
    this.#read = read;
  }

  /** Its blocks, none for a page that was not there; undefined when they are known or another page has been asked for. */
  async blocksOf(file: SitePath, source: PageSource): Promise<readonly ViewBlock[] | undefined> {
    if (this.#of === file) return undefined;
    this.#of = file;
    const text = await this.#read(file);
    if (this.#of !== file) return undefined;
    if (text === undefined) return [];
    const outcome = await this.#thread.render(this.#id, { ...source, text });
    this.#thread.forget(this.#id);
    if (outcome.kind !== "rendered" || this.#of !== file) return undefined;
    return outcome.part.blocks;
  }
}

export interface PageComparing {
  readonly thread: RenderWorker;
  /** Names the former page for the thread. */
  readonly id: number;
  readonly host: {
    /** Absent where git may not be asked. */
    readonly former?: PreviousPageReader | undefined;
    readonly changes?: ReadChanges | undefined;
    readonly failed: (what: string, error: unknown) => void;
  };
  /** Other pages of the site are changed than before. */
  readonly onChanges: () => void;
  /** The blocks to compare with. */
  readonly onBlocks: (former: readonly ViewBlock[]) => void;
}

/** Whether the page is shown beside its text at the last commit, and what that was. */
export class PageComparison {
  readonly #options: PageComparing;
  #former: PreviousPage | undefined;
  #pages: ChangedPages | undefined;
  #path: string | undefined;

  constructor(options: PageComparing) {
    this.#options = options;
  }

  /** What the page is told of it; nothing where nothing can be compared. */
  settings(site: Site | undefined): Pick<PageSettings, "compared" | "changedPages"> {
    if (!this.#options.host.former) return {};
    return {
      compared: this.#former !== undefined,
      changedPages: (site && this.#pages?.byHref(site)) ?? {},
    };
  }

  /** Code in other colours than before would count as changed. */
  get care(): RenderDetail {
    return this.#former ? "complete" : "whole";
  }

  turn(on: boolean): void {
    const { host, thread, id, onChanges } = this.#options;
    this.#former = on && host.former ? new PreviousPage(thread, id, host.former) : undefined;
    this.#pages?.end();
    this.#pages =
      on && host.changes
        ? new ChangedPages(host.changes, onChanges, (error) => host.failed("comparing the site", error))
        : undefined;
  }

  /** Something in the site is not what it was. */
  onSiteChanged(): void {
    this.#pages?.onSiteChanged();
  }

  /** This page is shown now; undefined: one that no file makes. */
  refresh(source: PageSource | undefined): void {
    const former = this.#former;
    this.#path = source?.path;
    if (!former || !source) return;
    former
      .blocksOf(source.path, source)
      .then((blocks) => {
        const isCurrent = this.#former === former && this.#path === source.path;
        if (blocks && isCurrent) this.#options.onBlocks(blocks);
      })
      .catch((error: unknown) => this.#options.host.failed(`comparing ${source.path}`, error));
  }
}

/** The files below `root` on the disk that are others than at the last commit; none where git has no commit. */
export async function changedAtHead(root: string): Promise<ReadonlyMap<SitePath, PageChange>> {
  const [changed, retained] = await Promise.all([changedFiles(root, "HEAD"), listFilesAt(root, "HEAD")]);
  if (!changed.ok || !retained.ok) return new Map();
  const before = new Set(retained.value.map(({ path }) => path));
  return new Map([...changed.value].map((path) => [path, before.has(path) ? "changed" : "added"]));
}

/** The text of a file below `root` at the last commit; undefined where git has none. */
export async function textAtHead(root: string, file: SitePath): Promise<string | undefined> {
  const found = await readTextAt(root, "HEAD", file);
  return found.ok ? found.value : undefined;
}
