import * as vscode from "vscode";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type {
  FeedbackRatings,
  JoinedPath,
  JoinFeedback,
  LocatedSnippet,
  PagesShowing,
  PlaceSnippets,
} from "../../../server/src/protocol/feedback.ts";
import { withoutLinks } from "../editor/workspace.ts";
import { ApiKeys, connectProject, removeApiKey, setApiKey } from "./api-key.ts";
import { FeedbackThreads } from "./comment-threads.ts";
import { compareRatings, GitRepositories, ResolvingCommits, StagedFeedback } from "./commits.ts";
import { FeedbackBadges, FeedbackLenses } from "./editor-marks.ts";
import { feedbackSection, readFeedbackSettings } from "./feedback-settings.ts";
import { FeedbackTree, type FeedbackView } from "./feedback-tree.ts";
import type { FeedbackCommand } from "./feedback.ts";
import {
  entryIds,
  FeedbackPathResolver,
  fileOfPage,
  openFeedbackPage,
  openSource,
  getPagePath,
  SnippetLocations,
} from "./page-resolution.ts";
import { FeedbackPanel, saveExport } from "./panel.ts";
import { isSameProject, ProjectFeedback, readProject, setUpProject } from "./project.ts";
import {
  emptyState,
  FeedbackStore,
  type FeedbackSummary,
  type PageFeedback,
  type Sites,
  summarizeFeedback,
} from "./store.ts";
import { clearSaved, FeedbackFiles, feedbackLog } from "./sync.ts";

export interface FeedbackDependencies {
  readonly context: vscode.ExtensionContext;
  readonly server: FeedbackServer;
  readonly log: vscode.LogOutputChannel;
  readonly view: FeedbackView;
  /** Returns the profiles of the open sites. */
  readonly profiles: () => readonly string[];
  /** Called when the feedback has changed. */
  readonly changed: () => void;
}

/**
 * The running feedback service. Its code is loaded when the folder is trusted and a project is configured, or when a
 * command needs it.
 */
export interface FeedbackSession {
  readonly run: (command: FeedbackCommand, argument: unknown) => Promise<void>;
  /** Called when the settings, the workspace trust, or the sites have changed. */
  readonly updateSession: () => Promise<void>;
  /** Takes over a panel that the editor has restored at startup. */
  readonly takePanel: (panel: vscode.WebviewPanel) => void;
  readonly summarize: (root: string, sites: Sites) => FeedbackSummary;
  readonly dispose: () => void;
}

export function openFeedback({
  context,
  server,
  log: channel,
  view,
  profiles,
  changed,
}: FeedbackDependencies): FeedbackSession {
  const keys = new ApiKeys(context.secrets);
  const log = feedbackLog(channel, keys);
  const files = new FeedbackFiles(
    vscode.Uri.joinPath(context.globalStorageUri, "feedback").fsPath,
    () => readFeedbackSettings().keepDays,
  );
  const store = new FeedbackStore();
  const places = new SnippetLocations(server, context.workspaceState);
  const git = new GitRepositories();
  const pathResolver = new FeedbackPathResolver(store, server);
  const threads = new FeedbackThreads(store, places);
  const lenses = new FeedbackLenses(store);
  const badges = new FeedbackBadges(store);
  const staged = new StagedFeedback(store, git);
  const resolving = new ResolvingCommits(store, git);
  const tree = new FeedbackTree(store, view, () => git.allStaged);
  let current: ProjectFeedback | undefined;

  const entryOf = (argument: unknown): FeedbackEntry | undefined => {
    const [id] = entryIds(argument);
    return store.state.entries.find((entry) => entry.id === id);
  };
  const pageOf = (argument: unknown): PageFeedback | undefined => {
    const uri = fileOfPage(argument) ?? vscode.window.activeTextEditor?.document.uri.toString();
    return uri === undefined ? undefined : store.byPage.byFile.get(uri)?.[0];
  };
  const setUp = async (): Promise<void> => {
    if (!(await setUpProject(profiles()))) return;
    await updateSession();
    const project = current;
    if (!project) return;
    const tryKey = (key: string) => project.tryKey(key);
    if (!(await connectProject({ project: project.project, keys, tryKey }))) return;
    panel.show();
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Reader feedback for {0} is connected. The API key works.", project.project.projectId),
    );
    await project.refresh();
  };
  const setKey = async (): Promise<void> => {
    if (!current) return setUp();
    const project = current;
    await setApiKey({ project: project.project, keys, tryKey: (key) => project.tryKey(key) });
  };
  const panel = new FeedbackPanel({
    store,
    extension: context.extensionUri,
    visited: () => current?.visited(),
    actions: {
      openSource: (entry) => void openSource(entry, store, places, panel.column),
      openDashboard: () => current?.openDashboard(),
      triage: (entries, change) =>
        void current?.triage.change(
          entries.map(({ id }) => id),
          change,
        ),
      refresh: () => void current?.refresh(),
      readAll: () => void current?.refresh({ all: true }),
      cancel: () => current?.cancel(),
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
      const project = current;
      return project && removeApiKey({ project: project.project, keys }, () => project.forget());
    },
    clearSaved: () =>
      clearSaved(async (withTriage) => {
        await current?.forget();
        await files.clear();
        await places.clear();
        if (withTriage) await current?.triage.clear();
      }),
    refresh: async () => {
      if (!current || store.state.hasKey !== true) await setKey();
      else await current.refresh({ isRequested: true });
    },
    readAll: async () => {
      if (!current || store.state.hasKey !== true) await setKey();
      else await current.refresh({ isRequested: true, all: true });
    },
    openPanel: (argument) => {
      const page = getPagePath(argument);
      panel.show(page === undefined ? {} : { list: { page } });
    },
    openDashboard: () => current?.openDashboard(),
    openEntry: async (argument) => {
      const entry = entryOf(argument);
      if (!entry) return;
      const isJoined = store.state.joined.get(entry.path)?.kind !== "unknown";
      if (!isJoined) panel.show({ list: { work: "all" }, id: entry.id });
      else if (await openSource(entry, store, places, undefined)) threads.expand(entry.id);
    },
    openInPanel: (argument) => {
      const entry = entryOf(argument);
      if (entry) panel.show({ list: { work: "all" }, id: entry.id });
    },
    openPage: (argument) => {
      const page = pageOf(argument);
      return page && openFeedbackPage(page.place);
    },
    markDone: (argument) => current?.triage.change(entryIds(argument), { mark: "done" }),
    putOff: (argument) => current?.triage.change(entryIds(argument), { mark: "later" }),
    openAgain: (argument) => current?.triage.change(entryIds(argument), { mark: null }),
    assign: (argument) => current?.triage.assign(entryIds(argument)),
    note: (argument) => current?.triage.note(entryIds(argument)),
    addTrailer: (argument) => staged.addTrailer(argument),
    compareRatings: (argument) => {
      const page = pageOf(argument);
      if (page) return compareRatings(page, git, store.state);
      const message = vscode.l10n.t("This page has no feedback to compare.");
      return vscode.window.showInformationMessage(withoutLinks(message));
    },
  };

  const updateSession = async (): Promise<void> => {
    const read = readProject(readFeedbackSettings(), vscode.workspace.isTrusted ? profiles() : []);
    const requested = vscode.workspace.isTrusted && read.kind === "project" ? read.project : undefined;
    setContext("hasDashboard", requested?.dashboardUrl !== undefined);
    setContext("hasProject", requested !== undefined);
    if (!requested) view.explainEmpty(read.kind === "wrong" ? "wrong" : "no-project");
    if (read.kind === "wrong")
      log.warn(`The settings don't specify a usable feedback service. ${read.reason}`);
    if (requested && isSameProject(current?.project, requested)) return;
    current?.dispose();
    current = undefined;
    if (!requested)
      return store.change(({ resolvedBy }) => ({ ...emptyState, ...(resolvedBy && { resolvedBy }) }));
    current = new ProjectFeedback({
      project: requested,
      store,
      keys,
      files,
      memory: context.globalState,
      log,
    });
    await current.start();
  };

  const refreshSurfaces = (): void => {
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
    staged,
    resolving,
    tree,
    panel,
    store,
    store.onDidChange(({ hasKey }) => setContext("hasKey", hasKey === true)),
    store.onDidChange(changed),
    keys.onDidChange(() => void current?.keyChanged()),
    git.onDidChange(() => tree.refresh()),
    view.view.onDidChangeVisibility(({ visible }) => visible && current?.visited()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${feedbackSection}.showInEditor`)) refreshSurfaces();
    }),
  ];
  void git.open();

  return {
    run: async (command, argument) => void (await commands[command](argument)),
    updateSession,
    takePanel: (tab) => panel.attach(tab),
    summarize: (root, sites) => summarizeFeedback(store.state, store.byPage.pages, root, sites),
    dispose: () => {
      current?.dispose();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `docwright.feedback.${name}`, value);
}

/**
 * The methods of the language server that reader feedback needs. This interface has methods instead of message types,
 * because the lazily loaded bundle would otherwise contain a second copy of the protocol library. The results are
 * undefined while the server isn't running.
 */
export interface FeedbackServer {
  readonly joinFeedback: (params: JoinFeedback) => Promise<readonly JoinedPath[] | undefined>;
  readonly placeSnippets: (params: PlaceSnippets) => Promise<readonly LocatedSnippet[] | undefined>;
  readonly pagesShowing: (params: PagesShowing) => Promise<readonly string[] | undefined>;
  readonly setFeedbackRatings: (params: FeedbackRatings) => void;
  /** Fires when the results for paths and snippets may have changed. */
  readonly onFeedbackJoinsChanged: vscode.Event<void>;
  /** Fires each time the server starts. A new server doesn't have any data from earlier requests. */
  readonly onDidStart: vscode.Event<void>;
}
