import type { Site } from "../site/site.ts";
import { sourcesWithSpecs } from "../site/specs/specs.ts";
import { familyOf, type SpecFamily, type SpecOutline } from "../spec/spec-outline.ts";
import type { SiteLocation } from "../text/text-edit.ts";
import { partPlace, referencesIn } from "./endpoint-places.ts";
import type { Subject } from "./rule.ts";

/** A place that names a specification by its file. */
export interface NamedAt {
  readonly spec: SpecOutline;
  readonly at: SiteLocation;
}

/** Every place in docs.json or on a page that names a specification of the family by its file. */
export function* placesThatName(
  subject: Subject,
  site: Site,
  family: SpecFamily,
  isMeant: (spec: SpecOutline) => boolean,
): Generator<NamedAt> {
  if (subject.kind === "config")
    for (const { source, spec } of sourcesWithSpecs(site))
      if (spec && familyOf(spec) === family && isMeant(spec)) yield { spec, at: source.at };
  for (const placed of referencesIn(subject, site)) {
    const { resolution } = placed;
    if (resolution.kind !== "unknown" || !resolution.faulty || !resolution.reference.file) continue;
    if (familyOf(resolution.faulty) === family && isMeant(resolution.faulty))
      yield { spec: resolution.faulty, at: partPlace(placed, resolution.reference.file.range) };
  }
}
