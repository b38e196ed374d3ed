import type { ProfileName } from "../../core/config/settings/profile.ts";
import { isSafeFix, safeFixes, type SafeFixes } from "../../core/rules/engine/offered-fixes.ts";
import { combinedProblem } from "../../core/rules/engine/problem-groups.ts";
import {
  fixesOf,
  isEverythingOff,
  problemsOfSite,
  type RunOptions,
} from "../../core/rules/engine/run-rules.ts";
import { getProblemIdentity, type Problem, type ProblemFix } from "../../core/rules/rule.ts";
import { isPublished, publishedPages } from "../../core/site/pages/pages.ts";
import { remoteSources } from "../../core/site/specs/operation-references.ts";
import { maskKeys, searchPattern } from "../../core/site/settings/secret-keys.ts";
import type { Site } from "../../core/site/site.ts";
import { applyEdits, type FileEdit, type SiteLocation, type SitePath } from "../../core/text/text-edit.ts";
import type { Translations } from "../../core/text/message.ts";
import { download } from "../../relay/download.ts";
import {
  type AnalysisProgress,
  analyzeSite,
  type SpecReading,
} from "../../workspace/analysis/analyze-site.ts";
import type { LoadedSite } from "../../workspace/analysis/load-site.ts";
import { type Disk, maxTextSize } from "../../workspace/files/disk.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import { readPreviousPagesAt } from "../../workspace/git/revisions.ts";
import { userSyntaxCache } from "../../workspace/mdx/mdx-cache.ts";
import { MdxReader, mdxWorkerFile } from "../../workspace/mdx/mdx-validator.ts";
import { copyFileNames, addCopies, RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import { FetchCopies, getFolderSite, positionsIn } from "../folder-site.ts";
import {
  type CheckedSite,
  type CheckResult,
  compareProblems,
  countSeverities,
  type FixedFile,
  type Notice,
  type ReportedFix,
  type ReportedProblem,
  type ReportedRange,
} from "./check-result.ts";
import { coverageOf, coverageTogether, type ReportedCoverage } from "./coverage.ts";
import { ReportText } from "./report-text.ts";
import { addToGroup } from "../../core/text/maps.ts";

/** The check result for one site. */
export interface SiteCheck {
  /**
   * The prefix for the site's file paths, such as `docs/` for the site in `docs`. Empty if the site is the checked
   * folder.
   */
  readonly prefix: string;
  readonly summary: CheckedSite;
  readonly problems: readonly ReportedProblem[];
  readonly notices: readonly Notice[];
  readonly missingCopies: CheckResult["missingCopies"];
  readonly coverage: () => ReportedCoverage;
  /** Whether a reported file is a page with its own URL. False for snippets. */
  readonly isPage: (file: string) => boolean;
  /** Returns the safe edits for each file, which never overlap. */
  readonly safeFixes: () => ReadonlyMap<SitePath, SafeFixes>;
  /** Returns the unmodified text of a file, which ranges refer to. */
  readonly sourceOf: (path: SitePath) => string | undefined;
  /** Returns the text for display, with administrator keys masked. */
  readonly textOf: (path: SitePath) => string | undefined;
}

export interface SiteChecking {
  readonly profile: ProfileName | undefined;
  readonly specs: SpecReading;
  /** The reader that parses pages to check their MDX. Undefined if MDX isn't checked. */
  readonly syntax: MdxReader | undefined;
  /** The Git revision that the site is compared with to find deleted pages. */
  readonly changedSince?: string | undefined;
  /** Returns the unsaved text of a file, which takes precedence over the file on disk. */
  readonly unsaved?: (path: SitePath) => string | undefined;
  /** Local copies of remote specifications. */
  readonly remote?: FetchCopies;
  /** The translations of problems and notices. If undefined, they're in English. */
  readonly translations?: Translations | undefined;
  /** Returns the disk with the site's files. The default is the disk of this machine. */
  readonly diskAt?: ((root: string) => Disk) | undefined;
  /** Called many times per second with the current progress. */
  readonly showProgress: (progress: string) => void;
}

/** Loads the site at `root` and runs every rule on it. Reported file paths are relative to `folder`. */
export async function checkSite(
  folder: string,
  root: string,
  {
    profile,
    specs,
    syntax,
    changedSince,
    unsaved,
    remote,
    translations,
    diskAt,
    showProgress: report,
  }: SiteChecking,
): Promise<SiteCheck> {
  const text = new ReportText(translations);
  const { name, prefix, from } = getFolderSite(folder, root, profile, diskAt);
  const configFile = `${prefix}docs.json`;
  const onProgress = (progress: AnalysisProgress) =>
    report(
      progress.kind === "analyzing"
        ? text.format(progress.kind, { file: prefix + progress.path })
        : text.format(progress.kind, { file: configFile, done: progress.done, count: progress.count }),
    );
  const files = {
    ...from,
    ...(unsaved && { unsaved }),
    ...(changedSince !== undefined && { formerPages: readPreviousPagesAt(root, changedSince) }),
  };
  let remoteNotices: readonly Notice[] = [];
  const loaded = await analyzeSite(addCopies(remote?.specs, files), {
    specs,
    remote: remote?.specs,
    onLoaded: async (site) => {
      remoteNotices = (await remote?.fetchFor(site, report)) ?? [];
    },
    analyzesSpecs: true,
    syntax,
    onProgress,
  });
  const { site } = loaded;
  report(text.format("checking", { file: configFile, count: site.pages.size }));
  const failed = new Map<string, unknown>();
  const rules: RunOptions = {
    onRuleFailed: (code, error) => failed.set(code, error),
    ...(translations && { translations }),
  };
  const problems = problemsOfSite(site, rules);
  const textOf = createTextReader(site, from.disk, unsaved);
  const positionsOf = positionsIn(textOf);
  const getLocation: GetLocation = (location) => ({
    file: prefix + location.file,
    range: positionsOf(location),
  });
  const context = { site, rules, prefix, getLocation, textOf };
  return {
    prefix,
    summary: summaryOf(site, name),
    problems: problems.map((problem) => reported(problem, context)),
    safeFixes: () => safeFixesOf(problems, site),
    sourceOf: textOf,
    notices: [...noticesOf(loaded, prefix, failed, text), ...remoteNotices],
    missingCopies: site.copies ? undefined : copyFileNames(remoteSources(site)),
    textOf: (path) => withoutKeys(textOf(path), site, path),
    coverage: () => coverageOf(site, prefix, getLocation),
    isPage: (file) => file.startsWith(prefix) && isPublished(site.pages, file.slice(prefix.length)),
  };
}

function withoutKeys(text: string | undefined, site: Site, path: SitePath): string | undefined {
  const keys = site.keys.get(path);
  const prefix = searchPattern(site.settings)?.prefix ?? "";
  return keys && text !== undefined ? maskKeys(text, keys, prefix.length) : text;
}

/** Returns notices about the parts of a site that couldn't be checked, unless a rule reports them. */
function noticesOf(
  { frame, site }: LoadedSite,
  prefix: string,
  failed: ReadonlyMap<string, unknown>,
  text: ReportText,
): Notice[] {
  const { unreadable, complete } = frame.listing;
  return [
    ...(site.config.files.length === 0
      ? [{ text: text.format("noPermission", { file: `${prefix}docs.json` }), incomplete: true }]
      : []),
    ...unreadable.map((path) => ({
      text: text.format("noPermissionForFolder", { folder: prefix + path }),
      incomplete: false,
    })),
    ...(complete
      ? []
      : [
          {
            text: text.format(prefix === "" ? "tooManyFilesHere" : "tooManyFiles", { folder: prefix }),
            incomplete: true,
          },
        ]),
    ...[...failed].map(([code, error]) => ({
      text: text.format("ruleFailed", { code, reason: error instanceof Error ? error.message : "unknown" }),
      incomplete: true,
    })),
    ...(isEverythingOff(site)
      ? [{ text: text.format("everythingOff", { file: `${prefix}.docwright.json` }), incomplete: false }]
      : []),
  ];
}

function summaryOf(site: Site, root: string): CheckedSite {
  const operations = [...site.specs.values()].reduce((sum, spec) => sum + spec.operations.length, 0);
  return {
    root,
    profile: site.profile.name,
    pages: publishedPages(site.pages).bySlug.size,
    specs: site.specs.size,
    operations,
  };
}

type GetLocation = (at: SiteLocation) => { readonly file: string; readonly range: ReportedRange };

type TextOf = (path: SitePath) => string | undefined;

interface ReportContext {
  readonly site: Site;
  readonly rules: RunOptions;
  readonly prefix: string;
  readonly getLocation: GetLocation;
  readonly textOf: TextOf;
}

function reported(problem: Problem, context: ReportContext): ReportedProblem {
  const { site, rules, prefix, getLocation, textOf } = context;
  const { severity, code, message, cause } = problem;
  let known: readonly ProblemFix[] | undefined;
  const fixes = () => (known ??= fixesOf(problem, site, rules));
  const { file, range } = getLocation(problem.at);
  // The properties are listed individually, because there can be tens of thousands of problems, and spreading an object
  // for each of them would take twice as long.
  return {
    file,
    range,
    severity,
    code,
    message,
    unlisted: problem.unlisted,
    related: problem.related.map(({ at, message: sentence }) => ({ ...getLocation(at), message: sentence })),
    cause: cause && { ...cause, key: `${prefix}\n${cause.key}` },
    problem,
    combine: ({ others, group }) => {
      const combined = combinedProblem({
        representative: problem,
        others: others.map((other) => other.problem),
        ...(group && { group: group.map((member) => member.problem) }),
      });
      return { ...reported(combined, context), others };
    },
    fixTitles: () => fixes().map(({ title }) => title),
    safeFix: () => {
      const fix = fixes().find(isSafeFix);
      return (
        fix && { title: fix.title, edits: fix.edits.flatMap((edit) => reportedEdits(edit, getLocation)) }
      );
    },
    identity: () => getProblemIdentity(problem, getLocation(problem.at).file, textOf(problem.at.file) ?? ""),
  };
}

function reportedEdits(edit: FileEdit, getLocation: GetLocation): ReportedFix["edits"] {
  if (edit.kind !== "edit") return [];
  return edit.edits.map(({ range, newText }) => ({ ...getLocation({ file: edit.file, range }), newText }));
}

function safeFixesOf(problems: readonly Problem[], site: Site): ReadonlyMap<SitePath, SafeFixes> {
  const byFile = new Map<SitePath, Problem[]>();
  for (const problem of problems) {
    const { file } = problem.at;
    addToGroup(byFile, file, problem);
  }
  return new Map(
    [...byFile]
      .map(([file, own]) => [file, safeFixes(own, file, site)] as const)
      .filter(([, { edits }]) => edits.length > 0),
  );
}

/**
 * Returns a function that returns the text that ranges in a file refer to: the text that the configuration or page was
 * parsed from or, for other files, the text on disk. Each file is read only once, because the function is called for
 * every problem.
 */
function createTextReader(site: Site, disk: Disk, unsaved?: TextOf): TextOf {
  const config = new Map(site.config.files.map(({ path, text }) => [path, text]));
  const read = new Map<SitePath, string | undefined>();
  return (path) => {
    const present = config.get(path) ?? unsaved?.(path) ?? site.references.get(path)?.text;
    if (present !== undefined || read.has(path)) return present ?? read.get(path);
    const file = disk.read(path, maxTextSize);
    const text = file.kind === "text" ? file.text : undefined;
    read.set(path, text);
    return text;
  };
}

/**
 * The maximum number of passes. Several passes are needed because one fix can make another one possible. If a site
 * still changes after this many passes, its fixes form a cycle.
 */
const maxPasses = 10;

/**
 * Applies all safe fixes to a site in memory and checks the site again until no fixes are left. Returns the new text of
 * each changed file and the remaining problems. Doesn't write any files.
 */
export async function fixSite(
  folder: string,
  root: string,
  checking: SiteChecking,
  mayFix: (file: string) => boolean,
): Promise<{ readonly check: SiteCheck; readonly files: readonly FixedFile[] }> {
  const present = new Map<SitePath, string>();
  const before = new Map<SitePath, string>();
  const codes = new Map<SitePath, string[]>();
  const checkAgain = () => checkSite(folder, root, { ...checking, unsaved: (path) => present.get(path) });
  let check = await checkAgain();
  for (let pass = 0; pass < maxPasses; pass++) {
    let isChanged = false;
    for (const [path, { edits, fixed }] of check.safeFixes()) {
      const text = check.sourceOf(path);
      if (text === undefined || !mayFix(check.prefix + path)) continue;
      const after = applyEdits(text, edits);
      if (after === text) continue;
      isChanged = true;
      if (!before.has(path)) before.set(path, text);
      present.set(path, after);
      codes.set(path, [...(codes.get(path) ?? []), ...fixed.map(({ code }) => code)]);
    }
    if (!isChanged) break;
    check = await checkAgain();
  }
  const files = [...before].map(([path, text]) => ({
    file: check.prefix + path,
    root,
    path,
    before: text,
    after: present.get(path) ?? text,
    codes: codes.get(path) ?? [],
  }));
  return { check, files: files.filter((file) => file.before !== file.after) };
}

/** The options for `docwright check` that determine which problems are found. */
export interface FolderChecking {
  readonly mdxSyntax?: boolean;
  /** The Git revision to compare the site with. */
  readonly changedSince?: string | undefined;
  /**
   * Returns whether fixes can change a file. If set, the site is checked as if its safe fixes were applied, but no
   * files are written.
   */
  readonly mayFix?: ((file: string) => boolean) | undefined;
  /** The hosts that specifications can be fetched from. */
  readonly fetch?: readonly string[];
  /** Returns the disk with the files of a folder. The default is the disk of this machine. */
  readonly diskAt?: ((root: string) => Disk) | undefined;
  /** The translations of problems, fixes, notices, and progress messages. If undefined, they're in English. */
  readonly translations?: Translations | undefined;
}

/**
 * Checks every site in a folder (the folder itself may be one). Calls `report` with the current progress many times per
 * second.
 */
export async function checkFolder(
  folder: string,
  profile: ProfileName | undefined,
  report: (progress: string) => void,
  { mdxSyntax = true, changedSince, mayFix, fetch = [], translations, diskAt }: FolderChecking = {},
): Promise<CheckResult> {
  const startedAt = performance.now();
  const checked: SiteCheck[] = [];
  const fixed: FixedFile[] = [];
  const specs = new SpecService();
  const syntax = mdxSyntax ? new MdxReader({ cache: userSyntaxCache(mdxWorkerFile()) }) : undefined;
  const text = new ReportText(translations);
  const remote = new FetchCopies(new RemoteSpecs(download), fetch, text);
  const checking = {
    profile,
    specs,
    syntax,
    changedSince,
    remote,
    translations,
    diskAt,
    showProgress: report,
  };
  try {
    for (const root of await findSites(folder, undefined, diskAt)) {
      if (!mayFix) checked.push(await checkSite(folder, root, checking));
      else {
        const { check, files } = await fixSite(folder, root, checking, mayFix);
        checked.push(check);
        fixed.push(...files);
      }
    }
    syntax?.save();
  } finally {
    await Promise.all([specs.end(), syntax?.end()]);
  }
  const problems = checked.flatMap((site) => site.problems).sort(compareProblems);
  return {
    root: folder,
    sites: checked.map(({ summary }) => summary),
    milliseconds: performance.now() - startedAt,
    missingCopies: specs.isFinal && syntax?.isFinal !== false ? missingCopiesOf(checked) : undefined,
    counts: countSeverities(problems),
    problems,
    textOf: (file) => textAmong(checked, file),
    fixed,
    coverage: () => coverageTogether(checked.map(({ coverage }) => coverage())),
    isPage: (file) => checked.some(({ isPage }) => isPage(file)),
    notices: [...checked.flatMap(({ notices }) => notices), ...remote.unusedHosts()],
  };
}

function missingCopiesOf(checked: readonly SiteCheck[]): CheckResult["missingCopies"] {
  const all = checked.map(({ missingCopies }) => missingCopies);
  return all.every((names) => names !== undefined) ? all.flat() : undefined;
}

/** Returns the text of a file. If several sites contain the file, the text comes from the innermost one. */
function textAmong(checked: readonly SiteCheck[], file: string): string | undefined {
  const site = checked
    .filter(({ prefix }) => file.startsWith(prefix))
    .reduce<SiteCheck | undefined>(
      (best, one) => (best && best.prefix.length >= one.prefix.length ? best : one),
      undefined,
    );
  return site?.textOf(file.slice(site.prefix.length));
}
