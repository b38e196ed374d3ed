import type { Config } from "../config/config.ts";
import { removeMember } from "../config/json/json-edit.ts";
import type { JsonFile } from "../config/json/json-tree.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import type { Page } from "../page/page.ts";
import type { SettingsSource, Severity } from "../site/settings/site-settings.ts";
import type { Site } from "../site/site.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../text/text-edit.ts";

/**
 * What a rule may look at. `config` is docs.json with the files it pulls in (one subject, since only together
 * they mean anything; each finding names the file where its text stands), `page` one page, `spec` one specification,
 * `file` any file of the site whatever its kind, `settings` .docwright.json.
 */
export interface Subjects {
  readonly config: Config;
  readonly page: Page;
  readonly spec: SpecOutline;
  readonly file: SitePath;
  readonly settings: SettingsSource;
}
export type SubjectKind = keyof Subjects;

export type Subject = {
  readonly [K in SubjectKind]: { readonly kind: K; readonly value: Subjects[K] };
}[SubjectKind];

/** Values put into a message at `{name}`. Lists are joined by the rule, so that a translator sees whole sentences. */
export type MessageArgs = Readonly<Record<string, string | number>>;

/** What a rule found, before severities and language are settled. */
export interface Finding<Key extends string = string> {
  /** Key into the rule's `messages`. */
  readonly message: Key;
  readonly args?: MessageArgs;
  readonly at: SiteLocation;
  readonly related?: readonly {
    readonly at: SiteLocation;
    readonly message: Key;
    readonly args?: MessageArgs;
  }[];
  /** Where this finding weighs more or less than the rule. */
  readonly severity?: Severity;
  readonly tags?: readonly ("unnecessary" | "deprecated")[];
  /** What `fixes` needs and should not search again. Plain values only: it crosses to the editor and back. */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A quick fix. `title` is a key into the rule's `messages`. */
export interface Fix<Key extends string = string> {
  readonly title: Key;
  readonly args?: MessageArgs;
  readonly edits: readonly FileEdit[];
  /** ✎✎ of the catalogue: safe to make everywhere at once. At most one fix of a finding. */
  readonly all?: boolean;
}

/** `bad` has the problem, marked `[|…|]`; `good` has none of this rule's. A text without `//- path` headers is one file: docs.json or page.mdx. */
export interface Example {
  readonly bad: string;
  readonly good: string;
  readonly profile?: ProfileName;
}

/**
 * A rule is a value in one file whose path is its code. Its example is its documentation and its test; its
 * messages are looked up by `code/key` when a translation is loaded.
 */
export interface Rule<Key extends string = string> {
  /** `nav/page-not-found`, in `rules/nav/page-not-found.ts`. */
  readonly code: string;
  readonly on: readonly SubjectKind[];
  /** Parts of the site that must be scanned before the rule can tell the truth. The list of files is always there. */
  readonly needs?: readonly ("pages" | "specs")[];
  readonly severity: Severity | Readonly<Record<ProfileName, Severity>>;
  /** Only in this profile. */
  readonly onlyIn?: ProfileName;
  /** One line for the rule list. */
  readonly summary: string;
  /** What happens to the published docs, in a sentence or two. */
  readonly why: string;
  /** Three parts: what is wrong, what it does to the published docs, what to do; at most 200 characters filled in. */
  readonly messages: Readonly<Record<Key, string>>;
  readonly examples: readonly Example[];
  readonly check: (subject: Subject, site: Site) => Iterable<Finding<Key>>;
  readonly fixes?: (finding: Finding, site: Site) => Iterable<Fix<Key>>;
}

/** Infers the message keys, so that a finding cannot name a message the rule lacks. */
export function defineRule<const Key extends string>(rule: Rule<Key>): Rule<Key> {
  return rule;
}

/** Most rules look at one kind of subject; this spares them the question. */
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

/** docs.json or a file it pulls in, as parsed; where edits of its nodes are made. */
export function configFile(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}

/** Takes the property or item at this place out of the file it stands in. Nothing when it is no longer there. */
export function removeAt(config: Config, at: SiteLocation): FileEdit[] {
  const file = configFile(config, at.file);
  return file ? editsOf(at.file, removeMember(file, at.range)) : [];
}

/** Writes another text over this place, as it stands there: quotes and escapes are the caller's. */
export function replaceAt(at: SiteLocation, newText: string): FileEdit[] {
  return [{ kind: "edit", file: at.file, edits: [{ range: at.range, newText }] }];
}

/** Edits of one file, or none at all when there is nothing to do. */
export function editsOf(file: SitePath, edits: readonly TextEdit[]): FileEdit[] {
  return edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
}
