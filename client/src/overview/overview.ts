import * as vscode from "vscode";
import type { ReaderFeedback } from "../feedback/feedback.ts";
import type { LanguageServer } from "../language-client.ts";
import type { OverviewPanels } from "./overview-panels.ts";

const viewType = "docwright.overview";

/** The entry point to the Site Overview. The rest of the code isn't loaded until a command or a panel needs it. */
export class SiteOverviews implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #loadPanelsModule: () => Promise<OverviewPanels>;
  readonly #serializer = vscode.window.registerWebviewPanelSerializer(viewType, this);
  #panels: Promise<OverviewPanels> | undefined;

  constructor(extensionUri: vscode.Uri, server: LanguageServer, feedback: ReaderFeedback) {
    this.#loadPanelsModule = async () => {
      const { openOverviews } = await import("./overview-panels.ts");
      return openOverviews({ server, feedback, extensionUri, viewType });
    };
  }

  /** Implements `docwright.showSiteOverview`. If a site was chosen, `root` is the URI of its folder. */
  async show(root: unknown): Promise<void> {
    await (await this.#loadPanels()).show(root);
  }

  /** Called when the editor restores a panel after a restart. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    (await this.#loadPanels()).restore(panel, state);
  }

  dispose(): void {
    void this.#panels?.then((panels) => panels.dispose());
    this.#serializer.dispose();
  }

  #loadPanels(): Promise<OverviewPanels> {
    this.#panels ??= this.#loadPanelsModule();
    return this.#panels;
  }
}
