import type { FeedbackEntry } from "./feedback-entry.ts";
import type { ToFeedbackPage } from "./view/feedback-messages.ts";
import type { TriageChange } from "./view/shown-entry.ts";

/** What a panel's host does for it. Whatever it changes it tells by another `show`. */
export interface FeedbackHost {
  readonly post: (message: ToFeedbackPage) => void;
  /** The entry's file, at its snippet or title. Asked for joined entries alone. */
  readonly openSource: (entry: FeedbackEntry) => void;
  readonly openDashboard: (entry: FeedbackEntry | undefined) => void;
  readonly triage: (entry: FeedbackEntry, change: TriageChange) => void;
  readonly refresh: () => void;
  /** What is being loaded is given up. */
  readonly cancel: () => void;
  readonly setKey: () => void;
  readonly setUp: () => void;
  readonly saveExport: (file: ExportedFile) => void;
}

export interface ExportedFile {
  /** `feedback-2026-06-30.csv` */
  readonly name: string;
  readonly text: string;
  /** Whether it holds addresses of readers as they are. */
  readonly withContacts: boolean;
}
