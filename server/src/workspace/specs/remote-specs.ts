import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { join } from "node:path";
import { type RemoteCopy, type Site, applyFile } from "../../core/site/site.ts";
import { listRemoteSources } from "../../core/site/specs/operation-references.ts";
import { isRemoteSpec, mayBeSpec, createRemoteSpecPath, getSpecName } from "../../core/spec/detect-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { ReadSpecs } from "../analysis/load-site.ts";
import type { SiteFiles } from "../files/site-files.ts";
import { dropOldestCacheFiles, openCacheFile, getRemoteSpecFolder, writeCacheFile } from "../files/user-cache.ts";

/** The metadata of a local copy of a remote file. */
export interface CopyMetadata {
  readonly url: string;
  /** The time when the copy last matched the remote file, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly isJson: boolean;
}

const format = "docwright specification 1";
const maxHeaderSize = 8_000;
const maxFileSize = 20_100_000;
const maxCopies = 200;
const fileExtension = ".spec";

/**
 * Local copies of remote specifications. Each copy is a file whose name is a hash of the URL. The file contains a line
 * of metadata followed by the text. The metadata includes a hash of the text. If anything is unexpected (another
 * format, text with a different hash, a link, a time in the future), the copy is treated as missing.
 */
export class RemoteSpecCache {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  readMetadata(url: string): CopyMetadata | undefined {
    return this.#openCopy(url, (handle) => this.#readHeader(handle, url)?.metadata);
  }

  getText(url: string): string | undefined {
    return this.#openCopy(url, (handle, size) => {
      const header = this.#readHeader(handle, url);
      if (!header) return undefined;
      const bytes = Buffer.alloc(size - header.length);
      if (readSync(handle, bytes, 0, bytes.length, header.length) !== bytes.length) return undefined;
      return hashBytes(bytes) === header.hash ? bytes.toString("utf8") : undefined;
    });
  }

  /**
   * Writes a copy atomically. Returns false if it can't be written, for example, in a read-only home folder
   * or on a full disk.
   */
  write(metadata: CopyMetadata, text: string): boolean {
    const file = join(this.#folder, getCopyFileName(metadata.url));
    const bytes = Buffer.from(text, "utf8");
    const header = Buffer.from(`${JSON.stringify({ format, hash: hashBytes(bytes), ...metadata })}\n`, "utf8");
    if (header.length > maxHeaderSize || header.length + bytes.length > maxFileSize) return false;
    if (!writeCacheFile(file, Buffer.concat([header, bytes]))) return false;
    dropOldestCacheFiles(this.#folder, fileExtension, { maxFiles: maxCopies, maxSize: Number.POSITIVE_INFINITY });
    return true;
  }

  #openCopy<T>(url: string, read: (handle: number, size: number) => T | undefined): T | undefined {
    return openCacheFile(join(this.#folder, getCopyFileName(url)), maxFileSize, read);
  }

  #readHeader(
    handle: number,
    url: string,
  ): { readonly metadata: CopyMetadata; readonly hash: string; readonly length: number } | undefined {
    const headerBuffer = Buffer.alloc(maxHeaderSize);
    const byteCount = readSync(handle, headerBuffer, 0, maxHeaderSize, 0);
    const end = headerBuffer.subarray(0, byteCount).indexOf("\n");
    if (end < 0) return undefined;
    const storedCopy: unknown = JSON.parse(headerBuffer.toString("utf8", 0, end));
    if (!isStoredCopy(storedCopy) || storedCopy.url !== url || storedCopy.fetchedAt > this.#now()) return undefined;
    const { fetchedAt, isJson, hash } = storedCopy;
    const etag = toText(storedCopy.etag);
    const lastModified = toText(storedCopy.lastModified);
    return { metadata: { url, fetchedAt, etag, lastModified, isJson }, hash, length: end + 1 };
  }
}

function getCopyFileName(url: string): string {
  return `${createHash("sha256").update(url).digest("hex")}${fileExtension}`;
}

interface StoredCopy {
  readonly url: string;
  readonly fetchedAt: number;
  readonly isJson: boolean;
  readonly hash: string;
  readonly etag?: unknown;
  readonly lastModified?: unknown;
}

function isStoredCopy(value: unknown): value is StoredCopy {
  if (typeof value !== "object" || value === null) return false;
  const storedCopy = value as Readonly<Record<string, unknown>>;
  return (
    storedCopy["format"] === format &&
    typeof storedCopy["url"] === "string" &&
    typeof storedCopy["hash"] === "string" &&
    typeof storedCopy["isJson"] === "boolean" &&
    Number.isSafeInteger(storedCopy["fetchedAt"])
  );
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 500 ? value : undefined;
}

function hashBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Fetches a remote file. Only callers with network access provide this function (relay/download.ts). */
export type FetchFile = (request: FetchRequest) => Promise<FetchedFile>;

export interface FetchRequest {
  readonly url: string;
  /** Whether the user has allowed this host. */
  readonly isHostAllowed: (host: string) => boolean;
  readonly validators?: { readonly etag: string | undefined; readonly lastModified: string | undefined } | undefined;
  readonly signal?: AbortSignal;
}

export type FetchedFile =
  | {
      readonly kind: "fetched";
      readonly text: string;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    }
  | { readonly kind: "unchanged" }
  | { readonly kind: "consent"; readonly host: string }
  | { readonly kind: "failed"; readonly text: string };

export type FetchOutcome =
  | { readonly kind: "fetched"; readonly isNew: boolean }
  | { readonly kind: "consent"; readonly host: string }
  /** The reason, as a clause that follows the URL. */
  | { readonly kind: "failed"; readonly text: string };

const maxFreshMilliseconds = 24 * 3_600_000;

/**
 * Local copies of remote specifications that the user has requested. Later sessions read these copies without a
 * connection. Only `fetch` creates a copy, and only with the user's consent.
 */
export class RemoteSpecs {
  readonly #cache: RemoteSpecCache;
  readonly #fetchFile: FetchFile;
  readonly #now: () => number;

  constructor(fetchFile: FetchFile, folder = getRemoteSpecFolder(), now: () => number = Date.now) {
    this.#cache = new RemoteSpecCache(folder, now);
    this.#fetchFile = fetchFile;
    this.#now = now;
  }

  /** Returns the local copies of the specifications at these URLs, by their paths in a site. */
  listCopies(urls: readonly string[]): ReadonlyMap<SitePath, RemoteCopy> {
    return new Map(
      urls.flatMap((url) => {
        const metadata = this.#cache.readMetadata(removeFragment(url));
        if (!metadata) return [];
        const { fetchedAt, isJson } = metadata;
        const isStale = this.#now() - fetchedAt > maxFreshMilliseconds;
        return [[createRemoteSpecPath(url, isJson), { url, fetchedAt, isStale }] as const];
      }),
    );
  }

  /** Returns the text of the local copy at this path. */
  getTextAt(path: SitePath): string | undefined {
    return this.#cache.getText(removeFragment(getSpecName(path)));
  }

  /**
   * Creates a local copy of a specification. If a copy already exists, updates it if it no longer matches the remote
   * file.
   */
  async fetch(url: string, options: Pick<FetchRequest, "isHostAllowed" | "signal">): Promise<FetchOutcome> {
    const key = removeFragment(url);
    const previousMetadata = this.#cache.readMetadata(key);
    const text = previousMetadata && this.#cache.getText(key);
    const result = await this.#fetchFile({
      ...options,
      url,
      validators: text === undefined ? undefined : previousMetadata,
    });
    switch (result.kind) {
      case "consent":
      case "failed":
        return result;
      case "unchanged":
        if (previousMetadata && text !== undefined)
          this.#cache.write({ ...previousMetadata, fetchedAt: this.#now() }, text);
        return { kind: "fetched", isNew: false };
      case "fetched": {
        const { etag, lastModified } = result;
        const newText = result.text.replace(/^\ufeff/, "");
        const isJson = /^\s*[{[]/.test(newText);
        if (!mayBeSpec(createRemoteSpecPath(url, isJson), newText))
          return { kind: "failed", text: "returned something that isn't a specification" };
        const metadata = { url: key, fetchedAt: this.#now(), etag, lastModified, isJson };
        if (!this.#cache.write(metadata, newText))
          return { kind: "failed", text: "was fetched, but the local copy can't be saved" };
        return { kind: "fetched", isNew: newText !== text };
      }
    }
  }
}

/** Returns the file names of the local copies of the specifications at these URLs. The files may not exist yet. */
export function listCopyFileNames(urls: readonly string[]): string[] {
  return urls.map((url) => getCopyFileName(removeFragment(url)));
}

/** Returns the URL without its fragment, because fragments are never sent. */
function removeFragment(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, "") : url;
}

/**
 * Returns the files in a site together with the local copies of remote specifications. The copies have paths that real
 * files can't have.
 */
export function addCopies(remoteSpecs: Pick<RemoteSpecs, "getTextAt"> | undefined, siteFiles: SiteFiles): SiteFiles {
  if (!remoteSpecs) return siteFiles;
  return {
    ...siteFiles,
    readUnsavedText: (path) => (isRemoteSpec(path) ? remoteSpecs.getTextAt(path) : siteFiles.readUnsavedText?.(path)),
  };
}

/**
 * Returns the site with local copies of the remote specifications that it references. `siteFiles` provides the text of
 * each copy.
 */
export async function addRemoteCopies(
  site: Site,
  siteFiles: SiteFiles,
  remoteSpecs: Pick<RemoteSpecs, "listCopies">,
  readSpecs: ReadSpecs,
): Promise<Site> {
  const copies = remoteSpecs.listCopies(listRemoteSources(site));
  if (copies.size === 0) return site;
  const outlines = await readSpecs(siteFiles, [...copies.keys()]);
  let siteWithCopies: Site = { ...site, copies };
  for (const spec of outlines) siteWithCopies = applyFile(siteWithCopies, { kind: "spec", path: spec.path, spec }).site;
  return siteWithCopies;
}

/**
 * Tracks the local copies in a site that changes. Copies are added and removed as references to their URLs are added
 * and removed.
 */
export class RemoteSpecTracker {
  readonly #remoteSpecs: Pick<RemoteSpecs, "listCopies"> | undefined;
  #lastUrlsKey = "";

  constructor(remoteSpecs: Pick<RemoteSpecs, "listCopies"> | undefined) {
    this.#remoteSpecs = remoteSpecs;
  }

  /**
   * Adds the copies from the previous state to a site that was just read, because the copies aren't files and reading
   * the site doesn't find them.
   */
  addPreviousCopies(previousSite: Site | undefined, newSite: Site): Site {
    this.#lastUrlsKey = "";
    let site = newSite;
    for (const [path, spec] of previousSite?.specs ?? [])
      if (isRemoteSpec(path)) ({ site } = applyFile(site, { kind: "spec", path, spec }));
    return previousSite?.copies ? { ...site, copies: previousSite.copies } : site;
  }

  /**
   * Returns the site without copies that are no longer referenced, along with the paths of new or updated copies that
   * must be read.
   */
  onSiteChanged(site: Site, updatedUrl?: string): { readonly site: Site; readonly pathsToRead: readonly SitePath[] } {
    const urls = listRemoteSources(site);
    const urlsKey = urls.join("\n");
    if (!this.#remoteSpecs || (urlsKey === this.#lastUrlsKey && updatedUrl === undefined))
      return { site, pathsToRead: [] };
    this.#lastUrlsKey = urlsKey;
    const copies = this.#remoteSpecs.listCopies(urls);
    let newSite: Site = copies.size === 0 && !site.copies ? site : { ...site, copies };
    for (const path of site.specs.keys())
      if (isRemoteSpec(path) && !copies.has(path))
        newSite = applyFile(newSite, { kind: "spec", path, spec: undefined }).site;
    const needsRead = (path: SitePath) => !site.specs.has(path) || getSpecName(path) === updatedUrl;
    return { site: newSite, pathsToRead: [...copies.keys()].filter(needsRead) };
  }
}
