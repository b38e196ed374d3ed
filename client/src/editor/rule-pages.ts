import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import * as vscode from "vscode";

/**
 * Adds **Show documentation for …** after the quick fixes of each problem. The link of a problem's code leads to the
 * web, but the pages of all rules are part of the extension, so this works offline.
 */
export class RulePageActions implements vscode.CodeActionProvider {
  static readonly files: vscode.DocumentSelector = ["md", "mdx", "json", "yaml", "yml"].map((extension) => ({
    scheme: "file",
    pattern: `**/*.${extension}`,
  }));

  provideCodeActions(
    _document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const codes = new Set(context.diagnostics.flatMap((diagnostic) => ruleOf(diagnostic) ?? []));
    return [...codes].map((code) => {
      const title = vscode.l10n.t("Show documentation for {0}", code);
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { title, command: "docwright.showRule", arguments: [code] };
      action.diagnostics = context.diagnostics.filter((diagnostic) => ruleOf(diagnostic) === code);
      return action;
    });
  }
}

/** Returns the code of the rule that reported the problem, such as `link/page-not-found`. */
function ruleOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== "docwright" || typeof code !== "object") return undefined;
  const { value } = code;
  return typeof value === "string" && isRuleCode(value) ? value : undefined;
}

function isRuleCode(value: unknown): value is string {
  return typeof value === "string" && /^[a-z]+\/[a-z]+(?:-[a-z]+)*$/.test(value);
}

/** The pages of all rules, which are part of the extension, as documents that VS Code's Markdown preview shows. */
export class RulePages implements vscode.TextDocumentContentProvider {
  static readonly scheme = "docwright-rule";
  readonly #file: string;

  constructor(extension: vscode.Uri) {
    this.#file = vscode.Uri.joinPath(extension, "dist", "rule-pages.json.br").fsPath;
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string | undefined> {
    const packed = await promisify(brotliDecompress)(await readFile(this.#file));
    const pages = JSON.parse(packed.toString("utf8")) as Readonly<Record<string, string>>;
    const name = path.replace(/^\/|\.md$/g, "");
    return Object.hasOwn(pages, name) ? pages[name] : undefined;
  }
}

/** Implements `docwright.showRule`: shows the page of a rule, or the list of all rules. */
export async function showRule(code?: unknown): Promise<void> {
  const path = `/${isRuleCode(code) ? code : "index"}.md`;
  await vscode.commands.executeCommand(
    "markdown.showPreview",
    vscode.Uri.from({ scheme: RulePages.scheme, path }),
  );
}
