import type { SpecOutline } from "../spec/spec-outline.ts";
import { countCoverage, coverage, type CoverageCounts, type OperationCoverage } from "./coverage.ts";
import { derive } from "../text/view.ts";
import { isReadable, readingProblem } from "./readable-spec.ts";
import type { Site } from "./site.ts";
import { isUsed } from "./used-specs.ts";

/** The coverage of one specification, or why it can have none. */
export interface SpecCoverage {
  readonly spec: SpecOutline;
  readonly fault: "cannot be read" | "version is not supported" | undefined;
  readonly counts: CoverageCounts;
  readonly operations: readonly OperationCoverage[];
}

/** Every specification with operations that the site uses, in the order of files; also those that cannot be read. */
export const specCoverages = derive((site: Site): readonly SpecCoverage[] => {
  const bySpec = operationsBySpec(site);
  return [...site.specs.values()]
    .filter((spec) => spec.kind !== "asyncapi" && isUsed(spec, site))
    .map((spec) => {
      const operations = bySpec.get(spec) ?? [];
      return { spec, fault: faultOf(spec), counts: countCoverage(operations), operations };
    });
});

function faultOf(spec: SpecOutline): SpecCoverage["fault"] {
  if (isReadable(spec)) return undefined;
  return readingProblem(spec) ? "cannot be read" : "version is not supported";
}

function operationsBySpec(site: Site): ReadonlyMap<SpecOutline, readonly OperationCoverage[]> {
  const bySpec = new Map<SpecOutline, OperationCoverage[]>();
  for (const one of coverage(site)) {
    const known = bySpec.get(one.spec);
    if (known) known.push(one);
    else bySpec.set(one.spec, [one]);
  }
  return bySpec;
}
