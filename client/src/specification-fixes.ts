import * as vscode from "vscode";

/** Quick fixes that no edit makes: a command asks the person first. */
export class SpecificationFixes implements vscode.CodeActionProvider {
  static readonly files: vscode.DocumentSelector = ["json", "yaml", "yml", "mdx", "md"].map((extension) => ({
    scheme: "file",
    pattern: `**/*.${extension}`,
  }));

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics
      .filter(({ source }) => source === "docwright")
      .flatMap((diagnostic) => actionFor(document, diagnostic) ?? []);
  }
}

function actionFor(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
): vscode.CodeAction | undefined {
  switch (codeOf(diagnostic)) {
    case "openapi/remote-spec": {
      const url = plainText(document.getText(diagnostic.range));
      if (!/^https:/i.test(url)) return undefined;
      const title = vscode.l10n.t("Fetch this specification…");
      return actionWith(diagnostic, { title, command: "docwright.fetchSpecification", arguments: [url] });
    }
    case "openapi/spec-version-unsupported": {
      if (!diagnostic.message.includes("Swagger 2.0")) return undefined;
      const uri = diagnostic.relatedInformation?.[0]?.location.uri ?? document.uri;
      const title = vscode.l10n.t("Convert to OpenAPI 3.1…");
      return actionWith(diagnostic, { title, command: "docwright.convertSpecification", arguments: [uri] });
    }
    default:
      return undefined;
  }
}

function actionWith(diagnostic: vscode.Diagnostic, command: vscode.Command): vscode.CodeAction {
  const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
  action.command = command;
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}

/** A value of JSON or frontmatter without its quotes and escapes. */
function plainText(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replace(/^["']|["']$/g, "");
  }
}

function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : (code ?? ""));
}
