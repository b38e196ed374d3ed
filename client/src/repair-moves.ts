import * as vscode from "vscode";
import { movesToRepair, type MovesToRepair } from "../../server/src/protocol/move-files.ts";
import type { LanguageServer } from "./language-client.ts";

const mostNamed = 3;

/**
 * `docwright.repairMoves`: finds what was moved outside of the editor since the last commit, and shows the edit that lets
 * everything follow. Nothing is written before the person has agreed to it.
 */
export async function repairMoves(server: LanguageServer): Promise<void> {
  const found = await findMoves(server);
  if (!found) return;
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No file of a site was moved since the last commit, as far as git can tell."),
    );
    return;
  }
  for (const { root, name, moves, edit: sent, reason } of found) {
    const edit = await server.toEdit(sent);
    if (reason !== undefined) {
      void vscode.window.showErrorMessage(vscode.l10n.t("{0} was not repaired. {1}", name, reason));
      continue;
    }
    if (!edit || edit.size === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("{0}: everything follows the files that were moved already.", name),
      );
      continue;
    }
    const named = moves.slice(0, mostNamed).map(({ from, to }) => `${from} → ${to}`);
    const more = moves.length > mostNamed ? [vscode.l10n.t("and {0} more", moves.length - mostNamed)] : [];
    const show = vscode.l10n.t("Show Edits");
    const what =
      moves.length === 1
        ? vscode.l10n.t("{0}: a file was moved outside of the editor.", name)
        : vscode.l10n.t("{0}: {1} files were moved outside of the editor.", name, moves.length);
    const offer = vscode.l10n.t(
      "The navigation, links or imports still name the old place and can follow. You see every edit before it is made.",
    );
    const detail = [...named, ...more, "", offer].join("\n");
    const choice = await vscode.window.showInformationMessage(what, { modal: true, detail }, show);
    if (choice !== show) continue;
    // Files may have changed while the question was open, and the edit is about their texts.
    const now = (await findMoves(server))?.find((one) => one.root === root);
    const current = await server.toEdit(now?.edit);
    if (current) await vscode.workspace.applyEdit(current, { isRefactoring: true });
  }
}

async function findMoves(server: LanguageServer): Promise<MovesToRepair[] | undefined> {
  const title = vscode.l10n.t("Looking for files that were moved");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) =>
    server.requestWithoutParams(movesToRepair, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
}
