import * as vscode from "vscode";

/**
 * The code of a small extension that `npm start` installs next to Docwright. It opens the documentation for the problem
 * at the cursor beside the file as soon as Docwright reports the problem. It ignores other files and does nothing after
 * the developer has moved the cursor.
 */
export function activate({ extension, subscriptions, workspaceState }: vscode.ExtensionContext): void {
  const { file } = extension.packageJSON as { readonly file: string };
  const isShown = "isShown";
  // After a reload, the documentation is already open, or the developer has closed it.
  if (workspaceState.get(isShown)) return;
  const show = async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const code = editor?.document.uri.fsPath === file ? findRuleAtCursor(editor) : undefined;
    if (!editor || code === undefined) return;
    stop();
    await workspaceState.update(isShown, true);
    const page = vscode.Uri.from({ scheme: "docwright-rule", path: `/${code}.md` });
    const whenShown = new Promise<void>((resolve) => {
      subscriptions.push(vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.length > 0 && resolve()));
    });
    await vscode.commands.executeCommand("markdown.showPreviewToSide", page);
    // The preview takes focus when its tab opens.
    await whenShown;
    await vscode.window.showTextDocument(editor.document, { viewColumn: vscode.ViewColumn.One });
  };
  const listeners = [
    vscode.languages.onDidChangeDiagnostics(() => void show()),
    // The kind is undefined if the editor itself selects the line when it opens the file.
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && stop()),
  ];
  const stop = (): void => listeners.forEach((listener) => void listener.dispose());
  subscriptions.push({ dispose: stop });
  void show();
}

function findRuleAtCursor({ document, selection }: vscode.TextEditor): string | undefined {
  const problem = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ source, range }) => source === "docwright" && range.contains(selection.active));
  const code = typeof problem?.code === "object" ? problem.code.value : problem?.code;
  return code?.toString();
}
