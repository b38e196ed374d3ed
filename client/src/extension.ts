import * as vscode from "vscode";
import { ApiTests } from "./api-tests/api-tests.ts";
import { AgreedHosts } from "./agreed-hosts.ts";
import { registerCommands } from "./commands.ts";
import { convertedScheme, ConvertedFiles } from "./convert-specification.ts";
import { CoverageView } from "./coverage-view.ts";
import { LanguageServer } from "./language-client.ts";
import { PreviewPanels } from "./preview/preview-panels.ts";
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
  const previews = new PreviewPanels(context, server);
  context.subscriptions.push(
    log,
    server,
    status,
    stale,
    coverage,
    previews,
    new ApiTests(server, previews.playgrounds),
    server.onDidChangeStatus((state) => status.show(state)),
    server.onDidChangeStatus((state) => stale.show(state)),
    ...registerCommands(server, log, new AgreedHosts(context.globalState), converted, coverage, previews),
    vscode.workspace.registerTextDocumentContentProvider(convertedScheme, converted),
    vscode.languages.registerCodeActionsProvider(SpecificationFixes.files, new SpecificationFixes(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.languages.registerCodeActionsProvider({ pattern: "**/docs.json" }, new SchemaWarningFix(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.profile`)) void server.restart();
    }),
    // What the server may do is told at its start.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
  );
  await vscode.commands.executeCommand("setContext", "docwright.hasSite", true);
  const { version } = context.extension.packageJSON as { readonly version: string };
  log.info(`Docwright ${version}, profile setting “${readSettings().profile}”`);
  await server.start();
}
