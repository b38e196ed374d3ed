import * as vscode from "vscode";
import { previewCodeTheme } from "../../../server/src/protocol/preview.ts";
import { readSettings, settingsSection } from "../settings.ts";
import { readEditorTheme } from "./editor-theme.ts";
import type { PreviewServer } from "./preview-server.ts";

/** Settings that say which theme the editor has. */
const themeSettings = ["workbench.colorTheme", `${settingsSection}.preview.codeTheme`];

/** Tells the server the editor's colours for code, where the author wants previews to have them. */
export class CodeThemeSync implements vscode.Disposable {
  readonly #server: Pick<PreviewServer, "notify" | "onDidStart">;
  readonly #subscriptions: vscode.Disposable[];
  /** The server has colours of the editor. */
  #isSet = false;
  /** Counts up, so that of two themes that are being read the newer one is told. */
  #turn = 0;

  constructor(server: Pick<PreviewServer, "notify" | "onDidStart">) {
    this.#server = server;
    this.#subscriptions = [
      server.onDidStart(() => {
        this.#isSet = false;
        void this.#tell();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => void this.#tell()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (themeSettings.some((name) => change.affectsConfiguration(name))) void this.#tell();
      }),
    ];
    void this.#tell();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #tell(): Promise<void> {
    const turn = ++this.#turn;
    const isWanted = readSettings().codeTheme === "editor";
    const theme = isWanted ? await readEditorTheme() : undefined;
    if (turn !== this.#turn || (!theme && !this.#isSet)) return;
    this.#isSet = theme !== undefined;
    this.#server.notify(previewCodeTheme, theme ? { theme } : {});
  }
}
