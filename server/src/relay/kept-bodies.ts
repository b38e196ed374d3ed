import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A body on its way to the disk. */
export interface KeptBody {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** The name under which it can be had from now on. */
  readonly finish: () => Promise<string>;
  readonly discard: () => Promise<void>;
}

export interface KeptBodies {
  readonly begin: () => Promise<KeptBody>;
  /** Undefined where nothing of this name is kept (any more). */
  readonly read: (name: string) => Readable | undefined;
  readonly dispose: () => Promise<void>;
}

/** The oldest give way. */
const most = 10;

/**
 * Bodies of answers that are too long to be passed on whole, in files that only this user can read, in a folder of
 * their own that is made with the first one and removed by `dispose`.
 */
export function keepBodies(parent: string = tmpdir()): KeptBodies {
  let folder: Promise<string> | undefined;
  const kept = new Map<string, string>();
  return {
    begin: async () => {
      folder ??= mkdtemp(join(parent, "docwright-answers-"));
      const name = randomUUID();
      const path = join(await folder, name);
      const file = await open(path, "wx", 0o600);
      return {
        write: (bytes) => writeAll(file, bytes),
        finish: async () => {
          await file.close();
          kept.set(name, path);
          const gone = [...kept].slice(0, Math.max(0, kept.size - most));
          for (const [old] of gone) kept.delete(old);
          await Promise.all(gone.map(([, old]) => rm(old, { force: true })));
          return name;
        },
        discard: async () => {
          await file.close();
          await rm(path, { force: true });
        },
      };
    },
    read: (name) => {
      const path = kept.get(name);
      return path === undefined ? undefined : createReadStream(path);
    },
    dispose: async () => {
      kept.clear();
      const made = await folder?.catch(() => undefined);
      folder = undefined;
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
    at += bytesWritten;
  }
}
