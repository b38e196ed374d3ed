import * as vscode from "vscode";
import { isSchemaLoadFailure } from "./json-problems.ts";

/**
 * Almost every docs.json refers to a schema on the service's site, which VS Code doesn't fetch until its domain is
 * trusted, so the warning stays permanently. These are two fixes, each of which can be undone by removing a setting.
 */
export class SchemaWarningFix implements vscode.CodeActionProvider {
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const warnings = context.diagnostics.filter(isSchemaLoadFailure);
    const schema = schemaOf(document);
    if (warnings.length === 0 || !schema) return [];
    const leave = new vscode.CodeAction(
      vscode.l10n.t("Use Docwright's checks instead of this schema"),
      vscode.CodeActionKind.QuickFix,
    );
    leave.command = { title: leave.title, command: "docwright.leaveSchemaToDocwright", arguments: [schema] };
    leave.diagnostics = warnings;
    leave.isPreferred = true;
    const trust = new vscode.CodeAction(
      vscode.l10n.t("Trust {0} and download its schema", new URL(schema).host),
      vscode.CodeActionKind.QuickFix,
    );
    trust.command = { title: trust.title, command: "docwright.trustSchemaHost", arguments: [schema] };
    trust.diagnostics = warnings;
    return [leave, trust];
  }
}

/** Returns the http(s) URL in `$schema`, where the warning appears. */
function schemaOf(document: vscode.TextDocument): string | undefined {
  return /"\$schema"\s*:\s*"(https?:\/\/[^"\s]+)"/.exec(document.getText())?.[1];
}

/**
 * Maps the schema's URL to an empty schema in the workspace's `json.schemas`. The warning disappears, and only
 * Docwright's own checks apply, which don't need a network.
 */
export async function leaveSchemaToDocwright(schema: unknown): Promise<void> {
  if (typeof schema !== "string") return;
  const configuration = vscode.workspace.getConfiguration("json");
  const entries = configuration.inspect<unknown[]>("schemas")?.workspaceValue ?? [];
  const entry = {
    fileMatch: ["docs.json"],
    url: schema,
    schema: { description: "Docwright checks docs.json." },
  };
  await configuration.update("schemas", [...entries, entry], vscode.ConfigurationTarget.Workspace);
}

/** Allows VS Code to download schemas from this host. Changes the user settings, because it applies to every folder. */
export async function trustSchemaHost(schema: unknown): Promise<void> {
  if (typeof schema !== "string") return;
  const configuration = vscode.workspace.getConfiguration("json");
  const trusted =
    configuration.inspect<Record<string, boolean>>("schemaDownload.trustedDomains")?.globalValue ?? {};
  const origin = new URL(schema).origin;
  await configuration.update(
    "schemaDownload.trustedDomains",
    { ...trusted, [origin]: true },
    vscode.ConfigurationTarget.Global,
  );
}
