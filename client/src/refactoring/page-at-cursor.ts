import * as vscode from "vscode";

type Target = vscode.Location | vscode.LocationLink;

/** Returns the page that the text at the cursor refers to, such as an entry of the navigation, if there is one. */
export async function pageAtCursor({
  document,
  selection,
}: vscode.TextEditor): Promise<vscode.Uri | undefined> {
  const targets =
    (await vscode.commands.executeCommand<readonly Target[] | undefined>(
      "vscode.executeDefinitionProvider",
      document.uri,
      selection.active,
    )) ?? [];
  return targets
    .map((target) => ("targetUri" in target ? target.targetUri : target.uri))
    .find(({ path }) => /\.mdx?$/i.test(path));
}
