import { statSync } from "node:fs";
import { Pause } from "./pause.ts";

/** Milliseconds: nothing more came for so long, it has gone on for so long, a file has seemed to be written for so long. */
const usual = { quiet: 5, longest: 30, writing: 300 };

/**
 * A first look at files that have just changed, before it is known what else has. Whoever writes a file empties it first, and
 * on a busy machine some time goes by before all of its text is there: that is waited for, so that nobody sees their page
 * vanish and come again.
 */
export class Glance {
  readonly #pause: Pause;
  readonly #changed = new Set<string>();
  #since: number | undefined;

  constructor(look: () => void, waits: typeof usual = usual) {
    this.#pause = new Pause(
      () => {
        this.#pause.end();
        const hasWaited = performance.now() - (this.#since ?? 0) > waits.writing;
        if (!hasWaited && [...this.#changed].some(isBeingWritten)) return this.#pause.begin();
        this.#forget();
        look();
      },
      waits.quiet,
      waits.longest,
    );
  }

  /** These files, by their absolute paths, are new, changed or gone. */
  news(paths: readonly string[]): void {
    for (const path of paths) this.#changed.add(path);
    this.#since ??= performance.now();
    this.#pause.begin();
  }

  end(): void {
    this.#pause.end();
    this.#forget();
  }

  #forget(): void {
    this.#changed.clear();
    this.#since = undefined;
  }
}

/** Systems write whole pages of memory. Few files end with one, and those are seen a moment later. */
const memoryPage = 4096;

function isBeingWritten(path: string): boolean {
  try {
    return statSync(path).size % memoryPage === 0;
  } catch {
    return false;
  }
}
