import { TextDocument } from "vscode-languageserver-textdocument";
import {
  BulkRegistration,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type DocumentSelector,
  type TextDocumentContentChangeEvent,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { SiteStore } from "../../workspace/analysis/site-store.ts";
import { createDebouncer } from "../../core/text/debouncer.ts";
import { isInside } from "../../workspace/files/disk.ts";
import { toPath, toFileUri } from "../convert/convert.ts";
import type { Session } from "../session/session.ts";

/**
 * The documents that are open in the editor. Consecutive edits are combined and passed to the sites after a pause, or
 * earlier on demand.
 */
export class Documents {
  readonly #sites;
  readonly #documentsByPath = new Map<string, TextDocument>();
  readonly #pendingDocumentsByPath = new Map<string, TextDocument>();
  readonly #flushDebouncer = createDebouncer(globalThis, () => this.flush(), 2, 40);

  constructor(sites: Pick<SiteStore, "open" | "edit" | "close">) {
    this.#sites = sites;
  }

  /** Returns the document with the URI that the editor sent, or undefined if the file isn't open. */
  get(path: string): TextDocument | undefined {
    return this.#documentsByPath.get(path);
  }

  open(document: TextDocument): void {
    const path = toPath(document.uri);
    if (path === undefined) return;
    this.#documentsByPath.set(path, document);
    this.#pendingDocumentsByPath.delete(path);
    this.#sites.open(path, { text: document.getText(), version: document.version });
  }

  /** Applies edits. Ignores edits to documents that aren't open. */
  applyChanges(uri: string, version: number, changes: TextDocumentContentChangeEvent[]): void {
    const path = toPath(uri) ?? "";
    const document = this.#documentsByPath.get(path);
    if (!document) return;
    const updatedDocument = TextDocument.update(document, changes, version);
    for (const documentsByPath of [this.#documentsByPath, this.#pendingDocumentsByPath])
      documentsByPath.set(path, updatedDocument);
    this.#flushDebouncer.trigger();
  }

  close(uri: string): void {
    const path = toPath(uri) ?? "";
    this.#pendingDocumentsByPath.delete(path);
    if (this.#documentsByPath.delete(path)) this.#sites.close(path);
  }

  /** Whether some changes haven't been passed to the sites yet. */
  get hasPendingChanges(): boolean {
    return this.#pendingDocumentsByPath.size > 0;
  }

  /** Passes the text of all changed documents to the sites. */
  flush(): void {
    this.#flushDebouncer.cancel();
    const pendingDocuments = [...this.#pendingDocumentsByPath];
    this.#pendingDocumentsByPath.clear();
    for (const [path, document] of pendingDocuments)
      this.#sites.edit(path, { text: document.getText(), version: document.version });
  }
}

/** Synchronizes the documents with the editor. */
export function syncDocuments(connection: Connection, { documents, sites }: Session): void {
  connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) => {
    const { uri, languageId, version, text } = textDocument;
    documents.open(TextDocument.create(uri, languageId, version, text));
  });
  connection.onNotification(DidChangeTextDocumentNotification.type, ({ textDocument, contentChanges }) =>
    documents.applyChanges(textDocument.uri, textDocument.version, contentChanges),
  );
  connection.onNotification(DidSaveTextDocumentNotification.type, ({ textDocument }) =>
    sites.onSaved(toPath(textDocument.uri) ?? ""),
  );
  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument }) =>
    documents.close(textDocument.uri),
  );
}

/**
 * A pattern that matches code files and style sheets, which can contain links and imports. By default, clients don't
 * send changes to these files, because other servers provide the features for them.
 */
const codeFilePattern = "**/*.{css,js,jsx,ts,tsx}";

/**
 * Returns a function that requests unsaved changes to a site's code files. Without these changes, the edit for a move
 * would be based on the saved text. Clients that don't support relative patterns send the code files in all folders.
 * The function never withdraws a request, because if the request were repeated later, clients wouldn't send the current
 * text of files that are still open.
 */
export function createCodeFileSync(getSession: () => Session): (site: Pick<SiteState, "root">) => void {
  const subscribedRoots = new Set<string>();
  return ({ root }) => {
    const { connection, client } = getSession();
    if (!client.textDocument?.synchronization?.dynamicRegistration) return;
    const isRelative = client.textDocument.filters?.relativePatternSupport === true;
    if (isRelative ? [...subscribedRoots].some((folder) => isInside(folder, root)) : subscribedRoots.size > 0) return;
    subscribedRoots.add(root);
    const pattern = isRelative ? { baseUri: toFileUri(root), pattern: codeFilePattern } : codeFilePattern;
    connection.client
      .register(createRegistrations([{ scheme: "file", pattern }]))
      .catch((error: unknown) =>
        connection.console.warn(`Couldn't subscribe to changes in code files: ${String(error)}`),
      );
  };
}

function createRegistrations(documentSelector: DocumentSelector): BulkRegistration {
  const registrations = BulkRegistration.create();
  registrations.add(DidOpenTextDocumentNotification.type, { documentSelector });
  registrations.add(DidChangeTextDocumentNotification.type, {
    documentSelector,
    syncKind: TextDocumentSyncKind.Incremental,
  });
  registrations.add(DidSaveTextDocumentNotification.type, { documentSelector, includeText: false });
  registrations.add(DidCloseTextDocumentNotification.type, { documentSelector });
  return registrations;
}
