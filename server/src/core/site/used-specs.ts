import { derive } from "../text/view.ts";
import { endpointEntries } from "./endpoint-entries.ts";
import { pageEndpoints } from "./page-endpoints.ts";
import type { Site } from "./site.ts";
import { sourcesWithSpecs } from "./spec-sources.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";

/** Whether anything in docs.json or on a page leads to this specification. */
export function isUsed(spec: SpecOutline, site: Site): boolean {
  return usedSpecs(site).has(spec);
}

const usedSpecs = derive((site: Site): ReadonlySet<SpecOutline> => {
  const named = sourcesWithSpecs(site).flatMap(({ spec }) => spec ?? []);
  const resolutions = [...endpointEntries(site), ...pageEndpoints(site)].map(({ resolution }) => resolution);
  const referenced = resolutions.flatMap((resolution) => {
    if (resolution.kind === "found") return [...resolution.candidates];
    if (resolution.kind === "target-not-found") return resolution.reference.file ? [...resolution.specs] : [];
    return resolution.kind === "unknown" ? (resolution.faulty ?? []) : [];
  });
  return new Set([...named, ...referenced]);
});
