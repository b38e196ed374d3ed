import type { InitializeParams } from "vscode-languageserver/node";
import { pathOfUri } from "./file-uri.ts";

/** The folders on this machine that a client has open at the start, in any of the three ways it may say so. */
export function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return pathsOf(workspaceFolders);
  if (rootUri) return pathsOf([{ uri: rootUri }]);
  return typeof rootPath === "string" && rootPath !== "" ? [rootPath] : [];
}

export function pathsOf(folders: readonly { readonly uri: string }[]): string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}
