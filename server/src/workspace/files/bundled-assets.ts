import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import {
  drawIcon,
  type FindIcon,
  type IconDrawings,
  type IconLibrary,
} from "../../core/config/icons/icons.ts";
import type { DrawIcon } from "../../core/preview/frame/frame-links.ts";
import { iconView } from "../../core/preview/icon-view.ts";

/** In bytes; the drawings of the largest library take 1.9 MB. */
const maxSize = 20_000_000;

/**
 * What the build has packed beside the product (`tools/build/pack-json.mjs`), read from `<file>.br`; undefined where it is
 * not there or is none. A download is a fifth smaller by it.
 */
export function readPackedJson<Content>(file: string): Content | undefined {
  try {
    const text = brotliDecompressSync(readFileSync(`${file}.br`), { maxOutputLength: maxSize });
    return JSON.parse(text.toString("utf8")) as Content;
  } catch {
    return undefined;
  }
}

/** Icons of the packed libraries: as one picture for hover and completion, as marks to be painted for previews. */
export interface IconStore {
  readonly find: FindIcon;
  readonly draw: DrawIcon;
}

/**
 * Finds pictures of icons in `folder` (`dist/icons`). A library is read when its first icon is asked for; without
 * the files there are no pictures and nothing else is missing.
 */
export function iconStore(folder: string): IconStore {
  const libraries = new Map<IconLibrary, IconDrawings | undefined>();
  const drawingsOf = (library: IconLibrary): IconDrawings | undefined => {
    if (!libraries.has(library)) libraries.set(library, readPackedJson(join(folder, `${library}.json`)));
    return libraries.get(library);
  };
  return {
    find: (library, name, style) => {
      const drawings = drawingsOf(library);
      return drawings && drawIcon(library, drawings, name, style);
    },
    draw: (name, library, style) => {
      const drawings = drawingsOf(library);
      return drawings && iconView(library, drawings, name, style);
    },
  };
}

/** Where Docwright keeps what only saves time or traffic, for this user: `~/.cache/docwright`. */
export function userCacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const base = environment["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") ? base : join(homedir(), ".cache"), "docwright");
}
