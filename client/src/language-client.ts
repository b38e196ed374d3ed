import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  TransportKind,
  type LanguageClientOptions,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import {
  closePreview,
  convertSpecification,
  coverage,
  coverageChanged,
  feedbackJoinsChanged,
  fetchSpecification,
  judgeApiTest,
  migrateEndpointPages,
  navigationChanged,
  openPreview,
  planApiTests,
  playgroundFacts,
  previewCodeTheme,
  previewMessage,
  previewPush,
  remoteSpecifications,
  siteReport,
  siteStatus,
  type ConvertedSpecification,
  type ConvertSpecification,
  type EndpointMigration,
  type FetchedSpecification,
  type JudgeApiTest,
  type JudgedApiTest,
  type OpenedPreview,
  type OpenPreview,
  type PlanApiTests,
  type PlannedApiTest,
  type PlaygroundFacts,
  type PreviewCodeTheme,
  type PreviewPush,
  type RemoteSpecification,
  type SiteCoverage,
  type SiteReport,
  type SitesStatus,
} from "../../server/src/protocol.ts";
import type { FeedbackServer } from "./feedback/feedback-server.ts";
import { initializationOptions } from "./initialization-options.ts";
import { JsonServiceFilter } from "./json-service.ts";
import type { PreviewServer } from "./preview/preview-server.ts";
import type { ShownMigration } from "./shown-migration.ts";
import { withoutEditorServices } from "./without-editor-services.ts";

/** What the rest of the extension is told about the server. */
export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly status: SitesStatus }
  | { readonly kind: "stopped"; readonly reason: "not-started" | "keeps-ending" };

const mostCrashes = 5;
const crashWindow = 3 * 60_000;

/** The language server's life: started once, restarted when it ends by itself, given up after five ends in three minutes. */
export class LanguageServer implements vscode.Disposable, PreviewServer, FeedbackServer {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeStatus = this.#changed.event;
  readonly #news = new vscode.EventEmitter<string>();
  /** What `coverage` answers may be another now. */
  readonly onDidChangeCoverage = this.on(coverageChanged);
  readonly onFeedbackJoinsChanged = this.on(feedbackJoinsChanged);
  /** What the tree of the navigation shows may be another now. */
  readonly onDidChangeNavigation = this.on(navigationChanged);
  readonly #pushed = new vscode.EventEmitter<PreviewPush>();
  readonly onPreviewPush = this.#pushed.event;
  readonly #started = new vscode.EventEmitter<void>();
  /** The server is there, for the first time or again. */
  readonly onDidStart = this.#started.event;
  #client: LanguageClient | undefined;
  #filter: JsonServiceFilter | undefined;
  #crashes: number[] = [];

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#changed.fire({ kind: "starting" });
    const filter = new JsonServiceFilter(() => this.#client);
    const module = this.#context.asAbsolutePath("dist/server.js");
    const client = new LanguageClient(
      "docwright",
      "Docwright",
      {
        run: { module, transport: TransportKind.ipc },
        debug: {
          module,
          transport: TransportKind.ipc,
          options: { execArgv: ["--nolazy", "--inspect=6019"] },
        },
      },
      this.#options(filter),
    );
    this.#filter = filter;
    this.#client = client;
    client.onNotification(siteStatus, (status: SitesStatus) =>
      this.#changed.fire({ kind: "running", status }),
    );
    for (const method of [coverageChanged, feedbackJoinsChanged, navigationChanged])
      client.onNotification(method, () => this.#news.fire(method));
    client.onNotification(previewPush, (push: PreviewPush) => this.#pushed.fire(push));
    client.onDidChangeState(({ newState }) => {
      this.#log.info(`Language server: ${State[newState].toLowerCase()}`);
      if (newState === State.Running) this.#started.fire();
    });
    try {
      await client.start();
    } catch (error) {
      this.#log.error(error instanceof Error ? error : String(error));
      this.#changed.fire({ kind: "stopped", reason: "not-started" });
    }
  }

  async restart(): Promise<void> {
    this.#crashes = [];
    await this.#stop();
    await this.start();
  }

  /** Rules by count for each site, or nothing while the server is not running. */
  async report(): Promise<readonly SiteReport[]> {
    return (await this.ask<SiteReport[]>(siteReport)) ?? [];
  }

  /** Where readers find each operation, or nothing while the server is not running. */
  async coverage(): Promise<readonly SiteCoverage[]> {
    return (await this.ask<SiteCoverage[]>(coverage)) ?? [];
  }

  /** What open sites name on the web. */
  async remoteSpecifications(): Promise<readonly RemoteSpecification[]> {
    return (await this.ask<RemoteSpecification[]>(remoteSpecifications)) ?? [];
  }

  /** What a migration of endpoint pages would do, for each site; undefined when cancelled or the server is not running. */
  async migrateEndpointPages(
    token: vscode.CancellationToken,
  ): Promise<readonly ShownMigration[] | undefined> {
    const client = this.#client;
    if (!client?.isRunning()) return undefined;
    const asked = client.sendRequest<EndpointMigration[]>(migrateEndpointPages, token);
    const migrations = await asked.catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    });
    if (!migrations || token.isCancellationRequested) return undefined;
    return Promise.all(
      migrations.map(async (migration) => ({ migration, edit: await this.toEdit(migration.edit) })),
    );
  }

  /** An edit as the editor has them; undefined, with a warning, if a document has changed since the edit was made. */
  async toEdit(edit: WorkspaceEdit | undefined): Promise<vscode.WorkspaceEdit | undefined> {
    if (edit && isOutdated(edit)) {
      const words = vscode.l10n.t("The file was changed meanwhile, so it was left as it is.");
      void vscode.window.showWarningMessage(words);
      return undefined;
    }
    return this.#client?.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** Undefined when it was cancelled or the server is not running. */
  async fetchSpecification(url: string, hosts: readonly string[], token: vscode.CancellationToken) {
    return this.ask<FetchedSpecification>(fetchSpecification, { url, hosts }, token);
  }

  /** Undefined when the server is not running. */
  async convertSpecification(request: ConvertSpecification): Promise<ConvertedSpecification | undefined> {
    return this.ask<ConvertedSpecification>(convertSpecification, request);
  }

  /** Undefined when the server is not running. */
  async openPreview(request: OpenPreview): Promise<OpenedPreview | undefined> {
    return this.ask<OpenedPreview>(openPreview, request);
  }

  closePreview(preview: string): void {
    this.tell(closePreview, { preview });
  }

  /** What a site says about where its APIs are; undefined when it is none, or the server is not running. */
  async playgroundFacts(root: string): Promise<PlaygroundFacts | undefined> {
    return (await this.ask<PlaygroundFacts | null>(playgroundFacts, { root })) ?? undefined;
  }

  /** Every request that a site shows its readers; nothing while the server is not running. */
  async planApiTests(request: PlanApiTests): Promise<readonly PlannedApiTest[]> {
    return (await this.ask<PlannedApiTest[]>(planApiTests, request)) ?? [];
  }

  /** Undefined for a test that is not planned any more, and while the server is not running. */
  async judgeApiTest(request: JudgeApiTest): Promise<JudgedApiTest | undefined> {
    return (await this.ask<JudgedApiTest | null>(judgeApiTest, request)) ?? undefined;
  }

  /** The colours for code in previews. */
  setCodeTheme(theme: PreviewCodeTheme): void {
    this.tell(previewCodeTheme, theme);
  }

  /** What a page says; the server looks at it before anything goes by it. */
  sendToPreview(preview: string, message: unknown): void {
    this.tell(previewMessage, { preview, message });
  }

  dispose(): void {
    void this.#stop();
    this.#pushed.dispose();
    this.#started.dispose();
    this.#changed.dispose();
    this.#news.dispose();
  }

  /** Undefined while the server is not running. */
  async ask<T>(method: string, given?: object, token?: vscode.CancellationToken): Promise<T | undefined> {
    // What is undefined would be one more parameter to the server.
    const client = this.#client?.isRunning() ? this.#client : undefined;
    if (!given) return token ? client?.sendRequest<T>(method, token) : client?.sendRequest<T>(method);
    return token ? client?.sendRequest<T>(method, given, token) : client?.sendRequest<T>(method, given);
  }

  /** News of one kind, which say no more than that an answer is another. */
  on(method: string): vscode.Event<void> {
    return (listener) => this.#news.event((told) => void (told === method && listener()));
  }

  /** Nobody hears it while the server is not running. */
  tell(method: string, given: object): void {
    if (this.#client?.isRunning()) void this.#client.sendNotification(method, given);
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#filter?.dispose();
    try {
      await client?.dispose();
    } catch (error) {
      this.#log.warn(`The language server did not stop in order: ${String(error)}`);
    }
  }

  #options(filter: JsonServiceFilter): LanguageClientOptions {
    return {
      documentSelector: ["md", "mdx", "json", "yaml", "yml"].map((extension) => ({
        scheme: "file",
        pattern: `**/*.${extension}`,
      })),
      initializationOptions: initializationOptions(),
      markdown: { isTrusted: { enabledCommands: ["docwright.explain"] } },
      outputChannel: this.#log,
      middleware: { ...filter.middleware, ...withoutEditorServices },
      errorHandler: {
        error: (error) => {
          this.#log.error(error);
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => ({ action: this.#closed(), handled: true }),
      },
    };
  }

  #closed(): CloseAction {
    if (!this.#client) return CloseAction.DoNotRestart;
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < crashWindow), now];
    if (this.#crashes.length < mostCrashes) {
      this.#log.warn(
        `The language server ended and is started again (${this.#crashes.length} of ${mostCrashes})`,
      );
      this.#changed.fire({ kind: "starting" });
      return CloseAction.Restart;
    }
    this.#changed.fire({ kind: "stopped", reason: "keeps-ending" });
    void this.#offerRestart();
    return CloseAction.DoNotRestart;
  }

  async #offerRestart(): Promise<void> {
    const restart = vscode.l10n.t("Restart");
    const showLog = vscode.l10n.t("Show Log");
    const choice = await vscode.window.showErrorMessage(
      vscode.l10n.t(
        "Docwright's language server keeps ending, so this site is not checked. Your files are untouched.",
      ),
      restart,
      showLog,
    );
    if (choice === restart) await this.restart();
    if (choice === showLog) this.#log.show();
  }
}

/** The converter drops versions, and the editor then makes an edit whatever the document has become. */
function isOutdated({ documentChanges = [] }: WorkspaceEdit): boolean {
  return documentChanges.some((change) => {
    if ("kind" in change || change.textDocument.version === null) return false;
    const { uri, version } = change.textDocument;
    const open = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === vscode.Uri.parse(uri).toString(),
    );
    return open !== undefined && open.version !== version;
  });
}
