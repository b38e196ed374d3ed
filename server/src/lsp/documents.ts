import type { TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { OpenFile, SiteStore } from "../workspace/site-store.ts";
import { pathOfUri } from "./file-uri.ts";

/** Edits that come in one breath are worked in together. */
const pauseMilliseconds = 2;
const longestWait = 40;

type Sites = Pick<SiteStore, "open" | "edit" | "close" | "saved">;

/** The documents that are open in the editor. Their texts reach the sites a moment after they change, or when asked for. */
export class Documents {
  readonly #sites: Sites;
  readonly #byPath = new Map<string, TextDocument>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #firstAt = 0;

  constructor(sites: Sites) {
    this.#sites = sites;
  }

  /** The URI as the editor writes it; undefined when the file is not open. */
  uriOf(path: string): string | undefined {
    return this.#byPath.get(path)?.uri;
  }

  get paths(): string[] {
    return [...this.#byPath.keys()];
  }

  versionOf(path: string): number | undefined {
    return this.#byPath.get(path)?.version;
  }

  open(uri: string, languageId: string, version: number, text: string): void {
    const path = pathOfUri(uri);
    if (path === undefined) return;
    const document = TextDocument.create(uri, languageId, version, text);
    this.#byPath.set(path, document);
    this.#waiting.delete(path);
    this.#sites.open(path, openFile(document));
  }

  /** An edit of a document that is not open has nothing to apply to and is left out. */
  change(uri: string, version: number, changes: TextDocumentContentChangeEvent[]): void {
    const path = pathOfUri(uri);
    const document = path === undefined ? undefined : this.#byPath.get(path);
    if (path === undefined || !document) return;
    this.#byPath.set(path, TextDocument.update(document, changes, version));
    if (this.#waiting.size === 0) this.#firstAt = performance.now();
    this.#waiting.add(path);
    clearTimeout(this.#timer);
    const spent = performance.now() - this.#firstAt;
    this.#timer = setTimeout(
      () => this.flush(),
      Math.min(pauseMilliseconds, Math.max(0, longestWait - spent)),
    );
  }

  save(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#sites.saved(path);
  }

  close(uri: string): void {
    const path = pathOfUri(uri);
    if (path === undefined || !this.#byPath.delete(path)) return;
    this.#waiting.delete(path);
    this.#sites.close(path);
  }

  /** Gives the sites every text that has changed. */
  flush(): void {
    clearTimeout(this.#timer);
    const paths = [...this.#waiting];
    this.#waiting.clear();
    for (const path of paths) {
      const document = this.#byPath.get(path);
      if (document) this.#sites.edit(path, openFile(document));
    }
  }
}

function openFile(document: TextDocument): OpenFile {
  return { text: document.getText(), version: document.version };
}
