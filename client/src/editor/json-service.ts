import * as vscode from "vscode";
import { DocumentDiagnosticRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import { type EditorService, isDoneByEditor } from "./editor-services.ts";

/**
 * VS Code has its own JSON service. It marks syntax errors and duplicate keys in every JSON file. If the schema of a
 * docs.json is available (a local file, a trusted URL, a user's `json.schemas`), it also reports everything that the
 * schema defines, and provides completions. Docwright doesn't repeat its problems, but always reports what the service
 * can't check: pages, operations, effects on the docs. Verified in VS Code 1.139.
 */

/** “Unable to load schema” problems: 65536 and above. */
const firstLoadFailure = 0x10000;
const lastLoadFailure = 0x1000f;

export function isSchemaLoadFailure(diagnostic: vscode.Diagnostic): boolean {
  const code = Number(codeOf(diagnostic));
  return diagnostic.source === "json" && code >= firstLoadFailure && code <= lastLoadFailure;
}

/** Rules about the structure of docs.json that a schema can also check. */
const structural =
  /^config\/(syntax|duplicate-key|wrong-type|value-not-allowed|invalid-value|missing-setting|unknown-setting|not-an-object)$|^nav\/(missing-field|misplaced-child|no-root-pattern|unknown-language|empty-element|mixed-children|several-root-patterns)$/;

/** Removes problems from the server's results that the JSON service reports at the same position. */
export class JsonServiceFilter implements vscode.Disposable {
  readonly #client: () => LanguageClient | undefined;
  readonly #subscription: vscode.Disposable;
  /** A key of the JSON service's last problems of each document. The server is queried again when it changes. */
  readonly #received = new Map<string, string>();
  /** Whether completions of the JSON service are being requested, to prevent recursion. */
  #requesting = false;

  constructor(client: () => LanguageClient | undefined) {
    this.#client = client;
    this.#subscription = vscode.languages.onDidChangeDiagnostics((event) => this.#receive(event.uris));
  }

  readonly middleware: Middleware = {
    handleDiagnostics: (uri, diagnostics, next) => next(uri, this.#withoutRepeated(uri, diagnostics)),
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const uri = document instanceof vscode.Uri ? document : document.uri;
      if (!isJson(uri)) return next(document, previousResultId, token);
      // With an unchanged report, problems would remain filtered by the JSON service's previous ones.
      const report = await next(document, undefined, token);
      return report && "items" in report
        ? { ...report, items: this.#withoutRepeated(uri, report.items) }
        : report;
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      if (this.#requesting) return [];
      const ours = await next(document, position, context, token);
      if (!isJson(document.uri) || !ours) return ours;
      const theirs = await this.#theirCompletions(document.uri, position);
      const isNew = (item: vscode.CompletionItem) => !theirs.has(plainLabel(item));
      return Array.isArray(ours)
        ? ours.filter(isNew)
        : new vscode.CompletionList(ours.items.filter(isNew), ours.isIncomplete);
    },
  };

  dispose(): void {
    this.#subscription.dispose();
  }

  #receive(uris: readonly vscode.Uri[]): void {
    let changed = false;
    for (const uri of uris.filter(isJson)) {
      const key = JSON.stringify(theirDiagnostics(uri).map(({ range, code }) => [range, code]));
      changed ||= (this.#received.get(uri.toString()) ?? "[]") !== key;
      this.#received.set(uri.toString(), key);
    }
    if (!changed) return;
    const feature = this.#client()?.getFeature(DocumentDiagnosticRequest.method);
    for (const document of vscode.workspace.textDocuments)
      if (isJson(document.uri)) feature?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }

  #withoutRepeated(uri: vscode.Uri, ours: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
    const theirs = isJson(uri) ? theirDiagnostics(uri) : [];
    return ours.filter(
      (our) => !structural.test(codeOf(our)) || !theirs.some((their) => saysTheSame(our, their)),
    );
  }

  async #theirCompletions(uri: vscode.Uri, position: vscode.Position): Promise<ReadonlySet<string>> {
    this.#requesting = true;
    try {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        position,
      );
      return new Set(
        list.items.filter((item) => item.kind !== vscode.CompletionItemKind.Text).map(plainLabel),
      );
    } finally {
      this.#requesting = false;
    }
  }
}

/** Returns the diagnostics of a document from other sources, except those about schemas that can't be loaded. */
function theirDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => diagnostic.source !== "docwright" && !isSchemaLoadFailure(diagnostic));
}

/** The JSON service's codes for invalid JSON, including comments. 0x208 is a duplicate key. */
const firstSyntaxCode = 0x101;
const lastSyntaxCode = 0x210;
const repeatedKeyCode = 0x208;

/**
 * In broken JSON, the two services may report an error on either side of a gap, so any syntax error of the JSON service
 * replaces all of Docwright's. Problems about a value are the same if they have the same range.
 */
function saysTheSame(our: vscode.Diagnostic, their: vscode.Diagnostic): boolean {
  const theirCode = Number(codeOf(their));
  const isTheirRepeatedKey = theirCode === repeatedKeyCode;
  if (codeOf(our) === "config/duplicate-key") return isTheirRepeatedKey;
  if (codeOf(our) === "config/syntax")
    return theirCode >= firstSyntaxCode && theirCode <= lastSyntaxCode && !isTheirRepeatedKey;
  return our.range.intersection(their.range) !== undefined && our.range.start.line === their.range.start.line;
}

function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : (code ?? ""));
}

function plainLabel(item: vscode.CompletionItem): string {
  return (typeof item.label === "string" ? item.label : item.label.label).replace(/^"|"$/g, "");
}

function isJson(uri: vscode.Uri): boolean {
  return uri.path.endsWith(".json");
}

/** Leaves to VS Code the features that it provides itself, so nothing appears twice. */
export const withoutEditorServices: Middleware = {
  provideFoldingRanges: (document, context, token, next) =>
    isDone("folding", document) ? undefined : next(document, context, token),
  provideSelectionRanges: (document, positions, token, next) =>
    isDone("selection", document) ? undefined : next(document, positions, token),
  provideDocumentSymbols: (document, token, next) =>
    isDone("outline", document) ? undefined : next(document, token),
  provideDocumentColors: async (document, token, next) => {
    if (isAskingOthers) return undefined;
    const ours = await next(document, token);
    // An empty list would mean that there are no colors, and hide those that the editor detects itself.
    if (!ours || ours.length === 0) return undefined;
    // If a schema that identifies colors is available, VS Code's own service shows them too.
    const theirs = await getColorsOfOtherExtensions(document);
    const left = ours.filter(({ range }) => !theirs.some((their) => their.range.intersection(range)));
    return left.length === 0 ? undefined : left;
  },
};

function isDone(service: EditorService, { languageId, uri }: vscode.TextDocument): boolean {
  return isDoneByEditor(service, languageId, uri.path);
}

/** Whether other providers are being queried, to prevent recursion. */
let isAskingOthers = false;

async function getColorsOfOtherExtensions({
  uri,
}: vscode.TextDocument): Promise<readonly vscode.ColorInformation[]> {
  isAskingOthers = true;
  try {
    return await vscode.commands.executeCommand<vscode.ColorInformation[]>(
      "vscode.executeDocumentColorProvider",
      uri,
    );
  } finally {
    isAskingOthers = false;
  }
}
