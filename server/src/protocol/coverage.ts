/** Which operations of specifications readers find. */
import { notification0, request0 } from "./message.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Where readers find each operation of the specifications that sites use. The client then gets `coverageChanged`
 * once, when the result is another.
 */
export const coverage = request0<SiteCoverage[]>("docwright/coverage");
export interface SiteCoverage {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** False while specifications are being read for the first time. */
  readonly loaded: boolean;
  /** In the order of files. */
  readonly specifications: readonly SpecificationCoverage[];
}
export interface SpecificationCoverage {
  readonly uri: string;
  /** POSIX, from the folder that holds docs.json. */
  readonly path: string;
  readonly title?: string;
  /** Why none of its operations can be told: `cannot be read`. */
  readonly fault?: string;
  /** Operations that are meant for readers, which those marked as hidden or excluded are not. */
  readonly meant: number;
  /** How many of them the navigation shows. */
  readonly shown: number;
  /** In the order of the file. */
  readonly operations: readonly CoveredOperation[];
}
export interface CoveredOperation {
  readonly place: CoveragePlace;
  /** Upper case. */
  readonly method: string;
  /** For a webhook its name. */
  readonly path: string;
  readonly webhook: boolean;
  readonly summary?: string;
  /** `page-only`: on a page that no menu leads to; `missing`: on no page; `faulty`: on none as long as it is not valid. */
  readonly state: "shown" | "page-only" | "faulty" | "hidden" | "excluded" | "missing";
  readonly example: boolean;
  readonly deprecated: boolean;
  /** Those in the navigation first. */
  readonly pages: readonly CoveragePage[];
  /** Where a quick fix of `openapi/operation-undocumented` lists it; absent when there is none. */
  readonly listing?: CoveragePlace;
}
export interface CoveragePage {
  /** `/api-reference/users/list`. */
  readonly url: string;
  /** Of its file; absent for a page that the service makes. */
  readonly uri?: string;
  readonly navigation: boolean;
  readonly language?: string;
  readonly version?: string;
}
export interface CoveragePlace {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** To a client that has requested `coverage`: the result is another now. */
export const coverageChanged = notification0("docwright/coverageChanged");
