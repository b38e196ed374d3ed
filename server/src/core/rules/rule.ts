import { findConfigFile, type Config } from "../config/config.ts";
import { removeMember } from "../config/json/json-edit.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import type { Page, ScriptReferences } from "../page/page.ts";
import type { Edition } from "../site/navigation/editions.ts";
import type { SettingsSource, Severity } from "../site/settings/site-settings.ts";
import type { Site } from "../site/site.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../text/text-edit.ts";
import type { MessageArgs } from "./format-message.ts";

/**
 * The subjects that rules can check. `config` is docs.json with all files that it includes. These files are one subject
 * because they make sense only together, and each finding specifies the file that contains the text. `page` is a page,
 * `spec` is a specification, `script` is a code file, `file` is any file in the site, and `settings` is
 * `.docwright.json`.
 */
export interface Subjects {
  readonly config: Config;
  readonly page: Page;
  readonly spec: SpecOutline;
  readonly script: ScriptReferences;
  readonly file: SitePath;
  readonly settings: SettingsSource;
}
export type SubjectKind = keyof Subjects;

export type Subject = {
  readonly [K in SubjectKind]: { readonly kind: K; readonly value: Subjects[K] };
}[SubjectKind];

/** A rule's finding, before its final severity and language are determined. */
export interface Finding<Key extends string = string> {
  /** The key of the message in the rule's `messages`. */
  readonly message: Key;
  readonly args?: MessageArgs;
  readonly at: SiteLocation;
  readonly relatedLocations?: readonly {
    readonly at: SiteLocation;
    readonly message: Key;
    readonly args?: MessageArgs;
  }[];
  /** The severity of this finding, which overrides the rule's severity. */
  readonly severity?: Severity;
  readonly tags?: readonly ("unnecessary" | "deprecated")[];
  /**
   * Data that `createFixes` needs to find the problem again. The data is plain, because it's sent to the editor and
   * back.
   */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A quick fix. `title` is a key in the rule's `messages`. */
export interface Fix<Key extends string = string> {
  readonly title: Key;
  readonly args?: MessageArgs;
  readonly edits: readonly FileEdit[];
  /**
   * Whether the fix is safe. The safe fixes of many findings can be applied together without review. At most one of a
   * finding's fixes is safe.
   */
  readonly isSafe?: boolean;
}

/**
 * An example for a rule. `bad` contains the problem, marked with `[|…|]`, and `good` doesn't contain any problem that
 * the rule reports. Each file starts with a `//- path` header. Without headers, the text is a single file: docs.json or
 * page.mdx.
 */
export interface Example {
  readonly bad: string;
  readonly good: string;
  readonly profile?: ProfileName;
}

/**
 * A rule. It's defined in the file whose path is the rule's code. Its examples are used in the documentation and as
 * tests. Translations contain its messages under `code/key`.
 */
export interface Rule<Key extends string = string> {
  /** The rule's code, such as `nav/page-not-found` for `rules/nav/page-not-found.ts`. */
  readonly code: string;
  readonly subjectKinds: readonly SubjectKind[];
  /**
   * The parts of the site that the rule needs and that must therefore be scanned first. The list of files is always
   * available.
   */
  readonly requires?: readonly ("pages" | "specs")[];
  readonly severity: Severity | { readonly standard: Severity; readonly mintlify: Severity | "off" };
  /** The only profile in which the rule applies. */
  readonly onlyProfile?: ProfileName;
  /** A one-line summary for the rule list. */
  readonly summary: string;
  /** The effect of the problem on the published docs, in one or two sentences. */
  readonly why: string;
  /** How to resolve the problem, in one or two sentences that start with a verb. */
  readonly howToFix: string;
  /** When to turn off the rule, or why to keep it on, in one or two sentences. */
  readonly whenToTurnOff: string;
  /**
   * The messages by key. A message has three parts: the problem, its effect on the published docs, and the fix.
   * Including its values, it has at most 200 characters.
   */
  readonly messages: Readonly<Record<Key, string>>;
  readonly examples: readonly Example[];
  readonly check: (subject: Subject, site: Site) => Iterable<Finding<Key>>;
  readonly createFixes?: (finding: Finding, site: Site) => Iterable<Fix<Key>>;
  readonly grouping?: Grouping<Key>;
}

/**
 * How findings with the same cause are combined into one problem. They're combined last, after severities, ignore
 * comments, and baselines have been applied.
 */
export interface Grouping<Key extends string = string> {
  /**
   * Returns a finding's cause as a string that is the same for all findings with that cause, or undefined if the
   * finding is always reported separately.
   */
  readonly getCause: (finding: Finding, site: Site) => string | undefined;
  /**
   * Whether the cause contains text from the page. Translations of the page then have different causes for the same
   * problem.
   */
  readonly isTranslated?: boolean;
  /**
   * The message of a problem that represents several findings. It can contain `{count}` and the arguments of the first
   * finding. The default is the first finding's own message.
   */
  readonly combinedMessage?: Key | ((finding: Finding) => Key | undefined);
  /** The number of problems that are reported separately before the others are combined. The default is 0. */
  readonly separateCount?: number | ((finding: Finding) => number);
  /** If there are at most this many problems, each of them is reported separately. The default is 1. */
  readonly maxSeparateProblems?: number | ((finding: Finding) => number);
  /**
   * Whether problems in the same file are always combined. Then, the limit for separate problems is a number of files,
   * and `combinedMessage` is the message for problems in more files.
   */
  readonly combinesByFile?: boolean;
  /** Yields fixes that each change all findings of a group. */
  readonly createFixes?: (findings: readonly Finding[], site: Site) => Iterable<Fix<Key>>;
}

/**
 * Creates a rule. The type of its message keys is inferred, so findings can use only messages that the rule defines.
 */
export function defineRule<const Key extends string>(rule: Rule<Key>): Rule<Key> {
  return rule;
}

/** Creates the `check` function of a rule that applies only to docs.json. */
export function checkConfig<Key extends string>(
  check: (config: Config, site: Site) => Iterable<Finding<Key>>,
): Rule<Key>["check"] {
  return (subject, site) => (subject.kind === "config" ? check(subject.value, site) : []);
}

export function checkPage<Key extends string>(
  check: (page: Page, site: Site) => Iterable<Finding<Key>>,
): Rule<Key>["check"] {
  return (subject, site) => (subject.kind === "page" ? check(subject.value, site) : []);
}

export function checkSpec<Key extends string>(
  check: (spec: SpecOutline, site: Site) => Iterable<Finding<Key>>,
): Rule<Key>["check"] {
  return (subject, site) => (subject.kind === "spec" ? check(subject.value, site) : []);
}

export function checkFile<Key extends string>(
  check: (file: SitePath, site: Site) => Iterable<Finding<Key>>,
): Rule<Key>["check"] {
  return (subject, site) => (subject.kind === "file" ? check(subject.value, site) : []);
}

export function checkSettingsSource<Key extends string>(
  check: (source: SettingsSource, site: Site) => Iterable<Finding<Key>>,
): Rule<Key>["check"] {
  return (subject, site) => (subject.kind === "settings" ? check(subject.value, site) : []);
}

/**
 * Returns the edits that remove the property or item at this location from its file, or no edits if it no longer
 * exists.
 */
export function createMemberRemovalEdits(config: Config, at: SiteLocation): FileEdit[] {
  const file = findConfigFile(config, at.file);
  return file ? toFileEdits(at.file, removeMember(file, at.range)) : [];
}

/** Returns the edits that replace the text at this location. `newText` must already contain any quotes and escapes. */
export function createReplaceEdits(at: SiteLocation, newText: string): FileEdit[] {
  return [{ kind: "edit", file: at.file, edits: [{ range: at.range, newText }] }];
}

/** Yields the fix that replaces the finding's text with the suggestion in `data.near`, if there is one. */
export function* createSuggestionFix({ at, data }: Finding): Generator<Fix<"use">> {
  const suggestion = data?.["near"];
  if (typeof suggestion === "string")
    yield { title: "use", args: { near: suggestion }, edits: createReplaceEdits(at, suggestion) };
}

/** Returns the edits to one file, or an empty list if `edits` is empty. */
export function toFileEdits(file: SitePath, edits: readonly TextEdit[]): FileEdit[] {
  return edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
}

/** A finding with its final severity and message, as authors see it. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly at: SiteLocation;
  readonly message: string;
  readonly relatedLocations: readonly { readonly at: SiteLocation; readonly message: string }[];
  readonly tags: readonly ("unnecessary" | "deprecated")[];
  /** The finding that the problem is based on. The rule's fixes need it. */
  readonly finding: Finding;
  /**
   * The number of similar problems on the page that aren't listed. Undefined if all problems are listed or if the rule
   * combines them.
   */
  readonly unlistedCount?: number;
  /** The cause that this problem shares with others. Removed when the problems are combined. */
  readonly cause?: Cause;
  /** The other problems that this problem represents. */
  readonly otherProblems?: readonly Problem[];
  /**
   * All problems in this problem's group, including this one. The rule's fixes for several problems apply to the group.
   */
  readonly group?: readonly Problem[];
}

/** The common cause of several problems. Only one of these problems is shown. */
export interface Cause {
  /** A key that is shared by all problems that may be combined, and by no other problems in the site. */
  readonly key: string;
  /** How the rule combines the problem with others. Undefined if the rule doesn't combine it. */
  readonly group?: CauseGroup;
  /** How the problem repeats in other languages and versions. Undefined if the problem can't repeat. */
  readonly repeatedProblem?: RepeatedProblem;
}

/** How the rule combines a problem with others that have the same cause. */
export interface CauseGroup {
  /** A key that is the same for all problems that the rule combines. */
  readonly key: string;
  /** The number of problems that are shown separately before the others are combined. */
  readonly separateCount: number;
  /** If there are at most this many problems, each of them is shown separately. */
  readonly maxSeparateProblems: number;
  /** The file of the problem, if problems in the same file are always combined. */
  readonly file?: SitePath;
  /** The number of additional locations with the same cause that aren't listed. Undefined if all of them are listed. */
  readonly unlistedCount?: number;
  /** Returns the message of the combined problem. */
  readonly formatCombinedMessage: (count: number) => string;
}

/** The language and version of a page with a problem that may also occur in the page's other languages and versions. */
export interface RepeatedProblem extends Edition {
  /** A key that is the same for this problem in all languages and versions. */
  readonly key: string;
}

export interface ProblemFix {
  readonly title: string;
  readonly edits: readonly FileEdit[];
  readonly isSafe: boolean;
}

const maxReportedTextLength = 200;

/**
 * Returns an identity for a problem that doesn't change if lines move or if other problems appear or disappear. It
 * consists of the rule, the file, the message key, and the affected text. Several problems can have the same identity.
 * The text of secrets is left out so that it's never stored.
 */
export function getProblemIdentity({ code, at, finding }: Problem, file: string, text: string): string {
  return [file, code, finding.message, code.startsWith("security/") ? "" : getReportedText(text, at.range)].join("\n");
}

/** Returns the text at a range as a single line. If the range is empty or a single character, returns the full line. */
function getReportedText(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const reportedText = toSingleLine(text.slice(start, Math.min(end, start + maxReportedTextLength)));
  if (reportedText.length > 1) return reportedText;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  return toSingleLine(
    text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, lineStart + maxReportedTextLength)),
  );
}

function toSingleLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
