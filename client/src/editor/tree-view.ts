import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** The time in milliseconds without a request for rows before the editor is notified of changes. */
const quiet = 150;

/**
 * The maximum time in milliseconds that the editor takes to render the tree after a change or request. The time
 * includes the 200 ms during which the editor collects changes.
 */
const maxRefresh = 300;

/**
 * Notifies the editor of changed tree rows once it has stopped requesting rows for a moment. The editor requests rows
 * in batches, and a notification between two batches may cause the editor to mix up their results and show the data of
 * other rows.
 */
export class TreeChanges implements vscode.Disposable {
  readonly #changeEmitter = new vscode.EventEmitter<undefined>();
  readonly event = this.#changeEmitter.event;
  #requestedAt = -quiet;
  #reportedAt = -maxRefresh;
  #timer: NodeJS.Timeout | undefined;

  /** Called when the editor requests rows. */
  noteRequest(): void {
    this.#requestedAt = performance.now();
  }

  notify(): void {
    if (this.#timer) return;
    const wait = this.#requestedAt + quiet - performance.now();
    if (wait <= 0) {
      this.#reportedAt = performance.now();
      return this.#changeEmitter.fire(undefined);
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.notify();
    }, wait);
  }

  /** Resolves when there are no pending changes and the editor has had enough time to render the last one. */
  async waitUntilQuiet(): Promise<void> {
    for (;;) {
      const remainingTime = Math.max(this.#requestedAt, this.#reportedAt) + maxRefresh - performance.now();
      if (remainingTime <= 0 && !this.#timer) return;
      await pause(Math.max(remainingTime, quiet));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changeEmitter.dispose();
  }
}
