import type { SitePath } from "../../core/text/text-edit.ts";
import { readFile, type SiteFiles } from "../read-frame.ts";

const mostFiles = 200;
const largestFile = 1_000_000;
const readable = /\.(mdx?|jsx?|tsx?|json|svg)$/i;

interface Known {
  readonly stamp: string | undefined;
  readonly text: string | null;
}

/**
 * The text of each file that a page imports, as it is in the editor or on disk. Only files of the site that somebody
 * writes are read, each of at most 1 MB and 200 for a page; for every other the answer is that there is none.
 */
export class ImportedFiles {
  readonly #from: SiteFiles;
  readonly #known = new Map<SitePath, Known>();
  #page: SitePath | undefined;
  #texts: ReadonlyMap<SitePath, string | null> = new Map();

  constructor(from: SiteFiles) {
    this.#from = from;
  }

  /** The same value until one of them changes. */
  get texts(): ReadonlyMap<SitePath, string | null> {
    return this.#texts;
  }

  /** What the pages before this one imported is let go of, so that the bound holds for each page alone. */
  beginPage(page: SitePath): void {
    if (page !== this.#page && this.#known.size > 0) {
      this.#known.clear();
      this.#tell();
    }
    this.#page = page;
  }

  /** Reads what is not known yet; false when there was nothing to read. */
  want(paths: readonly SitePath[]): boolean {
    const fresh = paths.filter((path) => !this.#known.has(path)).slice(0, mostFiles - this.#known.size);
    for (const path of fresh) this.#read(path);
    if (fresh.length > 0) this.#tell();
    return fresh.length > 0;
  }

  /** Reads again what has changed; false when nothing has. */
  refresh(): boolean {
    const changed = [...this.#known].filter(([path, known]) => this.#stampOf(path) !== known.stamp);
    const before = changed.map(([, { text }]) => text);
    for (const [path] of changed) this.#read(path);
    const isNews = changed.some(([path], at) => this.#known.get(path)?.text !== before[at]);
    if (isNews) this.#tell();
    return isNews;
  }

  #read(path: SitePath): void {
    const file = readable.test(path) ? readFile(this.#from, path, largestFile) : undefined;
    this.#known.set(path, {
      stamp: this.#stampOf(path),
      text: file?.kind === "text" ? file.text : null,
    });
  }

  /** The text of an open file is its own stamp. */
  #stampOf(path: SitePath): string | undefined {
    return this.#from.unsaved?.(path) ?? this.#from.disk.stamp(path);
  }

  #tell(): void {
    this.#texts = new Map([...this.#known].map(([path, { text }]) => [path, text]));
  }
}
