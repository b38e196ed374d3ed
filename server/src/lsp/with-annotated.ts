import {
  TextDocumentEdit,
  type AnnotatedTextEdit,
  type ChangeAnnotation,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { EditBasis } from "./edit-basis.ts";
import { toWorkspaceEdit } from "./workspace-edit.ts";

const id = "optional";

/** The edit with more that the author has to agree to; without them in editors that cannot ask. One list for each file. */
export function withAnnotated(
  edit: WorkspaceEdit,
  optional: readonly FileEdit[],
  annotation: ChangeAnnotation,
  basis: EditBasis,
): WorkspaceEdit {
  const canAsk = basis.session.client.workspace?.workspaceEdit?.changeAnnotationSupport !== undefined;
  const more = canAsk && edit.documentChanges ? toWorkspaceEdit(optional, basis) : undefined;
  if (!edit.documentChanges || !more?.documentChanges) return edit;
  const changes = [...edit.documentChanges];
  for (const added of more.documentChanges.filter(TextDocumentEdit.is)) {
    const annotated = added.edits.map((one): AnnotatedTextEdit => ({ ...asTextEdit(one), annotationId: id }));
    const at = changes.findIndex(
      (one) => TextDocumentEdit.is(one) && one.textDocument.uri === added.textDocument.uri,
    );
    const known = changes[at];
    if (known && TextDocumentEdit.is(known))
      changes[at] = { ...known, edits: [...known.edits, ...annotated] };
    else changes.push({ ...added, edits: annotated });
  }
  return { documentChanges: changes, changeAnnotations: { [id]: annotation } };
}

function asTextEdit(edit: TextDocumentEdit["edits"][number]): {
  range: AnnotatedTextEdit["range"];
  newText: string;
} {
  return { range: edit.range, newText: "newText" in edit ? edit.newText : "" };
}
