import { followMoves, noFormerFiles, type FormerFiles } from "../core/site/files/former-files.ts";
import { said } from "../core/text/message.ts";
import { movesBefore, positionIn, type GitLimits } from "./git-history.ts";

/**
 * Where files that pages of a site once had are today, by the history of the repository that it lies in. Read again
 * only when the last commit is another one. Where git cannot tell, the reason is the note.
 */
export class FormerFilesReader {
  readonly #root: string;
  readonly #limits: GitLimits;
  #known: { readonly head: string; readonly files: FormerFiles } | undefined;
  #reading: Promise<FormerFiles> | undefined;

  constructor(root: string, limits: GitLimits = {}) {
    this.#root = root;
    this.#limits = limits;
  }

  /** One reading at a time; who asks meanwhile gets its answer. */
  read(): Promise<FormerFiles> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<FormerFiles> {
    const position = await positionIn(this.#root, this.#limits);
    if (!position.ok)
      return this.#keep("", {
        nowAt: new Map(),
        note: said("Renames of the past are not known: {0}", position.reason),
      });
    const { head, folder, isShallow } = position.value;
    if (this.#known?.head === head) return this.#known.files;
    const moves = await movesBefore(this.#root, head, this.#limits);
    if (!moves.ok)
      return this.#keep("", {
        ...noFormerFiles,
        note: said("Renames of the past are not known: {0}", moves.reason),
      });
    const { commits, isCut } = moves.value;
    const isPart = isCut || isShallow;
    return this.#keep(head, {
      nowAt: followMoves(commits, folder),
      ...(isPart && {
        note: isShallow
          ? said(
              "This copy of the repository holds a part of its history only, so older renames are not known.",
            )
          : said("The history is long, so older renames are not known."),
      }),
    });
  }

  /** The same value as long as it says the same, so that what is derived of it stays. */
  #keep(head: string, files: FormerFiles): FormerFiles {
    const before = this.#known?.files;
    const isSame =
      JSON.stringify(before?.note) === JSON.stringify(files.note) &&
      before?.nowAt.size === 0 &&
      files.nowAt.size === 0;
    this.#known = { head, files: isSame && before ? before : files };
    return this.#known.files;
  }
}
