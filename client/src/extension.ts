import * as vscode from "vscode";
import { isPlainRecord } from "../../server/src/core/text/plain-record.ts";
import { ApiTests } from "./api-tests/api-tests.ts";
import { CoverageView, listInNavigation, openOperationPage, getUnfetchedUrl } from "./coverage/coverage-view.ts";
import { closeTypedTags } from "./editor/close-tag.ts";
import { RulePageActions, RulePages, showRule } from "./editor/rule-pages.ts";
import { disableSchema, SchemaOffer, SchemaWarningFix, trustSchemaHost } from "./editor/schema-warning.ts";
import { readEditorSettings, settingsSection, watchMdxExtensions } from "./editor/settings.ts";
import { chooseSite, siteFiles } from "./editor/workspace.ts";
import { ReaderFeedback } from "./feedback/feedback.ts";
import { LanguageServer } from "./language-client.ts";
import { getChosenPage, createNavigationCommands, createPageCommands } from "./navigation/navigation-commands.ts";
import { NavigationView } from "./navigation/navigation-view.ts";
import { createNewPageCommands } from "./new-page/new-page.ts";
import { SiteOverviews } from "./overview/overview.ts";
import { checkProxy } from "./playground/commands.ts";
import { PreviewPanels } from "./preview/previews.ts";
import { migrateEndpointPages } from "./refactoring/migrate-endpoint-pages.ts";
import { movePage, repairMoves } from "./refactoring/move-page.ts";
import { MoveSummary } from "./refactoring/move-summary.ts";
import { createRefactoringCommands } from "./refactoring/refactoring-commands.ts";
import {
  compareSpecification,
  ConvertedFiles,
  convertedScheme,
  convertSpecification,
  fetchSpecification,
  SpecHostConsents,
  SpecificationFixes,
} from "./specs/specification-commands.ts";
import { completeStep, FirstSteps, openWalkthrough } from "./status/first-steps.ts";
import { EditorContext, SiteContext, SiteLog, SiteStatusItem, StaleCopiesItem } from "./status/site-status.ts";

/** Registers all commands of the extension. */
export function registerCommands(
  server: LanguageServer,
  log: vscode.LogOutputChannel,
  hostConsents: SpecHostConsents,
  convertedFiles: ConvertedFiles,
  coverage: CoverageView,
  previews: PreviewPanels,
  feedback: ReaderFeedback,
  moveSummary: MoveSummary,
  overviews: SiteOverviews,
  navigationCommands: Readonly<Record<string, (argument?: unknown) => unknown>>,
): vscode.Disposable[] {
  const { playgrounds } = previews;
  const runInSite = async (title: string, run: (root: string) => Promise<void>): Promise<void> => {
    const root = await chooseSite(server, title);
    if (root !== undefined) await run(root);
  };
  const handlers: Readonly<Record<string, (argument?: unknown) => unknown>> = {
    "docwright.restartServer": () => server.restart(),
    "docwright.showLog": () => log.show(),
    "docwright.createConfig": async () => {
      const { createConfig } = await import("./new-site/create-config.ts");
      return createConfig();
    },
    "docwright.openWalkthrough": openWalkthrough,
    "docwright.showRule": showRule,
    "docwright.showSiteOverview": (root) => overviews.show(root),
    "docwright.fetchSpecification": (argument) =>
      fetchSpecification(server, hostConsents, getUnfetchedUrl(argument) ?? argument),
    "docwright.compareSpecification": (uri) => compareSpecification(server, uri),
    "docwright.convertSpecification": (uri) => convertSpecification(server, convertedFiles, uri),
    "docwright.migrateEndpointPages": () => migrateEndpointPages(server),
    "docwright.explain": async (argument) => {
      const { showExplanation } = await import("./explain/explain.ts");
      return showExplanation(server, argument);
    },
    "docwright.movePage": (uri) => movePage(server, moveSummary, uri),
    "docwright.repairMoves": () => repairMoves(server),
    "docwright.openPreview": (uri) => previews.open(uri, vscode.ViewColumn.Active),
    "docwright.openPreviewToSide": (uri) => previews.open(uri, vscode.ViewColumn.Beside),
    "docwright.openPlayground": (target) => previews.openPlayground(target),
    "docwright.checkPlaygroundProxy": () => checkProxy(server, playgrounds),
    "docwright.importVariables": () =>
      runInSite(vscode.l10n.t("Import Playground Variables"), (root) => playgrounds.importVariables(root)),
    "docwright.forgetPlaygroundConsents": () =>
      runInSite(vscode.l10n.t("Clear Allowed Playground Origins"), (root) => playgrounds.revokeConsents(root)),
    "docwright.forgetHosts": () => hostConsents.revoke(),
    "docwright.coverage.onlyMissing": () => coverage.setMissingFilter(true),
    "docwright.coverage.showAll": () => coverage.setMissingFilter(false),
    "docwright.coverage.openPage": openOperationPage,
    "docwright.coverage.listInNavigation": listInNavigation,
    ...feedback.commands,
    ...navigationCommands,
    "docwright.leaveSchemaToDocwright": disableSchema,
    "docwright.trustSchemaHost": trustSchemaHost,
    "docwright.acceptedCompletion": () => completeStep("acceptCompletion"),
  };
  return Object.entries(handlers).map(([id, run]) => vscode.commands.registerCommand(id, run));
}

/**
 * Creates the services and connects them to each other. Starts the server later so that VS Code doesn't have to wait
 * for it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const startTime = performance.now();
  const log = vscode.window.createOutputChannel("Docwright", { log: true });
  const server = new LanguageServer(context, log);
  const status = new SiteStatusItem();
  const siteContext = new SiteContext();
  const firstSteps = new FirstSteps(context.globalState);
  const siteLog = new SiteLog(log);
  const staleCopiesItem = new StaleCopiesItem();
  const convertedFiles = new ConvertedFiles();
  const coverage = new CoverageView(server, context.workspaceState);
  const navigation = new NavigationView(server, context.workspaceState);
  const feedback = new ReaderFeedback(context, server, log);
  const overviews = new SiteOverviews(context.extensionUri, server, feedback);
  const moveSummary = new MoveSummary(server);
  const previews = new PreviewPanels(context, server);
  context.subscriptions.push(
    log,
    server,
    status,
    siteContext,
    firstSteps,
    staleCopiesItem,
    coverage,
    navigation,
    feedback,
    previews,
    moveSummary,
    overviews,
    new SchemaOffer(server, context.globalState),
    new EditorContext(),
    new ApiTests(server, previews.playgrounds),
    watchMdxExtensions(server),
    closeTypedTags(server),
    server.onDidChangeStatus((state) => void siteContext.update(state)),
    server.onDidChangeStatus((state) => siteLog.logChanges(state)),
    server.onDidChangeStatus((state) => status.update(state)),
    server.onDidChangeStatus((state) => staleCopiesItem.update(state)),
    server.onDidChangeStatus((state) => void firstSteps.offerWalkthrough(state)),
    server.onDidChangeStatus((state) => state.kind === "running" && feedback.updateProfiles(state.status)),
    ...registerCommands(
      server,
      log,
      new SpecHostConsents(context.globalState),
      convertedFiles,
      coverage,
      previews,
      feedback,
      moveSummary,
      overviews,
      {
        ...createNavigationCommands(server, navigation, moveSummary),
        ...createNewPageCommands(server, navigation),
        ...createRefactoringCommands(server),
        ...createPageCommands(server, (argument) => getChosenPage(argument, navigation, previews)),
      },
    ),
    vscode.workspace.registerTextDocumentContentProvider(convertedScheme, convertedFiles),
    vscode.workspace.registerTextDocumentContentProvider(RulePages.scheme, new RulePages(context.extensionUri)),
    vscode.languages.registerCodeActionsProvider(siteFiles, new SpecificationFixes(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.languages.registerCodeActionsProvider(siteFiles, new RulePageActions(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.languages.registerCodeActionsProvider({ pattern: "**/docs.json" }, new SchemaWarningFix(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const startupSettings = ["profile", "pageLens", "inlayHints"].map((name) => `${settingsSection}.${name}`);
      if (startupSettings.some((name) => event.affectsConfiguration(name))) void server.restart();
    }),
    // The server gets its permissions at startup, so it has to be restarted.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
  );
  const manifest: unknown = context.extension.packageJSON;
  const version = isPlainRecord(manifest) ? String(manifest["version"]) : "";
  const milliseconds = Math.round(performance.now() - startTime);
  log.info(`Docwright ${version}, profile setting “${readEditorSettings().profile}”, activated in ${milliseconds} ms`);
  void server.start();
}
