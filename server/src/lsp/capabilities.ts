import {
  type ClientCapabilities,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { handlers } from "./handlers.ts";

export function capabilitiesFor(client: ClientCapabilities): ServerCapabilities {
  const general: ServerCapabilities = {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  return handlers.reduce((all, { capabilities }) => merge(all, capabilities(client)), general);
}

/** Merges file operations, the only capability that several handlers declare in part. */
function merge(all: ServerCapabilities, own: ServerCapabilities | undefined): ServerCapabilities {
  if (!own?.workspace) return { ...all, ...own };
  const fileOperations = { ...all.workspace?.fileOperations, ...own.workspace.fileOperations };
  return { ...all, ...own, workspace: { ...all.workspace, ...own.workspace, fileOperations } };
}
