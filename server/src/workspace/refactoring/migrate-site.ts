import { findOperationsToMigrate } from "../../core/analysis/migration/operation-facts.ts";
import {
  type Migration,
  type MigrationOptions,
  type GetModel,
  planMigration,
} from "../../core/analysis/migration/plan-migration.ts";
import { getProblemIdentity, type Problem } from "../../core/rules/rule.ts";
import type { Site } from "../../core/site/site.ts";
import { getOperationKey, type SpecModels } from "../../core/spec/model/operation-model.ts";
import {
  applyEdits,
  type LineMap,
  createLineMap,
  type Position,
  getPosition,
  type SiteEdit,
  type SitePath,
} from "../../core/text/text-edit.ts";
import {
  checkChanges,
  type CheckedSite,
  type CheckOptions,
  checkSite,
  type SiteToCheck,
} from "../analysis/checked-site.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { maxTextSize } from "../files/disk.ts";
import { readFile, type SiteFiles, getFileText } from "../files/site-files.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { maxSpecReadSize } from "../specs/spec-worker-host.ts";

/** Plans the migration of a site, using the models of the operations that its pages reference. */
export async function migrateSite(
  site: Site,
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "analyze">,
  options: MigrationOptions,
  signal?: AbortSignal,
): Promise<Migration> {
  return runTimeSliced(planMigration(site, await readModels(site, siteFiles, specService, signal), options), signal);
}

/** Returns the models of all operations that endpoint pages reference. */
export async function readModels(
  site: Site,
  siteFiles: SiteFiles,
  specService: Pick<SpecService, "analyze">,
  signal?: AbortSignal,
): Promise<GetModel> {
  const modelsByPath = new Map<SitePath, SpecModels>();
  for (const [path, operations] of findOperationsToMigrate(site)) {
    const outline = site.specs.get(path);
    const analysis = site.analyses.get(path);
    const currentModels = analysis?.isOutdated ? undefined : analysis?.models;
    const hasAllOperations = operations.every((operation) => currentModels?.operations.has(getOperationKey(operation)));
    const request = { checksValidity: false, operations };
    const models = hasAllOperations
      ? currentModels
      : outline && (await specService.analyze(siteFiles, outline, request, signal))?.models;
    if (models) modelsByPath.set(path, models);
  }
  return ({ path }, operationName) => {
    const models = modelsByPath.get(path);
    const operation = models?.operations.get(getOperationKey(operationName));
    return models && operation && { operation, models };
  };
}

/**
 * The text of a file before and after a change. `before` or `after` is undefined if the file doesn't exist at that
 * point.
 */
export interface ChangedText {
  readonly path: SitePath;
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

/**
 * Returns the text of each edited file before and after the edits, or undefined if one of the files can't be read. Byte
 * order marks are ignored.
 */
export function readChangedTexts(siteFiles: SiteFiles, edits: readonly SiteEdit[]): readonly ChangedText[] | undefined {
  const changes: ChangedText[] = [];
  for (const edit of edits) {
    const oldText = getFileText(readFile(siteFiles, edit.file, maxSpecReadSize));
    if (edit.kind === "create") changes.push({ path: edit.file, oldText, newText: edit.text });
    else if (oldText === undefined) return undefined;
    else
      changes.push({
        path: edit.file,
        oldText,
        newText: edit.kind === "delete" ? undefined : applyEdits(oldText, edit.edits),
      });
  }
  return changes;
}

/** A problem that a site would have after a change, along with its location after the change. */
export interface PredictedProblem {
  readonly file: SitePath;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: Problem["severity"];
  readonly code: string;
  readonly message: string;
}

/** Returns the problems that a site would have after these changes but doesn't have now. Nothing is written. */
export async function findCausedProblems(
  changes: readonly ChangedText[],
  siteToCheck: SiteToCheck,
  options: CheckOptions,
): Promise<readonly PredictedProblem[]> {
  if (changes.length === 0) return [];
  const originalSite = await checkSite(siteToCheck, changes, options);
  return findNewProblems(originalSite, changes, options);
}

async function findNewProblems(
  originalSite: CheckedSite,
  changes: readonly ChangedText[],
  options: CheckOptions,
): Promise<readonly PredictedProblem[]> {
  const changedSite = await checkChanges(originalSite, changes, options);
  return runTimeSliced(listAddedProblems(originalSite, changedSite), options.signal);
}

/**
 * Returns the problems in the second site that don't have a match in the first. Each problem matches at most one
 * problem in the other site. Compares one problem per step.
 */
function* listAddedProblems(originalSite: CheckedSite, changedSite: CheckedSite): Generator<void, PredictedProblem[]> {
  const remainingCountsByKey = new Map<string, number>();
  for (const { name } of identifyProblems(originalSite)) {
    remainingCountsByKey.set(name, (remainingCountsByKey.get(name) ?? 0) + 1);
    yield;
  }
  const newProblems: PredictedProblem[] = [];
  for (const { name, problem, lines: getLines } of identifyProblems(changedSite)) {
    const count = remainingCountsByKey.get(name) ?? 0;
    remainingCountsByKey.set(name, count - 1);
    if (count <= 0) newProblems.push(toPredictedProblem(problem, getLines()));
    yield;
  }
  return newProblems;
}

function toPredictedProblem({ at, severity, code, message }: Problem, lineMap: LineMap): PredictedProblem {
  const range = { start: getPosition(lineMap, at.range.start), end: getPosition(lineMap, at.range.end) };
  return { file: at.file, range, severity, code, message };
}

/**
 * Yields all problems with keys that identify them even if lines move or the rule reports the problem with a different
 * message.
 */
function* identifyProblems({ loadedSite: { site }, files, problemStore }: CheckedSite) {
  const sourcesByFile = new Map<SitePath, { readonly text: string; readonly getLines: () => LineMap }>();
  const readSource = (file: SitePath) => {
    const text = site.references.get(file)?.text ?? getFileText(readFile(files, file, maxTextSize)) ?? "";
    let lineMap: LineMap | undefined;
    return { text, getLines: () => (lineMap ??= createLineMap(text)) };
  };
  for (const problem of problemStore.listAllProblems()) {
    const { file } = problem.at;
    const source = sourcesByFile.get(file) ?? readSource(file);
    sourcesByFile.set(file, source);
    const [, code, , ...messageLines] = getProblemIdentity(problem, file, source.text).split("\n");
    yield { name: [file, code, ...messageLines].join("\n"), problem, lines: source.getLines };
  }
}

/** The predicted results of a migration. */
export interface MigrationEffect {
  /** Problems that the site doesn't have now but would have after the migration. */
  readonly newProblems: readonly PredictedProblem[];
  /**
   * Whether the lossless part of the migration can be applied on its own, because it isn't empty and doesn't cause
   * errors or warnings.
   */
  readonly isLosslessPartSafe: boolean;
}

/** Predicts the results of a migration and of its lossless part alone. */
export async function predictMigration(
  migration: Migration,
  siteToCheck: SiteToCheck,
  options: CheckOptions,
): Promise<MigrationEffect> {
  const { edits } = migration;
  if (edits.length === 0) return { newProblems: [], isLosslessPartSafe: false };
  const toChanges = (edits: readonly SiteEdit[]) => readChangedTexts(siteToCheck.files, edits) ?? [];
  const changes = toChanges(edits);
  const originalSite = await checkSite(siteToCheck, changes, options);
  const predictedProblems = await findNewProblems(originalSite, changes, options);
  const losslessEdits = selectLosslessEdits(migration);
  const isLossless = migration.extensionEdits.size === 0 && losslessEdits.length === edits.length;
  const isSevere = ({ severity }: PredictedProblem) => severity === "error" || severity === "warning";
  const losslessProblems =
    isLossless || losslessEdits.length === 0
      ? predictedProblems
      : await findNewProblems(originalSite, toChanges(losslessEdits), options);
  return {
    newProblems: predictedProblems,
    isLosslessPartSafe: losslessEdits.length > 0 && !losslessProblems.some(isSevere),
  };
}

/** Returns the edits that remain if all pages that need an extension remain unchanged. */
function selectLosslessEdits({ edits, extensionEdits, pages }: Migration): readonly SiteEdit[] {
  const extendedFiles = new Set(pages.filter(({ outcome: result }) => result === "extension").map(({ file }) => file));
  return edits.flatMap((edit): SiteEdit[] => {
    if (edit.kind !== "edit") return extendedFiles.has(edit.file) ? [] : [edit];
    const remainingEdits = edit.edits.filter((textEdit) => !extensionEdits.has(textEdit));
    return remainingEdits.length === 0 ? [] : [{ ...edit, edits: remainingEdits }];
  });
}
