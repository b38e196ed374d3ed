/** Messages about the operations in specifications and where readers find them. */
import { notification0, request0 } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Returns where readers find each operation of the specifications that sites use. When the result changes, the client
 * gets `coverageChanged` once.
 */
export const coverage = request0<SiteCoverage[]>("docwright/coverage");
export interface SiteCoverage {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** Whether all specifications have been read for the first time. */
  readonly loaded: boolean;
  /** The specifications, sorted by file. */
  readonly specifications: readonly SpecificationCoverage[];
  /** The URLs of the remote specifications that haven't been fetched, so that their operations are unknown. */
  readonly unfetched: readonly string[];
}
export interface SpecificationCoverage {
  readonly uri: string;
  /** The POSIX path, relative to the folder that contains docs.json. */
  readonly path: string;
  readonly title?: string;
  /** The reason why the operations can't be determined. */
  readonly fault?: "unreadable" | "version-unsupported";
  /** The number of operations that are meant for readers, without those marked as hidden or excluded. */
  readonly meant: number;
  /** The number of these operations that the navigation shows. */
  readonly shown: number;
  /** The operations in the order of the specification. */
  readonly operations: readonly CoveredOperation[];
}
export interface CoveredOperation {
  readonly place: CoveragePlace;
  /** The method in uppercase. */
  readonly method: string;
  /** The path, or the name of a webhook. */
  readonly path: string;
  readonly webhook: boolean;
  readonly summary?: string;
  /**
   * The state of the operation. `page-only`: on a page that isn't in the navigation. `missing`: not on any page.
   * `faulty`: not on any page because the operation is invalid. `ambiguous`: on a page that doesn't name a
   * specification, and several specifications define it.
   */
  readonly state: "shown" | "page-only" | "faulty" | "ambiguous" | "hidden" | "excluded" | "missing";
  readonly example: boolean;
  readonly deprecated: boolean;
  /** The pages. Those in the navigation come first. */
  readonly pages: readonly CoveragePage[];
  /**
   * The location where a quick fix for `openapi/operation-undocumented` adds the operation to the navigation. Absent if
   * there is no such fix.
   */
  readonly listing?: CoveragePlace;
}
export interface CoveragePage {
  /** `/api-reference/users/list`. */
  readonly url: string;
  /** The URI of the page's file. Absent for a page that the service generates. */
  readonly uri?: string;
  readonly navigation: boolean;
  readonly language?: string;
  readonly version?: string;
}
export interface CoveragePlace {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** Notifies a client that has requested `coverage` that the result has changed. */
export const coverageChanged = notification0("docwright/coverageChanged");
