import type { Problem } from "../core/rules/problem.ts";
import type { Subject } from "../core/rules/rule.ts";
import {
  filesWithSubjects,
  problemsOfSubject,
  subjectsOfFile,
  type RunOptions,
} from "../core/rules/run-rules.ts";
import type { Reach } from "../core/site/build-site.ts";
import type { Severity } from "../core/site/severity.ts";
import type { Site } from "../core/site/site.ts";
import type { SitePath } from "../core/text/text-range.ts";

/** Counts on from site to site, so that no number is ever given to two states. */
let lastSerial = 0;

/**
 * The problems of one site, kept per subject and looked for again only where a change reaches. What is stale is
 * worked off one subject a step: docs.json, then open files, then the rest; asking for a file brings it up at once.
 * Until a subject is looked at again its last problems stay.
 */
export class ProblemStore {
  readonly #options: RunOptions;
  readonly #openPaths: () => Iterable<SitePath>;
  #site: Site | undefined;
  #config: ReadonlyMap<SitePath, readonly Problem[]> = new Map();
  #configIsStale = false;
  /** Problems of all other files, by path. */
  readonly #files = new Map<SitePath, readonly Problem[]>();
  readonly #stale = new Set<SitePath>();
  /** Those of them that are open in an editor. */
  readonly #staleOpen = new Set<SitePath>();
  readonly #serials = new Map<SitePath, number>();
  #changed = new Set<SitePath>();

  constructor(options: RunOptions, openPaths: () => Iterable<SitePath>) {
    this.#options = options;
    this.#openPaths = openPaths;
  }

  /** Takes a new snapshot. `path` is the file whose text has changed, when it is one. */
  update(site: Site, reach: Reach, path?: SitePath): void {
    this.#site = site;
    if (path !== undefined) this.#bump(path);
    if (reach === "file" && path !== undefined) this.#stale.add(path);
    else {
      this.#configIsStale = true;
      const subjects = filesWithSubjects(site);
      for (const known of this.#files.keys()) if (!subjects.has(known)) this.#replace(known, []);
      for (const file of subjects) this.#stale.add(file);
    }
    for (const open of this.#openPaths()) if (this.#stale.has(open)) this.#staleOpen.add(open);
  }

  /** Works off what is stale: first what an author looks at (`urgent`), then the rest. A step is one subject. */
  *sweep(urgentOnly: boolean): Generator<void> {
    for (;;) {
      if (this.#configIsStale) this.#checkConfig();
      else {
        const path = first(this.#staleOpen) ?? (urgentOnly ? undefined : first(this.#stale));
        if (path === undefined) return;
        this.#checkFile(path);
      }
      yield;
    }
  }

  get isStale(): boolean {
    return this.#configIsStale || this.#stale.size > 0;
  }

  /** The problems that stand in a file, up to date, by position. */
  problemsIn(path: SitePath): Problem[] {
    if (this.#configIsStale && this.#speaksIn(path)) this.#checkConfig();
    if (this.#stale.has(path)) this.#checkFile(path);
    return this.lastProblemsIn(path);
  }

  /** As last found, without looking again. */
  lastProblemsIn(path: SitePath): Problem[] {
    const problems = [...(this.#config.get(path) ?? []), ...(this.#files.get(path) ?? [])];
    return problems.sort((a, b) => a.at.range.start - b.at.range.start || a.at.range.end - b.at.range.end);
  }

  /** Another number whenever the problems of the file or the lines they stand on have changed. */
  serialOf(path: SitePath): number {
    return this.#serials.get(path) ?? 0;
  }

  /** Files with problems, in no order. */
  get files(): SitePath[] {
    return [...new Set([...this.#config.keys(), ...this.#files.keys()])];
  }

  /** Files whose problems have changed since this was last called. */
  takeChanged(): SitePath[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  get counts(): Record<Severity, number> {
    const counts = { error: 0, warning: 0, information: 0, hint: 0 };
    for (const problem of this.all()) counts[problem.severity]++;
    return counts;
  }

  *all(): Iterable<Problem> {
    for (const problems of this.#config.values()) yield* problems;
    for (const problems of this.#files.values()) yield* problems;
  }

  #speaksIn(path: SitePath): boolean {
    return this.#config.has(path) || (this.#site?.config.files.some((file) => file.path === path) ?? false);
  }

  #checkConfig(): void {
    this.#configIsStale = false;
    if (!this.#site) return;
    const found = this.#problemsOf({ kind: "config", value: this.#site.config });
    const before = this.#config;
    this.#config = groupByFile(found);
    for (const path of new Set([...before.keys(), ...this.#config.keys()]))
      if (!sameProblems(before.get(path) ?? [], this.#config.get(path) ?? [])) this.#bump(path);
  }

  #checkFile(path: SitePath): void {
    this.#stale.delete(path);
    this.#staleOpen.delete(path);
    const site = this.#site;
    if (site)
      this.#replace(
        path,
        subjectsOfFile(site, path).flatMap((subject) => this.#problemsOf(subject)),
      );
  }

  #problemsOf(subject: Subject): Problem[] {
    return this.#site ? problemsOfSubject(subject, this.#site, this.#options) : [];
  }

  #replace(path: SitePath, problems: readonly Problem[]): void {
    const before = this.#files.get(path) ?? [];
    if (problems.length > 0) this.#files.set(path, problems);
    else this.#files.delete(path);
    if (!sameProblems(before, problems)) this.#bump(path);
  }

  #bump(path: SitePath): void {
    this.#serials.set(path, ++lastSerial);
    this.#changed.add(path);
  }
}

function groupByFile(problems: readonly Problem[]): ReadonlyMap<SitePath, readonly Problem[]> {
  const groups = new Map<SitePath, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(problem.at.file);
    if (group) group.push(problem);
    else groups.set(problem.at.file, [problem]);
  }
  return groups;
}

function first<T>(set: ReadonlySet<T>): T | undefined {
  for (const item of set) return item;
  return undefined;
}

/** Whether an author is shown the same. */
function sameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return a.length === b.length && a.every((problem, i) => shown(problem) === shown(b[i]));
}

function shown(problem: Problem | undefined): string {
  if (!problem) return "";
  const { code, severity, at, message, related, tags } = problem;
  return JSON.stringify([code, severity, at, message, related, tags]);
}
