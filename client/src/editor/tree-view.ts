import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";

/** The time in milliseconds without a request for rows before the editor is notified of changes. */
const quietMilliseconds = 150;

/**
 * The maximum time in milliseconds that the editor takes to render the tree after a change or request. The time
 * includes the 200 ms during which the editor collects changes.
 */
const maxRefreshDelay = 300;

/**
 * The time in milliseconds within which the editor requests the rows below expanded rows after it has got the top rows.
 */
const maxChildRequestDelay = 1000;

/**
 * Notifies the editor of changed tree rows once it has stopped requesting rows for a moment. The editor requests rows
 * in batches, and a notification between two batches may cause the editor to mix up their results and show the data of
 * other rows. A notification that arrives too early anyway makes the editor request the rows below rows that no longer
 * exist, which it then shows as empty without another request. To correct them, the editor is notified once more if it
 * doesn't request any rows below the top rows.
 */
export class TreeChanges implements vscode.Disposable {
  readonly #changeEmitter = new vscode.EventEmitter<undefined>();
  readonly event = this.#changeEmitter.event;
  #requestedAt = -quietMilliseconds;
  #reportedAt = -maxRefreshDelay;
  #timer: NodeJS.Timeout | undefined;
  #repeatTimer: NodeJS.Timeout | undefined;
  #hasNotifiedAgain = false;
  /** The number of requests for the top rows that haven't been answered yet. */
  #pendingRequestCount = 0;

  /** Called when the editor requests the rows below a row. If `row` is undefined, it requests the top rows. */
  recordRequest(row: unknown): void {
    this.#requestedAt = performance.now();
    clearTimeout(this.#repeatTimer);
    if (row === undefined) this.#pendingRequestCount++;
    else this.#hasNotifiedAgain = false;
  }

  /** Called when a request for the top rows ends, even if it fails. */
  recordTopRows(): void {
    this.#requestedAt = performance.now();
    this.#pendingRequestCount--;
    clearTimeout(this.#repeatTimer);
    if (!this.#hasNotifiedAgain)
      this.#repeatTimer = setTimeout(() => this.#notifyAgain(), maxChildRequestDelay).unref();
  }

  #notifyAgain(): void {
    this.#hasNotifiedAgain = true;
    this.notify();
  }

  notify(): void {
    if (this.#timer) return;
    const delay = this.#requestedAt + quietMilliseconds - performance.now();
    if (delay <= 0) {
      this.#reportedAt = performance.now();
      return this.#changeEmitter.fire(undefined);
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.notify();
    }, delay);
  }

  /** Resolves when there are no pending changes or requests and the editor has had enough time to render the last one. */
  async waitUntilQuiet(): Promise<void> {
    for (;;) {
      const remainingTime = Math.max(this.#requestedAt, this.#reportedAt) + maxRefreshDelay - performance.now();
      if (remainingTime <= 0 && !this.#timer && this.#pendingRequestCount === 0) return;
      await pause(Math.max(remainingTime, quietMilliseconds));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#repeatTimer);
    this.#changeEmitter.dispose();
  }
}
