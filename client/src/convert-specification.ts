import * as vscode from "vscode";
import { convertSpecification as request } from "../../server/src/protocol/specifications.ts";
import type { LanguageServer } from "./language-client.ts";
import { withoutLinks } from "./without-links.ts";

/** Documents that show what a file would be; they live as long as they are shown. */
export const convertedScheme = "docwright-converted";

/** The results that are being looked at, by the path of their file. */
export class ConvertedFiles implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  show(source: vscode.Uri, text: string): vscode.Uri {
    const uri = source.with({ scheme: convertedScheme });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  forget(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }
}

/** `docwright.convertSpecification`: shows a Swagger 2.0 file beside what it would be, and puts that in its place when asked. */
export async function convertSpecification(
  server: LanguageServer,
  files: ConvertedFiles,
  argument: unknown,
): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (!uri) return;
  const converted = await server.request(request, { uri: uri.toString(), to: "3.1" });
  if (!converted?.ok) {
    const reason = converted?.reason ?? vscode.l10n.t("The language server is not running.");
    void vscode.window.showErrorMessage(withoutLinks(reason));
    return;
  }
  const { before, text, notes } = converted;
  const result = files.show(uri, text);
  const name = vscode.workspace.asRelativePath(uri);
  await vscode.commands.executeCommand("vscode.diff", uri, result, vscode.l10n.t("{0} as OpenAPI 3.1", name));
  const apply = vscode.l10n.t("Convert");
  const question = vscode.l10n.t("Convert {0} to OpenAPI 3.1?", name);
  const answer = await vscode.window.showInformationMessage(
    withoutLinks([question, ...notes.slice(0, 8)].join(" ")),
    apply,
  );
  if (answer === apply) await replace(uri, before, text);
  files.forget(result);
}

async function replace(uri: vscode.Uri, before: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const present = document.getText();
  // An editor writes one kind of line end throughout.
  if (withPlainEnds(present) !== withPlainEnds(before)) {
    const words = vscode.l10n.t("The file was changed meanwhile, so it was left as it is.");
    void vscode.window.showWarningMessage(words);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(present.length)), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document);
}

function withPlainEnds(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}
