import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import {
  type ExportedFile,
  type FeedbackHost,
  FeedbackPanelController,
} from "../../../server/src/feedback/panel/panel-controller.ts";
import type { ListQuery } from "../../../server/src/feedback/view/from-panel.ts";
import type {
  FeedbackRatings,
  JoinedPath,
  JoinFeedbackParams,
  LocatedSnippet,
  ListImportingFilesParams,
  LocateSnippetsParams,
} from "../../../server/src/protocol/feedback.ts";
import { loadWebviewPage, readEditorLanguage } from "../editor/webview-page.ts";
import { removeLinks, saveText } from "../editor/workspace.ts";
import { ApiKeys, connectProject, removeApiKey, setApiKey } from "./api-key.ts";
import { FeedbackThreads } from "./comment-threads.ts";
import { compareRatings, GitRepositories, ResolvingCommits, StagedFeedback } from "./commits.ts";
import { FeedbackBadges, FeedbackLenses } from "./editor-marks.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { FeedbackTree, type FeedbackView } from "./feedback-tree.ts";
import type { FeedbackCommand } from "./feedback.ts";
import {
  getEntryIds,
  FeedbackPathResolver,
  getPageUri,
  openFeedbackPage,
  openSource,
  getPagePath,
  SnippetLocations,
} from "./page-resolution.ts";
import { isSameProject, ProjectFeedback, readProject, setUpProject } from "./project.ts";
import {
  emptyState,
  FeedbackStore,
  type FeedbackSummary,
  type PageFeedback,
  type SiteRoots,
  summarizeFeedback,
} from "./store.ts";
import { clearSavedFeedback, FeedbackFiles, createFeedbackLog } from "./sync.ts";

export interface FeedbackDependencies {
  readonly context: vscode.ExtensionContext;
  readonly server: FeedbackServer;
  readonly log: vscode.LogOutputChannel;
  readonly view: FeedbackView;
  /** Returns the profiles of the open sites. */
  readonly getProfiles: () => readonly string[];
  /** Called when the feedback has changed. */
  readonly onChanged: () => void;
}

/**
 * The running feedback service. Its code is loaded when the folder is trusted and a project is configured, or when a
 * command needs it.
 */
export interface FeedbackSession {
  readonly run: (command: FeedbackCommand, argument: unknown) => Promise<void>;
  /** Called when the settings, the workspace trust, or the sites have changed. */
  readonly updateSession: () => Promise<void>;
  /** Sets up a panel that the editor has restored at startup. */
  readonly attachPanel: (panel: vscode.WebviewPanel) => void;
  readonly summarizeSite: (root: string, sites: SiteRoots) => FeedbackSummary;
  readonly dispose: () => void;
}

export function openFeedback({
  context,
  server,
  log: channel,
  view,
  getProfiles,
  onChanged,
}: FeedbackDependencies): FeedbackSession {
  const keys = new ApiKeys(context.secrets);
  const log = createFeedbackLog(channel, keys);
  const files = new FeedbackFiles(
    vscode.Uri.joinPath(context.globalStorageUri, "feedback").fsPath,
    () => readFeedbackSettings().retentionDays,
  );
  const store = new FeedbackStore();
  const locations = new SnippetLocations(server, context.workspaceState);
  const git = new GitRepositories();
  const pathResolver = new FeedbackPathResolver(store, server);
  const threads = new FeedbackThreads(store, locations);
  const lenses = new FeedbackLenses(store);
  const badges = new FeedbackBadges(store);
  const stagedFeedback = new StagedFeedback(store, git);
  const resolvingCommits = new ResolvingCommits(store, git);
  const tree = new FeedbackTree(store, view, () => git.allStagedUris);
  let currentFeedback: ProjectFeedback | undefined;

  const getEntry = (argument: unknown): FeedbackEntry | undefined => {
    const [id] = getEntryIds(argument);
    return store.state.entries.find((entry) => entry.id === id);
  };
  const getPage = (argument: unknown): PageFeedback | undefined => {
    const uri = getPageUri(argument) ?? vscode.window.activeTextEditor?.document.uri.toString();
    return uri === undefined ? undefined : store.feedbackByPage.pagesByFile.get(uri)?.[0];
  };
  const setUp = async (): Promise<void> => {
    if (!(await setUpProject(getProfiles()))) return;
    await updateSession();
    const projectFeedback = currentFeedback;
    if (!projectFeedback) return;
    const tryKey = (key: string) => projectFeedback.tryKey(key);
    if (!(await connectProject({ project: projectFeedback.project, keys, tryKey }))) return;
    panel.show();
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Reader feedback for {0} is connected. The API key works.", projectFeedback.project.projectId),
    );
    await projectFeedback.refresh();
  };
  const setKey = async (): Promise<void> => {
    if (!currentFeedback) return setUp();
    const projectFeedback = currentFeedback;
    await setApiKey({ project: projectFeedback.project, keys, tryKey: (key) => projectFeedback.tryKey(key) });
  };
  const panel = new FeedbackPanel({
    store,
    extensionUri: context.extensionUri,
    onVisited: () => currentFeedback?.onVisited(),
    actions: {
      openSource: (entry) => void openSource(entry, store, locations, panel.column),
      openDashboard: () => currentFeedback?.openDashboard(),
      saveTriage: (entries, change) =>
        void currentFeedback?.triage.change(
          entries.map(({ id }) => id),
          change,
        ),
      refresh: () => void currentFeedback?.refresh(),
      readAll: () => void currentFeedback?.refresh({ all: true }),
      cancel: () => currentFeedback?.cancel(),
      setKey: () => void setKey(),
      setUp: () => void setUp(),
      saveExport: (file) => void saveExport(file),
      copy: (text) => void vscode.env.clipboard.writeText(text),
    },
  });

  const commands: Readonly<Record<FeedbackCommand, (argument: unknown) => unknown>> = {
    setUp,
    setApiKey: setKey,
    removeApiKey: () => {
      const projectFeedback = currentFeedback;
      return projectFeedback && removeApiKey({ project: projectFeedback.project, keys }, () => projectFeedback.clear());
    },
    clearSaved: () =>
      clearSavedFeedback(async (clearsTriage) => {
        await currentFeedback?.clear();
        await files.clear();
        await locations.clear();
        if (clearsTriage) await currentFeedback?.triage.clearAll();
      }),
    refresh: async () => {
      if (!currentFeedback || store.state.hasKey !== true) await setKey();
      else await currentFeedback.refresh({ isRequested: true });
    },
    readAll: async () => {
      if (!currentFeedback || store.state.hasKey !== true) await setKey();
      else await currentFeedback.refresh({ isRequested: true, all: true });
    },
    openPanel: (argument) => {
      const page = getPagePath(argument);
      panel.show(page === undefined ? {} : { list: { page } });
    },
    openDashboard: () => currentFeedback?.openDashboard(),
    openEntry: async (argument) => {
      const entry = getEntry(argument);
      if (!entry) return;
      const isJoined = store.state.joinsByPath.get(entry.path)?.kind !== "unknown";
      if (!isJoined) panel.show({ list: { work: "all" }, id: entry.id });
      else if (await openSource(entry, store, locations, undefined)) threads.expand(entry.id);
    },
    openInPanel: (argument) => {
      const entry = getEntry(argument);
      if (entry) panel.show({ list: { work: "all" }, id: entry.id });
    },
    openPage: (argument) => {
      const page = getPage(argument);
      return page && openFeedbackPage(page.location);
    },
    markDone: (argument) => currentFeedback?.triage.change(getEntryIds(argument), { mark: "done" }),
    putOff: (argument) => currentFeedback?.triage.change(getEntryIds(argument), { mark: "later" }),
    openAgain: (argument) => currentFeedback?.triage.change(getEntryIds(argument), { mark: null }),
    assign: (argument) => currentFeedback?.triage.assign(getEntryIds(argument)),
    note: (argument) => currentFeedback?.triage.setNote(getEntryIds(argument)),
    addTrailer: (argument) => stagedFeedback.addTrailer(argument),
    compareRatings: (argument) => {
      const page = getPage(argument);
      if (page) return compareRatings(page, git, store.state);
      const message = vscode.l10n.t("This page has no feedback to compare.");
      return vscode.window.showInformationMessage(removeLinks(message));
    },
  };

  const updateSession = async (): Promise<void> => {
    const projectResult = readProject(readFeedbackSettings(), vscode.workspace.isTrusted ? getProfiles() : []);
    const requestedProject =
      vscode.workspace.isTrusted && projectResult.kind === "project" ? projectResult.project : undefined;
    setContext("hasDashboard", requestedProject?.dashboardUrl !== undefined);
    setContext("hasProject", requestedProject !== undefined);
    if (!requestedProject) view.setEmptyState(projectResult.kind === "wrong" ? "wrong" : "no-project");
    if (projectResult.kind === "wrong")
      log.warn(`The settings don't specify a usable feedback service. ${projectResult.reason}`);
    if (requestedProject && isSameProject(currentFeedback?.project, requestedProject)) return;
    currentFeedback?.dispose();
    currentFeedback = undefined;
    if (!requestedProject)
      return store.change(({ commitsById }) => ({ ...emptyState, ...(commitsById && { commitsById }) }));
    currentFeedback = new ProjectFeedback({
      project: requestedProject,
      store,
      keys,
      files,
      storage: context.globalState,
      log,
    });
    await currentFeedback.start();
  };

  const refreshEditorMarks = (): void => {
    threads.refresh();
    lenses.refresh();
    badges.refresh();
  };
  const subscriptions = [
    keys,
    git,
    pathResolver,
    threads,
    lenses,
    badges,
    stagedFeedback,
    resolvingCommits,
    tree,
    panel,
    store,
    store.onDidChange(({ hasKey }) => setContext("hasKey", hasKey === true)),
    store.onDidChange(onChanged),
    keys.onDidChange(() => void currentFeedback?.onKeyChanged()),
    git.onDidChange(() => tree.refresh()),
    view.treeView.onDidChangeVisibility(({ visible }) => visible && currentFeedback?.onVisited()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${feedbackSection}.showInEditor`)) refreshEditorMarks();
    }),
  ];
  void git.activate();

  return {
    run: async (command, argument) => void (await commands[command](argument)),
    updateSession,
    attachPanel: (tab) => panel.attach(tab),
    summarizeSite: (root, sites) => summarizeFeedback(store.state, store.feedbackByPage.pages, root, sites),
    dispose: () => {
      currentFeedback?.dispose();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function setContext(name: string, isSet: boolean): void {
  void vscode.commands.executeCommand("setContext", `docwright.feedback.${name}`, isSet);
}

/**
 * The methods of the language server that reader feedback needs. This interface has methods instead of message types,
 * because the lazily loaded bundle would otherwise contain a second copy of the protocol library. The results are
 * undefined while the server isn't running.
 */
export interface FeedbackServer {
  readonly joinFeedback: (params: JoinFeedbackParams) => Promise<readonly JoinedPath[] | undefined>;
  readonly locateSnippets: (params: LocateSnippetsParams) => Promise<readonly LocatedSnippet[] | undefined>;
  readonly findPagesShowing: (params: ListImportingFilesParams) => Promise<readonly string[] | undefined>;
  readonly setFeedbackRatings: (params: FeedbackRatings) => void;
  /** Fires when the results for paths and snippets may have changed. */
  readonly onFeedbackJoinsChanged: vscode.Event<void>;
  /** Fires each time the server starts. A new server doesn't have any data from earlier requests. */
  readonly onDidStart: vscode.Event<void>;
}

export const panelType = "docwright.feedback";

/** Actions that the panel's controller needs from other parts of the extension. */
export type PanelActions = Omit<FeedbackHost, "post">;

export interface FeedbackPanelDependencies {
  readonly store: FeedbackStore;
  readonly actions: PanelActions;
  readonly extensionUri: vscode.Uri;
  /** Called when the user views new entries. */
  readonly onVisited: () => void;
}

/**
 * The feedback panel, an editor tab that contains the page `dist/webview/feedback.js`. The panel's controller runs in
 * this process.
 */
export class FeedbackPanel implements vscode.Disposable {
  readonly #dependencies: FeedbackPanelDependencies;
  readonly #subscriptions: vscode.Disposable[];
  #currentPanel: { readonly panel: vscode.WebviewPanel; readonly controller: FeedbackPanelController } | undefined;

  constructor(dependencies: FeedbackPanelDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = [dependencies.store.onDidChange((state) => this.#currentPanel?.controller.show(state))];
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#currentPanel?.panel.viewColumn;
  }

  /** Shows the panel with the requested entries. */
  show(request: { readonly list?: Partial<ListQuery>; readonly id?: string } = {}): void {
    if (this.#currentPanel) this.#currentPanel.panel.reveal();
    else
      this.attach(
        vscode.window.createWebviewPanel(panelType, vscode.l10n.t("Reader Feedback"), vscode.ViewColumn.Active),
      );
    if (request.list) this.#currentPanel?.controller.list(request.list);
    if (request.id !== undefined) this.#currentPanel?.controller.open(request.id);
  }

  /** Sets up a new panel, or a panel that the editor has restored at startup. */
  attach(panel: vscode.WebviewPanel): void {
    this.#currentPanel?.panel.dispose();
    const { store, actions, extensionUri, onVisited } = this.#dependencies;
    const { webview } = panel;
    const controller = new FeedbackPanelController({
      ...actions,
      post: (message) => void webview.postMessage(message),
    });
    const currentPanel = { panel, controller };
    this.#currentPanel = currentPanel;
    // Messages from the page aren't trusted, so the controller validates each message.
    webview.onDidReceiveMessage((message: unknown) => controller.receive(message));
    panel.onDidChangeViewState(() => {
      if (panel.visible) onVisited();
    });
    panel.onDidDispose(() => {
      controller.dispose();
      if (this.#currentPanel === currentPanel) this.#currentPanel = undefined;
    });
    loadWebviewPage(panel, extensionUri, "feedback", readEditorLanguage);
    controller.show(store.state);
    onVisited();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#currentPanel?.panel.dispose();
  }
}

/** Saves the exported list to a file that the user chooses. */
export function saveExport({ name, text, includesContacts }: ExportedFile): Promise<void> {
  return saveText(text, name, vscode.workspace.workspaceFolders?.[0]?.uri, {
    title: includesContacts
      ? vscode.l10n.t("Export Feedback with Readers' Email Addresses")
      : vscode.l10n.t("Export Feedback"),
  });
}
