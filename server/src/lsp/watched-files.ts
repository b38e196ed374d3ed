import { join } from "node:path";
import {
  DidChangeWatchedFilesNotification,
  type ClientCapabilities,
  type Connection,
  type FileEvent,
} from "vscode-languageserver/node";
import { filesSince } from "../workspace/files/watch-files.ts";
import { runInSlices } from "../workspace/async/time-slicing.ts";
import type { SiteStore } from "../workspace/analysis/site-store.ts";
import { pathOfUri } from "./file-uri.ts";

/** An editor says that it watches some time before it does: on a busy machine a few seconds. Milliseconds. */
const untilWatched = 10_000;

/** Asks for news of every file, pictures too: docs.json and pages name them. A client that cannot is not asked. */
export function watchFiles(connection: Connection, client: ClientCapabilities, sites: SiteStore): void {
  if (!client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  const from = Date.now();
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: "**/*" }] })
    .then(() => setTimeout(() => void lookAgain(sites, from), untilWatched).unref())
    .catch((error: unknown) => connection.console.warn(`Files are not watched: ${String(error)}`));
}

/** What has been written between the first reading and the first news would never be told. */
async function lookAgain(sites: SiteStore, since: number): Promise<void> {
  await sites.whenAtRest();
  for (const site of sites.sites) {
    const paths = await runInSlices(filesSince(site, since));
    if (paths.length > 0) sites.watched(paths.map((path) => join(site.root, path)));
  }
}

export function watchedPaths(changes: readonly FileEvent[]): string[] {
  return changes.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}
