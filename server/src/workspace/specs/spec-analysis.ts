import { findRequiredOperations } from "../../core/analysis/drift/page-drift.ts";
import { type Site, applyFile } from "../../core/site/site.ts";
import { isSpecUsed } from "../../core/site/specs/operation-references.ts";
import { getOperationKey } from "../../core/spec/model/operation-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type {
  AffectedOperation,
  OperationName,
  ValidityProblem,
  SpecAnalysis,
  AnalysisRequest,
} from "../../core/spec/validity/analyze-spec.ts";
import {
  createLineMap,
  createLineRangeMapper,
  type RangeMapper,
  createRangeMapper,
  type SitePath,
  type TextEdit,
} from "../../core/text/text-edit.ts";
import type { SiteFiles } from "../files/site-files.ts";
import type { SpecService, SpecWithAnalysis } from "./spec-service.ts";

/**
 * Converts the analysis of an older text so that it can be used for a newer text until that text has been analyzed.
 * Problems move with their text, and problems in text that has changed are omitted. Returns undefined if the newer text
 * is a different kind or version of specification.
 */
export function remapAnalysis(
  analysis: SpecAnalysis,
  outline: SpecOutline,
  mapRange: RangeMapper,
): SpecAnalysis | undefined {
  const { outline: previousOutline, problems, models } = analysis;
  if (previousOutline.kind !== outline.kind || previousOutline.version !== outline.version) return undefined;
  const movedProblems = problems?.flatMap((problem) => moveProblem(problem, previousOutline.path, mapRange) ?? []);
  return { outline, problems: movedProblems, models, isOutdated: true };
}

/** Moves a problem with its text. Problems in included files keep their positions. */
function moveProblem(
  problem: ValidityProblem,
  path: SpecOutline["path"],
  mapRange: RangeMapper,
): ValidityProblem | undefined {
  const isInFile = problem.file === path;
  const range = isInFile ? mapRange(problem.range) : problem.range;
  if (!range) return undefined;
  const { operation, users, first, fix, ...rest } = problem;
  const currentOperation = operation && moveOperation(operation, mapRange);
  const movedRange = isInFile ? first && mapRange(first) : first;
  const edits = isInFile ? fix && moveEdits(fix.edits, mapRange) : fix?.edits;
  return {
    ...rest,
    range,
    ...(currentOperation && { operation: currentOperation }),
    ...(users && { users: users.flatMap((user) => moveOperation(user, mapRange) ?? []) }),
    ...(movedRange && { first: movedRange }),
    ...(fix && edits && { fix: { ...fix, edits } }),
  };
}

function moveOperation(operation: AffectedOperation, mapRange: RangeMapper): AffectedOperation | undefined {
  if (operation.file !== undefined) return operation;
  const range = mapRange(operation.range);
  return range && { ...operation, range };
}

function moveEdits(edits: readonly TextEdit[], mapRange: RangeMapper): readonly TextEdit[] | undefined {
  const movedEdits = edits.flatMap(({ range, newText }) => {
    const newRange = mapRange(range);
    return newRange ? [{ range: newRange, newText }] : [];
  });
  return movedEdits.length === edits.length ? movedEdits : undefined;
}

/** The `SpecService` methods that are needed to read and analyze specifications. */
export type SpecAnalyzer = Pick<SpecService, "read" | "analyze"> & Partial<Pick<SpecService, "longTextsByOutline">>;

export interface SpecAnalysisServiceOptions {
  readonly specAnalyzer: SpecAnalyzer;
  readonly siteFiles: SiteFiles;
  /**
   * Returns the site if its pages and specifications are loaded so that it can be analyzed, or undefined if they
   * aren't.
   */
  readonly getSite: () => Site | undefined;
  readonly applyChanges: (...changes: readonly AnalysisChange[]) => void;
}

/**
 * A change to the analysis of a file. If the analysis is undefined, the site no longer has an analysis for the file.
 */
export interface AnalysisChange {
  readonly path: SitePath;
  readonly analysis: SpecAnalysis | undefined;
}

/** The last analysis that was requested for a file. */
interface RequestedAnalysis {
  readonly outline: SpecOutline;
  /** The requested operations, including those that weren't found. */
  readonly operations: ReadonlySet<string>;
  readonly hasFailed: boolean;
}

/**
 * The analyses for a site that changes. The specifications that the site uses are analyzed one after another in the
 * background. Results are cached as long as the outline is the same. If a specification is no longer used, its analysis
 * is hidden, because a site that has just been loaded wouldn't have that analysis either.
 */
export class SpecAnalysisService {
  readonly #options: SpecAnalysisServiceOptions;
  readonly #analysesByPath = new Map<SitePath, SpecAnalysis>();
  /**
   * The last request for each file. If a file's text is changed back to an earlier text, the file also gets the earlier
   * outline. However, the analysis for that outline is no longer cached, so it's requested again.
   */
  readonly #requestsByPath = new Map<SitePath, RequestedAnalysis>();
  /** Files whose analyses are hidden because nothing uses the specification. */
  readonly #hiddenPaths = new Set<SitePath>();
  #analysisPromise: Promise<void> | undefined;
  readonly #endController = new AbortController();

  constructor(options: SpecAnalysisServiceOptions) {
    this.#options = options;
  }

  get isCurrent(): boolean {
    return this.#analysisPromise === undefined;
  }

  async waitUntilCurrent(): Promise<void> {
    while (this.#analysisPromise) await this.#analysisPromise;
  }

  /** Returns the analyses that apply to the outlines of this site, which has just been read. */
  getCurrentAnalyses(site: Site): Site["analyses"] {
    for (const outline of site.specs.values()) this.#retryAnalysis(outline);
    const shownAnalyses = [...this.#analysesByPath].filter(
      ([path, { outline: specOutline }]) => site.specs.get(path) === specOutline && !this.#hiddenPaths.has(path),
    );
    return new Map(shownAnalyses);
  }

  /**
   * Returns the request for the analysis to run when the file is read again. The request is the same as for the file's
   * last analysis.
   */
  createRequest(path: SitePath): AnalysisRequest | undefined {
    const site = this.#options.getSite();
    if (!site || !this.#analysesByPath.has(path) || this.#hiddenPaths.has(path)) return undefined;
    return { checksValidity: true, operations: findRequiredOperations(site).get(path) ?? [] };
  }

  /**
   * Returns the analysis that was received with an outline. If none was received, returns the analysis to use until the
   * outline has its own.
   */
  getAnalysis({ outline, analysis }: SpecWithAnalysis, request: AnalysisRequest | undefined): SpecAnalysis | undefined {
    if (!analysis || !request) {
      this.#retryAnalysis(outline);
      return analysis ?? (this.#hiddenPaths.has(outline.path) ? undefined : this.#moveAnalysis(outline));
    }
    this.#storeAnalysis(analysis, request.operations);
    return analysis;
  }

  /**
   * Starts analyzing specifications that don't have an analysis, unless an analysis is in progress. Shows the results
   * for the specifications that are currently used.
   */
  refresh(): void {
    if (this.#endController.signal.aborted) return;
    this.#showAnalyses();
    if (this.#analysisPromise || !this.#findNext()) return;
    this.#analysisPromise = this.#analyzeSpecs().finally(() => {
      this.#analysisPromise = undefined;
    });
  }

  end(): void {
    this.#endController.abort();
  }

  /**
   * Returns the analysis of the file's previous version, for use until the outline has its own analysis. Returns
   * undefined if the previous version wasn't analyzed, or if the changes in the file can't be determined.
   */
  #moveAnalysis(outline: SpecOutline): SpecAnalysis | undefined {
    const previousAnalysis = this.#analysesByPath.get(outline.path);
    if (!previousAnalysis || previousAnalysis.outline === outline) return previousAnalysis;
    const mapRange = this.#createRangeMapper(previousAnalysis.outline, outline);
    return mapRange && remapAnalysis(previousAnalysis, outline, mapRange);
  }

  #createRangeMapper(oldSpec: SpecOutline, newSpec: SpecOutline): RangeMapper | undefined {
    const { specAnalyzer } = this.#options;
    const [oldText, newText] = [
      specAnalyzer.longTextsByOutline?.get(oldSpec),
      specAnalyzer.longTextsByOutline?.get(newSpec),
    ];
    if (oldText !== undefined && newText !== undefined) return createRangeMapper(oldText, newText);
    const oldLineMap = oldSpec.lines ?? (oldText === undefined ? undefined : createLineMap(oldText));
    const newLineMap = newSpec.lines ?? (newText === undefined ? undefined : createLineMap(newText));
    return oldLineMap && newLineMap && createLineRangeMapper(oldLineMap, newLineMap);
  }

  async #analyzeSpecs(): Promise<void> {
    for (
      let nextSpec = this.#findNext();
      nextSpec && !this.#endController.signal.aborted;
      nextSpec = this.#findNext()
    ) {
      const { outline, request } = nextSpec;
      const analysis = await this.#options.specAnalyzer.analyze(
        this.#options.siteFiles,
        outline,
        request,
        this.#endController.signal,
      );
      if (this.#options.getSite()?.specs.get(outline.path) !== outline) continue;
      if (!analysis) {
        // Another attempt would most likely take just as long and fail again.
        this.#recordRequest(outline, request.operations, true);
        continue;
      }
      const previousAnalysis = this.#analysesByPath.get(outline.path);
      this.#storeAnalysis(
        previousAnalysis?.outline === outline ? mergeAnalyses(previousAnalysis, analysis) : analysis,
        request.operations,
      );
      this.#showAnalyses();
    }
  }

  #storeAnalysis(analysis: SpecAnalysis, operations: readonly OperationName[]): void {
    this.#recordRequest(analysis.outline, operations);
    this.#analysesByPath.set(analysis.outline.path, analysis);
  }

  /** Shows the analyses of the specifications in use, and hides all others. */
  #showAnalyses(): void {
    const site = this.#options.getSite();
    if (!site) return;
    const changes: AnalysisChange[] = [];
    for (const [path, outline] of site.specs) {
      const shownAnalysis = site.analyses.get(path);
      const storedAnalysis = this.#analysesByPath.get(path);
      if (!shownAnalysis && !storedAnalysis) continue;
      const isRequested = isSpecUsed(outline, site) || findRequiredOperations(site).has(path);
      if (isRequested) this.#hiddenPaths.delete(path);
      else this.#hiddenPaths.add(path);
      const analysis = isRequested ? (storedAnalysis?.outline === outline ? storedAnalysis : shownAnalysis) : undefined;
      if (analysis !== shownAnalysis) changes.push({ path, analysis });
    }
    if (changes.length > 0) this.#options.applyChanges(...changes);
  }

  /**
   * Allows another attempt after a failed analysis. The file has been read again, so the analysis may succeed this
   * time.
   */
  #retryAnalysis({ path }: SpecOutline): void {
    if (this.#requestsByPath.get(path)?.hasFailed) this.#requestsByPath.delete(path);
  }

  #recordRequest(outline: SpecOutline, names: readonly OperationName[], hasFailed = false): void {
    const previousRequest = this.#getRequestedAnalysis(outline);
    const operations = new Set([...(previousRequest?.operations ?? []), ...names.map(getOperationKey)]);
    this.#requestsByPath.set(outline.path, {
      outline,
      operations,
      hasFailed: hasFailed || (previousRequest?.hasFailed ?? false),
    });
  }

  #getRequestedAnalysis(outline: SpecOutline): RequestedAnalysis | undefined {
    const requestedAnalysis = this.#requestsByPath.get(outline.path);
    return requestedAnalysis?.outline === outline ? requestedAnalysis : undefined;
  }

  /** Returns the next specification to analyze. */
  #findNext(): { readonly outline: SpecOutline; readonly request: AnalysisRequest } | undefined {
    const site = this.#options.getSite();
    if (!site) return undefined;
    for (const outline of site.specs.values()) {
      const requestedAnalysis = this.#getRequestedAnalysis(outline);
      const names = findRequiredOperations(site).get(outline.path) ?? [];
      const missingNames = names.filter(
        (operation: OperationName) => !requestedAnalysis?.operations.has(getOperationKey(operation)),
      );
      if ((!requestedAnalysis && isSpecUsed(outline, site)) || missingNames.length > 0)
        return { outline, request: { checksValidity: !requestedAnalysis, operations: missingNames } };
    }
    return undefined;
  }
}

/** Merges the results of an earlier analysis and a later one. */
function mergeAnalyses(previousAnalysis: SpecAnalysis, analysis: SpecAnalysis): SpecAnalysis {
  return {
    outline: previousAnalysis.outline,
    problems: analysis.problems ?? previousAnalysis.problems,
    models: {
      operations: new Map([...previousAnalysis.models.operations, ...analysis.models.operations]),
      schemas: new Map([...previousAnalysis.models.schemas, ...analysis.models.schemas]),
    },
  };
}

export interface AnalysisOptions {
  /** Whether to also analyze specifications that the site doesn't use. */
  readonly includesUnusedSpecs?: boolean;
  /** Called with the path of each specification before it's analyzed. */
  readonly onProgress?: (path: SitePath) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the site with the analyses of its specifications. Existing analyses are reused unless they're outdated. */
export async function addAnalyses(
  site: Site,
  siteFiles: SiteFiles,
  specAnalyzer: SpecAnalyzer,
  { includesUnusedSpecs: includesUnusedParts = false, onProgress, signal }: AnalysisOptions,
): Promise<Site> {
  let analyzedSite = site;
  for (const [path, outline] of site.specs) {
    const currentAnalysis = site.analyses.get(path);
    const previousAnalysis = currentAnalysis?.isOutdated ? undefined : currentAnalysis;
    const operations = (findRequiredOperations(site).get(path) ?? []).filter(
      (operation: OperationName) => !previousAnalysis?.models.operations.has(getOperationKey(operation)),
    );
    const isNew = !previousAnalysis && (includesUnusedParts || isSpecUsed(outline, site));
    if (!isNew && operations.length === 0) continue;
    onProgress?.(path);
    const addedAnalysis = await specAnalyzer.analyze(
      siteFiles,
      outline,
      { checksValidity: !previousAnalysis, operations },
      signal,
    );
    const analysis = previousAnalysis && addedAnalysis ? mergeAnalyses(previousAnalysis, addedAnalysis) : addedAnalysis;
    if (analysis) analyzedSite = applyFile(analyzedSite, { kind: "analysis", path, analysis }).site;
  }
  return analyzedSite;
}
