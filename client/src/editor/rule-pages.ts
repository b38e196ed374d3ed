import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import * as vscode from "vscode";
import { getStringProperty, isPlainRecord } from "../../../server/src/core/text/plain-record.ts";

/**
 * Adds **Show documentation for …** below the quick fixes for each problem. Unlike the link on a problem's code, which
 * opens a web page, this action works offline, because the extension includes the documentation for all rules.
 */
export class RulePageActions implements vscode.CodeActionProvider {
  provideCodeActions(
    _document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const diagnosticsByRule = new Map<string, vscode.Diagnostic[]>();
    for (const diagnostic of context.diagnostics) {
      const code = getRuleCode(diagnostic);
      if (code === undefined) continue;
      const ruleDiagnostics = diagnosticsByRule.get(code);
      if (ruleDiagnostics) ruleDiagnostics.push(diagnostic);
      else diagnosticsByRule.set(code, [diagnostic]);
    }
    return [...diagnosticsByRule].map(([code, diagnostics]) => {
      const title = vscode.l10n.t("Show documentation for {0}", code);
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { title, command: "docwright.showRule", arguments: [code] };
      action.diagnostics = diagnostics;
      return action;
    });
  }
}

/** Returns the code of the rule that reported the problem, such as `link/page-not-found`. */
function getRuleCode({ source, code }: vscode.Diagnostic): string | undefined {
  // The code may be null in diagnostics from other extensions.
  const value = typeof code === "object" ? (code as { readonly value: unknown } | null)?.value : undefined;
  return source === "docwright" && isRuleCode(value) ? value : undefined;
}

function isRuleCode(value: unknown): value is string {
  return typeof value === "string" && /^[a-z]+\/[a-z]+(?:-[a-z]+)*$/.test(value);
}

/** Provides the documentation for all rules, which is included in the extension, as Markdown documents. */
export class RulePages implements vscode.TextDocumentContentProvider {
  static readonly scheme = "docwright-rule";
  readonly #file: string;

  constructor(extensionUri: vscode.Uri) {
    this.#file = vscode.Uri.joinPath(extensionUri, "dist", "rule-pages.json.br").fsPath;
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string | undefined> {
    const compressedPages = await promisify(brotliDecompress)(await readFile(this.#file));
    const pages: unknown = JSON.parse(compressedPages.toString("utf8"));
    return isPlainRecord(pages) ? getStringProperty(pages, path.replace(/^\/|\.md$/g, "")) : undefined;
  }
}

/** Implements `docwright.showRule`: shows the page of a rule, or the list of all rules. */
export async function showRule(code?: unknown): Promise<void> {
  const path = `/${isRuleCode(code) ? code : "index"}.md`;
  await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.from({ scheme: RulePages.scheme, path }));
}
