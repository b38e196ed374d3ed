import * as vscode from "vscode";
import type { OpenPlayground } from "./open-playground.ts";

/** `docwright.forgetPlaygroundConsents`: lets the person take back where requests may go without being asked about. */
export async function forgetConsents(desk: OpenPlayground["desk"]): Promise<void> {
  const { consents } = desk.state();
  if (consents.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("There is no address that requests may always go to: you are asked each time."),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick([...consents], {
    canPickMany: true,
    title: vscode.l10n.t("Where the playground may always send requests"),
    placeHolder: vscode.l10n.t("Choose those to be asked about again"),
  });
  for (const origin of chosen ?? []) desk.forgetConsent(origin);
}
