import { join } from "node:path";
import { largestSpecLength } from "../core/spec/detect-spec.ts";
import { BoundedMap } from "../core/text/bounded-map.ts";
import { type LineMap, lineMapOf } from "../core/text/text-edit.ts";
import type { OpenFile, SitePlace, SiteStore } from "../workspace/analysis/site-store.ts";
import { readFile } from "../workspace/files/site-files.ts";

interface KnownLines {
  readonly stamp: string | undefined;
  readonly lines: LineMap;
}

const mostKnown = 500;

/** Where the lines of a file begin, in the text that its problems were found in. */
export class LineMaps {
  readonly #sites: Pick<SiteStore, "openFile">;
  readonly #ofOpen = new WeakMap<OpenFile, LineMap>();
  readonly #ofClosed = new BoundedMap<string, KnownLines>(mostKnown);

  constructor(sites: Pick<SiteStore, "openFile">) {
    this.#sites = sites;
  }

  of(place: SitePlace): LineMap {
    const path = join(place.site.root, place.path);
    const file = this.#sites.openFile(path);
    return file ? this.#linesOfOpen(file) : this.#linesOfClosed(path, place);
  }

  #linesOfOpen(file: OpenFile): LineMap {
    const known = this.#ofOpen.get(file);
    if (known) return known;
    const lines = lineMapOf(file.text);
    this.#ofOpen.set(file, lines);
    return lines;
  }

  #linesOfClosed(path: string, { site, path: inSite }: SitePlace): LineMap {
    const readElsewhere = site.current?.site.specs.get(inSite)?.lines;
    if (readElsewhere) return readElsewhere;
    const stamp = site.files.disk.stamp(inSite);
    const known = this.#ofClosed.get(path);
    if (known && known.stamp === stamp) return known.lines;
    const file = readFile(site.files, inSite, largestSpecLength);
    const lines = lineMapOf(file.kind === "text" ? file.text : "");
    this.#ofClosed.set(path, { stamp, lines });
    return lines;
  }
}
