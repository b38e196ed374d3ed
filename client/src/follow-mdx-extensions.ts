import * as vscode from "vscode";
import { hostChanged } from "../../server/src/protocol/site.ts";
import { hostOptions } from "./initialization-options.ts";
import type { LanguageServer } from "./language-client.ts";
import { settingsSection } from "./settings.ts";

/** Tells the server whenever another extension for MDX comes or goes, or the person decides otherwise. */
export function followMdxExtensions(server: Pick<LanguageServer, "notify">): vscode.Disposable {
  let told = JSON.stringify(hostOptions());
  const tell = (): void => {
    const host = hostOptions();
    if (told === JSON.stringify(host)) return;
    told = JSON.stringify(host);
    server.notify(hostChanged, { host });
  };
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(tell),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.mdxExtension`)) tell();
    }),
  );
}
