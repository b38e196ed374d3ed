import { siteSheet } from "../../core/preview/safe/site-sheet.ts";
import type { SitePath } from "../../core/text/text-range.ts";
import { readFile, type SiteFiles } from "../read-frame.ts";

const mostFiles = 50;
/** In bytes: of one file, and of all that is made of them. */
const largestFile = 100_000;
const largestSheet = 300_000;

/** The style sheets of a site, all of which the service puts into every page, as the preview applies them. */
export class SiteSheets {
  readonly #from: SiteFiles;
  readonly #known = new Map<SitePath, { readonly stamp: string | undefined; readonly text: string }>();
  #all = "";

  constructor(from: SiteFiles) {
    this.#from = from;
  }

  /** As they are now, in the order of their paths; the same value until one of them changes. */
  textOf(files: ReadonlySet<SitePath>): string {
    const paths = [...files].filter((path) => /\.css$/i.test(path)).sort();
    const chosen = paths.slice(0, mostFiles);
    const changed = chosen.filter((path) => this.#known.get(path)?.stamp !== this.#stampOf(path));
    const gone = [...this.#known.keys()].filter((path) => !chosen.includes(path));
    for (const path of gone) this.#known.delete(path);
    for (const path of changed) this.#read(path);
    if (changed.length + gone.length > 0) this.#all = this.#joined(chosen);
    return this.#all;
  }

  #read(path: SitePath): void {
    const stamp = this.#stampOf(path);
    const file = readFile(this.#from, path, largestFile);
    this.#known.set(path, { stamp, text: file.kind === "text" ? siteSheet(path, file.text) : "" });
  }

  #joined(paths: readonly SitePath[]): string {
    let all = "";
    for (const path of paths) {
      const text = this.#known.get(path)?.text ?? "";
      if (all.length + text.length <= largestSheet) all += text;
    }
    return all;
  }

  /** The text of an open file is its own stamp. */
  #stampOf(path: SitePath): string | undefined {
    return this.#from.unsaved?.(path) ?? this.#from.disk.stamp(path);
  }
}
