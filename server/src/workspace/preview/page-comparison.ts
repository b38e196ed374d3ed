import type { PageSource } from "../../core/preview/page-source.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import { FormerPage, type ReadFormer } from "./former-page.ts";
import type { RenderingThread } from "./preview-thread.ts";

export interface PageComparing {
  readonly thread: RenderingThread;
  /** Names the former page for the thread. */
  readonly id: number;
  /** Absent where git may not be asked. */
  readonly read: ReadFormer | undefined;
  /** The blocks to compare with. */
  readonly onBlocks: (former: readonly ViewBlock[]) => void;
  readonly onFailed: (what: string, error: unknown) => void;
}

/** Whether the page is shown beside its text at the last commit, and what that was. */
export class PageComparison {
  readonly #options: PageComparing;
  #former: FormerPage | undefined;
  #path: string | undefined;

  constructor(options: PageComparing) {
    this.#options = options;
  }

  /** Undefined where nothing can be compared. */
  get isOn(): boolean | undefined {
    return this.#options.read ? this.#former !== undefined : undefined;
  }

  turn(on: boolean): void {
    const { read, thread, id } = this.#options;
    this.#former = on && read ? new FormerPage(thread, id, read) : undefined;
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
      .catch((error: unknown) => this.#options.onFailed(`comparing ${source.path}`, error));
  }
}
