/** Reports which operations in specifications readers can find. */
import { notification0, request0 } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Returns where readers find each operation of the specifications that sites use. When the result changes, the client
 * gets `coverageChanged` once.
 */
export const coverage = request0<SiteCoverage[]>("docwright/coverage");
export interface SiteCoverage {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** False while specifications are being read for the first time. */
  readonly loaded: boolean;
  /** Sorted by file. */
  readonly specifications: readonly SpecificationCoverage[];
  /** URLs of the remote specifications that haven't been fetched, so that their operations are unknown. */
  readonly unfetched: readonly string[];
}
export interface SpecificationCoverage {
  readonly uri: string;
  /** POSIX path, relative to the folder that contains docs.json. */
  readonly path: string;
  readonly title?: string;
  /** The reason why its operations can't be determined. */
  readonly fault?: "unreadable" | "version-unsupported";
  /** Number of operations that are meant for readers, without those marked as hidden or excluded. */
  readonly meant: number;
  /** How many of them the navigation shows. */
  readonly shown: number;
  /** In the order of the specification. */
  readonly operations: readonly CoveredOperation[];
}
export interface CoveredOperation {
  readonly place: CoveragePlace;
  /** In uppercase. */
  readonly method: string;
  /** For a webhook, its name. */
  readonly path: string;
  readonly webhook: boolean;
  readonly summary?: string;
  /**
   * `page-only`: on a page that isn't in the navigation. `missing`: not on any page. `faulty`: not on any page because
   * the operation is invalid. `ambiguous`: on a page that doesn't name a specification, and several specifications
   * define it.
   */
  readonly state: "shown" | "page-only" | "faulty" | "ambiguous" | "hidden" | "excluded" | "missing";
  readonly example: boolean;
  readonly deprecated: boolean;
  /** Pages in the navigation come first. */
  readonly pages: readonly CoveragePage[];
  /**
   * Where a quick fix for `openapi/operation-undocumented` adds the operation to the navigation. Absent if there is
   * none.
   */
  readonly listing?: CoveragePlace;
}
export interface CoveragePage {
  /** `/api-reference/users/list`. */
  readonly url: string;
  /** URI of the page's file. Absent for a page that the service generates. */
  readonly uri?: string;
  readonly navigation: boolean;
  readonly language?: string;
  readonly version?: string;
}
export interface CoveragePlace {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** Tells a client that has requested `coverage` that the result has changed. */
export const coverageChanged = notification0("docwright/coverageChanged");
