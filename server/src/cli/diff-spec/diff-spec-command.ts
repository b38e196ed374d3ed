import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { SpecSite } from "../../core/analysis/spec-diff/compare-specs.ts";
import {
  type ChangeImpact,
  getImpact,
  getPageImpact,
  type NamedOperation,
  type RemovedLocation,
  type SpecDifference,
} from "../../core/analysis/spec-diff/difference.ts";
import {
  createChangelog,
  countChanges,
  formatGeneralChange,
  formatPageChange,
  formatRemoval,
  sortByImpact,
  summarize,
} from "../../core/analysis/spec-diff/report.ts";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { isSpecUsed } from "../../core/site/specs/operation-references.ts";
import { analyzeSite } from "../../workspace/analysis/analyze-site.ts";
import { toSitePath } from "../../workspace/files/disk.ts";
import { findSiteAbove } from "../../workspace/files/find-sites.ts";
import { createNodeDisk } from "../../workspace/files/node-disk.ts";
import { readFile, getFileText, type SiteFiles } from "../../workspace/files/site-files.ts";
import {
  type ComparedVersions,
  compareVersions,
  readOldVersion,
  type VersionFile,
} from "../../workspace/specs/compare-specs.ts";
import { SpecService } from "../../workspace/specs/spec-service.ts";
import type { ReportedRange } from "../check/check-result.ts";
import {
  createChoiceOption,
  CommandError,
  type CommandHost,
  defineCommand,
  type ExitCode,
  printMessage,
  profileOption,
  toCommandError,
  createValueOption,
  writeNewFile,
} from "../command.ts";
import { getFolderSite, createRangeConverter } from "../folder-site.ts";
import type { Palette } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";

const formats = ["pretty", "json", "markdown"] as const;
const failLevels = ["breaking", "any"] as const;

/** The options for `docwright diff-spec`. */
interface DiffSpecOptions {
  /** The path of the older version. If `since` is set, this is the path that the file had at that revision. */
  readonly oldPath: string;
  readonly newPath: string;
  readonly since: string | undefined;
  readonly site: string | undefined;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
  /** The path of a file to write a draft changelog entry to. */
  readonly changelog: string | undefined;
  /** The changes that result in exit code 1. If undefined, changes don't affect the exit code. */
  readonly failOn: (typeof failLevels)[number] | undefined;
}

/** The diff-spec command. The exit code is 1 if there's a change of the kind that `--fail-on` specifies. */
export const diffSpecCommand = defineCommand({
  name: "diff-spec",
  usage: ["OLD NEW [options]", "FILE --since REV [options]"],
  description: [
    "Shows the reader-facing differences between two versions of an OpenAPI or AsyncAPI file: changed operations, parameters, fields, and responses; pages that are added, removed, or moved; and links and navigation entries that stop working. Each change is classified as a breaking change, an addition, or a wording change.",
  ],
  options: {
    since: createValueOption("REV", "read the old version from Git, at the merge base of REV and HEAD"),
    site: createValueOption("DIR", "site that uses the file (default: the site that contains the file)"),
    format: createChoiceOption("FORMAT", formats, "pretty", "output format"),
    changelog: createValueOption("FILE", "write a draft changelog entry to a new file"),
    "fail-on": createChoiceOption("LEVEL", failLevels, undefined, "changes that result in exit code 1"),
    profile: profileOption,
  },
  exitCodes: "0 success, 1 a change matches --fail-on, 2 the command failed",
  parse: (values, [oldPath, newPath, ...extraArguments]): DiffSpecOptions => {
    if (oldPath === undefined || extraArguments.length > 0)
      throw new CommandError(
        'specify two files, for example, "docwright diff-spec old.yaml api.yaml", or one file and --since',
      );
    if (newPath === undefined && values.since === undefined)
      throw new CommandError(
        'to compare a single file with an earlier version, specify a Git revision, for example, "docwright diff-spec api.yaml --since HEAD"',
      );
    return { ...values, oldPath, newPath: newPath ?? oldPath };
  },
  run: async (options, host) => {
    const root = options.site === undefined ? findComparedSiteRoot(options, host.cwd) : resolve(host.cwd, options.site);
    if (options.site !== undefined && !existsSync(resolve(root ?? "", "docs.json")))
      throw new CommandError(`no docs.json found in ${options.site}`);
    const specService = new SpecService();
    try {
      return await runComparison(options, root, specService, host);
    } finally {
      await specService.end();
    }
  },
});

/**
 * Returns the root of the site that contains the newer file or, if that file isn't in a site, of the site that contains
 * the older file. Returns undefined if neither file is in a site.
 */
function findComparedSiteRoot({ oldPath, newPath }: DiffSpecOptions, cwd: string): string | undefined {
  for (const file of [newPath, oldPath]) {
    const root = findSiteAbove(resolve(cwd, file));
    if (root !== undefined) return root;
  }
  return undefined;
}

async function runComparison(
  options: DiffSpecOptions,
  root: string | undefined,
  specService: SpecService,
  host: CommandHost,
): Promise<ExitCode> {
  const toFile = (name: string): VersionFile => toVersionFile(resolve(host.cwd, name), root, name);
  const newFile = toFile(options.newPath);
  const oldFile = toFile(options.oldPath);
  const oldFileResult =
    options.since === undefined
      ? { ok: true as const, value: oldFile }
      : await readOldVersion(oldFile.siteFiles.disk.root, options.since, oldFile.path, specService);
  if (!oldFileResult.ok) throw toCommandError(oldFileResult);
  const specSite = root === undefined ? undefined : await findSpecSite(root, [newFile, oldFile], options, specService);
  const comparisonResult = await compareVersions(oldFileResult.value, newFile, specSite, specService);
  if (!comparisonResult.ok) throw toCommandError(comparisonResult);
  const { difference } = comparisonResult.value;
  const changelog = createChangelog(difference, {
    label: new Date().toISOString().slice(0, 10),
    description: comparisonResult.value.after.title,
  });
  if (options.changelog !== undefined && changelog !== undefined) writeNewFile(options.changelog, changelog, host);
  await printComparison(
    comparisonResult.value,
    { options, oldFile: oldFileResult.value, newFile, changelog, getLocation: createLocationGetter(specSite, root) },
    host,
  );
  if (specSite === undefined) printMessage("no site uses this file, so pages and links aren't compared", host);
  const impact = getImpact(difference);
  const isFailure = options.failOn === "any" ? impact !== undefined : impact === "breaking";
  return options.failOn !== undefined && isFailure ? 1 : 0;
}

/**
 * Returns the version of a specification that is in a file. A file in the site is read as part of the site so that it
 * can reference other files in the site. Any other file can reference only files in its own folder and subfolders.
 */
function toVersionFile(path: string, root: string | undefined, name: string): VersionFile {
  const sitePath = root === undefined ? undefined : toSitePath(root, path);
  const getFiles = (folder: string): SiteFiles => ({ disk: createNodeDisk(folder) });
  return root !== undefined && sitePath !== undefined
    ? { siteFiles: getFiles(root), path: sitePath, name }
    : { siteFiles: getFiles(dirname(path)), path: basename(path), name };
}

/**
 * Returns the site along with the path of the specification to compare, or undefined if the site doesn't use either
 * file.
 */
async function findSpecSite(
  root: string,
  files: readonly VersionFile[],
  { profile }: DiffSpecOptions,
  specService: SpecService,
): Promise<SpecSite | undefined> {
  const { site } = await analyzeSite(getFolderSite(root, root, profile).siteFiles, { specReader: specService });
  const usedFile = files.find(({ siteFiles, path }) => {
    const spec = siteFiles.disk.root === root ? site.specs.get(path) : undefined;
    return spec && isSpecUsed(spec, site);
  });
  return usedFile && { site, path: usedFile.path };
}

type GetRemovalLocation = (removal: RemovedLocation) => {
  readonly file: string;
  readonly range: ReportedRange;
};

function createLocationGetter(specSite: SpecSite | undefined, root: string | undefined): GetRemovalLocation {
  const toReportedRange = createRangeConverter(
    (file) =>
      specSite?.site.references.get(file)?.text ??
      (root === undefined ? undefined : getFileText(readFile({ disk: createNodeDisk(root) }, file))),
  );
  return ({ location }) => ({ file: location.file, range: toReportedRange(location) });
}

/** The data that is printed along with the comparison. */
interface PrintContext {
  readonly options: Pick<DiffSpecOptions, "format" | "changelog">;
  readonly oldFile: VersionFile;
  readonly newFile: VersionFile;
  readonly changelog: string | undefined;
  readonly getLocation: GetRemovalLocation;
}

async function printComparison(
  comparedVersions: ComparedVersions,
  context: PrintContext,
  host: CommandHost,
): Promise<void> {
  const { options, oldFile: versionFile, newFile, getLocation } = context;
  const title = `${newFile.name} compared with ${versionFile.name}`;
  const formatLocation = (removal: RemovedLocation) => {
    const { file, range } = getLocation(removal);
    return `${file}:${range.start.line + 1}`;
  };
  if (options.format === "json") {
    host.stdout.write(formatJsonDifference(comparedVersions.difference, context), "json");
  } else if (options.format === "markdown") {
    const { formatReport } = await import("../../core/analysis/spec-diff/report.ts");
    host.stdout.write(formatReport(comparedVersions.difference, title, formatLocation));
  } else {
    const { choosePalette } = await import("../terminal/output.ts");
    const palette = choosePalette(host.stdout.isTTY === true, host.environment);
    for (const line of formatDifference(comparedVersions.difference, title, formatLocation, palette))
      host.stdout.write(`${line}\n`);
  }
  if (options.changelog === undefined) return;
  if (context.changelog === undefined)
    printMessage("no changes to include in a changelog, so no file was written", host);
  else host.stderr.write(`Wrote ${toVisibleText(options.changelog)}\n`);
}

/** Yields the lines of the human-readable comparison. */
function* formatDifference(
  { general, operations, pages, removedLocations, isPartial }: SpecDifference,
  title: string,
  formatLocation: (removal: RemovedLocation) => string,
  palette: Palette,
): Generator<string> {
  const difference = { general, operations, pages, removedLocations, isPartial };
  const formatLine = (impact: ChangeImpact, text: string) =>
    `  ${getImpactSymbols(palette)[impact]} ${toVisibleText(text)}`;
  if (general.length + operations.length + (pages?.length ?? 0) + removedLocations.length === 0) {
    yield `${palette.success("✓")} No changes that readers of the docs would notice.`;
    return;
  }
  yield palette.path(toVisibleText(title));
  if (removedLocations.length > 0) yield* ["", "Broken on the site"];
  for (const removal of removedLocations)
    yield formatLine("breaking", `${formatLocation(removal)}  ${formatRemoval(removal)}`);
  if (pages && pages.length > 0) yield* ["", "Pages"];
  for (const page of pages ?? []) yield formatLine(getPageImpact(page), formatPageChange(page));
  if (general.length > 0) yield* ["", "All operations"];
  for (const { weight: impact, text } of sortByImpact(general)) yield formatLine(impact, formatGeneralChange(text));
  const unpairedOperations = operations.filter(({ kind }) => kind !== "changed");
  if (unpairedOperations.length > 0) yield* ["", "Operations"];
  for (const { kind, before, after } of unpairedOperations)
    yield formatLine(
      kind === "added" ? "addition" : "breaking",
      `${formatOperationName(after ?? before)} was ${kind === "added" ? "added" : "removed"}`,
    );
  for (const { kind, after, findings, pages: operationPages } of operations) {
    if (kind !== "changed") continue;
    const [page] = operationPages;
    yield "";
    yield (
      toVisibleText(formatOperationName(after)) + (page === undefined ? "" : palette.muted(`  /${toVisibleText(page)}`))
    );
    for (const { weight: impact, text } of sortByImpact(findings)) yield formatLine(impact, text);
  }
  yield "";
  yield summarize(difference);
  if (isPartial) yield palette.muted("Some parts are too large to compare completely.");
  yield palette.muted("✗ breaking, + addition, · wording only");
}

function getImpactSymbols({ severity, success, muted }: Palette): Readonly<Record<ChangeImpact, string>> {
  return { breaking: severity.error("✗"), addition: success("+"), wording: muted("·") };
}

function formatOperationName(operation: NamedOperation | undefined): string {
  if (!operation) return "";
  const { method, path, isWebhook } = operation;
  return isWebhook ? `webhook ${path}` : `${method} ${path}`;
}

/** Returns the comparison as one object for JSON output. Line and character numbers are zero-based. */
function formatJsonDifference(
  difference: SpecDifference,
  { oldFile: versionFile, newFile, changelog, getLocation }: PrintContext,
): string {
  const { general, operations, pages, removedLocations, isPartial } = difference;
  const report = {
    version: 1,
    before: versionFile.name,
    after: newFile.name,
    weight: getImpact(difference) ?? null,
    counts: countChanges(difference),
    general,
    operations: operations.map(({ before, after: newOperation, ...rest }) => ({
      ...rest,
      before: before ?? null,
      after: newOperation ?? null,
    })),
    pages:
      pages?.map((page) => ({
        kind: page.kind,
        weight: getPageImpact(page),
        before: page.before ?? null,
        after: page.after ?? null,
      })) ?? null,
    lost: removedLocations.map((removal) => ({
      kind: removal.kind,
      ...getLocation(removal),
      text: removal.text,
      becomes: removal.outcome,
      instead: removal.replacement ?? null,
    })),
    partial: isPartial,
    changelog: changelog ?? null,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
