import * as vscode from "vscode";
import {
  addRedirects,
  type MovedFilesEdit,
  moveFiles,
  type MoveFilesParams,
  movesToRepair,
  type MovesToRepair,
  type PlannedRedirect,
  type RedirectChoice,
} from "../../../server/src/protocol/refactoring.ts";
import { formatNumber, formatFirstItems, findFileSite } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";
import type { MoveSummary, RedirectOffer } from "./move-summary.ts";
import {
  applyAndSave,
  queueEdit,
  formatRedirects,
  needsConfirmation,
  requirePreview,
  warnOfManualRedirects,
  showReferenceWarning,
} from "./planned-edits.ts";

type DefinitionTarget = vscode.Location | vscode.LocationLink;

/**
 * Returns the page to which the text at the cursor refers, such as an entry in the navigation. Returns undefined if the
 * text doesn't refer to a page.
 */
export async function findPageAtCursor({ document, selection }: vscode.TextEditor): Promise<vscode.Uri | undefined> {
  const targets =
    (await vscode.commands.executeCommand<readonly DefinitionTarget[] | undefined>(
      "vscode.executeDefinitionProvider",
      document.uri,
      selection.active,
    )) ?? [];
  return targets
    .map((target) => ("targetUri" in target ? target.targetUri : target.uri))
    .find(({ path }) => /\.mdx?$/i.test(path));
}

/**
 * Implements `docwright.movePage`, which prompts for the new path of a page, folder, or file, moves it, and updates all
 * references in a single edit. In docs.json, the command applies to the page at the cursor. The user must confirm
 * redirects before anything is written. If the site is published, the redirects are initially selected.
 */
export async function movePage(server: LanguageServer, summary: MoveSummary, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await findFileToMove();
  if (uri?.path.endsWith("/docs.json") === true) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("To move a page from docs.json, place the cursor on its navigation entry."),
    );
    return;
  }
  const root = uri && findFileSite(await server.getSites(), uri.toString())?.root;
  if (!uri || root === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("To move a page, open it or select it in the Explorer."));
    return;
  }
  const path = vscode.workspace.asRelativePath(uri, false);
  const pathInSite = decodeURIComponent(uri.toString().slice(root.length + 1));
  const isPage = /\.mdx?$/.test(pathInSite);
  const currentPath = isPage ? pathInSite.replace(/\.mdx?$/, "") : pathInSite;
  const nameStart = currentPath.lastIndexOf("/") + 1;
  const newPath = await vscode.window.showInputBox({
    title: vscode.l10n.t("Move {0}", path),
    prompt: vscode.l10n.t(
      "New path, relative to the folder that contains docs.json. Links, navigation, and imports are updated.",
    ),
    value: currentPath,
    valueSelection: [nameStart, currentPath.length],
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a path.") : undefined),
  });
  if (newPath === undefined || newPath.trim() === currentPath) return;
  const params: MoveFilesParams = { uri: uri.toString(), to: newPath, movesCounterparts: true };
  const plannedMove = await queueEdit(async () => {
    const move = await planFileMove(server, params);
    const canAddRedirects = move?.movedFilesEdit.isPublished === true && move.movedFilesEdit.redirects.length > 0;
    return (
      move && {
        ...move,
        waitForEnd: canAddRedirects ? undefined : await applyMove(move, "confirm", summary, undefined),
      }
    );
  });
  if (!plannedMove) return;
  if (plannedMove.waitForEnd) return plannedMove.waitForEnd();
  const redirectChoice = await chooseRedirects(currentPath, newPath.trim(), plannedMove);
  if (redirectChoice === undefined) return;
  const reviewsEdits = redirectChoice === "confirm";
  const redirectOffer = reviewsEdits
    ? createRedirectOffer(server, root, plannedMove.movedFilesEdit.redirects)
    : undefined;
  // The edit depends on the content of files, which may have changed while the prompt was open.
  const finishMove = await queueEdit(async () => {
    // VS Code doesn't initially select changes that need confirmation, so the redirects themselves must not need it.
    const move = await planFileMove(server, { ...params, redirects: reviewsEdits ? "add" : redirectChoice });
    if (!move) return undefined;
    const configUri = vscode.Uri.joinPath(vscode.Uri.parse(root), "docs.json");
    if (reviewsEdits) await requirePreview(move.edit, configUri, vscode.l10n.t("Preview"));
    return applyMove(move, redirectChoice, summary, redirectOffer);
  });
  await finishMove?.();
}

interface PlannedMove {
  readonly movedFilesEdit: Extract<MovedFilesEdit, { readonly ok: true }>;
  readonly edit: vscode.WorkspaceEdit;
}

/**
 * Applies the edit for a move, and returns a function that shows its summary. If the author reviews the edit first,
 * other edits don't wait for the author.
 */
async function applyMove(
  { edit, movedFilesEdit }: PlannedMove,
  redirectChoice: RedirectChoice,
  summary: MoveSummary,
  redirectOffer: RedirectOffer | undefined,
): Promise<() => Promise<void>> {
  const hasReviewedRedirects = redirectChoice === "confirm" && movedFilesEdit.redirects.length > 0;
  const facts = {
    updatedCount: edit.entries().length,
    redirectCount: redirectChoice === "add" ? movedFilesEdit.redirects.length : 0,
    manualRedirects: formatRedirects(movedFilesEdit.manualRedirects),
  };
  const applyResult = summary.apply(edit);
  if (!hasReviewedRedirects && !needsConfirmation(movedFilesEdit.edit)) await applyResult;
  return async () => {
    if (!(await applyResult)) return;
    const { remainingLocations, remainingCount } = movedFilesEdit;
    const renamedFiles = listRenamedFiles(movedFilesEdit.edit);
    await summary.show(renamedFiles, hasReviewedRedirects ? undefined : facts, remainingLocations, {
      offer: redirectOffer,
      remainingCount,
    });
  };
}

/** Returns an offer to add the redirects that are still missing when the offer is made or accepted. */
function createRedirectOffer(
  server: LanguageServer,
  root: string,
  redirects: readonly PlannedRedirect[],
): RedirectOffer {
  const findMissingRedirects = () => server.request(addRedirects, { root, redirects });
  return {
    count: async () => {
      const response = await findMissingRedirects();
      return response?.ok ? response.redirects.length : 0;
    },
    add: () =>
      queueEdit(async () => {
        const response = await findMissingRedirects();
        if (!response?.ok) return applyAndSave(server, response);
        return response.edit ? applyAndSave(server, { ok: true, edit: response.edit }) : false;
      }),
  };
}

/** Requests the edit for a move. Shows the reason and returns undefined if there's no edit. */
async function planFileMove(server: LanguageServer, params: MoveFilesParams): Promise<PlannedMove | undefined> {
  const movedFilesEdit = await server.request(moveFiles, params);
  if (!movedFilesEdit) return undefined;
  if (!movedFilesEdit.ok) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was moved. {0}", movedFilesEdit.reason));
    return undefined;
  }
  const edit = await server.toEdit(movedFilesEdit.edit);
  return edit && { movedFilesEdit, edit };
}

/** Prompts the user to choose the redirects for a published site, or to see all edits first. */
async function chooseRedirects(
  oldPath: string,
  newPath: string,
  { movedFilesEdit: { redirects }, edit }: PlannedMove,
): Promise<RedirectChoice | undefined> {
  const moveButton = vscode.l10n.t("Move");
  const moveWithoutRedirectsButton = vscode.l10n.t("Move Without Redirects");
  const showButton = vscode.l10n.t("Show Edits");
  const fileCount = edit.entries().length;
  const detail = [
    fileCount === 1
      ? vscode.l10n.t("References in 1 file will be updated.")
      : vscode.l10n.t("References in {0} files will be updated.", formatNumber(fileCount)),
    vscode.l10n.t("Readers may still use the old URLs, so these redirects will be added:"),
    ...formatRedirects(redirects),
  ].join("\n");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("Move {0} to {1}?", oldPath, newPath),
    { modal: true, detail },
    moveButton,
    moveWithoutRedirectsButton,
    showButton,
  );
  if (choice === moveButton) return "add";
  if (choice === moveWithoutRedirectsButton) return "omit";
  return choice === showButton ? "confirm" : undefined;
}

function listRenamedFiles({ documentChanges = [] }: PlannedMove["movedFilesEdit"]["edit"]) {
  return documentChanges.flatMap((change) =>
    "kind" in change && change.kind === "rename"
      ? [{ oldUri: vscode.Uri.parse(change.oldUri), newUri: vscode.Uri.parse(change.newUri) }]
      : [],
  );
}

/**
 * Returns the page at the cursor if the editor contains a configuration file. Otherwise, returns the file in the
 * editor.
 */
async function findFileToMove(): Promise<vscode.Uri | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const page = /\.json$/i.test(editor.document.uri.path) ? await findPageAtCursor(editor) : undefined;
  return page ?? editor.document.uri;
}

/**
 * Implements `docwright.repairMoves`, which finds the files that have been moved outside the editor since the last
 * commit, and shows an edit that updates all references to them. Doesn't write anything before the user confirms.
 */
export async function repairMoves(server: LanguageServer): Promise<void> {
  const sitesToRepair = await findMoves(server);
  if (!sitesToRepair) return;
  if (sitesToRepair.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No site files have been moved since the last commit."));
    return;
  }
  for (const {
    root,
    name,
    moves,
    edit: workspaceEdit,
    manualRedirects,
    remainingLocations,
    remainingCount,
    reason,
  } of sitesToRepair) {
    const edit = await server.toEdit(workspaceEdit);
    if (reason !== undefined) {
      void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't fix the references in {0}. {1}", name, reason));
      continue;
    }
    if (!edit || edit.size === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("{0}: references to the moved files are already up to date.", name),
      );
      warnOfManualRedirects(manualRedirects);
      void showReferenceWarning(remainingLocations, remainingCount);
      continue;
    }
    const moveLines = formatFirstItems(moves, ({ from, to }) => `${from} → ${to}`);
    const showButton = vscode.l10n.t("Show Edits");
    const message =
      moves.length === 1
        ? vscode.l10n.t("{0}: a file was moved outside VS Code.", name)
        : vscode.l10n.t("{0}: {1} files were moved outside VS Code.", name, formatNumber(moves.length));
    const hint = vscode.l10n.t(
      "The navigation, links, or imports still point to the old location and can be updated. You can review every edit before it's applied.",
    );
    const detail = [...moveLines, "", hint].join("\n");
    const choice = await vscode.window.showInformationMessage(message, { modal: true, detail }, showButton);
    if (choice !== showButton) continue;
    await repairSiteMoves(root, server);
  }
}

/**
 * Shows the edit for the files that have been moved in a site. Files may have changed since the author was prompted. If
 * the author reviews the edit first, other edits don't wait for the author.
 */
async function repairSiteMoves(root: string, server: LanguageServer): Promise<void> {
  const repairResult = await queueEdit(async () => {
    const remainingMoves = (await findMoves(server))?.find((moves) => moves.root === root);
    const currentEdit = await server.toEdit(remainingMoves?.edit);
    const result = currentEdit && vscode.workspace.applyEdit(currentEdit, { isRefactoring: true });
    if (remainingMoves?.edit && !needsConfirmation(remainingMoves.edit)) await result;
    return { now: remainingMoves, applied: { result } };
  });
  if (!(await repairResult.applied.result)) return;
  warnOfManualRedirects(repairResult.now?.manualRedirects);
  void showReferenceWarning(repairResult.now?.remainingLocations, repairResult.now?.remainingCount);
}

async function findMoves(server: LanguageServer): Promise<MovesToRepair[] | undefined> {
  const title = vscode.l10n.t("Looking for moved files…");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => server.requestWithoutParams(movesToRepair, token));
}
