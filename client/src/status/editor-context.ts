import * as vscode from "vscode";

/** In characters. A specification names its version near the start. */
const maxSearched = 20_000;

/** Sets the context key `docwright.inSwagger`: whether the active file is a Swagger 2.0 specification. */
export class EditorContext implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #isSwagger = false;

  constructor() {
    this.#update(vscode.window.activeTextEditor?.document);
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#update(editor?.document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.#update(document);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(document: vscode.TextDocument | undefined): void {
    const isSwagger = document !== undefined && isSwaggerFile(document);
    if (isSwagger === this.#isSwagger) return;
    this.#isSwagger = isSwagger;
    void vscode.commands.executeCommand("setContext", "docwright.inSwagger", isSwagger);
  }
}

function isSwaggerFile(document: vscode.TextDocument): boolean {
  if (!/\.(json|ya?ml)$/i.test(document.uri.path)) return false;
  const start = document.getText(new vscode.Range(0, 0, 1000, 0)).slice(0, maxSearched);
  return /(?:^|[{,])[ \t]*["']?swagger["']?[ \t]*:[ \t]*["']?2/m.test(start);
}
