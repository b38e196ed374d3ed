import type { Config } from "../config/config.ts";
import { derive } from "../site/derive.ts";
import { endpointEntries } from "../site/endpoint-entries.ts";
import { pageEndpoints } from "../site/page-endpoints.ts";
import type { Site } from "../site/site.ts";
import { namedSources, type NamedSource } from "../site/spec-sources.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";

/** Whether anything in docs.json or on a page leads to this specification. */
export function isUsed(spec: SpecOutline, site: Site): boolean {
  return usedSpecs(site).has(spec);
}

function usedSpecs(site: Site): ReadonlySet<SpecOutline> {
  return ofSite(site);
}

const ofSite = derive((site: Site): ReadonlySet<SpecOutline> => {
  const named = sourcesWithSpecs(site).flatMap(({ spec }) => spec ?? []);
  const resolutions = [...endpointEntries(site), ...pageEndpoints(site)].map(({ resolution }) => resolution);
  const referenced = resolutions.flatMap((resolution) => {
    if (resolution.kind === "found") return [...resolution.candidates];
    if (resolution.kind === "target-not-found") return resolution.reference.file ? [...resolution.specs] : [];
    return resolution.kind === "unknown" ? (resolution.faulty ?? []) : [];
  });
  return new Set([...named, ...referenced]);
});

/** The specifications that docs.json names, where they are there. */
export function sourcesWithSpecs(
  site: Pick<Site, "config" | "specs">,
): readonly (NamedSource & { readonly spec: SpecOutline | undefined })[] {
  return withSpecs(site.config)(site.specs);
}

const withSpecs = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    namedSources(config).map((source) => {
      const found = findNamedSpec(specs, source.source.source);
      return { ...source, spec: found.kind === "found" ? found.specs[0] : undefined };
    }),
  ),
);
