import { defaultIconLibrary, iconLibraries, type IconLibrary } from "../config/icons/icons.ts";
import { stringOf, valueOf } from "../config/json/json-tree.ts";
import type { Site } from "./site.ts";

/** The library in which the site's icons are looked up. */
export function siteLibrary({ config }: Pick<Site, "config">): IconLibrary {
  return asLibrary(stringOf(valueOf(config.root, "icons"), "library")) ?? defaultIconLibrary;
}

export function asLibrary(text: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === text);
}
