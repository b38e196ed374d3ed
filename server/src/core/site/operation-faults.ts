import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import type { SiteLocation } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import type { Site } from "./site.ts";

/** A fault that keeps an operation out of the docs: its own, or some services' one for the whole file. */
export interface FaultInTheWay {
  readonly at: SiteLocation;
  readonly isOwn: boolean;
}

/** Undefined where there is none, and where validity has not been looked into. */
export function faultInTheWay(
  site: Site,
  spec: SpecOutline,
  operation: OperationOutline,
): FaultInTheWay | undefined {
  const { first, byKey } = faultsByOperation(site)(spec);
  const own = byKey.get(keyPlace(operation));
  if (own) return { at: own, isOwn: true };
  return first && site.profile.invalidOperationLosesFile ? { at: first, isOwn: false } : undefined;
}

interface Faults {
  readonly first: SiteLocation | undefined;
  /** By where the key of the operation's method stands. */
  readonly byKey: ReadonlyMap<string, SiteLocation>;
}

/** An operation that a reference has pulled in stands in another file. */
function keyPlace({ file = "", range }: Pick<OperationOutline, "file" | "range">): string {
  return `${range.start} ${file}`;
}

const faultsByOperation = derive((site: Site) =>
  derive((spec: SpecOutline): Faults => {
    const study = site.studies.get(spec.path);
    const faults = study?.of === spec ? (study.faults ?? []).filter(({ isTolerated }) => !isTolerated) : [];
    const byKey = new Map<string, SiteLocation>();
    for (const { file, range, operation, users = [] } of faults)
      for (const one of operation ? [operation, ...users] : users)
        if (!byKey.has(keyPlace(one))) byKey.set(keyPlace(one), { file, range });
    return { first: faults[0], byKey };
  }),
);
