import type { SpecOutline } from "../../spec/spec-outline.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { isUsed, pageEndpoints } from "../specs/operation-references.ts";
import { isReadable, sourcesWithSpecs } from "../specs/specs.ts";

/**
 * The specification that all calls of a site's own API are of: the only one that anything in the site uses. Undefined
 * where there are several, one that is on the web, or one that cannot be read.
 */
export const onlySpec = derive((site: Site): SpecOutline | undefined => {
  if (sourcesWithSpecs(site).some(({ family, spec }) => family === "openapi" && !spec)) return undefined;
  if (pageEndpoints(site).some(({ resolution }) => resolution.kind === "unknown")) return undefined;
  const used = [...site.specs.values()].filter(
    (spec) => spec.kind === "openapi" && spec.operations.length > 0 && isUsed(spec, site),
  );
  const [only] = used;
  return only && used.length === 1 && isReadable(only) ? only : undefined;
});
