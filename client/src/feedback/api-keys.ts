import * as vscode from "vscode";
import { keyName, type FeedbackProject } from "./feedback-project.ts";

/** Keys of analytics APIs in the editor's secret storage, each for one project of one origin. Nothing else holds them. */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed = new vscode.EventEmitter<void>();
  /** In this window or another. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  /** Keys that were in use since the start, so that the log never has one. */
  readonly #seen = new Set<string>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith("feedback.apiKey:")) this.#changed.fire();
    });
  }

  get seen(): ReadonlySet<string> {
    return this.#seen;
  }

  async get(project: FeedbackProject): Promise<string | undefined> {
    const key = await this.#secrets.get(keyName(project));
    if (key === undefined || key === "") return undefined;
    this.#seen.add(key);
    return key;
  }

  /** In place of the one before, which is gone. */
  async set(project: FeedbackProject, key: string): Promise<void> {
    this.#seen.add(key);
    await this.#secrets.store(keyName(project), key);
  }

  async remove(project: FeedbackProject): Promise<void> {
    await this.#secrets.delete(keyName(project));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
