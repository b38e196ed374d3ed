import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { existsSync } from "node:fs";
import type { TempFolder } from "../lsp/temp-folder.ts";
import { uriOf, type LspClient } from "./lsp-client.ts";

interface OpenDocument {
  readonly text: string;
  readonly version: number;
}

/** A site in a simulated VS Code. Documents have versions, and edits are either applied completely or rejected. */
export class SiteInEditor {
  readonly folder: TempFolder;
  readonly client: LspClient;
  readonly open = new Map<string, OpenDocument>();
  #version = 0;

  constructor(folder: TempFolder, client: LspClient) {
    this.folder = folder;
    this.client = client;
  }

  uriOf(path: string): string {
    return uriOf(this.folder.at(path));
  }

  /** Returns the text in the editor or, if the file isn't open, on disk. */
  read(path: string): string {
    return this.open.get(path)?.text ?? this.folder.read(path);
  }

  show(path: string): void {
    if (this.open.has(path)) return;
    const document = { text: this.folder.read(path), version: ++this.#version };
    this.open.set(path, document);
    this.client.open(this.folder.at(path), document.text, document.version);
  }

  close(path: string): void {
    if (this.open.delete(path)) this.client.close(this.folder.at(path));
  }

  /** Simulates typing in a file, or reloading the file from disk. */
  change(path: string, text: string): void {
    const document = { text, version: ++this.#version };
    this.open.set(path, document);
    this.client.change(this.folder.at(path), document.version, text);
  }

  save(path: string): void {
    const document = this.open.get(path);
    if (!document) return;
    this.folder.write(path, document.text);
    this.client.notify("textDocument/didSave", { textDocument: { uri: this.uriOf(path) } });
  }

  /** Returns the files that an edit changes but that don't exist. VS Code rejects such an edit. */
  missingFiles(edit: WorkspaceEdit): string[] {
    return (edit.documentChanges ?? []).flatMap((change) => {
      const path = "kind" in change ? undefined : this.#pathOf(change.textDocument.uri);
      return path !== undefined && !this.open.has(path) && !existsSync(this.folder.at(path)) ? [path] : [];
    });
  }

  /**
   * Returns the texts after an edit, by the paths of the files before they're moved. Returns undefined if VS Code
   * rejects the edit.
   */
  textsAfter(
    edit: WorkspaceEdit,
    isAgreed: boolean,
    read: (path: string) => string = (path) => this.read(path),
  ): ReadonlyMap<string, string> | undefined {
    const texts = new Map<string, string>();
    for (const change of edit.documentChanges ?? []) {
      if ("kind" in change) continue;
      const path = this.#pathOf(change.textDocument.uri);
      if (change.textDocument.version !== (this.open.get(path)?.version ?? null)) return undefined;
      const edits = change.edits.flatMap((one) =>
        "newText" in one && (isAgreed || !("annotationId" in one)) ? [one] : [],
      );
      const document = TextDocument.create("", "", 1, texts.get(path) ?? read(path));
      texts.set(path, TextDocument.applyEdits(document, edits));
    }
    return texts;
  }

  movesIn(edit: WorkspaceEdit): (readonly [from: string, to: string])[] {
    return (edit.documentChanges ?? []).flatMap((change) =>
      "kind" in change && change.kind === "rename" && !("annotationId" in change)
        ? [[this.#pathOf(change.oldUri), this.#pathOf(change.newUri)] as const]
        : [],
    );
  }

  /** Writes the texts to files and documents, and moves the files along with their documents. */
  make(texts: ReadonlyMap<string, string>, moves: readonly (readonly [from: string, to: string])[]): void {
    for (const [path, text] of texts) {
      if (this.open.has(path)) this.change(path, text);
      this.folder.write(path, text);
      if (this.open.has(path)) this.save(path);
    }
    for (const [from, to] of moves) {
      const inside = [...this.open.keys()].filter((path) => path === from || path.startsWith(`${from}/`));
      if (existsSync(this.folder.at(from))) this.folder.rename(from, to);
      for (const path of inside) {
        this.close(path);
        this.show(to + path.slice(from.length));
      }
    }
  }

  #pathOf(uri: string): string {
    return decodeURIComponent(uri.slice(uriOf(this.folder.root).length + 1));
  }
}
