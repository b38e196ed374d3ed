import {
  CodeActionRequest,
  createConnection,
  CompletionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
  type Connection,
  type InitializeParams,
} from "vscode-languageserver/node";
import { hostChanged, siteReport, type HostChanged } from "../protocol.ts";
import type { ReadSpecs } from "../workspace/site-loader.ts";
import { capabilitiesFor, isPulling } from "./capabilities.ts";
import { codeActions } from "./code-action.ts";
import { completion } from "./completion.ts";
import { openSession, type OpenSession } from "./open-session.ts";
import { documentDiagnostics, workspaceDiagnostics } from "./pull-diagnostics.ts";
import type { Transport } from "./open-transport.ts";
import { siteReports } from "./site-report.ts";
import { watchFiles, watchedPaths } from "./watched-files.ts";
import { foldersOf, pathsOf } from "./workspace-folders.ts";

/** Serves one client until it says `exit`. */
export function startServer({ reader, writer }: Transport, readSpecs: ReadSpecs): void {
  const connection = createConnection(reader, writer);
  connection.onInitialize((params) => {
    const open = openSession(connection, params, readSpecs);
    answer(connection, open, params);
    return {
      capabilities: capabilitiesFor(params.capabilities),
      serverInfo: { name: "Docwright" },
    };
  });
  process.on("uncaughtException", (error) =>
    connection.console.error(`Unexpected: ${error.stack ?? error.message}`),
  );
  process.on("unhandledRejection", (error) => connection.console.error(`Unexpected: ${String(error)}`));
  connection.listen();
}

/** One line for each method. */
function answer(
  connection: Connection,
  { session, end, hostChanged: listener }: OpenSession,
  params: InitializeParams,
): void {
  const { documents, sites, host } = session;
  const folders = new Set(foldersOf(params));
  connection.onInitialized(() => {
    watchFiles(connection, params.capabilities);
    void sites.setFolders([...folders]);
  });
  connection.onShutdown(end);
  connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) =>
    documents.open(textDocument.uri, textDocument.languageId, textDocument.version, textDocument.text),
  );
  connection.onNotification(DidChangeTextDocumentNotification.type, ({ textDocument, contentChanges }) =>
    documents.change(textDocument.uri, textDocument.version, contentChanges),
  );
  connection.onNotification(DidSaveTextDocumentNotification.type, ({ textDocument }) =>
    documents.save(textDocument.uri),
  );
  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument }) =>
    documents.close(textDocument.uri),
  );
  connection.onNotification(DidChangeWatchedFilesNotification.type, ({ changes }) =>
    sites.watched(watchedPaths(changes)),
  );
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    for (const path of pathsOf(event.removed)) folders.delete(path);
    for (const path of pathsOf(event.added)) folders.add(path);
    void sites.setFolders([...folders]);
  });
  connection.onNotification(hostChanged, (change: HostChanged) => {
    host.change(change);
    listener();
  });
  connection.onRequest(siteReport, () => siteReports(session));
  connection.onRequest(CodeActionRequest.type, (request) => codeActions(request, session));
  connection.onRequest(CompletionRequest.type, (request) => completion(request, session));
  if (!isPulling(params.capabilities)) return;
  connection.onRequest(DocumentDiagnosticRequest.type, (request, token) =>
    documentDiagnostics(request, token, session),
  );
  connection.onRequest(WorkspaceDiagnosticRequest.type, (request, token) =>
    workspaceDiagnostics(request, token, session),
  );
}
