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

/**
 * Updates the workspace folders when the client opens or closes folders. Returns a function that finds the sites in the
 * current folders.
 */
export function watchWorkspaceFolders(
  connection: Connection,
  sites: Pick<SiteStore, "setFolders">,
  params: InitializeParams,
): () => void {
  const folders = new Set(foldersOf(params));
  const updateFolders = () => void sites.setFolders([...folders]);
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    for (const path of pathsOf(event.removed)) folders.delete(path);
    for (const path of pathsOf(event.added)) folders.add(path);
    updateFolders();
  });
  return updateFolders;
}

/** Returns the folders that the client has open at startup. They may be in any of three fields. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return pathsOf(workspaceFolders);
  if (rootUri) return pathsOf([{ uri: rootUri }]);
  return typeof rootPath === "string" && rootPath !== "" ? [rootPath] : [];
}

function pathsOf(folders: readonly { readonly uri: string }[]): string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
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
export function watchFiles(connection: Connection, client: ClientCapabilities, sites: SiteStore): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const from = Date.now();
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .then(() => setTimeout(() => void rescan(sites, from), watcherStartMilliseconds).unref())
    .catch((error: unknown) => connection.console.warn(`Couldn't watch files: ${String(error)}`));
}

/**
 * Finds files that were written after the first read and before the first change event, because no event reports these
 * files.
 */
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
