import * as vscode from "vscode";
import { until } from "./until.ts";

/** Returns the URI of a file in the open site. */
export function siteFile(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error("The editor has no open folder.");
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Opens a file in an editor in the same way as an author. */
export async function openFile(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(siteFile(path)));
}

/** Returns Docwright's diagnostics for a file, which the Problems view shows. */
export function problemsOf(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === "docwright");
}

/** Returns the code of the rule. VS Code stores the code as text or together with a link. */
export function codeOf(diagnostic: vscode.Diagnostic): string {
  return String(typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code);
}

/** Waits until this rule reports a problem at `text` in the file. */
export function untilProblem(document: vscode.TextDocument, code: string, text: string): Promise<vscode.Diagnostic> {
  return until(`${code} on ${text}`, () => findProblem(document, code, text), {
    describe: () => describeProblems(document),
  });
}

/** Waits until this rule no longer reports a problem at `text`. */
export async function untilNoProblem(document: vscode.TextDocument, code: string, text: string): Promise<void> {
  await until(`no ${code} on ${text}`, () => !findProblem(document, code, text), {
    describe: () => describeProblems(document),
  });
}

function findProblem(document: vscode.TextDocument, code: string, text: string): vscode.Diagnostic | undefined {
  return problemsOf(document.uri).find(
    (found) => codeOf(found) === code && document.getText(found.range).includes(text),
  );
}

function describeProblems(document: vscode.TextDocument): string {
  const seen = problemsOf(document.uri).map((found) => `${codeOf(found)} on ${document.getText(found.range)}`);
  return `Seen: ${seen.join("; ") || "nothing"}.`;
}

/** Returns the quick fixes at this position, including their edits. */
export async function fixesAt(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  const mostResolved = 20;
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    mostResolved,
  );
}

/** Replaces the only occurrence of `before`. */
export async function replaceText(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const start = document.getText().indexOf(before);
  if (start < 0) throw new Error(`${document.fileName} doesn't contain ${before}.`);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + before.length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, after);
  await vscode.workspace.applyEdit(edit);
}

/**
 * Discards all unsaved changes in the workspace. The command reverts the active editor, so each changed document is
 * activated in its own column first. Other files are left alone, because VS Code itself edits its settings file in a
 * document, which it saves at once.
 */
export async function revertChanges(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty || !vscode.workspace.getWorkspaceFolder(document.uri)) continue;
    await until(`${document.fileName} without changes`, async () => {
      await vscode.window.showTextDocument(document, columnOf(document));
      await vscode.commands.executeCommand("workbench.action.files.revert");
      return !document.isDirty;
    });
  }
}

function columnOf(document: vscode.TextDocument): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString()),
  );
  return group?.viewColumn ?? vscode.ViewColumn.One;
}
