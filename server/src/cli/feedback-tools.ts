import type { FeedbackService, FeedbackTools } from "../feedback/entries/types.ts";
import { waitFor } from "../feedback/service/http.ts";
import { budgetFile, budgetName, requestBudget } from "../feedback/service/rate-limit.ts";
import { directFetch } from "../relay/download.ts";
import { userCacheFolder } from "../workspace/files/bundled-assets.ts";
import type { Progress } from "./progress.ts";
import type { TellAsking } from "./read-feedback-pages.ts";
import type { CommandHost } from "./run-cli.ts";

/** What the client takes from this process: the system's network and clock, and a count that outlives the command. */
export function feedbackTools(
  service: FeedbackService,
  {
    mayExceed,
    host,
    progress,
  }: { readonly mayExceed: boolean; readonly host: CommandHost; readonly progress: Progress },
): FeedbackTools {
  return {
    fetch: directFetch,
    now: Date.now,
    random: Math.random,
    wait: async (milliseconds, signal) => {
      for (let left = milliseconds; left > 0 && !signal.aborted; left -= 1000) {
        progress.show(`Waiting for the service: ${Math.ceil(left / 1000)} s. Ctrl-C stops.`);
        await waitFor(Math.min(1000, left), signal);
      }
    },
    budget: requestBudget({
      store: budgetFile(budgetName(service), userCacheFolder(host.environment)),
      now: Date.now,
      mayExceed: () => mayExceed,
    }),
  };
}

/** On a terminal a line that changes; elsewhere long waits alone are told. */
export function tellAsking({ stderr }: CommandHost, progress: Progress): TellAsking {
  return (step) => {
    if (step.kind === "read")
      return progress.show(`Reading feedback: ${step.entries} entries. Ctrl-C stops.`);
    const seconds = Math.ceil((step.until - Date.now()) / 1000);
    if (stderr.isTTY || seconds < 2) return;
    const why =
      step.reason === "retry" ? "The service does not answer as it should" : "The service asks to wait";
    stderr.write(`${why}: going on in ${seconds} s.\n`);
  };
}
