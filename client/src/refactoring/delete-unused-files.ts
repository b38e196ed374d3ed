import * as vscode from "vscode";
import { deleteFiles, unusedFiles, type UnusedFiles } from "../../../server/src/protocol/refactoring.ts";
import { fileExists } from "../editor/files.ts";
import type { LanguageServer } from "../language-client.ts";
import { applyPlanned } from "./planned-edits.ts";

/** Formats a size as `812 bytes`, `3.4 KB`, or `1.2 MB`, in units of 1,000 like file managers. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size < 100 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}

type UnusedFile = UnusedFiles["files"][number];

interface FileItem extends vscode.QuickPickItem {
  readonly file?: UnusedFile;
}

/**
 * Implements `docwright.deleteUnusedFiles`: lists the files that readers don't see. Files without references in the
 * site are selected, pages aren't. Selected files are deleted immediately, and a button restores them.
 */
export async function deleteUnusedFiles(server: LanguageServer): Promise<void> {
  const title = vscode.l10n.t("Looking for unused files");
  const sites = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title },
    () => server.requestWithoutParams(unusedFiles),
  );
  if (!sites) return;
  const found = sites.filter(({ files }) => files.length > 0);
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No unused files: every image, snippet, and page is used."),
    );
    return;
  }
  for (const site of found) if (!(await deleteIn(server, site))) return;
}

/** Returns false if the user cancels. */
async function deleteIn(server: LanguageServer, { root, name, files }: UnusedFiles): Promise<boolean> {
  const items = itemsOf(files);
  const total = sizeInWords(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const picked = await vscode.window.showQuickPick(items, {
    title:
      files.length === 1
        ? vscode.l10n.t("Delete Unused Files in {0}: 1 file, {1}", name, total)
        : vscode.l10n.t("Delete Unused Files in {0}: {1} files, {2}", name, files.length, total),
    placeHolder: vscode.l10n.t(
      "Check whether other sites link to these files. Nothing is deleted until you confirm.",
    ),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const chosen = picked?.flatMap(({ file }) => file ?? []);
  if (!chosen || chosen.length === 0) return false;
  const unsaved = unsavedAmong(chosen);
  if (unsaved !== undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t("{0} has unsaved changes, so nothing was deleted. Save the file first.", unsaved),
    );
    return false;
  }
  if (!(await isAgreed(chosen))) return false;
  const request = { root, files: chosen.map(({ path }) => path) };
  const retained = await contentsOf(chosen);
  const isDone = await applyPlanned(server, await server.request(deleteFiles, request));
  if (isDone) void offerBack(retained);
  return isDone;
}

/** The maximum number of bytes kept in memory in total. */
const maxRetained = 200_000_000;

type RetainedFile = readonly (readonly [vscode.Uri, Uint8Array])[];

/**
 * Returns nothing if the files are too large. The editor's own undo works only for open texts, and images have none.
 */
async function contentsOf(files: readonly UnusedFile[]): Promise<RetainedFile> {
  if (!canBeRetained(files)) return [];
  const uris = files.map(({ uri }) => vscode.Uri.parse(uri));
  const read = uris.map(async (uri) => [uri, await vscode.workspace.fs.readFile(uri)] as const);
  // Files that can't be read have already been deleted.
  return (await Promise.allSettled(read)).flatMap((each) =>
    each.status === "fulfilled" ? [each.value] : [],
  );
}

function canBeRetained(files: readonly UnusedFile[]): boolean {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxRetained;
}

async function offerBack(retained: RetainedFile): Promise<void> {
  if (retained.length === 0) return;
  const back = vscode.l10n.t("Restore");
  const reported =
    retained.length === 1
      ? vscode.l10n.t("Deleted one file.")
      : vscode.l10n.t("Deleted {0} files.", retained.length);
  if ((await vscode.window.showInformationMessage(reported, back)) !== back) return;
  // A file that has been created at the same path in the meantime isn't overwritten.
  for (const [uri, content] of retained)
    if (!(await fileExists(uri))) await vscode.workspace.fs.writeFile(uri, content);
}

function itemsOf(files: readonly UnusedFile[]): FileItem[] {
  const part = (label: string, kind: UnusedFile["kind"], isPicked: boolean): FileItem[] => {
    const own = files.filter((file) => file.kind === kind);
    if (own.length === 0) return [];
    return [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...own.map((file): FileItem => ({
        label: file.path,
        description: [
          sizeInWords(file.bytes),
          ...(file.isNamed ? [vscode.l10n.t("used only by unused files")] : []),
        ].join(" · "),
        picked: isPicked,
        file,
      })),
    ];
  };
  return [
    ...part(vscode.l10n.t("Images, videos, and audio"), "media", true),
    ...part(vscode.l10n.t("Snippets"), "snippet", true),
    ...part(vscode.l10n.t("Pages that readers can reach only by URL"), "page", false),
  ];
}

function unsavedAmong(files: readonly UnusedFile[]): string | undefined {
  const dirty = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()),
  );
  return files.find(({ uri }) => dirty.has(vscode.Uri.parse(uri).toString()))?.path;
}

async function isAgreed(files: readonly UnusedFile[]): Promise<boolean> {
  const size = sizeInWords(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const remove = vscode.l10n.t("Delete");
  const choice = await vscode.window.showWarningMessage(
    files.length === 1
      ? vscode.l10n.t("Delete one file ({0})?", size)
      : vscode.l10n.t("Delete {0} files ({1})?", files.length, size),
    {
      modal: true,
      detail: canBeRetained(files)
        ? vscode.l10n.t(
            "You can restore deleted files from the notification that appears afterward, until you close it.",
          )
        : vscode.l10n.t("These files are too large to keep in memory, so VS Code can't restore them."),
    },
    remove,
  );
  return choice === remove;
}
