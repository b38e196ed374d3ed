import {
  listEditionFolders,
  getEdition,
  getEntryEdition,
  removeEditionFolders,
} from "../../site/navigation/editions.ts";
import { severities } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { formatPhrase } from "../../text/phrase.ts";
import type { MessageArgs } from "../format-message.ts";
import type { CauseGroup, Problem, RepeatedProblem, Subject } from "../rule.ts";
import { addToGroup, groupBy } from "../../text/maps.ts";

/** Problems with the same cause: the problem that represents them (`representative`) and all others. */
export interface ProblemGroup<P> {
  readonly representative: P;
  readonly otherProblems: readonly P[];
  /**
   * The problems in the group that the rule combines because of their cause. All other problems in the group are
   * repeats in other languages or versions. Undefined if the rule doesn't combine any problems of the group.
   */
  readonly combinedProblems?: readonly P[];
}

interface ProblemWithCause extends Pick<Problem, "severity"> {
  readonly cause?: Problem["cause"] | undefined;
}

/**
 * The maximum number of related locations, which is also the maximum number of problems that an editor shows per file.
 */
const maxRelatedLocations = 1000;

/**
 * Divides problems with the same cause into groups of at least two problems. Each group is represented by its most
 * severe problem. If several problems are equally severe, the first one represents the group.
 *
 * First, a problem on a page represents the same problem in the page's other languages and versions. If the page in the
 * default language doesn't have the problem, each language has its own group. Then, the remaining problems are combined
 * as their rule specifies.
 */
export function divideIntoGroups<P extends ProblemWithCause>(members: readonly P[]): readonly ProblemGroup<P>[] {
  const repeatedGroups = [...groupBy(members, (member) => member.cause?.repeatedProblem?.key ?? member).values()];
  const groups = repeatedGroups.flatMap((group) => {
    const languageGroups = group.some(isInDefaultLanguage) ? [group] : [...groupBy(group, getLanguageSlug).values()];
    return languageGroups.flatMap((languageGroup): ProblemGroup<P>[] => {
      const [representative, ...otherProblems] = languageGroup.toSorted(compareRepresentatives);
      return representative ? [{ representative, otherProblems }] : [];
    });
  });
  return [...groupBy(groups, ({ representative }) => representative.cause?.group?.key ?? representative).values()]
    .flatMap(combineGroups)
    .filter(({ otherProblems }) => otherProblems.length > 0);
}

/** Combines the groups of a rule's problems that have the same cause, unless there are only a few of them. */
function combineGroups<P extends ProblemWithCause>(groups: readonly ProblemGroup<P>[]): readonly ProblemGroup<P>[] {
  const causeGroup = groups[0]?.representative.cause?.group;
  if (!causeGroup) return groups;
  if (causeGroup.file !== undefined) {
    const groupsByFile = groupBy(groups, ({ representative }) => representative.cause?.group?.file);
    return groupsByFile.size > causeGroup.maxSeparateProblems
      ? mergeGroups(groups, causeGroup)
      : [...groupsByFile.values()].flatMap((fileGroups) => mergeGroups(fileGroups, causeGroup));
  }
  return groups.length > causeGroup.maxSeparateProblems ? mergeGroups(groups, causeGroup) : groups;
}

function mergeGroups<P extends ProblemWithCause>(
  groups: readonly ProblemGroup<P>[],
  causeGroup: CauseGroup,
): readonly ProblemGroup<P>[] {
  const sortedGroups = groups.toSorted((a, b) => compareRepresentatives(a.representative, b.representative));
  const combinedGroups = sortedGroups.slice(causeGroup.separateCount);
  const [representative, ...otherProblems] = combinedGroups.flatMap(({ representative, otherProblems }) => [
    representative,
    ...otherProblems,
  ]);
  if (!representative || combinedGroups.length < 2) return groups;
  const group = [representative, ...otherProblems].filter((member) => member.cause?.group?.key === causeGroup.key);
  return [
    ...sortedGroups.slice(0, causeGroup.separateCount),
    { representative, otherProblems, combinedProblems: group },
  ];
}

function compareRepresentatives(a: ProblemWithCause, b: ProblemWithCause): number {
  return (
    Number(isInDefaultLanguage(b)) - Number(isInDefaultLanguage(a)) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    getVersionIndex(a) - getVersionIndex(b)
  );
}

function isInDefaultLanguage(member: ProblemWithCause): boolean {
  return getLanguageSlug(member) === member.cause?.repeatedProblem?.originalSlug;
}

function getLanguageSlug({ cause }: ProblemWithCause): string | undefined {
  return cause?.repeatedProblem?.defaultVersionSlug;
}

function getVersionIndex({ cause }: ProblemWithCause): number {
  return cause?.repeatedProblem?.versionIndex ?? 0;
}

/** Combines problems that have the same cause, and returns them in their original order. */
export function combineProblems<P extends ProblemWithCause>(
  problems: readonly P[],
  combine: (group: ProblemGroup<P>) => P,
): P[] {
  const membersByCause = new Map<string, P[]>();
  for (const problem of problems) {
    if (!problem.cause) continue;
    addToGroup(membersByCause, problem.cause.key, problem);
  }
  const groupByRepresentative = new Map<P, ProblemGroup<P>>();
  const hiddenProblems = new Set<P>();
  for (const members of membersByCause.values()) {
    for (const group of members.length > 1 ? divideIntoGroups(members) : []) {
      groupByRepresentative.set(group.representative, group);
      for (const hiddenProblem of group.otherProblems) hiddenProblems.add(hiddenProblem);
    }
  }
  return problems.flatMap((problem) => {
    if (hiddenProblems.has(problem)) return [];
    const group = groupByRepresentative.get(problem);
    return [group ? combine(group) : problem];
  });
}

/**
 * Returns the problem that represents a group. The locations of the other problems become its related locations, unless
 * they already are.
 */
export function createCombinedProblem({
  representative,
  otherProblems,
  combinedProblems,
}: ProblemGroup<Problem>): Problem {
  const combinedMessage = combinedProblems && getCombinedMessage(representative, combinedProblems);
  const relatedLocationKeys = new Set(representative.relatedLocations.map(({ at }) => getLocationKey(at)));
  // A message such as “3 more errors follow” doesn't describe the first of them.
  const isRemainder = combinedMessage !== undefined && (representative.cause?.group?.separateCount ?? 0) > 0;
  const relatedProblems = [...(isRemainder ? [representative] : []), ...otherProblems].filter(
    ({ at }) => !relatedLocationKeys.has(getLocationKey(at)),
  );
  return {
    ...representative,
    ...(combinedMessage !== undefined && { message: combinedMessage }),
    ...(combinedProblems && { group: combinedProblems }),
    relatedLocations: [
      ...representative.relatedLocations,
      ...relatedProblems
        .slice(0, maxRelatedLocations)
        .map(({ at, message: relatedMessage }) => ({ at, message: relatedMessage })),
    ],
    otherProblems,
  };
}

/** Returns the message of a combined problem, or undefined if the message for a single problem applies. */
function getCombinedMessage({ cause }: Problem, group: readonly Problem[]): string | undefined {
  const file = cause?.group?.file;
  if (file !== undefined && group.every((member) => member.at.file === file)) return undefined;
  return cause?.group?.formatCombinedMessage(countLocations(group));
}

function getLocationKey({ file, range }: SiteLocation): string {
  return `${file}\n${range.start}\n${range.end}`;
}

function countLocations(group: readonly Problem[]): number {
  return group.reduce((count, { cause }) => count + 1 + (cause?.group?.unlistedCount ?? 0), 0);
}

/**
 * Assigns each problem on a page a cause that it shares with the same problem on the page's counterparts in other
 * languages and versions. If a problem occurs several times on a page, its second occurrence corresponds to the second
 * occurrence on the other pages, and so on.
 */
export function assignEditions(subject: Subject, site: Site, problems: Problem[]): Problem[] {
  if (subject.kind === "config") return assignEntryEditions(site, problems);
  if (subject.kind !== "page" || problems.length === 0) return problems;
  const { outline } = subject.value;
  const edition = getEdition(site, outline);
  if (!edition) return problems;
  const folders = listEditionFolders(site.config);
  const countBySignature = new Map<string, number>();
  const addCause = (problem: Problem): Problem => {
    if (problem.unlistedCount !== undefined || problem.at.file !== outline.path) return problem;
    const { message, args } = problem.finding;
    const signature = [problem.code, message, formatArgs(args, folders)].join("\n");
    const occurrence = (countBySignature.get(signature) ?? 0) + 1;
    countBySignature.set(signature, occurrence);
    const key = `${edition.originalSlug}\n${occurrence}\n${signature}`;
    return { ...problem, cause: { key, ...problem.cause, repeatedProblem: { ...edition, key } } };
  };
  return problems
    .toSorted((a, b) => a.at.range.start - b.at.range.start || a.at.range.end - b.at.range.end)
    .map(addCause);
}

/**
 * Assigns each problem with an entry for a page a cause that it shares with the entries for the same page in other
 * languages, if the default language has the problem, too. The rule sets `data.listed` to the path of the page, and
 * `data.listedIn` to the language of the entry.
 */
function assignEntryEditions(site: Site, problems: Problem[]): Problem[] {
  const countByLanguageKey = new Map<string, number>();
  const originalKeys = new Set<string>();
  const repetitionByProblem = new Map<Problem, RepeatedProblem>();
  for (const problem of problems) {
    const { listed, listedIn } = problem.finding.data ?? {};
    const edition = typeof listed === "string" ? getEntryEdition(site.config, listed) : undefined;
    if (!edition) continue;
    const signature = `${problem.code}\n${edition.originalSlug}`;
    const languageKey = `${String(listedIn)}\n${signature}`;
    const occurrence = (countByLanguageKey.get(languageKey) ?? 0) + 1;
    countByLanguageKey.set(languageKey, occurrence);
    const key = `${signature}\n${occurrence}`;
    repetitionByProblem.set(problem, { ...edition, key });
    if (edition.defaultVersionSlug === edition.originalSlug) originalKeys.add(key);
  }
  return problems.map((problem) => {
    const repeatedProblem = repetitionByProblem.get(problem);
    if (!repeatedProblem || !originalKeys.has(repeatedProblem.key)) return problem;
    return { ...problem, cause: { key: repeatedProblem.key, ...problem.cause, repeatedProblem } };
  });
}

/**
 * Returns the message arguments as text, leaving out the folders of languages and versions so that `/fr/start` and
 * `/start` are equal.
 */
function formatArgs(args: MessageArgs = {}, folders: ReadonlySet<string>): string {
  return Object.values(args)
    .map((value) => removeEditionFolders(typeof value === "object" ? formatPhrase(value) : String(value), folders))
    .join("\n");
}
