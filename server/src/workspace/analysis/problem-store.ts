import type { RenderedIssue } from "../../core/page/syntax-problem.ts";
import {
  getSubjectFiles,
  findProblemsInSteps,
  type RunOptions,
  getFileSubjects,
} from "../../core/rules/engine/run-rules.ts";
import type { Problem } from "../../core/rules/rule.ts";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { FileChange, InvalidationScope, Site } from "../../core/site/site.ts";
import { createRangeMapper, type RangeMapper, type SiteLocation, type SitePath } from "../../core/text/text-edit.ts";
import { ProblemCauses, areSameProblems } from "./problem-causes.ts";
import { groupBy } from "../../core/text/maps.ts";

/**
 * Moves problems that were found in an older state of the site to the current positions of their text. Omits problems
 * in text that has changed.
 */
export function moveProblems(problems: readonly Problem[], oldSite: Site, newSite: Site): Problem[] {
  const mappersByFile = new Map<SitePath, RangeMapper>();
  const moveLocation = ({ file, range }: SiteLocation): SiteLocation | undefined => {
    const mapper = mappersByFile.get(file) ?? createRangeMapper(getText(file, oldSite), getText(file, newSite));
    mappersByFile.set(file, mapper);
    const textRange = mapper(range);
    return textRange && { file, range: textRange };
  };
  return problems.flatMap((problem) => {
    const location = moveLocation(problem.at);
    if (!location) return [];
    const relatedLocations = problem.relatedLocations.flatMap(({ at: relatedLocation, message }) => {
      const siteLocation = moveLocation(relatedLocation);
      return siteLocation ? [{ at: siteLocation, message }] : [];
    });
    return [{ ...problem, at: location, relatedLocations }];
  });
}

/**
 * Returns a file's text, or an empty string for a specification. The site doesn't store the text of specifications, so
 * their problems aren't moved until the next check.
 */
function getText(path: SitePath, { references, config, settings }: Site): string {
  const { source } = settings;
  return (
    references.get(path)?.text ??
    config.files.find((file) => file.path === path)?.text ??
    (source?.path === path ? source.text : "")
  );
}

/**
 * A unit of work that checks either a file or the configuration. A file is identified by its path. The configuration is
 * identified by the empty string, which can't be a file path.
 */
type Task = SitePath;
const configuration: Task = "";

/** A task in progress, along with its inputs. */
interface RunningTask {
  readonly site: Site;
  readonly steps: Generator<void, Problem[]>;
  /** Whether an input has changed since the task started. */
  isOutdated: boolean;
}

/** Times in milliseconds. */
export interface SchedulerTiming {
  /**
   * The maximum time in milliseconds for which changes can delay a task. After this time, the task runs to completion.
   */
  readonly maxWaitMilliseconds: number;
  /**
   * The duration of a step. Most rules take far less time, and choosing the next task after each rule would take longer
   * than the rule itself.
   */
  readonly stepMilliseconds: number;
}

/**
 * The last number that was assigned. All sites share this counter so that no two states get the same number.
 */
let lastSerial = 0;

/**
 * Stores the problems in one site by subject, and rechecks only the subjects that a change affects. Stale subjects are
 * checked in small steps: first the open file that changed, then docs.json, then other open files, and finally
 * everything else. A change discards only unfinished work on the subjects that it affects. A task that has waited too
 * long runs to completion with the text that it started with. Its problems are then moved to their current positions,
 * so problems appear even during continuous typing. Until a subject is checked again, its last problems remain visible.
 */
export class ProblemStore {
  readonly #options: RunOptions;
  readonly #listOpenPaths: () => Iterable<SitePath>;
  /**
   * The open files. This set is updated with each snapshot, because a file is read again when it's opened or closed.
   */
  #openFiles: ReadonlySet<SitePath> = new Set();
  readonly #timing: SchedulerTiming;
  #site: Site | undefined;
  #configProblemsByPath: ReadonlyMap<SitePath, readonly Problem[]> = new Map();
  /** The problems found by checking the configuration, in the order in which they were found. */
  #configProblems: readonly Problem[] = [];
  /**
   * The problems found by checking individual files, by path. The problems found by checking the configuration are in
   * `#configProblemsByPath`.
   */
  readonly #problemsByPath = new Map<SitePath, readonly Problem[]>();
  /** The tasks to run, along with the time when their results became stale. */
  readonly #staleTimesByTask = new Map<Task, number>();
  /**
   * The stale tasks whose results are visible to an author or needed by a request, in the order in which they're
   * processed.
   */
  #urgentTasks: ReadonlySet<Task> = new Set();
  readonly #runningTasks = new Map<Task, RunningTask>();
  readonly #serialsByPath = new Map<SitePath, number>();
  readonly #changedPaths = new Set<SitePath>();
  /** Tasks whose last problems refer to outdated text. */
  readonly #tasksWithOutdatedRanges = new Set<Task>();
  /**
   * Maps each task to the other files that its last problems refer to. A task whose problems don't refer to other files
   * has no entry.
   */
  readonly #referredFilesByTask = new Map<Task, ReadonlySet<SitePath>>();
  readonly #causes = new ProblemCauses();

  constructor(
    options: RunOptions,
    listOpenPaths: () => Iterable<SitePath>,
    timing: SchedulerTiming = { maxWaitMilliseconds: 1000, stepMilliseconds: 1 },
  ) {
    this.#options = options;
    this.#listOpenPaths = listOpenPaths;
    this.#timing = timing;
  }

  /**
   * Returns a copy for this version of the site, which must have the same problems as the last snapshot. The copy can
   * be updated separately to find the problems after a change. Only `listAllProblems` returns all problems in the copy,
   * because problems with the same cause aren't combined. The copy doesn't report rule failures, because this store
   * already reports them.
   */
  fork(site: Site): ProblemStore {
    const options = { ...this.#options, onRuleFailure: () => undefined };
    const copy = new ProblemStore(options, () => [], this.#timing);
    copy.#site = site;
    copy.#configProblemsByPath = this.#configProblemsByPath;
    copy.#configProblems = this.#configProblems;
    copyEntries(this.#problemsByPath, copy.#problemsByPath);
    copyEntries(this.#staleTimesByTask, copy.#staleTimesByTask);
    copyEntries(this.#referredFilesByTask, copy.#referredFilesByTask);
    return copy;
  }

  /** Stores a new snapshot. `path` is the file whose text has changed, if the change was to one file. */
  update(site: Site, scope: InvalidationScope, path?: SitePath): void {
    this.#site = site;
    const now = performance.now();
    if (path !== undefined) this.#incrementSerial(path);
    if (scope !== "site" && path !== undefined) {
      for (const task of this.#listAffectedTasks(path, site)) this.#markStale(task, now);
      for (const file of scope === "file" ? [] : scope) this.#markStale(file, now);
    } else {
      this.#markStale(configuration, now);
      const subjectFiles = getSubjectFiles(site);
      for (const checkedFile of [...this.#problemsByPath.keys(), ...this.#staleTimesByTask.keys()])
        if (checkedFile !== configuration && !subjectFiles.has(checkedFile)) this.#removeFile(checkedFile);
      for (const file of subjectFiles) this.#markStale(file, now);
    }
    if (path !== undefined)
      for (const task of this.#listTasks(path))
        if (this.#staleTimesByTask.has(task)) this.#tasksWithOutdatedRanges.add(task);
    this.#openFiles = new Set(this.#listOpenPaths());
    const changedOpenFiles = path !== undefined && this.#openFiles.has(path) ? [path] : [];
    this.#prioritize([...changedOpenFiles, configuration, ...this.#openFiles]);
  }

  /**
   * Runs stale tasks: first the urgent tasks, whose results are visible to an author, and then, unless
   * `skipsOtherTasks` is set, all other tasks.
   */
  *sweep(skipsOtherTasks: boolean): Generator<void, void> {
    for (;;) {
      const task = this.#getNextTask() ?? (skipsOtherTasks ? undefined : getFirst(this.#staleTimesByTask.keys()));
      if (task === undefined || !this.#site) return;
      this.#continueWith(task, this.#site);
      yield;
    }
  }

  get isStale(): boolean {
    return this.#staleTimesByTask.size > 0;
  }

  /** Whether the file still has to be checked for problems. */
  hasStaleProblems(path: SitePath): boolean {
    return this.#listTasks(path).some((task) => this.#staleTimesByTask.has(task));
  }

  /** Prioritizes the tasks that report problems in the file. Called when a request needs their results. */
  prioritize(path: SitePath): void {
    this.#prioritize([...this.#urgentTasks, ...this.#listTasks(path)]);
  }

  /** Returns the problems last found in a file, sorted by position, with one problem for each cause. */
  getLastProblems(path: SitePath): Problem[] {
    this.#combine();
    return this.#causes.listVisibleProblems(this.getAllProblems(path), false);
  }

  /**
   * Returns the problems that the editor shows in a file. In addition to `getLastProblems`, an open file shows problems
   * that are represented by another problem.
   */
  getEditorProblems(path: SitePath): Problem[] {
    this.#combine();
    return this.#causes.listVisibleProblems(this.getAllProblems(path), this.#openFiles.has(path));
  }

  /** Returns the problems in a file, including those that are represented by another problem. */
  getAllProblems(path: SitePath): Problem[] {
    const problems = [...(this.#configProblemsByPath.get(path) ?? []), ...(this.#problemsByPath.get(path) ?? [])];
    return problems.sort((a, b) => a.at.range.start - b.at.range.start || a.at.range.end - b.at.range.end);
  }

  /** Returns a number that changes whenever the file's problems, or the lines that they're on, change. */
  getSerial(path: SitePath): number {
    this.#combine();
    return this.#serialsByPath.get(path) ?? 0;
  }

  /** Files with problems, in no particular order. */
  get files(): SitePath[] {
    return [...new Set([...this.#configProblemsByPath.keys(), ...this.#problemsByPath.keys()])];
  }

  /** Causes `takeChangedFiles` to return the file the next time, even if the file's problems haven't changed. */
  markChanged(path: SitePath): void {
    this.#changedPaths.add(path);
  }

  /**
   * Returns the files whose problems have changed since the last call. Omits files whose problems don't apply to the
   * current text yet.
   */
  takeChangedFiles(): SitePath[] {
    this.#combine();
    const changedFiles = [...this.#changedPaths].filter(
      (path) => !this.#listTasks(path).some((task) => this.#tasksWithOutdatedRanges.has(task)),
    );
    for (const path of changedFiles) this.#changedPaths.delete(path);
    return changedFiles;
  }

  get counts(): Record<Severity, number> {
    const counts = { error: 0, warning: 0, information: 0, hint: 0 };
    for (const problem of this.listVisibleProblems()) counts[problem.severity]++;
    return counts;
  }

  /**
   * Yields all problems, including those that are represented by another problem, in the order in which files are
   * checked.
   */
  *listAllProblems(): Iterable<Problem> {
    yield* this.#configProblems;
    for (const path of this.#site ? getSubjectFiles(this.#site) : []) yield* this.#problemsByPath.get(path) ?? [];
  }

  *listVisibleProblems(): Iterable<Problem> {
    this.#combine();
    for (const problems of this.#configProblemsByPath.values())
      yield* this.#causes.listVisibleProblems(problems, false);
    for (const problems of this.#problemsByPath.values()) yield* this.#causes.listVisibleProblems(problems, false);
  }

  #markStale(task: Task, now: number): void {
    const staleSince = this.#staleTimesByTask.get(task) ?? now;
    if (staleSince === now) this.#staleTimesByTask.set(task, now);
    const runningTask = this.#runningTasks.get(task);
    if (!runningTask) return;
    runningTask.isOutdated = true;
    if (now - staleSince < this.#timing.maxWaitMilliseconds) this.#runningTasks.delete(task);
  }

  #prioritize(tasks: readonly Task[]): void {
    this.#urgentTasks = new Set([...tasks, ...this.#urgentTasks].filter((task) => this.#staleTimesByTask.has(task)));
  }

  /**
   * Returns the tasks that can report problems in a file. The configuration's task reports problems in docs.json, in
   * the files that it includes, and in other files affected by its problems.
   */
  #listTasks(path: SitePath): Task[] {
    const isConfigFile =
      this.#configProblemsByPath.has(path) || (this.#site?.config.files.some((file) => file.path === path) ?? false);
    return isConfigFile ? [path, configuration] : [path];
  }

  /**
   * Returns the tasks to repeat if only this file has changed: the file's own task, and the tasks whose problems refer
   * to its text.
   */
  #listAffectedTasks(path: SitePath, { config }: Site): Task[] {
    const referringTasks = [...this.#referredFilesByTask].flatMap(([task, files]) => (files.has(path) ? [task] : []));
    return [path, ...(config.files.some((file) => file.path === path) ? [configuration] : []), ...referringTasks];
  }

  /**
   * Returns the urgent task that has waited the longest if it has waited too long. If it hasn't, returns the first
   * task.
   */
  #getNextTask(): Task | undefined {
    let nextTask = getFirst(this.#urgentTasks);
    let oldestTime = performance.now() - this.#timing.maxWaitMilliseconds;
    for (const task of this.#urgentTasks) {
      const staleSince = this.#staleTimesByTask.get(task) ?? oldestTime;
      if (staleSince < oldestTime) [nextTask, oldestTime] = [task, staleSince];
    }
    return nextTask;
  }

  #continueWith(task: Task, site: Site): void {
    const runningTask = this.#runningTasks.get(task) ?? {
      site,
      steps: findTaskProblems(task, site, this.#options),
      isOutdated: false,
    };
    this.#runningTasks.delete(task);
    const end = performance.now() + this.#timing.stepMilliseconds;
    try {
      let step;
      do step = runningTask.steps.next();
      while (!step.done && performance.now() < end);
      if (step.done) this.#storeProblems(task, runningTask, step.value);
      else this.#runningTasks.set(task, runningTask);
    } catch (error) {
      this.#finishTask(task);
      throw error;
    }
  }

  #storeProblems(
    task: Task,
    { site, isOutdated: isInputOutdated }: RunningTask,
    foundProblems: readonly Problem[],
  ): void {
    const isOutdated = isInputOutdated || this.#haveReferredFilesChanged(foundProblems, site);
    if (isOutdated) this.#staleTimesByTask.set(task, performance.now());
    else this.#finishTask(task);
    this.#tasksWithOutdatedRanges.delete(task);
    const problems = isOutdated && this.#site ? moveProblems(foundProblems, site, this.#site) : foundProblems;
    const referredFiles = listReferredFiles(problems);
    referredFiles.delete(task);
    if (referredFiles.size > 0) this.#referredFilesByTask.set(task, referredFiles);
    else this.#referredFilesByTask.delete(task);
    if (task !== configuration) return this.#setProblems(task, problems);
    const previousProblemsByPath = this.#configProblemsByPath;
    this.#configProblemsByPath = groupByFile(problems);
    this.#configProblems = problems;
    this.#causes.replace(configuration, problems);
    for (const path of new Set([...previousProblemsByPath.keys(), ...this.#configProblemsByPath.keys()]))
      if (!areSameProblems(previousProblemsByPath.get(path) ?? [], this.#configProblemsByPath.get(path) ?? []))
        this.#incrementSerial(path);
  }

  /** Whether a file that these problems refer to has changed since `oldSite`. */
  #haveReferredFilesChanged(problems: readonly Problem[], oldSite: Site): boolean {
    const newSite = this.#site;
    if (!newSite || newSite === oldSite) return false;
    return [...listReferredFiles(problems)].some((file) => getText(file, oldSite) !== getText(file, newSite));
  }

  /**
   * Removes a file that is no longer part of the site. Also cancels the check of the file, because the check would
   * report problems in the old text.
   */
  #removeFile(path: SitePath): void {
    this.#runningTasks.delete(path);
    this.#tasksWithOutdatedRanges.delete(path);
    this.#referredFilesByTask.delete(path);
    this.#finishTask(path);
    this.#setProblems(path, []);
  }

  /** Marks the task as up to date. */
  #finishTask(task: Task): void {
    this.#staleTimesByTask.delete(task);
    if (this.#urgentTasks.has(task)) this.#prioritize([]);
  }

  #setProblems(path: SitePath, problems: readonly Problem[]): void {
    const previousProblems = this.#problemsByPath.get(path) ?? [];
    if (problems.length > 0) this.#problemsByPath.set(path, problems);
    else this.#problemsByPath.delete(path);
    this.#causes.replace(path, problems);
    if (!areSameProblems(previousProblems, problems)) this.#incrementSerial(path);
  }

  /** Combines the problems whose causes have changed. */
  #combine(): void {
    for (const path of this.#causes.updateGroups()) this.#incrementSerial(path);
  }

  #incrementSerial(path: SitePath): void {
    this.#serialsByPath.set(path, ++lastSerial);
    this.#changedPaths.add(path);
  }
}

function* findTaskProblems(task: Task, site: Site, options: RunOptions): Generator<void, Problem[]> {
  if (task === configuration) return yield* findProblemsInSteps({ kind: "config", value: site.config }, site, options);
  let problems: Problem[] = [];
  for (const subject of getFileSubjects(site, task))
    problems = problems.concat(yield* findProblemsInSteps(subject, site, options));
  return problems;
}

function listReferredFiles(problems: readonly Problem[]): Set<SitePath> {
  return new Set(
    problems.flatMap(({ at, relatedLocations }) => [at.file, ...relatedLocations.map((other) => other.at.file)]),
  );
}

function copyEntries<Value>(source: ReadonlyMap<Task, Value>, target: Map<Task, Value>): void {
  for (const [task, value] of source) target.set(task, value);
}

function groupByFile(problems: readonly Problem[]): ReadonlyMap<SitePath, readonly Problem[]> {
  const problemsByFile = groupBy(problems, (problem) => problem.at.file);
  return problemsByFile;
}

function getFirst<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}

type Issues = readonly RenderedIssue[];

/** Tracks, by source file, the content of a site that open previews couldn't render. */
export class RenderProblemTracker {
  readonly #onRendered: (change: Extract<FileChange, { kind: "rendered" }>) => void;
  /** The issues, by preview. The keys are chosen by the code that reports the issues. */
  readonly #issuesByPreview = new Map<object, ReadonlyMap<SitePath, Issues>>();

  constructor(applyChange: (change: Extract<FileChange, { kind: "rendered" }>) => void) {
    this.#onRendered = applyChange;
  }

  /** Records that a preview shows this page, along with the content that the preview couldn't render. */
  report(preview: object, page: SitePath, issues: Issues): void {
    const issuesByFile = new Map<SitePath, RenderedIssue[]>([[page, []]]);
    for (const issue of issues) {
      const existingIssues = issuesByFile.get(issue.file) ?? [];
      existingIssues.push(issue);
      issuesByFile.set(issue.file, existingIssues);
    }
    this.#setPreviewIssues(preview, issuesByFile);
  }

  /** Removes a preview when it no longer shows its page. */
  removePreview(preview: object): void {
    this.#setPreviewIssues(preview, undefined);
  }

  /** Returns the rendering issues to add to a site that has been read again. */
  get issuesForSite(): Pick<Site, "renderedIssues"> {
    const files = new Set([...this.#issuesByPreview.values()].flatMap((issuesByFile) => [...issuesByFile.keys()]));
    return files.size === 0
      ? {}
      : { renderedIssues: new Map([...files].map((path) => [path, this.#getIssues(path) ?? []])) };
  }

  #setPreviewIssues(preview: object, issuesByFile: ReadonlyMap<SitePath, Issues> | undefined): void {
    const previousIssuesByFile = this.#issuesByPreview.get(preview);
    if (issuesByFile) this.#issuesByPreview.set(preview, issuesByFile);
    else this.#issuesByPreview.delete(preview);
    for (const path of new Set([...(previousIssuesByFile?.keys() ?? []), ...(issuesByFile?.keys() ?? [])]))
      this.#onRendered({ kind: "rendered", path, issues: this.#getIssues(path) });
  }

  /** Returns the issues in a file, or undefined if no preview shows content from the file. */
  #getIssues(file: SitePath): Issues | undefined {
    const issues = [...this.#issuesByPreview.values()].flatMap((issuesByFile) => issuesByFile.get(file) ?? []);
    return [...this.#issuesByPreview.values()].some((issuesByFile) => issuesByFile.has(file)) ? issues : undefined;
  }
}
