import * as vscode from "vscode";
import type { LspRange } from "../../../server/src/protocol/site.ts";
import type { LanguageServer } from "../language-client.ts";

/** Returns the innermost site that contains a file. `uri` is the URI of the file. */
export function findFileSite<Site extends { readonly root: string }>(
  sites: readonly Site[],
  uri: string,
): Site | undefined {
  const containingSites = sites.filter(({ root }) => uri.startsWith(`${root}/`));
  return containingSites.sort((a, b) => b.root.length - a.root.length)[0];
}

/**
 * Returns the folder URI of the site. If there are several sites, prompts the user to choose one. Returns undefined if
 * there are no sites or the user cancels.
 */
export async function chooseSite(server: Pick<LanguageServer, "getSites">, title: string): Promise<string | undefined> {
  const sites = await server.getSites();
  const [onlySite] = sites;
  if (sites.length < 2) return onlySite?.root;
  const item = await vscode.window.showQuickPick(
    sites.map(({ name, root }) => ({ label: name, description: vscode.Uri.parse(root).fsPath, root })),
    { title },
  );
  return item?.root;
}

/** The files in a site that Docwright checks. */
export const siteFiles = { scheme: "file", pattern: "**/*.{md,mdx,json,yaml,yml}" } as const;

/** Shows a status bar message for four seconds after a file was saved, because the editor doesn't show one itself. */
export function showSavedMessage(target: vscode.Uri): void {
  vscode.window.setStatusBarMessage(vscode.l10n.t("Saved {0}", vscode.workspace.asRelativePath(target, false)), 4000);
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
  const safeName = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, safeName) }),
    ...options,
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    showSavedMessage(target);
  } catch {
    void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't save the file. Choose another location."));
  }
}

/** Whether a file or folder exists. Returns false if permission is denied. */
export async function hasFile(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/**
 * Opens a URL in the user's default application. Returns false if that fails. The URL is passed as a string, because VS
 * Code opens strings unchanged. A `Uri` doesn't preserve which characters were encoded, so it would break a URL that is
 * part of another URL, such as the redirect URL of a sign-in.
 */
export async function openExternalUrl(url: string): Promise<boolean> {
  const externalUrl = await getExternalUrl(url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- VS Code also accepts a string
  return vscode.env.openExternal(externalUrl as unknown as vscode.Uri);
}

/**
 * Returns the URL at which a browser can access a port on this machine. The host or port is different if the editor's
 * window is on another machine. VS Code converts the URL only if it's passed as a `Uri`.
 */
async function getExternalUrl(url: string): Promise<string> {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { origin, pathname, search, hash } = new URL(url);
  const localUri = vscode.Uri.parse(origin + pathname, true);
  const externalUri = await vscode.env.asExternalUri(localUri);
  return externalUri.authority === localUri.authority ? url : externalUri.toString(true) + search + hash;
}

/**
 * Returns the URI of the file in the active editor. While the file is being opened, the editor isn't available yet, so
 * the URI comes from the editor's tab.
 */
export function getActiveFile(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri ?? (input instanceof vscode.TabInputText ? input.uri : undefined))?.toString();
}

/** Converts an LSP range to a VS Code range. */
export function toEditorRange({ start, end }: LspRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/**
 * Breaks links in text from a site or server so that the text can be shown in a notification. Notifications turn
 * `[text](https://…)` into links and `[text](command:…)` into buttons, regardless of where the text comes from.
 */
export function removeLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

/** Returns the first items as text, followed by the number of remaining items, such as `and 4 more`. */
export function formatFirstItems<Item>(items: readonly Item[], format: (item: Item) => string, maxItems = 3): string[] {
  const formattedItems = items.slice(0, maxItems).map(format);
  const hiddenCount = items.length - formattedItems.length;
  return hiddenCount > 0
    ? [...formattedItems, vscode.l10n.t("and {0} more", formatNumber(hiddenCount))]
    : formattedItems;
}

/** Formats a number in VS Code's display language, such as `5,000` in English. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(vscode.env.language).format(value);
}
