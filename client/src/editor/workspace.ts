import * as vscode from "vscode";
import type { LanguageServer } from "../language-client.ts";

/** Returns the innermost site that contains a file. `uri` is the URI of the file. */
export function siteOfFile<Site extends { readonly root: string }>(
  sites: readonly Site[],
  uri: string,
): Site | undefined {
  const own = sites.filter(({ root }) => uri.startsWith(`${root}/`));
  return own.sort((a, b) => b.root.length - a.root.length)[0];
}

/**
 * Returns the folder URI of the site. If there are several sites, prompts the user to choose one. Returns undefined if
 * there are no sites or the user cancels.
 */
export async function chooseSite(
  server: Pick<LanguageServer, "sites">,
  title: string,
): Promise<string | undefined> {
  const sites = await server.sites();
  const [only] = sites;
  if (sites.length < 2) return only?.root;
  const chosen = await vscode.window.showQuickPick(
    sites.map(({ name, root }) => ({ label: name, description: vscode.Uri.parse(root).fsPath, root })),
    { title },
  );
  return chosen?.root;
}

/** The files in a site that Docwright checks. */
export const siteFiles = { scheme: "file", pattern: "**/*.{md,mdx,json,yaml,yml}" } as const;

/** Shows a status bar message for four seconds after a file was saved, because the editor doesn't show one itself. */
export function reportSaved(target: vscode.Uri): void {
  vscode.window.setStatusBarMessage(
    vscode.l10n.t("Saved {0}", vscode.workspace.asRelativePath(target, false)),
    4000,
  );
}

/**
 * Writes text to a file that the user chooses, and reports the result. If `folder` is specified, the dialog suggests a
 * file named `name` in it. Characters in the name that some systems don't allow are replaced with hyphens.
 */
export async function saveText(
  text: string,
  name: string,
  folder: vscode.Uri | undefined,
  options: Omit<vscode.SaveDialogOptions, "defaultUri">,
): Promise<void> {
  const safe = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, safe) }),
    ...options,
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    reportSaved(target);
  } catch {
    void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't save the file. Choose another location."));
  }
}

/** Whether a file or folder exists. Returns false if permission is denied. */
export async function fileExists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
