import * as vscode from "vscode";
import type { ServerState } from "../language-client.ts";

/** The maximum number of searched characters. A specification states its version near the start. */
const maxSearched = 20_000;

/** Sets the context key `docwright.inSwagger`, which is true if the active file is a Swagger 2.0 specification. */
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

/**
 * Sets the context keys that determine which views and commands are shown: `docwright.hasSite`, and `docwright.noSite`
 * when all folders have been searched and none contains a docs.json. `docwright.hasOldConfig` is set if one of them
 * contains a mint.json, and `docwright.hasRemoteSpec` if a site uses a remote specification.
 */
export class SiteContext {
  #isEmpty: boolean | undefined;
  #hasRemoteSpec = false;

  async show(state: ServerState): Promise<void> {
    if (state.kind === "starting") return;
    const hasRemoteSpec =
      state.kind === "running" && state.status.sites.some(({ remoteSpecs }) => remoteSpecs > 0);
    if (hasRemoteSpec !== this.#hasRemoteSpec) setContext("hasRemoteSpec", hasRemoteSpec);
    this.#hasRemoteSpec = hasRemoteSpec;
    // A server that has stopped shows its message in the views of a site.
    const isEmpty = state.kind === "running" ? state.status.sites.length === 0 : (this.#isEmpty ?? false);
    if (isEmpty === this.#isEmpty) return;
    this.#isEmpty = isEmpty;
    setContext("hasSite", !isEmpty);
    setContext("noSite", isEmpty);
    if (!isEmpty) return;
    const found = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**", 1);
    setContext("hasOldConfig", found.length > 0);
  }
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `docwright.${key}`, value);
}
