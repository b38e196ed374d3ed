import type { SpecThing, ThingUse } from "../core/features/spec/symbols-and-references.ts";
import type { Site } from "../core/site/site.ts";
import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SitePlace } from "../workspace/analysis/site-store.ts";
import type { Session } from "./session.ts";

/** Specifications that share a file and are asked what names a thing in it. */
const mostSpecs = 50;

/** Every place in specifications that names the thing: those of its own, and others that pull its file in. */
export async function usesInSpecs(
  { site: live }: SitePlace,
  { thing, spec }: { readonly thing: SpecThing; readonly spec: SpecOutline },
  { specs }: Session,
): Promise<readonly (ThingUse & { readonly spec: SpecOutline })[]> {
  const found = new Map<string, ThingUse & { readonly spec: SpecOutline }>();
  for (const one of live.current ? specsWith(live.current.site, thing, spec) : []) {
    const answer = await specs.ask(live.files, one, { about: "uses", thing });
    for (const use of answer?.uses ?? []) found.set(`${use.range.start} ${use.file}`, { ...use, spec: one });
  }
  return [...found.values()];
}

/** The specification itself, then others of which the thing's file is a part. */
export function specsWith(
  { specs }: Pick<Site, "specs">,
  thing: SpecThing,
  spec: SpecOutline,
): readonly SpecOutline[] {
  if (thing.kind !== "node") return [spec];
  const others = [...specs.values()].filter(
    (other) => other !== spec && (other.path === thing.file || other.reads.includes(thing.file)),
  );
  return [spec, ...others.slice(0, mostSpecs)];
}
