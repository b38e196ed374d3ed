import {
  DidChangeWorkspaceFoldersNotification,
  type Connection,
  type InitializeParams,
} from "vscode-languageserver/node";
import type { SiteStore } from "../workspace/analysis/site-store.ts";
import { pathOfUri } from "./file-uri.ts";

/** Follows the folders that the client opens and closes later; what comes back looks for sites in those of now. */
export function followFolders(
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
