import {
  CodeActionKind,
  PositionEncodingKind,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { triggerCharacters } from "./completion.ts";
import { source } from "./diagnostic.ts";
import { outlineLabel } from "./document-symbols.ts";
import { fixAllKind } from "./fix-all.ts";
import { anchorKind } from "./heading-actions.ts";
import { readingCapabilities } from "./reading-capabilities.ts";
import { showPlaceId } from "./show-place.ts";

/** A file of any kind may be named by a page; a folder holds any. */
const everyFile = { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] };

/** Whether problems are asked for; otherwise they are pushed. Never both, so that none is shown twice. */
export function isPulling(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined;
}

export function capabilitiesFor(client: ClientCapabilities): ServerCapabilities {
  return {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    completionProvider: { triggerCharacters, resolveProvider: true },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    documentSymbolProvider: { label: outlineLabel },
    ...readingCapabilities,
    codeLensProvider: { resolveProvider: false },
    executeCommandProvider: { commands: [showPlaceId] },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, anchorKind, fixAllKind] },
    ...(isPulling(client)
      ? {
          diagnosticProvider: {
            identifier: source,
            interFileDependencies: true,
            workspaceDiagnostics: true,
          },
        }
      : {}),
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { willRename: everyFile, willDelete: everyFile },
    },
  };
}
