import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-client.ts";
import type { Location } from "vscode-languageclient/node";
import {
  formatManualRedirects,
  formatManualReferences,
  showReferences,
  getShowReferencesLabel,
  showReferenceWarning,
} from "./planned-edits.ts";
import { formatNumber } from "../editor/workspace.ts";

/** The results of a move, in addition to the moved files. */
export interface MoveFacts {
  /** The number of files in which references were updated. */
  readonly updatedCount: number;
  /** The number of redirects that were added. */
  readonly redirectCount: number;
  /** The redirects that must be added manually, as text. */
  readonly manualRedirects: readonly string[];
}

/** Redirects that the author may have left out while reviewing the edit for a move. */
export interface RedirectOffer {
  /** Returns the number of redirects that are still missing. */
  readonly count: () => Promise<number>;
  readonly add: () => Promise<unknown>;
}

/** The maximum time in milliseconds that VS Code takes to save files automatically after a move. */
const maxSettleDelay = 500;

/**
 * Shows one summary after files in a site were moved or renamed with Docwright's command, in the Explorer, or by
 * pressing F2. The summary offers to save the files that were changed by the move.
 */
export class MoveSummary implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #waitUntilSettled: () => Promise<unknown>;
  #roots: readonly string[] = [];
  /** Whether a command is currently moving files. If so, the command shows its own summary. */
  #isMoving = false;

  constructor(
    server: Pick<LanguageServer, "onDidChangeStatus" | "onReferencesLeft">,
    waitUntilSettled: () => Promise<unknown> = () => pause(maxSettleDelay),
  ) {
    this.#waitUntilSettled = waitUntilSettled;
    this.#subscriptions = [
      server.onDidChangeStatus((state) => {
        if (state.kind === "running") this.#roots = state.status.sites.map(({ root }) => root);
      }),
      server.onReferencesLeft(
        ({ remainingLocations, remainingCount }) => void showReferenceWarning(remainingLocations, remainingCount),
      ),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        const siteFiles = files.filter(({ newUri }) => this.#isInSite(newUri));
        if (siteFiles.length > 0 && !this.#isMoving) void this.show(siteFiles, undefined, [], { isInExplorer: true });
      }),
    ];
  }

  /** Applies the edit for a move, whose summary the caller shows. Returns true if the edit was applied. */
  async apply(edit: vscode.WorkspaceEdit): Promise<boolean> {
    this.#isMoving = true;
    try {
      return await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    } finally {
      this.#isMoving = false;
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * Shows a summary of a move. `facts` is undefined if the author has selected which changes to apply.
   * `remainingLocations` contains the references that must be updated manually. A move in the Explorer has a summary
   * only if the author has to act. If redirects in `offer` are missing, the summary offers to add them.
   */
  async show(
    files: readonly MovedFile[],
    facts: MoveFacts | undefined,
    remainingLocations: readonly Location[],
    { isInExplorer = false, offer, remainingCount = remainingLocations.length }: SummaryOptions = {},
  ): Promise<void> {
    await this.#waitUntilSettled();
    const unsavedCount = this.#listUnsavedDocuments().length;
    const movedFiles = facts || isInExplorer ? files : await listExistingFiles(files);
    const missingCount = (await offer?.count()) ?? 0;
    if (
      (isInExplorer || movedFiles.length === 0) &&
      unsavedCount === 0 &&
      remainingLocations.length === 0 &&
      missingCount === 0
    )
      return;
    const text = [
      formatMovedFiles(movedFiles.length > 0 ? movedFiles : files),
      ...(facts ? formatFacts(facts) : []),
      ...formatMissingRedirects(missingCount),
      ...(remainingLocations.length > 0 ? [formatManualReferences(remainingCount)] : []),
      ...formatUnsavedCount(unsavedCount),
    ].join(" ");
    const saveAllButton = vscode.l10n.t("Save All");
    const showButton = getShowReferencesLabel(remainingLocations);
    const addRedirectsButton = vscode.l10n.t("Add Redirects");
    const buttons = [
      ...(missingCount > 0 ? [addRedirectsButton] : []),
      ...(unsavedCount > 0 ? [saveAllButton] : []),
      ...(remainingLocations.length > 0 ? [showButton] : []),
    ];
    const choice =
      remainingLocations.length > 0 || (facts && facts.manualRedirects.length > 0)
        ? await vscode.window.showWarningMessage(text, ...buttons)
        : await vscode.window.showInformationMessage(text, ...buttons);
    if (choice === saveAllButton) await Promise.all(this.#listUnsavedDocuments().map((document) => document.save()));
    if (choice === showButton) await showReferences(remainingLocations);
    if (choice === addRedirectsButton) await offer?.add();
  }

  #listUnsavedDocuments(): vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && this.#isInSite(uri));
  }

  #isInSite(uri: vscode.Uri): boolean {
    return this.#roots.some((root) => uri.toString().startsWith(`${root}/`));
  }
}

interface SummaryOptions {
  readonly isInExplorer?: boolean;
  readonly offer?: RedirectOffer | undefined;
  /** The number of all references that must be updated manually. By default, all of them are listed. */
  readonly remainingCount?: number;
}

interface MovedFile {
  readonly oldUri: vscode.Uri;
  readonly newUri: vscode.Uri;
}

/** Returns the files that exist at their new paths. */
async function listExistingFiles(files: readonly MovedFile[]): Promise<MovedFile[]> {
  const existingFiles = await Promise.all(
    files.map(async (file) => {
      try {
        await vscode.workspace.fs.stat(file.newUri);
        return [file];
      } catch {
        return [];
      }
    }),
  );
  return existingFiles.flat();
}

function formatMovedFiles(files: readonly MovedFile[]): string {
  const [firstFile, ...otherFiles] = files;
  if (!firstFile || otherFiles.length > 0) return vscode.l10n.t("Moved {0} files.", formatNumber(files.length));
  const [oldPath, newPath] = [firstFile.oldUri, firstFile.newUri].map((uri) =>
    vscode.workspace.asRelativePath(uri, false),
  );
  return vscode.l10n.t("Moved {0} to {1}.", oldPath ?? "", newPath ?? "");
}

function formatFacts({ updatedCount, redirectCount, manualRedirects }: MoveFacts): string[] {
  return [
    ...(updatedCount === 0
      ? []
      : [
          updatedCount === 1
            ? vscode.l10n.t("1 file was updated.")
            : vscode.l10n.t("{0} files were updated.", formatNumber(updatedCount)),
        ]),
    ...(redirectCount === 0
      ? []
      : [
          redirectCount === 1
            ? vscode.l10n.t("1 redirect was added.")
            : vscode.l10n.t("{0} redirects were added.", formatNumber(redirectCount)),
        ]),
    ...(manualRedirects.length === 0 ? [] : [formatManualRedirects(manualRedirects)]),
  ];
}

function formatMissingRedirects(missingCount: number): string[] {
  if (missingCount === 0) return [];
  return [
    missingCount === 1
      ? vscode.l10n.t("1 redirect from an old URL wasn't added.")
      : vscode.l10n.t("{0} redirects from old URLs weren't added.", formatNumber(missingCount)),
  ];
}

function formatUnsavedCount(unsavedCount: number): string[] {
  if (unsavedCount === 0) return [];
  return [
    unsavedCount === 1
      ? vscode.l10n.t("1 file hasn't been saved.")
      : vscode.l10n.t("{0} files haven't been saved.", formatNumber(unsavedCount)),
  ];
}
