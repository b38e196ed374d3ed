import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SpecFault } from "../../spec/validity/analyze-spec.ts";
import type { Site } from "../site.ts";

/**
 * Returns the errors in a specification, if it has been analyzed. An error that is visible only after references are
 * resolved doesn't keep a service that validates the file as written from generating pages. Such a service doesn't
 * validate the content of extensions at all.
 */
export function specFaults({ studies, profile }: Site, { path }: SpecOutline): readonly SpecFault[] {
  const faults = studies.get(path)?.faults ?? [];
  if (profile.resolvesBeforeValidation || !faults.some(isBehindReference)) return faults;
  return faults.flatMap((fault) => {
    if (!isBehindReference(fault)) return [fault];
    return fault.name.includes("/x-") ? [] : [{ ...fault, isTolerated: true }];
  });
}

function isBehindReference({ kind }: SpecFault): boolean {
  return kind === "second-verdict";
}
