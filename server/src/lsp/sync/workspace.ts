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
import { listFilesSince } from "../../workspace/files/watch-files.ts";
import { toPath } from "../convert/convert.ts";

/**
 * Updates the workspace folders when the client opens or closes folders. Returns a function that finds the sites in the
 * current folders.
 */
export function watchWorkspaceFolders(
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
export function watchFiles(connection: Connection, client: ClientCapabilities, sites: SiteStore): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const from = Date.now();
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .then(() => setTimeout(() => void rescanSites(sites, from), watcherStartMilliseconds).unref())
    .catch((error: unknown) => connection.console.warn(`Couldn't watch files: ${String(error)}`));
}

/**
 * Finds files that were written after the first read and before the first change event, because no event reports these
 * files.
 */
async function rescanSites(sites: SiteStore, since: number): Promise<void> {
  await sites.waitUntilIdle();
  for (const site of sites.sites) {
    const paths = await runTimeSliced(listFilesSince(site, since));
    if (paths.length > 0) sites.onFilesChanged(paths.map((path) => join(site.root, path)));
  }
}

export function toWatchedPaths(changes: readonly FileEvent[]): string[] {
  return changes.flatMap(({ uri }) => toPath(uri) ?? []);
}
