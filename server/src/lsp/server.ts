import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  type ClientCapabilities,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type FileEvent,
  type InitializeParams,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { createTableFormatter } from "../core/text/localized-message.ts";
import { type HostChangedParams, hostDidChange } from "../protocol/site.ts";
import { SiteStore, type SiteStoreEvents } from "../workspace/analysis/site-store.ts";
import { runTimeSliced } from "../workspace/async/time-slicing.ts";
import { createIconStore, readTranslations } from "../workspace/files/bundled-assets.ts";
import { listFilesChangedSince } from "../workspace/files/watch-files.ts";
import type { SpecWorkerHost } from "../workspace/specs/spec-worker-host.ts";
import { type AnalysisWorkers, createAnalysisWorkers } from "../workspace/workers.ts";
import { LineMaps, toPath } from "./convert/convert.ts";
import {
  Host,
  supportsPullDiagnostics,
  createPushDiagnosticsListener,
  createPullDiagnosticsListener,
} from "./diagnostics/diagnostics.ts";
import { createLensRefresher } from "./features/code-lenses.ts";
import { EditHistory } from "./features/edit-history.ts";
import { createFeedbackJoins, FeedbackRatings, SnippetLocator } from "./features/feedback.ts";
import { createNavigationNotifier } from "./features/navigation-tree.ts";
import { createCoverageNotifier } from "./features/site/coverage.ts";
import { createOverviewNotifier } from "./features/site/site-overview.ts";
import { ScanProgress, createSiteStatusSender } from "./features/site/site-status.ts";
import { createRemoteSpecs } from "./features/specifications.ts";
import { handlers } from "./handlers.ts";
import {
  createFailureLogger,
  logUnexpectedErrors,
  getPermissions,
  type ProblemListener,
  readInitializationOptions,
  LoadedOnUse,
  type Session,
} from "./session/session.ts";
import { createCodeFileSync, Documents, syncDocuments } from "./sync/documents.ts";
import { openTransport } from "./transport.ts";
import { RequestWatchdog, startStallMonitor } from "./watchdog/request-watchdog.ts";

/**
 * Creates the parts of a session that belong to a single feature, such as icon previews, coverage, reader feedback, and
 * page previews.
 */
function createFeatureParts(
  getSession: () => Session,
  { renderWorkerHost, specService }: AnalysisWorkers,
): Pick<
  Session,
  | "findIcon"
  | "coverageNotifier"
  | "navigationNotifier"
  | "overviewNotifier"
  | "editHistory"
  | "feedbackJoinNotifier"
  | "ratings"
  | "snippetLocator"
  | "previews"
  | "tests"
> {
  const { findImage, findMarkup: findIcon } = createIconStore(`${__dirname}/icons`);
  return {
    findIcon: findImage,
    coverageNotifier: createCoverageNotifier(getSession),
    navigationNotifier: createNavigationNotifier(getSession),
    overviewNotifier: createOverviewNotifier(getSession),
    editHistory: new EditHistory(),
    feedbackJoinNotifier: createFeedbackJoins(getSession),
    ratings: new FeedbackRatings(),
    snippetLocator: new SnippetLocator(),
    previews: new LoadedOnUse(async () => {
      const { OpenPreviews } = await import("../workspace/preview/previews.ts");
      return new OpenPreviews(renderWorkerHost, findIcon, specService);
    }),
    tests: new LoadedOnUse(async () => {
      const { SiteApiTests } = await import("../workspace/api-tests/run-tests.ts");
      return new SiteApiTests(specService);
    }),
  };
}

/**
 * Limits the garbage in memory to about 30 percent of the data in use. By default, the heap of Node.js can grow to
 * several times that size before all garbage is collected. In a site with 5,000 pages, a limit of 60 percent would add
 * 30 MB of memory, and keystrokes would take the same time. The limit is set only once a site's pages have been read,
 * because collecting garbage while they fill the heap would cost processor time without freeing much.
 */
function limitGarbage(): void {
  setFlagsFromString("--heap-growing-percent=30");
}

/**
 * Returns the listeners for site events, which update diagnostics, progress, the status bar item, and views of entire
 * sites.
 */
function createSiteEvents(
  problemListener: ProblemListener,
  progress: ScanProgress,
  sendsStatus: boolean,
  getSession: () => Session,
): SiteStoreEvents {
  const lensRefresher = createLensRefresher(getSession);
  const syncCodeFiles = createCodeFileSync(getSession);
  const sendStatus = sendsStatus ? createSiteStatusSender(getSession) : () => undefined;
  const updateSiteViews = () => {
    sendStatus();
    getSession().coverageNotifier.refresh();
    getSession().navigationNotifier.refresh();
    getSession().overviewNotifier.refresh();
    getSession().feedbackJoinNotifier.refresh();
  };
  return {
    onChanged: (site) => void getSession().previews.useIfLoaded((previews) => previews.onSiteChanged(site)),
    onReplaced: (site) => void getSession().previews.useIfLoaded((previews) => previews.onSiteReplaced(site)),
    onProblems: (site) => {
      problemListener.onProblems(site);
      lensRefresher.onProblems(site);
    },
    onProgress: (site, doneCount, total) => {
      if (doneCount === total) limitGarbage();
      progress.onProgress(site, doneCount, total);
    },
    onIdle: (site) => {
      problemListener.onIdle(site);
      lensRefresher.onIdle(site);
      updateSiteViews();
    },
    onRemoved: (site) => {
      problemListener.onRemoved(site);
      progress.end(site);
      updateSiteViews();
    },
    onSearchEnd: sendStatus,
    onScanChanged: (site) => {
      syncCodeFiles(site);
      progress.onScanChanged(site);
      updateSiteViews();
    },
  };
}

interface SessionHandle {
  readonly session: Session;
  readonly onHostChanged: (change: HostChangedParams) => void;
  readonly end: () => void;
}

/**
 * Creates the session that connects the sites with the client. When results change, the server either pushes them or
 * sends a refresh request that makes the client request them again.
 */
function createSession(connection: Connection, params: InitializeParams, workers: AnalysisWorkers): SessionHandle {
  const { host: hostOptions, siteStatus, ...requested } = readInitializationOptions(params);
  const client = params.capabilities;
  const getSession = (): Session => session;
  const progress = new ScanProgress(getSession);
  const listener = supportsPullDiagnostics(client)
    ? createPullDiagnosticsListener(getSession)
    : createPushDiagnosticsListener(getSession);
  const events = createSiteEvents(listener, progress, siteStatus === true, getSession);
  const [onFailed, remoteSpecs] = [createFailureLogger(connection), createRemoteSpecs()];
  const translations = readTranslations(`${__dirname}/translations`, params.locale);
  const rules = {
    onRuleFailure: (code: string, error: unknown) => onFailed(`Rule ${code} failed`, error),
    ...(translations && { translations }),
  };
  const siteStoreOptions = { ...events, handlesEditorRequests: true };
  const sites = new SiteStore({
    profile: "auto",
    ...requested,
    canUseGit: requested.git === true,
    ...workers,
    specAnalyzer: workers.specService,
    remoteSpecs,
    rules,
    onFailed,
    ...siteStoreOptions,
  });
  const [host, documents, lineMaps] = [new Host(hostOptions), new Documents(sites), new LineMaps(sites)];
  const siteParts = {
    sites,
    documents,
    lineMaps,
    specs: workers.specService,
    resultIdsByPath: new Map<string, string>(),
  };
  const featureParts = createFeatureParts(getSession, workers);
  const session: Session = {
    connection,
    client,
    host,
    remoteSpecs,
    runOptions: rules,
    messages: createTableFormatter(translations),
    ...getPermissions(requested),
    ...featureParts,
    ...siteParts,
  };
  return {
    session,
    onHostChanged: (change) => {
      host.setOptions(change);
      listener.onHostChanged();
    },
    end: () => {
      void session.previews.useIfLoaded((previews) => previews.end());
      void session.tests.useIfLoaded((tests) => tests.end());
      sites.end();
      for (const site of sites.sites) progress.end(site);
    },
  };
}

export function getCapabilities(client: ClientCapabilities): ServerCapabilities {
  const general: ServerCapabilities = {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  return handlers.reduce(
    (mergedCapabilities, { getCapabilities: getOwnCapabilities }) =>
      mergeCapabilities(mergedCapabilities, getOwnCapabilities(client)),
    general,
  );
}

/** Merges the capabilities. `fileOperations` is merged separately, because several handlers declare parts of it. */
function mergeCapabilities(
  mergedCapabilities: ServerCapabilities,
  addedCapabilities: ServerCapabilities | undefined,
): ServerCapabilities {
  if (!addedCapabilities?.workspace) return { ...mergedCapabilities, ...addedCapabilities };
  const fileOperations = {
    ...mergedCapabilities.workspace?.fileOperations,
    ...addedCapabilities.workspace.fileOperations,
  };
  return {
    ...mergedCapabilities,
    ...addedCapabilities,
    workspace: { ...mergedCapabilities.workspace, ...addedCapabilities.workspace, fileOperations },
  };
}

/** Serves the client that the arguments specify until it sends `exit`. */
export function runServer(args: readonly string[], specThread: SpecWorkerHost): void {
  const transport = openTransport(args);
  const workers = createAnalysisWorkers(specThread);
  const watchdog = new RequestWatchdog(transport, startStallMonitor());
  const connection = createConnection(watchdog.reader, watchdog.writer);
  connection.onInitialize((params) => {
    const handle = createSession(connection, params, workers);
    watchdog.isDelayed = () => handle.session.sites.isReading;
    setUpSession(connection, handle, params);
    return { capabilities: getCapabilities(params.capabilities), serverInfo: { name: "Docwright" } };
  });
  logUnexpectedErrors(connection);
  connection.listen();
}

function setUpSession(
  connection: Connection,
  { session, onHostChanged, end }: SessionHandle,
  params: InitializeParams,
): void {
  const findSites = watchWorkspaceFolders(connection, session.sites, params);
  syncDocuments(connection, session);
  connection.onInitialized(() => {
    watchFiles(connection, params.capabilities, session.sites);
    findSites();
  });
  connection.onNotification(DidChangeWatchedFilesNotification.type, ({ changes }) =>
    session.sites.onFilesChanged(toWatchedPaths(changes)),
  );
  connection.onNotification(hostDidChange, onHostChanged);
  for (const { getCapabilities: getOwnCapabilities, listen } of handlers)
    if (getOwnCapabilities(params.capabilities)) listen(connection, session);
  connection.onShutdown(end);
}

/**
 * Updates the workspace folders when the client opens or closes folders. Returns a function that finds the sites in the
 * current folders.
 */
function watchWorkspaceFolders(
  connection: Connection,
  sites: Pick<SiteStore, "setFolders">,
  params: InitializeParams,
): () => void {
  const folders = new Set(listFolders(params));
  const updateFolders = () => void sites.setFolders([...folders]);
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    for (const path of toPaths(event.removed)) folders.delete(path);
    for (const path of toPaths(event.added)) folders.add(path);
    updateFolders();
  });
  return updateFolders;
}

/** Returns the folders that the client has open at startup. They may be in any of three fields. */
function listFolders({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return toPaths(workspaceFolders);
  if (rootUri) return toPaths([{ uri: rootUri }]);
  return typeof rootPath === "string" && rootPath !== "" ? [rootPath] : [];
}

function toPaths(folders: readonly { readonly uri: string }[]): string[] {
  return folders.flatMap(({ uri }) => toPath(uri) ?? []);
}

/**
 * The time in milliseconds after which a confirmed file watcher is certain to be active. On a busy machine, editors may
 * confirm a watcher a few seconds too early.
 */
const watcherStartMilliseconds = 10_000;

/**
 * Registers a watcher for all files, including images, because docs.json and pages refer to images. Does nothing if the
 * client doesn't support file watchers.
 */
function watchFiles(connection: Connection, client: ClientCapabilities, sites: SiteStore): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const registrationTime = Date.now();
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .then(() => setTimeout(() => void reportMissedChanges(sites, registrationTime), watcherStartMilliseconds).unref())
    .catch((error: unknown) => connection.console.warn(`Couldn't watch files: ${String(error)}`));
}

/**
 * Finds files that were written after the first read and before the first change event, because no event reports these
 * files.
 */
async function reportMissedChanges(sites: SiteStore, since: number): Promise<void> {
  await sites.waitUntilIdle();
  for (const site of sites.sites) {
    const paths = await runTimeSliced(listFilesChangedSince(site, since));
    if (paths.length > 0) sites.onFilesChanged(paths.map((path) => join(site.root, path)));
  }
}

function toWatchedPaths(changes: readonly FileEvent[]): string[] {
  return changes.flatMap(({ uri }) => toPath(uri) ?? []);
}
