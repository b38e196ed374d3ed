import type { Config } from "../../config/config.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { directoryOf, sourcesWithSpecs } from "./specs.ts";

type Parts = Pick<Site, "config" | "specs" | "overlays">;

/**
 * Whether OpenAPI Overlays change the specification: those that docs.json lists for it, otherwise the files that extend
 * it. Docwright doesn't apply them, so it's unknown what the specification defines for readers.
 */
export function hasOverlays(spec: SpecOutline, site: Parts): boolean {
  return withOverlays(site).has(spec);
}

/** Whether the page at this path could be generated from a specification that overlays change. */
export function mayComeFromOverlay(slug: string, site: Parts): boolean {
  return sourcesWithSpecs(site).some(({ source, element, spec }) => {
    if (!element || !spec || !hasOverlays(spec, site)) return false;
    const folder = directoryOf(source);
    return folder === "" || slug.startsWith(`${folder}/`);
  });
}

function withOverlays({ config, specs, overlays = none }: Parts): ReadonlySet<SpecOutline> {
  return ofParts(config)(specs)(overlays);
}

const none: NonNullable<Site["overlays"]> = new Map();

const ofParts = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    derive((overlays: ReadonlyMap<SitePath, string>): ReadonlySet<SpecOutline> => {
      const listed = new Map<SpecOutline, boolean>();
      for (const { source, spec } of sourcesWithSpecs({ config, specs }))
        if (spec && source.hasOverlays !== undefined)
          listed.set(spec, source.hasOverlays || listed.get(spec) === true);
      const extended = [...overlays.values()].flatMap((target) => {
        const found = findNamedSpec(specs, target);
        return found.kind === "found" ? found.specs : [];
      });
      return new Set([
        ...extended.filter((spec) => !listed.has(spec)),
        ...[...listed].flatMap(([spec, has]) => (has ? [spec] : [])),
      ]);
    }),
  ),
);
