import {
  PositionEncodingKind,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { handlers } from "./handlers.ts";

/** A file of any kind may be named by a page; a folder holds any. */
const everyFile = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };

export function capabilitiesFor(client: ClientCapabilities): ServerCapabilities {
  const general: ServerCapabilities = {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { willRename: everyFile, willDelete: everyFile },
    },
  };
  return handlers.reduce((all, { capabilities }) => ({ ...all, ...capabilities(client) }), general);
}
