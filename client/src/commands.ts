import * as vscode from "vscode";
import type { AgreedHosts } from "./agreed-hosts.ts";
import { compareSpecification } from "./compare-specification.ts";
import { convertSpecification, type ConvertedFiles } from "./convert-specification.ts";
import { listInNavigation, openOperationPage } from "./coverage-actions.ts";
import type { CoverageView } from "./coverage-view.ts";
import type { ReaderFeedback } from "./feedback/reader-feedback.ts";
import { explain } from "./explain.ts";
import { fetchSpecification } from "./fetch-specification.ts";
import type { LanguageServer } from "./language-client.ts";
import { leaveSchemaToDocwright, trustSchemaHost } from "./schema-warning-fix.ts";
import { migrateEndpointPages } from "./migrate-endpoint-pages.ts";
import { movePage } from "./move-page.ts";
import { repairMoves } from "./repair-moves.ts";
import { chooseSite } from "./playground/choose-site.ts";
import { checkProxy } from "./playground/check-proxy.ts";
import type { PreviewPanels } from "./preview/preview-panels.ts";
import { showSiteReport } from "./site-report.ts";

/** Every command of the extension in one table. */
export function registerCommands(
  server: LanguageServer,
  log: vscode.LogOutputChannel,
  hosts: AgreedHosts,
  converted: ConvertedFiles,
  coverage: CoverageView,
  previews: PreviewPanels,
  feedback: ReaderFeedback,
  ofNavigation: Readonly<Record<string, (argument?: unknown) => unknown>>,
): vscode.Disposable[] {
  const { playgrounds } = previews;
  const inSite = async (title: string, run: (root: string) => Promise<void>): Promise<void> => {
    const root = await chooseSite(server, title);
    if (root !== undefined) await run(root);
  };
  const handlers: Readonly<Record<string, (argument?: unknown) => unknown>> = {
    "docwright.restartServer": () => server.restart(),
    "docwright.showLog": () => log.show(),
    "docwright.showSiteReport": () => showSiteReport(server),
    "docwright.fetchSpecification": (url) => fetchSpecification(server, hosts, url),
    "docwright.compareSpecification": (uri) => compareSpecification(server, uri),
    "docwright.convertSpecification": (uri) => convertSpecification(server, converted, uri),
    "docwright.migrateEndpointPages": () => migrateEndpointPages(server),
    "docwright.explain": (given) => explain(server, given),
    "docwright.movePage": (uri) => movePage(server, uri),
    "docwright.repairMoves": () => repairMoves(server),
    "docwright.openPreview": (uri) => previews.open(uri, vscode.ViewColumn.Active),
    "docwright.openPreviewToSide": (uri) => previews.open(uri, vscode.ViewColumn.Beside),
    "docwright.openPlayground": (target) => previews.openPlayground(target),
    "docwright.checkPlaygroundProxy": () => checkProxy(server, playgrounds),
    "docwright.importVariables": () =>
      inSite(vscode.l10n.t("Import Variables"), (root) => playgrounds.importVariables(root)),
    "docwright.forgetPlaygroundConsents": () =>
      inSite(vscode.l10n.t("Forget Where Requests May Go"), (root) => playgrounds.forgetConsents(root)),
    "docwright.forgetHosts": () => hosts.forget(),
    "docwright.coverage.onlyMissing": () => coverage.showOnlyMissing(true),
    "docwright.coverage.showAll": () => coverage.showOnlyMissing(false),
    "docwright.coverage.openPage": openOperationPage,
    "docwright.coverage.listInNavigation": listInNavigation,
    ...feedback.commands,
    ...ofNavigation,
    "docwright.leaveSchemaToDocwright": leaveSchemaToDocwright,
    "docwright.trustSchemaHost": trustSchemaHost,
  };
  return Object.entries(handlers).map(([id, run]) => vscode.commands.registerCommand(id, run));
}
