import * as vscode from "vscode";
import type { ServerState } from "./language-client.ts";

/** Beside docs.json: how many copies of specifications on the web are older than a day, and the way to renew them. */
export class StaleCopiesItem implements vscode.Disposable {
  #item: vscode.LanguageStatusItem | undefined;

  show(state: ServerState): void {
    const sites = state.kind === "running" ? state.status.sites : [];
    const stale = sites.reduce((sum, site) => sum + site.staleCopies, 0);
    if (stale === 0) return this.dispose();
    this.#item ??= vscode.languages.createLanguageStatusItem("docwright.staleCopies", {
      scheme: "file",
      pattern: "**/*.{json,md,mdx}",
    });
    this.#item.name = vscode.l10n.t("Docwright Copies");
    this.#item.text =
      stale === 1
        ? vscode.l10n.t("1 copy of a specification is stale")
        : vscode.l10n.t("{0} copies of specifications are stale", stale);
    this.#item.severity = vscode.LanguageStatusSeverity.Information;
    this.#item.command = { title: vscode.l10n.t("Fetch"), command: "docwright.fetchSpecification" };
  }

  dispose(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}
