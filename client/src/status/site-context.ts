import * as vscode from "vscode";
import type { ServerState } from "../language-client.ts";

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
