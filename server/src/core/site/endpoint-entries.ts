import type { NavEntry, Navigation } from "../config/settings/navigation.ts";
import type { Profile } from "../config/settings/profile.ts";
import { looksLikeEndpoint, readOperationReference } from "../spec/operation-reference.ts";
import { derive } from "../text/view.ts";
import { navigationOf } from "./navigation-of.ts";
import { resolveEntryReference, type Resolution } from "./resolve-reference.ts";
import type { Site } from "./site.ts";

/** A navigation entry that is meant as an endpoint, `GET /users`, and what it names. */
export interface EndpointEntry {
  readonly entry: NavEntry;
  readonly resolution: Resolution;
}

/** Every navigation entry that is meant as an endpoint, in the order of navigation. Such an entry is no page path. */
export function endpointEntries(site: Pick<Site, "config" | "specs" | "profile">): readonly EndpointEntry[] {
  return ofNavigation(navigationOf(site.config))(site.specs)(site.profile);
}

const ofNavigation = derive(({ entries }: Navigation) =>
  derive((specs: Site["specs"]) =>
    derive((profile: Profile): readonly EndpointEntry[] =>
      entries
        .filter(({ text }) => looksLikeEndpoint(text))
        .map((entry) => ({ entry, resolution: resolveEntry(entry, specs, profile) })),
    ),
  ),
);

function resolveEntry(entry: NavEntry, specs: Site["specs"], profile: Profile): Resolution {
  const read = readOperationReference(entry.text);
  if (!read.ok) return { kind: "malformed", malformed: read.malformed, at: read.at };
  return resolveEntryReference(specs, profile, read.reference, entry.parent.openapi?.value);
}
