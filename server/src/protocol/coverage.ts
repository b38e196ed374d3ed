/** Messages about the operations in specifications and where readers find them. */
import { createNotification0, createRequest0 } from "./message.ts";
import type { LspRange } from "./site.ts";

/**
 * Returns where readers can find each operation in the specifications that sites use. When the result changes, the
 * client receives `coverageChanged` once.
 */
export const coverage = createRequest0<SiteCoverage[]>("docwright/coverage");
export interface SiteCoverage {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** Whether all specifications have been read for the first time. */
  readonly isLoaded: boolean;
  /** The specifications, sorted by file. */
  readonly specifications: readonly SpecificationCoverage[];
  /**
   * The URLs of remote specifications that haven't been fetched. The operations in these specifications are unknown.
   */
  readonly unfetchedUrls: readonly string[];
}
export interface SpecificationCoverage {
  readonly uri: string;
  /** The POSIX path, relative to the folder that contains docs.json. */
  readonly path: string;
  readonly title?: string;
  /** The reason why the operations can't be determined. */
  readonly problem?: "unreadable" | "version-unsupported";
  /** The number of operations that readers are meant to see. Operations marked as hidden or excluded aren't counted. */
  readonly eligibleCount: number;
  /** The number of operations counted in `eligibleCount` that are in the navigation. */
  readonly shownCount: number;
  /** The operations, in the same order as in the specification. */
  readonly operations: readonly CoveredOperation[];
}
export interface CoveredOperation {
  readonly location: CoverageFileLocation;
  /** The method in uppercase. */
  readonly method: string;
  /** The path of the operation, or the name of the webhook. */
  readonly path: string;
  readonly isWebhook: boolean;
  readonly summary?: string;
  /**
   * The state of the operation. `page-only` means that it's on a page that isn't in the navigation, and `missing` means
   * that it isn't on any page. `faulty` means that it isn't on any page because it's invalid. `ambiguous` means that
   * it's on a page that doesn't specify which specification it uses, although several specifications define the
   * operation.
   */
  readonly state: "shown" | "page-only" | "faulty" | "ambiguous" | "hidden" | "excluded" | "missing";
  readonly hasExample: boolean;
  readonly isDeprecated: boolean;
  /** The pages. Pages in the navigation come first. */
  readonly pages: readonly CoveragePage[];
  /**
   * The location where a quick fix for `openapi/operation-undocumented` adds the operation to the navigation. Absent if
   * this fix isn't available.
   */
  readonly navigationLocation?: CoverageFileLocation;
}
export interface CoveragePage {
  /** The URL on the site, such as `/api-reference/users/list`. */
  readonly url: string;
  /** The URI of the page's file. Absent if the service generates the page. */
  readonly uri?: string;
  readonly isInNavigation: boolean;
  readonly language?: string;
  readonly version?: string;
}
export interface CoverageFileLocation {
  readonly uri: string;
  readonly range: LspRange;
}

/** Notifies a client that has requested `coverage` that the result has changed. */
export const coverageChanged = createNotification0("docwright/coverageChanged");
