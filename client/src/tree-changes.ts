import * as vscode from "vscode";

/** Without a question of the editor, until it is told. Milliseconds. */
const quiet = 150;

/**
 * Tells the editor that the rows of a tree are others, once it has not asked for any for a moment. It asks in batches, and
 * when it is told in between it may take the answer to one for that to another: rows then hold what belongs to others.
 */
export class TreeChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly event = this.#changed.event;
  #asked = -quiet;
  #timer: NodeJS.Timeout | undefined;

  /** The editor asks for rows. */
  asked(): void {
    this.#asked = performance.now();
  }

  tell(): void {
    if (this.#timer) return;
    const wait = this.#asked + quiet - performance.now();
    if (wait <= 0) return this.#changed.fire(undefined);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.tell();
    }, wait);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }
}
