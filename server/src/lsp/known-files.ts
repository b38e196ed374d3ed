import type { Range } from "vscode-languageserver/node";
import type { LineMap, SiteLocation, SitePath } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { Session } from "./session.ts";

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** URIs and lines of files for one answer that names them a thousand times; each file is looked at once. */
export class KnownFiles {
  readonly #site: LiveSite;
  readonly #session: Session;
  readonly #uris = new Map<SitePath, string>();
  readonly #lines = new Map<SitePath, LineMap>();

  constructor(site: LiveSite, session: Session) {
    this.#site = site;
    this.#session = session;
  }

  uriOf(path: SitePath): string {
    const uri = this.#uris.get(path) ?? uriOf({ site: this.#site, path }, this.#session);
    this.#uris.set(path, uri);
    return uri;
  }

  placeOf({ file, range }: SiteLocation): { readonly uri: string; readonly range: Range } {
    if (range.end === 0) return { uri: this.uriOf(file), range: firstLine };
    const lines = this.#lines.get(file) ?? this.#session.lineMaps.of({ site: this.#site, path: file });
    this.#lines.set(file, lines);
    return { uri: this.uriOf(file), range: toRange(lines, range) };
  }
}
