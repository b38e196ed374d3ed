import {
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
} from "vscode-languageserver/node";
import { hostDidChange } from "../protocol/site.ts";
import type { AnalysisWorkers } from "../workspace/workers.ts";
import { capabilitiesFor } from "./capabilities.ts";
import { handlers } from "./handlers.ts";
import { createSession, type SessionHandle } from "./open-session.ts";
import { logUnexpected } from "./session/session.ts";
import { syncDocuments } from "./sync/documents.ts";
import { watchWorkspaceFolders, watchedPaths, watchFiles } from "./sync/workspace.ts";
import type { Transport } from "./transport.ts";
import { RequestWatchdog } from "./watchdog/request-watchdog.ts";
import { startStallMonitor } from "./watchdog/stall-monitor.ts";

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
