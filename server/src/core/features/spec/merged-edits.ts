import type { FileEdit, SitePath, TextEdit } from "../../text/text-edit.ts";

/** Edits from several sources as one list for each file: a place that two of them change is changed once. */
export function mergedEdits(all: readonly FileEdit[]): FileEdit[] {
  const byFile = new Map<SitePath, Map<string, TextEdit>>();
  for (const one of all) {
    if (one.kind !== "edit") continue;
    const known = byFile.get(one.file) ?? new Map<string, TextEdit>();
    byFile.set(one.file, known);
    for (const edit of one.edits) {
      const key = `${edit.range.start} ${edit.range.end}`;
      if (!known.has(key)) known.set(key, edit);
    }
  }
  return [...byFile].map(([file, edits]) => ({
    kind: "edit",
    file,
    edits: [...edits.values()].sort((a, b) => a.range.start - b.range.start),
  }));
}
