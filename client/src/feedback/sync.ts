import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import {
  maxAnalyticsSize,
  parseAnalytics,
  type SiteAnalytics,
  formatAnalytics,
} from "../../../server/src/feedback/entries/analytics.ts";
import {
  type CachedFeedback,
  maxCacheSize,
  parseCache,
  formatCache,
} from "../../../server/src/feedback/entries/cache.ts";
import { redactFeedback } from "../../../server/src/feedback/service/errors.ts";
import type { ApiKeys } from "./api-key.ts";
import { viewId } from "./feedback-tree.ts";
import type { FeedbackProject } from "./project.ts";
import type { FeedbackStore } from "./store.ts";

const fileSuffixes = { entries: "-entries.json", analytics: "-analytics.json" } as const;

/** The project data that is cached in the extension's own folder: analytics, and entries without contact details. */
export class FeedbackFiles {
  readonly #folder: string;
  readonly #getRetentionDays: () => number;

  /**
   * Creates the cache. `getRetentionDays` returns the number of days for which a file is stored after it was last
   * written. If it returns 0, no files are written.
   */
  constructor(folder: string, getRetentionDays: () => number = () => Infinity) {
    this.#folder = folder;
    this.#getRetentionDays = getRetentionDays;
  }

  /**
   * Returns the cached feedback, or undefined if the cache is missing or invalid. Also deletes the expired files for
   * all projects.
   */
  async read(project: FeedbackProject): Promise<CachedFeedback | undefined> {
    await this.#removeOldFiles(Date.now() - this.#getRetentionDays() * 86_400_000).catch(() => undefined);
    const text = await readWithLimit(this.#getFile(project, "entries"), maxCacheSize);
    return text === undefined ? undefined : parseCache(text, project);
  }

  /** Writes the cached feedback. Returns false if the file can't be written. */
  write(project: FeedbackProject, feedback: CachedFeedback): Promise<boolean> {
    return this.#writeAtomically(project, "entries", () => formatCache(feedback));
  }

  async readAnalytics(project: FeedbackProject): Promise<SiteAnalytics | undefined> {
    const text = await readWithLimit(this.#getFile(project, "analytics"), maxAnalyticsSize);
    return text === undefined ? undefined : parseAnalytics(text, project);
  }

  writeAnalytics(project: FeedbackProject, analytics: SiteAnalytics): Promise<boolean> {
    return this.#writeAtomically(project, "analytics", () => formatAnalytics(project, analytics));
  }

  async remove(project: FeedbackProject): Promise<void> {
    await rm(this.#getFile(project, "entries"), { force: true });
    await rm(this.#getFile(project, "analytics"), { force: true });
  }

  /** Writes a file atomically so that other windows never read an incomplete file. */
  async #writeAtomically(
    project: FeedbackProject,
    kind: keyof typeof fileSuffixes,
    getText: () => string,
  ): Promise<boolean> {
    const file = this.#getFile(project, kind);
    const temporaryFile = `${file}.${process.pid}`;
    try {
      if (this.#getRetentionDays() === 0) {
        await this.remove(project);
        return true;
      }
      await mkdir(this.#folder, { recursive: true });
      await writeFile(temporaryFile, getText(), { mode: 0o600 });
      await rename(temporaryFile, file);
      return true;
    } catch {
      await rm(temporaryFile, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Deletes the files for all projects. */
  async clear(): Promise<void> {
    await this.#removeOldFiles(Infinity);
  }

  async #removeOldFiles(time: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const suffixes = Object.values(fileSuffixes);
    for (const name of names.filter((each) => suffixes.some((ending) => each.endsWith(ending)))) {
      const file = path.join(this.#folder, name);
      if ((await stat(file)).mtimeMs < time) await rm(file, { force: true });
    }
  }

  #getFile({ baseUrl, projectId }: FeedbackProject, kind: keyof typeof fileSuffixes): string {
    const name = createHash("sha256").update(`${baseUrl}\n${projectId}`).digest("hex").slice(0, 32);
    return path.join(this.#folder, `${name}${fileSuffixes[kind]}`);
  }
}

/** Returns the text of a file, or undefined if the file doesn't exist or is too long. */
async function readWithLimit(file: string, maxLength: number): Promise<string | undefined> {
  try {
    return (await stat(file)).size > maxLength * 2 ? undefined : await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}

/** The log for all messages about feedback. It never contains API keys or the email addresses of readers. */
export interface FeedbackLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
}

export function createFeedbackLog(log: Pick<vscode.LogOutputChannel, "info" | "warn">, keys: ApiKeys): FeedbackLog {
  const redactText = (text: string): string =>
    [...keys.usedKeys].reduce((redactedText, key) => redactFeedback(redactedText, key), redactFeedback(text, ""));
  return {
    info: (text) => log.info(`Feedback: ${redactText(text)}`),
    warn: (text) => log.warn(`Feedback: ${redactText(text)}`),
  };
}

/** The time in milliseconds after which the progress of a request is shown. Most requests are faster. */
const progressDelay = 1500;

/**
 * Shows in the view that feedback is being requested. If the request takes a long time, shows a notification with its
 * progress and a button to cancel it.
 */
export async function showProgress(
  refreshPromise: Promise<void>,
  store: FeedbackStore,
  cancel: () => void,
): Promise<void> {
  void vscode.window.withProgress({ location: { viewId } }, () => refreshPromise);
  const timer = setTimeout(() => showNotification(refreshPromise, store, cancel), progressDelay);
  await refreshPromise;
  clearTimeout(timer);
}

function showNotification(refreshPromise: Promise<void>, store: FeedbackStore, cancel: () => void): void {
  void vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Fetching reader feedback"),
    },
    async (progress, token) => {
      const report = (): void => {
        const { receivedCount = 0, waitingUntil } = store.state.freshness;
        const seconds = Math.ceil(((waitingUntil ?? 0) - Date.now()) / 1000);
        const entriesText =
          receivedCount === 1 ? vscode.l10n.t("1 entry") : vscode.l10n.t("{0} entries", receivedCount);
        progress.report({
          message:
            seconds > 0 ? vscode.l10n.t("{0}; rate-limited, resuming in {1} s", entriesText, seconds) : entriesText,
        });
      };
      const timer = setInterval(report, 1000);
      const subscription = token.onCancellationRequested(cancel);
      report();
      await refreshPromise;
      clearInterval(timer);
      subscription.dispose();
    },
  );
}

/**
 * Implements `docwright.feedback.clearSaved`, which prompts the user to select the data to delete from this machine.
 */
export async function clearSavedFeedback(removeFeedback: (includesTriage: boolean) => Promise<void>): Promise<void> {
  const item = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Clear saved feedback"),
        detail: vscode.l10n.t(
          "Deletes the saved entries for all projects from this machine. The next refresh loads the entries again.",
        ),
        withTriage: false,
      },
      {
        label: vscode.l10n.t("Clear saved feedback, statuses, and notes"),
        detail: vscode.l10n.t("Also deletes this project's local statuses, assignees, and notes."),
        withTriage: true,
      },
    ],
    { title: vscode.l10n.t("Clear Saved Reader Feedback") },
  );
  if (item) await removeFeedback(item.withTriage);
}
