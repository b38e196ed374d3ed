import * as vscode from "vscode";
import {
  upgradeSettings as request,
  type UpgradedSettings,
} from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";

/**
 * Implements `docwright.upgradeSettings`: reports which settings of a mint.json can't be converted, and shows the
 * docs.json with the others in place of mint.json. Writes nothing before the user confirms.
 */
export async function upgradeSettings(server: LanguageServer, given: unknown): Promise<void> {
  const uri = typeof given === "string" ? vscode.Uri.parse(given) : await chooseFile(given);
  if (!uri) return;
  const upgraded = await server.request(request, { uri: uri.toString() });
  if (!upgraded) return;
  if (!upgraded.ok) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't upgrade mint.json. {0}", upgraded.reason));
    return;
  }
  const edit = await server.toEdit(upgraded.edit);
  if (!edit) return;
  const content = reportText(upgraded);
  const report = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(report, { preview: false });
  offerReport(edit, vscode.Uri.joinPath(uri, "../docwright-upgrade.txt"), content);
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

async function chooseFile(given: unknown): Promise<vscode.Uri | undefined> {
  if (given instanceof vscode.Uri) return given;
  const found = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**", 100);
  if (found.length < 2) {
    if (found.length === 0)
      void vscode.window.showInformationMessage(vscode.l10n.t("No open folder contains a mint.json."));
    return found[0];
  }
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const title = vscode.l10n.t("Upgrade mint.json to docs.json");
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}

/** The editor previews edits only if at least one needs confirmation, and this one always does. */
function offerReport(edit: vscode.WorkspaceEdit, file: vscode.Uri, content: string): void {
  edit.createFile(
    file,
    { overwrite: true, contents: new TextEncoder().encode(content) },
    {
      needsConfirmation: true,
      label: vscode.l10n.t("Save the report"),
      description: vscode.l10n.t("As a file next to docs.json"),
    },
  );
}

function reportText({ isNew, taken, left }: Extract<UpgradedSettings, { ok: true }>): string {
  const list = (items: readonly string[]) => (items.length === 0 ? [] : [...items, ""]);
  const next = isNew
    ? vscode.l10n.t(
        "No files have been changed yet. Refactor Preview shows the new docs.json and the deletion of mint.json. To apply both, choose Apply.",
      )
    : vscode.l10n.t(
        "No files have been changed yet. The service already uses docs.json, so its settings are kept. In Refactor Preview, select the settings to copy, and then choose Apply. mint.json is deleted.",
      );
  return [
    `# ${vscode.l10n.t("Upgrade from mint.json to docs.json")}`,
    "",
    next,
    "",
    `## ${vscode.l10n.t("Converted settings: {0}", taken.length)}`,
    "",
    ...list(taken.map((key) => `- \`${key}\``)),
    `## ${vscode.l10n.t("Settings that couldn't be converted: {0}", left.length)}`,
    "",
    ...list(left.map(({ path, reason }) => `- \`${path}\`: ${reason}`)),
  ].join("\n");
}
