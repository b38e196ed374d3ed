import type { WorkspaceEdit } from "vscode-languageserver/node";
import { oldFileDeleted } from "./move-annotations.ts";
import type { Session } from "./session.ts";

/** docs.json with this text beside a mint.json, which goes; undefined where the editor cannot do both. */
export function newConfigEdit(mintUri: string, text: string, session: Session): WorkspaceEdit | undefined {
  const supported = session.client.workspace?.workspaceEdit;
  const can = (kind: "create" | "delete") => supported?.resourceOperations?.includes(kind) ?? false;
  if (!supported?.documentChanges || !can("create") || !can("delete")) return undefined;
  const canAsk = supported.changeAnnotationSupport !== undefined;
  const uri = mintUri.replace(/[^/]+$/, "docs.json");
  const start = { line: 0, character: 0 };
  const deletion = { kind: "delete", uri: mintUri, options: { ignoreIfNotExists: true } } as const;
  return {
    documentChanges: [
      { kind: "create", uri, options: { overwrite: false, ignoreIfExists: false } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
      canAsk ? { ...deletion, annotationId: "old" } : deletion,
    ],
    ...(canAsk && { changeAnnotations: { old: oldFileDeleted } }),
  };
}
