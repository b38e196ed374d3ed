import { join } from "node:path";
import type { DeleteFile, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { Migration } from "../core/site/migration/migration.ts";
import type { SiteEdit } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { annotationOf, annotations } from "./migration-annotations.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./diagnostic.ts";
import type { Session } from "./session.ts";

/** The migration as one edit whose parts can be confirmed or not; undefined when the client cannot show that. */
export function migrationEdit(
  migration: Migration,
  isPartSafe: boolean,
  live: LiveSite,
  session: Session,
): WorkspaceEdit | undefined {
  const supported = session.client.workspace?.workspaceEdit;
  const canDelete = supported?.resourceOperations?.includes("delete") ?? false;
  if (!supported?.documentChanges || !canDelete || !supported.changeAnnotationSupport) return undefined;
  return {
    documentChanges: migration.edits.flatMap((edit) => toChange(edit, migration, live, session)),
    changeAnnotations: annotations(isPartSafe),
  };
}

function toChange(
  edit: SiteEdit,
  migration: Migration,
  live: LiveSite,
  session: Session,
): (TextDocumentEdit | DeleteFile)[] {
  const place = { site: live, path: edit.file };
  const uri = uriOf(place, session);
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
          annotationId: annotationOf(edit, undefined, migration, live),
        },
      ];
    case "edit": {
      const lines = session.lineMaps.of(place);
      const version = session.sites.openFile(join(live.root, edit.file))?.version ?? null;
      const own = edit.edits.map((one) => ({
        range: toRange(lines, one.range),
        newText: one.newText,
        annotationId: annotationOf(edit, one, migration, live),
      }));
      return [{ textDocument: { uri, version }, edits: own }];
    }
  }
}
