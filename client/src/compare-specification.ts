import * as vscode from "vscode";
import {
  compareSpecification as asked,
  type CompareSpecification,
} from "../../server/src/protocol/specifications.ts";
import type { LanguageServer } from "./language-client.ts";
import { withoutLinks } from "./without-links.ts";

/** In bytes. */
const largestFile = 20_000_000;

/**
 * `docwright.compareSpecification`: what readers of the docs notice between the specification in the editor and the last
 * commit, or a file that the person picks, as a Markdown document with the draft of a changelog entry.
 */
export async function compareSpecification(server: LanguageServer, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (!uri) return;
  const lastCommit = vscode.l10n.t("The Last Commit");
  const file = vscode.l10n.t("A File…");
  const chosen = await vscode.window.showQuickPick([lastCommit, file], {
    title: vscode.l10n.t("Compare {0} With", vscode.workspace.asRelativePath(uri)),
  });
  if (chosen === undefined) return;
  const other = chosen === file ? await pickFile(uri) : undefined;
  if (chosen === file && !other) return;
  const title = vscode.l10n.t("Comparing specifications");
  const options = { location: vscode.ProgressLocation.Notification, title };
  const request = {
    uri: uri.toString(),
    date: new Date().toISOString().slice(0, 10),
    ...(other && { other }),
  };
  const compared = await vscode.window.withProgress(options, () => server.request(asked, request));
  if (!compared?.ok) {
    const reason = compared?.reason ?? vscode.l10n.t("The language server is not running.");
    void vscode.window.showErrorMessage(withoutLinks(reason));
    return;
  }
  const report = await vscode.workspace.openTextDocument({
    language: "markdown",
    content: compared.markdown,
  });
  await vscode.window.showTextDocument(report, { preview: false });
}

async function pickFile(beside: vscode.Uri): Promise<CompareSpecification["other"]> {
  const [picked] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.joinPath(beside, ".."),
      filters: { OpenAPI: ["json", "yaml", "yml"] },
      title: vscode.l10n.t("The Older Version"),
    })) ?? [];
  if (!picked) return undefined;
  const { size } = await vscode.workspace.fs.stat(picked);
  if (size > largestFile) {
    void vscode.window.showErrorMessage(vscode.l10n.t("The file is too large to be compared."));
    return undefined;
  }
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(picked));
  return { name: picked.path.slice(picked.path.lastIndexOf("/") + 1), text };
}
