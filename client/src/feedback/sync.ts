import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import {
  type CachedFeedback,
  maxCacheSize,
  readCache,
  writeCache,
} from "../../../server/src/feedback/entries/cache.ts";
import { redactFeedback } from "../../../server/src/feedback/service/errors.ts";
import type { ApiKeys } from "./api-key.ts";
import { viewId } from "./feedback-tree.ts";
import type { FeedbackProject } from "./project.ts";
import type { FeedbackStore } from "./store.ts";

const ending = "-entries.json";

/** Cached data of projects in the extension's own folder: entries without contacts, and when requests were sent. */
export class FeedbackFiles {
  readonly #folder: string;
  readonly #keepDays: () => number;

  /** `keepDays` is the number of days that a file is kept after it was written last. If it's 0, none is written. */
  constructor(folder: string, keepDays: () => number = () => Infinity) {
    this.#folder = folder;
    this.#keepDays = keepDays;
  }

  /** Returns undefined if there's no valid cache. Deletes the files of all projects that have been kept long enough. */
  async read(project: FeedbackProject): Promise<CachedFeedback | undefined> {
    const file = this.#file(project);
    try {
      await this.#removeSince(Date.now() - this.#keepDays() * 86_400_000);
      // Limits the size in bytes before reading. `readCache` limits the length of the text.
      if ((await stat(file)).size > maxCacheSize * 2) return undefined;
      return readCache(await readFile(file, "utf8"), project);
    } catch {
      return undefined;
    }
  }

  /**
   * Writes the file atomically, so another window never reads an incomplete one. Returns false if it can't be written.
   */
  async write(project: FeedbackProject, cached: CachedFeedback): Promise<boolean> {
    const file = this.#file(project);
    const beside = `${file}.${process.pid}`;
    try {
      if (this.#keepDays() === 0) {
        await this.remove(project);
        return true;
      }
      await mkdir(this.#folder, { recursive: true });
      await writeFile(beside, writeCache(cached), { mode: 0o600 });
      await rename(beside, file);
      return true;
    } catch {
      await rm(beside, { force: true }).catch(() => undefined);
      return false;
    }
  }

  async remove(project: FeedbackProject): Promise<void> {
    await rm(this.#file(project), { force: true });
  }

  /** Deletes the files of all projects. */
  async clear(): Promise<void> {
    await this.#removeSince(Infinity);
  }

  async #removeSince(time: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(ending))) {
      const file = path.join(this.#folder, name);
      if ((await stat(file)).mtimeMs < time) await rm(file, { force: true });
    }
  }

  #file({ baseUrl, projectId }: FeedbackProject): string {
    const name = createHash("sha256").update(`${baseUrl}\n${projectId}`).digest("hex").slice(0, 32);
    return path.join(this.#folder, `${name}${ending}`);
  }
}

/** The log for everything about feedback. It never contains API keys or readers' email addresses. */
export interface FeedbackLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
}

export function feedbackLog(log: Pick<vscode.LogOutputChannel, "info" | "warn">, keys: ApiKeys): FeedbackLog {
  const redacted = (text: string): string =>
    [...keys.seen].reduce((rest, key) => redactFeedback(rest, key), redactFeedback(text, ""));
  return {
    info: (text) => log.info(`Feedback: ${redacted(text)}`),
    warn: (text) => log.warn(`Feedback: ${redacted(text)}`),
  };
}

/** Milliseconds before progress is shown. Most requests are faster. */
const patience = 1500;

/** Shows in the view that feedback is being requested. If it takes long, shows its progress and a way to cancel it. */
export async function showProgress(
  running: Promise<void>,
  store: FeedbackStore,
  cancel: () => void,
): Promise<void> {
  void vscode.window.withProgress({ location: { viewId } }, () => running);
  const timer = setTimeout(() => showMore(running, store, cancel), patience);
  await running;
  clearTimeout(timer);
}

function showMore(running: Promise<void>, store: FeedbackStore, cancel: () => void): void {
  void vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Fetching reader feedback"),
    },
    async (progress, token) => {
      const report = (): void => {
        const { received = 0, waitingUntil } = store.state.freshness;
        const seconds = Math.ceil(((waitingUntil ?? 0) - Date.now()) / 1000);
        const entries = received === 1 ? vscode.l10n.t("1 entry") : vscode.l10n.t("{0} entries", received);
        progress.report({
          message:
            seconds > 0 ? vscode.l10n.t("{0}; rate-limited, resuming in {1} s", entries, seconds) : entries,
        });
      };
      const timer = setInterval(report, 1000);
      const subscription = token.onCancellationRequested(cancel);
      report();
      await running;
      clearInterval(timer);
      subscription.dispose();
    },
  );
}
