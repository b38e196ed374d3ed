import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type Connection,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** Keeps the documents as the editor has them. */
export function syncDocuments(connection: Connection, { documents, sites }: Session): void {
  connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) => {
    const { uri, languageId, version, text } = textDocument;
    documents.open(TextDocument.create(uri, languageId, version, text));
  });
  connection.onNotification(DidChangeTextDocumentNotification.type, ({ textDocument, contentChanges }) =>
    documents.change(textDocument.uri, textDocument.version, contentChanges),
  );
  connection.onNotification(DidSaveTextDocumentNotification.type, ({ textDocument }) =>
    sites.saved(pathOfUri(textDocument.uri) ?? ""),
  );
  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument }) =>
    documents.close(textDocument.uri),
  );
}
