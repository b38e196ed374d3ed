import type { Page } from "../../page/page.ts";
import { isFileAmong, type Severity, type SiteSettings } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { checksBrokenText, renderedCodes } from "../findings/mdx-findings.ts";
import { withoutKeys } from "../findings/spec-findings.ts";
import { isSilenced, rulesWithOwnMessages, unusedNames } from "../ignore-comments.ts";
import { formatMessage, type Problem, type ProblemFix, type Translations } from "../problem.ts";
import type { Finding, Rule, Subject } from "../rule.ts";
import { unusedIgnore } from "../settings/unused-ignore.ts";
import { rules as allRules } from "./registry.ts";

export interface RunOptions {
  readonly rules?: readonly Rule[];
  readonly translations?: Translations;
  /** A rule that throws loses its own findings on that subject and nothing else; this hears of it. */
  readonly onRuleFailed?: (code: string, error: unknown) => void;
}

/** Everything rules look at, docs.json first. */
export function* subjectsOf(site: Site): Iterable<Subject> {
  yield { kind: "config", value: site.config };
  for (const path of filesWithSubjects(site)) yield* subjectsOfFile(site, path);
}

/** Files that rules look at one by one: pages, specifications, whatever else the site is made of, and its settings. */
export function filesWithSubjects({ pages, specs, files, keys, settings }: Site): ReadonlySet<SitePath> {
  const known = subjectFiles(pages)(specs)(files)(keys);
  const { source } = settings;
  return !source || known.has(source.path) ? known : new Set([...known, source.path]);
}

/** Thousands, and the same whatever is typed in docs.json or, mostly, in a page. */
const subjectFiles = derive((pages: Site["pages"]) =>
  derive((specs: Site["specs"]) =>
    derive((files: Site["files"]) =>
      derive(
        (keys: Site["keys"]): ReadonlySet<SitePath> =>
          new Set([
            ...pages.keys(),
            ...[...specs.keys()].filter((path) => !isRemoteSpec(path)),
            ...files,
            ...keys.keys(),
          ]),
      ),
    ),
  ),
);

/** What rules look at when only this file has changed. */
export function subjectsOfFile(site: Site, path: SitePath): Subject[] {
  const outline = site.pages.get(path);
  const references = site.references.get(path);
  const spec = site.specs.get(path);
  const { source } = site.settings;
  return [
    ...(site.files.has(path) || site.keys.has(path) ? [{ kind: "file", value: path } as const] : []),
    ...(source?.path === path ? [{ kind: "settings", value: source } as const] : []),
    ...(outline && references ? [{ kind: "page", value: { outline, references } } as const] : []),
    ...(spec && !isRemoteSpec(path) ? [{ kind: "spec", value: spec } as const] : []),
  ];
}

/** What a rule may find in one step: so many are put into words in a millisecond or two. */
const findingsPerStep = 100;

/**
 * A page that makes one mistake more often than this has one problem for all the rest: VS Code shows no more per file.
 * In specifications, thousands of operations may each lack the same thing.
 */
const maxAlike = 1000;

/**
 * The problems of one subject, as the value a generator ends with: a step is a rule, or a part of what a rule finds,
 * so that whoever goes through the steps can do something else in between or leave it at that. Rules that need a part
 * of the site which is not scanned yet stay silent. Findings alike in code, place and words are given once (a file
 * pulled in twice is read twice).
 */
export function* problemsInSteps(
  subject: Subject,
  site: Site,
  options: RunOptions = {},
): Generator<void, Problem[]> {
  const problems = new Map<string, Problem>();
  let count = 0;
  for (const rule of rulesOn(options.rules ?? allRules)(subject.kind)) {
    if (!isReady(rule, site)) continue;
    const alike = subject.kind === "page" ? new AlikeFindings() : undefined;
    try {
      for (const finding of findingsOf(rule, subject, site)) {
        if (++count % findingsPerStep === 0) yield;
        if (checksBrokenText(rule.code, finding.at, site.config)) continue;
        if (isSilenced(rule.code, finding.at, site)) continue;
        if (alike?.isOneOfMany(finding)) continue;
        const problem = settle(rule, finding, site, options.translations);
        if (!problem) continue;
        problems.set(identityOf(problem), problem);
        alike?.add(problem);
      }
      for (const { first, next, others } of alike?.unlisted() ?? []) {
        const problem = settle(rule, next, site, options.translations);
        if (problem) problems.set(identityOf(problem), withOthers(problem, first, others));
      }
    } catch (error) {
      if (!options.onRuleFailed) throw error;
      options.onRuleFailed(rule.code, error);
    }
    yield;
  }
  return [...problems.values()];
}

interface Alike {
  readonly first: Problem;
  listed: number;
  /** The first that isn't listed. */
  next?: Finding;
  /** How many follow it. */
  others: number;
}

/** Findings of one rule on one page, by what they say. */
class AlikeFindings {
  readonly #known = new Map<string, Alike>();

  /** Returns whether so many that say the same are listed that this one only counts. */
  isOneOfMany(finding: Finding): boolean {
    const alike = this.#known.get(saying(finding));
    if (!alike || alike.listed < maxAlike) return false;
    if (alike.next) alike.others++;
    else alike.next = finding;
    return true;
  }

  add(problem: Problem): void {
    const key = saying(problem.finding);
    const alike = this.#known.get(key);
    if (alike) alike.listed++;
    else this.#known.set(key, { first: problem, listed: 1, others: 0 });
  }

  unlisted(): (Alike & { readonly next: Finding })[] {
    return [...this.#known.values()].flatMap(({ next, ...alike }) => (next ? [{ ...alike, next }] : []));
  }
}

function saying({ message, args }: Finding): string {
  return [message, ...Object.values(args ?? {})].join("\n");
}

/** The problem in the name of others like it, which aren't listed. */
function withOthers(problem: Problem, first: Problem, others: number): Problem {
  if (others === 0) return problem;
  const places = others === 1 ? "1 more place" : `${others} more places`;
  return {
    ...problem,
    unlisted: others,
    message: `The same problem is here and in ${places} on this page, which Docwright doesn't list.`,
    related: [{ at: first.at, message: first.message }],
  };
}

/** All problems of one subject, at once. */
export function problemsOfSubject(subject: Subject, site: Site, options: RunOptions = {}): Problem[] {
  const steps = problemsInSteps(subject, site, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Every problem of the site, in the order of subjects. */
export function problemsOfSite(site: Site, options: RunOptions = {}): Problem[] {
  return [...subjectsOf(site)].flatMap((subject) => problemsOfSubject(subject, site, options));
}

/** The quick fixes of a problem; none when the site has changed so that they no longer apply. */
export function fixesOf(problem: Problem, site: Site, options: RunOptions = {}): ProblemFix[] {
  const rule = (options.rules ?? allRules).find(({ code }) => code === problem.code);
  if (!rule?.fixes) return [];
  const fixes = [...rule.fixes(problem.finding, site)].filter(
    ({ edits }) => !edits.some(({ file }) => isRemoteSpec(file)),
  );
  return fixes.map((fix) => ({
    title: sentence(rule, fix.title, withoutKeys(fix.args, site), options.translations),
    edits: fix.edits,
    all: fix.all ?? false,
  }));
}

const rulesOn = derive((rules: readonly Rule[]) => {
  const byKind = new Map<Subject["kind"], readonly Rule[]>();
  return (kind: Subject["kind"]): readonly Rule[] => {
    const known = byKind.get(kind) ?? rules.filter(({ on }) => on.includes(kind));
    byKind.set(kind, known);
    return known;
  };
});

function isReady(rule: Rule, site: Site): boolean {
  if (rule.onlyIn && rule.onlyIn !== site.profile.name) return false;
  return (rule.needs ?? []).every((part) => site.loaded[part]);
}

/** What a rule says; of comments that silence nothing only the runner can tell, who knows what all others say. */
function findingsOf(rule: Rule, subject: Subject, site: Site): Iterable<Finding> {
  return rule.code === unusedIgnore.code && subject.kind === "page"
    ? unusedIgnoresIn(subject.value, site)
    : rule.check(subject, site);
}

function* unusedIgnoresIn({ references }: Page, site: Site): Iterable<Finding> {
  if (references.ignores.length === 0) return;
  const { path, text } = references;
  const found: { code: string; at: SiteLocation }[] = [];
  for (const subject of subjectsOfFile(site, path))
    for (const rule of rulesOn(allRules)(subject.kind)) {
      if (!isReady(rule, site) || rulesWithOwnMessages.has(rule.code)) continue;
      for (const { at } of rule.check(subject, site)) found.push({ code: rule.code, at });
    }
  const canSpeak = (rule: Rule): boolean =>
    isReady(rule, site) &&
    (rule.code !== "mdx/syntax" || site.syntax.has(path)) &&
    (!renderedCodes.has(rule.code) || site.rendered?.has(path) === true) &&
    chosenSeverity(rule.code, path, site.settings) !== "off";
  for (const range of unusedNames(references, found, allRules, canSpeak))
    yield {
      message: "unused",
      at: { file: path, range },
      args: { code: text.slice(range.start, range.end) },
      tags: ["unnecessary"],
    };
}

/** A copy of a file on the web is nobody's to correct here: nothing is said about places in it. */
function settle(rule: Rule, finding: Finding, site: Site, translations?: Translations): Problem | undefined {
  if (isRemoteSpec(finding.at.file)) return undefined;
  const severity = severityOf(rule, finding, site);
  if (severity === "off") return undefined;
  return {
    code: rule.code,
    severity,
    at: finding.at,
    message: sentence(rule, finding.message, withoutKeys(finding.args, site), translations),
    related: (finding.related ?? [])
      .filter(({ at }) => !isRemoteSpec(at.file))
      .map(({ at, message, args }) => ({
        at,
        message: sentence(rule, message, withoutKeys(args, site), translations),
      })),
    tags: finding.tags ?? [],
    finding,
  };
}

function sentence(rule: Rule, key: string, args: Finding["args"], translations?: Translations): string {
  return formatMessage(translations?.get(`${rule.code}/${key}`) ?? rule.messages[key] ?? key, args);
}

/** `.docwright.json` wins over the finding, the finding over the rule; a code wins over its area. */
function severityOf(rule: Rule, finding: Finding, site: Site): Severity | "off" {
  if (isLeftOut(site.settings)(finding.at.file)) return "off";
  const chosen = chosenSeverity(rule.code, finding.at.file, site.settings);
  if (chosen) return chosen;
  return (
    finding.severity ?? (typeof rule.severity === "string" ? rule.severity : rule.severity[site.profile.name])
  );
}

function chosenSeverity(code: string, file: SitePath, settings: SiteSettings): Severity | "off" | undefined {
  const area = `${code.slice(0, code.indexOf("/"))}/*`;
  const tables = [
    ...settings.overrides
      .filter((override) => isFileAmong(override.files)(file))
      .map(({ rules }) => rules)
      .reverse(),
    settings.rules,
  ];
  for (const table of tables) {
    const severity = table.get(code) ?? table.get(area);
    if (severity) return severity;
  }
  return undefined;
}

/** Returns whether `.docwright.json` turns off every rule for every file of a site, so that nothing can be found in it. */
export function isEverythingOff(site: Site): boolean {
  const { settings } = site;
  const isOff = (file: SitePath) =>
    allRules.every(({ code }) => chosenSeverity(code, file, settings) === "off");
  // Without overrides, a rule is off for one file if it's off for all.
  const isOffForAll = settings.overrides.length === 0 ? isOff("docs.json") : undefined;
  return [...filesWithSubjects(site)].every(
    (file) => isLeftOut(settings)(file) || (isOffForAll ?? isOff(file)),
  );
}

const isLeftOut = derive((settings: SiteSettings) => isFileAmong(settings.ignore));

function identityOf({ code, at, message }: Problem): string {
  return `${code}\n${at.file}\n${at.range.start}\n${at.range.end}\n${message}`;
}
