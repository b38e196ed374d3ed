import * as vscode from "vscode";
import type { ProblemCounts, SiteStatus } from "../../../server/src/protocol/site.ts";
import type { ServerState } from "../language-client.ts";

/** The language status item for pages and docs.json, which shows the site, the number of problems, and the profile. */
export class SiteStatusItem implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem("docwright.site", [
    { scheme: "file", pattern: "**/*.{md,mdx}" },
    { scheme: "file", pattern: "**/*.{json,yaml,yml}" },
  ]);

  constructor() {
    this.#item.name = "Docwright";
    this.show({ kind: "starting" });
  }

  show(state: ServerState): void {
    const item = this.#item;
    const scanning =
      state.kind === "starting" ||
      (state.kind === "running" && state.status.sites.some((site) => site.scanning));
    item.busy = scanning;
    if (state.kind === "stopped") {
      item.text = vscode.l10n.t("Docwright has stopped");
      item.detail =
        state.reason === "not-started"
          ? vscode.l10n.t("The language server couldn't be started.")
          : vscode.l10n.t("The language server crashed five times in three minutes.");
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.command = { title: vscode.l10n.t("Restart"), command: "docwright.restartServer" };
      return;
    }
    const sites = state.kind === "running" ? state.status.sites : [];
    const [only] = sites;
    item.text = only && sites.length === 1 ? only.name : vscode.l10n.t("Docwright: {0} sites", sites.length);
    if (sites.length === 0) item.text = "Docwright";
    item.detail = sites.length === 0 ? vscode.l10n.t("Loading the site") : describe(sites);
    if (state.kind === "running" && sites.length === 0) {
      item.detail = vscode.l10n.t("No docs.json found in this folder");
      item.severity = vscode.LanguageStatusSeverity.Information;
      item.command = { title: vscode.l10n.t("Create docs.json"), command: "docwright.createConfig" };
      return;
    }
    item.severity = severityOf(sites);
    item.command = { title: vscode.l10n.t("Show Site Report"), command: "docwright.showSiteReport" };
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** For example, `docs · 7 problems · 212 pages · mintlify profile`. */
function describe(sites: readonly SiteStatus[]): string {
  const problems = sites.reduce((sum, { counts }) => sum + problemCount(counts), 0);
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const profiles = [...new Set(sites.map((site) => site.profile))].join(", ");
  return [
    ...sites.slice(0, 2).map(({ root }) => showRoot(vscode.Uri.parse(root))),
    problems === 1 ? vscode.l10n.t("1 problem") : vscode.l10n.t("{0} problems", problems),
    pages === 1 ? vscode.l10n.t("1 page") : vscode.l10n.t("{0} pages", pages),
    vscode.l10n.t("{0} profile", profiles),
  ].join(" · ");
}

/**
 * Returns the folder of docs.json as the Explorer shows it: relative to the workspace folder, or that folder's own
 * name.
 */
function showRoot(root: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(root);
  const isFolder = folder?.uri.toString() === root.toString();
  return folder && isFolder ? folder.name : vscode.workspace.asRelativePath(root, false);
}

/** Counts errors, warnings, and information, like the Problems view. Hints are advice on demand. */
export function problemCount(counts: ProblemCounts): number {
  return counts.error + counts.warning + counts.information;
}

function severityOf(sites: readonly SiteStatus[]): vscode.LanguageStatusSeverity {
  if (sites.some(({ counts }) => counts.error > 0)) return vscode.LanguageStatusSeverity.Error;
  if (sites.some(({ counts }) => counts.warning > 0)) return vscode.LanguageStatusSeverity.Warning;
  return vscode.LanguageStatusSeverity.Information;
}

/**
 * The language status item for docs.json that shows how many local copies of remote specifications are older than a
 * day, with a command to refresh them.
 */
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
    this.#item.name = vscode.l10n.t("Docwright Local Copies");
    this.#item.text =
      stale === 1
        ? vscode.l10n.t("1 local copy of a specification is stale")
        : vscode.l10n.t("{0} local copies of specifications are stale", stale);
    this.#item.severity = vscode.LanguageStatusSeverity.Information;
    this.#item.command = { title: vscode.l10n.t("Fetch"), command: "docwright.fetchSpecification" };
  }

  dispose(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}
