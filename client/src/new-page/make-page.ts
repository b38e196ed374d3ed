import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import type { NewPageEdit } from "../../../server/src/protocol/new-page.ts";
import type { LanguageServer } from "../language-client.ts";
import { isThere } from "../is-there.ts";

/**
 * Makes a page and its entry as one edit, with the caret at the first placeholder. Placeholders come alive only in the
 * editor that is in front as the edit begins, so the file is made empty and shown first; the edit makes it anew, so that
 * to undo the edit takes the file away too.
 */
export async function makePage(
  server: LanguageServer,
  made: Extract<NewPageEdit, { ok: true }>,
): Promise<void> {
  const uri = vscode.Uri.parse(made.uri);
  const edit = await server.toEdit(withoutText(made.edit, made.uri));
  if (!edit) return;
  edit.set(uri, [
    vscode.SnippetTextEdit.insert(new vscode.Position(0, 0), new vscode.SnippetString(made.snippet)),
  ]);
  // What came there meanwhile, by a pull, is somebody's.
  if (await isThere(uri)) return void vscode.window.showErrorMessage(changed());
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  await vscode.window.showTextDocument(uri, { preview: false });
  if (await vscode.workspace.applyEdit(edit)) return;
  await vscode.workspace.fs.delete(uri);
  void vscode.window.showErrorMessage(changed());
}

function changed(): string {
  return vscode.l10n.t("No page was made, as a file has changed meanwhile. Try again.");
}

/** The edit with the page made over the empty file, and without the text that comes as a snippet. */
function withoutText({ documentChanges = [], ...edit }: WorkspaceEdit, page: string): WorkspaceEdit {
  return {
    ...edit,
    documentChanges: documentChanges
      .filter((change) => !("textDocument" in change && change.textDocument.uri === page))
      .map((change) =>
        "kind" in change && change.kind === "create" && change.uri === page
          ? { ...change, options: { overwrite: true } }
          : change,
      ),
  };
}
