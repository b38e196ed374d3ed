import { createCombinedProblem, divideIntoGroups, type ProblemGroup } from "../../core/rules/engine/problem-groups.ts";
import type { Problem } from "../../core/rules/rule.ts";
import { isSameLocation, type SitePath } from "../../core/text/text-edit.ts";
import { addToGroup } from "../../core/text/maps.ts";

/** Whether an author would see no difference between two lists of problems. */
export function areSameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return isSameList(a, b, isSameProblem);
}

/** Whether an author would see no difference between two problems. */
export function isSameProblem(a: Problem, b: Problem): boolean {
  return (
    a.code === b.code &&
    a.severity === b.severity &&
    isSameLocation(a.at, b.at) &&
    a.message === b.message &&
    a.cause?.key === b.cause?.key &&
    isSameList(
      a.relatedLocations,
      b.relatedLocations,
      (x, y) => x.message === y.message && isSameLocation(x.at, y.at),
    ) &&
    isSameList(a.tags, b.tags, (x, y) => x === y)
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSameItem: (x: T, y: T) => boolean): boolean {
  return (
    a.length === b.length &&
    a.every((item, i) => {
      const otherItem = b[i];
      return otherItem !== undefined && isSameItem(item, otherItem);
    })
  );
}

/** Problems with the same cause, represented by one of them. */
interface CombinedGroup extends ProblemGroup<Problem> {
  readonly shownProblem: Problem;
  /** Maps each of the other problems to the form in which the problem is shown in an open file. */
  readonly separateProblems: ReadonlyMap<Problem, Problem>;
}

/**
 * Combines the stored problems in a site by their cause. A file's problems can hide or change problems in other files.
 * Therefore, storing new problems only marks their causes as changed, and the problems are combined when they're
 * requested.
 */
export class ProblemCauses {
  /** The problems that have a cause, by the task that found them. */
  readonly #problemsByTask = new Map<string, readonly Problem[]>();
  /** The problems, by cause and then by the task that found them. */
  readonly #problemsByCause = new Map<string, Map<string, Problem[]>>();
  readonly #groupsByCause = new Map<string, readonly CombinedGroup[]>();
  readonly #outdatedKeys = new Set<string>();

  replace(task: string, problems: readonly Problem[]): void {
    for (const { cause } of this.#problemsByTask.get(task) ?? []) {
      if (!cause) continue;
      this.#problemsByCause.get(cause.key)?.delete(task);
      this.#outdatedKeys.add(cause.key);
    }
    const problemsWithCause = problems.filter(({ cause }) => cause);
    if (problemsWithCause.length > 0) this.#problemsByTask.set(task, problemsWithCause);
    else this.#problemsByTask.delete(task);
    for (const problem of problemsWithCause) {
      const key = problem.cause?.key ?? "";
      const problemsByTask = this.#problemsByCause.get(key) ?? new Map<string, Problem[]>();
      this.#problemsByCause.set(key, problemsByTask);
      addToGroup(problemsByTask, task, problem);
      this.#outdatedKeys.add(key);
    }
  }

  /**
   * Combines the problems whose causes have changed, and returns the files whose visible problems change as a result.
   */
  updateGroups(): ReadonlySet<SitePath> {
    const changedFiles = new Set<SitePath>();
    for (const key of this.#outdatedKeys) {
      const previousGroups = this.#groupsByCause.get(key) ?? [];
      const newGroups = this.#combineProblems(key);
      if (newGroups.length > 0) this.#groupsByCause.set(key, newGroups);
      else this.#groupsByCause.delete(key);
      for (const file of listChangedFiles(previousGroups, newGroups)) changedFiles.add(file);
    }
    this.#outdatedKeys.clear();
    return changedFiles;
  }

  /**
   * Returns the problems in one file, without those that are represented by a problem in another file. If the file is
   * open, the represented problems are also included, because the author may fix them in this file. However, they're
   * omitted if their group already lists its first problems.
   */
  listVisibleProblems(problems: readonly Problem[], isOpen: boolean): Problem[] {
    return problems.flatMap((problem) => {
      const groups = (problem.cause && this.#groupsByCause.get(problem.cause.key)) ?? [];
      for (const { representative, shownProblem, separateProblems } of groups) {
        if (representative === problem) return [shownProblem];
        const separateProblem = separateProblems.get(problem);
        if (separateProblem) return isOpen && (problem.cause?.group?.separateCount ?? 0) === 0 ? [separateProblem] : [];
      }
      return [problem];
    });
  }

  #combineProblems(key: string): readonly CombinedGroup[] {
    const problemsByTask = this.#problemsByCause.get(key);
    if (!problemsByTask || problemsByTask.size === 0) {
      this.#problemsByCause.delete(key);
      return [];
    }
    const members = [...problemsByTask.values()].flat().sort(compareLocations);
    const groups = members.length > 1 ? divideIntoGroups(members) : [];
    return groups.map((problemGroup) => {
      const { otherProblems, combinedProblems } = problemGroup;
      const groupedProblems = new Set(combinedProblems);
      const attachGroup = (other: Problem) =>
        combinedProblems && groupedProblems.has(other) ? { ...other, group: combinedProblems } : other;
      return {
        ...problemGroup,
        shownProblem: createCombinedProblem(problemGroup),
        separateProblems: new Map(otherProblems.map((other) => [other, attachGroup(other)])),
      };
    });
  }
}

function compareLocations({ at: a }: Problem, { at: b }: Problem): number {
  return a.file === b.file ? a.range.start - b.range.start : a.file < b.file ? -1 : 1;
}

/**
 * Returns the files in which problems appear or disappear: files with a problem that joins or leaves a group, or that
 * belongs to a group that appears or disappears.
 */
function listChangedFiles(
  oldGroups: readonly CombinedGroup[],
  newGroups: readonly CombinedGroup[],
): readonly SitePath[] {
  if (isSameList(oldGroups, newGroups, (a, b) => isSameProblem(a.shownProblem, b.shownProblem))) return [];
  const findHiddenFiles = (groups: readonly CombinedGroup[]) =>
    new Set(groups.flatMap(({ otherProblems }) => otherProblems.map(({ at }) => at.file)));
  const [hiddenFilesBefore, hiddenFilesAfter] = [findHiddenFiles(oldGroups), findHiddenFiles(newGroups)];
  return [
    ...[...oldGroups, ...newGroups].map(({ representative }) => representative.at.file),
    ...[...hiddenFilesBefore].filter((file) => !hiddenFilesAfter.has(file)),
    ...[...hiddenFilesAfter].filter((file) => !hiddenFilesBefore.has(file)),
  ];
}
