import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { FeedbackFailure } from "../../../server/src/feedback/entries/types.ts";
import { checkBaseUrl, checkProject } from "../../../server/src/feedback/service/http.ts";
import type { ApiKeys } from "./api-key.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { AnalyticsRefresh } from "./analytics-refresh.ts";
import { emptyState, type FeedbackStore } from "./store.ts";
import { FeedbackRefresh } from "./refresh.ts";
import { type FeedbackFiles, type FeedbackLog, showProgress } from "./sync.ts";
import { type MementoStorage, readTriage, TriageActions } from "./triage.ts";
import { translateInEditor } from "../editor/translate-messages.ts";

/** The time when the user last viewed feedback, and the time when the previous visit ended. */
export interface ProjectVisit {
  /** The time when feedback was last viewed, in milliseconds since 1970. */
  readonly seenAt: number;
  /** The time when the previous visit ended, in milliseconds since 1970. Undefined during the first visit. */
  readonly before?: number;
}

/** The maximum time in milliseconds between two steps of a read of all entries. */
const maxPause = 30 * 60_000;

/** The time in milliseconds after which a visit ends if the user doesn't view feedback. */
const maxVisitGap = 4 * 3_600_000;

/**
 * Returns the end of the previous visit. Entries that have arrived since then are new to the user. The time doesn't
 * change during a visit, even if the editor is restarted. Returns undefined before and during the first visit.
 */
export function getLastVisit(visit: ProjectVisit | undefined, now: number): number | undefined {
  return visit && now - visit.seenAt > maxVisitGap ? visit.seenAt : visit?.before;
}

/** Returns the visit, updated to record that the user is viewing feedback now. */
export function createUpdatedVisit(visit: ProjectVisit | undefined, now: number): ProjectVisit {
  const lastVisit = getLastVisit(visit, now);
  return { seenAt: now, ...(lastVisit !== undefined && { before: lastVisit }) };
}

/** Returns the stored visit, or undefined if the data is invalid. */
export function readVisit(storedValue: unknown): ProjectVisit | undefined {
  if (!isPlainRecord(storedValue)) return undefined;
  const { seenAt, before } = storedValue;
  if (typeof seenAt !== "number") return undefined;
  return { seenAt, ...(typeof before === "number" && { before }) };
}

export interface ProjectDependencies {
  readonly project: FeedbackProject;
  readonly store: FeedbackStore;
  readonly keys: ApiKeys;
  readonly files: FeedbackFiles;
  readonly storage: MementoStorage;
  readonly log: FeedbackLog;
}

/** The feedback for the project that is currently shown, including its cache, requests, and triage. */
export class ProjectFeedback implements vscode.Disposable {
  readonly project: FeedbackProject;
  readonly triage: TriageActions;
  readonly #dependencies: ProjectDependencies;
  readonly #refresh: FeedbackRefresh;
  readonly #analytics: AnalyticsRefresh;
  readonly #projectKey: string;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #visit: ProjectVisit | undefined;
  /** The time when this window last sent a request. */
  #requestedAt = 0;

  constructor(projectDependencies: ProjectDependencies) {
    const { project, store, keys, files, storage, log } = projectDependencies;
    this.project = project;
    this.#dependencies = projectDependencies;
    this.#projectKey = `${project.origin}:${project.projectId}`;
    const getKey = () => keys.get(project);
    // The editor's own fetch function uses the proxy and certificates that the user has configured.
    const refreshDependencies = {
      project,
      getKey,
      files,
      store,
      log,
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      translate: translateInEditor,
    };
    this.#refresh = new FeedbackRefresh(refreshDependencies);
    this.#analytics = new AnalyticsRefresh(refreshDependencies);
    this.triage = new TriageActions(
      store,
      storage,
      this.#createStateKey("triage"),
      project.dashboardUrl === undefined ? undefined : () => this.openDashboard(),
    );
    this.#visit = readVisit(storage.get(this.#createStateKey("visit")));
    const lastVisit = getLastVisit(this.#visit, Date.now());
    store.change(({ commitsById }) => ({
      ...emptyState,
      ...(commitsById && { commitsById }),
      project: {
        baseUrl: project.baseUrl,
        projectId: project.projectId,
        hasDashboard: project.dashboardUrl !== undefined,
      },
      triageById: readTriage(storage, this.#createStateKey("triage")),
      ...(lastVisit !== undefined && { lastVisit }),
    }));
    this.#subscriptions = [vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#scheduleRefresh())];
  }

  /** Shows the cached entries, and then requests new ones if a refresh is due. */
  async start(): Promise<void> {
    await this.#refresh.readCached();
    await this.#analytics.readCached();
    await this.#refreshIfDue();
  }

  /**
   * Called when the API key has been changed or removed. If the previous key didn't have access to some of the
   * analytics, requests the analytics again, because the current key may have access.
   */
  async onKeyChanged(): Promise<void> {
    await this.#refreshIfDue();
    const { denied = [] } = this.#dependencies.store.state.analytics ?? {};
    if (denied.length > 0) await this.#analytics.run({ isForced: true });
  }

  /**
   * Requests new entries if necessary, based on the state of the API key and the age of the loaded entries.
   */
  async #refreshIfDue(): Promise<void> {
    const { store, keys } = this.#dependencies;
    const hasKey = (await keys.get(this.project)) !== undefined;
    const { failure, refreshedAt } = store.state.freshness;
    store.change((state) => ({ ...state, hasKey }));
    if (hasKey && (failure || refreshedAt === undefined || this.#isDue())) await this.refresh();
    this.#scheduleRefresh();
  }

  /**
   * Refreshes the feedback immediately. If `isRequested` is true, the user is waiting and sees the progress. If `all`
   * is true, all entries are read again.
   */
  async refresh({ isRequested = false, all = false } = {}): Promise<void> {
    this.#requestedAt = Date.now();
    const refreshPromise = this.#refresh.run({ readsAll: all });
    if (isRequested) await showProgress(refreshPromise, this.#dependencies.store, () => this.cancel());
    await refreshPromise;
    this.#scheduleRefresh();
    await this.#analytics.run({ isForced: all });
  }

  cancel(): void {
    this.#refresh.cancel();
  }

  /** Resolves to the reason why the service rejects this key, or to undefined if the service accepts the key. */
  tryKey(key: string): Promise<FeedbackFailure | undefined> {
    return this.#refresh.tryKey(key);
  }

  /** Deletes the data that was received from the service, but not the triage. */
  async clear(): Promise<void> {
    await this.#refresh.clear();
    this.#analytics.clear();
  }

  openDashboard(): void {
    const { dashboardUrl } = this.project;
    if (dashboardUrl === undefined) void promptForDashboard();
    else void vscode.env.openExternal(vscode.Uri.parse(dashboardUrl, true));
  }

  /**
   * Records that the user is viewing feedback. Entries that were new at the start of a visit remain new until the visit
   * ends.
   */
  onVisited(): void {
    const visit = createUpdatedVisit(this.#visit, Date.now());
    const { before } = visit;
    this.#visit = visit;
    void this.#dependencies.storage.update(this.#createStateKey("visit"), visit);
    if (before !== undefined && before !== this.#dependencies.store.state.lastVisit)
      this.#dependencies.store.change((state) => ({ ...state, lastVisit: before }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#refresh.dispose();
    this.#analytics.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Returns the key under which data is stored, such as `feedback.triage:https://api.example.com:my-docs`. */
  #createStateKey(name: string): string {
    return `feedback.${name}:${this.#projectKey}`;
  }

  /** Returns the time in milliseconds until the next automatic refresh, or undefined if there won't be one. */
  #getRefreshDelay(): number | undefined {
    const { refreshInterval } = readFeedbackSettings();
    const { refreshedAt, failure } = this.#dependencies.store.state.freshness;
    if (refreshInterval === undefined || failure?.kind === "key-refused" || failure?.kind === "not-allowed")
      return undefined;
    const lastAttemptAt = Math.max(refreshedAt ?? 0, this.#requestedAt);
    const { progress } = this.#refresh;
    // The first read continues as soon as the service accepts requests again.
    if (progress === "first" && failure?.until !== undefined) return failure.until - Date.now();
    const interval = progress === "done" ? refreshInterval : Math.min(refreshInterval, maxPause);
    return Math.max(lastAttemptAt + interval, failure?.until ?? 0) - Date.now();
  }

  #isDue(): boolean {
    const delay = this.#getRefreshDelay();
    return delay !== undefined && delay <= 0;
  }

  /** Schedules the next refresh. An inactive window doesn't send requests until it becomes active again. */
  #scheduleRefresh(): void {
    clearTimeout(this.#timer);
    const delay = this.#getRefreshDelay();
    if (delay === undefined || !vscode.window.state.focused || this.#dependencies.store.state.hasKey !== true) return;
    this.#timer = setTimeout(() => void this.refresh(), Math.min(Math.max(delay, 1000), 2 ** 31 - 1));
  }
}

async function promptForDashboard(): Promise<void> {
  const openSettingsButton = vscode.l10n.t("Open Settings");
  const message = vscode.l10n.t("The dashboard URL isn't set.");
  if ((await vscode.window.showInformationMessage(message, openSettingsButton)) === openSettingsButton)
    await vscode.commands.executeCommand("workbench.action.openSettings", `${feedbackSection}.dashboardUrl`);
}

/** A project, and the service from which to request its feedback. */
export interface FeedbackProject {
  /** The base URL without a trailing slash, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** The origin to which an API key is bound, such as `https://api.example.com`. */
  readonly origin: string;
  readonly projectId: string;
  /** The URL of the feedback dashboard, which is opened in a browser. */
  readonly dashboardUrl?: string;
}

/** The settings for a project before they're validated. */
export interface ProjectSettings {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly dashboardUrl: string;
}

/** A valid project, or the reason why the project isn't available. */
export type ProjectResult =
  | { readonly kind: "project"; readonly project: FeedbackProject }
  /** A required setting is missing. */
  | { readonly kind: "missing"; readonly setting: "projectId" | "baseUrl" }
  /** A setting is invalid. `reason` is a sentence. */
  | { readonly kind: "wrong"; readonly setting: keyof ProjectSettings; readonly reason: string };

/** The base URLs that profiles define. The standard profile doesn't have one. */
const baseUrlsByProfile: Readonly<Record<string, string>> = { mintlify: "https://api.mintlify.com" };

/**
 * Returns the project that the settings specify. `profiles` contains the profiles of the open sites. If all sites use
 * the same profile, the base URL can come from that profile.
 */
export function readProject(settings: ProjectSettings, profiles: readonly string[]): ProjectResult {
  const projectId = settings.projectId.trim();
  if (projectId === "") return { kind: "missing", setting: "projectId" };
  const projectIdResult = checkProject(projectId);
  if (!projectIdResult.ok) return { kind: "wrong", setting: "projectId", reason: projectIdResult.reason };
  const url = settings.baseUrl.trim() || getDefaultBaseUrl(profiles);
  if (url === undefined) return { kind: "missing", setting: "baseUrl" };
  const baseUrlResult = checkBaseUrl(url);
  if (!baseUrlResult.ok) return { kind: "wrong", setting: "baseUrl", reason: baseUrlResult.reason };
  const dashboardResult = checkDashboard(settings.dashboardUrl.trim());
  if (!dashboardResult.ok) return { kind: "wrong", setting: "dashboardUrl", reason: dashboardResult.reason };
  return {
    kind: "project",
    project: {
      baseUrl: baseUrlResult.value,
      origin: new URL(baseUrlResult.value).origin,
      projectId,
      ...(dashboardResult.value !== "" && { dashboardUrl: dashboardResult.value }),
    },
  };
}

/**
 * Returns the base URL that these profiles define. Returns undefined if the profiles differ or don't define a base URL.
 */
export function getDefaultBaseUrl(profiles: readonly string[]): string | undefined {
  const [profile, ...otherProfiles] = new Set(profiles);
  return otherProfiles.length === 0 && profile !== undefined ? baseUrlsByProfile[profile] : undefined;
}

/**
 * Returns the name under which an API key is stored in the editor's secret storage. Each project and origin has its own
 * name.
 */
export function getKeyName({ origin, projectId }: FeedbackProject): string {
  return `feedback.apiKey:${origin}:${projectId}`;
}

export function isSameProject(a: FeedbackProject | undefined, b: FeedbackProject | undefined): boolean {
  return a?.baseUrl === b?.baseUrl && a?.projectId === b?.projectId && a?.dashboardUrl === b?.dashboardUrl;
}

/** Checks the URL of the dashboard. The URL can contain anything after the host, because it's opened in a browser. */
function checkDashboard(
  text: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string } {
  if (text === "") return { ok: true, value: "" };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const originResult = url && checkBaseUrl(`${url.protocol}//${url.host}`);
  if (url && originResult?.ok && url.username === "" && url.password === "") return { ok: true, value: url.href };
  return { ok: false, reason: "The dashboard URL must start with https://." };
}

/** Prompts for the project, and writes it to the settings that the user selects. Returns false if the user cancels. */
export async function setUpProject(profiles: readonly string[]): Promise<boolean> {
  const settings = readFeedbackSettings();
  const baseUrl = await promptForInput({
    title: vscode.l10n.t("Reader Feedback: Base URL"),
    prompt: vscode.l10n.t("Base URL of the analytics API, without the path. The API key is sent only to this URL."),
    value: settings.baseUrl || getDefaultBaseUrl(profiles) || "https://",
    check: checkBaseUrl,
  });
  if (baseUrl === undefined) return false;
  const projectId = await promptForInput({
    title: vscode.l10n.t("Reader Feedback: Project ID"),
    prompt: vscode.l10n.t("You can find the project ID in the dashboard, next to the API keys."),
    value: settings.projectId,
    check: checkProject,
  });
  if (projectId === undefined) return false;
  const target = await chooseTarget();
  if (target === undefined) return false;
  const section = vscode.workspace.getConfiguration(feedbackSection);
  if (baseUrl !== getDefaultBaseUrl(profiles) || settings.baseUrl !== "")
    await section.update("baseUrl", baseUrl, target);
  await section.update("projectId", projectId, target);
  return true;
}

/**
 * Prompts the user to select where to save the settings, because the workspace settings may be in a file that is shared
 * with others.
 */
async function chooseTarget(): Promise<vscode.ConfigurationTarget | undefined> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  if (!vscode.workspace.workspaceFolders) return Global;
  const item = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("User settings"),
        detail: vscode.l10n.t("For all folders on this machine. No files in the site are changed."),
        target: Global,
      },
      {
        label: vscode.l10n.t("Workspace settings"),
        detail: vscode.l10n.t("For this folder, in .vscode/settings.json. Your team can share the file."),
        target: Workspace,
      },
    ],
    { title: vscode.l10n.t("Reader Feedback: Choose Where to Save"), ignoreFocusOut: true },
  );
  return item?.target;
}

interface InputPrompt {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly check: typeof checkBaseUrl;
}

async function promptForInput({ title, prompt, value, check }: InputPrompt): Promise<string | undefined> {
  const input = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const result = check(text.trim(), translateInEditor);
      return result.ok ? undefined : result.reason;
    },
  });
  const checkedResult = input === undefined ? undefined : check(input.trim());
  return checkedResult?.ok ? checkedResult.value : undefined;
}
