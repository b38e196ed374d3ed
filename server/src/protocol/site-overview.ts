/** Messages about the state of each site, including its pages and problems. */
import type { PageCounts } from "../core/site/navigation/page-counts.ts";
import type { SpecificationCoverage } from "./coverage.ts";
import { createNotification0, createRequest, createRequest0 } from "./message.ts";
import type { PlannedEdit } from "./refactoring.ts";
import type { LspRange, ProblemCounts, SiteStatus } from "./site.ts";

export type { NamedCount, PageCounts } from "../core/site/navigation/page-counts.ts";

/**
 * Returns an overview of the loaded part of each site. When the result changes, the client receives
 * `siteOverviewsChanged` once.
 */
export const siteOverviews = createRequest0<SiteOverview[]>("docwright/siteOverviews");
export interface SiteOverview {
  readonly status: SiteStatus;
  /** Whether the site has been read for the first time. */
  readonly isLoaded: boolean;
  readonly pages: PageCounts;
  /** The rules that have reported problems, with the most severe and most frequent first. */
  readonly rules: readonly RuleCount[];
  readonly fixes: SafeFixCounts;
  /** The specifications, sorted by file. */
  readonly specifications: readonly Omit<SpecificationCoverage, "operations">[];
  /**
   * The URLs of remote specifications that haven't been fetched. The operations in these specifications are unknown.
   */
  readonly unfetchedUrls: readonly string[];
}
export interface RuleCount {
  readonly code: string;
  /** A description of the rule's problems, in the client's language. */
  readonly summary: string;
  readonly severity: keyof ProblemCounts;
  readonly count: number;
  /** Whether `fixSafeProblems` can fix at least one of the rule's problems. */
  readonly isFixable: boolean;
  /** The first 3 locations, each on a different line, sorted by file. */
  readonly locations: readonly ListedProblem[];
}
export interface ListedProblem extends ProblemLocation {
  /** The POSIX path, relative to the folder that contains docs.json. */
  readonly path: string;
  readonly message: string;
}
/** The same type as `Location` in the Language Server Protocol. */
export interface ProblemLocation {
  readonly uri: string;
  readonly range: LspRange;
}
/**
 * The number of problems that safe fixes can resolve, and the number of files that these fixes change. Every location
 * is counted, even if its problem is grouped under another one.
 */
export interface SafeFixCounts {
  readonly problemCount: number;
  readonly fileCount: number;
}

/** Notifies a client that has requested `siteOverviews` that the result has changed. */
export const siteOverviewsChanged = createNotification0("docwright/siteOverviewsChanged");

/** Returns the first 10,000 locations of a rule's problems, sorted by file. */
export const listProblems = createRequest<ListProblemsParams, ProblemLocation[]>("docwright/problems");
export interface ListProblemsParams {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  /** The code of the rule. */
  readonly code: string;
}

/**
 * Returns one edit with the safe fixes for all files in a site. The fixes for each rule have their own annotation. The
 * server doesn't write any files.
 */
export const fixSafeProblems = createRequest<FixSafeProblemsParams, PlannedEdit>("docwright/fixSafeProblems");
export interface FixSafeProblemsParams {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
}
