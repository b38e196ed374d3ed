import { toJsonString, removeMembers } from "../../config/json/json-edit.ts";
import { findConfigFile, type Config } from "../../config/config.ts";
import { groupBy } from "../../text/maps.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../../text/text-edit.ts";
import { toFileEdits, type Finding, type Fix, type Grouping, createReplaceEdits } from "../rule.ts";

/**
 * The maximum number of similar findings that are reported separately, such as missing props of the same component. Each
 * of them needs its own change, so they're combined only if there are many. Findings with the same target are always
 * combined, because one change resolves all of them.
 */
export const maxSeparateFindings = 3;

/**
 * The maximum number of findings that a fix changes. The number is limited because the lightbulb is updated whenever
 * the caret moves.
 */
const maxChangedFindings = 1000;

/**
 * Returns a finding's data for `groupByTarget`. Findings with the same values are combined. If one of the values is a
 * path, it must be the first one, so that the problem is also combined with the same problem in other languages and
 * versions.
 */
export function createTargetData(...target: readonly string[]): { readonly target: string } {
  return { target: target.join("\n") };
}

interface TargetGrouping<Key extends string> extends Pick<
  Grouping<Key>,
  "maxSeparateProblems" | "createFixes" | "isTranslated"
> {
  /** Maps the key of the message for a single finding to the key of the message for several findings. */
  readonly combinedMessages: Readonly<Record<string, Key>>;
}

/**
 * Combines findings that have the same target in their data. A finding without a target, or without a message for
 * several findings, is always reported separately.
 */
export function groupByTarget<Key extends string>({ combinedMessages, ...more }: TargetGrouping<Key>): Grouping<Key> {
  return {
    getCause: ({ message, data }) => {
      const target = data?.["target"];
      return typeof target === "string" && message in combinedMessages ? target : undefined;
    },
    combinedMessage: ({ message }) => combinedMessages[message],
    ...more,
  };
}

/** Yields a fix that changes all findings of a group, if they have the same suggestion and can all be edited. */
export function* createGroupFix(
  findings: readonly Finding[],
  getSuggestion: (finding: Finding) => string,
  createEdits: (finding: Finding) => readonly FileEdit[],
): Generator<Fix<"useAll">> {
  const [suggestion, ...otherSuggestions] = new Set(findings.map(getSuggestion));
  if (!suggestion || otherSuggestions.length > 0) return;
  const edits = createAllEdits(findings, createEdits);
  if (edits.length > 0) yield { title: "useAll", args: { count: findings.length, near: suggestion }, edits };
}

/** Returns the combined edits of all findings, or an empty list if any of them can't be edited or if edits overlap. */
export function createAllEdits(
  findings: readonly Finding[],
  createEdits: (finding: Finding) => readonly FileEdit[],
): FileEdit[] {
  if (findings.length > maxChangedFindings) return [];
  const editsByFile = new Map<SitePath, TextEdit[]>();
  for (const finding of findings) {
    const edits = createEdits(finding);
    if (edits.length === 0) return [];
    for (const fileEdit of edits) {
      if (fileEdit.kind !== "edit") return [];
      const fileEdits = editsByFile.get(fileEdit.file);
      if (fileEdits) fileEdits.push(...fileEdit.edits);
      else editsByFile.set(fileEdit.file, [...fileEdit.edits]);
    }
  }
  return combineEdits(editsByFile);
}

/**
 * Returns the edits that remove the properties or items at these locations from docs.json and included files. Returns
 * an empty list if any of them can't be removed.
 */
export function createRemovalEdits(config: Config, locations: readonly SiteLocation[]): FileEdit[] {
  if (locations.length > maxChangedFindings) return [];
  const editsByFile = new Map<SitePath, TextEdit[]>();
  for (const [path, fileLocations] of groupBy(locations, ({ file }) => file)) {
    const file = findConfigFile(config, path);
    const ranges = fileLocations.map(({ range }) => range);
    const edits = file ? removeMembers(file, ranges) : [];
    if (edits.length === 0) return [];
    editsByFile.set(path, edits);
  }
  return combineEdits(editsByFile);
}

/** Returns the edits of all files, or an empty list if any of them overlap. */
function combineEdits(editsByFile: ReadonlyMap<SitePath, readonly TextEdit[]>): FileEdit[] {
  return [...editsByFile.values()].some(hasOverlap)
    ? []
    : [...editsByFile].flatMap(([file, edits]) => toFileEdits(file, edits));
}

function hasOverlap(edits: readonly TextEdit[]): boolean {
  const sortedEdits = edits.toSorted((a, b) => a.range.start - b.range.start);
  return sortedEdits.some(({ range }, index) => range.start < (sortedEdits[index - 1]?.range.end ?? 0));
}

/**
 * Yields the fix that replaces the text of all findings with their suggestion (`data.near`), if they all have the same
 * one.
 */
export function createSuggestionGroupFix(findings: readonly Finding[]): Generator<Fix<"useAll">> {
  return createGroupFix(findings, getSuggestion, (finding) => createReplaceEdits(finding.at, getSuggestion(finding)));
}

/**
 * Yields the fix that replaces the JSON strings of all findings with their suggestion (`data.near`), if they all have
 * the same one.
 */
export function createJsonStringGroupFix(findings: readonly Finding[]): Generator<Fix<"useAll">> {
  return createGroupFix(findings, getSuggestion, (finding) =>
    createReplaceEdits(finding.at, toJsonString(getSuggestion(finding))),
  );
}

function getSuggestion({ data }: Finding): string {
  return typeof data?.["near"] === "string" ? data["near"] : "";
}
