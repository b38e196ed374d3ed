import { defaultIconLibrary, iconLibraries, type IconLibrary, iconNames } from "../config/icons/icons.ts";
import { stringOf, valueOf } from "../config/json/json-tree.ts";
import type { Site } from "../site/site.ts";
import type { Offer } from "./completion.ts";
import { wordsOf } from "./likeness.ts";
import { usedIcons } from "./used-values.ts";

/** The library in which the site's icon names are looked up. */
export function iconLibraryOf(site: Pick<Site, "config">): IconLibrary {
  const library = stringOf(valueOf(site.config.root, "icons"), "library");
  return iconLibraries.find((known) => known === library) ?? defaultIconLibrary;
}

/**
 * The names of a library: those that say what is labelled (`python` beside “Python SDK”), then those that the site
 * uses most. `written` is what stands in the file for a name; `near` are icons used close by.
 */
export function offerIcons(
  site: Site,
  label: string,
  written: (name: string) => string,
  near: ReadonlyMap<string, number> = new Map(),
  library: IconLibrary = iconLibraryOf(site),
): Offer[] {
  const wanted = wordsOf(label);
  const used = usedIcons(site);
  const words = iconWords(library);
  return [...iconNames(library)].map((name): Offer => {
    const nearby = near.get(name) ?? 0;
    const uses = Math.min(used.get(name) ?? 0, 40);
    const parts = words.get(name) ?? new Set<string>();
    return {
      kind: "icon",
      label: name,
      icon: { library, name },
      text: written(name),
      rank: -fitOf(parts, wanted) * 4 - Math.min(nearby, 16) * 0.5 - Math.log2(1 + uses) * 0.6,
    };
  });
}

/** How well a name says what a label does, from 0 to 1; a name that is one of its words whole fits best. */
function fitOf(parts: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const part of parts) if (wanted.has(part)) common++;
  return common === 0 ? 0 : (2 * common) / (parts.size + Math.min(wanted.size, 2));
}

const byLibrary = new Map<IconLibrary, ReadonlyMap<string, ReadonlySet<string>>>();

function iconWords(library: IconLibrary): ReadonlyMap<string, ReadonlySet<string>> {
  const known = byLibrary.get(library);
  if (known) return known;
  const words = new Map([...iconNames(library)].map((name) => [name, wordsOf(name)]));
  byLibrary.set(library, words);
  return words;
}
