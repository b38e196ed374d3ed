import * as vscode from "vscode";
import type { FeedbackFailure } from "../../../server/src/feedback/entries/types.ts";
import { checkBaseUrl, checkProject } from "../../../server/src/feedback/service/http.ts";
import type { ApiKeys } from "./api-key.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { emptyState, type FeedbackStore } from "./store.ts";
import { type FeedbackFiles, type FeedbackLog, FeedbackRefresh, showProgress } from "./sync.ts";
import { type MementoStorage, readTriage, TriageActions } from "./triage.ts";
import { translateInEditor } from "./labels.ts";

/** When the person looks at feedback, and looked the time before. */
export interface ProjectVisit {
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  /** The last look of the visit before this one; absent in the first. */
  readonly before?: number;
}

/** Looking away for so long ends a visit; milliseconds. */
const gap = 4 * 3_600_000;

/**
 * What is newer is new to the person: the end of the visit before the present one. It stays for as long as a visit
 * lasts, also over restarts of the editor. Undefined before and in the first visit.
 */
export function lastVisit(visit: ProjectVisit | undefined, now: number): number | undefined {
  return visit && now - visit.seenAt > gap ? visit.seenAt : visit?.before;
}

/** The person looks now. */
export function checkForUpdates(visit: ProjectVisit | undefined, now: number): ProjectVisit {
  const before = lastVisit(visit, now);
  return { seenAt: now, ...(before !== undefined && { before }) };
}

/** What was kept of it; undefined for whatever else stands there. */
export function readVisit(retained: unknown): ProjectVisit | undefined {
  if (typeof retained !== "object" || retained === null) return undefined;
  const { seenAt, before } = retained as Record<string, unknown>;
  if (typeof seenAt !== "number") return undefined;
  return { seenAt, ...(typeof before === "number" && { before }) };
}

export interface ProjectDependencies {
  readonly project: FeedbackProject;
  readonly store: FeedbackStore;
  readonly keys: ApiKeys;
  readonly files: FeedbackFiles;
  readonly memory: MementoStorage;
  readonly log: FeedbackLog;
}

/** The feedback of one project while it is the one that is shown: its cache, its questions, its triage. */
export class ProjectFeedback implements vscode.Disposable {
  readonly project: FeedbackProject;
  readonly triage: TriageActions;
  readonly #parts: ProjectDependencies;
  readonly #refresh: FeedbackRefresh;
  readonly #name: string;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #visit: ProjectVisit | undefined;
  /** When this window has asked last. */
  #requestedAt = 0;

  constructor(parts: ProjectDependencies) {
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
      say: translateInEditor,
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
  async refresh(isRequested = false): Promise<void> {
    this.#requestedAt = Date.now();
    const running = this.#refresh.run();
    if (isRequested) await showProgress(running, this.#parts.store, () => this.cancel());
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
    const visit = checkForUpdates(this.#visit, Date.now());
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
    const since = Math.max(refreshedAt ?? 0, this.#requestedAt);
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

/** Where readers' feedback is asked for. */
export interface FeedbackProject {
  /** `https://api.example.com`, without a slash at its end. */
  readonly baseUrl: string;
  /** `https://api.example.com`: what a key is bound to. */
  readonly origin: string;
  readonly projectId: string;
  /** Where people work on feedback in a browser. */
  readonly dashboardUrl?: string;
}

/** What the settings say, as it is written there. */
export interface ProjectSettings {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly dashboardUrl: string;
}

/** A project to ask for, or why there is none. */
export type ReadProject =
  | { readonly kind: "project"; readonly project: FeedbackProject }
  /** Nothing is set up. */
  | { readonly kind: "missing"; readonly what: "projectId" | "baseUrl" }
  /** `reason` is a sentence. */
  | { readonly kind: "wrong"; readonly what: keyof ProjectSettings; readonly reason: string };

/** The base URL that a profile knows; the standard one names none. */
const knownBaseUrls: Readonly<Record<string, string>> = { mintlify: "https://api.mintlify.com" };

/** The project that settings name. `profiles` are those of the open sites: where they agree, one may name the base URL. */
export function readProject(settings: ProjectSettings, profiles: readonly string[]): ReadProject {
  const projectId = settings.projectId.trim();
  if (projectId === "") return { kind: "missing", what: "projectId" };
  const project = checkProject(projectId);
  if (!project.ok) return { kind: "wrong", what: "projectId", reason: project.reason };
  const address = settings.baseUrl.trim() || defaultBaseUrl(profiles);
  if (address === undefined) return { kind: "missing", what: "baseUrl" };
  const base = checkBaseUrl(address);
  if (!base.ok) return { kind: "wrong", what: "baseUrl", reason: base.reason };
  const dashboard = checkDashboard(settings.dashboardUrl.trim());
  if (!dashboard.ok) return { kind: "wrong", what: "dashboardUrl", reason: dashboard.reason };
  return {
    kind: "project",
    project: {
      baseUrl: base.value,
      origin: new URL(base.value).origin,
      projectId,
      ...(dashboard.value !== "" && { dashboardUrl: dashboard.value }),
    },
  };
}

/** What these profiles know; undefined where they know nothing, or not the same. */
export function defaultBaseUrl(profiles: readonly string[]): string | undefined {
  const [profile, ...others] = new Set(profiles);
  return others.length === 0 && profile !== undefined ? knownBaseUrls[profile] : undefined;
}

/** One name in the secret storage of the editor, for one project of one origin. */
export function keyName({ origin, projectId }: FeedbackProject): string {
  return `feedback.apiKey:${origin}:${projectId}`;
}

export function isSameProject(one: FeedbackProject | undefined, other: FeedbackProject | undefined): boolean {
  return (
    one?.baseUrl === other?.baseUrl &&
    one?.projectId === other?.projectId &&
    one?.dashboardUrl === other?.dashboardUrl
  );
}

/** A page for the browser, so what stands behind its host may be anything. */
function checkDashboard(
  text: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string } {
  if (text === "") return { ok: true, value: "" };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const place = url && checkBaseUrl(`${url.protocol}//${url.host}`);
  if (url && place?.ok && url.username === "" && url.password === "") return { ok: true, value: url.href };
  return { ok: false, reason: "The address of the dashboard has to begin with https://." };
}

/** Asks where the feedback is, and puts it into the settings of the folder. False when the person goes away. */
export async function setUpProject(profiles: readonly string[]): Promise<boolean> {
  const settings = readFeedbackSettings();
  const baseUrl = await ask({
    title: vscode.l10n.t("Reader Feedback: Address of the Service"),
    prompt: vscode.l10n.t(
      "The base URL of its API, without the path. The key is sent there and nowhere else.",
    ),
    value: settings.baseUrl || defaultBaseUrl(profiles) || "https://",
    check: checkBaseUrl,
  });
  if (baseUrl === undefined) return false;
  const projectId = await ask({
    title: vscode.l10n.t("Reader Feedback: Project"),
    prompt: vscode.l10n.t("The ID of your project. It stands in the dashboard, with the API keys."),
    value: settings.projectId,
    check: checkProject,
  });
  if (projectId === undefined) return false;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  const section = vscode.workspace.getConfiguration(feedbackSection);
  if (baseUrl !== defaultBaseUrl(profiles) || settings.baseUrl !== "")
    await section.update("baseUrl", baseUrl, target);
  await section.update("projectId", projectId, target);
  return true;
}

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly check: typeof checkBaseUrl;
}

async function ask({ title, prompt, value, check }: Question): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const checked = check(text.trim(), translateInEditor);
      return checked.ok ? undefined : checked.reason;
    },
  });
  const checked = answer === undefined ? undefined : check(answer.trim());
  return checked?.ok ? checked.value : undefined;
}
