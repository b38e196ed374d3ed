import * as vscode from "vscode";
import type { LanguageServer } from "../language-client.ts";

/** URI of the folder of the only site, or of the one that the person chooses; undefined when there is none. */
export async function chooseSite(server: LanguageServer, title: string): Promise<string | undefined> {
  const sites = (await server.report()).map(({ status }) => status);
  const [only] = sites;
  if (sites.length < 2) return only?.root;
  const chosen = await vscode.window.showQuickPick(
    sites.map(({ name, root }) => ({ label: name, description: vscode.Uri.parse(root).fsPath, root })),
    { title },
  );
  return chosen?.root;
}
