import {
  createConnection,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
  type Connection,
  type InitializeParams,
} from "vscode-languageserver/node";
import { hostChanged } from "../protocol/site.ts";
import type { SiteReaders } from "../workspace/site-readers.ts";
import { answerCommands } from "./answer-commands.ts";
import { answerFeedback } from "./answer-feedback.ts";
import { capabilitiesFor, isPulling } from "./capabilities.ts";
import { documentDiagnostics } from "./document-diagnostics.ts";
import { answerFeatures } from "./editor-features.ts";
import { logUnexpected } from "./failure-log.ts";
import { openSession, type OpenSession } from "./open-session.ts";
import type { Transport } from "./open-transport.ts";
import { answerReading } from "./reading-features.ts";
import { RequestWatchdog } from "./request-watchdog.ts";
import { startStallMonitor } from "./stall-monitor.ts";
import { syncDocuments } from "./sync-documents.ts";
import { watchFiles, watchedPaths } from "./watched-files.ts";
import { workspaceDiagnostics } from "./workspace-diagnostics.ts";
import { followFolders } from "./workspace-folders.ts";

/** Serves one client until it says `exit`. */
export function startServer(transport: Transport, readers: SiteReaders): void {
  const watchdog = new RequestWatchdog(transport, startStallMonitor());
  const connection = createConnection(watchdog.reader, watchdog.writer);
  connection.onInitialize((params) => {
    const opened = openSession(connection, params, readers);
    watchdog.isHeld = () => opened.session.sites.isReading;
    answer(connection, opened, params);
    return { capabilities: capabilitiesFor(params.capabilities), serverInfo: { name: "Docwright" } };
  });
  logUnexpected(connection);
  connection.listen();
}

/** One line for each method. */
function answer(
  connection: Connection,
  { session, onHostChanged, end }: OpenSession,
  params: InitializeParams,
): void {
  const findSites = followFolders(connection, session.sites, params);
  syncDocuments(connection, session);
  connection.onInitialized(() => {
    watchFiles(connection, params.capabilities, session.sites);
    findSites();
  });
  connection.onNotification(DidChangeWatchedFilesNotification.type, ({ changes }) =>
    session.sites.watched(watchedPaths(changes)),
  );
  connection.onNotification(hostChanged, onHostChanged);
  answerCommands(connection, session);
  answerFeedback(connection, session);
  answerFeatures(connection, session);
  answerReading(connection, session);
  connection.onShutdown(end);
  if (!isPulling(params.capabilities)) return;
  connection.onRequest(DocumentDiagnosticRequest.type, documentDiagnostics(session));
  connection.onRequest(WorkspaceDiagnosticRequest.type, workspaceDiagnostics(session));
}
