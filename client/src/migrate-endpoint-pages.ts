import * as vscode from "vscode";
import type { EndpointMigration, MigratedPage } from "../../server/src/protocol.ts";
import type { LanguageServer } from "./language-client.ts";
import type { ShownMigration } from "./shown-migration.ts";

/**
 * `docwright.migrateEndpointPages`: shows what becomes of each page, and every edit as a preview in which each can be
 * left out. Nothing is written before the person has agreed to it.
 */
export async function migrateEndpointPages(server: LanguageServer): Promise<void> {
  const title = vscode.l10n.t("Comparing pages with operations");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const found = await vscode.window.withProgress(options, (_progress, token) =>
    server.migrateEndpointPages(token),
  );
  if (!found) return;
  const migrations = found.filter(({ migration }) => migration.pages.length > 0);
  if (migrations.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No page of a site that is open has `openapi` or `api` in its frontmatter."),
    );
    return;
  }
  const chosen = migrations.length === 1 ? migrations[0] : await choose(migrations);
  if (!chosen) return;
  const { migration, edit } = chosen;
  const report = await vscode.workspace.openTextDocument({
    language: "markdown",
    content: reportText(migration),
  });
  await vscode.window.showTextDocument(report, { preview: false });
  if (edit && edit.size > 0) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

interface MigrationItem extends vscode.QuickPickItem {
  readonly shown: ShownMigration;
}

async function choose(migrations: readonly ShownMigration[]): Promise<ShownMigration | undefined> {
  const items = migrations.map((shown): MigrationItem => ({
    label: shown.migration.name,
    description: vscode.Uri.parse(shown.migration.root).fsPath,
    detail: summaryOf(shown.migration.pages),
    shown,
  }));
  const title = vscode.l10n.t("Migrate Endpoint Pages");
  return (await vscode.window.showQuickPick(items, { title }))?.shown;
}

function summaryOf(pages: readonly MigratedPage[]): string {
  const count = (verdict: MigratedPage["verdict"]) => pages.filter((page) => page.verdict === verdict).length;
  return vscode.l10n.t(
    "{0} loss-free, {1} with an extension, {2} kept",
    count("loss-free"),
    count("extension"),
    count("keep"),
  );
}

/** What becomes of each page, to be read beside the preview and kept. */
function reportText({ name, pages }: EndpointMigration): string {
  const part = (heading: string, verdict: MigratedPage["verdict"]): string[] => {
    const own = pages.filter((page) => page.verdict === verdict);
    return own.length === 0 ? [] : [`## ${heading}`, "", ...own.map(lineOf), ""];
  };
  return [
    `# ${vscode.l10n.t("Endpoint pages of {0}", name)}`,
    "",
    `${summaryOf(pages)}.`,
    "",
    // The editor ticks nothing by itself, and "Apply" without a tick does nothing.
    vscode.l10n.t(
      "Nothing is written yet. In Refactor Preview, tick what is to happen (its button Group Changes By Type leaves few boxes), then choose Apply.",
    ),
    "",
    ...part(vscode.l10n.t("Loss-free: the generated page shows the same"), "loss-free"),
    ...part(vscode.l10n.t("With an extension: the specification keeps what it lacks"), "extension"),
    ...part(vscode.l10n.t("Kept"), "keep"),
  ].join("\n");
}

function lineOf({ path, operation, reasons, differences, address, newAddress }: MigratedPage): string {
  const moved = newAddress !== undefined && newAddress !== address ? ` → \`${newAddress}\`` : "";
  const notes = reasons.length > 0 ? reasons.join(" ") : differences.join(", ");
  return `- \`${path}\` (\`${operation}\`)${moved}${notes && `: ${notes}`}`;
}
