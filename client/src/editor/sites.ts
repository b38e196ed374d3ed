import * as vscode from "vscode";
import type { LanguageServer } from "../language-client.ts";

/** Returns the innermost site that contains a file. `uri` is the file's URI. */
export function siteOfFile<Site extends { readonly root: string }>(
  sites: readonly Site[],
  uri: string,
): Site | undefined {
  const own = sites.filter(({ root }) => uri.startsWith(`${root}/`));
  return own.sort((a, b) => b.root.length - a.root.length)[0];
}

/** Returns the folder URI of the only site, or of the one that the user chooses. Returns undefined if there is none. */
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
