import { quoted } from "../../config/json/json-edit.ts";
import type { FileEdit, SitePath, TextEdit } from "../../text/text-edit.ts";
import { editsOf, type Finding, type Fix, type Grouping, replaceAt } from "../rule.ts";

/**
 * The maximum number of links to the same target that are reported separately. Authors fix a few of them one by one.
 * More links usually mean that the target was moved or removed.
 */
export const maxSeparate = 3;

/** The maximum number of locations that a fix changes, because the lightbulb is computed whenever the caret moves. */
const maxChanged = 1000;

/** Returns the data for `groupByTarget`: the values that findings with the same cause share. */
export function createTargetData(...target: readonly string[]): { readonly target: string } {
  return { target: target.join("\n") };
}

interface TargetGrouping<Key extends string> extends Pick<
  Grouping<Key>,
  "maxSeparate" | "fixes" | "isTranslated"
> {
  /** The message for several findings, by the message for a single one. */
  readonly several: Readonly<Record<string, Key>>;
}

/**
 * Groups findings with the same target in their data. Findings without a target or a message are always reported alone.
 */
export function groupByTarget<Key extends string>({ several, ...more }: TargetGrouping<Key>): Grouping<Key> {
  return {
    maxSeparate,
    causeOf: ({ message, data }) => {
      const target = data?.["target"];
      return typeof target === "string" && message in several ? target : undefined;
    },
    several: ({ message }) => several[message],
    ...more,
  };
}

/** Yields a fix that changes all findings of a group, if all of them have the same suggestion and can be edited. */
export function* changeAll(
  findings: readonly Finding[],
  suggestionOf: (finding: Finding) => string,
  edit: (finding: Finding) => readonly FileEdit[],
): Generator<Fix<"useAll">> {
  const [near, ...others] = new Set(findings.map(suggestionOf));
  if (!near || others.length > 0) return;
  const edits = editAll(findings, edit);
  if (edits.length > 0) yield { title: "useAll", args: { count: findings.length, near }, edits };
}

/** Returns the edits of all findings together, or an empty list if some findings can't be edited or overlap. */
export function editAll(
  findings: readonly Finding[],
  edit: (finding: Finding) => readonly FileEdit[],
): FileEdit[] {
  if (findings.length > maxChanged) return [];
  const byFile = new Map<SitePath, TextEdit[]>();
  for (const finding of findings) {
    const edits = edit(finding);
    if (edits.length === 0) return [];
    for (const change of edits) {
      if (change.kind !== "edit") return [];
      const known = byFile.get(change.file);
      if (known) known.push(...change.edits);
      else byFile.set(change.file, [...change.edits]);
    }
  }
  return [...byFile.values()].some(hasOverlap)
    ? []
    : [...byFile].flatMap(([file, edits]) => editsOf(file, edits));
}

function hasOverlap(edits: readonly TextEdit[]): boolean {
  const sorted = edits.toSorted((a, b) => a.range.start - b.range.start);
  return sorted.some(({ range }, index) => range.start < (sorted[index - 1]?.range.end ?? 0));
}

/** Yields the fix that replaces the text of all findings with the suggestion `near`, if all of them have the same one. */
export function changeAllToSuggestion(findings: readonly Finding[]): Generator<Fix<"useAll">> {
  return changeAll(findings, nearOf, (finding) => replaceAt(finding.at, nearOf(finding)));
}

/** Yields the fix that replaces the JSON strings of all findings with the suggestion (see `changeAllToSuggestion`). */
export function changeAllJsonStrings(findings: readonly Finding[]): Generator<Fix<"useAll">> {
  return changeAll(findings, nearOf, (finding) => replaceAt(finding.at, quoted(nearOf(finding))));
}

function nearOf({ data }: Finding): string {
  return typeof data?.["near"] === "string" ? data["near"] : "";
}
