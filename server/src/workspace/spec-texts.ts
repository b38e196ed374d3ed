import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { mostPulledInLength } from "../core/spec/references.ts";
import { BoundedMap } from "../core/text/bounded-map.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { readFile, textOf, type SiteFiles } from "./read-frame.ts";
import { largestSpecRead, type SentFile } from "./spec-protocol.ts";
import type { Served } from "./spec-thread.ts";

/** What an outline was made of: the hash of each file's text, `undefined` for one that was not there. */
export type Origin = ReadonlyMap<SitePath, string | undefined>;

/** A longer text in an editor is known by the order it came in: hashing 2 MB would hold up every key. */
const longestHashed = 50_000;

const mostNamed = 20;

/** What texts are known by: their hash, or a number while they are written. The same text has the same name as before. */
export class TextNames {
  readonly #latest = new BoundedMap<string, { readonly text: string; readonly name: string }>(mostNamed);
  #count = 0;

  nameOf({ disk, unsaved }: SiteFiles, path: SitePath, text: string): string {
    if (text.length <= longestHashed || unsaved?.(path) === undefined) return hashOf(text);
    const place = `${disk.root} ${path}`;
    const latest = this.#latest.get(place);
    if (latest?.text === text) return latest.name;
    const name = `text ${++this.#count}`;
    this.#latest.set(place, { text, name });
    return name;
  }
}

/** Reads the files that are wanted; what they hold is noted in `seen`. */
export async function serveAll(
  from: SiteFiles,
  paths: readonly SitePath[],
  seen: Map<SitePath, string | undefined>,
  names: TextNames,
): Promise<Served> {
  const files: (Required<SentFile> | undefined)[] = [];
  let length = 0;
  for (const path of paths) {
    await setImmediate();
    const text = textOf(readFile(from, path, mostPulledInLength));
    length += text?.length ?? 0;
    const isIn = text !== undefined && length <= mostPulledInLength;
    const hash = isIn ? names.nameOf(from, path, text) : undefined;
    seen.set(path, hash);
    files.push(isIn && hash !== undefined ? { path, hash, text } : undefined);
  }
  return files;
}

export function nameOfFile(from: SiteFiles, path: SitePath, names: TextNames): string | undefined {
  const text = textOf(readFile(from, path, mostPulledInLength));
  return text === undefined ? undefined : names.nameOf(from, path, text);
}

/** Whether the disk has the very same text. Where it has not, the sizes mostly tell. */
export function isOnDisk({ disk }: SiteFiles, path: SitePath, text: string): boolean {
  if (disk.elsewhere?.sizeOf(path) !== Buffer.byteLength(text)) return false;
  const file = disk.read(path, largestSpecRead);
  return file.kind === "text" && file.text === text;
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
