import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import type { Site } from "./site.ts";
import { isUsed } from "./used-specs.ts";

/**
 * The specification that pulls in a file which is none itself: what is told in that file is told as this one sees
 * it. Of several the first that something leads to, for others need not have been studied.
 */
export function specReading(site: Site, file: SitePath): SpecOutline | undefined {
  if (site.specs.has(file)) return undefined;
  const readers = readersOf(site.specs).get(file);
  return readers && readers.length > 1
    ? (readers.find((spec) => isUsed(spec, site)) ?? readers[0])
    : readers?.[0];
}

const readersOf = derive((specs: Site["specs"]): ReadonlyMap<SitePath, readonly SpecOutline[]> => {
  const readers = new Map<SitePath, SpecOutline[]>();
  for (const spec of specs.values())
    for (const file of spec.reads) {
      const known = readers.get(file);
      if (known) known.push(spec);
      else readers.set(file, [spec]);
    }
  return readers;
});
