import { insertProperty, formatJson, toJsonString } from "../../config/json/json-edit.ts";
import { isMisread } from "../../config/json/json-reader.ts";
import { findProperty, getJsonValue, type JsonObject } from "../../config/json/json-tree.ts";
import { matchesRule } from "../../config/settings/settings-file-schema.ts";
import type { PageReferences } from "../../page/page.ts";
import { createGlobMatcher, type SettingsSource } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { Translations } from "../../text/message.ts";
import { containsOffset, type FileEdit, type SitePath, type TextEdit, type TextRange } from "../../text/text-edit.ts";
import { formatMessage } from "../format-message.ts";
import { createIgnoreCommentEdit, unignorableRuleCodes } from "../ignore-comments.ts";
import { toFileEdits, type Problem, type ProblemFix } from "../rule.ts";
import { createFixes, type RunOptions } from "./run-rules.ts";

/** Edits to a file that don't overlap, and the problems that they fix. */
export interface SafeFixes {
  readonly edits: readonly TextEdit[];
  readonly fixedProblems: readonly Problem[];
}

/**
 * Returns the edits of all safe fixes that change only this file. They can be applied together without review. If two
 * fixes overlap, only the first one is included.
 */
export function createSafeFixes(
  problems: readonly Problem[],
  file: SitePath,
  site: Site,
  options: RunOptions = {},
): SafeFixes {
  const safeFixes = [...selectFixesInSteps(problems, file, site, options)].filter((fix) => fix !== undefined);
  return {
    edits: safeFixes.flatMap(({ edits }) => edits),
    fixedProblems: safeFixes.map(({ problem }) => problem),
  };
}

/** A problem and the edits in its safe fix. */
export interface SafeFix {
  readonly problem: Problem;
  readonly edits: readonly TextEdit[];
}

/**
 * Yields the safe fix for each problem, or undefined if the problem has none or if its fix overlaps a previous one.
 * This is a generator so that a file with thousands of problems doesn't block other work.
 */
export function* selectFixesInSteps(
  problems: readonly Problem[],
  file: SitePath,
  site: Site,
  options: RunOptions = {},
): Generator<SafeFix | undefined, void> {
  const editedRanges = new EditedRanges();
  for (const problem of problems) {
    const fix = createFixes(problem, site, options).find(isSafeFix);
    const changesOnlyThisFile = fix?.edits.every((edit) => edit.kind === "edit" && edit.file === file) === true;
    const edits = changesOnlyThisFile ? fix.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits : [])) : [];
    const isApplicable = edits.length > 0 && !edits.some(({ range }) => editedRanges.overlaps(range));
    if (isApplicable) for (const { range } of edits) editedRanges.add(range);
    yield isApplicable ? { problem, edits } : undefined;
  }
}

/** Whether the fix is a problem's safe fix, which can be applied without review. */
export function isSafeFix({ isSafe, edits }: ProblemFix): boolean {
  return isSafe && edits.length > 0;
}

/**
 * The ranges of the edits so far. They're sorted and don't overlap, so a binary search finds conflicts even if there
 * are thousands of fixes.
 */
class EditedRanges {
  readonly #ranges: TextRange[] = [];

  overlaps(range: TextRange): boolean {
    const index = this.#findIndex(range.start);
    return [this.#ranges[index - 1], this.#ranges[index]].some((other) => other && areOverlapping(range, other));
  }

  add(range: TextRange): void {
    this.#ranges.splice(this.#findIndex(range.start), 0, range);
  }

  /** Returns the index of the first range that starts at or after `start`. */
  #findIndex(start: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Whether two ranges overlap. Two insertions at the same position also count as overlapping, because their order would
 * be arbitrary.
 */
function areOverlapping(a: TextRange, b: TextRange): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

/** The titles of fixes that don't belong to a rule. */
export const commonFixTitles = {
  here: "Ignore `{code}` on this line",
  everywhere: "Turn off `{code}` in .docwright.json",
  allOfKind: "Fix all {count} problems of this kind in this file",
  all: "Fix all Docwright problems",
} as const;

const settingsFile = ".docwright.json";

/**
 * Returns the fixes that ignore a problem: one that adds a comment above its line if the page allows a comment there,
 * and one that changes the team's settings. They're offered last, because they don't resolve the problem.
 */
export function createIgnoreFixes(problem: Problem, site: Site, translations?: Translations): ProblemFix[] {
  const { code } = problem;
  const formatTitle = (key: "here" | "everywhere") => formatMessage(commonFixTitles[key], { code }, translations);
  const ignoreEdits = createIgnoreEdits(problem, site);
  const turnOffEdits = createTurnOffEdits(problem, site);
  return [
    ...(ignoreEdits.length > 0 ? [{ title: formatTitle("here"), edits: ignoreEdits, isSafe: false }] : []),
    ...(turnOffEdits.length > 0 ? [{ title: formatTitle("everywhere"), edits: turnOffEdits, isSafe: false }] : []),
  ];
}

function createIgnoreEdits({ code, at }: Problem, site: Site): FileEdit[] {
  const page = site.references.get(at.file);
  if (!page || unignorableRuleCodes.has(code)) return [];
  const edit = createRuleInsertEdit(page, code, at.range.start) ?? createIgnoreCommentEdit(page, code, at.range.start);
  return edit ? toFileEdits(at.file, [edit]) : [];
}

/**
 * Returns the edit that adds the rule to an existing ignore comment, or undefined if no comment applies to this line.
 */
function createRuleInsertEdit({ ignoreComments }: PageReferences, code: string, offset: number): TextEdit | undefined {
  const comment = ignoreComments.find(({ lineRange }) => containsOffset(lineRange, offset));
  const lastRule = comment?.codes.at(-1);
  return lastRule && { range: { start: lastRule.range.end, end: lastRule.range.end }, newText: `, ${code}` };
}

/**
 * Returns the edits that turn off the rule in the table that takes precedence for this file, because a change to
 * another table might have no effect. If `.docwright.json` doesn't exist, returns an edit that creates it.
 */
function createTurnOffEdits({ code, at }: Problem, site: Site): FileEdit[] {
  const { source } = site.settings;
  if (!source) {
    if (site.files.has(settingsFile)) return [];
    const text = `${JSON.stringify({ rules: { [code]: "off" } }, null, 2)}\n`;
    return [{ kind: "create", file: settingsFile, text }];
  }
  if (source.root?.kind !== "object" || isMisread(source)) return [];
  return toFileEdits(source.path, createRuleTableEdits(source, source.root, code, at.file));
}

function createRuleTableEdits(source: SettingsSource, root: JsonObject, code: string, file: string): TextEdit[] {
  const table = findOverrideRules(root, code, file) ?? getJsonValue(root, "rules");
  if (!table)
    return findProperty(root, "rules")
      ? []
      : insertProperty(source, root, "rules", formatJson(source, { [code]: "off" }));
  if (table.kind !== "object") return [];
  const ruleProperty = findProperty(table, code);
  if (!ruleProperty) return insertProperty(source, table, code, toJsonString("off"));
  return ruleProperty.value ? [{ range: ruleProperty.value.range, newText: toJsonString("off") }] : [];
}

/** Returns the `rules` of the last override that sets this rule for this file, or undefined if no override sets it. */
function findOverrideRules(root: JsonObject, code: string, file: string): JsonObject | undefined {
  const overrides = getJsonValue(root, "overrides");
  if (overrides?.kind !== "array") return undefined;
  for (const override of overrides.items.toReversed()) {
    const [files, rules] = [getJsonValue(override, "files"), getJsonValue(override, "rules")];
    if (rules?.kind !== "object" || files?.kind !== "array") continue;
    const globs = files.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
    if (createGlobMatcher(globs)(file) && rules.properties.some(({ key }) => matchesRule(key, code))) return rules;
  }
  return undefined;
}

/**
 * The maximum number of problems of the same kind for which a shared fix is offered. It's limited because the lightbulb
 * is updated whenever the caret moves. This limit doesn't apply to *Fix all* for the file.
 */
const maxProblemsOfKind = 1000;

/** A fix, its problem, and whether the editor can apply the fix without prompting. */
export interface OfferedFix extends ProblemFix {
  readonly problem: Problem;
  readonly isPreferred: boolean;
}

/**
 * Returns the fixes for the problems at the caret, in this order: fixes for a single problem, fixes for all problems of
 * the same kind in the file, and fixes that ignore a problem.
 */
export function listFixes(
  problems: readonly Problem[],
  allProblems: readonly Problem[],
  site: Site,
  options: RunOptions = {},
): OfferedFix[] {
  const firstProblemsOfKinds = getFirstProblemOfEachKind(problems);
  return [
    ...problems.flatMap((problem) => createProblemFixes(problem, site, options)),
    ...firstProblemsOfKinds.flatMap((problem) => createKindFixes(problem, allProblems, site, options)),
    ...problems.flatMap((problem) =>
      createIgnoreFixes(problem, site, options.translations)
        .filter(
          ({ edits }) => firstProblemsOfKinds.includes(problem) || edits.every(({ file }) => file === problem.at.file),
        )
        .map((fix) => ({ ...fix, problem, isPreferred: false })),
    ),
  ];
}

function createProblemFixes(problem: Problem, site: Site, options: RunOptions): OfferedFix[] {
  const fixes = createFixes(problem, site, options);
  return fixes.map((fix) => ({ ...fix, problem, isPreferred: fix.isSafe || fixes.length === 1 }));
}

/** Returns a fix for all problems of this kind in the file, or an empty list if fewer than two of them can be fixed. */
function createKindFixes(
  problem: Problem,
  allProblems: readonly Problem[],
  site: Site,
  options: RunOptions,
): OfferedFix[] {
  const { file } = problem.at;
  const problemsOfKind = allProblems.filter(({ code }) => code === problem.code);
  const { edits, fixedProblems } =
    problemsOfKind.length > 1 && problemsOfKind.length <= maxProblemsOfKind
      ? createSafeFixes(problemsOfKind, file, site)
      : { edits: [], fixedProblems: [] };
  if (fixedProblems.length < 2) return [];
  const title = formatMessage(commonFixTitles.allOfKind, { count: fixedProblems.length }, options.translations);
  return [{ title, edits: [{ kind: "edit", file, edits }], isSafe: false, problem, isPreferred: false }];
}

/** Returns the first problem of each kind so that fixes for a kind are offered only once. */
function getFirstProblemOfEachKind(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ code }, index) => problems.findIndex((other) => other.code === code) === index);
}
