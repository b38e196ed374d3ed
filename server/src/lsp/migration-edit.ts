import type { DeleteFile, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { Migration } from "../core/analysis/migration/plan-migration.ts";
import type { SiteEdit } from "../core/text/text-edit.ts";
import { annotationOf, annotations } from "./migration-annotations.ts";
import { toRange } from "./convert.ts";
import type { EditBasis } from "./edit-basis.ts";

/** The migration as one edit whose parts can be confirmed or not; undefined when the client cannot show that. */
export function migrationEdit(
  migration: Migration,
  isPartSafe: boolean,
  basis: EditBasis,
): WorkspaceEdit | undefined {
  const supported = basis.session.client.workspace?.workspaceEdit;
  const canDelete = supported?.resourceOperations?.includes("delete") ?? false;
  if (!supported?.documentChanges || !canDelete || !supported.changeAnnotationSupport) return undefined;
  return {
    documentChanges: migration.edits.flatMap((edit) => toChange(edit, migration, basis)),
    changeAnnotations: annotations(isPartSafe),
  };
}

function toChange(edit: SiteEdit, migration: Migration, basis: EditBasis): (TextDocumentEdit | DeleteFile)[] {
  const uri = basis.uriOf(edit.file);
  switch (edit.kind) {
    // A migration makes no file.
    case "create":
      return [];
    case "delete":
      return [
        {
          kind: "delete",
          uri,
          options: { ignoreIfNotExists: true },
          annotationId: annotationOf(edit, undefined, migration, basis.site),
        },
      ];
    case "edit": {
      const lines = basis.linesOf(edit.file);
      const version = basis.versionOf(edit.file);
      const own = edit.edits.map((one) => ({
        range: toRange(lines, one.range),
        newText: one.newText,
        annotationId: annotationOf(edit, one, migration, basis.site),
      }));
      return [{ textDocument: { uri, version }, edits: own }];
    }
  }
}
