import { editionFolders, editionOf } from "../../site/navigation/editions.ts";
import { severities } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { formatPhrase } from "../../text/phrase.ts";
import type { MessageArgs } from "../format-message.ts";
import type { Problem, Subject } from "../rule.ts";

/** Problems with the same cause: the one that represents the others, and those that are shown separately. */
export interface ProblemGroup<P> {
  readonly lead: P;
  readonly others: readonly P[];
}

/** This is the number of problems that an editor lists in one file. */
const maxRelated = 1000;

/**
 * Returns which of the problems with the same cause represent others and which are shown separately. The most severe
 * problem represents the others, or the first one if several are equally severe.
 *
 * A problem on a page represents the same problems in the page's other versions and languages. If the page in the
 * default language doesn't have the problem, each language has its own group.
 */
export function groupsOf<P extends Pick<Problem, "severity" | "cause">>(
  members: readonly P[],
): readonly ProblemGroup<P>[] {
  const cause = members[0]?.cause;
  if (!cause) return [];
  const isOriginal = (member: P) => languageOf(member) === member.cause?.edition?.original;
  const groups = members.some(isOriginal)
    ? [members]
    : [...new Set(members.map(languageOf))].map((language) =>
        members.filter((member) => languageOf(member) === language),
      );
  return groups.flatMap((group) => {
    const sorted = group.toSorted(
      (a, b) =>
        Number(isOriginal(b)) - Number(isOriginal(a)) ||
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        versionOf(a) - versionOf(b),
    );
    const [lead, ...others] = sorted.slice(cause.listed);
    return lead && others.length > 0 ? [{ lead, others }] : [];
  });
}

function languageOf({ cause }: Pick<Problem, "cause">): string | undefined {
  return cause?.edition?.inLanguage;
}

function versionOf({ cause }: Pick<Problem, "cause">): number {
  return cause?.edition?.version ?? 0;
}

/** Returns the problems with only one problem for each cause. The order stays the same. */
export function combineProblems<P extends Pick<Problem, "severity" | "cause">>(
  problems: readonly P[],
  combine: (group: ProblemGroup<P>) => P,
): P[] {
  const byCause = new Map<string, P[]>();
  for (const problem of problems) {
    if (!problem.cause) continue;
    const members = byCause.get(problem.cause.key);
    if (members) members.push(problem);
    else byCause.set(problem.cause.key, [problem]);
  }
  const leads = new Map<P, ProblemGroup<P>>();
  const hidden = new Set<P>();
  for (const members of byCause.values()) {
    for (const group of members.length > 1 ? groupsOf(members) : []) {
      leads.set(group.lead, group);
      for (const other of group.others) hidden.add(other);
    }
  }
  return problems.flatMap((problem) => {
    if (hidden.has(problem)) return [];
    const group = leads.get(problem);
    return [group ? combine(group) : problem];
  });
}

/** Returns the problem that represents a group, with the other locations as related locations. */
export function combinedProblem({ lead, others }: ProblemGroup<Problem>): Problem {
  const { message } = lead;
  return {
    ...lead,
    message: lead.cause?.several?.(others.length + 1) ?? message,
    related: [
      ...lead.related,
      ...others.slice(0, maxRelated).map(({ at, message: own }) => ({ at, message: own })),
    ],
    others,
  };
}

/**
 * Assigns the problems on a page the cause that they share with the same problems in the page's other languages and
 * versions. The second occurrence of a problem on a page corresponds to the second occurrence on the other pages.
 */
export function withEditions(subject: Subject, site: Site, problems: Problem[]): Problem[] {
  if (subject.kind !== "page" || problems.length === 0) return problems;
  const { outline } = subject.value;
  const edition = editionOf(site, outline);
  if (!edition) return problems;
  const folders = editionFolders(site.config);
  const count = new Map<string, number>();
  const withCause = (problem: Problem): Problem => {
    if (problem.cause || problem.unlisted !== undefined || problem.at.file !== outline.path) return problem;
    const { message, args } = problem.finding;
    const name = [problem.code, message, plainArgs(args, folders)].join("\n");
    const number = (count.get(name) ?? 0) + 1;
    count.set(name, number);
    const key = `${edition.original}\n${number}\n${name}`;
    return { ...problem, cause: { key, listed: 0, edition } };
  };
  return problems
    .toSorted((a, b) => a.at.range.start - b.at.range.start || a.at.range.end - b.at.range.end)
    .map(withCause);
}

/**
 * Returns the arguments without the folders of languages and versions, so that `/fr/start` and `/start` are the same.
 * Truncated arguments aren't compared, because these folders determine how much of them is left.
 */
function plainArgs(args: MessageArgs = {}, folders: ReadonlySet<string>): string {
  const plain = (value: string) =>
    value.includes("…")
      ? "…"
      : value
          .split("/")
          .filter((segment) => !folders.has(segment))
          .join("/");
  return Object.values(args)
    .map((value) => plain(typeof value === "object" ? formatPhrase(value) : String(value)))
    .join("\n");
}
