import type { CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { FileEdit } from "../core/text/text-edit.ts";
import { toRange } from "./convert.ts";
import type { EditBasis } from "./edit-basis.ts";

/** The edits in the form that the client understands; undefined when it understands none that will do. */
export function toWorkspaceEdit(edits: readonly FileEdit[], basis: EditBasis): WorkspaceEdit | undefined {
  const supported = basis.session.client.workspace?.workspaceEdit;
  if (supported?.documentChanges) {
    const canCreate = supported.resourceOperations?.includes("create") ?? false;
    if (!canCreate && edits.some(({ kind }) => kind === "create")) return undefined;
    return { documentChanges: edits.flatMap((edit) => documentChanges(edit, basis)) };
  }
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    if (edit.kind === "create") return undefined;
    const uri = basis.uriOf(edit.file);
    changes[uri] = [...(changes[uri] ?? []), ...textEdits(edit, basis)];
  }
  return { changes };
}

function documentChanges(edit: FileEdit, basis: EditBasis): (CreateFile | TextDocumentEdit)[] {
  const uri = basis.uriOf(edit.file);
  if (edit.kind === "create") {
    const start = { line: 0, character: 0 };
    return [
      { kind: "create", uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: edit.text }] },
    ];
  }
  const version = basis.versionOf(edit.file);
  return [{ textDocument: { uri, version }, edits: textEdits(edit, basis) }];
}

function textEdits(edit: Extract<FileEdit, { kind: "edit" }>, basis: EditBasis): TextEdit[] {
  const lines = basis.linesOf(edit.file);
  return edit.edits.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
}
