import { operationsToMigrate } from "../../core/analysis/migration/operation-facts.ts";
import {
  type Migration,
  type MigrationOptions,
  type ModelOf,
  planMigration,
} from "../../core/analysis/migration/plan-migration.ts";
import { problemsInSteps, subjectsOf } from "../../core/rules/engine/run-rules.ts";
import { getProblemIdentity, type Problem } from "../../core/rules/rule.ts";
import type { Site } from "../../core/site/site.ts";
import { operationKey, type SpecModels } from "../../core/spec/model/operation-model.ts";
import {
  applyEdits,
  type LineMap,
  lineMapOf,
  type Position,
  positionAt,
  type SiteEdit,
  type SitePath,
} from "../../core/text/text-edit.ts";
import { analyzeSite, type AnalyzeSiteOptions } from "../analysis/analyze-site.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { maxTextSize, overlayDisk } from "../files/disk.ts";
import { readFile, type SiteFiles, readFileText } from "../files/site-files.ts";
import { analyzeSpecs } from "../specs/spec-analysis.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { maxSpecReadSize } from "../specs/spec-worker-host.ts";

/** Plans the migration of a site, using the models of the operations that its pages reference. */
export async function migrateSite(
  site: Site,
  from: SiteFiles,
  specs: Pick<SpecService, "analyze">,
  options: MigrationOptions,
): Promise<Migration> {
  return runTimeSliced(planMigration(site, await modelsToMigrate(site, from, specs), options));
}

/** Returns the models of all operations that endpoint pages reference. */
export async function modelsToMigrate(
  site: Site,
  from: SiteFiles,
  specs: Pick<SpecService, "analyze">,
): Promise<ModelOf> {
  const known = new Map<SitePath, SpecModels>();
  for (const [path, operations] of operationsToMigrate(site)) {
    const outline = site.specs.get(path);
    const analysis = outline && (await specs.analyze(from, outline, { validity: false, operations }));
    if (analysis) known.set(path, analysis.models);
  }
  return ({ path }, name) => {
    const models = known.get(path);
    const operation = models?.operations.get(operationKey(name));
    return models && operation && { operation, models };
  };
}

/**
 * The text of a file before and after a change. `before` or `after` is undefined if the file doesn't exist at that
 * point.
 */
export interface ChangedText {
  readonly path: SitePath;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Returns the text of each edited file before and after the edits, or undefined if one of the files can't be read. Byte
 * order marks are ignored.
 */
export function getChangedDocuments(
  from: SiteFiles,
  edits: readonly SiteEdit[],
): readonly ChangedText[] | undefined {
  const changes: ChangedText[] = [];
  for (const edit of edits) {
    const before = readFileText(readFile(from, edit.file, maxSpecReadSize));
    if (edit.kind === "create") changes.push({ path: edit.file, before, after: edit.text });
    else if (before === undefined) return undefined;
    else
      changes.push({
        path: edit.file,
        before,
        after: edit.kind === "delete" ? undefined : applyEdits(before, edit.edits),
      });
  }
  return changes;
}

/** A problem that a site would have after a change, with its location after the change. */
export interface ProblemAhead {
  readonly file: SitePath;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: Problem["severity"];
  readonly code: string;
  readonly message: string;
  /** A key that identifies the problem even if lines move or the rule reports the problem with a different message. */
  readonly name: string;
}

/** The options for reading the site. `knownPages` contains the pages of the current site. */
export type ReadingAhead = Pick<
  AnalyzeSiteOptions,
  "specs" | "remote" | "signal" | "knownPages" | "onProgress"
>;

/**
 * Returns the problems that a site would have after these changes. Nothing is written, and the MDX of pages isn't
 * parsed.
 */
export async function problemsAhead(
  from: SiteFiles,
  changes: readonly ChangedText[],
  reading: ReadingAhead,
): Promise<readonly ProblemAhead[]> {
  const ahead = filesAhead(from, changes);
  const { site } = await analyzeSite(ahead, { ...reading, analyzesSpecs: true });
  return runTimeSliced(problemsOf(site, ahead), reading.signal);
}

/** Returns the current problems in a site that was read from these files, for comparison with `problemsAhead`. */
export async function problemsNow(
  site: Site,
  from: SiteFiles,
  { specs, signal }: Pick<ReadingAhead, "specs" | "signal">,
): Promise<readonly ProblemAhead[]> {
  const { rendered: _, ...read } = site;
  const analyses = await analyzeSpecs(site, from, specs, () => undefined);
  return runTimeSliced(problemsOf({ ...read, studies: analyses, syntax: new Map() }, from), signal);
}

/**
 * Returns the problems in the second list that don't have a match in the first. Each problem matches at most one
 * problem in the other list.
 */
export function newProblems(
  before: readonly ProblemAhead[],
  after: readonly ProblemAhead[],
): readonly ProblemAhead[] {
  const left = new Map<string, number>();
  for (const { name } of before) left.set(name, (left.get(name) ?? 0) + 1);
  return after.filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/**
 * Returns the files in the state that they would have after the changes. The changes also replace the text of files
 * that are open in an editor.
 */
function filesAhead(from: SiteFiles, changes: readonly ChangedText[]): SiteFiles {
  if (changes.length === 0) return from;
  const texts = new Map(changes.map(({ path, after }) => [path, after]));
  return {
    ...from,
    disk: overlayDisk(from.disk, texts),
    unsaved: (path) => (texts.has(path) ? undefined : from.unsaved?.(path)),
  };
}

function* problemsOf(site: Site, from: SiteFiles): Generator<void, ProblemAhead[]> {
  const problems: ProblemAhead[] = [];
  const texts = new Map<SitePath, { readonly text: string; readonly lines: LineMap }>();
  const textAt = (path: SitePath) => {
    const text = texts.get(path)?.text ?? readFileText(readFile(from, path, maxTextSize)) ?? "";
    const known = texts.get(path) ?? { text, lines: lineMapOf(text) };
    texts.set(path, known);
    return known;
  };
  // The check that reports the site's problems also reports rule failures.
  const onRuleFailed = () => undefined;
  for (const subject of subjectsOf(site))
    for (const problem of yield* problemsInSteps(subject, site, { onRuleFailed })) {
      const { at, severity, code, message } = problem;
      const { text, lines } = textAt(at.file);
      const [file, , , ...words] = getProblemIdentity(problem, at.file, text).split("\n");
      problems.push({
        file: at.file,
        range: { start: positionAt(lines, at.range.start), end: positionAt(lines, at.range.end) },
        severity,
        code,
        message,
        name: [file, code, ...words].join("\n"),
      });
    }
  return problems;
}

/** The predicted results of a migration. */
export interface MigrationOutlook {
  /** Problems that the site doesn't have now but would have after the migration. */
  readonly newProblems: readonly ProblemAhead[];
  /**
   * Whether the lossless part of the migration can be applied on its own because it isn't empty and doesn't cause
   * errors or warnings.
   */
  readonly isPartSafe: boolean;
}

/** Predicts the results of a migration and of its lossless part alone, for a site that was read from these files. */
export async function migrationOutlook(
  migration: Migration,
  site: Site,
  from: SiteFiles,
  options: ReadingAhead,
): Promise<MigrationOutlook> {
  const { edits } = migration;
  if (edits.length === 0) return { newProblems: [], isPartSafe: false };
  const before = await problemsNow(site, from, options);
  const reading = { ...options, knownPages: site };
  const newAfter = async (some: readonly SiteEdit[]) =>
    newProblems(before, await problemsAhead(from, getChangedDocuments(from, some) ?? [], reading));
  const found = await newAfter(edits);
  const part = lossFreePart(migration);
  const isFull = migration.extensionEdits.size === 0 && part.length === edits.length;
  const isGrave = ({ severity }: ProblemAhead) => severity === "error" || severity === "warning";
  const ofPart = isFull || part.length === 0 ? found : await newAfter(part);
  return { newProblems: found, isPartSafe: part.length > 0 && !ofPart.some(isGrave) };
}

/** Returns the edits that remain if all pages that need an extension stay unchanged. */
function lossFreePart({ edits, extensionEdits, pages }: Migration): readonly SiteEdit[] {
  const extended = new Set(
    pages.filter(({ verdict: result }) => result === "extension").map(({ file }) => file),
  );
  return edits.flatMap((edit): SiteEdit[] => {
    if (edit.kind !== "edit") return extended.has(edit.file) ? [] : [edit];
    const own = edit.edits.filter((one) => !extensionEdits.has(one));
    return own.length === 0 ? [] : [{ ...edit, edits: own }];
  });
}
