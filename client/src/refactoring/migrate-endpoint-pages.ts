import * as vscode from "vscode";
import type { EndpointMigration, MigratedPage, NewProblem } from "../../../server/src/protocol/refactoring.ts";
import { formatFirstItems, formatNumber } from "../editor/workspace.ts";
import type { LanguageServer } from "../language-client.ts";

/**
 * Implements `docwright.migrateEndpointPages`, which shows the result for each page and a preview of all edits. The
 * user can exclude individual edits. Doesn't write anything before the user confirms.
 */
export async function migrateEndpointPages(server: LanguageServer): Promise<void> {
  const allMigrations = await findMigrations(server);
  if (!allMigrations) return;
  const migrations = allMigrations.filter(({ migration }) => migration.pages.length > 0);
  if (migrations.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No page in the open sites has `openapi` or `api` in its frontmatter."),
    );
    return;
  }
  const chosenMigration = migrations.length === 1 ? migrations[0] : await chooseMigration(migrations, server);
  if (!chosenMigration) return;
  const { migration, edit } = chosenMigration;
  const content = formatReport(migration);
  const report = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(report, { preview: false });
  if (!edit || edit.size === 0) return;
  addReportFile(edit, vscode.Uri.parse(migration.root), content);
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

async function findMigrations(server: LanguageServer): Promise<readonly ShownMigration[] | undefined> {
  const title = vscode.l10n.t("Comparing pages with operations…");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => server.migrateEndpointPages(token));
}

/**
 * Prompts the user to choose a migration. Then requests the migration again, because files may have changed while the
 * prompt was open.
 */
async function chooseMigration(
  migrations: readonly ShownMigration[],
  server: LanguageServer,
): Promise<ShownMigration | undefined> {
  const chosenMigration = await promptForMigration(migrations);
  return (
    chosenMigration &&
    (await findMigrations(server))?.find(({ migration }) => migration.root === chosenMigration.migration.root)
  );
}

/**
 * Adds the report as a separate file that the user can choose to create. The edit that creates the file always needs
 * confirmation, because the editor shows a preview only if at least one edit needs it. The report isn't a Markdown
 * file, because a Markdown file would become a page of the site.
 */
function addReportFile(edit: vscode.WorkspaceEdit, root: vscode.Uri, content: string): void {
  const fileUri = vscode.Uri.joinPath(root, "docwright-migration.txt");
  const contents = new TextEncoder().encode(content);
  edit.createFile(
    fileUri,
    { overwrite: true, contents },
    {
      needsConfirmation: true,
      label: vscode.l10n.t("Save the report"),
      description: vscode.l10n.t("As a file next to docs.json"),
    },
  );
}

const maxProblems = 100;

interface MigrationItem extends vscode.QuickPickItem {
  readonly migration: ShownMigration;
}

async function promptForMigration(migrations: readonly ShownMigration[]): Promise<ShownMigration | undefined> {
  const items = migrations.map((migration): MigrationItem => ({
    label: migration.migration.name,
    description: vscode.Uri.parse(migration.migration.root).fsPath,
    detail: formatSummary(migration.migration.pages),
    migration,
  }));
  const title = vscode.l10n.t("Migrate Endpoint Pages");
  return (await vscode.window.showQuickPick(items, { title }))?.migration;
}

function formatSummary(pages: readonly MigratedPage[]): string {
  const formatPageCount = (result: MigratedPage["result"]) =>
    formatNumber(pages.filter((page) => page.result === result).length);
  return vscode.l10n.t(
    "{0} lossless, {1} with a specification extension, {2} not migrated",
    formatPageCount("loss-free"),
    formatPageCount("extension"),
    formatPageCount("keep"),
  );
}

/** Returns the result for each page as text that the user can read next to the preview and save. */
function formatReport({ name, pages, newProblems, isSafePartSelected }: EndpointMigration): string {
  const formatSection = (heading: string, result: MigratedPage["result"]): string[] => {
    const matchingPages = pages.filter((page) => page.result === result);
    return matchingPages.length === 0 ? [] : [`## ${heading}`, "", ...matchingPages.map(formatPage), ""];
  };
  return [
    `# ${vscode.l10n.t("Endpoint pages in {0}", name)}`,
    "",
    `${formatSummary(pages)}.`,
    "",
    formatNextStep(pages, isSafePartSelected),
    "",
    ...formatNewProblems(pages, newProblems),
    ...formatSection(vscode.l10n.t("Lossless: the generated page shows the same content"), "loss-free"),
    ...formatSection(
      vscode.l10n.t("With a specification extension, which preserves the page's own content"),
      "extension",
    ),
    ...formatSection(vscode.l10n.t("Not migrated"), "keep"),
  ].join("\n");
}

/**
 * Returns a sentence about the next step. Edits that need confirmation aren't selected initially, and **Apply** does
 * nothing if no edits are selected.
 */
function formatNextStep(pages: readonly MigratedPage[], isSafePartSelected: boolean): string {
  if (pages.every(({ result }) => result === "keep"))
    return vscode.l10n.t("There's nothing to migrate: none of the pages can be replaced.");
  return isSafePartSelected
    ? vscode.l10n.t(
        "No files have been changed yet. In Refactor Preview, the edits for lossless pages are already selected. Select any other edits to apply (Group Changes By Type shows related edits together), and then choose Apply.",
      )
    : vscode.l10n.t(
        "No files have been changed yet. In Refactor Preview, no edits are selected. Select the edits to apply (Group Changes By Type shows related edits together), and then choose Apply.",
      );
}

function formatNewProblems(pages: readonly MigratedPage[], problems: readonly NewProblem[]): string[] {
  if (pages.every(({ result }) => result === "keep")) return [];
  if (problems.length === 0) return [vscode.l10n.t("Applying all edits won't cause any new problems."), ""];
  return [
    `## ${vscode.l10n.t("New problems if you apply all edits: {0}", formatNumber(problems.length))}`,
    "",
    ...formatFirstItems(
      problems,
      ({ path, line, message, code }) => `\`${path}:${line}\`: ${message} (${code})`,
      maxProblems,
    ).map((text) => `- ${text}`),
    "",
  ];
}

function formatPage({ path, operation, reasons, differences, url: address, newUrl }: MigratedPage): string {
  const moveText = newUrl !== undefined && newUrl !== address ? ` → \`${newUrl}\`` : "";
  const notesText = reasons.length > 0 ? reasons.join(" ") : differences.join(", ");
  return `- \`${path}\` (\`${operation}\`)${moveText}${notesText && `: ${notesText}`}`;
}

/** A migration, along with its edit as a VS Code edit. */
export interface ShownMigration {
  readonly migration: EndpointMigration;
  readonly edit: vscode.WorkspaceEdit | undefined;
}
