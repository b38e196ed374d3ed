import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Metadata of a local copy of a remote file. */
export interface CopyFacts {
  readonly url: string;
  /** When the copy was last known to match the remote file, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly isJson: boolean;
}

const format = "docwright specification 1";
const maxHeaderSize = 8_000;
const maxFileSize = 20_100_000;
const maxCopies = 200;

/**
 * Local copies of remote specifications. Each is a file named by the hash of its URL, with a line of metadata, which
 * includes the hash of the text, followed by the text. Anything unexpected (another format, a text with a different
 * hash, a link, a time in the future) counts as missing.
 */
export class RemoteSpecCache {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  facts(url: string): CopyFacts | undefined {
    return this.#open(url, (handle) => this.#header(handle, url)?.facts);
  }

  text(url: string): string | undefined {
    return this.#open(url, (handle) => {
      const header = this.#header(handle, url);
      if (!header) return undefined;
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(size - header.length);
      if (readSync(handle, bytes, 0, bytes.length, header.length) !== bytes.length) return undefined;
      return hashOf(bytes) === header.hash ? bytes.toString("utf8") : undefined;
    });
  }

  /**
   * Writes a copy atomically. Returns false if it can't be written, for example, in a read-only home folder
   * or on a full disk.
   */
  write(facts: CopyFacts, text: string): boolean {
    const file = this.#fileOf(facts.url);
    const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
    const bytes = Buffer.from(text, "utf8");
    const header = Buffer.from(`${JSON.stringify({ format, hash: hashOf(bytes), ...facts })}\n`, "utf8");
    if (header.length > maxHeaderSize || header.length + bytes.length > maxFileSize) return false;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(temporary, Buffer.concat([header, bytes]), { flag: "wx", mode: 0o600 });
      renameSync(temporary, file);
      this.#dropOldest();
      return true;
    } catch {
      removeQuietly(temporary);
      return false;
    }
  }

  #fileOf(url: string): string {
    return join(this.#folder, `${createHash("sha256").update(url).digest("hex")}.spec`);
  }

  #open<T>(url: string, read: (handle: number) => T | undefined): T | undefined {
    let handle: number | undefined;
    try {
      handle = openSync(this.#fileOf(url), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const stat = fstatSync(handle);
      return stat.isFile() && stat.size <= maxFileSize ? read(handle) : undefined;
    } catch {
      return undefined;
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  }

  #header(
    handle: number,
    url: string,
  ): { readonly facts: CopyFacts; readonly hash: string; readonly length: number } | undefined {
    const start = Buffer.alloc(maxHeaderSize);
    const read = readSync(handle, start, 0, maxHeaderSize, 0);
    const end = start.subarray(0, read).indexOf("\n");
    if (end < 0) return undefined;
    const noted: unknown = JSON.parse(start.toString("utf8", 0, end));
    if (!isNoted(noted) || noted.url !== url || noted.fetchedAt > this.#now()) return undefined;
    const { fetchedAt, isJson, hash } = noted;
    const etag = textOrNone(noted.etag);
    const lastModified = textOrNone(noted.lastModified);
    return { facts: { url, fetchedAt, etag, lastModified, isJson }, hash, length: end + 1 };
  }

  #dropOldest(): void {
    const files = readdirSync(this.#folder)
      .filter((name) => name.endsWith(".spec"))
      .map((name) => join(this.#folder, name));
    if (files.length <= maxCopies) return;
    const byAge = files
      .map((file) => ({ file, time: statSync(file).mtimeMs }))
      .sort((a, b) => a.time - b.time);
    for (const { file } of byAge.slice(0, files.length - maxCopies)) rmSync(file, { force: true });
  }
}

interface Noted {
  readonly url: string;
  readonly fetchedAt: number;
  readonly isJson: boolean;
  readonly hash: string;
  readonly etag?: unknown;
  readonly lastModified?: unknown;
}

function isNoted(value: unknown): value is Noted {
  if (typeof value !== "object" || value === null) return false;
  const noted = value as Readonly<Record<string, unknown>>;
  return (
    noted["format"] === format &&
    typeof noted["url"] === "string" &&
    typeof noted["hash"] === "string" &&
    typeof noted["isJson"] === "boolean" &&
    Number.isSafeInteger(noted["fetchedAt"])
  );
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Nothing was written, because its folder isn't a folder.
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 500 ? value : undefined;
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
