import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** In bytes; the drawings of the largest library take 1.9 MB. */
const largest = 20_000_000;

/**
 * What the build has packed beside the product (`tools/build/pack-json.mjs`), read from `<file>.br`; undefined where it is
 * not there or is none. A download is a fifth smaller by it.
 */
export function readPackedJson<Content>(file: string): Content | undefined {
  try {
    const text = brotliDecompressSync(readFileSync(`${file}.br`), { maxOutputLength: largest });
    return JSON.parse(text.toString("utf8")) as Content;
  } catch {
    return undefined;
  }
}
