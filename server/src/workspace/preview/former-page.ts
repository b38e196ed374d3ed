import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { RenderingThread } from "./preview-thread.ts";

/** The text of a file at the last commit; undefined where it was not there. */
export type ReadFormer = (file: SitePath) => Promise<string | undefined>;

/** The page as the last commit has it, with what it imports as that is now. */
export class FormerPage {
  readonly #thread: RenderingThread;
  readonly #id: number;
  readonly #read: ReadFormer;
  #of: SitePath | undefined;

  constructor(thread: RenderingThread, id: number, read: ReadFormer) {
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
