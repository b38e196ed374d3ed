import type { AnnotatedTextEdit, ChangeAnnotation, TextDocumentEdit, TextEdit } from "vscode-languageserver/node";
import type { FileMove } from "../core/features/move/moved-links.ts";
import type { FileEdit, SitePath } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import type { EditBasis } from "./edit-basis.ts";

/** Edits, and files that move, that a person agrees to together. */
export interface EditGroup {
  /** Absent for what is done without asking. */
  readonly annotation?: ChangeAnnotation;
  readonly edits: readonly FileEdit[];
  readonly moves?: readonly FileMove[];
  /** Files that go. */
  readonly deletes?: readonly SitePath[];
}

/** The texts of groups, one list for each file; those to be agreed to name their group by its number. */
export function groupedTexts(
  groups: readonly EditGroup[],
  isAnnotated: boolean,
  basis: EditBasis,
): TextDocumentEdit[] {
  const byFile = new Map<string, (TextEdit | AnnotatedTextEdit)[]>();
  for (const [id, { edits, annotation }] of groups.entries())
    for (const edit of edits) {
      if (edit.kind !== "edit") continue;
      const lines = basis.linesOf(edit.file);
      const own = edit.edits.map(({ range, newText }) => ({
        range: toRange(lines, range),
        newText,
        ...(annotation && isAnnotated && { annotationId: String(id) }),
      }));
      byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), ...own]);
    }
  return [...byFile].map(([file, edits]): TextDocumentEdit => ({
    textDocument: { uri: basis.uriOf(file), version: basis.versionOf(file) },
    edits,
  }));
}

/** For clients that know no annotations. */
export function plainEdits(edits: TextDocumentEdit["edits"]): TextEdit[] {
  return edits.flatMap((edit) => ("newText" in edit ? [{ range: edit.range, newText: edit.newText }] : []));
}
