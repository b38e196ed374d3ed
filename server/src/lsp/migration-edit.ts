import { join } from "node:path";
import type {
  ChangeAnnotation,
  DeleteFile,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import type { Migration } from "../core/site/migration/migration.ts";
import type { SiteEdit } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./diagnostic.ts";
import type { Session } from "./session.ts";

/** What a person can agree to or not, one by one. */
const annotations = {
  specifications: {
    label: "Extend the specifications",
    description: "What pages say and specifications do not",
  },
  config: { label: "List operations in docs.json", description: "In place of pages, with redirects" },
  links: { label: "Update links", description: "To addresses that change" },
  pages: { label: "Delete pages", description: "Their operations make them" },
} as const;

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
    changeAnnotations: Object.fromEntries(
      Object.entries(annotations).map(([id, words]): [string, ChangeAnnotation] => [
        id,
        { ...words, needsConfirmation: true },
      ]),
    ),
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

function annotationOf({ kind, file }: SiteEdit, { current }: LiveSite): keyof typeof annotations {
  if (kind === "delete") return "pages";
  if (current?.site.specs.has(file)) return "specifications";
  return current?.site.config.files.some(({ path }) => path === file) ? "config" : "links";
}
