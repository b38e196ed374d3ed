import { createFixesInSteps } from "../../../core/rules/engine/offered-fixes.ts";
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
  type FixSafeProblems,
  type ListProblems,
  type PageCounts,
  type ProblemLocation,
  type ProblemPlace,
  type RuleCount,
  type SafeFixCounts,
  type SiteOverview,
  siteOverviewsChanged,
} from "../../../protocol/site-overview.ts";
import { ChangeNotifier } from "../../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { findReadOnlyFile } from "../../../workspace/files/write-files.ts";
import { explainLocked, toFixAnnotation } from "../../convert/change-annotations.ts";
import { type EditOrRefusal, folderNotSite, localize } from "../../convert/client-messages.ts";
import { KnownFiles } from "../../convert/convert.ts";
import { type EditBasis, explainMissingEdit, makeEdit } from "../../convert/edit-basis.ts";
import { buildGroupedEdit, type EditGroup } from "../../convert/workspace-edit.ts";
import type { Cancellable } from "../../handlers.ts";
import { type InSite, raceCancellation } from "../../session/readiness.ts";
import type { Session } from "../../session/session.ts";
import { summarizeCoverage } from "./coverage.ts";
import { getStatus } from "./site-status.ts";

/** The maximum numbers of locations per rule, in the overview (`maxLocations`) and in a list (`maxListed`). */
const maxLocations = 3;
const maxListed = 10_000;

export type OverviewChangeNotification = ChangeNotifier<undefined, SiteOverview[]>;

/**
 * Handles `docwright/siteOverviews`. Also notifies clients that have requested the overviews when the result changes.
 */
export function createOverviewNotifier(getSession: () => Session): OverviewChangeNotification {
  return new ChangeNotifier<undefined, SiteOverview[]>({
    compute: () => mapInSteps(getSession().sites.sites, (siteState) => getOverview(siteState, getSession())),
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

function* getOverview(siteState: SiteState, session: Session): Generator<void, SiteOverview> {
  const site = siteState.current?.site;
  const files = new KnownFiles(siteState, session);
  const fixes = yield* countSafeFixes(siteState, site);
  const groups = [...groupByRule(siteState.problems.listAll())];
  const counts = yield* mapInSteps(groups, ([code, problems]) =>
    countRule(code, problems, fixes.codes.has(code), files, session),
  );
  yield;
  return {
    status: getStatus(siteState, session),
    loaded: site !== undefined && site.loaded.pages && site.loaded.specs,
    pages: site ? countPages(site) : noPages,
    rules: counts.sort(compareRules),
    fixes: fixes.counts,
    specifications: (site ? getSpecCoverages(site) : []).map((each) => summarizeCoverage(each, files)),
    // The list is empty until everything is loaded, because a local copy may seem to be missing before then.
    unfetched: site?.loaded.specs === true ? listUnfetchedSources(site) : [],
  };
}

function compareRules(a: RuleCount, b: RuleCount): number {
  const order = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  return order || b.count - a.count || compare(a.code, b.code);
}

function groupByRule(problems: Iterable<Problem>): ReadonlyMap<string, readonly Problem[]> {
  const byCode = groupBy(problems, (problem) => problem.code);
  return byCode;
}

function* countRule(
  code: string,
  problems: readonly Problem[],
  isFixable: boolean,
  files: KnownFiles,
  session: Session,
): Generator<void, RuleCount> {
  const sorted = sortByLocation(problems);
  const locations: ProblemPlace[] = [];
  for (const { at, message } of sorted) {
    if (locations.length === maxLocations) break;
    yield;
    const place = { ...files.getLocation(at), path: at.file, message };
    const last = locations.at(-1);
    if (last?.path !== place.path || last.range.start.line !== place.range.start.line) locations.push(place);
  }
  return {
    code,
    summary: sorted[0] ? describeRule(sorted[0], session) : code,
    severity: severities.find((severity) => problems.some((one) => one.severity === severity)) ?? "hint",
    count: problems.length,
    isFixable,
    places: locations,
  };
}

/**
 * Returns a description of a rule's problems. Rule summaries exist only in English, so the message of the first problem
 * is returned for clients in other languages.
 */
function describeRule({ code, message }: Problem, { rules: { translations } }: Session): string {
  return translations ? message : (rules.find((rule) => rule.code === code)?.summary ?? message);
}

function* countSafeFixes(
  siteState: SiteState,
  site: Site | undefined,
): Generator<void, { readonly codes: ReadonlySet<string>; readonly counts: SafeFixCounts }> {
  const codes = new Set<string>();
  let [problems, files] = [0, 0];
  if (!site) return { codes, counts: { problems, files } };
  for (const file of siteState.problems.files) {
    const before = problems;
    for (const fix of createFixesInSteps(siteState.problems.getAllProblems(file), file, site)) {
      if (fix) {
        codes.add(fix.problem.code);
        problems++;
      }
      yield;
    }
    if (problems > before) files++;
  }
  return { codes, counts: { problems, files } };
}

/** Handles `docwright/problems`. Returns the locations of a rule's problems. */
export function findListedProblems({ code }: ListProblems, session: Session, { live }: InSite): ProblemLocation[] {
  if (!live) return [];
  const files = new KnownFiles(live, session);
  const problems = sortByLocation([...live.problems.listAll()].filter((problem) => problem.code === code));
  return problems.slice(0, maxListed).map(({ at }) => files.getLocation(at));
}

function sortByLocation(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => compare(a.at.file, b.at.file) || a.at.range.start - b.at.range.start);
}

/** Handles `docwright/fixSafeProblems`. Returns the edit with all safe fixes for a site. */
export async function planSafeFixes(
  _: FixSafeProblems,
  session: Session,
  { live, token }: InSite & Cancellable,
): Promise<PlannedEdit> {
  if (!live) return localize(refuse(folderNotSite), session);
  const edit = await makeEdit(live, session, "site", async (basis) => {
    await raceCancellation(token, session.sites.waitUntilAtRest());
    return collectFixes(basis);
  });
  return localize(edit ?? refuse(explainMissingEdit(live, session)), session);
}

/** The safe fixes for a rule, by file. */
interface RuleFixes {
  readonly first: Problem;
  readonly edits: Map<SitePath, TextEdit[]>;
}

function collectFixes(basis: EditBasis): EditOrRefusal {
  const { live, site, session } = basis;
  const byRule = new Map<string, RuleFixes>();
  for (const file of live.problems.files)
    for (const fix of createFixesInSteps(live.problems.getAllProblems(file), file, site)) {
      if (!fix) continue;
      const { problem } = fix;
      const ownFixes = byRule.get(problem.code) ?? { first: problem, edits: new Map<SitePath, TextEdit[]>() };
      byRule.set(problem.code, ownFixes);
      const edits = ownFixes.edits.get(file) ?? [];
      edits.push(...fix.edits);
      ownFixes.edits.set(file, edits);
    }
  const groups = [...byRule].map(([code, { first, edits }]): EditGroup => ({
    annotation: toFixAnnotation(code, describeRule(first, session)),
    edits: [...edits].map(([file, ownEdits]): FileEdit => ({ kind: "edit", file, edits: ownEdits })),
  }));
  const touched = groups.flatMap(({ edits }) => edits.map(({ file }) => file));
  const locked = findReadOnlyFile(live.root, touched);
  if (locked !== undefined) return refuse(explainLocked(locked));
  const edit = groups.length === 0 ? undefined : buildGroupedEdit(groups, basis);
  return edit ? { ok: true, edit } : refuse(createMessage("None of this site's problems has a safe fix."));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
