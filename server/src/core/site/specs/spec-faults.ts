import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SpecFault } from "../../spec/validity/analyze-spec.ts";
import type { Site } from "../site.ts";

/**
 * Returns the errors in a specification, if it has been analyzed, as the service treats them. A service that validates
 * the file as written tolerates errors that appear only after references are resolved, and doesn't validate the content
 * of extensions at all.
 */
export function getServiceFaults({ studies, profile }: Site, { path }: SpecOutline): readonly SpecFault[] {
  const faults = studies.get(path)?.faults ?? [];
  if (profile.resolvesBeforeValidation || !faults.some(isInResolvedReference)) return faults;
  return faults.flatMap((fault) => {
    if (!isInResolvedReference(fault)) return [fault];
    return fault.name.startsWith("#/x-") ? [] : [{ ...fault, isTolerated: true }];
  });
}

function isInResolvedReference({ kind }: SpecFault): boolean {
  return kind === "second-verdict";
}
