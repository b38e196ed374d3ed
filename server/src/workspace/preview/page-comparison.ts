import type { PageSettings } from "../../../../webview/src/protocol.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import type { Site } from "../../core/site/site.ts";
import { ChangedPages, type ReadChanges } from "./changed-pages.ts";
import { FormerPage, type ReadFormer } from "./former-page.ts";
import type { Care } from "./preview-protocol.ts";
import type { RenderingThread } from "./preview-thread.ts";

export interface PageComparing {
  readonly thread: RenderingThread;
  /** Names the former page for the thread. */
  readonly id: number;
  readonly host: {
    /** Absent where git may not be asked. */
    readonly former?: ReadFormer | undefined;
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
  #former: FormerPage | undefined;
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
  get care(): Care {
    return this.#former ? "complete" : "whole";
  }

  turn(on: boolean): void {
    const { host, thread, id, onChanges } = this.#options;
    this.#former = on && host.former ? new FormerPage(thread, id, host.former) : undefined;
    this.#pages?.end();
    this.#pages =
      on && host.changes
        ? new ChangedPages(host.changes, onChanges, (error) => host.failed("comparing the site", error))
        : undefined;
  }

  /** Something in the site is not what it was. */
  follow(): void {
    this.#pages?.follow();
  }

  /** This page is shown now; undefined: one that no file makes. */
  look(source: PageSource | undefined): void {
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
