import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** The time in milliseconds since the editor's last request for rows after which it's notified of changes. */
const quiet = 150;

/**
 * The maximum time in milliseconds until the editor has rendered the tree after the last change or request. It includes
 * the 200 ms during which the editor collects changes.
 */
const maxRefresh = 300;

/**
 * Notifies the editor of changed tree rows once it hasn't requested any rows for a moment. The editor requests rows in
 * batches. A notification between two batches may cause it to mix up their results and show the data of other rows.
 */
export class TreeChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly event = this.#changed.event;
  #requested = -quiet;
  #reported = -maxRefresh;
  #timer: NodeJS.Timeout | undefined;

  /** Called when the editor requests rows. */
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

  /** Resolves when there are no pending changes and the editor has had enough time to render the last one. */
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
