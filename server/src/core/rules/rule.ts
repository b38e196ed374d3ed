import type { Config } from "../config/config.ts";
import { removeMember } from "../config/json/json-edit.ts";
import type { JsonFile } from "../config/json/json-tree.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import type { Page, ScriptReferences } from "../page/page.ts";
import type { Edition } from "../site/navigation/editions.ts";
import type { SettingsSource, Severity } from "../site/settings/site-settings.ts";
import type { Site } from "../site/site.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../text/text-edit.ts";
import type { MessageArgs } from "./format-message.ts";

/**
 * The subjects that rules can check. `config` is docs.json with the files that it includes. These files are one subject
 * because they make sense only together, and each finding specifies the file that contains its text. `page` is one
 * page, `spec` is one specification, `file` is any file in the site, and `settings` is .docwright.json.
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

/** A rule's finding before its severity and language are determined. */
export interface Finding<Key extends string = string> {
  /** The key in the rule's `messages`. */
  readonly message: Key;
  readonly args?: MessageArgs;
  readonly at: SiteLocation;
  readonly related?: readonly {
    readonly at: SiteLocation;
    readonly message: Key;
    readonly args?: MessageArgs;
  }[];
  /** Overrides the severity of the rule. */
  readonly severity?: Severity;
  readonly tags?: readonly ("unnecessary" | "deprecated")[];
  /**
   * Data that `fixes` needs to locate the problem again. The values are plain, because they're sent to the editor and
   * back.
   */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A quick fix. `title` is a key in the rule's `messages`. */
export interface Fix<Key extends string = string> {
  readonly title: Key;
  readonly args?: MessageArgs;
  readonly edits: readonly FileEdit[];
  /** Whether the fix can be applied to all findings at once without review. Set for at most one fix per finding. */
  readonly all?: boolean;
}

/**
 * `bad` contains the problem, marked `[|…|]`, and `good` contains no problem of this rule. Without `//- path` headers,
 * the text is a single file: docs.json or page.mdx.
 */
export interface Example {
  readonly bad: string;
  readonly good: string;
  readonly profile?: ProfileName;
}

/**
 * A rule is a value in a file whose path is the rule's code. Its examples serve as documentation and tests, and
 * translations provide its messages under `code/key`.
 */
export interface Rule<Key extends string = string> {
  /** The rule's code, such as `nav/page-not-found` for `rules/nav/page-not-found.ts`. */
  readonly code: string;
  readonly on: readonly SubjectKind[];
  /** The parts of the site that must be scanned for reliable results. The list of files is always available. */
  readonly needs?: readonly ("pages" | "specs")[];
  readonly severity: Severity | { readonly standard: Severity; readonly mintlify: Severity | "off" };
  /** The only profile in which the rule applies. */
  readonly onlyIn?: ProfileName;
  /** A one-line summary for the rule list. */
  readonly summary: string;
  /** The effect on the published docs in one or two sentences. */
  readonly why: string;
  /** How to resolve the problem, in one or two sentences that start with a verb. */
  readonly howToFix: string;
  /** When to turn off the rule, or why to keep it on, in one or two sentences. */
  readonly whenToTurnOff: string;
  /**
   * Each message has three parts: the problem, its effect on the published docs, and the fix. A message has at most 200
   * characters when its values are filled in.
   */
  readonly messages: Readonly<Record<Key, string>>;
  readonly examples: readonly Example[];
  readonly check: (subject: Subject, site: Site) => Iterable<Finding<Key>>;
  readonly fixes?: (finding: Finding, site: Site) => Iterable<Fix<Key>>;
  readonly grouping?: Grouping<Key>;
}

/**
 * Specifies how findings with the same cause are combined into one problem. Findings are combined only after everything
 * else has been determined, such as severities, ignore comments, and baselines.
 */
export interface Grouping<Key extends string = string> {
  /** Returns the same text for findings with the same cause, or undefined if a finding is always reported alone. */
  readonly causeOf: (finding: Finding, site: Site) => string | undefined;
  /** Whether the cause contains text from the page, which is different in translations of the page. */
  readonly isTranslated?: boolean;
  /**
   * The message for a problem that represents several, with `{count}` and the arguments of the first finding. The
   * default is that finding's own message.
   */
  readonly several?: Key | ((finding: Finding) => Key | undefined);
  /** The number of problems that are reported separately before the others are combined. The default is 0. */
  readonly listed?: number;
  /** If there are at most this many problems, each of them is reported separately. The default is 1. */
  readonly maxSeparate?: number | ((finding: Finding) => number);
  /** Fixes for all findings of a group at once. */
  readonly fixes?: (findings: readonly Finding[], site: Site) => Iterable<Fix<Key>>;
}

/** Creates a rule. The message keys are inferred, so that a finding can't use a message that the rule doesn't have. */
export function defineRule<const Key extends string>(rule: Rule<Key>): Rule<Key> {
  return rule;
}

/** Creates the check of a rule that applies only to docs.json. */
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

/** Returns the parsed docs.json or included file in which nodes are edited. */
export function configFile(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}

/**
 * Removes the property or item at this location from its file. Returns no edits if the property or item no longer
 * exists.
 */
export function removeAt(config: Config, at: SiteLocation): FileEdit[] {
  const file = configFile(config, at.file);
  return file ? editsOf(at.file, removeMember(file, at.range)) : [];
}

/** Replaces the text at this location. The caller adds quotes and escapes. */
export function replaceAt(at: SiteLocation, newText: string): FileEdit[] {
  return [{ kind: "edit", file: at.file, edits: [{ range: at.range, newText }] }];
}

/** Yields the fix for a finding whose data contains the suggestion `near`. The fix replaces the text with it. */
export function* changeToSuggestion({ at, data }: Finding): Generator<Fix<"use">> {
  const near = data?.["near"];
  if (typeof near === "string") yield { title: "use", args: { near }, edits: replaceAt(at, near) };
}

/** Returns the edits to one file, or an empty list if `edits` is empty. */
export function editsOf(file: SitePath, edits: readonly TextEdit[]): FileEdit[] {
  return edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
}

/** A finding with its final severity and message, in the form that authors see. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly at: SiteLocation;
  readonly message: string;
  readonly related: readonly { readonly at: SiteLocation; readonly message: string }[];
  readonly tags: readonly ("unnecessary" | "deprecated")[];
  /** The rule's finding, which its fixes need. */
  readonly finding: Finding;
  /**
   * The number of further problems of the same kind on the page that aren't listed. Undefined if all problems are
   * listed, or if the rule combines them.
   */
  readonly unlisted?: number;
  /** The cause that this problem shares with others. Set only until the problems are combined. */
  readonly cause?: Cause;
  /** The problems that this one represents, without this problem itself. */
  readonly others?: readonly Problem[];
  /**
   * All problems in this problem's group, including this one. The rule's fixes for several problems apply to the group.
   */
  readonly group?: readonly Problem[];
}

/** The common cause of several problems. Only one of these is shown. */
export interface Cause {
  /** A key that is the same for all problems that may be combined with each other, and unique in the site. */
  readonly key: string;
  /** How the rule combines the problem with others. Undefined if the rule doesn't group it. */
  readonly group?: CauseGroup;
  /** How the problem repeats in other languages and versions. Undefined if the problem can't repeat. */
  readonly repeated?: RepeatedProblem;
}

/** How the rule combines a problem with others that have the same cause. */
export interface CauseGroup {
  /** A key that is the same for all problems in the group. */
  readonly key: string;
  /** The number of problems that are shown separately before the others are combined. */
  readonly listed: number;
  /** If there are at most this many problems, each of them is shown separately. */
  readonly maxSeparate: number;
  /** The number of further locations with the same cause that aren't listed. Undefined if all are listed. */
  readonly unlisted?: number;
  /** Returns the message of the combined problem. */
  readonly several: (count: number) => string;
}

/** The language and version of the page with a problem that may repeat in its other editions. */
export interface RepeatedProblem extends Edition {
  /** A key that is the same for this problem in all languages and versions. */
  readonly key: string;
}

export interface ProblemFix {
  readonly title: string;
  readonly edits: readonly FileEdit[];
  readonly all: boolean;
}

const maxTextLength = 200;

/**
 * Returns an identity that doesn't change when lines move or other problems are added or removed. The identity consists
 * of the rule, file, message key, and affected text. Several problems can have the same identity. The text of secrets
 * is excluded, so that no trace of them is stored.
 */
export function getProblemIdentity({ code, at, finding }: Problem, file: string, text: string): string {
  return [file, code, finding.message, code.startsWith("security/") ? "" : spokenOf(text, at.range)].join(
    "\n",
  );
}

/** Returns the range's text as a single line, or the complete line if the range is empty or a single bracket. */
function spokenOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const own = oneLine(text.slice(start, Math.min(end, start + maxTextLength)));
  if (own.length > 1) return own;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  return oneLine(
    text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, lineStart + maxTextLength)),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
