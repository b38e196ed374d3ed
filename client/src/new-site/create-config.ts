import * as vscode from "vscode";
import { starterConfig } from "./starter-config.ts";

/** More files than these don't help: a navigation of thousands of pages needs sections that only an author can plan. */
const maxFiles = 5000;

/**
 * Implements `docwright.createConfig`: creates a docs.json whose navigation lists the pages of a folder, and opens it.
 * It never replaces a file, and a single undo removes the new one.
 */
export async function createConfig(): Promise<void> {
  const folder = await chooseFolder();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder.uri, "docs.json");
  if (await exists(uri)) {
    await vscode.window.showTextDocument(uri);
    return;
  }
  const pages = new vscode.RelativePattern(folder, "**/*.{md,mdx}");
  const found = await vscode.workspace.findFiles(pages, "**/node_modules/**", maxFiles);
  const prefix = `${folder.uri.path.replace(/\/$/, "")}/`;
  const paths = found.flatMap(({ path }) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(starterConfig(folder.name, paths)) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        "Couldn't create docs.json in {0}. Check whether you can write to this folder.",
        folder.name,
      ),
    );
    return;
  }
  await vscode.window.showTextDocument(uri);
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1)
    return vscode.window.showWorkspaceFolderPick({
      placeHolder: vscode.l10n.t("Select the folder that contains your pages"),
    });
  if (folders.length === 0) await vscode.commands.executeCommand("vscode.openFolder");
  return folders[0];
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
