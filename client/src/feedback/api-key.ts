import * as vscode from "vscode";
import type { FeedbackFailure } from "../../../server/src/feedback/entries/types.ts";
import { checkKey } from "../../../server/src/feedback/service/validate.ts";
import { removeLinks } from "../editor/workspace.ts";
import { type FeedbackProject, getKeyName } from "./project.ts";
import { translateInEditor } from "../editor/translate-messages.ts";

/**
 * The API keys for analytics APIs. They're stored only in the editor's secret storage. Each combination of a project
 * and an origin has its own key.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  /** Fires when a key changes, in this window or another one. */
  readonly onDidChange = this.#changeEmitter.event;
  readonly #subscription: vscode.Disposable;
  /** The keys that have been used since startup. They're removed from log messages. */
  readonly #usedKeys = new Set<string>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith("feedback.apiKey:")) this.#changeEmitter.fire();
    });
  }

  get usedKeys(): ReadonlySet<string> {
    return this.#usedKeys;
  }

  async get(project: FeedbackProject): Promise<string | undefined> {
    const key = await this.#secrets.get(getKeyName(project));
    if (key === undefined || key === "") return undefined;
    this.#usedKeys.add(key);
    return key;
  }

  /** Stores the key for a project, replacing any previous key. */
  async set(project: FeedbackProject, key: string): Promise<void> {
    this.#usedKeys.add(key);
    await this.#secrets.store(getKeyName(project), key);
  }

  async remove(project: FeedbackProject): Promise<void> {
    await this.#secrets.delete(getKeyName(project));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changeEmitter.dispose();
  }
}

export interface ApiKeyDependencies {
  readonly project: FeedbackProject;
  readonly keys: ApiKeys;
  /** Sends one request with this key. Resolves to undefined if the request succeeds, or to the failure otherwise. */
  readonly tryKey: (key: string) => Promise<FeedbackFailure | undefined>;
}

/**
 * Implements `docwright.feedback.setApiKey`, which prompts for the key with masked input and replaces the existing key.
 */
export async function setApiKey({ project, keys, tryKey }: ApiKeyDependencies): Promise<void> {
  const key = await promptForKey(project, (await keys.get(project)) !== undefined);
  if (key === undefined) return;
  const choice = await promptToTestKey(project);
  if (choice === undefined) return;
  if (choice === "try") {
    const failure = await testKey(key, tryKey);
    if (failure && !(await confirmSave(failure))) return;
  }
  await keys.set(project, key);
}

/**
 * Performs the second part of the setup, after the project has been selected. Tests the stored key, or prompts for a
 * key until the service accepts it. Returns false if the user cancels.
 */
export async function connectProject({ project, keys, tryKey }: ApiKeyDependencies): Promise<boolean> {
  const storedKey = await keys.get(project);
  let key = storedKey ?? (await promptForKey(project, false));
  while (key !== undefined) {
    const failure = await testKey(key, tryKey);
    if (!failure) {
      if (key !== storedKey) await keys.set(project, key);
      return true;
    }
    const changeButton = vscode.l10n.t("Change API Key");
    const choice = await vscode.window.showWarningMessage(removeLinks(failure.message), changeButton);
    key = choice === changeButton ? await promptForKey(project, true) : undefined;
  }
  return false;
}

function testKey(key: string, tryKey: ApiKeyDependencies["tryKey"]): Thenable<FeedbackFailure | undefined> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Testing the API key…") },
    () => tryKey(key),
  );
}

async function promptForKey({ origin, projectId }: FeedbackProject, replacesKey: boolean): Promise<string | undefined> {
  const title = replacesKey
    ? vscode.l10n.t("Replace API Key for {0}", projectId)
    : vscode.l10n.t("API Key for {0}", projectId);
  const key = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      "The key is kept in VS Code's secret storage and sent only to {0}. It's never written to a file, log, page, or site.",
      origin,
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const keyResult = checkKey(text.trim(), {}, translateInEditor);
      return text === "" || keyResult.ok ? undefined : keyResult.reason;
    },
  });
  const trimmedKey = key?.trim() ?? "";
  return checkKey(trimmedKey).ok ? trimmedKey : undefined;
}

async function promptToTestKey({ origin }: FeedbackProject): Promise<"try" | "keep" | undefined> {
  const item = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Test and save"),
        detail: vscode.l10n.t("Sends a request to {0} that loads one entry.", origin),
        action: "try" as const,
      },
      { label: vscode.l10n.t("Save without testing"), action: "keep" as const },
    ],
    { title: vscode.l10n.t("Test this key before saving it?"), ignoreFocusOut: true },
  );
  return item?.action;
}

async function confirmSave({ message }: FeedbackFailure): Promise<boolean> {
  const saveButton = vscode.l10n.t("Save Anyway");
  const choice = await vscode.window.showWarningMessage(removeLinks(message), saveButton);
  return choice === saveButton;
}

/**
 * Implements `docwright.feedback.removeApiKey`, which deletes the key. If the user confirms, it also deletes the cached
 * feedback.
 */
export async function removeApiKey(
  { project, keys }: Pick<ApiKeyDependencies, "project" | "keys">,
  removeStoredData: () => Promise<void>,
): Promise<void> {
  const item = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("Remove API key"), removesFeedback: false },
      {
        label: vscode.l10n.t("Remove API key and saved feedback"),
        detail: vscode.l10n.t("Your local statuses and notes are kept."),
        removesFeedback: true,
      },
    ],
    { title: vscode.l10n.t("Remove API Key for {0}", project.projectId) },
  );
  if (!item) return;
  await keys.remove(project);
  if (item.removesFeedback) await removeStoredData();
}
