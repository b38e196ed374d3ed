import type { Page } from "../../page/page.ts";
import { isHiddenByRedirect } from "../../site/links/hiding-redirect.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { listEditionFolders, removeEditionFolders } from "../../site/navigation/editions.ts";
import {
  createGlobMatcher,
  getChosenSeverity,
  type Severity,
  type SiteSettings,
} from "../../site/settings/site-settings.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { isSpecUsed, findIncludingSpec } from "../../site/specs/operation-references.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import { createTableFormatter } from "../../text/localized-message.ts";
import type { Translations } from "../../text/message.ts";
import { fillTemplate, formatNumber } from "../../text/phrase.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { isCausedBySyntaxError } from "../findings/broken-config.ts";
import { previewRuleCodes } from "../findings/mdx-findings.ts";
import { maskApiKeys } from "../findings/spec-findings.ts";
import { formatMessage, type MessageArgs } from "../format-message.ts";
import { isIgnoredByComment, unignorableRuleCodes, findUnusedRuleRanges } from "../ignore-comments.ts";
import type { CauseGroup, Finding, Problem, ProblemFix, Rule, Subject } from "../rule.ts";
import { unusedIgnore } from "../settings/unused-ignore.ts";
import { assignEditions } from "./problem-groups.ts";
import { rules as allRules } from "./registry.ts";

export interface RunOptions {
  readonly rules?: readonly Rule[];
  readonly translations?: Translations;
  /** Called when a rule throws an error. Only that rule's remaining findings for the current subject are lost. */
  readonly onRuleFailure?: (code: string, error: unknown) => void;
}

/** Yields all subjects to check, starting with docs.json. */
export function* listSubjects(site: Site): Iterable<Subject> {
  yield { kind: "config", value: site.config };
  for (const path of getSubjectFiles(site)) yield* getFileSubjects(site, path);
}

/**
 * Returns the files that are checked one by one: pages, specifications, other files in the site, and its settings file.
 */
export function getSubjectFiles(site: Site): ReadonlySet<SitePath> {
  const siteFiles = getSiteFiles(site);
  const { source } = site.settings;
  return !source || siteFiles.has(source.path) ? siteFiles : new Set([...siteFiles, source.path]);
}

/**
 * The files that are checked one by one. The result is cached, because there can be thousands of files, and they rarely
 * change while a page is edited and never change while docs.json is edited.
 */
const getSiteFiles = createSiteView(
  ["pages", "specs", "files", "keys"],
  ({ pages, specs, files, keys }): ReadonlySet<SitePath> =>
    new Set([...pages.keys(), ...[...specs.keys()].filter((path) => !isRemoteSpec(path)), ...files, ...keys.keys()]),
);

/** Returns the subjects to check again if only this file has changed. */
export function getFileSubjects(site: Site, path: SitePath): Subject[] {
  const outline = site.pages.get(path);
  const references = site.references.get(path);
  const spec = site.specs.get(path);
  const script = site.scriptReferences.get(path);
  const { source } = site.settings;
  return [
    ...(site.files.has(path) || site.keys.has(path) ? [{ kind: "file", value: path } as const] : []),
    ...(source?.path === path ? [{ kind: "settings", value: source } as const] : []),
    ...(outline && references ? [{ kind: "page", value: { outline, references } } as const] : []),
    ...(script ? [{ kind: "script", value: script } as const] : []),
    ...(spec && !isRemoteSpec(path) ? [{ kind: "spec", value: spec } as const] : []),
  ];
}

/** The maximum number of findings per step. Formatting that many findings takes one or two milliseconds. */
const maxFindingsPerStep = 100;

/**
 * The maximum number of problems with the same message that are listed for a page. VS Code doesn't show more problems
 * per file. One additional problem represents all others.
 */
const maxSimilarFindings = 1000;

/**
 * Checks a subject in steps and returns its problems. A step is a rule or part of the rule's findings, and the caller
 * can do other work between steps, or stop. Skips a rule if a part of the site that the rule needs hasn't been scanned
 * yet. Reports findings with the same code, location, and message only once, because docs.json can include the same
 * file twice.
 */
export function* findProblemsInSteps(
  subject: Subject,
  site: Site,
  options: RunOptions = {},
): Generator<void, Problem[]> {
  const problemByKey = new Map<string, Problem>();
  let count = 0;
  for (const rule of findReadyRules(options.rules ?? allRules)(site)(subject.kind)) {
    let similarFindings: SimilarFindings | undefined;
    try {
      for (const finding of createFindings(rule, subject, site)) {
        // Created lazily, because most rules find nothing on most pages.
        if (subject.kind === "page") similarFindings ??= new SimilarFindings();
        if (++count % maxFindingsPerStep === 0) yield;
        if (isCausedBySyntaxError(rule.code, finding.at, site)) continue;
        if (isIgnoredByComment(rule.code, finding.at, site)) continue;
        if (similarFindings?.exceedsLimit(finding)) continue;
        const problem = createProblem(rule, finding, site, options.translations);
        if (!problem) continue;
        problemByKey.set(createProblemKey(problem, rule), problem);
        similarFindings?.add(problem);
      }
      for (const { firstProblem, next, otherCount } of similarFindings?.listGroupsOverLimit() ?? []) {
        const problem = createProblem(rule, next, site, options.translations);
        if (problem)
          problemByKey.set(
            createProblemKey(problem, rule),
            addOtherCount(problem, firstProblem, otherCount, options.translations),
          );
      }
    } catch (error) {
      if (!options.onRuleFailure) throw error;
      options.onRuleFailure(rule.code, error);
    }
    yield;
  }
  const reportedProblems = removeUnusedSpecs(subject, site, [...problemByKey.values()], options.translations);
  return assignEditions(subject, site, reportedProblems);
}

/** The message of the problem that represents all problems in a specification that the site doesn't use. */
export const unusedSpecMessage =
  "`{file}` isn't used on any page or in docs.json, so its problems don't affect readers. Use it, or add it to `ignore` in `.docwright.json`.";

/**
 * Leaves out problems in specifications that the site doesn't use, such as the source files of a bundled specification,
 * because readers don't see their contents. The most severe problem remains as information that the specification isn't
 * used. If `.docwright.json` sets its severity, it remains unchanged. In files that only such specifications include,
 * none of these problems remain. Leaked keys are always reported.
 */
function removeUnusedSpecs(
  subject: Subject,
  site: Site,
  problems: Problem[],
  translations: Translations | undefined,
): Problem[] {
  if (problems.length === 0 || !site.loaded.pages || !site.loaded.specs) return problems;
  const spec =
    subject.kind === "spec"
      ? subject.value
      : subject.kind === "file"
        ? findIncludingSpec(site, subject.value)
        : undefined;
  if (!spec || isSpecUsed(spec, site)) return problems;
  const isSpecProblem = ({ code }: Problem) => /^(openapi|asyncapi)\//.test(code);
  if (subject.kind === "file") return problems.filter((problem) => !isSpecProblem(problem));
  const securityProblems = problems.filter(({ code }) => code.startsWith("security/"));
  const [mostSevereProblem] = problems.filter(isSpecProblem).sort(compareSeverity);
  if (!mostSevereProblem) return securityProblems;
  if (getChosenSeverity(mostSevereProblem.code, mostSevereProblem.at.file, site.settings) !== undefined)
    return [...securityProblems, mostSevereProblem];
  const { cause: _, ...alone } = mostSevereProblem;
  return [
    ...securityProblems,
    {
      ...alone,
      severity: mostSevereProblem.severity === "hint" ? "hint" : "information",
      message: formatMessage(unusedSpecMessage, { file: spec.path }, translations),
      relatedLocations: [{ at: mostSevereProblem.at, message: mostSevereProblem.message }],
    },
  ];
}

const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

function compareSeverity(a: Problem, b: Problem): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

interface SimilarFindingGroup {
  readonly firstProblem: Problem;
  listedCount: number;
  /** The first finding after the limit, which isn't listed. */
  next?: Finding;
  /** The number of findings after `next`, which aren't listed either. */
  otherCount: number;
}

/** The findings of one rule on one page, by message. */
class SimilarFindings {
  readonly #groupsByKey = new Map<string, SimilarFindingGroup>();

  /** Whether the limit for listed findings with this message has been reached. If so, counts the finding. */
  exceedsLimit(finding: Finding): boolean {
    const similarGroup = this.#groupsByKey.get(getMessageSignature(finding));
    if (!similarGroup || similarGroup.listedCount < maxSimilarFindings) return false;
    if (similarGroup.next) similarGroup.otherCount++;
    else similarGroup.next = finding;
    return true;
  }

  add(problem: Problem): void {
    const key = getMessageSignature(problem.finding);
    const similarGroup = this.#groupsByKey.get(key);
    if (similarGroup) similarGroup.listedCount++;
    else this.#groupsByKey.set(key, { firstProblem: problem, listedCount: 1, otherCount: 0 });
  }

  listGroupsOverLimit(): (SimilarFindingGroup & { readonly next: Finding })[] {
    return [...this.#groupsByKey.values()].flatMap(({ next, ...alike }) => (next ? [{ ...alike, next }] : []));
  }
}

function getMessageSignature({ message, args }: Finding): string {
  return JSON.stringify([message, args]);
}

/** The messages of a problem that represents other problems that aren't listed. */
export const unlistedProblemMessages = {
  one: "The same problem occurs here and in {count} more place on this page (not listed).",
  other: "The same problem occurs here and in {count} more places on this page (not listed).",
} as const;

/**
 * Returns the problem, including the number of similar problems that aren't listed. If the rule combines problems with
 * the same cause, the similar problems count as additional locations of that cause. Otherwise, each of them counts as a
 * separate problem.
 */
function addOtherCount(
  problem: Problem,
  firstProblem: Problem,
  otherCount: number,
  translations: Translations | undefined,
): Problem {
  if (otherCount === 0) return problem;
  const { cause, ...alone } = problem;
  return {
    ...alone,
    ...(cause?.group
      ? { cause: { ...cause, group: { ...cause.group, unlistedCount: otherCount } } }
      : { unlistedCount: otherCount }),
    message: fillTemplate(createTableFormatter(translations).translate(unlistedProblemMessages, otherCount), {
      count: formatNumber(otherCount, translations),
    }),
    relatedLocations: [{ at: firstProblem.at, message: firstProblem.message }],
  };
}

/** Returns all problems of one subject synchronously. */
export function findSubjectProblems(subject: Subject, site: Site, options: RunOptions = {}): Problem[] {
  const steps = findProblemsInSteps(subject, site, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns all problems in the site, in the order of their subjects. */
export function findSiteProblems(site: Site, options: RunOptions = {}): Problem[] {
  return [...listSubjects(site)].flatMap((subject) => findSubjectProblems(subject, site, options));
}

/** Returns a problem's quick fixes. Leaves out fixes that no longer apply because the site has changed. */
export function createFixes(problem: Problem, site: Site, options: RunOptions = {}): ProblemFix[] {
  const rule = getRulesByCode(options.rules ?? allRules).get(problem.code);
  if (!rule?.createFixes) return [];
  const group = problem.group?.map(({ finding }) => finding);
  const combinedFixes = (group && rule.grouping?.createFixes?.(group, site)) ?? [];
  const fixes = [...combinedFixes, ...rule.createFixes(problem.finding, site)].filter(
    ({ edits }) => !edits.some(({ file }) => isRemoteSpec(file)),
  );
  return fixes.map((fix) => ({
    title: formatSentence(rule, fix.title, maskApiKeys(fix.args, site), options.translations),
    edits: fix.edits,
    isSafe: fix.isSafe ?? false,
  }));
}

const getRulesByCode = derive(
  (rules: readonly Rule[]): ReadonlyMap<string, Rule> => new Map(rules.map((rule) => [rule.code, rule])),
);

/** The rules that can check a kind of subject in the site. Cached, because a site can have thousands of subjects. */
const findReadyRules = derive((rules: readonly Rule[]) =>
  createSiteView(["profile", "loaded"], (site) => {
    const readyRules = rules.filter((rule) => isReady(rule, site));
    const rulesByKind = new Map<Subject["kind"], readonly Rule[]>();
    return (kind: Subject["kind"]): readonly Rule[] => {
      const kindRules = rulesByKind.get(kind) ?? readyRules.filter(({ subjectKinds }) => subjectKinds.includes(kind));
      rulesByKind.set(kind, kindRules);
      return kindRules;
    };
  }),
);

function isReady(rule: Rule, site: Pick<Site, "profile" | "loaded">): boolean {
  if (rule.onlyProfile && rule.onlyProfile !== site.profile.name) return false;
  return (rule.requires ?? []).every((part) => site.loaded[part]);
}

/**
 * Returns a rule's findings for a subject. This function also creates the findings about unused ignore comments,
 * because they depend on the findings of all rules.
 */
function createFindings(rule: Rule, subject: Subject, site: Site): Iterable<Finding> {
  return rule.code === unusedIgnore.code && subject.kind === "page"
    ? findUnusedIgnoreComments(subject.value, site)
    : rule.check(subject, site);
}

function* findUnusedIgnoreComments({ references }: Page, site: Site): Iterable<Finding> {
  if (references.ignoreComments.length === 0) return;
  const { path, text } = references;
  const problems: { code: string; at: SiteLocation }[] = [];
  for (const subject of getFileSubjects(site, path))
    for (const rule of findReadyRules(allRules)(site)(subject.kind)) {
      if (unignorableRuleCodes.has(rule.code)) continue;
      for (const { at } of rule.check(subject, site)) problems.push({ code: rule.code, at });
    }
  const isRuleEnabled = (rule: Rule): boolean =>
    isReady(rule, site) &&
    (rule.code !== "mdx/syntax" || site.syntaxProblems.has(path)) &&
    (!previewRuleCodes.has(rule.code) || site.renderedIssues?.has(path) === true) &&
    getChosenSeverity(rule.code, path, site.settings) !== "off";
  for (const range of findUnusedRuleRanges(references, problems, allRules, isRuleEnabled))
    yield {
      message: "unused",
      at: { file: path, range },
      args: { code: text.slice(range.start, range.end) },
      tags: ["unnecessary"],
    };
}

/**
 * Returns the problem for a finding, or undefined if the rule is off. Also returns undefined if the finding is in the
 * local copy of a remote specification, because it can't be fixed in the site.
 */
function createProblem(rule: Rule, finding: Finding, site: Site, translations?: Translations): Problem | undefined {
  if (isRemoteSpec(finding.at.file)) return undefined;
  const severity = getSeverity(rule, finding, site);
  if (severity === "off") return undefined;
  return {
    code: rule.code,
    severity,
    at: finding.at,
    message: formatSentence(rule, finding.message, maskApiKeys(finding.args, site), translations),
    relatedLocations: (finding.relatedLocations ?? [])
      .filter(({ at }) => !isRemoteSpec(at.file))
      .map(({ at, message, args }) => ({
        at,
        message: formatSentence(rule, message, maskApiKeys(args, site), translations),
      })),
    tags: finding.tags ?? [],
    finding,
    ...getCause(rule, finding, site, translations),
  };
}

function getCause(rule: Rule, finding: Finding, site: Site, translations?: Translations): Pick<Problem, "cause"> {
  const { grouping } = rule;
  const cause = grouping?.getCause(finding, site);
  if (!grouping || cause === undefined) return {};
  const {
    combinedMessage,
    separateCount = 0,
    maxSeparateProblems: maxSeparate = 1,
    combinesByFile = false,
    isTranslated = false,
  } = grouping;
  const message =
    (typeof combinedMessage === "function" ? combinedMessage(finding) : combinedMessage) ?? finding.message;
  const args = maskApiKeys(finding.args, site);
  const group: CauseGroup = {
    key: cause,
    separateCount: typeof separateCount === "number" ? separateCount : separateCount(finding),
    maxSeparateProblems: typeof maxSeparate === "number" ? maxSeparate : maxSeparate(finding),
    formatCombinedMessage: (count) => formatSentence(rule, message, { ...args, count }, translations),
    ...(combinesByFile && { file: finding.at.file }),
  };
  // Problems whose causes have different keys are never combined, even if one page is a translation of the other.
  const sharedText = isTranslated ? "" : removeEditionFolders(cause, listEditionFolders(site.config));
  return { cause: { key: `${rule.code}\n${sharedText}`, group } };
}

function formatSentence(
  rule: Rule,
  key: string,
  args: MessageArgs | undefined,
  translations: Translations | undefined,
): string {
  return formatMessage(rule.messages[key] ?? key, args, translations);
}

/**
 * Returns the severity of a finding, or `off` if `.docwright.json` ignores its file. A severity in `.docwright.json`
 * takes precedence over the finding's own severity, which takes precedence over the rule's severity. In
 * `.docwright.json`, a rule's code takes precedence over its area. An error on a page that readers don't find in the
 * navigation is a warning, unless the finding has its own severity. Problems on a page that readers can't open because
 * of a redirect are only hints, because `redirect/shadows-page` reports that readers never see the page. Syntax errors
 * and leaked keys on such a page have at most the severity information.
 */
function getSeverity(rule: Rule, finding: Finding, site: Site): Severity | "off" {
  if (isIgnored(site.settings)(finding.at.file)) return "off";
  const chosenSeverity = getChosenSeverity(rule.code, finding.at.file, site.settings);
  if (chosenSeverity) return chosenSeverity;
  const severity = finding.severity ?? getDefaultSeverity(rule, finding.at.file, site);
  if (severity === "off" || severity === "hint" || !isHiddenByRedirect(site, finding.at.file)) return severity;
  return rule.code === "mdx/syntax" || rule.code.startsWith("security/") ? "information" : "hint";
}

function getDefaultSeverity(rule: Rule, file: SitePath, site: Site): Severity | "off" {
  const severity = typeof rule.severity === "string" ? rule.severity : rule.severity[site.profile.name];
  return severity === "error" && isHiddenPage(site, file) ? "warning" : severity;
}

/**
 * Whether `.docwright.json` turns off every rule for every file in the site, in which case the site can't have
 * problems.
 */
export function areAllRulesOff(site: Site): boolean {
  const { settings } = site;
  const areRulesOff = (file: SitePath) =>
    allRules.every(({ code }) => getChosenSeverity(code, file, settings) === "off");
  // Without overrides, a rule has the same severity for all files.
  const areRulesOffForAll = settings.overrides.length === 0 ? areRulesOff("docs.json") : undefined;
  return [...getSubjectFiles(site)].every(
    (file) => isIgnored(settings)(file) || (areRulesOffForAll ?? areRulesOff(file)),
  );
}

const isIgnored = derive((settings: SiteSettings) => createGlobMatcher(settings.ignore));

/** Returns a key that is the same for problems with the same text, before long values are shortened. */
function createProblemKey({ code, at, finding }: Problem, rule: Rule): string {
  const template = rule.messages[finding.message] ?? "";
  const values = Object.entries(finding.args ?? {}).filter(([name]) => template.includes(`{${name}}`));
  return JSON.stringify([code, at.file, at.range.start, at.range.end, finding.message, values]);
}
