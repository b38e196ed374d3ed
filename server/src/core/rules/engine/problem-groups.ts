import { siteLanguages, sourcePageOf } from "../../site/navigation/translations.ts";
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
 * Returns which of the problems with the same cause represents the others and which are shown separately. Returns
 * undefined if none represents others. The most severe problem leads, or the first one if several are equally severe. A
 * translation never leads.
 */
export function groupOf<P extends Pick<Problem, "severity" | "cause">>(
  members: readonly P[],
): ProblemGroup<P> | undefined {
  const cause = members[0]?.cause;
  if (!cause) return undefined;
  const sorted = members.toSorted(
    (a, b) =>
      Number(b.cause?.language === "source") - Number(a.cause?.language === "source") ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  const [lead, ...others] = sorted.slice(cause.listed);
  if (!lead || others.length === 0 || lead.cause?.language === "translation") return undefined;
  return { lead, others };
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
    const group = members.length > 1 ? groupOf(members) : undefined;
    if (!group) continue;
    leads.set(group.lead, group);
    for (const other of group.others) hidden.add(other);
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
 * Gives the problems on a page the cause that they share with the same problems on the page's translations. The second
 * occurrence of a problem on a page corresponds to the second occurrence on a translation.
 */
export function withTranslations(subject: Subject, site: Site, problems: Problem[]): Problem[] {
  const languages = subject.kind === "page" && problems.length > 0 ? siteLanguages(site.config) : undefined;
  if (!languages || subject.kind !== "page") return problems;
  const { outline } = subject.value;
  const source = sourcePageOf(site, outline);
  const language = source ? "translation" : "source";
  const count = new Map<string, number>();
  const withCause = (problem: Problem): Problem => {
    if (problem.cause || problem.unlisted !== undefined || problem.at.file !== outline.path) return problem;
    const { message, args } = problem.finding;
    const name = [problem.code, message, plainArgs(args, languages)].join("\n");
    const number = (count.get(name) ?? 0) + 1;
    count.set(name, number);
    const key = `${source?.path ?? outline.path}\n${number}\n${name}`;
    return { ...problem, cause: { key, listed: 0, language } };
  };
  return problems
    .toSorted((a, b) => a.at.range.start - b.at.range.start || a.at.range.end - b.at.range.end)
    .map(withCause);
}

/** The paths of translations differ in the language folder, as in `/fr/start` and `/start`. */
function plainArgs(args: MessageArgs = {}, languages: ReadonlySet<string>): string {
  const plain = (value: string) =>
    value
      .split("/")
      .filter((segment) => !languages.has(segment))
      .join("/");
  return Object.values(args)
    .map((value) => plain(typeof value === "object" ? formatPhrase(value) : String(value)))
    .join("\n");
}
