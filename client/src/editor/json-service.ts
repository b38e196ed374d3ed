import * as vscode from "vscode";
import { DocumentDiagnosticRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import { type EditorService, isDoneByEditor } from "./editor-services.ts";

/**
 * VS Code has a JSON service of its own. It marks syntax errors and duplicate keys in every JSON file, and when
 * the schema that a docs.json names is at hand (a local file, a trusted address, a user's `json.schemas`) all that
 * this schema says, with completions. What it has said already, Docwright does not say again; what only Docwright
 * knows (pages, operations, effects on the docs) always stays. Measured in the real editor, version 1.139.
 */

/** “Unable to load schema” problems: 65536 and above. */
const firstLoadFailure = 0x10000;
const lastLoadFailure = 0x1000f;

export function isSchemaLoadFailure(diagnostic: vscode.Diagnostic): boolean {
  const code = Number(codeOf(diagnostic));
  return diagnostic.source === "json" && code >= firstLoadFailure && code <= lastLoadFailure;
}

/** Rules about the shape of docs.json, which a schema can tell as well. */
const structural =
  /^config\/(syntax|duplicate-key|wrong-type|value-not-allowed|invalid-value|missing-setting|unknown-setting|not-an-object)$|^nav\/(missing-field|misplaced-child|no-root-pattern|unknown-language|empty-element|mixed-children|several-root-patterns)$/;

/** Takes out of what the server says whatever the JSON service says at the same place. */
export class JsonServiceFilter implements vscode.Disposable {
  readonly #client: () => LanguageClient | undefined;
  readonly #subscription: vscode.Disposable;
  /** What the JSON service last said of a document, as a key: a change asks the server again. */
  readonly #received = new Map<string, string>();
  /** True while the JSON service is asked for its completions, so that ours are not asked for in a circle. */
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
      // Unchanged answers would keep what was filtered by the JSON service's former words.
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

/** What is said of a document by others than us, apart from schemas that cannot be loaded. */
function theirDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => diagnostic.source !== "docwright" && !isSchemaLoadFailure(diagnostic));
}

/** The JSON service's codes for text that is no JSON, comments included; 0x208 is a repeated key. */
const firstSyntaxCode = 0x101;
const lastSyntaxCode = 0x210;
const repeatedKeyCode = 0x208;

/**
 * Where JSON is broken the two place a fault at either side of a gap, so any syntax fault of theirs speaks for all
 * of ours; a statement about a value is the same when it stands on the same text.
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

/** Leaves to VS Code what it does by itself, so that nothing is offered twice. */
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
    // An empty list would say that there are no colors, and hide those that the editor finds by itself.
    if (!ours || ours.length === 0) return undefined;
    // With a schema at hand that says what is a colour, VS Code's own service shows it too.
    const theirs = await getColorsOfOtherExtensions(document);
    const left = ours.filter(({ range }) => !theirs.some((their) => their.range.intersection(range)));
    return left.length === 0 ? undefined : left;
  },
};

function isDone(service: EditorService, { languageId, uri }: vscode.TextDocument): boolean {
  return isDoneByEditor(service, languageId, uri.path);
}

/** True while others are asked, so that ours are not asked for in a circle. */
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
