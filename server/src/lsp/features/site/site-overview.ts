import { selectFixesInSteps } from "../../../core/rules/engine/offered-fixes.ts";
import { rules } from "../../../core/rules/engine/registry.ts";
import type { Problem } from "../../../core/rules/rule.ts";
import { getSpecCoverages } from "../../../core/site/navigation/coverage.ts";
import { countPages } from "../../../core/site/navigation/page-counts.ts";
import { severities } from "../../../core/site/settings/site-settings.ts";
import type { Site } from "../../../core/site/site.ts";
import { listUnfetchedSources } from "../../../core/site/specs/operation-references.ts";
import { groupBy, mapInSteps } from "../../../core/text/maps.ts";
import { createMessage, refuse } from "../../../core/text/message.ts";
import type { FileEdit, SitePath, TextEdit } from "../../../core/text/text-edit.ts";
import type { PlannedEdit } from "../../../protocol/refactoring.ts";
import {
  type FixSafeProblemsParams,
  type ListProblemsParams,
  type PageCounts,
  type ProblemLocation,
  type ListedProblem,
  type RuleCount,
  type SafeFixCounts,
  type SiteOverview,
  siteOverviewsChanged,
} from "../../../protocol/site-overview.ts";
import { ChangeNotifier } from "../../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { findReadOnlyFile } from "../../../workspace/files/write-files.ts";
import { createReadOnlyMessage, toFixAnnotation } from "../../convert/change-annotations.ts";
import { type EditOrRefusal, folderNotSiteReason, localize } from "../../convert/client-messages.ts";
import { FileLocationCache } from "../../convert/convert.ts";
import { type EditBasis, createMissingEditMessage, makeEdit } from "../../convert/edit-basis.ts";
import { buildGroupedEdit, type EditGroup } from "../../convert/workspace-edit.ts";
import type { Cancellable } from "../../handlers.ts";
import { type RequestSite, raceCancellation } from "../../session/readiness.ts";
import type { Session } from "../../session/session.ts";
import { summarizeCoverage } from "./coverage.ts";
import { createSiteStatus } from "./site-status.ts";

/**
 * The maximum numbers of locations per rule, in the overview (`maxOverviewLocations`) and in the response to
 * `docwright/problems` (`maxListedLocations`).
 */
const maxOverviewLocations = 3;
const maxListedLocations = 10_000;

export type OverviewNotifier = ChangeNotifier<undefined, SiteOverview[]>;

/**
 * Handles `docwright/siteOverviews`. Also notifies clients that have requested the overviews when the result changes.
 */
export function createOverviewNotifier(getSession: () => Session): OverviewNotifier {
  return new ChangeNotifier<undefined, SiteOverview[]>({
    compute: () => mapInSteps(getSession().sites.sites, (siteState) => computeOverview(siteState, getSession())),
    onChange: () => void getSession().connection.sendNotification(siteOverviewsChanged),
  });
}

const noPages: PageCounts = {
  shown: 0,
  generated: 0,
  hidden: 0,
  unlisted: 0,
  languages: [],
  versions: [],
};

function* computeOverview(siteState: SiteState, session: Session): Generator<void, SiteOverview> {
  const site = siteState.current?.site;
  const locationCache = new FileLocationCache(siteState, session);
  const fixes = yield* countSafeFixes(siteState, site);
  const groups = [...groupByRule(siteState.problemStore.listVisibleProblems())];
  const counts = yield* mapInSteps(groups, ([code, problems]) =>
    createRuleCount(code, problems, fixes.codes.has(code), locationCache, session),
  );
  yield;
  return {
    status: createSiteStatus(siteState, session),
    isLoaded: site !== undefined && site.loaded.pages && site.loaded.specs,
    pages: site ? countPages(site) : noPages,
    rules: counts.sort(compareRules),
    fixes: fixes.counts,
    specifications: (site ? getSpecCoverages(site) : []).map((each) => summarizeCoverage(each, locationCache)),
    // The list is empty until everything is loaded, because a local copy may seem to be missing before then.
    unfetchedUrls: site?.loaded.specs === true ? listUnfetchedSources(site) : [],
  };
}

function compareRules(a: RuleCount, b: RuleCount): number {
  const severityOrder = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  return severityOrder || b.count - a.count || compareText(a.code, b.code);
}

function groupByRule(problems: Iterable<Problem>): ReadonlyMap<string, readonly Problem[]> {
  const problemsByCode = groupBy(problems, (problem) => problem.code);
  return problemsByCode;
}

function* createRuleCount(
  code: string,
  problems: readonly Problem[],
  isFixable: boolean,
  locationCache: FileLocationCache,
  session: Session,
): Generator<void, RuleCount> {
  const sortedProblems = sortByLocation(problems);
  const locations: ListedProblem[] = [];
  for (const { at, message } of sortedProblems) {
    if (locations.length === maxOverviewLocations) break;
    yield;
    const location = { ...locationCache.getLocation(at), path: at.file, message };
    const lastLocation = locations.at(-1);
    if (lastLocation?.path !== location.path || lastLocation.range.start.line !== location.range.start.line)
      locations.push(location);
  }
  return {
    code,
    summary: sortedProblems[0] ? describeRule(sortedProblems[0], session) : code,
    severity: severities.find((severity) => problems.some((problem) => problem.severity === severity)) ?? "hint",
    count: problems.length,
    isFixable,
    locations,
  };
}

/**
 * Returns a description of a rule's problems. Rule summaries exist only in English, so the message of the first problem
 * is returned for clients in other languages.
 */
function describeRule({ code, message }: Problem, { runOptions: { translations } }: Session): string {
  return translations ? message : (rules.find((rule) => rule.code === code)?.summary ?? message);
}

function* countSafeFixes(
  siteState: SiteState,
  site: Site | undefined,
): Generator<void, { readonly codes: ReadonlySet<string>; readonly counts: SafeFixCounts }> {
  const codes = new Set<string>();
  let [problemCount, fileCount] = [0, 0];
  if (!site) return { codes, counts: { problemCount, fileCount } };
  for (const file of siteState.problemStore.files) {
    const previousCount = problemCount;
    for (const fix of selectFixesInSteps(siteState.problemStore.getAllProblems(file), file, site)) {
      if (fix) {
        codes.add(fix.problem.code);
        problemCount++;
      }
      yield;
    }
    if (problemCount > previousCount) fileCount++;
  }
  return { codes, counts: { problemCount, fileCount } };
}

/** Handles `docwright/problems`. Returns the locations of a rule's problems. */
export function listProblemLocations(
  { code }: ListProblemsParams,
  session: Session,
  { siteState }: RequestSite,
): ProblemLocation[] {
  if (!siteState) return [];
  const locationCache = new FileLocationCache(siteState, session);
  const problems = sortByLocation(
    [...siteState.problemStore.listVisibleProblems()].filter((problem) => problem.code === code),
  );
  return problems.slice(0, maxListedLocations).map(({ at }) => locationCache.getLocation(at));
}

function sortByLocation(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => compareText(a.at.file, b.at.file) || a.at.range.start - b.at.range.start);
}

/** Handles `docwright/fixSafeProblems`. Returns the edit with all safe fixes for a site. */
export async function planSafeFixes(
  _: FixSafeProblemsParams,
  session: Session,
  { siteState, token }: RequestSite & Cancellable,
): Promise<PlannedEdit> {
  if (!siteState) return localize(refuse(folderNotSiteReason), session);
  const edit = await makeEdit(siteState, session, "site", async (basis) => {
    await raceCancellation(token, session.sites.waitUntilIdle());
    return createSafeFixEdit(basis);
  });
  return localize(edit ?? refuse(createMissingEditMessage(siteState, session)), session);
}

/** The safe fixes for a rule, by file. */
interface RuleFixes {
  readonly firstProblem: Problem;
  readonly editsByFile: Map<SitePath, TextEdit[]>;
}

function createSafeFixEdit(basis: EditBasis): EditOrRefusal {
  const { siteState, site, session } = basis;
  const fixesByRule = new Map<string, RuleFixes>();
  for (const file of siteState.problemStore.files)
    for (const fix of selectFixesInSteps(siteState.problemStore.getAllProblems(file), file, site)) {
      if (!fix) continue;
      const { problem } = fix;
      const ruleFixes = fixesByRule.get(problem.code) ?? {
        firstProblem: problem,
        editsByFile: new Map<SitePath, TextEdit[]>(),
      };
      fixesByRule.set(problem.code, ruleFixes);
      const edits = ruleFixes.editsByFile.get(file) ?? [];
      edits.push(...fix.edits);
      ruleFixes.editsByFile.set(file, edits);
    }
  const groups = [...fixesByRule].map(([code, { firstProblem, editsByFile }]): EditGroup => ({
    annotation: toFixAnnotation(code, describeRule(firstProblem, session)),
    edits: [...editsByFile].map(([file, fileEdits]): FileEdit => ({ kind: "edit", file, edits: fileEdits })),
  }));
  const changedFiles = groups.flatMap(({ edits }) => edits.map(({ file }) => file));
  const readOnlyFile = findReadOnlyFile(siteState.root, changedFiles);
  if (readOnlyFile !== undefined) return refuse(createReadOnlyMessage(readOnlyFile));
  const edit = groups.length === 0 ? undefined : buildGroupedEdit(groups, basis);
  return edit ? { ok: true, edit } : refuse(createMessage("None of this site's problems has a safe fix."));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
