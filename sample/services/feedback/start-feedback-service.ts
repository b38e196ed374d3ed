import { listenOnLoopback } from "../listen-on-loopback.ts";
import { demoKey, demoProject } from "./demo-access.ts";
import { FaultPlan, type FaultOrder } from "./faults/fault-plan.ts";
import { feedbackService } from "./feedback-service.ts";
import { openEntryFile } from "./entry-file.ts";
import { FeedbackStore, type EntrySource } from "./feedback-store.ts";
import type { LoggedRequest } from "./request-log.ts";
import { seededEntries } from "./seed/seeded-entries.ts";
import type { SentEntry } from "./sent-entry.ts";

export interface FeedbackServiceOptions {
  /** The entries in any order. By default, the feedback from the sample site's readers in the last 180 days. */
  readonly entries?: readonly SentEntry[];
  /**
   * A file with one JSON object per line, which stores the entries instead. If the file doesn't exist, it's created
   * from the entries.
   */
  readonly file?: string;
  readonly faults?: FaultOrder;
  /** The port. If it's 0 (the default), a free port is used. */
  readonly port?: number;
  /** The hourly request limit. By default, there's no limit. The published service allows 100 requests per hour. */
  readonly requestsPerHour?: number;
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
  /** The TLS certificate, for testing clients that must reject it. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

export interface RunningFeedbackService {
  /** The URL of the service, such as `http://127.0.0.1:50123`. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly key: string;
  /** All requests except those to the control URLs, with the oldest first. */
  readonly requests: readonly LoggedRequest[];
  readonly faults: FaultPlan;
  /** Adds an entry that appears to have just arrived. */
  readonly add: (entry: SentEntry) => void;
  readonly stop: () => Promise<void>;
}

/** Starts the feedback service on the loopback interface. */
export async function startFeedbackService(options: FeedbackServiceOptions = {}): Promise<RunningFeedbackService> {
  const { port = 0, requestsPerHour, now = Date.now, certificate } = options;
  const store = storeOf(options, now);
  const plan = new FaultPlan(options.faults);
  const service = feedbackService({
    store,
    plan,
    requestsPerHour,
    now,
    projectId: demoProject,
    key: demoKey,
    ...(certificate && { certificate }),
  });
  const listening = await listenOnLoopback(service, port);
  return {
    baseUrl: `${certificate ? "https" : "http"}://127.0.0.1:${listening.port}`,
    projectId: demoProject,
    key: demoKey,
    requests: service.log.requests,
    faults: plan,
    add: (entry) => store.add(entry),
    stop: listening.stop,
  };
}

function storeOf({ entries, file }: FeedbackServiceOptions, now: () => number): FeedbackStore {
  const source: EntrySource = entries ? () => entries : seededEntries();
  if (file === undefined) return new FeedbackStore(source);
  const retained = openEntryFile(file, () => source(now()));
  return new FeedbackStore(() => retained.entries, retained.append);
}
