import { maxSheetLength, maxSheetRules, siteSheet } from "../../core/preview/safe/safe-style.ts";
import type { UnappliedSheet } from "../../core/preview/view/site-frame.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { readFile, type SiteFiles } from "../read-frame.ts";

const maxFiles = 50;
/** Of all that is made of the files, in characters. */
const maxLength = 2_000_000;

interface ReadSheet {
  readonly stamp: string | undefined;
  readonly text: string;
  readonly rules: number;
  readonly reason?: UnappliedSheet["reason"];
}

export interface AppliedSheets {
  readonly text: string;
  readonly unapplied: readonly UnappliedSheet[];
}

/** The style sheets of a site, all of which the service puts into every page, as the preview applies them. */
export class SiteSheets {
  readonly #from: SiteFiles;
  readonly #known = new Map<SitePath, ReadSheet>();
  #all: AppliedSheets = { text: "", unapplied: [] };
  #paths = "";

  constructor(from: SiteFiles) {
    this.#from = from;
  }

  /** Returns them as they are now, in the order of their paths; the same value until one of them changes. */
  read(files: ReadonlySet<SitePath>): AppliedSheets {
    const paths = [...files].filter((path) => /\.css$/i.test(path)).sort();
    const chosen = paths.slice(0, maxFiles);
    const changed = chosen.filter((path) => this.#known.get(path)?.stamp !== this.#stampOf(path));
    const gone = [...this.#known.keys()].filter((path) => !chosen.includes(path));
    for (const path of [...gone, ...changed]) this.#known.delete(path);
    if (changed.length + gone.length > 0)
      for (const [path, { reason }] of this.#known) if (reason === "too-many-rules") this.#known.delete(path);
    for (const path of chosen) if (!this.#known.has(path)) this.#known.set(path, this.#read(path));
    const names = paths.join("\n");
    if (changed.length > 0 || names !== this.#paths) this.#all = this.#joined(paths);
    this.#paths = names;
    return this.#all;
  }

  #read(path: SitePath): ReadSheet {
    const stamp = this.#stampOf(path);
    const file = readFile(this.#from, path, maxSheetLength);
    if (file.kind === "too-large") return { stamp, text: "", rules: 0, reason: "too-large" };
    if (file.kind !== "text") return { stamp, text: "", rules: 0, reason: "unreadable" };
    // All sheets share one limit, as each rule takes time.
    const left = [...this.#known.values()].reduce((sum, { rules }) => sum - rules, maxSheetRules);
    const { text, rules, isCut } = siteSheet(path, file.text, left);
    return { stamp, text, rules, ...(isCut && { reason: "too-many-rules" }) };
  }

  #joined(paths: readonly SitePath[]): AppliedSheets {
    let all = "";
    const unapplied: UnappliedSheet[] = [];
    for (const file of paths) {
      const { text, reason } = this.#known.get(file) ?? { text: "", reason: "too-many" as const };
      const isTooMuch = all.length + text.length > maxLength;
      if (!isTooMuch) all += text;
      const why = isTooMuch ? "too-many" : reason;
      if (why !== undefined) unapplied.push({ file, reason: why });
    }
    return { text: all, unapplied };
  }

  /** The text of an open file is its own stamp. */
  #stampOf(path: SitePath): string | undefined {
    return this.#from.unsaved?.(path) ?? this.#from.disk.stamp(path);
  }
}
