import * as vscode from "vscode";
import type {
  NotificationType,
  NotificationType0,
  RequestParam,
  RequestType,
  RequestType0,
  WorkspaceEdit,
} from "vscode-languageclient/node";
import { coverageChanged } from "../../server/src/protocol/coverage.ts";
import {
  feedbackJoinsChanged,
  feedbackRatings,
  type FeedbackRatings,
  joinFeedback,
  type JoinFeedbackParams,
  listImportingFiles as findPagesShowing,
  type ListImportingFilesParams,
  locateSnippets,
  type LocateSnippetsParams,
} from "../../server/src/protocol/feedback.ts";
import { explain, type ExplainRequest } from "../../server/src/protocol/explain.ts";
import { navigationChanged } from "../../server/src/protocol/navigation.ts";
import { previewPush, type PreviewPush } from "../../server/src/protocol/preview.ts";
import {
  migrateEndpointPages,
  type PlannedEdit,
  remainingReferences,
  type RemainingReferences,
} from "../../server/src/protocol/refactoring.ts";
import {
  fixSafeProblems,
  listProblems,
  type ProblemLocation,
  type SiteOverview,
  siteOverviews,
  siteOverviewsChanged,
} from "../../server/src/protocol/site-overview.ts";
import { listSites, type SitesStatus, siteStatus, type SiteStatus } from "../../server/src/protocol/site.ts";
import { getInitializationOptions } from "./editor/settings.ts";
import type { FeedbackServer } from "./feedback/feedback-controller.ts";
import type { PreviewServer } from "./preview/previews.ts";
import type { ShownMigration } from "./refactoring/migrate-endpoint-pages.ts";
import type { createConnection, ServerConnection } from "./server-connection.ts";

/** The bundle that contains the protocol library. */
export interface ConnectionModule {
  readonly createConnection: typeof createConnection;
}

/** The state of the server, as used by the rest of the extension. */
export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly status: SitesStatus }
  | { readonly kind: "stopped"; readonly reason: "not-started" | "keeps-ending" };

const maxCrashes = 5;
const crashWindow = 3 * 60_000;

/**
 * Manages the lifecycle of the language server. If the server exits unexpectedly, it's restarted, unless it has exited
 * five times in three minutes.
 */
export class LanguageServer implements vscode.Disposable, PreviewServer, FeedbackServer {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #changeEmitter = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeStatus = this.#changeEmitter.event;
  readonly #eventEmitter = new vscode.EventEmitter<NotificationType0>();
  /** Fires when the result of `coverage` may have changed. */
  readonly onDidChangeCoverage = this.#getEvent(coverageChanged);
  readonly onFeedbackJoinsChanged = this.#getEvent(feedbackJoinsChanged);
  /** Fires when the navigation tree may have changed. */
  readonly onDidChangeNavigation = this.#getEvent(navigationChanged);
  /** Fires when the result of `getOverviews` may have changed. */
  readonly onDidChangeOverviews = this.#getEvent(siteOverviewsChanged);
  readonly #pushEmitter = new vscode.EventEmitter<PreviewPush>();
  readonly onPreviewPush = this.#pushEmitter.event;
  readonly #referencesEmitter = new vscode.EventEmitter<RemainingReferences>();
  /** Fires when the edit for a move or rename in the editor doesn't update all references. */
  readonly onReferencesLeft = this.#referencesEmitter.event;
  readonly #startEmitter = new vscode.EventEmitter<void>();
  /** Fires each time the server starts. */
  readonly onDidStart = this.#startEmitter.event;
  #connection: ServerConnection | undefined;
  readonly #loadConnection: () => Promise<ConnectionModule>;
  /**
   * The most recent start or restart. Starts and restarts run one at a time, because each of two concurrent ones would
   * create a server, and only one of these servers could be stopped.
   */
  #lastChange: Promise<void> = Promise.resolve();
  /** A restart that hasn't begun yet. Additional requests to restart share its promise. */
  #nextRestart: Promise<void> | undefined;
  #startPromise: Promise<void> = Promise.resolve();
  #isDisposed = false;
  #crashes: number[] = [];
  #state: ServerState = { kind: "starting" };

  constructor(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    loadConnection: () => Promise<ConnectionModule> = () => import("./server-connection.ts"),
  ) {
    this.#changeEmitter.event((state) => void (this.#state = state));
    this.#loadConnection = loadConnection;
    this.#context = context;
    this.#log = log;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Never rejects. */
  async start(): Promise<void> {
    await this.#runAfterChange(() => this.#connect());
    await this.#startPromise;
  }

  /** Never rejects. */
  async restart(): Promise<void> {
    this.#crashes = [];
    this.#nextRestart ??= this.#runAfterChange(async () => {
      this.#nextRestart = undefined;
      await this.#stop();
      await this.#connect();
    });
    await this.#nextRestart;
    await this.#startPromise;
  }

  #runAfterChange(change: () => Promise<void>): Promise<void> {
    this.#lastChange = this.#lastChange.then(change);
    return this.#lastChange;
  }

  /**
   * Creates a server and begins to start it. Doesn't wait until the server is running, because the server may have to
   * be stopped before then.
   */
  async #connect(): Promise<void> {
    if (this.#isDisposed) return;
    this.#changeEmitter.fire({ kind: "starting" });
    try {
      const { createConnection } = await this.#loadConnection();
      if (this.#isDisposed) return;
      const connection = createConnection({
        module: this.#context.asAbsolutePath("dist/server.js"),
        initializationOptions: getInitializationOptions(),
        log: this.#log,
        onRunning: () => this.#startEmitter.fire(),
        onEnded: () => this.#connection === connection && this.#recordCrash(),
      });
      this.#connection = connection;
      connection.onNotification<SitesStatus>(siteStatus.method, (status) =>
        this.#changeEmitter.fire({ kind: "running", status }),
      );
      for (const type of [coverageChanged, feedbackJoinsChanged, navigationChanged, siteOverviewsChanged])
        connection.onNotification(type.method, () => this.#eventEmitter.fire(type));
      connection.onNotification<PreviewPush>(previewPush.method, (push) => this.#pushEmitter.fire(push));
      connection.onNotification<RemainingReferences>(remainingReferences.method, (references) =>
        this.#referencesEmitter.fire(references),
      );
      this.#startPromise = connection.start().catch((error: unknown) => {
        if (this.#connection === connection) this.#reportFailedStart(error);
      });
    } catch (error) {
      this.#reportFailedStart(error);
    }
  }

  #reportFailedStart(error: unknown): void {
    this.#log.error(error instanceof Error ? error : String(error));
    this.#changeEmitter.fire({ kind: "stopped", reason: "not-started" });
  }

  /** Returns the status of each site, or an empty list while the server isn't running. */
  async getSites(): Promise<readonly SiteStatus[]> {
    return (await this.requestWithoutParams(listSites)) ?? [];
  }

  /** Returns the overview of each site, or an empty list while the server isn't running. */
  async getOverviews(): Promise<readonly SiteOverview[]> {
    return (await this.requestWithoutParams(siteOverviews)) ?? [];
  }

  /** Returns the locations of a rule's problems in a site, or an empty list while the server isn't running. */
  async listProblems(root: string, code: string): Promise<readonly ProblemLocation[]> {
    return (await this.request(listProblems, { root, code })) ?? [];
  }

  /**
   * Requests the edit with the safe fixes for a site. Resolves to undefined if the request is canceled or the server
   * isn't running.
   */
  async fixSafeProblems(root: string, token: vscode.CancellationToken): Promise<PlannedEdit | undefined> {
    return this.request(fixSafeProblems, { root }, token);
  }

  /**
   * Requests the planned migration of endpoint pages for each site. Resolves to undefined if the request is canceled or
   * the server isn't running.
   */
  async migrateEndpointPages(token: vscode.CancellationToken): Promise<readonly ShownMigration[] | undefined> {
    const migrations = await this.requestWithoutParams(migrateEndpointPages, token);
    if (!migrations || token.isCancellationRequested) return undefined;
    return Promise.all(migrations.map(async (migration) => ({ migration, edit: await this.toEdit(migration.edit) })));
  }

  /**
   * Converts an LSP edit to a VS Code edit. If a document has changed since the edit was made, shows a warning and
   * returns undefined.
   */
  async toEdit(edit: WorkspaceEdit | undefined): Promise<vscode.WorkspaceEdit | undefined> {
    if (edit && isOutdated(edit)) {
      const message = vscode.l10n.t("The file wasn't edited because it changed before the edit could be applied.");
      void vscode.window.showWarningMessage(message);
      return undefined;
    }
    return this.#connection?.toEdit(edit);
  }

  async explain(params: ExplainRequest) {
    return this.request(explain, params);
  }

  async joinFeedback(params: JoinFeedbackParams) {
    return this.request(joinFeedback, params);
  }

  async locateSnippets(params: LocateSnippetsParams) {
    return this.request(locateSnippets, params);
  }

  async findPagesShowing(params: ListImportingFilesParams) {
    return this.request(findPagesShowing, params);
  }

  setFeedbackRatings(params: FeedbackRatings): void {
    this.notify(feedbackRatings, params);
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#stop();
    this.#pushEmitter.dispose();
    this.#referencesEmitter.dispose();
    this.#startEmitter.dispose();
    this.#changeEmitter.dispose();
    this.#eventEmitter.dispose();
  }

  /** Sends a request. Waits while the server is starting. Resolves to undefined if the server isn't running. */
  async request<Params, Result>(
    type: RequestType<Params, Result, void>,
    params: RequestParam<Params>,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    return this.#send(type.method, params, token);
  }

  /**
   * Sends a request that has no params. Waits while the server is starting. Resolves to undefined if the server isn't
   * running or the request is canceled.
   */
  async requestWithoutParams<Result>(
    type: RequestType0<Result, void>,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    return this.#send(type.method, undefined, token);
  }

  /** Sends a notification. Does nothing while the server isn't running. */
  notify<Params>(type: NotificationType<Params>, params: RequestParam<Params>): void {
    if (this.#connection?.isRunning()) this.#connection.notify(type.method, params);
  }

  async #send<Result>(
    method: string,
    params: unknown,
    token: vscode.CancellationToken | undefined,
  ): Promise<Result | undefined> {
    await this.#lastChange;
    const connection = this.#connection;
    if (!connection?.canRequest()) return undefined;
    try {
      return await connection.request<Result>(method, params, token);
    } catch (error) {
      if (!connection.isRunning() || token?.isCancellationRequested) return undefined;
      throw error;
    }
  }

  #getEvent(type: NotificationType0): vscode.Event<void> {
    return (listener) => this.#eventEmitter.event((sentType) => void (sentType === type && listener()));
  }

  async #stop(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    try {
      await connection?.dispose();
    } catch (error) {
      this.#log.warn(`The language server didn't stop cleanly: ${String(error)}`);
    }
  }

  /** Records that the server has exited unexpectedly. Returns whether to restart it. */
  #recordCrash(): boolean {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < crashWindow), now];
    if (this.#crashes.length < maxCrashes) {
      this.#log.warn(
        `The language server stopped unexpectedly and is restarting (${this.#crashes.length} of ${maxCrashes})`,
      );
      this.#changeEmitter.fire({ kind: "starting" });
      return true;
    }
    this.#changeEmitter.fire({ kind: "stopped", reason: "keeps-ending" });
    void this.#promptToRestart();
    return false;
  }

  async #promptToRestart(): Promise<void> {
    const restartButton = vscode.l10n.t("Restart");
    const showLogButton = vscode.l10n.t("Show Log");
    const choice = await vscode.window.showErrorMessage(
      vscode.l10n.t(
        "The Docwright language server keeps crashing, so this site isn't being checked. Your files aren't affected.",
      ),
      restartButton,
      showLogButton,
    );
    if (choice === restartButton) await this.restart();
    if (choice === showLogButton) this.#log.show();
  }
}

/**
 * Whether a document has changed since the edit was made. The converter drops the versions of documents, so the editor
 * would otherwise apply an outdated edit.
 */
function isOutdated({ documentChanges = [] }: WorkspaceEdit): boolean {
  return documentChanges.some((change) => {
    if ("kind" in change || change.textDocument.version === null) return false;
    const { uri, version } = change.textDocument;
    const openDocument = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === vscode.Uri.parse(uri).toString(),
    );
    return openDocument !== undefined && openDocument.version !== version;
  });
}
