import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** Without a question of the editor, until it is told. Milliseconds. */
const quiet = 150;

/** How long the editor may take to draw the tree after the last change or request for rows; it collects changes for 200. Milliseconds. */
const maxRefresh = 300;

/**
 * Tells the editor that the rows of a tree are others, once it has not asked for any for a moment. It asks in batches, and
 * when it is told in between it may take the answer to one for that to another: rows then hold what belongs to others.
 */
export class TreeChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly event = this.#changed.event;
  #requested = -quiet;
  #reported = -maxRefresh;
  #timer: NodeJS.Timeout | undefined;

  /** The editor asks for rows. */
  isRequested(): void {
    this.#requested = performance.now();
  }

  notify(): void {
    if (this.#timer) return;
    const wait = this.#requested + quiet - performance.now();
    if (wait <= 0) {
      this.#reported = performance.now();
      return this.#changed.fire(undefined);
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.notify();
    }, wait);
  }

  /** Resolves once no change is pending and the editor has had time to draw the last one. */
  async whenQuiet(): Promise<void> {
    for (;;) {
      const left = Math.max(this.#requested, this.#reported) + maxRefresh - performance.now();
      if (left <= 0 && !this.#timer) return;
      await pause(Math.max(left, quiet));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }
}
