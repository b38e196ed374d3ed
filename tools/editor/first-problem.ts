import * as vscode from "vscode";

/**
 * The code of a small extension that `npm start` installs next to Docwright. Opens the documentation of the problem on
 * the selected line beside the file, as soon as Docwright reports the problem.
 */
export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  // After a reload, the documentation is already open, or the developer has closed it.
  if (tabs.length !== 1) return;
  const listener = vscode.languages.onDidChangeDiagnostics(() => void show());
  subscriptions.push(listener);
  const show = async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const code = editor && ruleAtCursor(editor);
    if (!editor || code === undefined) return;
    listener.dispose();
    const page = vscode.Uri.from({ scheme: "docwright-rule", path: `/${code}.md` });
    const shown = new Promise<void>((resolve) => {
      subscriptions.push(
        vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.length > 0 && resolve()),
      );
    });
    await vscode.commands.executeCommand("markdown.showPreviewToSide", page);
    // The preview takes the focus when its tab opens.
    await shown;
    await vscode.window.showTextDocument(editor.document, { viewColumn: vscode.ViewColumn.One });
  };
  void show();
}

function ruleAtCursor({ document, selection }: vscode.TextEditor): string | undefined {
  const problem = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ source, range }) => source === "docwright" && range.contains(selection.active));
  const code = typeof problem?.code === "object" ? problem.code.value : problem?.code;
  return code?.toString();
}
