import {
  DidChangeWatchedFilesNotification,
  type ClientCapabilities,
  type Connection,
  type FileEvent,
} from "vscode-languageserver/node";
import { pathOfUri } from "./file-uri.ts";

/** Asks for news of every file, pictures too: docs.json and pages name them. A client that cannot is not asked. */
export function watchFiles(connection: Connection, client: ClientCapabilities): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .catch((error: unknown) => connection.console.warn(`Files are not watched: ${String(error)}`));
}

export function watchedPaths(changes: readonly FileEvent[]): string[] {
  return changes.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}
