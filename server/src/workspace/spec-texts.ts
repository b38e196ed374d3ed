import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { mostPulledInLength } from "../core/spec/gather-files.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { readFile, textOf, type SiteFiles } from "./read-frame.ts";
import type { SentFile } from "./spec-protocol.ts";
import type { Served } from "./spec-thread.ts";

/** What an outline was made of: the hash of each file's text, `undefined` for one that was not there. */
export type Origin = ReadonlyMap<SitePath, string | undefined>;

/** Reads the files that are wanted; what they hold is noted in `seen`. */
export async function serveAll(
  from: SiteFiles,
  paths: readonly SitePath[],
  seen: Map<SitePath, string | undefined>,
): Promise<Served> {
  const files: (Required<SentFile> | undefined)[] = [];
  let length = 0;
  for (const path of paths) {
    await setImmediate();
    const text = textOf(readFile(from, path, mostPulledInLength));
    length += text?.length ?? 0;
    const isIn = text !== undefined && length <= mostPulledInLength;
    seen.set(path, isIn ? hashOf(text) : undefined);
    files.push(isIn ? { path, hash: hashOf(text), text } : undefined);
  }
  return files;
}

export function hashOfFile(from: SiteFiles, path: SitePath): string | undefined {
  const text = textOf(readFile(from, path, mostPulledInLength));
  return text === undefined ? undefined : hashOf(text);
}

export function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
