import * as vscode from "vscode";
import {
  deleteFiles,
  upgradeSettings as request,
  unusedFiles,
  type UnusedFiles,
  type UpgradeSettingsResult,
} from "../../../server/src/protocol/refactoring.ts";
import { hasFile, formatNumber } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";
import { applyQueuedEdit, renameHeading } from "./planned-edits.ts";

/** Formats a size, such as `812 bytes`, `3.4 KB`, or `1.2 MB`. As in file managers, units are multiples of 1,000. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size < 100 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}

type UnusedFile = UnusedFiles["files"][number];

interface FileItem extends vscode.QuickPickItem {
  readonly file?: UnusedFile;
}

/**
 * Implements `docwright.deleteUnusedFiles`, which lists the files that readers can't see. Initially, all files except
 * pages are selected if nothing in the site refers to them. The selected files are deleted immediately, and a button
 * restores them.
 */
export async function deleteUnusedFiles(server: LanguageServer): Promise<void> {
  const title = vscode.l10n.t("Looking for unused files…");
  const sites = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    server.requestWithoutParams(unusedFiles),
  );
  if (!sites) return;
  const sitesWithUnusedFiles = sites.filter(({ files }) => files.length > 0);
  if (sitesWithUnusedFiles.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No unused files: every image, snippet, and page is used."),
    );
    return;
  }
  for (const site of sitesWithUnusedFiles) if (!(await deleteSiteFiles(server, site))) return;
}

/** Prompts the user to select the files to delete, and deletes them. Returns false if the user cancels. */
async function deleteSiteFiles(server: LanguageServer, { root, name, files }: UnusedFiles): Promise<boolean> {
  const items = createItems(files);
  const totalSize = formatFileSize(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const fileItems = await vscode.window.showQuickPick(items, {
    title:
      files.length === 1
        ? vscode.l10n.t("Delete Unused Files in {0}: 1 file, {1}", name, totalSize)
        : vscode.l10n.t("Delete Unused Files in {0}: {1} files, {2}", name, formatNumber(files.length), totalSize),
    placeHolder: vscode.l10n.t("Check whether other sites link to these files. Nothing is deleted until you confirm."),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const chosenFiles = fileItems?.flatMap(({ file }) => file ?? []);
  if (!chosenFiles || chosenFiles.length === 0) return false;
  const unsavedPath = findUnsavedPath(chosenFiles);
  if (unsavedPath !== undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("{0} has unsaved changes, so nothing was deleted. Save the file first.", unsavedPath),
    );
    return false;
  }
  if (!(await confirmDeletion(chosenFiles))) return false;
  const request = { root, files: chosenFiles.map(({ path }) => path) };
  const retainedFiles = await readContents(chosenFiles);
  const isDone = await applyQueuedEdit(server, () => server.request(deleteFiles, request));
  if (isDone) void promptToRestore(retainedFiles);
  return isDone;
}

/** The maximum total size of files that are stored in memory, in bytes. */
const maxRetainedBytes = 200_000_000;

type RetainedFiles = readonly (readonly [vscode.Uri, Uint8Array])[];

/**
 * Returns the content of the files so that they can be restored, or an empty result if the files are too large. The
 * editor itself can undo only changes to open text files, but some of the files are images.
 */
async function readContents(files: readonly UnusedFile[]): Promise<RetainedFiles> {
  if (!canBeRetained(files)) return [];
  const uris = files.map(({ uri }) => vscode.Uri.parse(uri));
  const contents = uris.map(async (uri) => [uri, await vscode.workspace.fs.readFile(uri)] as const);
  // A file that can't be read has already been deleted.
  return (await Promise.allSettled(contents)).flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

function canBeRetained(files: readonly UnusedFile[]): boolean {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxRetainedBytes;
}

async function promptToRestore(files: RetainedFiles): Promise<void> {
  if (files.length === 0) return;
  const restoreButton = vscode.l10n.t("Restore");
  const message =
    files.length === 1
      ? vscode.l10n.t("Deleted one file.")
      : vscode.l10n.t("Deleted {0} files.", formatNumber(files.length));
  if ((await vscode.window.showInformationMessage(message, restoreButton)) !== restoreButton) return;
  // A file that has since been created at the same path isn't overwritten.
  for (const [uri, content] of files) if (!(await hasFile(uri))) await vscode.workspace.fs.writeFile(uri, content);
}

function createItems(files: readonly UnusedFile[]): FileItem[] {
  const createGroup = (label: string, kind: UnusedFile["kind"], isPicked: boolean): FileItem[] => {
    const filesOfKind = files.filter((file) => file.kind === kind);
    if (filesOfKind.length === 0) return [];
    return [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...filesOfKind.map((file): FileItem => ({
        label: file.path,
        description: [
          formatFileSize(file.bytes),
          ...(file.isReferenced ? [vscode.l10n.t("used only by unused files")] : []),
        ].join(" · "),
        picked: isPicked,
        file,
      })),
    ];
  };
  return [
    ...createGroup(vscode.l10n.t("Images, videos, and audio"), "media", true),
    ...createGroup(vscode.l10n.t("Snippets"), "snippet", true),
    ...createGroup(vscode.l10n.t("Pages that readers can reach only by URL"), "page", false),
  ];
}

function findUnsavedPath(files: readonly UnusedFile[]): string | undefined {
  const dirtyUris = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()),
  );
  return files.find(({ uri }) => dirtyUris.has(vscode.Uri.parse(uri).toString()))?.path;
}

async function confirmDeletion(files: readonly UnusedFile[]): Promise<boolean> {
  const size = formatFileSize(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const deleteButton = vscode.l10n.t("Delete");
  const choice = await vscode.window.showWarningMessage(
    files.length === 1
      ? vscode.l10n.t("Delete one file ({0})?", size)
      : vscode.l10n.t("Delete {0} files ({1})?", formatNumber(files.length), size),
    {
      modal: true,
      detail: canBeRetained(files)
        ? vscode.l10n.t("After the files are deleted, a notification lets you restore them until you close it.")
        : vscode.l10n.t("These files are too large to keep in memory, so VS Code can't restore them."),
    },
    deleteButton,
  );
  return choice === deleteButton;
}

/**
 * Implements `docwright.upgradeSettings`, which replaces a mint.json with a docs.json, reports the settings that can't
 * be converted, and shows the docs.json with all other settings. Doesn't write anything before the user confirms.
 */
export async function upgradeSettings(server: LanguageServer, argument: unknown): Promise<void> {
  const uri = typeof argument === "string" ? vscode.Uri.parse(argument) : await chooseFile(argument);
  if (!uri) return;
  const result = await server.request(request, { uri: uri.toString() });
  if (!result) return;
  if (!result.ok) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Couldn't upgrade mint.json. {0}", result.reason));
    return;
  }
  const edit = await server.toEdit(result.edit);
  if (!edit) return;
  const content = formatReport(result);
  const report = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(report, { preview: false });
  addReportFile(edit, vscode.Uri.joinPath(uri, "../docwright-upgrade.txt"), content);
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

async function chooseFile(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const uris = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**", 100);
  if (uris.length < 2) {
    if (uris.length === 0)
      void vscode.window.showInformationMessage(vscode.l10n.t("No open folder contains a mint.json."));
    return uris[0];
  }
  const items = uris.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const title = vscode.l10n.t("Upgrade mint.json to docs.json");
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}

/**
 * Adds the report to the edit. The change that creates the report always needs confirmation, because the editor shows a
 * preview of an edit only if at least one of its changes needs confirmation.
 */
function addReportFile(edit: vscode.WorkspaceEdit, fileUri: vscode.Uri, content: string): void {
  edit.createFile(
    fileUri,
    { overwrite: true, contents: new TextEncoder().encode(content) },
    {
      needsConfirmation: true,
      label: vscode.l10n.t("Save the report"),
      description: vscode.l10n.t("As a file next to docs.json"),
    },
  );
}

function formatReport({
  isNew,
  migratedSettings,
  skippedSettings,
}: Extract<UpgradeSettingsResult, { ok: true }>): string {
  const formatList = (items: readonly string[]) => (items.length === 0 ? [] : [...items, ""]);
  const nextSteps = isNew
    ? vscode.l10n.t(
        "No files have been changed yet. Refactor Preview shows the new docs.json and the deletion of mint.json. To apply both, choose Apply.",
      )
    : vscode.l10n.t(
        "No files have been changed yet. The service already uses docs.json, so its settings are kept. In Refactor Preview, select the settings to copy, and then choose Apply. This also deletes mint.json.",
      );
  return [
    `# ${vscode.l10n.t("Upgrade from mint.json to docs.json")}`,
    "",
    nextSteps,
    "",
    `## ${vscode.l10n.t("Converted settings: {0}", formatNumber(migratedSettings.length))}`,
    "",
    ...formatList(migratedSettings.map((key) => `- \`${key}\``)),
    `## ${vscode.l10n.t("Settings that couldn't be converted: {0}", formatNumber(skippedSettings.length))}`,
    "",
    ...formatList(skippedSettings.map(({ path, reason }) => `- \`${path}\`: ${reason}`)),
  ].join("\n");
}

/** Returns the commands that change several files based on the user's choices. */
export function createRefactoringCommands(
  server: LanguageServer,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  return {
    "docwright.deleteUnusedFiles": () => deleteUnusedFiles(server),
    "docwright.renameHeading": (argument) => renameHeading(server, argument),
    "docwright.upgradeSettings": (argument) => upgradeSettings(server, argument),
  };
}
