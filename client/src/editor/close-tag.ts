import * as vscode from "vscode";
import { closeTag, type CloseTag } from "../../../server/src/protocol/close-tag.ts";
import type { LanguageServer } from "../language-client.ts";
import { readEditorSettings } from "./settings.ts";

/** Writes the closing tag behind the `>` that a person has typed in a page, unless the setting says otherwise. */
export function closeTypedTags(server: LanguageServer): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument((event) => void closeTypedTag(server, event));
}

/** Milliseconds. */
const pause = 40;

async function closeTypedTag(
  server: LanguageServer,
  { document, contentChanges, reason }: vscode.TextDocumentChangeEvent,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const [change, ...others] = contentChanges;
  if (editor?.document !== document || document.languageId !== "mdx" || !change || others.length > 0) return;
  // An undone change is no typing; neither is a text that is put in.
  if (reason !== undefined || change.text !== ">" || !readEditorSettings().closesTags) return;
  const { version } = document;
  // The server is told of the change by then, and whoever types on is left alone.
  await new Promise((resolve) => setTimeout(resolve, pause));
  if (document.version !== version) return;
  const position = change.range.start.translate(0, 1);
  const request: CloseTag = {
    textDocument: { uri: document.uri.toString() },
    position: { line: position.line, character: position.character },
  };
  const closed = await server.request(closeTag, request);
  const isAsBefore = document.version === version && vscode.window.activeTextEditor === editor;
  if (!closed || !isAsBefore || !editor.selection.active.isEqual(position)) return;
  const snippet = new vscode.SnippetString().appendTabstop(0).appendText(closed.text);
  await editor.insertSnippet(snippet, position, { undoStopBefore: false, undoStopAfter: true });
}
