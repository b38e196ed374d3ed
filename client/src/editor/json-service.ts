import * as vscode from "vscode";
import { DocumentDiagnosticRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import {
  type EditorFeature,
  isEditorFeature,
  isRepeated,
  isSchemaLoadFailure,
  addAcceptCommand,
  addHiddenFixes,
  filterJsonCompletions,
} from "./editor-services.ts";

/**
 * VS Code has its own JSON service, which marks syntax errors and duplicate keys in every JSON file. If the schema for
 * a docs.json is available (from a local file, a trusted URL, or the user's `json.schemas`), the service also provides
 * completions and reports everything that violates the schema. Docwright doesn't repeat the service's problems, but
 * always reports problems that the service can't detect, such as those that involve pages, operations, or effects on
 * the docs. This behavior was verified in VS Code 1.139.
 */

/** Removes problems from the server's results if the JSON service reports the same ones at the same position. */
export class JsonServiceFilter implements vscode.Disposable {
  readonly #getClient: () => LanguageClient | undefined;
  readonly #subscription: vscode.Disposable;
  /**
   * Maps each document's URI to a key that represents the JSON service's last problems in the document. When the key
   * changes, diagnostics are requested from the server again.
   */
  readonly #problemKeysByUri = new Map<string, string>();
  /** Docwright's problems that are currently hidden, by document URI. Fixes for these problems are still offered. */
  readonly #hiddenDiagnosticsByUri = new Map<string, readonly vscode.Diagnostic[]>();

  constructor(getClient: () => LanguageClient | undefined) {
    this.#getClient = getClient;
    this.#subscription = vscode.languages.onDidChangeDiagnostics((event) => this.#onDiagnosticsChanged(event.uris));
  }

  readonly middleware: Middleware = {
    handleDiagnostics: (uri, diagnostics, next) => next(uri, this.#removeDuplicates(uri, diagnostics)),
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const uri = document instanceof vscode.Uri ? document : document.uri;
      if (!isJson(uri)) return next(document, previousResultId, token);
      // A complete report is requested, because an “unchanged” one would preserve the problems that were filtered based
      // on the JSON service's previous results.
      const report = await next(document, undefined, token);
      return report && "items" in report ? { ...report, items: this.#removeDuplicates(uri, report.items) } : report;
    },
    provideCodeActions: (document, range, context, token, next) => {
      const hiddenDiagnostics = this.#hiddenDiagnosticsByUri.get(document.uri.toString()) ?? [];
      return addHiddenFixes({ document, range, context }, hiddenDiagnostics, (requestedRange, codeActionContext) =>
        next(document, requestedRange, codeActionContext, token),
      );
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      const complete = () => next(document, position, context, token);
      const request = { uri: document.uri, position };
      return addAcceptCommand(
        isJson(document.uri) ? await filterJsonCompletions(request, context, complete) : await complete(),
      );
    },
  };

  dispose(): void {
    this.#subscription.dispose();
  }

  #onDiagnosticsChanged(uris: readonly vscode.Uri[]): void {
    let hasChanged = false;
    for (const uri of uris.filter(isJson)) {
      const key = JSON.stringify(getJsonDiagnostics(uri).map(({ range, code }) => [range, code]));
      hasChanged ||= (this.#problemKeysByUri.get(uri.toString()) ?? "[]") !== key;
      this.#problemKeysByUri.set(uri.toString(), key);
    }
    if (!hasChanged) return;
    const feature = this.#getClient()?.getFeature(DocumentDiagnosticRequest.method);
    for (const document of vscode.workspace.textDocuments)
      if (isJson(document.uri)) feature?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }

  #removeDuplicates(uri: vscode.Uri, docwrightDiagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
    const jsonDiagnostics = isJson(uri) ? getJsonDiagnostics(uri) : [];
    const hiddenDiagnostics = docwrightDiagnostics.filter((diagnostic) => isRepeated(diagnostic, jsonDiagnostics));
    if (hiddenDiagnostics.length === 0) this.#hiddenDiagnosticsByUri.delete(uri.toString());
    else this.#hiddenDiagnosticsByUri.set(uri.toString(), hiddenDiagnostics);
    return hiddenDiagnostics.length === 0
      ? [...docwrightDiagnostics]
      : docwrightDiagnostics.filter((diagnostic) => !hiddenDiagnostics.includes(diagnostic));
  }
}

/** Returns the diagnostics for a document from other sources, except for those about schemas that can't be loaded. */
function getJsonDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => diagnostic.source !== "docwright" && !isSchemaLoadFailure(diagnostic));
}

function isJson(uri: vscode.Uri): boolean {
  return uri.path.endsWith(".json");
}

/** Leaves features to VS Code if VS Code provides them itself, so they don't appear twice. */
export const jsonMiddleware: Middleware = {
  provideFoldingRanges: (document, context, token, next) =>
    isProvidedByEditor("folding", document) ? undefined : next(document, context, token),
  provideSelectionRanges: (document, positions, token, next) =>
    isProvidedByEditor("selection", document) ? undefined : next(document, positions, token),
  provideDocumentSymbols: (document, token, next) =>
    isProvidedByEditor("outline", document) ? undefined : next(document, token),
  provideDocumentColors: async (document, token, next) => {
    if (isQueryingProviders) return undefined;
    const colors = await next(document, token);
    // An empty list would hide the colors that the editor detects itself.
    if (!colors || colors.length === 0) return undefined;
    // If a schema that identifies colors is available, VS Code's own service also shows these colors.
    const otherColors = await getColorsOfOtherExtensions(document);
    const remainingColors = colors.filter(
      ({ range }) => !otherColors.some((otherColor) => otherColor.range.intersection(range)),
    );
    return remainingColors.length === 0 ? undefined : remainingColors;
  },
};

function isProvidedByEditor(feature: EditorFeature, { languageId, uri }: vscode.TextDocument): boolean {
  return isEditorFeature(feature, languageId, uri.path);
}

/** Whether other providers are being queried. This flag prevents recursion. */
let isQueryingProviders = false;

async function getColorsOfOtherExtensions({ uri }: vscode.TextDocument): Promise<readonly vscode.ColorInformation[]> {
  isQueryingProviders = true;
  try {
    return await vscode.commands.executeCommand<vscode.ColorInformation[]>("vscode.executeDocumentColorProvider", uri);
  } finally {
    isQueryingProviders = false;
  }
}
