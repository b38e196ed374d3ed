import type {
  CoveredOperation,
  SiteCoverage,
  SpecificationCoverage,
} from "../../../server/src/protocol/site-overview.ts";

/** The group of operations of a specification in the view. */
export type CoverageGroup = "missing" | "page-only" | "ambiguous" | "shown" | "left-out";

/** A node of the coverage view. */
export type CoverageNode =
  | { readonly kind: "site"; readonly site: SiteCoverage }
  | {
      readonly kind: "specification";
      readonly site: SiteCoverage;
      readonly specification: SpecificationCoverage;
    }
  /** A specification that hasn't been fetched. */
  | { readonly kind: "unfetched"; readonly site: SiteCoverage; readonly url: string }
  | {
      readonly kind: "group";
      readonly specification: SpecificationCoverage;
      readonly group: CoverageGroup;
      readonly operations: readonly CoveredOperation[];
      /** Whether this is the only group shown for the specification. */
      readonly isOnly: boolean;
    }
  | {
      readonly kind: "operation";
      readonly specification: SpecificationCoverage;
      readonly operation: CoveredOperation;
    };

const groups: readonly CoverageGroup[] = ["missing", "page-only", "ambiguous", "shown", "left-out"];
const groupsOfMissing: readonly CoverageGroup[] = ["missing", "page-only", "ambiguous"];

/**
 * Returns the top-level nodes: the sites if there are several, or else the specifications of the only one. There are
 * none if all specifications are unfetched, because the view then shows the next step instead.
 */
export function getCoverageRoots(sites: readonly SiteCoverage[], onlyMissing: boolean): CoverageNode[] {
  if (sites.every(({ specifications }) => specifications.length === 0)) return [];
  const shown = sites.filter((site) => specificationNodes(site, onlyMissing).length > 0);
  const [only] = shown;
  if (sites.length === 1 && only) return specificationNodes(only, onlyMissing);
  return shown.map((site) => ({ kind: "site", site }));
}

export function getCoverageChildren(node: CoverageNode, onlyMissing: boolean): CoverageNode[] {
  switch (node.kind) {
    case "site":
      return specificationNodes(node.site, onlyMissing);
    case "specification":
      return groupNodes(node.specification, onlyMissing);
    case "group":
      return node.operations.map((operation) => ({
        kind: "operation",
        specification: node.specification,
        operation,
      }));
    case "unfetched":
    case "operation":
      return [];
  }
}

function specificationNodes(site: SiteCoverage, onlyMissing: boolean): CoverageNode[] {
  return [
    ...site.specifications
      .filter(({ fault, meant, shown }) => !onlyMissing || fault !== undefined || shown < meant)
      .map((specification) => ({ kind: "specification", site, specification }) as const),
    ...site.unfetched.map((url) => ({ kind: "unfetched", site, url }) as const),
  ];
}

function groupNodes(specification: SpecificationCoverage, onlyMissing: boolean): CoverageNode[] {
  const requested = onlyMissing ? groupsOfMissing : groups;
  const filled = requested
    .map((group) => ({
      group,
      operations: specification.operations.filter((operation) => groupOf(operation) === group),
    }))
    .filter(({ operations }) => operations.length > 0);
  return filled.map(({ group, operations }) => ({
    kind: "group",
    specification,
    group,
    operations,
    isOnly: filled.length === 1,
  }));
}

function groupOf({ state }: CoveredOperation): CoverageGroup {
  if (state === "faulty") return "missing";
  return state === "hidden" || state === "excluded" ? "left-out" : state;
}
