import {
  type ClientCapabilities,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { hostDidChange } from "../protocol/site.ts";
import type { AnalysisWorkers } from "../workspace/workers.ts";
import { handlers } from "./handlers.ts";
import { createSession, type SessionHandle } from "./open-session.ts";
import { logUnexpected } from "./session/session.ts";
import { syncDocuments } from "./sync/documents.ts";
import { watchedPaths, watchFiles, watchWorkspaceFolders } from "./sync/workspace.ts";
import type { Transport } from "./transport.ts";
import { RequestWatchdog, startStallMonitor } from "./watchdog/request-watchdog.ts";

export function capabilitiesFor(client: ClientCapabilities): ServerCapabilities {
  const general: ServerCapabilities = {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  return handlers.reduce((all, { capabilities }) => merge(all, capabilities(client)), general);
}

/** Merges file operations, the only capability that several handlers declare in part. */
function merge(all: ServerCapabilities, own: ServerCapabilities | undefined): ServerCapabilities {
  if (!own?.workspace) return { ...all, ...own };
  const fileOperations = { ...all.workspace?.fileOperations, ...own.workspace.fileOperations };
  return { ...all, ...own, workspace: { ...all.workspace, ...own.workspace, fileOperations } };
}

/** Serves one client until it sends `exit`. */
export function startServer(transport: Transport, readers: AnalysisWorkers): void {
  const watchdog = new RequestWatchdog(transport, startStallMonitor());
  const connection = createConnection(watchdog.reader, watchdog.writer);
  connection.onInitialize((params) => {
    const opened = createSession(connection, params, readers);
    watchdog.isHeld = () => opened.session.sites.isReading;
    answer(connection, opened, params);
    return { capabilities: capabilitiesFor(params.capabilities), serverInfo: { name: "Docwright" } };
  });
  logUnexpected(connection);
  connection.listen();
}

function answer(
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
    session.sites.watched(watchedPaths(changes)),
  );
  connection.onNotification(hostDidChange, onHostChanged);
  for (const { capabilities, listen } of handlers)
    if (capabilities(params.capabilities)) listen(connection, session);
  connection.onShutdown(end);
}
