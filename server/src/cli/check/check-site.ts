import type { ProfileName } from "../../core/config/settings/profile.ts";
import { isSafeFix, createSafeFixes, type SafeFixes } from "../../core/rules/engine/offered-fixes.ts";
import { createCombinedProblem } from "../../core/rules/engine/problem-groups.ts";
import { createFixes, areAllRulesOff, findSiteProblems, type RunOptions } from "../../core/rules/engine/run-rules.ts";
import { getProblemIdentity, type Problem, type ProblemFix } from "../../core/rules/rule.ts";
import { isPublished, getPublishedPages } from "../../core/site/pages/pages.ts";
import { listRemoteSources } from "../../core/site/specs/operation-references.ts";
import { maskKeys, getSearchPattern } from "../../core/site/settings/secret-keys.ts";
import type { Site } from "../../core/site/site.ts";
import { applyEdits, type FileEdit, type SiteLocation, type SitePath } from "../../core/text/text-edit.ts";
import type { Translations } from "../../core/text/message.ts";
import { download } from "../../relay/download.ts";
import { type AnalysisProgress, analyzeSite, type SpecReader } from "../../workspace/analysis/analyze-site.ts";
import type { LoadedSite } from "../../workspace/analysis/load-site.ts";
import { type Disk, maxTextSize } from "../../workspace/files/disk.ts";
import { findSites } from "../../workspace/files/find-sites.ts";
import { createPreviousPagesReader } from "../../workspace/git/revisions.ts";
import { createUserSyntaxCache } from "../../workspace/mdx/mdx-cache.ts";
import { MdxReader, getMdxWorkerFile } from "../../workspace/mdx/mdx-validator.ts";
import { listCopyFileNames, addCopies, RemoteSpecs } from "../../workspace/specs/remote-specs.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import { RemoteSpecCopies, getFolderSite, createRangeConverter } from "../folder-site.ts";
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
import { createCoverage, combineCoverage, type ReportedCoverage } from "./coverage.ts";
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
  readonly getCoverage: () => ReportedCoverage;
  /** Whether a reported file is a page with its own URL. False for snippets. */
  readonly isPage: (file: string) => boolean;
  /** Returns the safe edits for each file, which never overlap. */
  readonly getSafeFixes: () => ReadonlyMap<SitePath, SafeFixes>;
  /** Returns the unmodified text of a file, which ranges refer to. */
  readonly getSource: (path: SitePath) => string | undefined;
  /** Returns the text for display, with administrator keys masked. */
  readonly getText: (path: SitePath) => string | undefined;
}

export interface SiteCheckOptions {
  readonly profile: ProfileName | undefined;
  readonly specReader: SpecReader;
  /** The reader that parses pages to check their MDX. Undefined if MDX isn't checked. */
  readonly syntax: MdxReader | undefined;
  /** The Git revision that the site is compared with to find deleted pages. */
  readonly changedSince?: string | undefined;
  /** Returns the unsaved text of a file, which takes precedence over the file on disk. */
  readonly readUnsavedText?: (path: SitePath) => string | undefined;
  /** Local copies of remote specifications. */
  readonly remoteCopies?: RemoteSpecCopies;
  /** The translations of problems and notices. If undefined, they're in English. */
  readonly translations?: Translations | undefined;
  /** Returns the disk with the site's files. The default is the disk of this machine. */
  readonly openDisk?: ((root: string) => Disk) | undefined;
  /** Called many times per second with the current progress. */
  readonly showProgress: (progress: string) => void;
}

/** Loads the site at `root` and runs every rule on it. Reported file paths are relative to `folder`. */
export async function checkSite(
  folder: string,
  root: string,
  {
    profile,
    specReader,
    syntax,
    changedSince,
    readUnsavedText,
    remoteCopies,
    translations,
    openDisk,
    showProgress,
  }: SiteCheckOptions,
): Promise<SiteCheck> {
  const reportText = new ReportText(translations);
  const { relativePath, prefix, siteFiles } = getFolderSite(folder, root, profile, openDisk);
  const configFile = `${prefix}docs.json`;
  const onProgress = (progress: AnalysisProgress) =>
    showProgress(
      progress.kind === "analyzing"
        ? reportText.format(progress.kind, { file: prefix + progress.path })
        : reportText.format(progress.kind, { file: configFile, done: progress.doneCount, count: progress.count }),
    );
  const files = {
    ...siteFiles,
    ...(readUnsavedText && { readUnsavedText }),
    ...(changedSince !== undefined && { readPreviousPages: createPreviousPagesReader(root, changedSince) }),
  };
  let remoteNotices: readonly Notice[] = [];
  const loadedSite = await analyzeSite(addCopies(remoteCopies?.remoteSpecs, files), {
    specReader,
    remoteSpecs: remoteCopies?.remoteSpecs,
    onLoaded: async (site) => {
      remoteNotices = (await remoteCopies?.fetchSpecs(site, showProgress)) ?? [];
    },
    analyzesSpecs: true,
    mdxReader: syntax,
    onProgress,
  });
  const { site } = loadedSite;
  showProgress(reportText.format("checking", { file: configFile, count: site.pages.size }));
  const errorsByRule = new Map<string, unknown>();
  const runOptions: RunOptions = {
    onRuleFailure: (code, error) => errorsByRule.set(code, error),
    ...(translations && { translations }),
  };
  const problems = findSiteProblems(site, runOptions);
  const getText = createTextReader(site, siteFiles.disk, readUnsavedText);
  const toReportedRange = createRangeConverter(getText);
  const getLocation: GetLocation = (location) => ({
    file: prefix + location.file,
    range: toReportedRange(location),
  });
  const context = { site, runOptions, prefix, getLocation, getText };
  return {
    prefix,
    summary: summarizeSite(site, relativePath),
    problems: problems.map((problem) => toReportedProblem(problem, context)),
    getSafeFixes: () => findSafeFixes(problems, site),
    getSource: getText,
    notices: [...listNotices(loadedSite, prefix, errorsByRule, reportText), ...remoteNotices],
    missingCopies: site.copies ? undefined : listCopyFileNames(listRemoteSources(site)),
    getText: (path) => maskApiKeys(getText(path), site, path),
    getCoverage: () => createCoverage(site, prefix, getLocation),
    isPage: (file) => file.startsWith(prefix) && isPublished(site.pages, file.slice(prefix.length)),
  };
}

function maskApiKeys(text: string | undefined, site: Site, path: SitePath): string | undefined {
  const keys = site.keys.get(path);
  const prefix = getSearchPattern(site.settings)?.prefix ?? "";
  return keys && text !== undefined ? maskKeys(text, keys, prefix.length) : text;
}

/** Returns notices about the parts of a site that couldn't be checked, unless a rule reports them. */
function listNotices(
  { skeleton: frame, site }: LoadedSite,
  prefix: string,
  errorsByRule: ReadonlyMap<string, unknown>,
  reportText: ReportText,
): Notice[] {
  const { unreadablePaths, isComplete } = frame.fileList;
  return [
    ...(site.config.files.length === 0
      ? [{ text: reportText.format("noPermission", { file: `${prefix}docs.json` }), isReportIncomplete: true }]
      : []),
    ...unreadablePaths.map((path) => ({
      text: reportText.format("noPermissionForFolder", { folder: prefix + path }),
      isReportIncomplete: false,
    })),
    ...(isComplete
      ? []
      : [
          {
            text: reportText.format(prefix === "" ? "tooManyFilesHere" : "tooManyFiles", { folder: prefix }),
            isReportIncomplete: true,
          },
        ]),
    ...[...errorsByRule].map(([code, error]) => ({
      text: reportText.format("ruleFailed", { code, reason: error instanceof Error ? error.message : "unknown" }),
      isReportIncomplete: true,
    })),
    ...(areAllRulesOff(site)
      ? [{ text: reportText.format("everythingOff", { file: `${prefix}.docwright.json` }), isReportIncomplete: false }]
      : []),
  ];
}

function summarizeSite(site: Site, root: string): CheckedSite {
  const operationCount = [...site.specs.values()].reduce((sum, spec) => sum + spec.operations.length, 0);
  return {
    root,
    profile: site.profile.name,
    pages: getPublishedPages(site.pages).pagesBySlug.size,
    specs: site.specs.size,
    operations: operationCount,
  };
}

type GetLocation = (location: SiteLocation) => { readonly file: string; readonly range: ReportedRange };

type GetText = (path: SitePath) => string | undefined;

interface ReportContext {
  readonly site: Site;
  readonly runOptions: RunOptions;
  readonly prefix: string;
  readonly getLocation: GetLocation;
  readonly getText: GetText;
}

function toReportedProblem(problem: Problem, context: ReportContext): ReportedProblem {
  const { site, runOptions, prefix, getLocation, getText } = context;
  const { severity, code, message, cause } = problem;
  let cachedFixes: readonly ProblemFix[] | undefined;
  const getFixes = () => (cachedFixes ??= createFixes(problem, site, runOptions));
  const { file, range } = getLocation(problem.at);
  // The properties are listed individually, because there can be tens of thousands of problems, and spreading an object
  // for each of them would take twice as long.
  return {
    file,
    range,
    severity,
    code,
    message,
    omittedCount: problem.unlistedCount,
    related: problem.relatedLocations.map(({ at, message: sentence }) => ({ ...getLocation(at), message: sentence })),
    cause: cause && { ...cause, key: `${prefix}\n${cause.key}` },
    problem,
    combine: ({ otherProblems, combinedProblems }) => {
      const combinedProblem = createCombinedProblem({
        representative: problem,
        otherProblems: otherProblems.map((other) => other.problem),
        ...(combinedProblems && { combinedProblems: combinedProblems.map((member) => member.problem) }),
      });
      return { ...toReportedProblem(combinedProblem, context), representedProblems: otherProblems };
    },
    listFixTitles: () => getFixes().map(({ title }) => title),
    getSafeFix: () => {
      const fix = getFixes().find(isSafeFix);
      return fix && { title: fix.title, edits: fix.edits.flatMap((edit) => toReportedEdits(edit, getLocation)) };
    },
    getIdentity: () => getProblemIdentity(problem, getLocation(problem.at).file, getText(problem.at.file) ?? ""),
  };
}

function toReportedEdits(edit: FileEdit, getLocation: GetLocation): ReportedFix["edits"] {
  if (edit.kind !== "edit") return [];
  return edit.edits.map(({ range, newText }) => ({ ...getLocation({ file: edit.file, range }), newText }));
}

function findSafeFixes(problems: readonly Problem[], site: Site): ReadonlyMap<SitePath, SafeFixes> {
  const problemsByFile = new Map<SitePath, Problem[]>();
  for (const problem of problems) {
    const { file } = problem.at;
    addToGroup(problemsByFile, file, problem);
  }
  return new Map(
    [...problemsByFile]
      .map(([file, problemsInFile]) => [file, createSafeFixes(problemsInFile, file, site)] as const)
      .filter(([, { edits }]) => edits.length > 0),
  );
}

/**
 * Returns a function that returns the text that ranges in a file refer to: the text that the configuration or page was
 * parsed from or, for other files, the text on disk. Each file is read only once, because the function is called for
 * every problem.
 */
function createTextReader(site: Site, disk: Disk, readUnsavedText?: GetText): GetText {
  const configTextsByPath = new Map(site.config.files.map(({ path, text }) => [path, text]));
  const textsByPath = new Map<SitePath, string | undefined>();
  return (path) => {
    const currentText = configTextsByPath.get(path) ?? readUnsavedText?.(path) ?? site.references.get(path)?.text;
    if (currentText !== undefined || textsByPath.has(path)) return currentText ?? textsByPath.get(path);
    const file = disk.read(path, maxTextSize);
    const text = file.kind === "text" ? file.text : undefined;
    textsByPath.set(path, text);
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
  options: SiteCheckOptions,
  mayFix: (file: string) => boolean,
): Promise<{ readonly check: SiteCheck; readonly files: readonly FixedFile[] }> {
  const fixedTextsByPath = new Map<SitePath, string>();
  const originalTextsByPath = new Map<SitePath, string>();
  const fixedCodesByPath = new Map<SitePath, string[]>();
  const checkCurrentTexts = () =>
    checkSite(folder, root, { ...options, readUnsavedText: (path) => fixedTextsByPath.get(path) });
  let check = await checkCurrentTexts();
  for (let pass = 0; pass < maxPasses; pass++) {
    let isChanged = false;
    for (const [path, { edits, fixedProblems }] of check.getSafeFixes()) {
      const text = check.getSource(path);
      if (text === undefined || !mayFix(check.prefix + path)) continue;
      const fixedText = applyEdits(text, edits);
      if (fixedText === text) continue;
      isChanged = true;
      if (!originalTextsByPath.has(path)) originalTextsByPath.set(path, text);
      fixedTextsByPath.set(path, fixedText);
      fixedCodesByPath.set(path, [...(fixedCodesByPath.get(path) ?? []), ...fixedProblems.map(({ code }) => code)]);
    }
    if (!isChanged) break;
    check = await checkCurrentTexts();
  }
  const files = [...originalTextsByPath].map(([path, text]) => ({
    file: check.prefix + path,
    root,
    path,
    originalText: text,
    fixedText: fixedTextsByPath.get(path) ?? text,
    codes: fixedCodesByPath.get(path) ?? [],
  }));
  return { check, files: files.filter((file) => file.originalText !== file.fixedText) };
}

/** The options for `docwright check` that determine which problems are found. */
export interface FolderCheckOptions {
  readonly checksMdxSyntax?: boolean;
  /** The Git revision to compare the site with. */
  readonly changedSince?: string | undefined;
  /**
   * Returns whether fixes can change a file. If set, the site is checked as if its safe fixes were applied, but no
   * files are written.
   */
  readonly mayFix?: ((file: string) => boolean) | undefined;
  /** The hosts that specifications can be fetched from. */
  readonly fetchHosts?: readonly string[];
  /** Returns the disk with the files of a folder. The default is the disk of this machine. */
  readonly openDisk?: ((root: string) => Disk) | undefined;
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
  {
    checksMdxSyntax: mdxSyntax = true,
    changedSince,
    mayFix,
    fetchHosts = [],
    translations,
    openDisk,
  }: FolderCheckOptions = {},
): Promise<CheckResult> {
  const startedAt = performance.now();
  const checks: SiteCheck[] = [];
  const fixedFiles: FixedFile[] = [];
  const specService = new SpecService();
  const mdxReader = mdxSyntax ? new MdxReader({ cache: createUserSyntaxCache(getMdxWorkerFile()) }) : undefined;
  const reportText = new ReportText(translations);
  const remoteCopies = new RemoteSpecCopies(new RemoteSpecs(download), fetchHosts, reportText);
  const options = {
    profile,
    specReader: specService,
    syntax: mdxReader,
    changedSince,
    remoteCopies,
    translations,
    openDisk,
    showProgress: report,
  };
  try {
    for (const root of await findSites(folder, undefined, openDisk)) {
      if (!mayFix) checks.push(await checkSite(folder, root, options));
      else {
        const { check, files } = await fixSite(folder, root, options, mayFix);
        checks.push(check);
        fixedFiles.push(...files);
      }
    }
    mdxReader?.save();
  } finally {
    await Promise.all([specService.end(), mdxReader?.end()]);
  }
  const problems = checks.flatMap((site) => site.problems).sort(compareProblems);
  return {
    root: folder,
    sites: checks.map(({ summary }) => summary),
    milliseconds: performance.now() - startedAt,
    missingCopies: specService.isFinal && mdxReader?.isFinal !== false ? listMissingCopies(checks) : undefined,
    counts: countSeverities(problems),
    problems,
    getText: (file) => findText(checks, file),
    fixedFiles,
    getCoverage: () => combineCoverage(checks.map(({ getCoverage }) => getCoverage())),
    isPage: (file) => checks.some(({ isPage }) => isPage(file)),
    notices: [...checks.flatMap(({ notices }) => notices), ...remoteCopies.listUnusedHosts()],
  };
}

function listMissingCopies(checks: readonly SiteCheck[]): CheckResult["missingCopies"] {
  const fileNameLists = checks.map(({ missingCopies }) => missingCopies);
  return fileNameLists.every((names) => names !== undefined) ? fileNameLists.flat() : undefined;
}

/** Returns the text of a file. If several sites contain the file, the text comes from the innermost one. */
function findText(checks: readonly SiteCheck[], file: string): string | undefined {
  const innermostCheck = checks
    .filter(({ prefix }) => file.startsWith(prefix))
    .reduce<SiteCheck | undefined>(
      (bestCheck, siteCheck) =>
        bestCheck && bestCheck.prefix.length >= siteCheck.prefix.length ? bestCheck : siteCheck,
      undefined,
    );
  return innermostCheck?.getText(file.slice(innermostCheck.prefix.length));
}
