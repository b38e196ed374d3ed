import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-range.ts";
import { derive } from "./derive.ts";
import type { Site } from "./site.ts";

/** The first specification that pulls in a file which is none itself: what is told in that file is told as this one sees it. */
export function specReading(site: Pick<Site, "specs">, file: SitePath): SpecOutline | undefined {
  return site.specs.has(file) ? undefined : readersOf(site.specs).get(file);
}

const readersOf = derive((specs: Site["specs"]): ReadonlyMap<SitePath, SpecOutline> => {
  const readers = new Map<SitePath, SpecOutline>();
  for (const spec of specs.values())
    for (const file of spec.reads) if (!readers.has(file)) readers.set(file, spec);
  return readers;
});
