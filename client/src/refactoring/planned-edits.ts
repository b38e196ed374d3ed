import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { Location, WorkspaceEdit } from "vscode-languageclient/node";
import {
  type HeadingToRename,
  type PlannedEdit,
  type PlannedRedirect,
  renameHeading as request,
} from "../../../server/src/protocol/refactoring.ts";
import { formatNumber, formatFirstItems, toEditorRange } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";

/** The maximum time in milliseconds that an edit delays the next one, even if the edit never settles. */
const maxDelay = 15_000;

let lastEdit: Promise<unknown> = Promise.resolve();

/**
 * Calls a function that plans and applies an edit after all earlier calls have finished. Another edit applied between
 * planning and applying would invalidate the ranges of the planned edit. The function must not wait for the user.
 */
export async function queueEdit<T>(edit: () => Promise<T>): Promise<T> {
  const result = lastEdit.then(edit);
  lastEdit = Promise.race([result.catch(() => undefined), pause(maxDelay)]);
  return result;
}

/** Whether VS Code shows the edit before it's applied, because the author has to confirm some of the changes. */
export function needsConfirmation({ changeAnnotations = {} }: WorkspaceEdit): boolean {
  return Object.values(changeAnnotations).some((annotation) => annotation.needsConfirmation === true);
}

/**
 * Plans an edit and applies it with `applyPlannedEdit` after all earlier edits have been applied. If the author reviews
 * the edit first, other edits don't wait for the author.
 */
export async function applyQueuedEdit(
  server: LanguageServer,
  plan: () => Promise<PlannedEdit | undefined>,
  apply: typeof applyPlannedEdit = applyPlannedEdit,
): Promise<boolean> {
  // A promise inside an object isn't awaited.
  const { applied } = await queueEdit(async () => {
    const edit = await plan();
    const result = apply(server, edit);
    if (!edit?.ok || !needsConfirmation(edit.edit)) await result;
    return { applied: result };
  });
  return applied;
}

/**
 * Applies an edit that the server has planned. The edit can be undone in one step. Changes that need confirmation are
 * shown first. If there isn't an edit, shows the reason. Returns true if the edit was applied.
 */
export async function applyPlannedEdit(server: LanguageServer, plannedEdit: PlannedEdit | undefined): Promise<boolean> {
  if (!plannedEdit) return false;
  if (!plannedEdit.ok) {
    void vscode.window.showWarningMessage(plannedEdit.reason);
    return false;
  }
  const edit = await server.toEdit(plannedEdit.edit);
  if (!edit || !(await vscode.workspace.applyEdit(edit, { isRefactoring: true }))) return false;
  warnOfManualRedirects(plannedEdit.manualRedirects);
  return true;
}

/** Warns about redirects that an edit doesn't add because docs.json has errors. */
export function warnOfManualRedirects(redirects: readonly PlannedRedirect[] = []): void {
  if (redirects.length > 0) void vscode.window.showWarningMessage(formatManualRedirects(formatRedirects(redirects)));
}

export function formatManualRedirects(redirects: readonly string[]): string {
  return vscode.l10n.t(
    "Couldn't add redirects because docs.json has errors. Add them manually: {0}.",
    redirects.join(", "),
  );
}

/** Returns the first redirects as text, followed by the number of remaining redirects. */
export function formatRedirects(redirects: readonly PlannedRedirect[]): string[] {
  return formatFirstItems(redirects, ({ source, destination }) => `${source} → ${destination}`);
}

/**
 * Applies an edit like `applyPlannedEdit`, but always shows all changes first. The changes are already selected.
 */
export async function previewPlannedEdit(
  server: Pick<LanguageServer, "toEdit">,
  plannedEdit: PlannedEdit | undefined,
  label: string,
): Promise<void> {
  if (!plannedEdit) return;
  if (!plannedEdit.ok) return void vscode.window.showWarningMessage(plannedEdit.reason);
  const edit = await server.toEdit(plannedEdit.edit);
  const [uri] = edit?.entries()[0] ?? [];
  if (!edit || !uri) return;
  await requirePreview(edit, uri, label);
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/**
 * Adds a change to the edit that needs confirmation but has no effect, so that VS Code shows all changes first. The
 * other changes are initially selected. `uri` is a file that the edit doesn't create or move.
 */
export async function requirePreview(edit: vscode.WorkspaceEdit, uri: vscode.Uri, label: string): Promise<void> {
  const { lineCount } = await vscode.workspace.openTextDocument(uri);
  edit.insert(uri, new vscode.Position(lineCount - 1, 0), "", { needsConfirmation: true, label });
}

/**
 * Applies an edit like `applyPlannedEdit`, and saves each file that had no unsaved changes, so VS Code doesn't open
 * editors for these files. VS Code itself saves files only if a refactoring changes several of them.
 */
export async function applyAndSave(server: LanguageServer, edit: PlannedEdit | undefined): Promise<boolean> {
  const unsavedUris = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()),
  );
  if (!(await applyPlannedEdit(server, edit))) return false;
  const isAutoSave = vscode.workspace.getConfiguration("files").get<boolean>("refactoring.autoSave") !== false;
  if (!isAutoSave || !edit?.ok) return true;
  const changedUris = listChangedUris(edit.edit);
  for (const document of vscode.workspace.textDocuments) {
    const uri = document.uri.toString();
    if (document.isDirty && changedUris.has(uri) && !unsavedUris.has(uri)) await document.save();
  }
  return true;
}

function listChangedUris({ changes = {}, documentChanges = [] }: WorkspaceEdit): ReadonlySet<string> {
  const uris = [
    ...Object.keys(changes),
    ...documentChanges.flatMap((change) => ("textDocument" in change ? [change.textDocument.uri] : [])),
  ];
  return new Set(uris.map((uri) => vscode.Uri.parse(uri).toString()));
}

/**
 * Shows a warning about references that an edit doesn't update, with a button that shows the ones that were sent.
 * `count` is the number of all references.
 */
export async function showReferenceWarning(
  remainingLocations: readonly Location[] = [],
  count: number = remainingLocations.length,
): Promise<void> {
  if (remainingLocations.length === 0) return;
  const showButton = getShowReferencesLabel(remainingLocations);
  if ((await vscode.window.showWarningMessage(formatManualReferences(count), showButton)) === showButton)
    await showReferences(remainingLocations);
}

export function getShowReferencesLabel({ length }: readonly Location[]): string {
  return length === 1 ? vscode.l10n.t("Show Reference") : vscode.l10n.t("Show References");
}

export function formatManualReferences(count: number): string {
  return count === 1
    ? vscode.l10n.t("1 reference must be updated manually.")
    : vscode.l10n.t("{0} references must be updated manually.", formatNumber(count));
}

/** Opens the first reference. If there are several, lists them in a peek view, where F4 goes to the next one. */
export async function showReferences(remainingLocations: readonly Location[]): Promise<void> {
  const locations = remainingLocations.map(
    ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), toEditorRange(range)),
  );
  const [firstLocation] = locations;
  if (!firstLocation) return;
  await vscode.window.showTextDocument(firstLocation.uri, { selection: firstLocation.range });
  if (locations.length > 1)
    await vscode.commands.executeCommand(
      "editor.action.goToLocations",
      firstLocation.uri,
      firstLocation.range.start,
      locations,
      "peek",
    );
}

/** Whether a command argument is a heading from the server's code action. */
function isHeadingToRename(value: unknown): value is HeadingToRename {
  return (
    isPlainRecord(value) &&
    typeof value["uri"] === "string" &&
    typeof value["name"] === "string" &&
    isPlainRecord(value["position"])
  );
}

/**
 * Implements `docwright.renameHeading`, which prompts for the new text of a heading and adds the current anchor after
 * it so that links from other sites still work. If no heading is specified, shows the actions that are available at the
 * caret.
 */
export async function renameHeading(server: LanguageServer, argument: unknown): Promise<void> {
  if (!isHeadingToRename(argument)) {
    await vscode.commands.executeCommand("editor.action.codeAction", {
      kind: "refactor.rewrite.anchor",
      apply: "first",
    });
    return;
  }
  const { uri, position, name } = argument;
  const newName = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename Heading and Keep Anchor"),
    prompt: vscode.l10n.t("Existing links to the heading keep working, including links from other sites."),
    value: name,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a heading.") : undefined),
  });
  if (newName === undefined || newName === name) return;
  await applyQueuedEdit(server, () => server.request(request, { uri, position, newName }));
}
