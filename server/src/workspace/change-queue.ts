import { Gate } from "./gate.ts";

/** How long nothing more may have come before changes are worked in. */
const quietAfterFew = 50;
const quietAfterMany = 300;
/** Changes never wait longer, however many follow. */
const longestWait = 5000;
/** If a timer is this late, the process was held up, and more changes may be waiting to be received. */
const lateMilliseconds = 50;
/** More changes than this are a branch switch or an unpacked archive: the site is read anew. */
export const mostSingleChanges = 50;

/**
 * Gathers changes of files until they come to rest, so that a burst is one piece of work and nobody sees the site
 * half changed.
 */
export class ChangeQueue {
  readonly #waiting = new Set<string>();
  readonly #onRest: (paths: ReadonlySet<string>) => void;
  #timer: NodeJS.Timeout | undefined;
  #firstAt = 0;
  #dueAt = 0;
  #wait = 0;
  #resting = new Gate();

  constructor(onRest: (paths: ReadonlySet<string>) => void) {
    this.#onRest = onRest;
    this.#resting.open();
  }

  /** `quiet` milliseconds at least are waited for more. */
  add(paths: Iterable<string>, quiet = quietAfterFew): void {
    const now = performance.now();
    if (this.#waiting.size === 0) {
      this.#firstAt = now;
      this.#dueAt = 0;
      this.#resting = new Gate();
    }
    for (const path of paths) this.#waiting.add(path);
    if (this.#waiting.size === 0) return this.#resting.open();
    this.#wait = this.#waiting.size > mostSingleChanges ? Math.max(quiet, quietAfterMany) : quiet;
    this.#start(() => this.#restUnlessLate());
  }

  #start(onDue: () => void): void {
    const now = performance.now();
    this.#dueAt = Math.min(Math.max(this.#dueAt, now + this.#wait), this.#firstAt + longestWait);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onDue, Math.max(0, this.#dueAt - now));
  }

  #restUnlessLate(): void {
    if (performance.now() - this.#dueAt < lateMilliseconds) this.#rest();
    else this.#start(() => this.#rest());
  }

  /** The paths that wait. */
  get paths(): ReadonlySet<string> {
    return this.#waiting;
  }

  has(path: string): boolean {
    return this.#waiting.has(path);
  }

  /** Resolves when nothing is waiting. */
  whenAtRest(): Promise<void> {
    return this.#resting.opened;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
    this.#resting.open();
  }

  #rest(): void {
    const paths = new Set(this.#waiting);
    this.#waiting.clear();
    try {
      this.#onRest(paths);
    } finally {
      this.#resting.open();
    }
  }
}
