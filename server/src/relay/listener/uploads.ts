import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { OpenedFile } from "../relay.ts";

export interface ReceivedFilesOptions {
  /** The folder for the files. The default is the system's temporary folder. */
  readonly folder?: string;
  /** The maximum size of one file in bytes. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

/** Files that a browser tab has uploaded so that they can be sent with requests. */
export interface ReceivedFiles {
  /**
   * Stores a file. Resolves to the reference that identifies the file in envelopes, or to `too-large`. Rejects if the
   * connection or the disk fails.
   */
  readonly storeFile: (stream: Readable) => Promise<{ readonly fileRef: string } | "too-large">;
  readonly openFile: (fileRef: string) => OpenedFile | undefined;
  /** Deletes the received files. */
  readonly dispose: () => Promise<void>;
}

interface UploadedFile {
  readonly path: string;
  readonly size: number;
}

/**
 * Stores uploads in a separate folder. Only the current user can read the files. If there are more than `maxFiles`, the
 * least recently used file is deleted.
 */
export function createReceivedFiles({
  folder = tmpdir(),
  maxBytes = 200_000_000,
  maxFiles = 20,
}: ReceivedFilesOptions = {}): ReceivedFiles {
  const uploadsById = new Map<string, UploadedFile>();
  let folderPromise: Promise<string> | undefined;

  const removeOldestFile = async (): Promise<void> => {
    const [oldestEntry] = uploadsById;
    if (uploadsById.size < maxFiles || !oldestEntry) return;
    uploadsById.delete(oldestEntry[0]);
    await rm(oldestEntry[1].path, { force: true });
  };

  return {
    storeFile: async (source) => {
      folderPromise ??= mkdtemp(join(folder, "docwright-files-"));
      const fileRef = randomBytes(16).toString("base64url");
      const path = join(await folderPromise, fileRef);
      try {
        const size = await writeFile(source, path, maxBytes);
        if (size === undefined) {
          await rm(path, { force: true });
          return "too-large";
        }
        await removeOldestFile();
        uploadsById.set(fileRef, { path, size });
        return { fileRef };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    openFile: (fileRef) => {
      const file = uploadsById.get(fileRef);
      if (!file) return undefined;
      uploadsById.delete(fileRef);
      uploadsById.set(fileRef, file);
      return { name: "file", size: file.size, type: "", openStream: () => createReadStream(file.path) };
    },
    dispose: async () => {
      uploadsById.clear();
      if (folderPromise) await rm(await folderPromise, { recursive: true, force: true });
    },
  };
}

/**
 * Writes the stream to a file. Resolves to the number of bytes written, or to undefined if the stream exceeds
 * `maxBytes`. In that case, the caller must handle the rest of `source`.
 */
function writeFile(source: Readable, path: string, maxBytes: number): Promise<number | undefined> {
  if (source.destroyed) return Promise.reject(new Error("The connection was closed unexpectedly."));
  return new Promise((resolve, reject) => {
    const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
    let size = 0;
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return;
      source.unpipe(file);
      file.destroy();
    });
    source.once("close", () => {
      if (!source.readableEnded) file.destroy(new Error("The connection was closed unexpectedly."));
    });
    source.once("error", reject);
    file.once("error", reject);
    file.once("close", () => resolve(size > maxBytes ? undefined : size));
    source.pipe(file);
  });
}
