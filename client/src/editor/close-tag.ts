import * as vscode from "vscode";
import { closeTag, type CloseTagParams } from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";
import { readEditorSettings } from "./settings.ts";

/**
 * Inserts the closing tag when the user types the `>` of an opening tag in a page. Does nothing if the setting is off.
 */
export function closeTypedTags(server: LanguageServer): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument((event) => void closeTypedTag(server, event));
}

/** The delay in milliseconds between typing `>` and sending the request. */
const delayMilliseconds = 40;

async function closeTypedTag(
  server: LanguageServer,
  { document, contentChanges, reason }: vscode.TextDocumentChangeEvent,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const [change, ...otherChanges] = contentChanges;
  if (editor?.document !== document || document.languageId !== "mdx" || !change || otherChanges.length > 0) return;
  // Undoing a change or pasting text doesn't count as typing.
  if (reason !== undefined || change.text !== ">" || !readEditorSettings().closesTags) return;
  const { version } = document;
  // By the end of the pause, the server has received the change. The pause also prevents this feature from interrupting
  // users who continue to type.
  await new Promise((resolve) => setTimeout(resolve, delayMilliseconds));
  if (document.version !== version) return;
  const position = change.range.start.translate(0, 1);
  const params: CloseTagParams = {
    textDocument: { uri: document.uri.toString() },
    position: { line: position.line, character: position.character },
  };
  const insertion = await server.request(closeTag, params);
  const isUnchanged = document.version === version && vscode.window.activeTextEditor === editor;
  if (!insertion || !isUnchanged || !editor.selection.active.isEqual(position)) return;
  const snippet = new vscode.SnippetString().appendTabstop(0).appendText(insertion.text);
  await editor.insertSnippet(snippet, position, { undoStopBefore: false, undoStopAfter: true });
}
