import * as vscode from "vscode";

/** URI of the file in the editor in front, which as the window opens is known of its tab first. */
export function openPage(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri ?? (input instanceof vscode.TabInputText ? input.uri : undefined))?.toString();
}
