/** The state of each site: pages and problems. */
import type { PageCounts } from "../core/site/navigation/page-counts.ts";
import type { SpecificationCoverage } from "./coverage.ts";
import { notification0, request, request0 } from "./message.ts";
import type { PlannedEdit } from "./refactoring.ts";
import type { PlaceRange, ProblemCounts, SiteStatus } from "./site.ts";

export type { NamedCount, PageCounts } from "../core/site/navigation/page-counts.ts";

/**
 * Returns the overview of what has been loaded of each site so far. When the result changes, the client gets
 * `siteOverviewsChanged` once.
 */
export const siteOverviews = request0<SiteOverview[]>("docwright/siteOverviews");
export interface SiteOverview {
  readonly status: SiteStatus;
  /** False while the site is being read for the first time. */
  readonly loaded: boolean;
  readonly pages: PageCounts;
  /** Most severe and most frequent first. */
  readonly rules: readonly RuleCount[];
  readonly fixes: SafeFixCounts;
  /** Sorted by file. */
  readonly specifications: readonly Omit<SpecificationCoverage, "operations">[];
  /** URLs of the remote specifications that haven't been fetched, so their operations aren't known. */
  readonly unfetched: readonly string[];
}
export interface RuleCount {
  readonly code: string;
  /** Describes its problems, in the language of the client. */
  readonly summary: string;
  readonly severity: keyof ProblemCounts;
  readonly count: number;
  /** Whether `fixSafeProblems` fixes some of its problems. */
  readonly isFixable: boolean;
  /** The first 3 locations on different lines, sorted by file. */
  readonly places: readonly ProblemPlace[];
}
export interface ProblemPlace extends ProblemLocation {
  /** POSIX path, relative to the folder that contains docs.json. */
  readonly path: string;
  readonly message: string;
}
/** Same as `Location` in the Language Server Protocol. */
export interface ProblemLocation {
  readonly uri: string;
  readonly range: PlaceRange;
}
/** Counts each location, including those that another problem represents. */
export interface SafeFixCounts {
  readonly problems: number;
  readonly files: number;
}

/** Tells a client that has requested `siteOverviews` that the result has changed. */
export const siteOverviewsChanged = notification0("docwright/siteOverviewsChanged");

/** Returns the first 10,000 locations of a rule's problems, sorted by file. */
export const listProblems = request<ListProblems, ProblemLocation[]>("docwright/problems");
export interface ListProblems {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  /** Code of the rule. */
  readonly code: string;
}

/**
 * Returns one edit with the safe fixes of all files in a site. The edits of each rule have an annotation. The server
 * writes no files.
 */
export const fixSafeProblems = request<FixSafeProblems, PlannedEdit>("docwright/fixSafeProblems");
export interface FixSafeProblems {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
}
