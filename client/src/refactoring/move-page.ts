import * as vscode from "vscode";
import {
  moveFiles,
  type MoveFiles,
  movesToRepair,
  type MovesToRepair,
} from "../../../server/src/protocol/move-files.ts";
import type { LanguageServer } from "../language-client.ts";
import { pageAtCursor } from "./page-at-cursor.ts";

/**
 * Implements `docwright.movePage`: prompts for the new path of the page, folder, or file, and moves it and updates all
 * references in one edit. In docs.json, it's the page at the cursor. Redirects are shown for confirmation before anything is written.
 */
export async function movePage(server: LanguageServer, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : await openFile();
  if (uri && /\/docs\.json$/.test(uri.path)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Place the cursor on a page of the navigation in docs.json to move that page."),
    );
    return;
  }
  const root = uri && (await siteOf(server, uri));
  if (!uri || root === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Open a page of a site, or select one in the Explorer, to move it."),
    );
    return;
  }
  const path = vscode.workspace.asRelativePath(uri, false);
  const own = decodeURIComponent(uri.toString().slice(root.length + 1));
  const isPage = /\.mdx?$/.test(own);
  const name = isPage ? own.replace(/\.mdx?$/, "") : own;
  const start = name.lastIndexOf("/") + 1;
  const to = await vscode.window.showInputBox({
    title: vscode.l10n.t("Move {0}", path),
    prompt: vscode.l10n.t(
      "New path, relative to the folder that contains docs.json. Links, navigation, and imports are updated.",
    ),
    value: name,
    valueSelection: [start, name.length],
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a path.") : undefined),
  });
  if (to === undefined || to.trim() === name) return;
  const request: MoveFiles = { uri: uri.toString(), to, counterparts: true };
  const moved = await server.request(moveFiles, request);
  if (!moved) return;
  if (!moved.ok) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was moved. {0}", moved.reason));
    return;
  }
  const edit = await server.toEdit(moved.edit);
  const made = edit && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
  if (made && moved.left > 0)
    void vscode.window.showWarningMessage(
      moved.left === 1
        ? vscode.l10n.t("1 link couldn't be updated safely. See the Problems view.")
        : vscode.l10n.t("{0} links couldn't be updated safely. See the Problems view.", moved.left),
    );
}

/** Returns the page at the cursor of a configuration file, or else the file in the editor. */
async function openFile(): Promise<vscode.Uri | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const page = /\.json$/i.test(editor.document.uri.path) ? await pageAtCursor(editor) : undefined;
  return page ?? editor.document.uri;
}

/** Returns the innermost site that contains a file. */
async function siteOf(server: LanguageServer, uri: vscode.Uri): Promise<string | undefined> {
  const roots = (await server.report()).map(({ status }) => status.root);
  const own = roots.filter((root) => uri.toString().startsWith(`${root}/`));
  return own.sort((a, b) => b.length - a.length)[0];
}

const maxNamed = 3;

/**
 * Implements `docwright.repairMoves`: finds files that were moved outside the editor since the last commit, and shows
 * the edit that updates all references. Writes nothing before the user confirms.
 */
export async function repairMoves(server: LanguageServer): Promise<void> {
  const found = await findMoves(server);
  if (!found) return;
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Git shows no files of a site that were moved since the last commit."),
    );
    return;
  }
  for (const { root, name, moves, edit: sent, reason } of found) {
    const edit = await server.toEdit(sent);
    if (reason !== undefined) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t("Couldn't fix the references in {0}. {1}", name, reason),
      );
      continue;
    }
    if (!edit || edit.size === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("{0}: references to the moved files are already up to date.", name),
      );
      continue;
    }
    const named = moves.slice(0, maxNamed).map(({ from, to }) => `${from} → ${to}`);
    const more = moves.length > maxNamed ? [vscode.l10n.t("and {0} more", moves.length - maxNamed)] : [];
    const show = vscode.l10n.t("Show Edits");
    const what =
      moves.length === 1
        ? vscode.l10n.t("{0}: a file was moved outside VS Code.", name)
        : vscode.l10n.t("{0}: {1} files were moved outside VS Code.", name, moves.length);
    const offer = vscode.l10n.t(
      "The navigation, links, or imports still point to the old location and can be updated. You can review every edit before it's applied.",
    );
    const detail = [...named, ...more, "", offer].join("\n");
    const choice = await vscode.window.showInformationMessage(what, { modal: true, detail }, show);
    if (choice !== show) continue;
    // Files may have changed while the prompt was open, and the edit depends on their texts.
    const now = (await findMoves(server))?.find((one) => one.root === root);
    const current = await server.toEdit(now?.edit);
    if (current) await vscode.workspace.applyEdit(current, { isRefactoring: true });
  }
}

async function findMoves(server: LanguageServer): Promise<MovesToRepair[] | undefined> {
  const title = vscode.l10n.t("Looking for moved files");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) =>
    server.requestWithoutParams(movesToRepair, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
}
