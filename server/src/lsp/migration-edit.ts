import { join } from "node:path";
import type { DeleteFile, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { Migration } from "../core/site/migration/migration.ts";
import type { SiteEdit } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { annotationOf, annotations } from "./migration-annotations.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./diagnostic.ts";
import type { Session } from "./session.ts";

/** The migration as one edit whose parts ask to be confirmed; undefined when the client cannot show that. */
export function migrationEdit(
  { edits }: Pick<Migration, "edits">,
  live: LiveSite,
  session: Session,
): WorkspaceEdit | undefined {
  const supported = session.client.workspace?.workspaceEdit;
  const canDelete = supported?.resourceOperations?.includes("delete") ?? false;
  if (!supported?.documentChanges || !canDelete || !supported.changeAnnotationSupport) return undefined;
  return {
    documentChanges: edits.flatMap((edit) => toChange(edit, live, session)),
    changeAnnotations: annotations,
  };
}

function toChange(edit: SiteEdit, live: LiveSite, session: Session): (TextDocumentEdit | DeleteFile)[] {
  const place = { site: live, path: edit.file };
  const uri = uriOf(place, session);
  const annotationId = annotationOf(edit, live);
  switch (edit.kind) {
    // A migration makes no file.
    case "create":
      return [];
    case "delete":
      return [{ kind: "delete", uri, options: { ignoreIfNotExists: true }, annotationId }];
    case "edit": {
      const lines = session.lineMaps.of(place);
      const version = session.sites.openFile(join(live.root, edit.file))?.version ?? null;
      const own = edit.edits.map(({ range, newText }) => ({
        range: toRange(lines, range),
        newText,
        annotationId,
      }));
      return [{ textDocument: { uri, version }, edits: own }];
    }
  }
}
