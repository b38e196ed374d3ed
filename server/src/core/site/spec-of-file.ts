import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-edit.ts";
import type { Site } from "./site.ts";

/** The specification that a file is or is a part of, the first of several. */
export function specOfFile(site: Pick<Site, "specs">, file: SitePath): SpecOutline | undefined {
  const own = site.specs.get(file);
  if (own) return own;
  for (const spec of site.specs.values()) if (spec.reads.includes(file)) return spec;
  return undefined;
}
