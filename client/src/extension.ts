import * as vscode from "vscode";
import { ApiTests } from "./api-tests/api-tests.ts";
import { AgreedHosts } from "./agreed-hosts.ts";
import { closeTypedTags } from "./close-tag.ts";
import { registerCommands } from "./commands.ts";
import { convertedScheme, ConvertedFiles } from "./convert-specification.ts";
import { CoverageView } from "./coverage-view.ts";
import { ReaderFeedback } from "./feedback/reader-feedback.ts";
import { LanguageServer } from "./language-client.ts";
import { followMdxExtensions } from "./follow-mdx-extensions.ts";
import { navigationCommands } from "./navigation/navigation-commands.ts";
import { newPageCommands } from "./new-page/new-page-commands.ts";
import { NavigationView } from "./navigation/navigation-view.ts";
import { PreviewPanels } from "./preview/preview-panels.ts";
import { chosenPage } from "./chosen-page.ts";
import { publishedPageCommands } from "./published-page.ts";
import { refactoringCommands } from "./refactoring/refactoring-commands.ts";
import { readSettings, settingsSection } from "./settings.ts";
import { SchemaWarningFix } from "./schema-warning-fix.ts";
import { SpecificationFixes } from "./specification-fixes.ts";
import { SiteStatusItem } from "./site-status-item.ts";
import { StaleCopiesItem } from "./stale-copies-item.ts";

/** Builds the parts and connects them; nothing else happens here. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Docwright", { log: true });
  const server = new LanguageServer(context, log);
  const status = new SiteStatusItem();
  const stale = new StaleCopiesItem();
  const converted = new ConvertedFiles();
  const coverage = new CoverageView(server, context.workspaceState);
  const navigation = new NavigationView(server, context.workspaceState);
  const feedback = new ReaderFeedback(context, server, log);
  const previews = new PreviewPanels(context, server);
  context.subscriptions.push(
    log,
    server,
    status,
    stale,
    coverage,
    navigation,
    feedback,
    previews,
    new ApiTests(server, previews.playgrounds),
    followMdxExtensions(server),
    closeTypedTags(server),
    server.onDidChangeStatus((state) => status.show(state)),
    server.onDidChangeStatus((state) => stale.show(state)),
    server.onDidChangeStatus((state) => state.kind === "running" && feedback.follow(state.status)),
    ...registerCommands(
      server,
      log,
      new AgreedHosts(context.globalState),
      converted,
      coverage,
      previews,
      feedback,
      {
        ...navigationCommands(server, navigation),
        ...newPageCommands(server, navigation),
        ...refactoringCommands(server),
        ...publishedPageCommands(server, (argument) => chosenPage(argument, navigation, previews)),
      },
    ),
    vscode.workspace.registerTextDocumentContentProvider(convertedScheme, converted),
    vscode.languages.registerCodeActionsProvider(SpecificationFixes.files, new SpecificationFixes(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.languages.registerCodeActionsProvider({ pattern: "**/docs.json" }, new SchemaWarningFix(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const atStart = ["profile", "pageLens"].map((name) => `${settingsSection}.${name}`);
      if (atStart.some((name) => event.affectsConfiguration(name))) void server.restart();
    }),
    // What the server may do is told at its start.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
  );
  await vscode.commands.executeCommand("setContext", "docwright.hasSite", true);
  const { version } = context.extension.packageJSON as { readonly version: string };
  log.info(`Docwright ${version}, profile setting “${readSettings().profile}”`);
  await server.start();
}
