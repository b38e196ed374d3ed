import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawIcon, type FindIcon, type IconDrawings } from "../core/config/icons/icon-drawing.ts";
import type { IconLibrary } from "../core/config/icons/icon-libraries.ts";

/**
 * Finds pictures of icons in `folder` (`dist/icons`). A library is read when its first icon is asked for; without
 * the files there are no pictures and nothing else is missing.
 */
export function iconStore(folder: string): FindIcon {
  const libraries = new Map<IconLibrary, IconDrawings | undefined>();
  return (library, name, style) => {
    if (!libraries.has(library)) libraries.set(library, readDrawings(join(folder, `${library}.json`)));
    const drawings = libraries.get(library);
    return drawings && drawIcon(library, drawings, name, style);
  };
}

function readDrawings(file: string): IconDrawings | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as IconDrawings;
  } catch {
    return undefined;
  }
}
