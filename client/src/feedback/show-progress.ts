import * as vscode from "vscode";
import type { FeedbackStore } from "./feedback-store.ts";
import { viewId } from "./feedback-view.ts";

/** Most questions are answered sooner, and need no words. Milliseconds. */
const patience = 1500;

/** Shows in the view that feedback is being asked for, and when it takes long how far it is, with a way to end it. */
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
      title: vscode.l10n.t("Asking for feedback"),
    },
    async (progress, token) => {
      const tell = (): void => {
        const { received = 0, waitingUntil } = store.state.freshness;
        const seconds = Math.ceil(((waitingUntil ?? 0) - Date.now()) / 1000);
        const entries = vscode.l10n.t("{0} entries", received);
        progress.report({
          message:
            seconds > 0
              ? vscode.l10n.t("{0}; the service asks to wait for {1} s", entries, seconds)
              : entries,
        });
      };
      const timer = setInterval(tell, 1000);
      const subscription = token.onCancellationRequested(cancel);
      tell();
      await running;
      clearInterval(timer);
      subscription.dispose();
    },
  );
}
