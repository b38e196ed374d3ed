import { join } from "node:path";
import type { CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { FileEdit } from "../core/text/text-edit.ts";
import type { SitePath } from "../core/text/text-range.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./diagnostic.ts";
import type { Session } from "./session.ts";

/** The edits in the form that the client understands; undefined when it understands none that will do. */
export function toWorkspaceEdit(
  edits: readonly FileEdit[],
  site: LiveSite,
  session: Session,
): WorkspaceEdit | undefined {
  const supported = session.client.workspace?.workspaceEdit;
  if (supported?.documentChanges) {
    const canCreate = supported.resourceOperations?.includes("create") ?? false;
    if (!canCreate && edits.some(({ kind }) => kind === "create")) return undefined;
    return { documentChanges: edits.flatMap((edit) => documentChanges(edit, site, session)) };
  }
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) {
    if (edit.kind === "create") return undefined;
    const uri = uriOf({ site, path: edit.file }, session);
    changes[uri] = [...(changes[uri] ?? []), ...textEdits(edit, site, session)];
  }
  return { changes };
}

function documentChanges(
  edit: FileEdit,
  site: LiveSite,
  session: Session,
): (CreateFile | TextDocumentEdit)[] {
  const uri = uriOf({ site, path: edit.file }, session);
  if (edit.kind === "create") {
    const start = { line: 0, character: 0 };
    return [
      { kind: "create", uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: edit.text }] },
    ];
  }
  const version = versionOf(edit.file, site, session);
  return [{ textDocument: { uri, version }, edits: textEdits(edit, site, session) }];
}

function textEdits(edit: Extract<FileEdit, { kind: "edit" }>, site: LiveSite, session: Session): TextEdit[] {
  const lines = session.lineMaps.of({ site, path: edit.file });
  return edit.edits.map(({ range, newText }) => ({ range: toRange(lines, range), newText }));
}

function versionOf(path: SitePath, site: LiveSite, { sites }: Session): number | null {
  return sites.openFile(join(site.root, path))?.version ?? null;
}
