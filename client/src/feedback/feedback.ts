import * as vscode from "vscode";
import type { SitesStatus } from "../../../server/src/protocol/site.ts";
import type { FeedbackServer, FeedbackSession } from "./feedback-controller.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { FeedbackView, viewId } from "./feedback-tree.ts";
import type { FeedbackSummary, SiteRoots } from "./store.ts";

/** The names of the commands for reader feedback (`docwright.feedback.NAME`). */
export const feedbackCommands = [
  "setUp",
  "setApiKey",
  "removeApiKey",
  "refresh",
  "readAll",
  "clearSaved",
  "openPanel",
  "openDashboard",
  "openEntry",
  "openInPanel",
  "openPage",
  "markDone",
  "putOff",
  "openAgain",
  "assign",
  "note",
  "addTrailer",
  "compareRatings",
] as const;

export type FeedbackCommand = (typeof feedbackCommands)[number];

/**
 * The entry point to reader feedback. Most sites don't use reader feedback, so the rest of the code is loaded only when
 * the folder is trusted and a project is configured, or when a command needs it.
 */
export class ReaderFeedback implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #context: vscode.ExtensionContext;
  readonly #server: FeedbackServer;
  readonly #log: vscode.LogOutputChannel;
  readonly #view = new FeedbackView();
  readonly #changeEmitter = new vscode.EventEmitter<void>();
  /** Fires when the results of `summarizeSite` may have changed. */
  readonly onDidChange = this.#changeEmitter.event;
  readonly #subscriptions: vscode.Disposable[];
  #session: Promise<FeedbackSession> | undefined;
  #profiles: readonly string[] = [];

  constructor(context: vscode.ExtensionContext, server: FeedbackServer, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#server = server;
    this.#log = log;
    this.#subscriptions = [
      this.#view,
      this.#changeEmitter,
      vscode.window.registerWebviewPanelSerializer(viewId, this),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#updateSession()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(feedbackSection)) void this.#updateSession();
      }),
    ];
    void this.#updateSession();
  }

  /** The handlers of the `docwright.feedback.*` commands, by command, for the command table. */
  get commands(): Readonly<Record<string, (argument?: unknown) => unknown>> {
    return Object.fromEntries(
      feedbackCommands.map((command) => [
        `docwright.feedback.${command}`,
        (argument: unknown) => this.#run(command, argument),
      ]),
    );
  }

  /**
   * Called when the profiles of the sites may have changed. The profiles determine the service's base URL if the
   * settings don't specify it.
   */
  updateProfiles(status: SitesStatus): void {
    const profiles = status.sites.map(({ profile }) => profile);
    if (profiles.join() === this.#profiles.join()) return;
    this.#profiles = profiles;
    void this.#updateSession();
  }

  /**
   * Returns the feedback on one of the sites, or the reason why the feedback isn't available. `root` is the URI of the
   * site's folder.
   */
  async summarizeSite(root: string, sites: SiteRoots): Promise<FeedbackSummary> {
    if (!vscode.workspace.isTrusted) return { kind: "untrusted" };
    return (await this.#session)?.summarizeSite(root, sites) ?? { kind: "off" };
  }

  /** Called when the editor restores a panel after a restart. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (vscode.workspace.isTrusted) (await this.#start()).attachPanel(panel);
    else panel.dispose();
  }

  dispose(): void {
    void this.#session?.then((feedback) => feedback.dispose());
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #run(command: FeedbackCommand, argument: unknown): Promise<void> {
    if (vscode.workspace.isTrusted) return (await this.#start()).run(command, argument);
    const manageButton = vscode.l10n.t("Manage Trust");
    const choice = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        "Reader feedback is off until you trust this folder, because its settings determine where your API key is sent.",
      ),
      manageButton,
    );
    if (choice === manageButton) await vscode.commands.executeCommand("workbench.trust.manage");
  }

  async #updateSession(): Promise<void> {
    const hasProjectId = readFeedbackSettings().projectId.trim() !== "";
    if (!vscode.workspace.isTrusted) return this.#view.setEmptyState("untrusted");
    if (this.#session) return (await this.#session).updateSession();
    if (hasProjectId) await this.#start();
    else this.#view.setEmptyState("no-project");
  }

  #start(): Promise<FeedbackSession> {
    this.#session ??= this.#load();
    return this.#session;
  }

  async #load(): Promise<FeedbackSession> {
    const { openFeedback } = await import("./feedback-controller.ts");
    const session = openFeedback({
      context: this.#context,
      server: this.#server,
      log: this.#log,
      view: this.#view,
      getProfiles: () => this.#profiles,
      onChanged: () => this.#changeEmitter.fire(),
    });
    await session.updateSession();
    return session;
  }
}
