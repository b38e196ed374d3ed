import * as vscode from "vscode";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { feedbackByPage, type FeedbackByPage } from "./page-feedback.ts";

/** Nothing is known. */
export const emptyState: FeedbackState = {
  entries: [],
  joined: new Map(),
  triage: new Map(),
  freshness: { kind: "none", warnings: [] },
  budget: { left: 100, limit: 100 },
};

/** How long surfaces wait for further changes; milliseconds. */
const pause = 60;

/** The one state of the feedback that is known. Who shows it is told once changes have come to rest. */
export class FeedbackStore implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<FeedbackState>();
  readonly onDidChange = this.#changed.event;
  #state = emptyState;
  #byPage: { readonly of: FeedbackState; readonly value: FeedbackByPage } | undefined;
  #timer: NodeJS.Timeout | undefined;

  get state(): FeedbackState {
    return this.#state;
  }

  /** By page, worked out once for each set of entries, joins and triage. */
  get byPage(): FeedbackByPage {
    const { entries, joined, triage } = this.#state;
    const known = this.#byPage;
    if (known?.of.entries === entries && known.of.joined === joined && known.of.triage === triage)
      return known.value;
    const value = feedbackByPage(this.#state);
    this.#byPage = { of: this.#state, value };
    return value;
  }

  change(change: (state: FeedbackState) => FeedbackState): void {
    const next = change(this.#state);
    if (next === this.#state) return;
    this.#state = next;
    this.#timer ??= setTimeout(() => this.#tell(), pause);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  #tell(): void {
    this.#timer = undefined;
    this.#changed.fire(this.#state);
  }
}
