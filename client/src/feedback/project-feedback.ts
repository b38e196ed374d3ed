import * as vscode from "vscode";
import type { FeedbackFailure } from "../../../server/src/feedback/entries/types.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { FeedbackFiles } from "./feedback-files.ts";
import type { FeedbackLog } from "./feedback-log.ts";
import type { FeedbackProject } from "./feedback-project.ts";
import { FeedbackRefresh } from "./feedback-refresh.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { emptyState, type FeedbackStore } from "./feedback-store.ts";
import { inEditorLanguage } from "./in-editor-language.ts";
import { readTriage, type Memory } from "./kept-triage.ts";
import { showProgress } from "./show-progress.ts";
import { TriageActions } from "./triage-actions.ts";
import { lastVisit, lookAgain, readVisit, type Visit } from "./visit.ts";

export interface ProjectParts {
  readonly project: FeedbackProject;
  readonly store: FeedbackStore;
  readonly keys: ApiKeys;
  readonly files: FeedbackFiles;
  readonly memory: Memory;
  readonly log: FeedbackLog;
}

/** The feedback of one project while it is the one that is shown: its cache, its questions, its triage. */
export class ProjectFeedback implements vscode.Disposable {
  readonly project: FeedbackProject;
  readonly triage: TriageActions;
  readonly #parts: ProjectParts;
  readonly #refresh: FeedbackRefresh;
  readonly #name: string;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #visit: Visit | undefined;
  /** When this window has asked last. */
  #askedAt = 0;

  constructor(parts: ProjectParts) {
    const { project, store, keys, files, memory, log } = parts;
    this.project = project;
    this.#parts = parts;
    this.#name = `${project.origin}:${project.projectId}`;
    const key = () => keys.get(project);
    // The editor's own fetch: it knows the proxy and the certificates that the person has set up.
    this.#refresh = new FeedbackRefresh({
      project,
      key,
      files,
      store,
      log,
      fetch: (url, init) => fetch(url, init),
      say: inEditorLanguage,
    });
    this.triage = new TriageActions(
      store,
      memory,
      this.#memoryName("triage"),
      project.dashboardUrl === undefined ? undefined : () => this.openDashboard(),
    );
    this.#visit = readVisit(memory.get(this.#memoryName("visit")));
    const before = lastVisit(this.#visit, Date.now());
    store.change(() => ({
      ...emptyState,
      project: {
        baseUrl: project.baseUrl,
        projectId: project.projectId,
        hasDashboard: project.dashboardUrl !== undefined,
      },
      triage: readTriage(memory, this.#memoryName("triage")),
      ...(before !== undefined && { lastVisit: before }),
    }));
    this.#subscriptions = [vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#plan())];
  }

  /** Shows what is kept, then asks for what is new if that is due. */
  async start(): Promise<void> {
    await this.#refresh.readKept();
    await this.keyChanged();
  }

  /** There is another key, or none. */
  async keyChanged(): Promise<void> {
    const { store, keys } = this.#parts;
    const hasKey = (await keys.get(this.project)) !== undefined;
    const { failure, refreshedAt } = store.state.freshness;
    store.change((state) => ({ ...state, hasKey }));
    if (hasKey && (failure || refreshedAt === undefined || this.#isDue())) await this.refresh();
    this.#plan();
  }

  /** Asks now. `isAsked`: a person waits for it, and sees how it goes on. */
  async refresh(isAsked = false): Promise<void> {
    this.#askedAt = Date.now();
    const running = this.#refresh.run();
    if (isAsked) await showProgress(running, this.#parts.store, () => this.cancel());
    await running;
    this.#plan();
  }

  cancel(): void {
    this.#refresh.cancel();
  }

  /** Why the service refuses this key; undefined when it does not. */
  tryKey(key: string): Promise<FeedbackFailure | undefined> {
    return this.#refresh.tryKey(key);
  }

  /** What the service has sent goes; triage stays. */
  async forget(): Promise<void> {
    await this.#refresh.forget();
  }

  openDashboard(): void {
    const { dashboardUrl } = this.project;
    if (dashboardUrl === undefined) void nameDashboard();
    else void vscode.env.openExternal(vscode.Uri.parse(dashboardUrl, true));
  }

  /** The person looks at feedback. What was new at the beginning of a visit is new to its end. */
  visited(): void {
    const visit = lookAgain(this.#visit, Date.now());
    const { before } = visit;
    this.#visit = visit;
    void this.#parts.memory.update(this.#memoryName("visit"), visit);
    if (before !== undefined && before !== this.#parts.store.state.lastVisit)
      this.#parts.store.change((state) => ({ ...state, lastVisit: before }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#refresh.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** `feedback.triage:https://api.example.com:my-docs` */
  #memoryName(what: string): string {
    return `feedback.${what}:${this.#name}`;
  }

  /** Milliseconds until the service is to be asked by itself; undefined: never. */
  #wait(): number | undefined {
    const { refreshEvery } = readFeedbackSettings();
    const { refreshedAt, failure } = this.#parts.store.state.freshness;
    if (refreshEvery === undefined || failure?.kind === "key-refused" || failure?.kind === "not-allowed")
      return undefined;
    const since = Math.max(refreshedAt ?? 0, this.#askedAt);
    return Math.max(since + refreshEvery, failure?.until ?? 0) - Date.now();
  }

  #isDue(): boolean {
    const wait = this.#wait();
    return wait !== undefined && wait <= 0;
  }

  /** A window that nobody looks at asks nothing; when it is looked at again it catches up. */
  #plan(): void {
    clearTimeout(this.#timer);
    const wait = this.#wait();
    if (wait === undefined || !vscode.window.state.focused || this.#parts.store.state.hasKey !== true) return;
    this.#timer = setTimeout(() => void this.refresh(), Math.min(Math.max(wait, 1000), 2 ** 31 - 1));
  }
}

async function nameDashboard(): Promise<void> {
  const settings = vscode.l10n.t("Open Settings");
  const words = vscode.l10n.t("The address of your dashboard is not in the settings.");
  if ((await vscode.window.showInformationMessage(words, settings)) === settings)
    await vscode.commands.executeCommand("workbench.action.openSettings", `${feedbackSection}.dashboardUrl`);
}
