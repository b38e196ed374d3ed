import { join } from "node:path";
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type FileEvent,
  type InitializeParams,
} from "vscode-languageserver/node";
import type { SiteStore } from "../../workspace/analysis/site-store.ts";
import { runTimeSliced } from "../../workspace/async/time-slicing.ts";
import { filesSince } from "../../workspace/files/watch-files.ts";
import { pathOfUri } from "../convert/convert.ts";

/** Follows the folders that the client opens and closes later; what comes back looks for sites in those of now. */
export function watchWorkspaceFolders(
  connection: Connection,
  sites: Pick<SiteStore, "setFolders">,
  params: InitializeParams,
): () => void {
  const folders = new Set(foldersOf(params));
  const look = () => void sites.setFolders([...folders]);
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    for (const path of pathsOf(event.removed)) folders.delete(path);
    for (const path of pathsOf(event.added)) folders.add(path);
    look();
  });
  return look;
}

/** The folders that a client has open at the start, in any of the three ways it may say so. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return pathsOf(workspaceFolders);
  if (rootUri) return pathsOf([{ uri: rootUri }]);
  return typeof rootPath === "string" && rootPath !== "" ? [rootPath] : [];
}

function pathsOf(folders: readonly { readonly uri: string }[]): string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}

/** An editor says that it watches some time before it does: on a busy machine a few seconds. Milliseconds. */
const untilWatched = 10_000;

/** Asks for news of every file, pictures too: docs.json and pages name them. A client that cannot is not asked. */
export function watchFiles(connection: Connection, client: ClientCapabilities, sites: SiteStore): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const from = Date.now();
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .then(() => setTimeout(() => void rescan(sites, from), untilWatched).unref())
    .catch((error: unknown) => connection.console.warn(`Files are not watched: ${String(error)}`));
}

/** What has been written between the first reading and the first news would never be told. */
async function rescan(sites: SiteStore, since: number): Promise<void> {
  await sites.whenAtRest();
  for (const site of sites.sites) {
    const paths = await runTimeSliced(filesSince(site, since));
    if (paths.length > 0) sites.watched(paths.map((path) => join(site.root, path)));
  }
}

export function watchedPaths(changes: readonly FileEvent[]): string[] {
  return changes.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}
