import { join } from "node:path";
import { drawIcon, type FindIcon, type IconDrawings, type IconLibrary } from "../core/config/icons/icons.ts";
import type { DrawIcon } from "../core/preview/frame/frame-links.ts";
import { iconView } from "../core/preview/icon-view.ts";
import { readPackedJson } from "./packed-json.ts";

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
